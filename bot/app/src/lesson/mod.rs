//! Lessons: positions to solve, one after another, in one private message. A puzzle is a lesson of one position.

pub(crate) mod course;
pub(crate) mod daily;
pub(crate) mod figures;
pub(crate) mod position;
pub(crate) mod puzzle;
