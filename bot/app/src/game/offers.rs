//! Offers between the players of a game: a draw, a move taken back.
//!
//! One offer of a kind can be open, and none is made twice before the position has moved on. A draw that was offered stays on
//! offer when the same side moves then, as in the FIDE Laws; the other side's move declines it. A take-back needs the other
//! side's consent, the engine's excepted, which always gives it; in a rated game and in a tournament's there is none. It
//! goes back to before the last move of whoever asks; time that was used stays used.

use rules_core::Color;

use crate::context::failure::Failure;
use crate::context::{Change, Ctx};
use crate::game::active_game;
use crate::game::active_game::Table;
use crate::messages;
use crate::model::ids::{GameId, Person, Venue};
use crate::model::moment::Moment;
use crate::model::record::{End, Offer, Seat};
use crate::protocol::command::Which;
use crate::protocol::effect::Manner;
use crate::protocol::refusal::Refusal;

pub(crate) fn draw(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    which: Which,
) -> Result<Change, Failure> {
    // A draw may end the game at once, so nothing is guessed: among several games the person chooses.
    let mut table = match active_game::choose(ctx, who, venue, which, &[])?.fallen(ctx.moment) {
        Ok(table) => table,
        Err(over) => return Ok(*over),
    };
    // Whoever was offered a draw agrees to it, also where they could claim it.
    let side = table.side;
    let offered = table.record.value.draw_offer;
    let agrees = offered.is_some_and(|offer| offer.is_open_to(side));
    let claim = table.game.claim().filter(|_| table.my_turn() && !agrees);
    if let Some(claim) = claim {
        return Ok(table.ended(None, End::Claim(claim), venue, ctx.moment));
    }
    let record = &mut table.record.value;
    match record.draw_offer {
        Some(offer) if offer.by == side || offer.declined => {
            return Err(Refusal::DrawOffered {
                declined: offer.declined,
            }
            .into());
        }
        Some(_) => {}
        None if matches!(record.seats[!side], Seat::Engine(_)) => {
            if !record.engine_agrees() {
                return Err(Refusal::EngineDeclines.into());
            }
        }
        None => {
            record.draw_offer = Some(Offer::of(side));
            return Ok(table.answered(venue, messages::draw_offered(), ctx.moment));
        }
    }
    Ok(table.ended(None, End::Agreement, venue, ctx.moment))
}

pub(crate) fn decline_draw(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    id: GameId,
) -> Result<Change, Failure> {
    let mut table = active_game::table(ctx, who, id)?;
    let side = table.side;
    match &mut table.record.value.draw_offer {
        Some(offer) if offer.is_open_to(side) => offer.declined = true,
        _ => return Err(Refusal::NoDrawOffer.into()),
    }
    Ok(table.declined(venue, ctx.moment))
}

pub(crate) fn take_back(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    which: Which,
    seen: Option<u32>,
) -> Result<Change, Failure> {
    let mut table = match active_game::choose(ctx, who, venue, which, &[])?.fallen(ctx.moment) {
        Ok(table) => table,
        Err(over) => return Ok(*over),
    };
    // Or a second action would take another move back, before anybody has seen what the first one did.
    table.must_not_be_stale(seen)?;
    let side = table.side;
    let record = &mut table.record.value;
    if record.is_serious() {
        return Err(Refusal::RatedTakeBack.into());
    }
    match record.take_back_offer {
        Some(offer) if offer.is_open_to(side) => {
            let plies = table.plies_back(!side).ok_or(Refusal::NothingToTakeBack)?;
            table.rewind(plies, ctx.moment)?;
            return Ok(table.answered(venue, messages::took_back(), ctx.moment));
        }
        Some(offer) => {
            return Err(Refusal::TakeBackAsked {
                declined: offer.declined,
            }
            .into());
        }
        None => {}
    }
    let plies = table.plies_back(side).ok_or(Refusal::NothingToTakeBack)?;
    if matches!(table.record.value.seats[!side], Seat::Engine(_)) {
        table.rewind(plies, ctx.moment)?;
        return Ok(table.answered(venue, messages::took_back(), ctx.moment));
    }
    table.record.value.take_back_offer = Some(Offer::of(side));
    Ok(table.answered(venue, messages::take_back_asked(), ctx.moment))
}

pub(crate) fn decline_take_back(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    id: GameId,
) -> Result<Change, Failure> {
    let mut table = active_game::table(ctx, who, id)?;
    let side = table.side;
    match &mut table.record.value.take_back_offer {
        Some(offer) if offer.is_open_to(side) => offer.declined = true,
        _ => return Err(Refusal::NoTakeBackOffer.into()),
    }
    Ok(table.declined(venue, ctx.moment))
}

impl Table {
    /// The half-moves back to before the last move of a side, if it has made one.
    fn plies_back(&self, side: Color) -> Option<usize> {
        let plies = if self.game.turn() == side { 2 } else { 1 };
        (self.record.value.moves.len() >= plies).then_some(plies)
    }

    fn rewind(&mut self, plies: usize, moment: Moment) -> Result<(), Failure> {
        self.record.value.rewind(plies, moment.now);
        self.game = crate::game::active_game::replayed(&self.record.value)?;
        Ok(())
    }

    /// An offer is declined: whoever made it is called if the game waits for them.
    fn declined(self, venue: &Venue, moment: Moment) -> Change {
        let waiting = (self.game.turn() != self.side).then(|| self.game.turn());
        let call = waiting.and_then(|side| self.record.value.seats[side].person());
        let manner = call.map_or(Manner::InPlace, |person| Manner::Fresh {
            call: vec![person.id.clone()],
        });
        let answer = self.answer(venue, messages::offer_declined());
        self.change_by(manner, moment, answer)
    }
}
