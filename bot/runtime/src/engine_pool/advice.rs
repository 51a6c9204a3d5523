//! The engine's opinion of a position in words.

use engine::{PvLine, Score};
use rules_core::Game;
use text::{Message, msg};

/// Completes the sentence "I think ...".
pub(super) fn verdict(game: &Game, score: Score) -> Message {
    let ahead = if score.value() >= 0 {
        game.turn()
    } else {
        !game.turn()
    };
    let name = |color| game.variant().color_name(color);
    match (score.mate_in().map(i32::abs), score.value().abs()) {
        (Some(0), _) => msg!("verdict-lost", color = name(!ahead)),
        (Some(moves), _) => msg!("verdict-mate", color = name(ahead), moves = moves),
        (None, 0..=29) => msg!("verdict-even"),
        (None, 30..=89) => msg!("verdict-slightly-better", color = name(ahead)),
        (None, 90..=249) => msg!("verdict-clearly-better", color = name(ahead)),
        (None, _) => msg!("verdict-winning", color = name(ahead)),
    }
}

/// A hint at the best move that does not name it.
pub(super) fn hint(game: &Game, line: &PvLine) -> Option<Message> {
    let mv = line.moves.first()?;
    let position = game.position();
    let piece = position.piece_at(mv.from())?.role.name();
    let square = position.shape().name(mv.from()).to_string();
    let is_capture = position.play_unchecked(mv).occupied().len() < position.occupied().len();
    Some(match line.score.mate_in() {
        Some(1) => msg!("hint-wins", piece = piece, square = square),
        Some(moves) if moves > 1 => msg!("hint-forced-win", piece = piece, square = square),
        _ if is_capture => msg!("hint-capture", piece = piece, square = square),
        _ => msg!("hint-move", piece = piece, square = square),
    })
}

/// The move that a hint is about.
pub(super) fn best_move(game: &Game, line: &PvLine) -> Option<Message> {
    let &mv = line.moves.first()?;
    let words = text::chess::move_in_words(game, mv);
    Some(msg!("hint-best-move", san = game.san(mv), words = words))
}

#[cfg(test)]
mod tests {
    use engine::{SearchLimits, Searcher, Stop};
    use rules_core::{Position, Variant};

    use super::*;

    #[test]
    fn a_mate_is_announced_and_hinted_at_without_naming_the_square() {
        let fen = "k7/8/1K6/8/8/8/8/6R1 w - - 0 1";
        let game = Game::from_position(Position::from_fen(Variant::Legan, fen).unwrap());
        let mut searcher = Searcher::new(1 << 20);
        searcher.multi_pv = 2;
        let report = searcher.search(&game, &SearchLimits::depth(4), &Stop::new(), &mut |_| ());
        assert_eq!(report.lines.len(), 2);
        let verdict = verdict(&game, report.score).to_string();
        assert_eq!(verdict, "White wins in one move");
        let hint = hint(&game, &report.lines[0]).unwrap().to_string();
        assert_eq!(hint, "The rook on g1 can win the game right now.");
        let best = best_move(&game, &report.lines[0]).unwrap().to_string();
        assert!(best.starts_with("I'd play R"), "{best}");
    }
}
