//! The engine's opinion of a position in words. A hint's words are in `hint.rs`.

use engine::Score;
use rules_core::Game;
use text::{Message, msg};

/// Who is better, in a sentence without its full stop.
pub(super) fn verdict(game: &Game, score: Score) -> Message {
    let ahead = if score.value() >= 0 {
        game.turn()
    } else {
        !game.turn()
    };
    let name = |color| game.variant().color_name(color);
    match (score.mate_in().map(i32::abs), score.value().abs()) {
        (Some(0), _) => msg!("verdict-lost", color = name(!ahead)),
        (Some(moves), _) => msg!("verdict-mate", color = name(ahead), moves),
        (None, 0..=29) => msg!("verdict-even"),
        (None, 30..=89) => msg!("verdict-slightly-better", color = name(ahead)),
        (None, 90..=249) => msg!("verdict-clearly-better", color = name(ahead)),
        (None, _) => msg!("verdict-winning", color = name(ahead)),
    }
}

#[cfg(test)]
mod tests {
    use engine::{SearchLimits, Searcher, Stop};
    use rules_core::{Position, Variant};

    use super::*;

    #[test]
    fn a_mate_is_announced() {
        let fen = "k7/8/1K6/8/8/8/8/6R1 w - - 0 1";
        let game = Game::from_position(Position::from_fen(Variant::Legan, fen).unwrap());
        let mut searcher = Searcher::new(1 << 20);
        let report = searcher.search(&game, &SearchLimits::depth(4), &Stop::new(), &mut |_| ());
        let verdict = verdict(&game, report.score).to_string();
        assert_eq!(verdict, "White wins in one move");
    }
}
