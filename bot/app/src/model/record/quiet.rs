//! Hours of the night in which a server's members are not called.

use std::fmt;
use std::str::FromStr;

use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use crate::model::moment::Timestamp;

/// From one full hour to another, every day, by the clocks of a time zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuietHours {
    from: i8,
    to: i8,
    zone: TimeZone,
}

impl QuietHours {
    /// Whether nobody is to be called at that time.
    pub fn contains(&self, time: Timestamp) -> bool {
        let Ok(time) = jiff::Timestamp::from_millisecond(time.0) else {
            return false;
        };
        let hour = time.to_zoned(self.zone.clone()).hour();
        if self.from <= self.to {
            (self.from..self.to).contains(&hour)
        } else {
            hour >= self.from || hour < self.to
        }
    }
}

/// As it is stored and typed: `22-7 Europe/Berlin`.
impl fmt::Display for QuietHours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let zone = self.zone.iana_name().unwrap_or("UTC");
        write!(f, "{}-{} {zone}", self.from, self.to)
    }
}

/// What is wrong with quiet hours that somebody typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadQuietHours {
    /// The hours are not two different numbers from 0 to 23 (24 for the end of the day).
    Hours,
    /// There is no such time zone.
    Zone,
}

impl FromStr for QuietHours {
    type Err = BadQuietHours;

    fn from_str(text: &str) -> Result<Self, BadQuietHours> {
        let text = text.trim();
        let (hours, zone) = text
            .split_once(char::is_whitespace)
            .unwrap_or((text, "UTC"));
        let (from, to) = hours.split_once(['-', '–']).ok_or(BadQuietHours::Hours)?;
        let hour = |text: &str| {
            let whole = text.strip_suffix(":00").unwrap_or(text);
            whole
                .parse::<i8>()
                .ok()
                .filter(|hour| (0..=24).contains(hour))
        };
        let (from, to) = hour(from).zip(hour(to)).ok_or(BadQuietHours::Hours)?;
        let (from, to) = (from % 24, to % 24);
        if from == to {
            return Err(BadQuietHours::Hours);
        }
        let zone = TimeZone::get(zone.trim()).map_err(|_| BadQuietHours::Zone)?;
        Ok(Self { from, to, zone })
    }
}

impl Serialize for QuietHours {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for QuietHours {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|why: BadQuietHours| {
            serde::de::Error::custom(format!("{text:?} are no quiet hours: {why:?}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;

    #[test]
    fn hours_over_midnight_follow_the_zone_and_its_summer_time() {
        let night: QuietHours = "22-7 europe/berlin".parse().unwrap();
        assert_eq!(night.to_string(), "22-7 Europe/Berlin");
        // 1970-01-01 in winter time: one hour before UTC's clocks.
        let quiet = |hour: i64| night.contains(Timestamp(hour * HOUR));
        assert!(quiet(21) && quiet(0) && quiet(5) && !quiet(6) && !quiet(20));
        // 2026-07-01T00:00:00Z in summer time: two hours.
        let july = 1_782_864_000_000;
        let quiet = |hour: i64| night.contains(Timestamp(july + hour * HOUR));
        assert!(quiet(20) && quiet(4) && !quiet(5) && !quiet(19));
    }

    #[test]
    fn what_cannot_be_meant_is_not_read() {
        for (text, wrong) in [
            ("", BadQuietHours::Hours),
            ("22", BadQuietHours::Hours),
            ("22-22", BadQuietHours::Hours),
            ("25-3", BadQuietHours::Hours),
            ("0-24", BadQuietHours::Hours),
            ("-1-3", BadQuietHours::Hours),
            ("22-7 Atlantis", BadQuietHours::Zone),
        ] {
            assert_eq!(text.parse::<QuietHours>(), Err(wrong), "{text:?}");
        }
        assert_eq!(
            "22:00-07:00".parse::<QuietHours>().unwrap().to_string(),
            "22-7 UTC"
        );
    }
}
