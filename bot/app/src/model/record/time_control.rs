//! Time controls, and their notation.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use text::{Message, msg};

use crate::model::ids::stored_as_written;
use crate::model::moment::Span;

/// A time control, stored as it is written: `10+5`, `3d`, `14d+1d/28d`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TimeControl {
    /// No clock.
    #[default]
    Unlimited,
    /// Fischer clock: minutes per game plus an increment.
    Live {
        minutes: u16,
        /// Seconds per move.
        increment: u16,
    },
    /// A fixed number of days for each move.
    PerMove { days: u16 },
    /// A bank of days plus an increment, up to a cap.
    Bank {
        start: u16,
        /// Days per move.
        increment: u16,
        cap: u16,
    },
}

impl TimeControl {
    pub const MINUTES: RangeInclusive<u16> = 1..=180;
    /// Increment of a live game.
    pub const SECONDS: RangeInclusive<u16> = 0..=180;
    /// Days per move.
    pub const DAYS: RangeInclusive<u16> = 1..=30;
    pub const BANK_START: RangeInclusive<u16> = 1..=60;
    pub const BANK_INCREMENT: RangeInclusive<u16> = 1..=14;
    pub const BANK_CAP: u16 = 120;

    /// Suggestions before anything is typed.
    pub const USUAL: [Self; 10] = [
        Self::Unlimited,
        Self::live(5, 5),
        Self::live(10, 5),
        Self::live(15, 10),
        Self::live(30, 20),
        Self::PerMove { days: 1 },
        Self::PerMove { days: 3 },
        Self::PerMove { days: 7 },
        Self::bank(7, 1, 14),
        Self::bank(14, 1, 28),
    ];

    const fn live(minutes: u16, increment: u16) -> Self {
        Self::Live { minutes, increment }
    }

    const fn bank(start: u16, increment: u16, cap: u16) -> Self {
        Self::Bank {
            start,
            increment,
            cap,
        }
    }

    /// Each side's initial time; `None` without a clock.
    pub fn start(self) -> Option<Span> {
        match self {
            Self::Unlimited => None,
            Self::Live { minutes, .. } => Some(Span::minutes(minutes.into())),
            Self::PerMove { days } => Some(Span::days(days.into())),
            Self::Bank { start, .. } => Some(Span::days(start.into())),
        }
    }

    /// Time for the next move after one that took `used` of `left`.
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

    /// What each side has after a takeback; `None` if used time remains used.
    pub(crate) fn after_takeback(self) -> Option<Span> {
        match self {
            Self::PerMove { .. } => self.start(),
            Self::Unlimited | Self::Live { .. } | Self::Bank { .. } => None,
        }
    }

    /// The time that a side has for this many moves; `None` unless a game is played in one sitting.
    pub(crate) fn for_moves(self, moves: i64) -> Option<Span> {
        match self {
            Self::Live { minutes, increment } => {
                let increments = i64::from(increment) * moves;
                Some(Span::minutes(minutes.into()).plus(Span::seconds(increments)))
            }
            Self::Unlimited | Self::PerMove { .. } | Self::Bank { .. } => None,
        }
    }

    /// In words: `10 minutes + 5 seconds per move`.
    pub fn words(self) -> Message {
        match self {
            Self::Unlimited => msg!("time-none"),
            Self::Live {
                minutes,
                increment: 0,
            } => msg!("time-sudden-death", minutes),
            Self::Live { minutes, increment } => msg!("time-live", minutes, increment),
            Self::PerMove { days } => msg!("time-daily", days),
            Self::Bank {
                start,
                increment,
                cap,
            } => msg!("time-bank", start, increment, cap),
        }
    }

    /// Whether the game is played in one sitting.
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

stored_as_written!(TimeControl, |text, _| format!(
    "not a time control: {text:?}"
));

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseTimeError {
    /// None of the forms.
    Unreadable,
    /// Minutes out of range.
    Minutes,
    /// Increment of a live game out of range.
    Increment,
    /// Days per move out of range.
    Days,
    /// Days of a bank out of range.
    Bank,
}

/// Parses typed forms: `10+5`, `10 min + 5 s`, `3 days`, `2 weeks`, `14 days + 1 day`, `14d+1d, max 28d`, `none`.
impl FromStr for TimeControl {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<Self, ParseTimeError> {
        let text = text.trim().to_lowercase();
        if ["none", "no", "no clock", "unlimited", "no limit"].contains(&text.as_str()) {
            return Ok(Self::Unlimited);
        }
        let mut reader = Reader(&text);
        let first = reader.amount()?;
        let second = reader.amount_after(&["+"])?;
        let cap = match second {
            Some(_) => reader.amount_after(&["/", ", max", ", at most", "max", "up to"])?,
            None => None,
        };
        if first.unit.is_long() && second.is_none() {
            let _ = reader.any(&["per move", "a move", "each move", "/move", "/ move"]);
        }
        if !reader.0.trim().is_empty() {
            return Err(ParseTimeError::Unreadable);
        }
        match (first.unit.is_long(), second, cap) {
            (false, second, None) => live(first, second),
            (true, None, None) => {
                let days = first.days(Self::DAYS, ParseTimeError::Days)?;
                Ok(Self::PerMove { days })
            }
            (true, Some(second), cap) => bank(first, second, cap),
            _ => Err(ParseTimeError::Unreadable),
        }
    }
}

fn within(
    number: u32,
    range: RangeInclusive<u16>,
    error: ParseTimeError,
) -> Result<u16, ParseTimeError> {
    u16::try_from(number)
        .ok()
        .filter(|number| range.contains(number))
        .ok_or(error)
}

fn live(first: Amount, second: Option<Amount>) -> Result<TimeControl, ParseTimeError> {
    let minutes = match first.unit {
        Unit::None | Unit::Minutes => first.number,
        Unit::Hours => first.number.saturating_mul(60),
        _ => return Err(ParseTimeError::Unreadable),
    };
    let seconds = match second.map(|amount| (amount.number, amount.unit)) {
        None => 0,
        Some((number, Unit::None | Unit::Seconds)) => number,
        Some((number, Unit::Minutes)) => number.saturating_mul(60),
        Some(_) => return Err(ParseTimeError::Unreadable),
    };
    Ok(TimeControl::Live {
        minutes: within(minutes, TimeControl::MINUTES, ParseTimeError::Minutes)?,
        increment: within(seconds, TimeControl::SECONDS, ParseTimeError::Increment)?,
    })
}

fn bank(first: Amount, second: Amount, cap: Option<Amount>) -> Result<TimeControl, ParseTimeError> {
    let days = |amount: Amount, range| amount.days(range, ParseTimeError::Bank);
    let start = days(first, TimeControl::BANK_START)?;
    let increment = days(second, TimeControl::BANK_INCREMENT)?;
    let cap = match cap {
        None => start * 2,
        Some(cap) => days(cap, start..=TimeControl::BANK_CAP)?,
    };
    Ok(TimeControl::bank(start, increment, cap))
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
    /// Words after a number, longer ones first.
    const WORDS: [(Self, &'static [&'static str]); 5] = [
        (Self::Seconds, &["seconds", "second", "secs", "sec", "s"]),
        (Self::Minutes, &["minutes", "minute", "mins", "min", "m"]),
        (Self::Hours, &["hours", "hour", "h"]),
        (Self::Days, &["days", "day", "d"]),
        (Self::Weeks, &["weeks", "week", "w"]),
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
    fn days(
        self,
        range: RangeInclusive<u16>,
        error: ParseTimeError,
    ) -> Result<u16, ParseTimeError> {
        let days = match self.unit {
            Unit::Days => self.number,
            Unit::Weeks => self.number.saturating_mul(7),
            _ => return Err(error),
        };
        within(days, range, error)
    }
}

/// The rest of the input.
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

    fn amount_after(&mut self, words: &[&str]) -> Result<Option<Amount>, ParseTimeError> {
        self.any(words).then(|| self.amount()).transpose()
    }

    fn amount(&mut self) -> Result<Amount, ParseTimeError> {
        let rest = self.0.trim_start();
        let (digits, rest) = rest.split_at(
            rest.find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len()),
        );
        let number = digits.parse().map_err(|_| ParseTimeError::Unreadable)?;
        self.0 = rest;
        let mut units = Unit::WORDS.into_iter();
        let unit = units.find(|(_, words)| self.any(words));
        let unit = unit.map_or(Unit::None, |(unit, _)| unit);
        Ok(Amount { number, unit })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_as_people_type_them() {
        let (live, bank) = (TimeControl::live, TimeControl::bank);
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
            ("", ParseTimeError::Unreadable),
            ("soon", ParseTimeError::Unreadable),
            ("10+", ParseTimeError::Unreadable),
            ("10+5+5", ParseTimeError::Unreadable),
            ("10+1 day", ParseTimeError::Unreadable),
            ("3 months", ParseTimeError::Unreadable),
            ("-5", ParseTimeError::Unreadable),
            ("10+5/20", ParseTimeError::Unreadable),
            ("0+5", ParseTimeError::Minutes),
            ("181", ParseTimeError::Minutes),
            ("99999999999999", ParseTimeError::Unreadable),
            ("4294967295", ParseTimeError::Minutes),
            ("10+500", ParseTimeError::Increment),
            ("0 days", ParseTimeError::Days),
            ("31 days", ParseTimeError::Days),
            ("4294967295 weeks", ParseTimeError::Days),
            ("14d+1s", ParseTimeError::Bank),
            ("14d+1d/7d", ParseTimeError::Bank),
            ("61d+1d", ParseTimeError::Bank),
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
