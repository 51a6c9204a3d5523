//! Why a move was refused, with what the piece can do instead; and a word to those who play a game for the first time.

use pictures::BoardPicture;
use rules_core::{Color, Game, Square};

use crate::context::failure::Failure;
use crate::context::{Change, Reader};
use crate::game::active_game;
use crate::game::active_game::Table;
use crate::help::rulebook::rules_button;
use crate::messages;
use crate::model::ids::{GameId, Person};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, ButtonStyle, Card};
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
    let in_force = effective::in_force(reader, Some(&who.id), record.venue.server.as_ref())?;
    let meant = meant(&table, text);
    let board = BoardPicture {
        viewer: in_force.seen_by(Some(table.side), &table.game),
        theme: in_force.theme().0,
        selected: meant,
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
        board: (!in_force.words_only().0).then_some(board),
        controls: vec![row],
        ..Card::words(messages::why_not(&table.game, &why, meant))
    };
    Ok(Change::nothing(Answer::Private(Box::new(card))))
}

/// The refusal of what somebody wrote, with all that the button to ask why needs.
pub(crate) fn no_move(table: &Table, text: &str, why: rules_core::WhyNot) -> Refusal {
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

/// The piece that was probably meant: one's own on the first square that is named, else the only one of the letter.
fn meant(table: &Table, text: &str) -> Option<Square> {
    let (game, side) = (&table.game, table.side);
    let shape = game.variant().shape();
    let mine = |square: &Square| piece_of(game, *square) == Some(side);
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let named = words.clone().flat_map(|word| {
        // "Rd5d7", "d5d7", "d5", "a10b9": a square has two or three letters.
        (0..word.len()).flat_map(move |from| {
            [3, 2]
                .into_iter()
                .filter_map(move |length| shape.parse(word.get(from..from + length)?))
        })
    });
    if let Some(square) = named.take(8).find(mine) {
        return Some(square);
    }
    let letter = text.trim().chars().next()?;
    let mut of_kind = game.position().pieces().filter(|(_, piece)| {
        piece.color == side && piece.role.letter() == letter.to_ascii_uppercase()
    });
    match (of_kind.next(), of_kind.next()) {
        (Some((square, _)), None) => Some(square),
        _ => None,
    }
}

fn piece_of(game: &Game, square: Square) -> Option<Color> {
    game.position().piece_at(square).map(|piece| piece.color)
}
