//! A tournament that is being announced step by step.

use std::fmt;

use pairing::knockout::{Elimination, MatchRules};
use pairing::round_robin::Cycles;
use rules_core::Variant;

use crate::model::record::preferences::choice;
use crate::model::{Format, PlanPart, TimeControl, Timestamp, TournamentPlan};
use crate::protocol::TournamentCommand;

choice! {
    /// A format with its usual length.
    FormatKind {
        Swiss = "swiss",
        Knockout = "knockout",
        RoundRobin = "round-robin",
        Arena = "arena",
        DoubleElimination = "double-elimination",
        DoubleRoundRobin = "double-round-robin",
    }
}

impl FormatKind {
    /// The formats between which a wizard chooses; the others are variations.
    pub const MAIN: [Self; 4] = [Self::Swiss, Self::Knockout, Self::RoundRobin, Self::Arena];

    pub fn of(format: Format) -> Self {
        match format {
            Format::Swiss { .. } => Self::Swiss,
            Format::Arena { .. } => Self::Arena,
            Format::RoundRobin(Cycles::Single) => Self::RoundRobin,
            Format::RoundRobin(Cycles::Double) => Self::DoubleRoundRobin,
            Format::Knockout { elimination, .. } => match elimination {
                Elimination::Single => Self::Knockout,
                Elimination::Double => Self::DoubleElimination,
            },
        }
    }

    /// Five rounds, an hour, or one game per match.
    pub fn format(self) -> Format {
        let knockout = |elimination| Format::Knockout {
            elimination,
            rules: MatchRules::default(),
        };
        match self {
            Self::Swiss => Format::Swiss { rounds: 5 },
            Self::Arena => Format::Arena { minutes: 60 },
            Self::RoundRobin => Format::RoundRobin(Cycles::Single),
            Self::DoubleRoundRobin => Format::RoundRobin(Cycles::Double),
            Self::Knockout => knockout(Elimination::Single),
            Self::DoubleElimination => knockout(Elimination::Double),
        }
    }
}

/// A tournament before it has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TournamentDraft {
    pub variant: Variant,
    pub time: TimeControl,
    pub format: Option<FormatKind>,
    /// Of a Swiss.
    pub rounds: Option<u8>,
    pub starts: Option<Timestamp>,
}

impl TournamentDraft {
    /// The time control where none is named.
    pub const TIME: TimeControl = TimeControl::Live {
        minutes: 10,
        increment: 5,
    };

    pub fn new(variant: Variant) -> Self {
        Self {
            variant,
            time: Self::TIME,
            format: None,
            rounds: None,
            starts: None,
        }
    }

    /// Announces it under a name, perhaps with a start as written; the defaults are for the rest.
    pub fn announced(self, name: &str, starts: Option<&str>) -> TournamentCommand {
        let format = match self.format.unwrap_or(FormatKind::Swiss).format() {
            Format::Swiss { rounds } => Format::Swiss {
                rounds: self.rounds.unwrap_or(rounds),
            },
            other => other,
        };
        let plan = TournamentPlan {
            starts: self.starts,
            ..TournamentPlan::new(name, self.variant, self.time, format)
        };
        let written = starts.map(|text| (PlanPart::Starts, text.to_owned()));
        TournamentCommand::Create {
            plan: Box::new(plan),
            written: written.into_iter().collect(),
        }
    }

    /// Announces it as a form was filled in: the name, and perhaps the start on a second line.
    pub(crate) fn filled_in(mut self, text: &str) -> TournamentCommand {
        let (name, starts) = text.split_once('\n').unwrap_or((text, ""));
        // The form shows the start that was given before, which may have been deleted.
        self.starts = None;
        let starts = Some(starts).filter(|starts| !starts.trim().is_empty());
        self.announced(name, starts)
    }

    pub(super) fn read(text: &str) -> Option<Self> {
        let parts: Vec<_> = text.split(',').collect();
        let [variant, time, format, rounds, starts] = parts[..] else {
            return None;
        };
        Some(Self {
            variant: variant.parse().ok()?,
            time: time.parse().ok()?,
            format: match format {
                "-" => None,
                code => Some(FormatKind::from_code(code)?),
            },
            rounds: match rounds {
                "-" => None,
                rounds => Some(rounds.parse().ok()?),
            },
            starts: match starts {
                "-" => None,
                seconds => {
                    let seconds: i64 = seconds.parse().ok()?;
                    Some(Timestamp(seconds.checked_mul(1000)?))
                }
            },
        })
    }
}

/// Formats as in a button's address: `leto,10+5,swiss,7,1767268800`; a dash means unknown.
impl fmt::Display for TournamentDraft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = self.format.map_or("-", FormatKind::code);
        let number = |number: Option<i64>| number.map_or_else(|| "-".to_owned(), |n| n.to_string());
        let rounds = number(self.rounds.map(i64::from));
        let starts = number(self.starts.map(Timestamp::seconds));
        let (variant, time) = (self.variant.id(), self.time);
        write!(f, "{variant},{time},{format},{rounds},{starts}")
    }
}
