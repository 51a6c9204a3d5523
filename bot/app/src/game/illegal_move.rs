//! Why a move is illegal, and what the piece can do instead.

use pictures::BoardPicture;
use rules_core::{Attacker, MoveError};
use text::msg;

use crate::context::failure::Result;
use crate::context::{Change, Reader};
use crate::game::active_game::ActiveGame;
use crate::game::{active_game, confirmation};
use crate::help::rulebook::rules_button;
use crate::messages;
use crate::model::ids::{GameId, Person};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, Card};
use crate::protocol::command::{Audience, Command};
use crate::protocol::move_choice::MoveText;
use crate::protocol::refusal::Refusal;
use crate::settings::effective;
use crate::spec::command::{CommandSpec, named};
use crate::spec::options::ON_BOARD;

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

/// Explains why a text is no legal move, with a board that marks where the meant piece can go
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
            let now = active.record.value.ply();
            return asked.ok_or_else(|| {
                Refusal::Stale {
                    game: id,
                    seen,
                    now,
                }
                .into()
            });
        }
    };
    let record = &active.record.value;
    let settings = effective::effective_settings(reader, Some(&who.id), record.server_of(&who.id))?;
    let look = settings.private_look(Some(active.side), &active.game);
    let board = crate::game::message::picture(record, active.game.clone());
    let board = look.of(marked(board, &why));
    let row = vec![
        Button::primary(msg!("button-game-move"), Action::Panel(id, seen)),
        rules_button(record.variant),
    ];
    let card = Card {
        board: (!settings.words_only()).then_some(board),
        controls: vec![row],
        ..Card::words(messages::why_not(&active.game, &why))
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

/// The refusal of a typed move, with what the button "Why not?" needs.
pub(crate) fn no_move(active: &ActiveGame, text: &str, why: MoveError) -> Refusal {
    let mut typed = MoveText::new();
    for letter in text.trim().chars() {
        if letter.is_control() || typed.try_push(letter).is_err() {
            break;
        }
    }
    let record = &active.record.value;
    Refusal::NoMove {
        game: record.id,
        ply: record.ply(),
        typed,
        why,
    }
}
