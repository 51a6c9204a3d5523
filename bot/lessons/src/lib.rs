#![doc = include_str!("../README.md")]

mod puzzles;
mod step;

pub use puzzles::{Theme, puzzles, themes, themes_of_move};
pub use step::{Attempt, Step};

use std::sync::LazyLock;

use rules_core::{Family, Move, Variant, by_family};
use serde::Deserialize;

use crate::step::Goal;

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
    static COURSES: LazyLock<[Vec<Lesson>; Family::ALL.len()]> =
        LazyLock::new(|| Family::ALL.map(lessons));
    &COURSES[family as usize]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CourseData {
    lesson: Vec<LessonData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonData {
    id: String,
    step: Vec<StepData>,
}

/// A position to solve.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepData {
    /// The game's basic one if it is missing.
    pub(crate) variant: Option<Variant>,
    pub(crate) fen: String,
    /// Moves in UCI that led from `fen` to the position that is shown, for rules that look at them.
    #[serde(default)]
    pub(crate) history: String,
    /// Moves in UCI: the person's and the replies in turn. Slashes separate moves that are as good, the first being the solution that
    /// is shown.
    pub(crate) line: String,
    /// Accepts other moves, too, at the end of the line.
    pub(crate) goal: Option<Goal>,
    pub(crate) rulings: Vec<String>,
}

/// Reads a game's course. The tests solve every step, so that what is embedded here is known to be right.
fn lessons(family: Family) -> Vec<Lesson> {
    macro_rules! source {
        ($id:literal) => {
            include_str!(concat!("../data/", $id, ".toml"))
        };
    }
    let course: CourseData = toml::from_str(by_family!(family, source))
        .unwrap_or_else(|error| panic!("{}: {error}", family.id()));
    let lessons = course.lesson.into_iter();
    lessons.map(|data| lesson(family, data)).collect()
}

fn lesson(family: Family, data: LessonData) -> Lesson {
    let title = format!("lesson-{}-{}", family.id(), data.id);
    let steps = (1..).zip(data.step).map(|(n, data)| {
        let text = format!("{title}-{n}");
        let variant = data.variant.unwrap_or(family.variants()[0]);
        Step::new(variant, data, text.clone()).unwrap_or_else(|error| panic!("{text}: {error}"))
    });
    let mut steps: Vec<_> = steps.collect();
    if let Some(first) = steps.first_mut() {
        first.arrow = first.solution(&[]);
    }
    Lesson {
        id: data.id,
        steps,
        title,
        rating: None,
        point: "",
    }
}
