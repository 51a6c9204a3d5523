//! A message that is about to be posted or edited.

use text::Text;

use crate::model::{ChallengeId, PlayerId, Venue};
use crate::protocol::{Card, Subject};

/// A subject's message as it should look now.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The version of the record.
    pub version: u64,
    pub venue: Venue,
    pub card: Card,
    /// Whether the engine is about to move, which brings a later version.
    pub is_engines_turn: bool,
    /// The only person in a game against the engine in progress: its board stays in their view.
    pub player: Option<PlayerId>,
    /// It recently could not be posted.
    pub unseen: bool,
    /// A thread to open first; `venue` is then the channel to open it in.
    pub thread: Option<ThreadToOpen>,
    /// Subjects whose pending changes should be seen first.
    pub after: Vec<Subject>,
    /// The text that is left when a newer message replaces it.
    pub retired: Text,
    /// The text left of the message that it replaces, if that has changed.
    pub former: Option<Text>,
}

impl Shown {
    /// A card that neither calls nor waits for anyone; without controls, it is left as it is.
    pub(crate) fn of_card(version: u64, venue: Venue, card: Card) -> Self {
        Self {
            version,
            venue,
            is_engines_turn: false,
            player: None,
            unseen: false,
            thread: None,
            after: Vec::new(),
            former: None,
            retired: card.text.clone(),
            card,
        }
    }
}

/// A thread to open for a game.
#[derive(Clone, Debug)]
pub struct ThreadToOpen {
    pub name: String,
    /// Open it below this challenge's message.
    pub beneath: Option<ChallengeId>,
    /// Text of the message to open it below, if the challenge has none.
    pub opening: Text,
    /// Its game is over within hours.
    pub is_live: bool,
}
