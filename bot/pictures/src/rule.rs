//! Rules in pictures.

use rules_core::Variant;

use crate::Theme;

/// A diagram that explains a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleDiagram {
    /// The game.
    pub variant: Variant,
    /// Which of the game's diagrams, such as `rook` or `throw`: lower case with hyphens.
    pub id: &'static str,
    /// The colors.
    pub theme: Theme,
}
