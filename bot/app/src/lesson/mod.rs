//! Lessons: positions to solve, one after another, in one private message. A puzzle is a lesson of one position.

mod answer;
pub(crate) mod course;
mod finish;
pub(crate) mod position;
pub(crate) mod puzzle;
