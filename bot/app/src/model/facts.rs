//! Facts about the running program.

use crate::model::moment::Timestamp;

/// Facts about the running program, most of them for `/about`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    pub version: &'static str,
    /// URL of its source; empty if unknown.
    pub source: &'static str,
    /// URL of the privacy policy; `None` if it is only in a file.
    pub privacy: Option<String>,
    pub started: Timestamp,
    /// Whether people have one platform only, so that no one has a second account.
    pub alone: bool,
}
