//! Lessons: positions to solve, one after another, in one private message.

pub(crate) mod course;
mod finish;
pub(crate) mod position;
