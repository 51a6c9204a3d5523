//! Leaving a game: resigning, and giving it up before it has really begun.

use crate::context::failure::Failure;
use crate::context::{Change, Ctx, Reader};
use crate::game::active_game;
use crate::messages;
use crate::model::ids::{GameId, Person, Venue};
use crate::model::record::End;
use crate::protocol::action::Action;
use crate::protocol::card::{Button, ButtonStyle, Card};
use crate::protocol::command::Which;
use crate::protocol::effect::Answer;
use crate::protocol::refusal::Refusal;

pub(crate) fn ask_resign(
    reader: &Reader<'_>,
    who: &Person,
    venue: &Venue,
    which: Which,
) -> Result<Change, Failure> {
    let table = active_game::choose(reader, who, venue, which, &[])?;
    let record = &table.record.value;
    let resign = Button {
        label: "Resign".into(),
        style: ButtonStyle::Danger,
        action: Action::Resign(record.id),
    };
    let card = Card {
        controls: vec![vec![resign]],
        ..Card::words(messages::ask_resign(record, table.side))
    };
    Ok(Change::nothing(Answer::Private(Box::new(card))))
}

pub(crate) fn resign(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    id: GameId,
) -> Result<Change, Failure> {
    let table = match active_game::table(ctx, who, id)?.fallen(ctx.moment) {
        Ok(table) => table,
        Err(over) => return Ok(*over),
    };
    let winner = Some(!table.side);
    Ok(table.ended(winner, End::Resignation, venue, ctx.moment))
}

/// Before both sides have moved, either can leave, and nothing is counted.
pub(crate) fn abort(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    id: GameId,
) -> Result<Change, Failure> {
    let mut table = active_game::table(ctx, who, id)?;
    let record = &mut table.record.value;
    // Or one side could leave in the other's turn, and the round would hold that against the other.
    if record.event.is_some() {
        return Err(Refusal::NoAbort(id).into());
    }
    if record.has_begun() {
        return Err(Refusal::TooLateToAbort.into());
    }
    record.aborted_by = Some(table.side);
    Ok(table.ended(None, End::Abandonment, venue, ctx.moment))
}
