//! What a tournament will be, as it was announced.

use pairing::knockout::{Elimination, MatchRules};
use pairing::round_robin::Cycles;
use rules_core::Variant;
use serde::{Deserialize, Serialize};

use crate::moment::Timestamp;
use crate::record::is_default;
use crate::record::time_control::TimeControl;

/// How entrants are brought together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Equal scores meet, by the FIDE Dutch system.
    Swiss {
        /// How many rounds.
        rounds: u8,
    },
    /// Everybody meets everybody.
    RoundRobin(Cycles),
    /// Who loses is out.
    Knockout {
        /// How often one may lose.
        elimination: Elimination,
        /// How a match is decided.
        #[serde(default)]
        rules: MatchRules,
    },
}

/// What was announced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentPlan {
    /// What it is called, at most [`TournamentPlan::NAME_LENGTH`] characters.
    pub name: String,
    /// The rule set.
    pub variant: Variant,
    /// How much time each game has; always some.
    pub time: TimeControl,
    /// Whether games change ratings.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rated: bool,
    /// How entrants are brought together.
    pub format: Format,
    /// The most entrants.
    pub capacity: u16,
    /// When it begins by itself; with the organizer's word when there is nothing here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<Timestamp>,
    /// Whether it begins by itself as soon as it is full.
    #[serde(default, skip_serializing_if = "is_default")]
    pub when_full: bool,
    /// Whether only those play who said shortly before that they are there.
    #[serde(default, skip_serializing_if = "is_default")]
    pub check_in: bool,
}

impl TournamentPlan {
    /// The longest name, in characters.
    pub const NAME_LENGTH: usize = 60;
    /// The most entrants.
    pub const MOST: u16 = 256;
}
