//! A server's puzzle of one day, and streaks.

use std::collections::BTreeMap;

use jiff::Span;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use crate::model::moment;
use crate::model::record::defaults::stored;
use crate::model::record::stored_size;
use crate::model::{DailyId, Index, IndexRow, PlayerId, Timestamp, Venue};

/// A day of a server's calendar: days since 1970-01-01.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Day(pub i32);

impl Day {
    const FIRST: Date = Date::constant(1970, 1, 1);

    /// The latest day whose hour has come in a time zone.
    pub(crate) fn begun(now: Timestamp, hour: i8, zone: &TimeZone) -> Self {
        let now_there = jiff::Timestamp::from_millisecond(now.0).unwrap_or_default();
        let date = now_there.to_zoned(zone.clone()).date();
        let days = Self::FIRST.until(date).map_or(0, |days| days.get_days());
        let today = Self(days);
        if today.start(hour, zone) <= now {
            today
        } else {
            Self(days.saturating_sub(1))
        }
    }

    /// When an hour of the day begins in a time zone; an hour that clocks skip begins with the next one.
    pub(crate) fn start(self, hour: i8, zone: &TimeZone) -> Timestamp {
        let days = Span::new().try_days(self.0).ok();
        let date = days.and_then(|days| Self::FIRST.checked_add(days).ok());
        let time = date.zip(Time::new(hour, 0, 0, 0).ok());
        let start =
            time.and_then(|(date, time)| date.to_datetime(time).to_zoned(zone.clone()).ok());
        Timestamp(start.map_or(i64::MAX, |start| start.timestamp().as_millisecond()))
    }

    pub(crate) fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// The number of its puzzle, which is 1 on 2026-01-01.
    pub(crate) fn number(self) -> i32 {
        self.0.saturating_sub(20_453)
    }

    /// Days since Monday.
    pub(crate) fn weekday(self) -> u8 {
        // 1970-01-01 was a Thursday.
        let days = self.0.saturating_add(3).rem_euclid(7);
        u8::try_from(days).unwrap_or(0)
    }
}

stored! {
    /// Days in a row. One missed day in seven is forgiven.
    #[derive(Copy, Default)]
    pub struct Streak {
        pub days: u32,
        last: Day,
        /// The last day that was forgiven.
        forgiven: Option<Day> = default,
    }
}

impl Streak {
    /// Counts a day, if it is later than those counted.
    pub(crate) fn count(&mut self, day: Day) {
        let missed = Day(day.0.saturating_sub(1));
        let since = |last: Day, day: Day| day.0.saturating_sub(last.0);
        let is_forgiven = |last: Option<Day>| last.is_none_or(|last| since(last, missed) >= 7);
        match since(self.last, day) {
            _ if self.days == 0 => {}
            ..=0 => return,
            1 => {}
            2 if is_forgiven(self.forgiven) => self.forgiven = Some(missed),
            _ => self.days = 0,
        }
        self.days = self.days.saturating_add(1);
        self.last = day;
    }

    /// The one that goes on, of those of two accounts.
    pub(crate) fn merged(self, other: Self) -> Self {
        if (other.last, other.days) > (self.last, self.days) {
            other
        } else {
            self
        }
    }
}

/// What someone has made of a daily puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tried {
    /// So many wrong moves so far.
    Missed(u8),
    /// Solved after so many wrong moves.
    Solved(u8),
    /// Saw the solution.
    GaveUp,
}

impl Tried {
    /// Three on the first try, two on the second, one after that; none without a solution.
    pub(crate) fn points(self) -> u32 {
        match self {
            Self::Solved(0) => 3,
            Self::Solved(1) => 2,
            Self::Solved(_) => 1,
            Self::Missed(_) | Self::GaveUp => 0,
        }
    }

    /// The better solution of a person's two accounts, or else what one of them has seen.
    fn merged(self, other: Self) -> Self {
        match (self, other) {
            (Self::Solved(one), Self::Solved(other)) => Self::Solved(one.min(other)),
            (solved @ Self::Solved(_), _) | (_, solved @ Self::Solved(_)) => solved,
            (Self::Missed(one), Self::Missed(other)) => Self::Missed(one.max(other)),
            (Self::GaveUp, _) | (_, Self::GaveUp) => Self::GaveUp,
        }
    }
}

stored! {
    /// A server's puzzle of one day.
    pub struct DailyRecord {
        pub id: DailyId,
        pub venue: Venue,
        pub day: Day,
        pub posted: Timestamp,
        /// Its name, such as `leto-p12`.
        pub puzzle: String,
        /// The first [`Self::MOST`] people who answered it.
        pub answers: BTreeMap<PlayerId, Tried> = default,
        /// The server's days on which anyone solved its puzzle, up to this one.
        pub streak: Streak,
        /// Whether the day has ended.
        pub over: bool = default,
    }
}

impl DailyRecord {
    /// Maximum number of people whose answers count.
    pub const MOST: usize = 500;

    /// Maximum number of bytes of answers, fewer than a record may have. Long ids take more than 500 people's short ones.
    const MOST_BYTES: usize = 60_000;

    /// Bytes of an answer beside the id: `"":{"missed":255},`.
    const ANSWER_BYTES: usize = 18;

    /// How long it is stored: the days of a week count together.
    const KEPT: moment::Span = moment::Span::days(15);

    /// When it is deleted.
    pub(crate) fn forgotten(&self) -> Timestamp {
        self.posted.plus(Self::KEPT)
    }

    /// Whether no one else's answer counts.
    pub(crate) fn is_full(&self) -> bool {
        let bytes = |id| stored_size::of_id(id) + Self::ANSWER_BYTES;
        self.answers.len() >= Self::MOST
            || self.answers.keys().map(bytes).sum::<usize>() >= Self::MOST_BYTES
    }

    pub(crate) fn solved(&self) -> usize {
        let solved = |tried: &&Tried| tried.points() > 0;
        self.answers.values().filter(solved).count()
    }

    /// The people who solved it on the first try.
    pub(crate) fn at_once(&self) -> Vec<&PlayerId> {
        let answers = self.answers.iter();
        let at_once = answers.filter(|(_, tried)| **tried == Tried::Solved(0));
        at_once.map(|(person, _)| person).collect()
    }

    /// As it is shown to a person: without the others' answers.
    pub(crate) fn seen_by(mut self, player: &PlayerId) -> Self {
        self.answers.retain(|person, _| person == player);
        self
    }

    /// Gives an account the name of the one to which it was linked.
    pub(crate) fn rename(&mut self, from: &PlayerId, to: &PlayerId) {
        if let Some(tried) = self.answers.remove(from) {
            let kept = self.answers.entry(to.clone()).or_insert(tried);
            *kept = kept.merged(tried);
        }
    }

    pub(crate) fn index_rows(&self) -> Vec<IndexRow> {
        let about = self.answers.keys().map(|id| Index::About(id.clone()).at(0));
        let server = self.venue.server.clone();
        let of_server = server.map(|server| Index::DailiesOf(server).at(self.day.0.into()));
        let due = Index::Due.at(self.forgotten().0);
        about.chain(of_server).chain([due]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_at_its_hour_through_changes_of_the_clocks() {
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        let hour = 3_600_000;
        // 2026-03-29, when clocks skip from 2:00 to 3:00, and 2026-10-25, when they repeat 2:00.
        for (day, length) in [(20_541, 23), (20_542, 24), (20_751, 25)] {
            let day = Day(day);
            let (start, next) = (day.start(1, &zone), day.next().start(1, &zone));
            assert_eq!(next.since(start).0, length * hour, "{day:?}");
            assert_eq!(Day::begun(start, 1, &zone), day);
            assert_eq!(Day::begun(Timestamp(next.0 - 1), 1, &zone), day);
            assert_eq!(day.weekday(), if day.0 == 20_542 { 0 } else { 6 });
        }
        let skipped = Day(20_541);
        assert_eq!(skipped.start(2, &zone), skipped.start(3, &zone));
    }

    #[test]
    fn a_streak_forgives_one_missed_day_in_seven() {
        let mut streak = Streak::default();
        let mut days = |day: i32| {
            streak.count(Day(day));
            streak.days
        };
        assert_eq!(
            [100, 101, 101, 99, 103, 104].map(&mut days),
            [1, 2, 2, 2, 3, 4]
        );
        // The second within seven days.
        assert_eq!([106, 107, 108].map(&mut days), [1, 2, 3]);
        assert_eq!([110, 113].map(&mut days), [4, 1]);
    }
}
