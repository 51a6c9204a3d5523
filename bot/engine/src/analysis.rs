//! For people who want to know: the best moves, a hint in words, and where a finished game turned.

use crate::limits::{SearchLimits, Stop};
use crate::score::Score;
use crate::think::{DEFAULT_MEMORY, Line, SearchReport, Searcher};
use rules_core::{Color, Game, Move};

/// The best lines of the position at the end of a game, best first, at most `lines` of them.
pub fn analyze(game: &Game, lines: usize, limits: &SearchLimits, stop: &Stop) -> SearchReport {
    let mut searcher = Searcher::new(DEFAULT_MEMORY);
    searcher.multi_pv = lines.max(1);
    searcher.search(game, limits, stop, &mut |_| ())
}

/// A line's worth in words, for the side to move: `"White wins in 3 moves"`, `"Black is clearly better"`.
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

/// A hint that leaves the player something to find: what to move first, not where to. None when the game is over.
pub fn hint(game: &Game, line: &Line) -> Option<String> {
    let mv = line.moves.first()?;
    let shape = game.position().shape();
    let piece = game.position().piece_at(mv.from())?;
    let from = shape.name(mv.from());
    let takes =
        game.position().play_unchecked(mv).occupied().len() < game.position().occupied().len();
    let what = match line.score.mate_in() {
        Some(1) => "can end the game at once",
        Some(moves) if moves > 1 => "begins a forced win",
        _ if takes => "has something to take",
        _ => "wants to move",
    };
    Some(format!("The {} on {from} {what}.", piece.role.name()))
}

/// A move of a finished game, judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// The move that was played.
    pub played: Move,
    /// The move that the search prefers.
    pub best: Move,
    /// How the search would have gone on.
    pub line: Vec<Move>,
    /// The position's worth before the move, for White.
    pub before: Score,
    /// The worth after it, for White.
    pub after: Score,
    /// The share of points given away by the move, 0 to 1.
    pub lost: f64,
}

/// From this share of points on, a move is a turning point.
pub const TURNING_POINT: f64 = 0.2;

/// Judges each move of a game with so many positions looked at for each. Ends early when stopped: then the list is shorter than the game.
pub fn judge(game: &Game, nodes: u64, stop: &Stop) -> Vec<Judged> {
    let mut searcher = Searcher::new(DEFAULT_MEMORY);
    let limits = SearchLimits::nodes(nodes);
    let mut replay = Game::from_position(*game.start());
    let mut judged: Vec<Judged> = Vec::with_capacity(game.ply());
    for &played in game.moves() {
        let turn = replay.turn();
        let report = searcher.search(&replay, &limits, stop, &mut |_| ());
        let Some(best) = report.best.filter(|_| !stop.is_stopped()) else {
            break;
        };
        if replay.play(played).is_err() {
            break;
        }
        let after = match replay.outcome() {
            Some(outcome) => match outcome.winner {
                None => Score::EQUAL,
                Some(winner) if winner == turn => Score::raw(-crate::score::lost_at(1)),
                Some(_) => Score::raw(crate::score::lost_at(1)),
            },
            None => searcher
                .search(&replay, &limits, stop, &mut |_| ())
                .score
                .reversed(),
        };
        let before = if played == best {
            after
        } else {
            report.score.max(after)
        };
        judged.push(Judged {
            played,
            best,
            line: report.pv,
            before: for_white(before, turn),
            after: for_white(after, turn),
            lost: (before.expectation() - after.expectation()).max(0.0),
        });
    }
    judged
}

/// The half-moves (counted from nought) at which the game turned: where a move gave away at least [`TURNING_POINT`].
pub fn turning_points(judged: &[Judged]) -> Vec<usize> {
    judged
        .iter()
        .enumerate()
        .filter(|(_, judged)| judged.lost >= TURNING_POINT)
        .map(|(ply, _)| ply)
        .collect()
}

fn for_white(score: Score, turn: Color) -> Score {
    match turn {
        Color::White => score,
        Color::Black => score.reversed(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules_core::{Position, Variant};

    fn game(variant: Variant, fen: &str) -> Game {
        Game::from_position(Position::from_fen(variant, fen).unwrap())
    }

    #[test]
    fn a_mate_is_announced_and_hinted_at_without_naming_the_square() {
        let game = game(Variant::Legan, "k7/8/1K6/8/8/8/8/6R1 w - - 0 1");
        let report = analyze(&game, 2, &SearchLimits::depth(4), &Stop::new());
        assert_eq!(report.lines.len(), 2);
        assert_eq!(verdict(&game, report.score), "White wins in one move");
        let hint = hint(&game, &report.lines[0]).unwrap();
        assert_eq!(hint, "The rook on g1 can end the game at once.");
    }

    #[test]
    fn giving_the_queen_away_is_a_turning_point() {
        let mut game = Game::new(Variant::Latrunculi);
        for text in ["e2e4", "e7e5", "d1h5", "b8c6", "h5f7", "e8f7"] {
            let mv = game.read(text).unwrap();
            game.play(mv).unwrap();
        }
        let judged = judge(&game, 3_000, &Stop::new());
        assert_eq!(judged.len(), 6);
        assert!(turning_points(&judged).contains(&4));
        assert!(judged[0].lost < TURNING_POINT && judged[5].lost < TURNING_POINT);
    }
}
