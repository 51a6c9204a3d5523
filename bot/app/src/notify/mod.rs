//! Mentions, direct messages and announcements.

pub(crate) mod announcements;
pub(crate) mod mentions;
pub(crate) mod notices;
