//! Mentions, direct messages, announcements and posts.

pub(crate) mod announcements;
pub(crate) mod mentions;
pub(crate) mod notices;
pub(crate) mod posts;
