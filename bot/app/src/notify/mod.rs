//! Mentions, direct messages and announcements.

pub(crate) mod addresses;
pub(crate) mod announcements;
pub(crate) mod digest;
pub(crate) mod mentions;
pub(crate) mod notices;
pub(crate) mod posting;
