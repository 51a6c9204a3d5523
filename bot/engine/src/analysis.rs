//! Evaluations and hints in words.

use crate::score::Score;
use crate::searcher::PvLine;
use rules_core::Game;

/// Describes a score for the side to move: `"White wins in 3 moves"`, `"Black is clearly better"`.
pub fn verdict(game: &Game, score: Score) -> String {
    let name = |color| game.variant().color_name(color);
    let (better, other) = if score.value() >= 0 {
        (game.turn(), !game.turn())
    } else {
        (!game.turn(), game.turn())
    };
    match score.mate_in().map(i32::abs) {
        Some(0) => format!("{} has lost", name(other)),
        Some(1) => format!("{} wins in one move", name(better)),
        Some(moves) => format!("{} wins in {moves} moves", name(better)),
        None => {
            let how = match score.value().abs() {
                0..=29 => return "the chances are even".to_owned(),
                30..=89 => "a little better",
                90..=249 => "clearly better",
                _ => "winning",
            };
            format!("{} is {how}", name(better))
        }
    }
}

/// Names the piece to move but not its target, so that something is left to find; `None` if the game is over.
pub fn hint(game: &Game, line: &PvLine) -> Option<String> {
    let mv = line.moves.first()?;
    let position = game.position();
    let piece = position.piece_at(mv.from())?;
    let from = position.shape().name(mv.from());
    let is_capture = position.play_unchecked(mv).occupied().len() < position.occupied().len();
    let what = match line.score.mate_in() {
        Some(1) => "can end the game at once",
        Some(moves) if moves > 1 => "begins a forced win",
        _ if is_capture => "has something to take",
        _ => "wants to move",
    };
    Some(format!("The {} on {from} {what}.", piece.role.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SearchLimits, Searcher, Stop};
    use rules_core::{Position, Variant};

    #[test]
    fn a_mate_is_announced_and_hinted_at_without_naming_the_square() {
        let fen = "k7/8/1K6/8/8/8/8/6R1 w - - 0 1";
        let game = Game::from_position(Position::from_fen(Variant::Legan, fen).unwrap());
        let mut searcher = Searcher::new(1 << 20);
        searcher.multi_pv = 2;
        let report = searcher.search(&game, &SearchLimits::depth(4), &Stop::new(), &mut |_| ());
        assert_eq!(report.lines.len(), 2);
        assert_eq!(verdict(&game, report.score), "White wins in one move");
        let hint = hint(&game, &report.lines[0]).unwrap();
        assert_eq!(hint, "The rook on g1 can end the game at once.");
    }
}
