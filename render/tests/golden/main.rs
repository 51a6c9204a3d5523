//! Compares pictures of every shape, theme and mark with stored ones that were reviewed by eye.

mod boards;
#[path = "../common/mod.rs"]
mod common;
mod compare;
mod diagrams;
mod marks;
mod samples;
mod sheets;
