//! Answers to the daily puzzle that a person has opened.

use text::{Text, msg};

use crate::context::failure::Result;
use crate::context::{Ctx, Loaded};
use crate::messages;
use crate::model::ids::DailyId;
use crate::model::key::Key;
use crate::model::record::{DailyRecord, PersonRecord, Tried};
use crate::protocol::effect::{Effect, Manner, Show, Subject};
use crate::protocol::lesson::LessonId;
use crate::store::Write;

/// An answer to a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Given {
    Right,
    Wrong,
    /// They asked for the solution.
    GaveUp,
}

/// The change that an answer made.
#[derive(Debug, Default)]
pub(super) struct Counted {
    pub(super) told: Text,
    pub(super) writes: Vec<Write>,
    pub(super) effects: Vec<Effect>,
}

/// Counts an answer in the daily puzzle that the person has opened, if it is this one. Who `knows` the solution from an earlier
/// wrong answer gets one point at most.
pub(super) fn count(
    ctx: &Ctx<'_>,
    person: &mut PersonRecord,
    puzzle: LessonId,
    given: Given,
    knows: bool,
) -> Result<Counted> {
    let opened = person.learned.daily.map(Key::Daily);
    let daily = opened.map(|key| ctx.load::<DailyRecord>(key)).transpose()?;
    let is_this = |daily: &Loaded<DailyRecord>| daily.value.puzzle == puzzle.to_string();
    let Some(mut daily) = daily.flatten().filter(is_this) else {
        return Ok(Counted::default());
    };
    let record = &mut daily.value;
    let former = record.answers.get(person.id()).copied();
    let misses = match former {
        Some(Tried::Missed(misses)) => misses,
        None => 2 * u8::from(knows),
        Some(Tried::Solved(_) | Tried::GaveUp) => return Ok(Counted::default()),
    };
    let is_full = former.is_none() && record.is_full();
    if record.over || is_full {
        let told = match given {
            Given::Right if record.over => msg!("daily-too-late").into(),
            Given::Right => msg!("daily-full", most = record.answers.len()).into(),
            _ => Text::default(),
        };
        return Ok(Counted {
            told,
            ..Counted::default()
        });
    }
    let tried = match given {
        Given::Right => Tried::Solved(misses),
        Given::Wrong => Tried::Missed(misses.saturating_add(1)),
        Given::GaveUp => Tried::GaveUp,
    };
    record.answers.insert(person.id().clone(), tried);
    let mut told = Text::default();
    if given == Given::Right {
        record.streak.count(record.day);
        person.learned.streak.count(record.day);
        told = messages::daily_solved(tried.points(), person.learned.streak.days);
    }
    let counts_change = former.is_none() || given == Given::Right;
    let shown = counts_change.then(|| shown_again(&daily));
    Ok(Counted {
        told,
        effects: shown.into_iter().collect(),
        writes: vec![daily.write()],
    })
}

/// Updates the message of a daily puzzle that changes.
pub(super) fn shown_again(daily: &Loaded<DailyRecord>) -> Effect {
    show(daily.value.id, daily.version + 1, Manner::InPlace)
}

pub(super) fn show(id: DailyId, version: u64, manner: Manner) -> Effect {
    Effect::Show(Show {
        subject: Subject::Daily(id),
        version,
        manner,
        ply: None,
    })
}
