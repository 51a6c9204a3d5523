//! Games that are ended before the rules end them, because both players agree how they end.

use super::Points;
use crate::score::Score;
use rules_core::Color;

/// When a game need not be played out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Adjudication {
    /// An advantage from which on both count the game as decided, in hundredths of a pawn.
    pub decided: i32,
    /// For how many moves of each player in a row both must have seen it.
    pub decided_moves: usize,
    /// An advantage up to which both count the position as equal, in hundredths of a pawn.
    pub equal: i32,
    /// For how many moves of each player in a row both must have seen none that is greater.
    pub equal_moves: usize,
    /// The half-moves of a game before which it is not given as drawn.
    pub equal_from: usize,
}

impl Adjudication {
    /// Like the rules by which Stockfish's testers end their games, but both players must see the advantage, a greater one and once more.
    pub const USUAL: Self = Self {
        decided: 1_000,
        decided_moves: 4,
        equal: 20,
        equal_moves: 8,
        equal_from: 68,
    };
}

/// What the players have thought of their game lately.
#[derive(Debug, Default)]
pub(super) struct Opinions {
    favored: Option<Color>,
    /// Half-moves since when both favor that side.
    decided: usize,
    /// Half-moves since when both favor none.
    equal: usize,
}

impl Opinions {
    /// Takes in what the side that moves at this half-move thinks, if it says so, and tells how the game ends if that decides it.
    pub(super) fn hear(
        &mut self,
        rule: &Adjudication,
        (ply, mover): (usize, Color),
        score: Option<Score>,
    ) -> Option<Points> {
        let score = score.map(Score::value);
        let favored = match score {
            Some(score) if score >= rule.decided => Some(mover),
            Some(score) if score <= -rule.decided => Some(!mover),
            _ => None,
        };
        self.decided = match favored {
            None => 0,
            side if side == self.favored => self.decided + 1,
            Some(_) => 1,
        };
        self.favored = favored;
        let level = ply >= rule.equal_from && score.is_some_and(|score| score.abs() <= rule.equal);
        self.equal = if level { self.equal + 1 } else { 0 };
        match favored {
            Some(Color::White) if self.decided >= 2 * rule.decided_moves => Some(Points::Win),
            Some(Color::Black) if self.decided >= 2 * rule.decided_moves => Some(Points::Loss),
            _ if self.equal >= 2 * rule.equal_moves => Some(Points::Draw),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: Adjudication = Adjudication {
        decided: 900,
        decided_moves: 2,
        equal: 20,
        equal_moves: 2,
        equal_from: 4,
    };

    fn hear(first_ply: usize, scores: &[Option<i32>]) -> Vec<Option<Points>> {
        let mut opinions = Opinions::default();
        let mut mover = Color::White;
        let told = scores.iter().enumerate().map(|(n, score)| {
            let told = opinions.hear(&RULE, (first_ply + n, mover), score.map(Score::raw));
            mover = !mover;
            told
        });
        told.collect()
    }

    #[test]
    fn both_must_see_a_decided_game_several_times_in_a_row() {
        let won = Some(Points::Win);
        let sides = [Some(950), Some(-900), Some(29_990), Some(-2_000)];
        assert_eq!(hear(0, &sides), [None, None, None, won]);
        let lost = sides.map(|score| score.map(|score: i32| -score));
        assert_eq!(hear(0, &lost)[3], Some(Points::Loss));
        // One who hopes, and one who says nothing.
        for at in 0..4 {
            for doubt in [Some(-899), Some(0), None] {
                let mut doubted = sides;
                doubted[at] = doubt;
                assert_eq!(hear(0, &doubted), [None; 4]);
            }
        }
        // Each believes to win.
        assert_eq!(hear(0, &[Some(2_000); 8]), [None; 8]);
    }

    #[test]
    fn both_must_see_an_equal_game_late_enough_and_several_times_in_a_row() {
        let equal = [Some(20), Some(-20), Some(0), Some(7)];
        let drawn = Some(Points::Draw);
        assert_eq!(hear(4, &equal), [None, None, None, drawn]);
        assert_eq!(hear(3, &equal), [None; 4]);
        for at in 0..4 {
            for doubt in [Some(21), Some(-21), None] {
                let mut doubted = equal;
                doubted[at] = doubt;
                assert_eq!(hear(4, &doubted), [None; 4]);
            }
        }
    }
}
