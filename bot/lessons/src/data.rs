//! The courses as they are written: one file per game in `data`.

use rules_core::{Family, Variant};
use serde::Deserialize;

use crate::goal::Goal;
use crate::{Lesson, Step};

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
pub(crate) fn lessons(family: Family) -> Vec<Lesson> {
    let source = match family {
        Family::Leto => include_str!("../data/leto.toml"),
        Family::Legan => include_str!("../data/legan.toml"),
        Family::Toto40 => include_str!("../data/toto40.toml"),
        Family::Leap => include_str!("../data/leap.toml"),
        Family::Latrunculi => include_str!("../data/latrunculi.toml"),
    };
    let course: CourseData =
        toml::from_str(source).unwrap_or_else(|error| panic!("{}: {error}", family.id()));
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
