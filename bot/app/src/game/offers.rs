//! Offers between the players of a game: draws and takebacks.
//!
//! One offer can be open, and none is repeated in the same position. As in the FIDE Laws, a draw offer stays open when
//! its side then moves, and the opponent's move declines it; unlike there, it can be withdrawn. Offers and answers edit the
//! board's message, where a new one would push the board down the room, and notify the other player. A takeback needs the
//! opponent's consent, which the engine always gives; rated and tournament games have no takebacks. A takeback undoes the asking
//! side's last move and all moves after it; used time stays used.

use rules_core::Color;
use text::msg;

use crate::context::failure::Result;
use crate::context::{Change, Ctx};
use crate::game::active_game;
use crate::game::active_game::ActiveGame;
use crate::model::ids::GameId;
use crate::model::record::{End, Offer, OpenOffer, Seat};
use crate::protocol::command::{Command, Request};
use crate::protocol::notice::OfferStep;
use crate::protocol::refusal::Refusal;
use crate::protocol::subject::Which;
use crate::spec::command::{Choice, CommandSpec, Kind, named};
use crate::spec::options::{AT, CODE, WHICH};

pub(crate) const DRAW: CommandSpec = named("draw", || msg!("command-draw"))
    .command(|arguments| Ok(Command::Draw(arguments.which()?)))
    .options(&[WHICH]);

pub(crate) const TAKE_BACK: CommandSpec = named("takeback", || msg!("command-takeback"))
    .command(|arguments| {
        Ok(Command::TakeBack(
            arguments.which()?,
            arguments.number("at"),
        ))
    })
    .options(&[WHICH, AT]);

pub(crate) const REFUSE: CommandSpec = named("refuse", || msg!("command-refuse"))
    .command(|arguments| {
        let game = arguments.game("game")?;
        Ok(match arguments.text("what") {
            Some("takeback") => Command::DeclineTakeBack(game),
            _ => Command::DeclineDraw(game),
        })
    })
    .typed_only()
    .options(&[
        Kind::Choice(|| {
            vec![
                Choice::new("draw", "draw"),
                Choice::new("takeback", "takeback"),
            ]
        })
        .option("what", || msg!("command-refuse-what"))
        .required(),
        CODE,
    ]);

pub(crate) const WITHDRAW: CommandSpec = named("withdraw", || msg!("command-withdraw"))
    .command(|arguments| Ok(Command::Withdraw(arguments.game("game")?)))
    .typed_only()
    .options(&[CODE]);

pub(crate) fn draw(ctx: &Ctx<'_>, request: &Request, which: Which) -> Result<Change> {
    // A draw may end the game at once, so nothing is guessed: the player chooses among several games.
    active_game::choose(ctx, request, which, &[])?
        .in_time(ctx, |active| draw_in(ctx, active, request))
}

pub(crate) fn accept_draw(ctx: &Ctx<'_>, request: &Request, id: GameId) -> Result<Change> {
    active_game::by_id(ctx, &request.who, id)?.in_time(ctx, |active| {
        if !is_offered_draw(&active) {
            return Err(Refusal::NoDrawOffer.into());
        }
        Ok(active.ended(ctx, request, None, End::Agreement))
    })
}

fn is_offered_draw(active: &ActiveGame) -> bool {
    let offer = active.record.value.draw_offer;
    offer.is_some_and(|offer| offer.is_open_to(active.side))
}

/// Accepts, claims or offers a draw, in this order.
fn draw_in(ctx: &Ctx<'_>, mut active: ActiveGame, request: &Request) -> Result<Change> {
    if is_offered_draw(&active) {
        return Ok(active.ended(ctx, request, None, End::Agreement));
    }
    let side = active.side;
    let record = &mut active.record.value;
    if let Some(claim) = active.game.claim().filter(|_| active.game.turn() == side) {
        return Ok(active.ended(ctx, request, None, End::Claim(claim)));
    }
    if let Some(offer) = record.draw_offer {
        let open = offer.is_open();
        return Err(Refusal::DrawOffered { open }.into());
    }
    if matches!(record.seats[!side], Seat::Engine(_)) {
        if !record.engine_agrees() {
            return Err(Refusal::EngineDeclines.into());
        }
        return Ok(active.ended(ctx, request, None, End::Agreement));
    }
    if record.open_offer().is_some() {
        return Err(Refusal::OfferOpen.into());
    }
    record.draw_offer = Some(Offer::of(side));
    let step = Some(OfferStep::DrawOffered);
    Ok(active.negotiated(ctx, request, msg!("game-you-offered-draw"), step))
}

/// Answers a "yes" or "no" that names no offer.
pub(crate) fn answer(
    ctx: &Ctx<'_>,
    request: &Request,
    which: Which,
    accepts: bool,
) -> Result<Change> {
    let is_asked = |active: &ActiveGame| {
        let offer = active.record.value.open_offer();
        offer.is_some_and(|offer| offer.by() != active.side)
    };
    let active = active_game::choose(ctx, request, which, &[&is_asked])?;
    let id = active.record.value.id;
    let offer = active.record.value.open_offer();
    match offer.filter(|offer| offer.by() != active.side) {
        None => Err(Refusal::NoOffer.into()),
        Some(OpenOffer::Draw { .. }) if accepts => accept_draw(ctx, request, id),
        Some(OpenOffer::Draw { .. }) => decline_draw(ctx, request, id),
        Some(OpenOffer::TakeBack { .. }) if accepts => {
            active.in_time(ctx, |active| take_back_in(ctx, active, request))
        }
        Some(OpenOffer::TakeBack { .. }) => decline_take_back(ctx, request, id),
    }
}

pub(crate) fn decline_draw(ctx: &Ctx<'_>, request: &Request, id: GameId) -> Result<Change> {
    let mut active = active_game::by_id(ctx, &request.who, id)?;
    if !decline(&mut active.record.value.draw_offer, active.side) {
        return Err(Refusal::NoDrawOffer.into());
    }
    let step = Some(OfferStep::DrawDeclined);
    Ok(active.negotiated(ctx, request, msg!("game-you-declined"), step))
}

pub(crate) fn take_back(
    ctx: &Ctx<'_>,
    request: &Request,
    which: Which,
    seen: Option<u32>,
) -> Result<Change> {
    active_game::choose(ctx, request, which, &[])?.in_time(ctx, |active| {
        // A second click must not take back another move before anyone has seen the first takeback.
        active.must_not_be_stale(seen)?;
        take_back_in(ctx, active, request)
    })
}

/// Takes a move back where the opponent asked for it or the opponent is the engine; otherwise asks the opponent.
fn take_back_in(ctx: &Ctx<'_>, mut active: ActiveGame, request: &Request) -> Result<Change> {
    let side = active.side;
    let record = &mut active.record.value;
    if record.is_serious() {
        return Err(Refusal::RatedTakeback.into());
    }
    let asker = match record.take_back_offer {
        None => side,
        Some(offer) if offer.is_open_to(side) => !side,
        Some(offer) => {
            let open = offer.is_open();
            return Err(Refusal::TakebackRequested { open }.into());
        }
    };
    let consents = asker != side || matches!(record.seats[!side], Seat::Engine(_));
    let plies = plies_back(&active, asker).ok_or(Refusal::NothingToTakeBack)?;
    if consents {
        active.rewind(plies, ctx.moment)?;
        // It is the turn of the player who asked, who waits for it.
        return Ok(active.answered(ctx, request, msg!("game-move-taken-back")));
    }
    if active.record.value.open_offer().is_some() {
        return Err(Refusal::OfferOpen.into());
    }
    active.record.value.take_back_offer = Some(Offer::of(side));
    let step = Some(OfferStep::TakebackAsked);
    Ok(active.negotiated(ctx, request, msg!("game-you-asked-takeback"), step))
}

pub(crate) fn decline_take_back(ctx: &Ctx<'_>, request: &Request, id: GameId) -> Result<Change> {
    let mut active = active_game::by_id(ctx, &request.who, id)?;
    if !decline(&mut active.record.value.take_back_offer, active.side) {
        return Err(Refusal::NoTakebackRequest.into());
    }
    let step = Some(OfferStep::TakebackDeclined);
    Ok(active.negotiated(ctx, request, msg!("game-you-declined"), step))
}

/// Declines an offer that is open to this side; returns whether there was one.
fn decline(offer: &mut Option<Offer>, side: Color) -> bool {
    let open = offer.as_mut().filter(|offer| offer.is_open_to(side));
    open.map(|offer| offer.declined = true).is_some()
}

/// The half-moves back to before the last move of a side, if it has made one.
fn plies_back(active: &ActiveGame, side: Color) -> Option<usize> {
    let plies = if active.game.turn() == side { 2 } else { 1 };
    (active.record.value.moves.len() >= plies).then_some(plies)
}

pub(crate) fn withdraw(ctx: &Ctx<'_>, request: &Request, id: GameId) -> Result<Change> {
    let mut active = active_game::by_id(ctx, &request.who, id)?;
    let record = &mut active.record.value;
    let own = [&mut record.draw_offer, &mut record.take_back_offer]
        .into_iter()
        .flatten()
        .find(|offer| offer.by == active.side && offer.is_open())
        .ok_or(Refusal::NothingToWithdraw)?;
    own.withdrawn = true;
    Ok(active.negotiated(ctx, request, msg!("game-you-withdrew"), None))
}
