//! Lessons: positions to solve, one after another, in one private message. A puzzle is a lesson of one position.

mod answer;
pub(crate) mod course;
pub(crate) mod daily;
mod daily_answer;
pub(crate) mod figures;
mod finish;
pub(crate) mod position;
pub(crate) mod puzzle;
