//! The start of a tournament as people write it, in the server's time zone.

use jiff::civil;
use jiff::tz::{AmbiguousOffset, TimeZone};
use jiff::{Unit, Zoned};

use crate::model::{Span, Timestamp};
use crate::protocol::StartTimeError;

/// Parses a time in the future: `18:30`, `tomorrow 6pm`, `Friday 20:00`, `2026-12-24 18:30`, `in 2 hours`, `90` (minutes) or a
/// Discord timestamp. A time zone at the end replaces `zone`.
pub(crate) fn parse(
    text: &str,
    now: Timestamp,
    zone: &TimeZone,
) -> Result<Timestamp, StartTimeError> {
    let at = read(&text.trim().to_lowercase(), now, zone)?;
    if at <= now {
        return Err(StartTimeError::Past(at));
    }
    Ok(at)
}

fn read(text: &str, now: Timestamp, zone: &TimeZone) -> Result<Timestamp, StartTimeError> {
    const UNREADABLE: StartTimeError = StartTimeError::Unreadable;
    if let Some(mark) = text.strip_prefix("<t:") {
        let seconds = mark.trim_end_matches('>').split(':').next();
        let seconds: Option<i64> = seconds.and_then(|seconds| seconds.parse().ok());
        let at = seconds.and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
        return at.map(timestamp).ok_or(UNREADABLE);
    }
    let here = jiff::Timestamp::from_millisecond(now.0).map_err(|_| UNREADABLE)?;
    let here = here.to_zoned(zone.clone());
    // People need a moment to join.
    let span = match text {
        "now" => "5 minutes",
        "next week" => "1 week",
        "tonight" => return tonight(&here),
        _ => text.strip_prefix("in ").unwrap_or(text),
    };
    let minutes = span.parse::<u16>().ok();
    let span = minutes
        .map(|minutes| jiff::Span::new().minutes(minutes))
        .or_else(|| span.parse().ok());
    if let Some(span) = span {
        let at = here.checked_add(span).map_err(|_| UNREADABLE)?;
        return Ok(timestamp(at.timestamp()));
    }
    let mut words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !matches!(*word, "" | "at" | "on" | "next" | "this"))
        .collect();
    let named = words.last().and_then(|last| zone_named(last));
    let Some(named) = named else {
        return on_the_calendar(&words, &here);
    };
    words.pop();
    on_the_calendar(&words, &here.with_time_zone(named))
}

/// At eight, or in an hour if it is later than seven.
fn tonight(here: &Zoned) -> Result<Timestamp, StartTimeError> {
    let eight = at(here.date().at(20, 0, 0, 0), here.time_zone())?;
    let soonest = timestamp(here.timestamp()).plus(Span::hours(1));
    Ok(eight.max(soonest))
}

/// Reads a time of day, with or without a day.
fn on_the_calendar(words: &[&str], here: &Zoned) -> Result<Timestamp, StartTimeError> {
    let (today, zone) = (here.date(), here.time_zone());
    let mut days = words.iter().filter_map(|word| day(word, today));
    let (date, period) = days.next().unwrap_or((today, 1));
    let rest = words.iter().filter(|word| day(word, today).is_none());
    let time = time_of_day(&rest.copied().collect::<String>());
    let time = time.ok_or(StartTimeError::Unreadable)?;
    match at(date.to_datetime(time), zone) {
        Ok(time) if time > timestamp(here.timestamp()) => Ok(time),
        first => match date.checked_add(jiff::Span::new().days(period)) {
            Ok(later) => at(later.to_datetime(time), zone),
            Err(_) => first,
        },
    }
}

/// The next day of this name, perhaps today, and the days until it comes again; zero for a day that comes once.
fn day(word: &str, today: civil::Date) -> Option<(civil::Date, i8)> {
    match word {
        "today" | "tonight" => return Some((today, 0)),
        "tomorrow" => return Some((today.tomorrow().ok()?, 0)),
        _ => {}
    }
    let mut week = today.series(jiff::Span::new().days(1)).take(7);
    let is_named = |date: &civil::Date| {
        let name = date.strftime("%A").to_string().to_lowercase();
        word.len() >= 3 && name.starts_with(word)
    };
    let weekday = week.find(is_named).map(|date| (date, 7));
    weekday.or_else(|| Some((word.parse().ok()?, 0)))
}

/// Reads `18:30`, `6:30pm`, `6pm`.
fn time_of_day(text: &str) -> Option<civil::Time> {
    let before = |half: &str, hours: i8| Some((text.strip_suffix(half)?, Some(hours)));
    let (clock, half) = before("am", 0).or(before("pm", 12)).unwrap_or((text, None));
    let (hour, minute) = match clock.split_once(':') {
        Some((hour, minute)) if minute.len() == 2 => (hour, minute.parse().ok()?),
        None if half.is_some() => (clock, 0),
        _ => return None,
    };
    let hour: i8 = hour.parse().ok()?;
    let hour = match half {
        Some(half) if (1..=12).contains(&hour) => hour % 12 + half,
        Some(_) => return None,
        None => hour,
    };
    civil::Time::new(hour, minute, 0, 0).ok()
}

/// The moment of a clock's reading, unless the clocks skip or repeat it.
fn at(time: civil::DateTime, zone: &TimeZone) -> Result<Timestamp, StartTimeError> {
    let ambiguous = zone.to_ambiguous_zoned(time);
    let name = || zone.iana_name().unwrap_or("UTC").to_owned();
    match ambiguous.offset() {
        AmbiguousOffset::Gap { .. } => return Err(StartTimeError::Skipped(name())),
        AmbiguousOffset::Fold { .. } => return Err(StartTimeError::Repeated(name())),
        AmbiguousOffset::Unambiguous { .. } => {}
    }
    let at = ambiguous.unambiguous();
    at.map(|at| timestamp(at.timestamp()))
        .map_err(|_| StartTimeError::Unreadable)
}

/// Reads a time zone's name, except names of weekdays and halves of the day.
fn zone_named(word: &str) -> Option<TimeZone> {
    let known = TimeZone::get(word).ok();
    known.filter(|_| !matches!(word, "am" | "pm"))
}

/// To the minute, as it is shown.
fn timestamp(at: jiff::Timestamp) -> Timestamp {
    let minute = at.round(Unit::Second).unwrap_or(at);
    Timestamp(minute.as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Noon in UTC on Thursday, 1 January 2026.
    const NOW: Timestamp = Timestamp(1_767_268_800_000);

    fn minutes(text: &str, zone: &str) -> Result<i64, StartTimeError> {
        let zone = TimeZone::get(zone).unwrap();
        parse(text, NOW, &zone).map(|at| at.since(NOW).0 / 60_000)
    }

    #[test]
    fn starts_parse_as_people_write_them() {
        for (text, expected) in [
            ("90", 90),
            ("2 hours", 120),
            ("In 2 hours", 120),
            ("1h 30m", 90),
            ("in 2 days", 2 * 24 * 60),
            ("18:30", 390),
            ("at 6:30 pm", 390),
            ("6pm", 360),
            ("12am", 12 * 60),
            ("11:00", 23 * 60),
            ("today 18:30", 390),
            ("tomorrow 18:30", 24 * 60 + 390),
            ("18:30 tomorrow", 24 * 60 + 390),
            ("Friday 20:00", 24 * 60 + 480),
            ("fri at 8pm", 24 * 60 + 480),
            ("Thursday 20:00", 480),
            ("thu 11:00", 7 * 24 * 60 - 60),
            ("2026-01-02 12:00", 24 * 60),
            ("<t:1767272400>", 60),
            ("<t:1767272400:R>", 60),
            ("18:30 Europe/Berlin", 330),
            ("18:30 UTC", 390),
            ("now", 5),
            ("Tonight", 480),
            ("tonight 9 pm", 540),
            ("next week", 7 * 24 * 60),
        ] {
            assert_eq!(minutes(text, "UTC"), Ok(expected), "{text}");
        }
        assert_eq!(minutes("18:30", "Europe/Berlin"), Ok(330));
        assert_eq!(minutes("18:30", "Asia/Kolkata"), Ok(60));
        // It is 10 pm there.
        assert_eq!(minutes("tonight", "Asia/Vladivostok"), Ok(60));
    }

    #[test]
    fn texts_that_are_no_start_are_refused() {
        for text in [
            "",
            "soon",
            "Friday",
            "25:00",
            "18:3",
            "13pm",
            "2026-13-01 10:00",
            "99999999999 years",
            "<t:>",
            "<t:99999999999999999>",
            "6",
            "18:30 18:30",
            "in",
        ] {
            let refused = minutes(text, "UTC");
            let minutes = text == "6";
            assert_eq!(refused.is_ok(), minutes, "{text}: {refused:?}");
        }
        for past in [
            "-5 minutes",
            "2 hours ago",
            "today 11:00",
            "2025-12-31 10:00",
            "<t:5>",
        ] {
            let refused = minutes(past, "UTC");
            assert!(
                matches!(refused, Err(StartTimeError::Past(_))),
                "{past}: {refused:?}"
            );
        }
    }

    #[test]
    fn times_that_the_clocks_skip_or_repeat_are_refused() {
        let berlin = || "Europe/Berlin".to_owned();
        assert_eq!(
            minutes("2026-03-29 02:30", "Europe/Berlin"),
            Err(StartTimeError::Skipped(berlin()))
        );
        assert_eq!(
            minutes("2026-10-25 02:30", "Europe/Berlin"),
            Err(StartTimeError::Repeated(berlin()))
        );
        assert!(minutes("2026-10-25 03:30", "Europe/Berlin").is_ok());
        assert!(minutes("2026-10-25 00:30 UTC", "Europe/Berlin").is_ok());
    }
}
