//! Autocomplete.

use text::Text;

/// An autocomplete choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// Shown to the author; a front end cuts it to [`Suggestion::LABEL_LENGTH`] characters.
    pub label: Text,
    /// Sent when the suggestion is chosen, at most as long.
    pub value: String,
}

impl Suggestion {
    /// Longest label and value, in characters: Discord's limit.
    pub const LABEL_LENGTH: usize = 100;
    /// The most that are shown at once: Discord's limit.
    pub const MOST: usize = 25;
}
