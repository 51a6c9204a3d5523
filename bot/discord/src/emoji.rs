//! The application's emoji: pictures of the pieces on buttons.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use serenity::all::EmojiId;

/// Emoji by the names of their pictures.
pub(crate) type EmojiIds = HashMap<String, EmojiId>;

/// The application's emoji; none until they are known.
#[derive(Debug, Default)]
pub(crate) struct Emoji(RwLock<EmojiIds>);

impl Emoji {
    pub(crate) fn id(&self, name: &str) -> Option<EmojiId> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        known.get(name).copied()
    }

    pub(crate) fn set(&self, ids: EmojiIds) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = ids;
    }
}
