//! Image files of palette indices.

mod deflate;
pub(crate) mod dimensions;
pub(crate) mod gif;
mod lzw;
pub(crate) mod png;
