//! Who is told what: mentions, direct messages, announcements.

pub(crate) mod announcements;
pub(crate) mod calls;
pub(crate) mod notices;
