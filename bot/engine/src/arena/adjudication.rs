//! Ends games early when both players agree on the result.

use super::Ending;
use crate::score::Score;
use rules_core::Color;

/// When a game is ended early. Scores are in centipawns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Adjudication {
    /// Score from which a player counts the game as decided.
    pub win_score: i32,
    /// Consecutive moves of each player that must agree on a winner.
    pub win_moves: usize,
    /// Score up to which a player counts the position as equal.
    pub draw_score: i32,
    /// Consecutive moves of each player that must agree on a draw.
    pub draw_moves: usize,
    /// First ply at which agreement on a draw counts.
    pub draw_from_ply: usize,
}

impl Adjudication {
    /// Like the rules of Stockfish's testers, but both players must see the advantage, a larger one, and for one more move.
    pub const DEFAULT: Self = Self {
        win_score: 1_000,
        win_moves: 4,
        draw_score: 20,
        draw_moves: 8,
        draw_from_ply: 68,
    };
}

/// Follows the players' scores through a game.
#[derive(Debug)]
pub(super) struct Adjudicator {
    rule: Adjudication,
    winner: Option<Color>,
    /// Consecutive plies that agree on the winner.
    win_plies: usize,
    /// Consecutive plies that agree on a draw.
    draw_plies: usize,
}

impl Adjudicator {
    pub(super) const fn new(rule: Adjudication) -> Self {
        Self {
            rule,
            winner: None,
            win_plies: 0,
            draw_plies: 0,
        }
    }

    /// Records a player's score at a ply, if the player reports one, and returns the ending if that decides the game.
    pub(super) fn record(
        &mut self,
        ply: usize,
        player: Color,
        score: Option<Score>,
    ) -> Option<Ending> {
        let rule = &self.rule;
        let score = score.map(Score::value);
        let winner = match score {
            Some(score) if score >= rule.win_score => Some(player),
            Some(score) if score <= -rule.win_score => Some(!player),
            _ => None,
        };
        self.win_plies = match winner {
            None => 0,
            Some(_) if winner == self.winner => self.win_plies + 1,
            Some(_) => 1,
        };
        self.winner = winner;
        let is_equal =
            ply >= rule.draw_from_ply && score.is_some_and(|score| score.abs() <= rule.draw_score);
        self.draw_plies = if is_equal { self.draw_plies + 1 } else { 0 };
        let is_won = self.win_plies >= 2 * rule.win_moves;
        let is_drawn = self.draw_plies >= 2 * rule.draw_moves;
        (is_won || is_drawn).then_some(Ending {
            winner,
            reason: "adjudication",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: Adjudication = Adjudication {
        win_score: 900,
        win_moves: 2,
        draw_score: 20,
        draw_moves: 2,
        draw_from_ply: 4,
    };

    const fn ending(winner: Option<Color>) -> Ending {
        let reason = "adjudication";
        Ending { winner, reason }
    }

    fn record(first_ply: usize, scores: &[Option<i32>]) -> Vec<Option<Ending>> {
        let mut adjudicator = Adjudicator::new(RULE);
        let mut player = Color::White;
        let results = scores.iter().enumerate().map(|(n, score)| {
            let score = score.map(Score::from_raw);
            let result = adjudicator.record(first_ply + n, player, score);
            player = !player;
            result
        });
        results.collect()
    }

    #[test]
    fn both_must_see_a_decided_game_several_times_in_a_row() {
        let won = Some(ending(Some(Color::White)));
        let sides = [Some(950), Some(-900), Some(29_990), Some(-2_000)];
        assert_eq!(record(0, &sides), [None, None, None, won]);
        let lost = sides.map(|score| score.map(|score: i32| -score));
        assert_eq!(record(0, &lost)[3], Some(ending(Some(Color::Black))));
        // One score short of the threshold, or none reported.
        for at in 0..4 {
            for doubt in [Some(-899), Some(0), None] {
                let mut doubted = sides;
                doubted[at] = doubt;
                assert_eq!(record(0, &doubted), [None; 4]);
            }
        }
        // Both claim the win.
        assert_eq!(record(0, &[Some(2_000); 8]), [None; 8]);
    }

    #[test]
    fn both_must_see_an_equal_game_late_enough_and_several_times_in_a_row() {
        let equal = [Some(20), Some(-20), Some(0), Some(7)];
        let drawn = Some(ending(None));
        assert_eq!(record(4, &equal), [None, None, None, drawn]);
        assert_eq!(record(3, &equal), [None; 4]);
        for at in 0..4 {
            for doubt in [Some(21), Some(-21), None] {
                let mut doubted = equal;
                doubted[at] = doubt;
                assert_eq!(record(4, &doubted), [None; 4]);
            }
        }
    }
}
