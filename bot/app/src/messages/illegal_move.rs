//! Why a move was refused, or loses at once.

use rules_core::{Blunder, Family, Game, IllegalMove, Move, MoveError, Reason, Square};
use text::chess::{move_error, move_in_words, role_plural};
use text::{Message, Text, msg};

use crate::messages::seat;
use crate::model::Seat;

/// Maximum number of moves listed.
const LISTED: usize = 30;

/// Whether [`why_not`] adds anything to a refusal.
pub(super) fn has_more(why: &MoveError) -> bool {
    !why.pieces().is_empty()
        || why.target().is_some()
        || !why.attackers().is_empty()
        || matches!(why, MoveError::Illegal(IllegalMove::MustCapture(_)))
}

/// Why a text is not a legal move, and what the player can do instead.
pub fn why_not(game: &Game, why: &MoveError) -> Text {
    let instead = instead(game, why).unwrap_or_else(|| msg!("game-see-move-button"));
    Text::from(move_error(why)).line(instead)
}

/// As [`why_not`], where there is no button that lists the moves.
pub(crate) fn why_not_here(game: &Game, why: &MoveError) -> Text {
    let instead = has_more(why).then(|| instead(game, why)).flatten();
    Text::from(move_error(why)).line(instead)
}

fn instead(game: &Game, why: &MoveError) -> Option<Message> {
    let position = game.position();
    let legal = game.legal_moves();
    let list = |fits: &dyn Fn(&Move) -> bool| -> Vec<String> {
        let fitting = legal.iter().filter(|mv| fits(mv)).take(LISTED);
        fitting.map(|&mv| game.san(mv)).collect()
    };
    let all = list(&|_| true);
    if position.is_check() && game.variant().family() != Family::Toto40 {
        return Some(msg!("game-escapes", moves = all.join(", ")));
    }
    let pieces = why.pieces();
    let moves = list(&|mv| pieces.contains(&mv.from()));
    let must_capture = game.variant().captures_are_mandatory()
        && legal.first().is_some_and(|&mv| position.is_capture(mv));
    if !pieces.is_empty() && moves.is_empty() && must_capture {
        return Some(move_error(&IllegalMove::MustCapture(all).into()));
    }
    let name = |square: Square| position.shape().name(square).to_string();
    let piece_at = |square| position.piece_at(square);
    let told = match (pieces.as_slice(), why.target()) {
        (&[square], _) if let Some(piece) = piece_at(square) => {
            let piece = super::piece_on(piece, &name(square));
            if moves.is_empty() {
                return Some(msg!("game-piece-stuck", piece));
            }
            msg!("game-piece-moves", piece, moves = moves.join(", "))
        }
        (&[square, ..], _) if let Some(piece) = piece_at(square) => {
            let pieces = role_plural(piece.role);
            if moves.is_empty() {
                return Some(msg!("game-pieces-stuck", pieces));
            }
            msg!("game-pieces-move", pieces, moves = moves.join(", "))
        }
        (_, Some(target)) => {
            let (moves, square) = (list(&|mv| mv.to() == target), name(target));
            if moves.is_empty() {
                return Some(msg!("game-square-out-of-reach", square));
            }
            msg!("game-moves-to", square, moves = moves.join(", "))
        }
        _ if must_capture => msg!("game-must-capture", game = game.variant().name()),
        _ => return None,
    };
    Some(told)
}

/// The question whether to make this move, with how it would lose at once.
pub fn ask_move(game: &Game, mv: Move, blunder: Option<Blunder>, opponent: &Seat) -> Text {
    let (played, words) = (game.san(mv), move_in_words(game, mv));
    Text::from(msg!("game-ask-move", played, words))
        .line(blunder.map(|blunder| warning(game, mv, blunder, seat(opponent))))
}

/// The question whether to make a move that loses at once, without how.
pub fn ask_losing_move(game: &Game, mv: Move) -> Text {
    let (played, words) = (game.san(mv), move_in_words(game, mv));
    msg!("game-ask-losing-move", played, words).into()
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
