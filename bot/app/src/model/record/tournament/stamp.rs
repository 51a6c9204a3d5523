//! Stamps of the state that a control was offered for, so that pressing it again changes nothing more.

use super::{Stage, TournamentRecord};

/// Hashes a text to a short number (FNV-1a). Collisions are very unlikely.
pub(crate) fn stamp(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash: u32, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

impl TournamentRecord {
    /// The start, or the next round's, in seconds; zero if there is none to postpone.
    pub fn start_stamp(&self) -> u32 {
        let start = match self.stage {
            Stage::Open => self.plan.starts,
            Stage::Between(next) => Some(next),
            _ => None,
        };
        start.map_or(0, |at| u32::try_from(at.0 / 1000).unwrap_or(u32::MAX))
    }

    /// The action that would be undone.
    pub fn undo_stamp(&self) -> u32 {
        stamp(&serde_json::to_string(&(self.rounds, &self.undo)).unwrap_or_default())
    }
}
