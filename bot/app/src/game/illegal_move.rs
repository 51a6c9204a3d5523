//! Why a move was refused, with what the piece can do instead; and a word to those who play a game for the first time.

use crate::context::failure::Failure;
use crate::context::{Change, Reader};
use crate::game::active_game;
use crate::game::active_game::Table;
use crate::help::rulebook::rules_button;
use crate::messages;
use crate::model::ids::{GameId, Person};
use crate::protocol::action::Action;
use crate::protocol::card::{BoardPicture, Button, ButtonStyle, Card};
use crate::protocol::command::MoveText;
use crate::protocol::effect::Answer;
use crate::protocol::refusal::Refusal;
use crate::settings::effective;

/// Why what somebody wrote is no move, with the board on which the piece that they meant shows where it can go.
pub(crate) fn why_not(
    reader: &Reader<'_>,
    who: &Person,
    id: GameId,
    seen: u32,
    text: &str,
) -> Result<Change, Failure> {
    let table = active_game::table(reader, who, id)?;
    table.must_be_to_move(Some(seen))?;
    let Err(why) = table.game.read(text) else {
        return Err(Refusal::Stale {
            game: id,
            seen,
            now: table.record.value.ply(),
        }
        .into());
    };
    let record = &table.record.value;
    let settings =
        effective::effective_settings(reader, Some(&who.id), record.venue.server.as_ref())?;
    let board = BoardPicture {
        seen_by: settings.seen_by(Some(table.side), &table.game),
        theme: settings.theme(),
        selected: why.piece(),
        ..crate::game::message::picture(record, table.game.clone())
    };
    let row = vec![
        Button {
            label: "Move".into(),
            style: ButtonStyle::Primary,
            action: Action::Panel(id, seen),
        },
        rules_button(record.variant),
    ];
    let card = Card {
        board: (!settings.words_only()).then_some(board),
        controls: vec![row],
        ..Card::words(messages::why_not(&table.game, &why))
    };
    Ok(Change::nothing(Answer::Private(Box::new(card))))
}

/// The refusal of what somebody wrote, with all that the button to ask why needs.
pub(crate) fn no_move(table: &Table, text: &str, why: rules_core::MoveError) -> Refusal {
    let mut typed = MoveText::new();
    for letter in text.trim().chars() {
        if letter.is_control() || typed.try_push(letter).is_err() {
            break;
        }
    }
    let record = &table.record.value;
    Refusal::NoMove {
        game: record.id,
        ply: record.ply(),
        typed,
        why,
    }
}
