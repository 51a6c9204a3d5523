//! An autocomplete choice.

/// Something that somebody may be about to type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// What is shown, at most [`Suggestion::LABEL_LENGTH`] characters.
    pub label: String,
    /// What is sent when it is chosen, at most as many.
    pub value: String,
}

impl Suggestion {
    /// The longest label and value, in characters; Discord's limit.
    pub const LABEL_LENGTH: usize = 100;
    /// The most that are shown at once; Discord's limit.
    pub const MOST: usize = 25;
}
