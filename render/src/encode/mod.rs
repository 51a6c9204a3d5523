//! Image files of palette indices.

pub(crate) mod dimensions;
pub(crate) mod gif;
mod lzw;
pub(crate) mod png;
