//! Daily puzzles.

use text::list::{commas, cut};
use text::{Message, Text, msg};

use crate::model::ids::PlayerId;
use crate::model::record::{DailyRecord, Tried};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, Card};

/// The most people named in one line.
const MOST_NAMES: usize = 10;

fn heading(daily: &DailyRecord) -> Message {
    let level = match daily.day.weekday() {
        0 | 1 => msg!("daily-easy"),
        2..=4 => msg!("daily-medium"),
        _ => msg!("daily-hard"),
    };
    msg!("daily-heading", number = daily.day.number(), level)
}

fn counts(daily: &DailyRecord) -> Message {
    msg!(
        "daily-counts",
        tried = daily.answers.len(),
        solved = daily.solved(),
        first = daily.at_once().len()
    )
}

/// A daily puzzle that can be solved; `task` is its position in words.
pub(crate) fn daily(daily: &DailyRecord, task: Text) -> Text {
    Text::from(heading(daily)).line(task).line(counts(daily))
}

/// A daily puzzle whose day has ended.
pub(crate) fn daily_over(daily: &DailyRecord, solution: Text, week: &[(PlayerId, u32)]) -> Text {
    let first = daily.at_once();
    let names = first.iter().copied().map(Text::from);
    let first = (!first.is_empty()).then(|| msg!("daily-first", people = cut(names, MOST_NAMES)));
    let streak = daily.solved() > 0 && daily.streak.days > 1;
    let streak = streak.then(|| msg!("daily-streak", days = daily.streak.days));
    let lines = [Some(counts(daily)), first, streak].into_iter().flatten();
    let text = Text::from(heading(daily)).line(solution);
    lines.fold(text, Text::line).line(standings(week))
}

/// How a daily puzzle stands, for someone who is done with it.
pub(crate) fn daily_standings(
    daily: &DailyRecord,
    tried: Option<Tried>,
    week: &[(PlayerId, u32)],
) -> Text {
    let own = match tried {
        Some(Tried::GaveUp) => msg!("daily-gave-up").into(),
        Some(tried) => msg!("daily-points", points = tried.points()).into(),
        None => Text::default(),
    };
    let text = Text::from(heading(daily)).line(own);
    text.line(counts(daily)).line(standings(week))
}

fn standings(week: &[(PlayerId, u32)]) -> Text {
    if week.is_empty() {
        return Text::default();
    }
    let best = week.iter().take(MOST_NAMES);
    let points =
        best.map(|(id, points)| msg!("daily-person", person = id, points = *points).into());
    msg!("daily-week", points = commas(points)).into()
}

/// Someone has solved the daily puzzle.
pub(crate) fn daily_solved(points: u32, streak: u32) -> Text {
    let days = (streak > 1).then(|| msg!("daily-own-streak", days = streak));
    let text = Text::from(msg!("daily-points", points));
    text.line(days.map_or_else(Text::default, Text::from))
}

/// The daily puzzle was asked for where everyone would see it.
pub(crate) fn daily_privately() -> Card {
    let open = Button::primary(msg!("button-daily"), Action::Today);
    Card::with_buttons(msg!("puzzle-privately"), [open])
}
