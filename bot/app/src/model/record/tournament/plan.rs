//! The plan of a tournament.

use pairing::knockout::{Elimination, MatchRules};
use pairing::round_robin::Cycles;
use pairing::{Ranking, TieBreak};
use rules_core::Variant;
use serde::{Deserialize, Deserializer, Serialize};

use crate::model::level::Level;
use crate::model::record::defaults::stored;
use crate::model::record::{RatingLimits, TimeControl};
use crate::model::{Name, RoleId, Timestamp};

/// A system of pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Swiss by the FIDE (Dutch) System.
    Swiss { rounds: u8 },
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
    Arena { minutes: u16 },
}

stored! {
    pub struct TournamentPlan {
        /// The name, at most [`TournamentPlan::NAME_LENGTH`] characters.
        #[serde(deserialize_with = "name")]
        pub name: String,
        /// The game, of the first round if there is a rotation.
        pub variant: Variant,
        /// Games that take turns with it, round by round; at most [`TournamentPlan::ROTATION`].
        pub rotation: Vec<Variant> = default,
        /// The time control of each game; never unlimited.
        pub time: TimeControl,
        /// Whether games change ratings.
        pub rated: bool = default,
        pub format: Format,
        /// Maximum number of entrants.
        pub capacity: u16,
        /// The time at which it starts; `None` if the organizer starts it.
        pub starts: Option<Timestamp> = default,
        /// Whether it starts as soon as it is full.
        pub when_full: bool = default,
        /// Whether only entrants who have checked in are paired.
        pub check_in: bool = default,
        /// Tie-breaks in order; the format's default if empty.
        pub tie_breaks: Vec<TieBreak> = default,
        /// Ratings that may enter.
        pub ratings: RatingLimits = default,
        /// The role needed to enter.
        pub role: Option<RoleId> = default,
        /// The role that the winners get at the end.
        pub winners_role: Option<RoleId> = default,
        /// Whether the server's list of scheduled events has it; only with a start time.
        pub server_event: bool = default,
        /// The level of the engine that fills in where a player would have no opponent.
        pub stand_in: Option<Level> = default,
        /// The series to which it belongs, at most [`TournamentPlan::NAME_LENGTH`] characters.
        #[serde(deserialize_with = "series")]
        pub series: Option<String> = default,
    }
}

impl TournamentPlan {
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

    /// The longest name, in characters.
    pub const NAME_LENGTH: usize = 60;
    /// Maximum number of entrants.
    pub const MOST: u16 = 256;
    /// Maximum number of entrants of an arena, whose records hold more about each.
    pub const MOST_IN_ARENA: u16 = 128;
    /// Maximum number of games that take turns with the first.
    pub const ROTATION: usize = 10;

    /// The game of a round, counted from 1.
    pub fn variant_of(&self, round: u16) -> Variant {
        let turn = usize::from(round.saturating_sub(1)) % (self.rotation.len() + 1);
        self.games().nth(turn).unwrap_or(self.variant)
    }

    /// All games in order, each once.
    pub fn variants(&self) -> Vec<Variant> {
        let mut all = Vec::new();
        for variant in self.games() {
            if !all.contains(&variant) {
                all.push(variant);
            }
        }
        all
    }

    /// The games that take turns.
    fn games(&self) -> impl Iterator<Item = Variant> {
        std::iter::once(self.variant).chain(self.rotation.iter().copied())
    }

    /// The ranking: the format's default, with the plan's tie-breaks if any.
    pub fn ranking(&self) -> Ranking {
        let mut ranking = match self.format {
            Format::RoundRobin(_) => Ranking::round_robin(),
            _ => Ranking::swiss(),
        };
        if !self.tie_breaks.is_empty() {
            ranking.tie_breaks.clone_from(&self.tie_breaks);
        }
        ranking
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
