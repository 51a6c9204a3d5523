//! The program `delos`.

fn main() {}
