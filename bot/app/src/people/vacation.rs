//! Vacations: a limited number of days per person and year that pause a player's clock in daily games.
//!
//! A turn that starts during a vacation counts from its end; a turn in progress is paused until then. Live games and tournament
//! games are not affected. Ending a vacation early returns the days that have not started.

use text::{Text, msg};

use crate::context::{Change, Ctx, Reader, Result, private, refuse_if};
use crate::messages;
use crate::model::{
    GameId, GameRecord, Index, Key, Person, PersonRecord, PlayerId, Record, Span, Timestamp,
    Vacation,
};
use crate::protocol::{Action, Answer, Button, Card, Command, Effect, Notice, Refusal};
use crate::spec::{CommandSpec, Kind, named};
use crate::store::{Page, Write};

/// Upper limit of the option; the application knows how many days are left.
const DAYS: u32 = 365;

pub(crate) const VACATION: CommandSpec = named("vacation", || msg!("command-vacation"))
    .command(|arguments| {
        Ok(if arguments.is_set("end") {
            Command::EndVacation
        } else {
            Command::Vacation(arguments.number("days"))
        })
    })
    .options(&[
        Kind::within(1, DAYS).option("days", || msg!("command-vacation-days")),
        Kind::Boolean
            .option("end", || msg!("command-vacation-end"))
            .typed_only(),
    ]);

/// Starts a vacation of `days`, or extends the current one by them. Without `days`, shows its state.
pub(crate) fn vacation(ctx: &Ctx<'_>, who: &Person, days: Option<u16>) -> Result<Change> {
    let now = ctx.moment.now;
    let mut person = ctx.person(who)?;
    person.value.person = who.clone();
    let former = person.value.vacation;
    let used = former.map_or(0, |vacation| vacation.used_in_year(now));
    let left = ctx.limits.vacation_days.saturating_sub(used);
    let present = person.value.away_until(now);
    let Some(days) = days else {
        let text = messages::vacation(present, left);
        return Ok(Change::nothing(match present {
            Some(_) => with_end_button(text),
            None => private(text),
        }));
    };
    refuse_if(days == 0 || days > left, Refusal::NoVacationLeft(left))?;
    let until = present.unwrap_or(now).plus(Span::days(days.into()));
    person.value.vacation = Some(Vacation {
        until,
        year: now.year(),
        used: used + days,
    });
    let text = messages::vacation_started(until, left - days);
    let mut change = Change::writing(person.write(), with_end_button(text));
    apply_to_games(ctx, &mut change, &who.id, Some(until))?;
    Ok(change)
}

/// Ends a vacation early. Without one, shows its state.
pub(crate) fn end_vacation(ctx: &Ctx<'_>, who: &Person) -> Result<Change> {
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
    let answer = private(messages::vacation_ended(left));
    let mut change = Change::writing(person.write(), answer);
    apply_to_games(ctx, &mut change, &who.id, None)?;
    Ok(change)
}

/// Applies a vacation that now lasts until `away`, or ends early if that is `None`.
fn apply_to_games(
    ctx: &Ctx<'_>,
    change: &mut Change,
    who: &PlayerId,
    away: Option<Timestamp>,
) -> Result<()> {
    let index = Index::OngoingOf(who.clone());
    let page = ctx.limits.games + 1;
    // No game may begin before the commit. Tournaments start games beyond the limit, so all pages are read.
    ctx.counted(index.clone(), Timestamp(i64::MIN), page)?;
    for rows in ctx.pages(&index, Page::last(page)) {
        let rows = rows?;
        ctx.foresee_rows(&rows);
        for (_, key) in rows {
            if let Key::Game(id) = key {
                apply_to_game(ctx, change, id, who, away)?;
            }
        }
    }
    Ok(())
}

/// Pauses or resumes the clock of `who` in a game if it is their turn, and notifies the opponent.
fn apply_to_game(
    ctx: &Ctx<'_>,
    change: &mut Change,
    id: GameId,
    who: &PlayerId,
    away: Option<Timestamp>,
) -> Result<()> {
    let now = ctx.moment.now;
    let mut game = ctx.game(id)?;
    // The turn may pass to them at this moment.
    ctx.hold(Key::Game(id), game.version);
    let record = &mut game.value;
    let Some(side) = record.side_of(who).filter(|_| record.allows_vacations()) else {
        return Ok(());
    };
    if let Some(other) = record.seats[!side].person() {
        let notice = match away {
            Some(until) => Notice::Away { game: id, until },
            None => Notice::Back { game: id },
        };
        change.effects.push(Effect::tell(&other.id, notice));
    }
    let flagged = record.flag().is_some_and(|flag| flag <= now);
    if record.turn() != side || flagged {
        return Ok(());
    }
    match away {
        Some(until) => record.pause_until(until, now),
        None if record.resume_turn(now) => {}
        None => return Ok(()),
    }
    change.edit(game);
    Ok(())
}

/// Pauses the turn of a player on vacation in a game to which vacations did not apply so far.
pub(crate) fn pause_turn(ctx: &Ctx<'_>, game: &mut GameRecord) -> Result<()> {
    let now = ctx.moment.now;
    let runs = game.allows_vacations() && game.flag().is_none_or(|flag| flag > now);
    let Some(person) = game.seats[game.turn()].person().filter(|_| runs) else {
        return Ok(());
    };
    let person = ctx.held::<PersonRecord>(Key::Person(person.id.clone()))?;
    if let Some(until) = person.and_then(|person| person.away_until(now)) {
        game.pause_until(until, now);
    }
    Ok(())
}

/// Postpones turns that start with these writes until after the vacation of the player to move.
pub(crate) fn keep_vacations(ctx: &Ctx<'_>, writes: &mut [Write], now: Timestamp) -> Result<()> {
    // A vacation that changes with these writes is not in the store yet.
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
        let begins = game.clock.is_some_and(|clock| clock.since == now) && game.allows_vacations();
        let Some(person) = game.seats[game.turn()].person().filter(|_| begins) else {
            continue;
        };
        let until = match changed.iter().find(|(id, _)| *id == person.id) {
            Some((_, until)) => *until,
            None => ctx
                .held::<PersonRecord>(Key::Person(person.id.clone()))?
                .and_then(|person| person.away_until(now)),
        };
        if let (Some(until), Some(clock)) = (until, &mut game.clock) {
            clock.since = until;
        }
    }
    Ok(())
}

pub(crate) fn away_until(
    reader: &Reader<'_>,
    who: &PlayerId,
    now: Timestamp,
) -> Result<Option<Timestamp>> {
    let person = reader.known_person(who)?;
    Ok(person.and_then(|person| person.away_until(now)))
}

fn with_end_button(text: Text) -> Answer {
    let end = Button::plain(msg!("button-end-vacation"), Action::EndVacation);
    Answer::Aside(Box::new(Card::with_buttons(text, [end])))
}

impl GameRecord {
    fn allows_vacations(&self) -> bool {
        self.result.is_none()
            && self.clock.is_some()
            && !self.time.is_live()
            && self.event.is_none()
    }
}
