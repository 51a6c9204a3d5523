//! A time control: how much time the players have, and how it is written.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::model::moment::Span;

/// How much time the players have. It is stored as it is written: `10+5`, `3d`, `14d+1d/28d`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TimeControl {
    /// As long as they like.
    #[default]
    Unlimited,
    /// A game in one sitting.
    Live {
        /// Minutes for the whole game.
        minutes: u16,
        /// Seconds that each move adds.
        increment: u16,
    },
    /// So many days for each move, begun anew with each.
    PerMove {
        /// The days.
        days: u16,
    },
    /// A bank of days from which every move draws.
    Bank {
        /// Days at the beginning.
        start: u16,
        /// Days that each move adds.
        increment: u16,
        /// The most days that the bank holds.
        cap: u16,
    },
}

impl TimeControl {
    /// The minutes of a live game.
    pub const MINUTES: RangeInclusive<u16> = 1..=180;
    /// The seconds that a move of a live game adds.
    pub const SECONDS: RangeInclusive<u16> = 0..=180;
    /// The days for each move.
    pub const DAYS: RangeInclusive<u16> = 1..=30;
    /// The days in a bank at the beginning.
    pub const BANK_START: RangeInclusive<u16> = 1..=60;
    /// The days that a move adds to a bank.
    pub const BANK_INCREMENT: RangeInclusive<u16> = 1..=14;
    /// The most days that a bank may hold.
    pub const BANK_CAP: u16 = 120;

    /// What is offered to whoever has typed nothing yet.
    pub const USUAL: [Self; 10] = [
        Self::Unlimited,
        Self::Live {
            minutes: 5,
            increment: 5,
        },
        Self::Live {
            minutes: 10,
            increment: 5,
        },
        Self::Live {
            minutes: 15,
            increment: 10,
        },
        Self::Live {
            minutes: 30,
            increment: 20,
        },
        Self::PerMove { days: 1 },
        Self::PerMove { days: 3 },
        Self::PerMove { days: 7 },
        Self::Bank {
            start: 7,
            increment: 1,
            cap: 14,
        },
        Self::Bank {
            start: 14,
            increment: 1,
            cap: 28,
        },
    ];

    /// What each side has at the beginning; nothing without a clock.
    pub fn start(self) -> Option<Span> {
        match self {
            Self::Unlimited => None,
            Self::Live { minutes, .. } => Some(Span::minutes(minutes.into())),
            Self::PerMove { days } => Some(Span::days(days.into())),
            Self::Bank { start, .. } => Some(Span::days(start.into())),
        }
    }

    /// What somebody has for their next move who had `left` and used `used` of it for this one.
    pub fn after_move(self, left: Span, used: Span) -> Span {
        let rest = Span((left.0 - used.0).max(0));
        match self {
            Self::Unlimited => rest,
            Self::Live { increment, .. } => rest.plus(Span::seconds(increment.into())),
            Self::PerMove { days } => Span::days(days.into()),
            Self::Bank { increment, cap, .. } => rest
                .plus(Span::days(increment.into()))
                .min(Span::days(cap.into())),
        }
    }

    /// Whether it is played in one sitting.
    pub fn is_live(self) -> bool {
        matches!(self, Self::Live { .. })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unlimited => f.write_str("none"),
            Self::Live { minutes, increment } => write!(f, "{minutes}+{increment}"),
            Self::PerMove { days } => write!(f, "{days}d"),
            Self::Bank {
                start,
                increment,
                cap,
            } => write!(f, "{start}d+{increment}d/{cap}d"),
        }
    }
}

impl Serialize for TimeControl {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = String::deserialize(deserializer)?;
        written
            .parse()
            .map_err(|_| serde::de::Error::custom(format!("no time control is {written:?}")))
    }
}

/// Why a text is not a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadTime {
    /// It is not of any of the forms.
    Unreadable,
    /// Too few or too many minutes.
    Minutes,
    /// Too many seconds for each move.
    Increment,
    /// Too few or too many days for each move.
    Days,
    /// Too few or too many days in a bank.
    Bank,
}

/// Reads what people type: `10+5`, `10 min + 5 s`, `3 days`, `2 weeks`, `14 days + 1 day`, `14d+1d, max 28d`, `none`.
impl FromStr for TimeControl {
    type Err = BadTime;

    fn from_str(text: &str) -> Result<Self, BadTime> {
        let text = text.trim().to_lowercase();
        if ["none", "no", "no clock", "unlimited", "no limit"].contains(&text.as_str()) {
            return Ok(Self::Unlimited);
        }
        let mut reader = Reader(&text);
        let first = reader.amount().ok_or(BadTime::Unreadable)?;
        let second = reader
            .any(&["+"])
            .then(|| reader.amount().ok_or(BadTime::Unreadable))
            .transpose()?;
        let cap = if second.is_some() && reader.any(&["/", ", max", ", at most", "max", "up to"]) {
            Some(reader.amount().ok_or(BadTime::Unreadable)?)
        } else {
            None
        };
        if first.unit.is_long() && second.is_none() {
            let _ = reader.any(&["per move", "a move", "each move", "/move", "/ move"]);
        }
        if !reader.0.trim().is_empty() {
            return Err(BadTime::Unreadable);
        }
        match (first.unit.is_long(), second, cap) {
            (false, second, None) => live(first, second),
            (true, None, None) => {
                let days = first.days().ok_or(BadTime::Days)?;
                within(days, Self::DAYS, BadTime::Days).map(|days| Self::PerMove { days })
            }
            (true, Some(second), cap) => bank(first, second, cap),
            _ => Err(BadTime::Unreadable),
        }
    }
}

fn within(number: u32, range: RangeInclusive<u16>, error: BadTime) -> Result<u16, BadTime> {
    u16::try_from(number)
        .ok()
        .filter(|number| range.contains(number))
        .ok_or(error)
}

fn live(first: Amount, second: Option<Amount>) -> Result<TimeControl, BadTime> {
    let minutes = match first.unit {
        Unit::None | Unit::Minutes => first.number,
        Unit::Hours => first.number.saturating_mul(60),
        _ => return Err(BadTime::Unreadable),
    };
    let seconds = match second {
        None => 0,
        Some(amount) => match amount.unit {
            Unit::None | Unit::Seconds => amount.number,
            Unit::Minutes => amount.number.saturating_mul(60),
            _ => return Err(BadTime::Unreadable),
        },
    };
    Ok(TimeControl::Live {
        minutes: within(minutes, TimeControl::MINUTES, BadTime::Minutes)?,
        increment: within(seconds, TimeControl::SECONDS, BadTime::Increment)?,
    })
}

fn bank(first: Amount, second: Amount, cap: Option<Amount>) -> Result<TimeControl, BadTime> {
    let days = |amount: Amount| amount.days().ok_or(BadTime::Bank);
    let start = within(days(first)?, TimeControl::BANK_START, BadTime::Bank)?;
    let increment = within(days(second)?, TimeControl::BANK_INCREMENT, BadTime::Bank)?;
    let cap = match cap {
        None => start * 2,
        Some(cap) => within(days(cap)?, start..=TimeControl::BANK_CAP, BadTime::Bank)?,
    };
    Ok(TimeControl::Bank {
        start,
        increment,
        cap,
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    None,
    Seconds,
    Minutes,
    Hours,
    Days,
    Weeks,
}

impl Unit {
    /// What follows a number, longer words first.
    const WORDS: [(&'static str, Self); 19] = [
        ("seconds", Self::Seconds),
        ("second", Self::Seconds),
        ("secs", Self::Seconds),
        ("sec", Self::Seconds),
        ("s", Self::Seconds),
        ("minutes", Self::Minutes),
        ("minute", Self::Minutes),
        ("mins", Self::Minutes),
        ("min", Self::Minutes),
        ("m", Self::Minutes),
        ("hours", Self::Hours),
        ("hour", Self::Hours),
        ("h", Self::Hours),
        ("days", Self::Days),
        ("day", Self::Days),
        ("d", Self::Days),
        ("weeks", Self::Weeks),
        ("week", Self::Weeks),
        ("w", Self::Weeks),
    ];

    fn is_long(self) -> bool {
        matches!(self, Self::Days | Self::Weeks)
    }
}

#[derive(Clone, Copy)]
struct Amount {
    number: u32,
    unit: Unit,
}

impl Amount {
    fn days(self) -> Option<u32> {
        match self.unit {
            Unit::Days => Some(self.number),
            Unit::Weeks => Some(self.number.saturating_mul(7)),
            _ => None,
        }
    }
}

/// What is left to be read.
struct Reader<'a>(&'a str);

impl Reader<'_> {
    fn any(&mut self, words: &[&str]) -> bool {
        let rest = self.0.trim_start();
        let found = words.iter().find_map(|word| rest.strip_prefix(word));
        if let Some(rest) = found {
            self.0 = rest;
        }
        found.is_some()
    }

    fn amount(&mut self) -> Option<Amount> {
        let rest = self.0.trim_start();
        let (digits, rest) = rest.split_at(
            rest.find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len()),
        );
        let number = digits.parse().ok()?;
        self.0 = rest;
        let unit = Unit::WORDS
            .into_iter()
            .find(|(word, _)| self.any(&[word]))
            .map_or(Unit::None, |(_, unit)| unit);
        Some(Amount { number, unit })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn live(minutes: u16, increment: u16) -> TimeControl {
        TimeControl::Live { minutes, increment }
    }

    fn bank(start: u16, increment: u16, cap: u16) -> TimeControl {
        TimeControl::Bank {
            start,
            increment,
            cap,
        }
    }

    #[test]
    fn time_controls_are_read_as_people_type_them() {
        for (text, time) in [
            ("none", TimeControl::Unlimited),
            ("10+5", live(10, 5)),
            (" 10 + 5 ", live(10, 5)),
            ("10 min + 5 sec", live(10, 5)),
            ("10m+5s", live(10, 5)),
            ("5", live(5, 0)),
            ("1 hour + 1 minute", live(60, 60)),
            ("3d", TimeControl::PerMove { days: 3 }),
            ("3 Days", TimeControl::PerMove { days: 3 }),
            ("1 day per move", TimeControl::PerMove { days: 1 }),
            ("2 weeks", TimeControl::PerMove { days: 14 }),
            ("14 days + 1 day", bank(14, 1, 28)),
            ("14d+1d/21d", bank(14, 1, 21)),
            ("2 weeks + 1 day, max 30 days", bank(14, 1, 30)),
        ] {
            assert_eq!(text.parse(), Ok(time), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_its_reason() {
        for (text, why) in [
            ("", BadTime::Unreadable),
            ("soon", BadTime::Unreadable),
            ("10+", BadTime::Unreadable),
            ("10+5+5", BadTime::Unreadable),
            ("10+1 day", BadTime::Unreadable),
            ("3 months", BadTime::Unreadable),
            ("-5", BadTime::Unreadable),
            ("10+5/20", BadTime::Unreadable),
            ("0+5", BadTime::Minutes),
            ("181", BadTime::Minutes),
            ("99999999999999", BadTime::Unreadable),
            ("4294967295", BadTime::Minutes),
            ("10+500", BadTime::Increment),
            ("0 days", BadTime::Days),
            ("31 days", BadTime::Days),
            ("4294967295 weeks", BadTime::Days),
            ("14d+1s", BadTime::Bank),
            ("14d+1d/7d", BadTime::Bank),
            ("61d+1d", BadTime::Bank),
        ] {
            assert_eq!(text.parse::<TimeControl>(), Err(why), "{text}");
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        for time in TimeControl::USUAL {
            assert_eq!(time.to_string().parse(), Ok(time), "{time}");
            let json = serde_json::to_string(&time).expect("written");
            assert_eq!(serde_json::from_str::<TimeControl>(&json).ok(), Some(time));
        }
    }
}
