//! Values over time.

mod curve;
mod graph;
