//! Requests besides moves: draws and takebacks, resigning a game, and aborting one before both sides have moved.
//!
//! One offer can be open, and none is repeated in the same position. As in the FIDE Laws, a draw offer stays open when
//! its side then moves, and the opponent's move declines it; unlike there, it can be withdrawn. Offers and answers edit the
//! board's message, where a new one would push the board down the room, and notify the other player. A takeback needs the
//! opponent's consent, which the engine always gives; rated and tournament games have no takebacks. A takeback undoes the asking
//! side's last move and all moves after it; used time stays used.

use text::chess::variant_name;
use text::msg;

use crate::context::{Change, Ctx, Reader, Result, refuse_if};
use crate::game::active_game::{self, ActiveGame};
use crate::messages;
use crate::model::{End, GameId, Offer, OpenOffer, Seat};
use crate::protocol::{Action, Button, Card, Command, OfferStep, Refusal, Request, Which};
use crate::spec::{AT, CODE, Choice, CommandSpec, Kind, SURE, WHICH, named};

pub(crate) const DRAW: CommandSpec = named("draw", || msg!("command-draw"))
    .command(|arguments| Ok(Command::Draw(arguments.which()?)))
    .options(&[WHICH]);

pub(crate) const TAKE_BACK: CommandSpec = named("takeback", || msg!("command-takeback"))
    .command(|arguments| {
        let game = arguments.which()?;
        Ok(Command::TakeBack(game, arguments.number("at")))
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

pub(crate) const RESIGN: CommandSpec = named("resign", || msg!("command-resign"))
    .command(|arguments| {
        Ok(if arguments.is_set("sure") {
            Command::Resign(arguments.game("game")?)
        } else {
            Command::AskResign(arguments.which()?)
        })
    })
    .options(&[WHICH, SURE]);

pub(crate) const ABORT: CommandSpec = named("abort", || msg!("command-abort"))
    .command(|arguments| {
        let game = arguments.game("game")?;
        Ok(if arguments.is_set("sure") {
            Command::Abort(game)
        } else {
            Command::AskAbort(game)
        })
    })
    .typed_only()
    .options(&[CODE, SURE]);

pub(crate) fn draw(ctx: &Ctx<'_>, request: &Request, which: Which) -> Result<Change> {
    // A draw may end the game at once, so nothing is guessed: the player chooses among several games.
    active_game::choose(ctx, request, which, &[])?
        .in_time(ctx, |active| draw_in(ctx, active, request))
}

pub(crate) fn accept_draw(ctx: &Ctx<'_>, request: &Request, id: GameId) -> Result<Change> {
    active_game::by_id(ctx, &request.who, id)?.in_time(ctx, |active| {
        refuse_if(!is_offered_draw(&active), Refusal::NoDrawOffer)?;
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
        return if record.engine_agrees() {
            Ok(active.ended(ctx, request, None, End::Agreement))
        } else {
            Err(Refusal::EngineDeclines.into())
        };
    }
    refuse_if(record.open_offer().is_some(), Refusal::OfferOpen)?;
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
        Some(OpenOffer::Draw(_)) if accepts => accept_draw(ctx, request, id),
        Some(OpenOffer::Draw(_)) => decline(ctx, request, id, OfferStep::DrawDeclined),
        Some(OpenOffer::TakeBack(_)) if accepts => {
            active.in_time(ctx, |active| take_back_in(ctx, active, request))
        }
        Some(OpenOffer::TakeBack(_)) => decline(ctx, request, id, OfferStep::TakebackDeclined),
    }
}

/// Declines a draw or a takeback, as `step` says, and tells the other player.
pub(crate) fn decline(
    ctx: &Ctx<'_>,
    request: &Request,
    id: GameId,
    step: OfferStep,
) -> Result<Change> {
    let mut active = active_game::by_id(ctx, &request.who, id)?;
    let record = &mut active.record.value;
    let (offer, none) = match step {
        OfferStep::DrawDeclined => (&mut record.draw_offer, Refusal::NoDrawOffer),
        _ => (&mut record.take_back_offer, Refusal::NoTakebackRequest),
    };
    let open = offer.as_mut().filter(|offer| offer.is_open_to(active.side));
    open.ok_or(none)?.declined = true;
    Ok(active.negotiated(ctx, request, msg!("game-you-declined"), Some(step)))
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
    refuse_if(record.is_serious(), Refusal::RatedTakeback)?;
    let asker = match record.take_back_offer {
        None => side,
        Some(offer) if offer.is_open_to(side) => !side,
        Some(offer) => {
            let open = offer.is_open();
            return Err(Refusal::TakebackRequested { open }.into());
        }
    };
    let consents = asker != side || matches!(record.seats[!side], Seat::Engine(_));
    // Back to before the asker's last move.
    let plies = if active.game.turn() == asker { 2 } else { 1 };
    refuse_if(record.moves.len() < plies, Refusal::NothingToTakeBack)?;
    if consents {
        active.rewind(plies, ctx.moment)?;
        // It is the turn of the player who asked, who waits for it.
        return Ok(active.answered(ctx, request, msg!("game-move-taken-back")));
    }
    refuse_if(record.open_offer().is_some(), Refusal::OfferOpen)?;
    record.take_back_offer = Some(Offer::of(side));
    let step = Some(OfferStep::TakebackAsked);
    Ok(active.negotiated(ctx, request, msg!("game-you-asked-takeback"), step))
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

pub(crate) fn ask_resign(reader: &Reader<'_>, request: &Request, which: Which) -> Result<Change> {
    let active = active_game::choose(reader, request, which, &[])?;
    let record = &active.record.value;
    let resign = Button::danger(msg!("button-game-resign"), Action::Resign(record.id));
    let variant = variant_name(record.variant);
    let opponent = messages::seat(&record.seats[!active.side]);
    let question = msg!("game-ask-resign", variant, opponent);
    Ok(Change::aside(Card::with_buttons(question, [resign])))
}

pub(crate) fn resign(ctx: &Ctx<'_>, request: &Request, id: GameId) -> Result<Change> {
    active_game::by_id(ctx, &request.who, id)?.in_time(ctx, |active| {
        let winner = Some(!active.side);
        Ok(active.ended(ctx, request, winner, End::Resignation))
    })
}

/// Asks whether to abort a game. One in which no one has moved is aborted at once: nothing is lost, and it is how people take back a
/// game that they began by mistake.
pub(crate) fn ask_abort(ctx: &Ctx<'_>, request: &Request, id: GameId) -> Result<Change> {
    let active = active_game::by_id(ctx, &request.who, id)?;
    let record = &active.record.value;
    if record.ply() == 0 || record.has_begun() || record.event.is_some() {
        return abort(ctx, request, id);
    }
    let abort = Button::danger(msg!("button-game-abort"), Action::Abort(id));
    let variant = variant_name(record.variant);
    let opponent = messages::seat(&record.seats[!active.side]);
    let question = msg!("game-ask-abort", variant, opponent);
    Ok(Change::aside(Card::with_buttons(question, [abort])))
}

/// Aborts a game in which not both sides have moved; it doesn't count.
pub(crate) fn abort(ctx: &Ctx<'_>, request: &Request, id: GameId) -> Result<Change> {
    let mut active = active_game::by_id(ctx, &request.who, id)?;
    let record = &mut active.record.value;
    // A player could abort on the opponent's turn, and the round would count that against the opponent.
    refuse_if(record.event.is_some(), Refusal::NoAbort(id))?;
    refuse_if(record.has_begun(), Refusal::TooLateToAbort)?;
    record.aborted_by = Some(active.side);
    Ok(active.ended(ctx, request, None, End::Abandonment))
}
