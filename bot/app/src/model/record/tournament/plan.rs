//! The plan of a tournament.

use pairing::knockout::{Elimination, MatchRules};
use pairing::round_robin::Cycles;
use pairing::{Ranking, TieBreak};
use rules_core::Variant;
use serde::{Deserialize, Deserializer, Serialize};

use crate::model::ids::{Name, RoleId};
use crate::model::level::Level;
use crate::model::moment::Timestamp;
use crate::model::record::defaults::is_default;
use crate::model::record::time_control::TimeControl;
use crate::model::record::tournament::limits::RatingLimits;

/// A system of pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Swiss by the FIDE (Dutch) System.
    Swiss {
        /// The number of rounds.
        rounds: u8,
    },
    /// Everyone meets everyone.
    RoundRobin(Cycles),
    /// A lost match, or two, and a player is out.
    Knockout {
        /// Single or double elimination.
        elimination: Elimination,
        /// How a match is decided.
        #[serde(default)]
        rules: MatchRules,
    },
    /// Free players are paired again at once.
    Arena {
        /// The length.
        minutes: u16,
    },
}

/// The plan of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are independent of each other"
)]
pub struct TournamentPlan {
    /// The name, at most [`TournamentPlan::NAME_LENGTH`] characters.
    #[serde(deserialize_with = "name")]
    pub name: String,
    /// The game, of the first round if there is a rotation.
    pub variant: Variant,
    /// Games that take turns with it, round by round; at most [`TournamentPlan::ROTATION`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rotation: Vec<Variant>,
    /// The time control of each game; never unlimited.
    pub time: TimeControl,
    /// Whether games change ratings.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rated: bool,
    /// The system of pairing.
    pub format: Format,
    /// Maximum number of entrants.
    pub capacity: u16,
    /// The time at which it starts; `None` if the organizer starts it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<Timestamp>,
    /// Whether it starts as soon as it is full.
    #[serde(default, skip_serializing_if = "is_default")]
    pub when_full: bool,
    /// Whether only entrants who have checked in are paired.
    #[serde(default, skip_serializing_if = "is_default")]
    pub check_in: bool,
    /// Tie-breaks in order; the format's default if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tie_breaks: Vec<TieBreak>,
    /// Ratings that may enter.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ratings: RatingLimits,
    /// The role needed to enter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<RoleId>,
    /// The role that the winners get at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winners_role: Option<RoleId>,
    /// Whether the server's list of scheduled events has it; only with a start time.
    #[serde(default, skip_serializing_if = "is_default")]
    pub server_event: bool,
    /// The level of the engine that fills in where a player would have no opponent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<Level>,
    /// The series to which it belongs, at most [`TournamentPlan::NAME_LENGTH`] characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "series")]
    pub series: Option<String>,
}

impl TournamentPlan {
    /// The longest name, in characters.
    pub const NAME_LENGTH: usize = 60;
    /// Maximum number of entrants.
    pub const MOST: u16 = 256;
    /// Maximum number of entrants of an arena, whose records hold more about each.
    pub const MOST_IN_ARENA: u16 = 128;
    /// Maximum number of games that take turns with the first.
    pub const ROTATION: usize = 10;

    /// A casual tournament, open to everyone and started by the organizer.
    pub fn new(name: &str, variant: Variant, time: TimeControl, format: Format) -> Self {
        Self {
            name: name.to_owned(),
            variant,
            rotation: Vec::new(),
            time,
            rated: false,
            format,
            capacity: 64,
            starts: None,
            when_full: false,
            check_in: false,
            tie_breaks: Vec::new(),
            ratings: RatingLimits::default(),
            role: None,
            winners_role: None,
            server_event: false,
            stand_in: None,
            series: None,
        }
    }

    /// The game of a round, counted from 1.
    pub fn variant_of(&self, round: u16) -> Variant {
        let turn = usize::from(round.saturating_sub(1)) % (self.rotation.len() + 1);
        let other = turn
            .checked_sub(1)
            .and_then(|later| self.rotation.get(later));
        other.copied().unwrap_or(self.variant)
    }

    /// All games in order, each once.
    pub fn variants(&self) -> Vec<Variant> {
        let mut all = vec![self.variant];
        for &variant in &self.rotation {
            if !all.contains(&variant) {
                all.push(variant);
            }
        }
        all
    }

    /// The ranking: the format's default, with the plan's tie-breaks if any.
    pub fn ranking(&self) -> Ranking {
        let usual = match self.format {
            Format::RoundRobin(_) => Ranking::round_robin(),
            Format::Swiss { .. } | Format::Knockout { .. } | Format::Arena { .. } => {
                Ranking::swiss()
            }
        };
        if self.tie_breaks.is_empty() {
            return usual;
        }
        Ranking {
            tie_breaks: self.tie_breaks.clone(),
            ..usual
        }
    }
}

/// A stored name, cleaned.
fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Name::deserialize(deserializer).map(String::from)
}

fn series<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let name = Option::<Name>::deserialize(deserializer)?;
    Ok(name.map(String::from))
}
