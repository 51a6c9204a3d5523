//! What a tournament will be, as it was announced.

use pairing::knockout::{Elimination, MatchRules};
use pairing::round_robin::Cycles;
use pairing::{Ranking, TieBreak};
use rules_core::Variant;
use serde::{Deserialize, Serialize};

use crate::model::ids::RoleId;
use crate::model::level::Level;
use crate::model::moment::Timestamp;
use crate::model::record::defaults::is_default;
use crate::model::record::time_control::TimeControl;
use crate::model::record::tournament::limits::RatingLimits;

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
    /// Whoever is free is paired again at once.
    Arena {
        /// How long.
        minutes: u16,
    },
}

/// What was announced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentPlan {
    /// What it is called, at most [`TournamentPlan::NAME_LENGTH`] characters.
    pub name: String,
    /// The rule set, of the first round if there is a rotation.
    pub variant: Variant,
    /// The rule sets that take turns with it, round by round; at most [`TournamentPlan::ROTATION`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rotation: Vec<Variant>,
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
    /// What decides between equal points, the deciding one first; what is usual for the format when there is nothing here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tie_breaks: Vec<TieBreak>,
    /// The ratings with which one may enter.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ratings: RatingLimits,
    /// The role that one needs to enter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<RoleId>,
    /// The level at which the engine plays whoever would have no opponent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<Level>,
    /// The series to which it belongs, at most [`TournamentPlan::NAME_LENGTH`] characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<String>,
}

impl TournamentPlan {
    /// The longest name, in characters.
    pub const NAME_LENGTH: usize = 60;
    /// The most entrants.
    pub const MOST: u16 = 256;
    /// The most entrants of an arena, whose records say more of each.
    pub const MOST_IN_ARENA: u16 = 128;
    /// The most rule sets that take turns with the first one.
    pub const ROTATION: usize = 10;

    /// A casual tournament that begins with the organizer's word, open to everybody.
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
            stand_in: None,
            series: None,
        }
    }

    /// The rule set of a round, counted from 1.
    pub fn variant_of(&self, round: u16) -> Variant {
        let turn = usize::from(round.saturating_sub(1)) % (self.rotation.len() + 1);
        let other = turn
            .checked_sub(1)
            .and_then(|later| self.rotation.get(later));
        other.copied().unwrap_or(self.variant)
    }

    /// All rule sets in their order, each once.
    pub fn variants(&self) -> Vec<Variant> {
        let mut all = vec![self.variant];
        for &variant in &self.rotation {
            if !all.contains(&variant) {
                all.push(variant);
            }
        }
        all
    }

    /// How it is ranked.
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
