//! A move that is shown before it is made, for those who want to be asked.

use pictures::BoardPicture;
use rules_core::Move;

use crate::context::failure::Failure;
use crate::context::{Change, Ctx, Reader};
use crate::game::active_game::Table;
use crate::game::{active_game, moves};
use crate::messages;
use crate::model::ids::{GameId, Person, Venue};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, ButtonStyle, Card};
use crate::protocol::command::MoveText;
use crate::protocol::effect::Answer;
use crate::protocol::refusal::Refusal;
use crate::settings::effective;

/// The question whether to make this move, for somebody who wants to be asked.
pub(crate) fn asked_first(
    reader: &Reader<'_>,
    who: &Person,
    table: &Table,
    mv: Move,
) -> Result<Option<Change>, Failure> {
    let in_force = effective::in_force(
        reader,
        Some(&who.id),
        table.record.value.venue.server.as_ref(),
    )?;
    let uci = mv.uci(table.game.variant().shape()).to_string();
    let Ok(text) = MoveText::from(&uci) else {
        return Ok(None);
    };
    let mut after = table.game.clone();
    if !in_force.confirm().0 || after.play(mv).is_err() {
        return Ok(None);
    }
    let record = &table.record.value;
    let board = BoardPicture {
        viewer: in_force.seen_by(Some(table.side), &table.game),
        theme: in_force.theme().0,
        ..crate::game::message::picture(record, after)
    };
    let button = |label, style, action| Button::new(label, style, action);
    let row = vec![
        button(
            "Make this move",
            ButtonStyle::Success,
            Action::SureMove(record.id, record.ply(), text),
        ),
        button(
            "Another move",
            ButtonStyle::Plain,
            Action::Panel(record.id, record.ply()),
        ),
    ];
    let card = Card {
        board: (!in_force.words_only().0).then_some(board),
        controls: vec![row],
        ..Card::words(messages::ask_move(&table.game, mv))
    };
    Ok(Some(Change::nothing(Answer::Private(Box::new(card)))))
}

pub(crate) fn play_sure_move(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    (id, seen): (GameId, u32),
    text: &str,
) -> Result<Change, Failure> {
    let table = match active_game::table(ctx, who, id)?.fallen(ctx.moment) {
        Ok(table) => table,
        Err(over) => return Ok(*over),
    };
    table.must_be_to_move(Some(seen))?;
    let mv = table.game.read(text).map_err(Refusal::Illegal)?;
    moves::make_move(ctx, table, mv, venue)
}
