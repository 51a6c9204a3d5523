//! A tournament as other programs read it.

pub mod trf;
