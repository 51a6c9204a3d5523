//! Why a move is illegal, and what the piece can do instead; of a legal move, how it loses at once.

use pictures::BoardPicture;
use rules_core::{Attacker, MoveError};
use text::msg;

use crate::context::{Change, Reader, Result};
use crate::game::{active_game, confirmation, message};
use crate::help::rulebook::rules_button;
use crate::messages;
use crate::model::{GameId, Person};
use crate::protocol::{Action, Audience, Button, Card, Command};
use crate::spec::{CommandSpec, ON_BOARD, named};

pub(crate) const WHY: CommandSpec = named("why", || msg!("command-why"))
    .command(|arguments| {
        Ok(Command::WhyNot {
            game: arguments.game("game")?,
            ply: arguments.number("at").unwrap_or(0),
            text: arguments.move_text()?,
        })
    })
    .typed_only()
    .options(ON_BOARD);

/// Explains why a text isn't a legal move, with a board that marks where the meant piece can go
/// and what would attack the king; of a legal move, how it loses at once.
pub(crate) fn why_not(
    reader: &Reader<'_>,
    who: &Person,
    id: GameId,
    seen: u32,
    text: &str,
) -> Result<Change> {
    let active = active_game::by_id(reader, who, id)?;
    active.must_be_to_move(Some(seen))?;
    let why = match active.game.read(text) {
        Err(why) => why,
        Ok(mv) => {
            let asked = confirmation::asked_first(reader, who, &active, mv, Audience::Author)?;
            return asked.ok_or_else(|| active.stale(seen).into());
        }
    };
    let record = &active.record.value;
    let settings = active.settings(reader, who)?;
    let look = settings.private_look(Some(active.side), &active.game);
    let board = look.of(marked(message::picture(record, active.game.clone()), &why));
    let row = [
        Button::primary(msg!("button-game-move"), Action::Panel(id, seen)),
        rules_button(record.variant),
    ];
    let card = Card {
        board: (!settings.words_only()).then_some(board),
        ..Card::with_buttons(messages::why_not(&active.game, &why), row)
    };
    Ok(Change::aside(card))
}

/// A board that marks where the meant piece can go and what would attack the king.
pub(crate) fn marked(board: BoardPicture, why: &MoveError) -> BoardPicture {
    BoardPicture {
        selected: match *why.pieces() {
            [square] => Some(square),
            _ => None,
        },
        threats: why.attackers().iter().flat_map(Attacker::arrows).collect(),
        ..board
    }
}
