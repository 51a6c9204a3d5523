//! Texts in addresses of controls.

/// A text that this program did not write: not a field of an address, or not the name of a lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseFieldError;
