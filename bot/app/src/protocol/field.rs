//! Fields in the addresses of controls.

/// The text is not a valid field of an address, or names no lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseFieldError;
