//! Offers between the players of a game: draws and takebacks.
//!
//! One offer of a kind can be open, and none is repeated in the same position. As in the FIDE Laws, a draw offer stays open when
//! its side then moves, and the opponent's move declines it; unlike there, it can be withdrawn. Offers and answers edit the
//! board's message, since a new one would push the board down the room; only a takeback that returns the turn calls its player. A takeback needs the opponent's consent, which the engine always
//! gives; rated and tournament games have no takebacks. A takeback undoes the asking side's last move and all moves after it;
//! used time stays used.

use rules_core::Color;
use text::msg;

use crate::context::failure::Failure;
use crate::context::{Change, Ctx};
use crate::game::active_game;
use crate::game::active_game::ActiveGame;
use crate::model::ids::{GameId, Person, Venue};
use crate::model::moment::Moment;
use crate::model::record::{End, Offer, Seat};
use crate::protocol::command::Command;
use crate::protocol::refusal::Refusal;
use crate::protocol::subject::Which;
use crate::spec::command::{Choice, CommandSpec, Kind, OptionSpec};
use crate::spec::options::{AT, CODE, WHICH};

pub(crate) const DRAW: CommandSpec = CommandSpec::new(
    "draw",
    || msg!("command-draw"),
    |arguments| Ok(Command::Draw(arguments.which()?)),
)
.options(&[WHICH]);

pub(crate) const TAKE_BACK: CommandSpec = CommandSpec::new(
    "takeback",
    || msg!("command-takeback"),
    |arguments| {
        Ok(Command::TakeBack(
            arguments.which()?,
            arguments.number("at"),
        ))
    },
)
.options(&[WHICH, AT]);

pub(crate) const REFUSE: CommandSpec = CommandSpec::new(
    "refuse",
    || msg!("command-refuse"),
    |arguments| {
        let game = arguments.game("game")?;
        Ok(match arguments.text("what") {
            Some("takeback") => Command::DeclineTakeBack(game),
            _ => Command::DeclineDraw(game),
        })
    },
)
.typed_only()
.options(&[
    OptionSpec::new(
        "what",
        || msg!("command-refuse-what"),
        Kind::Choice(|| {
            vec![
                Choice::new("draw", "draw"),
                Choice::new("takeback", "takeback"),
            ]
        }),
    )
    .required(),
    CODE,
]);

pub(crate) const WITHDRAW: CommandSpec = CommandSpec::new(
    "withdraw",
    || msg!("command-withdraw"),
    |arguments| Ok(Command::Withdraw(arguments.game("game")?)),
)
.typed_only()
.options(&[CODE]);

pub(crate) fn draw(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    which: Which,
) -> Result<Change, Failure> {
    // A draw may end the game at once, so nothing is guessed: the player chooses among several games.
    active_game::choose(ctx, who, venue, which, &[])?
        .in_time(ctx, |active| draw_in(active, venue, ctx.moment))
}

/// Accepts, claims or offers a draw, in this order.
fn draw_in(mut active: ActiveGame, venue: &Venue, moment: Moment) -> Result<Change, Failure> {
    let side = active.side;
    let record = &mut active.record.value;
    let accepts = record
        .draw_offer
        .is_some_and(|offer| offer.is_open_to(side));
    if accepts {
        return Ok(active.ended(None, End::Agreement, venue, moment));
    }
    if let Some(claim) = active.game.claim().filter(|_| active.game.turn() == side) {
        return Ok(active.ended(None, End::Claim(claim), venue, moment));
    }
    if let Some(offer) = record.draw_offer {
        let open = offer.is_open();
        return Err(Refusal::DrawOffered { open }.into());
    }
    if matches!(record.seats[!side], Seat::Engine(_)) {
        if !record.engine_agrees() {
            return Err(Refusal::EngineDeclines.into());
        }
        return Ok(active.ended(None, End::Agreement, venue, moment));
    }
    record.draw_offer = Some(Offer::of(side));
    Ok(active.negotiated(venue, msg!("game-you-offered-draw"), moment))
}

pub(crate) fn decline_draw(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    id: GameId,
) -> Result<Change, Failure> {
    let mut active = active_game::by_id(ctx, who, id)?;
    if !decline(&mut active.record.value.draw_offer, active.side) {
        return Err(Refusal::NoDrawOffer.into());
    }
    Ok(active.negotiated(venue, msg!("game-you-declined"), ctx.moment))
}

pub(crate) fn take_back(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    which: Which,
    seen: Option<u32>,
) -> Result<Change, Failure> {
    active_game::choose(ctx, who, venue, which, &[])?.in_time(ctx, |active| {
        // A second click must not take back another move before anyone has seen the first takeback.
        active.must_not_be_stale(seen)?;
        take_back_in(active, venue, ctx.moment)
    })
}

/// Takes a move back where the opponent asked for it or the opponent is the engine; otherwise asks the opponent.
fn take_back_in(mut active: ActiveGame, venue: &Venue, moment: Moment) -> Result<Change, Failure> {
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
        let turn = active.game.turn();
        active.rewind(plies, moment)?;
        let done = msg!("game-move-taken-back");
        return Ok(if active.game.turn() == turn {
            active.negotiated(venue, done, moment)
        } else {
            // The other player's clock runs now.
            active.answered(venue, done, moment)
        });
    }
    active.record.value.take_back_offer = Some(Offer::of(side));
    Ok(active.negotiated(venue, msg!("game-you-asked-takeback"), moment))
}

pub(crate) fn decline_take_back(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    id: GameId,
) -> Result<Change, Failure> {
    let mut active = active_game::by_id(ctx, who, id)?;
    if !decline(&mut active.record.value.take_back_offer, active.side) {
        return Err(Refusal::NoTakebackRequest.into());
    }
    Ok(active.negotiated(venue, msg!("game-you-declined"), ctx.moment))
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

pub(crate) fn withdraw(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    id: GameId,
) -> Result<Change, Failure> {
    let mut active = active_game::by_id(ctx, who, id)?;
    let record = &mut active.record.value;
    let own = [&mut record.draw_offer, &mut record.take_back_offer]
        .into_iter()
        .flatten()
        .find(|offer| offer.by == active.side && offer.is_open())
        .ok_or(Refusal::NothingToWithdraw)?;
    own.withdrawn = true;
    Ok(active.negotiated(venue, msg!("game-you-withdrew"), ctx.moment))
}
