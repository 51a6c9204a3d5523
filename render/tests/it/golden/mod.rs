//! Compares pictures of every shape, theme and mark with stored ones that were reviewed by eye.

mod boards;
mod compare;
mod marks;
mod samples;
mod sheets;
