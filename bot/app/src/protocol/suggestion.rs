//! An autocomplete choice.

/// A completion of what a person is typing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// At most [`Suggestion::LABEL_LENGTH`] characters.
    pub label: String,
    /// Sent when it is chosen; at most as many characters.
    pub value: String,
}

impl Suggestion {
    /// Longest label and value, in characters: Discord's limit.
    pub const LABEL_LENGTH: usize = 100;
    /// The most that are shown at once: Discord's limit.
    pub const MOST: usize = 25;
}
