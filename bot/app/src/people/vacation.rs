//! Vacations: days in which no clock of days runs against somebody, so many for each person and year.
//!
//! A turn that begins in a vacation counts from its end; one that had begun goes on there. Live games and games of tournaments
//! know no vacations. Who comes back early keeps the days that have not begun.

use text::Text;

use crate::context::failure::Failure;
use crate::context::{Change, Ctx, Reader};
use crate::messages;
use crate::model::ids::{GameId, Person, PlayerId};
use crate::model::key::{Index, Key};
use crate::model::moment::{Span, Timestamp};
use crate::model::record::{GameRecord, PersonRecord, Record, Vacation};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, ButtonStyle, Card};
use crate::protocol::effect::{Answer, Effect};
use crate::protocol::notice::{Notice, Tell};
use crate::protocol::refusal::Refusal;
use crate::store::{Page, Write};

/// What a vacation does to the games of whoever takes it.
#[derive(Clone, Copy)]
enum Turn {
    /// It begins, or becomes longer.
    Away(Timestamp),
    /// It is over before its time.
    Back,
}

/// Begins a vacation of so many days, or makes the present one longer by them; without a number, says how it stands.
pub(crate) fn vacation(ctx: &Ctx<'_>, who: &Person, days: Option<u16>) -> Result<Change, Failure> {
    let now = ctx.moment.now;
    let mut person = ctx.person(who)?;
    person.value.person = who.clone();
    let former = person.value.vacation;
    let used = former.map_or(0, |vacation| vacation.used_in_year(now));
    let left = ctx.limits.vacation_days.saturating_sub(used);
    let present = person.value.away_until(now);
    let Some(days) = days else {
        let text = messages::vacation(present, left);
        return Ok(Change::nothing(away(text, present.is_some())));
    };
    if days == 0 || days > left {
        return Err(Refusal::NoVacationLeft(left).into());
    }
    let until = present.unwrap_or(now).plus(Span::days(days.into()));
    person.value.vacation = Some(Vacation {
        until,
        year: now.year(),
        used: used + days,
    });
    let text = messages::vacation_begins(until, left - days);
    let mut change = Change::nothing(away(text, true));
    turn_games(ctx, &mut change, &who.id, Turn::Away(until), now)?;
    change.writes.push(person.write());
    Ok(change)
}

/// Ends a vacation before its time; where there is none, says how things stand.
pub(crate) fn end_vacation(ctx: &Ctx<'_>, who: &Person) -> Result<Change, Failure> {
    let now = ctx.moment.now;
    let mut person = ctx.person(who)?;
    person.value.person = who.clone();
    if person.value.away_until(now).is_none() {
        return vacation(ctx, who, None);
    }
    let ended = person.value.vacation.map(|vacation| vacation.ended(now));
    let used = ended.map_or(0, |vacation| vacation.used_in_year(now));
    person.value.vacation = ended;
    let left = ctx.limits.vacation_days.saturating_sub(used);
    let mut change = Change::nothing(away(messages::vacation_ends(left), false));
    turn_games(ctx, &mut change, &who.id, Turn::Back, now)?;
    change.writes.push(person.write());
    Ok(change)
}

fn turn_games(
    reader: &Reader<'_>,
    change: &mut Change,
    who: &PlayerId,
    turn: Turn,
    now: Timestamp,
) -> Result<(), Failure> {
    let index = Index::OngoingOf(who.clone());
    for (_, key) in reader.store.list(&index, Page::last(reader.limits.games))? {
        if let Key::Game(id) = key {
            turn_game(reader, change, id, who, turn, now)?;
        }
    }
    Ok(())
}

/// Stops or starts the clock of `who` in a game where it is their turn, and lets the other side know.
fn turn_game(
    reader: &Reader<'_>,
    change: &mut Change,
    id: GameId,
    who: &PlayerId,
    turn: Turn,
    now: Timestamp,
) -> Result<(), Failure> {
    let mut game = reader.game(id)?;
    let record = &mut game.value;
    let Some(side) = record.side_of(who).filter(|_| record.knows_vacations()) else {
        return Ok(());
    };
    if let Some(other) = record.seats[!side].person() {
        let notice = match turn {
            Turn::Away(until) => Notice::Away { game: id, until },
            Turn::Back => Notice::Back { game: id },
        };
        let to = other.id.clone();
        change.effects.push(Effect::Tell(Tell { to, notice }));
    }
    let fallen = record.flag().is_some_and(|flag| flag <= now);
    if record.turn() != side || fallen {
        return Ok(());
    }
    match turn {
        Turn::Away(until) => record.stand_until(until, now),
        Turn::Back if record.go_on(now) => {}
        Turn::Back => return Ok(()),
    }
    change.effects.push(game.shown_in_place());
    change.writes.push(game.write());
    Ok(())
}

/// Lets turns that begin with these writes begin after the vacation of whoever has them.
pub(crate) fn keep_vacations(
    reader: &Reader<'_>,
    writes: &mut [Write],
    now: Timestamp,
) -> Result<(), Failure> {
    // A vacation that begins or ends with them is not in the store yet.
    let changed: Vec<_> = writes
        .iter()
        .filter_map(|write| match &write.record {
            Record::Person(person) => Some((person.id().clone(), person.away_until(now))),
            _ => None,
        })
        .collect();
    for write in writes {
        let Record::Game(game) = &mut write.record else {
            continue;
        };
        let begins = game.clock.is_some_and(|clock| clock.since == now);
        if !begins || !game.knows_vacations() {
            continue;
        }
        let Some(person) = game.seats[game.turn()].person() else {
            continue;
        };
        let until = match changed.iter().find(|(id, _)| *id == person.id) {
            Some((_, until)) => *until,
            None => away_until(reader, &person.id, now)?,
        };
        if let (Some(until), Some(clock)) = (until, &mut game.clock) {
            clock.since = until;
        }
    }
    Ok(())
}

/// When somebody comes back, if they are away.
pub(crate) fn away_until(
    reader: &Reader<'_>,
    who: &PlayerId,
    now: Timestamp,
) -> Result<Option<Timestamp>, Failure> {
    let person = reader.load::<PersonRecord>(Key::Person(who.clone()))?;
    Ok(person.and_then(|person| person.value.away_until(now)))
}

/// An answer about a vacation, with a button to end it if there is one.
fn away(text: Text, away: bool) -> Answer {
    let end = Button {
        label: "End it now".into(),
        style: ButtonStyle::Plain,
        action: Action::EndVacation,
    };
    let controls = if away { vec![vec![end]] } else { Vec::new() };
    Answer::Private(Box::new(Card {
        controls,
        ..Card::words(text)
    }))
}

impl GameRecord {
    fn knows_vacations(&self) -> bool {
        self.result.is_none()
            && self.clock.is_some()
            && !self.time.is_live()
            && self.event.is_none()
    }
}
