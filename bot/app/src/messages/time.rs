//! Time controls, clocks and deadlines.

use text::{Text, text};

use crate::messages::{code, shortened};
use crate::model::moment::Span;
use crate::model::record::{BadTime, TimeControl};

/// A time control in words.
pub fn time_control(time: TimeControl) -> String {
    match time {
        TimeControl::Unlimited => "no clock".to_owned(),
        TimeControl::Live {
            minutes,
            increment: 0,
        } => format!("{} for the game", counted(minutes, "minute")),
        TimeControl::Live { minutes, increment } => format!(
            "{} + {} a move",
            counted(minutes, "minute"),
            counted(increment, "second")
        ),
        TimeControl::PerMove { days } => format!("{} a move", counted(days, "day")),
        TimeControl::Bank {
            start,
            increment,
            cap,
        } => format!(
            "{} + {} a move, at most {cap}",
            counted(start, "day"),
            counted(increment, "day")
        ),
    }
}

fn counted(number: u16, unit: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{plural}")
}

/// What a clock shows: `4:05`, `1:04:05`, `2 days 3 h`.
pub fn clock(left: Span) -> String {
    let seconds = left.0.max(0) / 1000;
    let (days, hours) = (seconds / 86_400, seconds / 3600 % 24);
    let (minutes, seconds) = (seconds / 60 % 60, seconds % 60);
    match (days, hours) {
        (0, 0) => format!("{minutes}:{seconds:02}"),
        (0, hours) => format!("{hours}:{minutes:02}:{seconds:02}"),
        (1, 0) => "1 day".to_owned(),
        (1, hours) => format!("1 day {hours} h"),
        (days, 0) => format!("{days} days"),
        (days, hours) => format!("{days} days {hours} h"),
    }
}

/// Something that was typed as a time control and is none.
pub fn bad_time(typed: &str, why: BadTime) -> Text {
    let range = |range: std::ops::RangeInclusive<u16>| {
        let (low, high) = range.into_inner();
        format!("from {low} to {high}")
    };
    match why {
        BadTime::Unreadable => text![
            "I cannot read \"",
            shortened(typed),
            "\" as a time control. Write ",
            code("10+5"),
            " (minutes and seconds for each move), ",
            code("3 days"),
            " (for each move), ",
            code("14 days + 1 day"),
            " (a bank of days) or ",
            code("none"),
            "."
        ],
        BadTime::Minutes => text![format!(
            "A live game has {} minutes for each side.",
            range(TimeControl::MINUTES)
        )],
        BadTime::Increment => text![format!(
            "A move of a live game adds {} seconds.",
            range(TimeControl::SECONDS)
        )],
        BadTime::Days => text![format!(
            "There can be {} days for each move.",
            range(TimeControl::DAYS)
        )],
        BadTime::Bank => text![
            format!(
                "A bank has {} days at the beginning, each move adds {}, and it holds at most {}. Write it like ",
                range(TimeControl::BANK_START),
                range(TimeControl::BANK_INCREMENT),
                TimeControl::BANK_CAP
            ),
            code("14 days + 1 day"),
            "."
        ],
    }
}
