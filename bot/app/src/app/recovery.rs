//! Recovery after downtime.

use crate::context::failure::Failure;
use crate::context::pass::Pass;
use crate::context::{Change, Ctx, Loaded, Reader, transaction};
use crate::model::ids::GameId;
use crate::model::key::Key;
use crate::model::moment::{Moment, Span, Timestamp};
use crate::model::record::{GameRecord, PresenceRecord, Seat};
use crate::protocol::effect::{Answer, Outgoing};
use crate::store::{Page, StoreError};
use crate::tournament::lifecycle;

/// Interval between presence records, and so the precision of downtime.
const INTERVAL: Span = Span::seconds(10);

/// Games with a later flag need no recovery: no live game has this much time left.
const HORIZON: Span = Span::days(2);

/// Entries of an index read at once.
const PAGE: usize = 500;

/// Records that Delos is running, at most once per [`INTERVAL`].
///
/// # Errors
/// When the store fails.
pub(crate) fn note_presence(reader: &Reader<'_>, now: Timestamp) -> Result<(), Failure> {
    let noted = reader.load::<PresenceRecord>(Key::Presence)?;
    if noted
        .as_ref()
        // A clock that was set back makes it a time to come.
        .is_some_and(|noted| noted.value.at <= now && now.since(noted.value.at) < INTERVAL)
    {
        return Ok(());
    }
    write_presence(reader, noted, now)
}

fn write_presence(
    reader: &Reader<'_>,
    noted: Option<Loaded<PresenceRecord>>,
    now: Timestamp,
) -> Result<(), Failure> {
    let noted = Loaded {
        version: noted.map_or(0, |noted| noted.version),
        value: PresenceRecord { at: now },
    };
    Ok(reader.commit(crate::store::Batch {
        writes: vec![noted.write()],
        ..Default::default()
    })?)
}

/// Makes up for the time since the program last ran, or since `heard` if it could not be reached after that; or for a clock
/// that was set back since then.
///
/// # Errors
/// When the store fails.
pub(crate) fn come_back_since(ctx: &Ctx<'_>, heard: Timestamp) -> Result<Vec<Outgoing>, Failure> {
    let now = ctx.moment.now;
    let Some(noted) = ctx.load::<PresenceRecord>(Key::Presence)? else {
        note_presence(ctx, now)?;
        return Ok(Vec::new());
    };
    let outgoing = make_up(ctx, noted.value.at.max(heard))?.effects()?;
    // Last: if the program stops before this, the next start makes up for the same downtime again. Always: a start that
    // follows soon must not make up for it twice.
    match write_presence(ctx, Some(noted), now) {
        // Another command has recorded it meanwhile.
        Ok(()) | Err(Failure::Store(StoreError::Conflict(_))) => Ok(outgoing),
        Err(failure) => Err(failure),
    }
}

/// Makes up for the time since `from` in the games that are due, and advances tournaments that were left halfway. Presence is
/// noted elsewhere.
///
/// After a transient failure, time must not pass in the games before this was tried again. A repetition gives nothing back
/// twice.
///
/// # Errors
/// When the store fails before anything is done.
pub(crate) fn make_up(ctx: &Ctx<'_>, from: Timestamp) -> Result<Pass, Failure> {
    let now = ctx.moment.now;
    let mut pass = Pass::default();
    let horizon = if from > now {
        Timestamp(i64::MAX)
    } else {
        now.plus(HORIZON)
    };
    for (n, id) in (0..).zip(due_games(ctx, horizon)?) {
        let seed = ctx.moment.seed.wrapping_add(n);
        let given = transaction::commit(&ctx.at(Moment { now, seed }), |ctx| {
            give_back(ctx, id, from)
        });
        pass.add(given.map(|handled| handled.outgoing));
    }
    let seed = ctx.moment.seed.wrapping_sub(1);
    match lifecycle::advance_all(&ctx.at(Moment { now, seed })) {
        Ok(advanced) => pass.join(advanced),
        Err(failure) => pass.add(Err(failure)),
    }
    Ok(pass)
}

fn due_games(ctx: &Ctx<'_>, until: Timestamp) -> Result<Vec<GameId>, Failure> {
    let mut games = Vec::new();
    let mut page = Page::first(PAGE);
    loop {
        let rows = ctx.due(page)?;
        let Some(last) = rows.last().cloned() else {
            return Ok(games);
        };
        let near = rows.into_iter().filter(|(due, _)| *due <= until.0);
        games.extend(near.filter_map(|(_, key)| match key {
            Key::Game(id) => Some(id),
            _ => None,
        }));
        if last.0 > until.0 {
            return Ok(games);
        }
        page = Page {
            after: Some(last),
            ..Page::first(PAGE)
        };
    }
}

fn give_back(ctx: &Ctx<'_>, id: GameId, from: Timestamp) -> Result<Change, Failure> {
    let mut record = ctx.game(id)?;
    let now = ctx.moment.now;
    let has_changed = if from > now {
        let on_vacation = is_on_vacation(ctx, &record.value)?;
        record.value.set_clock_back(now, on_vacation)
    } else {
        record.value.make_up_for_downtime(from, now)
    };
    if !has_changed {
        return Ok(Change::nothing(Answer::Seen));
    }
    // The turn is unchanged, so its player needs no new notification.
    record.value.note_silent_change();
    let show = record.shown_in_place();
    Ok(Change {
        writes: vec![record.write()],
        effects: vec![show],
        done: Vec::new(),
        answer: Answer::Seen,
    })
}

/// Whether the game waits for the end of its player's vacation.
fn is_on_vacation(reader: &Reader<'_>, record: &GameRecord) -> Result<bool, Failure> {
    let Seat::Person(player) = &record.seats[record.turn()] else {
        return Ok(false);
    };
    let until = reader.person(player)?.value.away_until(Timestamp(i64::MIN));
    Ok(record.clock.is_some_and(|clock| Some(clock.since) == until))
}
