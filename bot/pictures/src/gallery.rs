//! All games at a glance.

use crate::Theme;

/// The start positions of the games with their names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Gallery {
    /// The colors.
    pub theme: Theme,
}
