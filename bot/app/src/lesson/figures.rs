//! Prints each puzzle's answers, votes and fitted rating, for an operator.

use std::collections::BTreeMap;
use std::fmt;

use rules_core::Family;

use crate::model::{PersonRecord, Rating, Score};
use crate::protocol::LessonId;

/// The first answers to each puzzle, and the votes on it.
#[derive(Debug, Default)]
pub struct PuzzleFigures(BTreeMap<(&'static str, u16), Answers>);

#[derive(Debug, Default)]
struct Answers {
    /// The solvers' ratings, and the puzzle's results against them.
    games: Vec<(Rating, Score)>,
    likes: usize,
    dislikes: usize,
}

impl PuzzleFigures {
    /// Adds someone's answers and votes, unless their data is being deleted.
    pub fn add(&mut self, person: &PersonRecord) {
        if person.erasing.is_some() {
            return;
        }
        for family in Family::ALL {
            let solver = person.learned.solver(family);
            let answers = [(&solver.solved, Score::Loss), (&solver.failed, Score::Win)];
            for (puzzles, score) in answers {
                for &puzzle in puzzles {
                    let games = &mut self.of(family, puzzle).games;
                    games.push((solver.rating, score));
                }
            }
            for &puzzle in &solver.liked {
                self.of(family, puzzle).likes += 1;
            }
            for &puzzle in &solver.disliked {
                self.of(family, puzzle).dislikes += 1;
            }
        }
    }

    fn of(&mut self, family: Family, puzzle: u16) -> &mut Answers {
        self.0.entry((family.id(), puzzle)).or_default()
    }
}

impl fmt::Display for PuzzleFigures {
    /// A line for each puzzle that someone has answered, with the rating that fits those answers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "puzzle | answers | solved | for | against | rating | fitted | deviation"
        )?;
        for puzzle in Family::ALL.into_iter().flat_map(LessonId::puzzles_of) {
            let number = puzzle.puzzle_number().unwrap_or_default();
            let Some(answers) = self.0.get(&(puzzle.family().id(), number)) else {
                continue;
            };
            let (games, likes, dislikes) = (&answers.games, answers.likes, answers.dislikes);
            let count = games.len();
            let losses = games.iter().filter(|(_, score)| *score == Score::Loss);
            let solved = losses.count();
            let rating = puzzle.lesson().rating.unwrap_or_default();
            let fitted = Rating::of_points(rating).fitted(games);
            let (points, deviation) = (fitted.points(), fitted.deviation());
            writeln!(
                f,
                "{puzzle} | {count} | {solved} | {likes} | {dislikes} | {rating} | {points} | {deviation}"
            )?;
        }
        Ok(())
    }
}
