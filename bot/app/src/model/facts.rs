//! Facts about the running program.

use crate::model::moment::Timestamp;

/// Facts about the running program, for `/about`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    pub version: &'static str,
    /// URL of its source; empty if unknown.
    pub source: &'static str,
    /// URL of the privacy policy; `None` if it is only in a file.
    pub privacy: Option<String>,
    pub started: Timestamp,
}
