//! Time controls and clocks.

use text::{Text, msg};

use crate::messages::shortened;
use crate::model::{ParseTimeError, Span, TimeControl};

/// Formats a clock: `4:05`, `1:04:05`, `2 days 3 h`.
pub fn clock(left: Span) -> Text {
    let seconds = left.0.max(0) / 1000;
    let (days, hours) = (seconds / 86_400, seconds / 3600 % 24);
    let (minutes, seconds) = (seconds / 60 % 60, seconds % 60);
    match (days, hours) {
        (0, 0) => format!("{minutes}:{seconds:02}").into(),
        (0, hours) => format!("{hours}:{minutes:02}:{seconds:02}").into(),
        (days, 0) => msg!("clock-days", days).into(),
        (days, hours) => msg!("clock-days-hours", days, hours).into(),
    }
}

/// Why a text is not a time control.
pub fn bad_time(typed: &str, why: ParseTimeError) -> Text {
    let range = std::ops::RangeInclusive::into_inner;
    match why {
        ParseTimeError::Unreadable => msg!("time-unreadable", typed = shortened(typed)),
        ParseTimeError::Minutes => {
            let (low, high) = range(TimeControl::MINUTES);
            msg!("time-bad-minutes", low, high)
        }
        ParseTimeError::Increment => {
            let (low, high) = range(TimeControl::SECONDS);
            msg!("time-bad-increment", low, high)
        }
        ParseTimeError::Days => {
            let (low, high) = range(TimeControl::DAYS);
            msg!("time-bad-days", low, high)
        }
        ParseTimeError::Bank => {
            let (start_low, start_high) = range(TimeControl::BANK_START);
            let (increment_low, increment_high) = range(TimeControl::BANK_INCREMENT);
            msg!(
                "time-bad-bank",
                start_low,
                start_high,
                increment_low,
                increment_high,
                cap = TimeControl::BANK_CAP
            )
        }
    }
    .into()
}
