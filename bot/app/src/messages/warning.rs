//! Warnings of moves that lose at once.

use rules_core::{Blunder, Game, Move, Reason};
use text::{Message, Text, msg};

use crate::messages::seat;
use crate::model::record::Seat;

/// The question whether to make this move, with how it would lose at once.
pub fn ask_move(game: &Game, mv: Move, blunder: Option<Blunder>, opponent: &Seat) -> Text {
    let question = msg!(
        "game-ask-move",
        played = game.san(mv),
        words = text::chess::move_in_words(game, mv),
    );
    let warning = blunder.map(|blunder| warning(game, mv, blunder, seat(opponent)));
    Text::from(question).line(warning.map_or_else(Text::default, Text::from))
}

/// The question whether to make a move that loses at once, without how.
pub fn ask_losing_move(game: &Game, mv: Move) -> Text {
    msg!(
        "game-ask-losing-move",
        played = game.san(mv),
        words = text::chess::move_in_words(game, mv),
    )
    .into()
}

/// How a move loses at once.
pub(super) fn warning(
    game: &Game,
    mv: Move,
    blunder: Blunder,
    opponent: impl Into<Text>,
) -> Message {
    let mut after = game.clone();
    let opponent = opponent.into();
    let reply = match blunder.reply {
        Some(reply) if after.play(mv).is_ok() => after.san(reply),
        _ => return msg!("game-warning-line"),
    };
    match blunder.reason {
        Reason::KingCaptured => msg!("game-warning-king", opponent, reply),
        Reason::BareKing => msg!("game-warning-bare-king", opponent, reply),
        Reason::Checkmate => msg!("game-warning-mate", opponent, reply),
        // A reply wins in no other way but by leaving no move.
        _ => msg!("game-warning-no-moves", opponent, reply),
    }
}
