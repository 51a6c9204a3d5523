#![doc = include_str!("../README.md")]

mod data;
mod goal;
mod puzzles;
mod step;

pub use puzzles::{Theme, puzzles, themes, themes_of_move};
pub use step::{Attempt, Step};

use std::sync::LazyLock;

use rules_core::{Family, Move};

/// A few positions that show one idea.
#[derive(Debug)]
pub struct Lesson {
    /// One word, such as `throw`, unique in its course.
    pub id: String,
    /// In the order to solve them; never empty.
    pub steps: Vec<Step>,
    title: String,
    /// Difficulty on the scale of ratings; only a puzzle has one.
    pub rating: Option<u16>,
    point: &'static str,
}

impl Lesson {
    /// Id of the message with the lesson's name.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Moves after a puzzle's solution that show what it wins; often none, since the solution shows it.
    pub fn point(&self) -> Vec<Move> {
        let mut game = self.steps[0].solved();
        let moves = self.point.split_whitespace().map_while(|uci| {
            let mv = game.read(uci).ok()?;
            game.play(mv).ok()?;
            Some(mv)
        });
        moves.collect()
    }
}

/// Returns the lessons of a game, in the order to learn them. Forms such as `leap-multi` are taught within their game.
pub fn course(family: Family) -> &'static [Lesson] {
    static COURSES: LazyLock<[Vec<Lesson>; 5]> = LazyLock::new(|| Family::ALL.map(data::lessons));
    let found = Family::ALL.iter().position(|&of| of == family);
    found.map_or(&[], |at| &COURSES[at])
}
