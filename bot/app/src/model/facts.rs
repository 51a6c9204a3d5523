//! What the running program knows of itself.

use crate::model::moment::Timestamp;

/// What only the running program knows of itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// Its version.
    pub version: &'static str,
    /// Where its source is to be found; empty if nobody said.
    pub source: &'static str,
    /// Where people can read what is kept about them; nothing if it is only in a file.
    pub privacy: Option<String>,
    /// When it was started.
    pub started: Timestamp,
}
