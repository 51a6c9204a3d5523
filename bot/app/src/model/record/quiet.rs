//! Quiet hours: a daily span in which a server's members are not mentioned.

use std::fmt;
use std::str::FromStr;

use jiff::tz::TimeZone;

use crate::model::ids::stored_as_written;
use crate::model::moment::Timestamp;

/// A daily span of full hours in a time zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuietHours {
    from: i8,
    to: i8,
    zone: TimeZone,
}

impl QuietHours {
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

/// The stored and typed form: `22-7 Europe/Berlin`.
impl fmt::Display for QuietHours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let zone = self.zone.iana_name().unwrap_or("UTC");
        write!(f, "{}-{} {zone}", self.from, self.to)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseQuietHoursError {
    /// Not two different hours from 0 to 23 (24 is midnight).
    Hours,
    /// Unknown time zone.
    Zone,
}

impl FromStr for QuietHours {
    type Err = ParseQuietHoursError;

    fn from_str(text: &str) -> Result<Self, ParseQuietHoursError> {
        let text = text.trim();
        let (hours, zone) = text
            .split_once(char::is_whitespace)
            .unwrap_or((text, "UTC"));
        let (from, to) = span(hours).ok_or(ParseQuietHoursError::Hours)?;
        let zone = TimeZone::get(zone.trim()).map_err(|_| ParseQuietHoursError::Zone)?;
        Ok(Self { from, to, zone })
    }
}

/// Two different hours from 0 to 23; 24 is read as 0.
fn span(text: &str) -> Option<(i8, i8)> {
    let hour = |text: &str| {
        let hour: i8 = text.strip_suffix(":00").unwrap_or(text).parse().ok()?;
        (0..=24).contains(&hour).then_some(hour % 24)
    };
    let (from, to) = text.split_once(['-', '–'])?;
    let (from, to) = (hour(from)?, hour(to)?);
    (from != to).then_some((from, to))
}

stored_as_written!(QuietHours, |text, why| format!(
    "not quiet hours: {text:?}: {why:?}"
));

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
    fn malformed_quiet_hours_are_refused() {
        for (text, wrong) in [
            ("", ParseQuietHoursError::Hours),
            ("22", ParseQuietHoursError::Hours),
            ("22-22", ParseQuietHoursError::Hours),
            ("25-3", ParseQuietHoursError::Hours),
            ("0-24", ParseQuietHoursError::Hours),
            ("-1-3", ParseQuietHoursError::Hours),
            ("22-7 Atlantis", ParseQuietHoursError::Zone),
        ] {
            assert_eq!(text.parse::<QuietHours>(), Err(wrong), "{text:?}");
        }
        assert_eq!(
            "22:00-07:00".parse::<QuietHours>().unwrap().to_string(),
            "22-7 UTC"
        );
    }
}
