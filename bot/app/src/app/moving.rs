//! Games, challenges and tournaments move into the room that replaces theirs, a few records at a time; that survives restarts.
//!
//! The new room goes on with the old one's server, so settings, ratings, leaderboards and everything that is over stay as they
//! are. Each step is a commit of its own, which finds what is still there: nothing moves twice.

use crate::context::failure::Failure;
use crate::context::{Change, Ctx, Loaded, transaction};
use crate::model::ids::{Person, RoomId, ServerId, Venue, without_thread};
use crate::model::key::{Index, Key};
use crate::model::moment::Moment;
use crate::model::record::{
    Act, BoardId, ChallengeRecord, ChallengeState, GameRecord, Record, ServerRecord, Thread,
    TournamentRecord,
};
use crate::protocol::effect::{Answer, Effect, Manner, Outgoing, Show, Subject};
use crate::settings::place::own_server;
use crate::store::{Page, StoreError, Stored};
use crate::tournament::work::Work;

/// Records that move in one step.
const STEP: usize = 25;

/// Entries of an index read at once.
const PAGE: usize = 50;

/// Notes that one room replaces another. The first room that replaces one counts, and no room replaces two.
pub(crate) fn note_replaced(ctx: &Ctx<'_>, old: &RoomId, new: &RoomId) -> Result<bool, Failure> {
    let is_noted = std::cell::Cell::new(false);
    transaction::commit(ctx, |ctx| {
        is_noted.set(false);
        let mut change = Change::nothing(Answer::Seen);
        let (mut from, mut to) = (ctx.server(&own_server(old))?, ctx.server(&own_server(new))?);
        let ties = &to.value.ties;
        let is_free = ties.continues.is_none() && ties.replaced_by.is_none();
        if old == new || !is_free || from.value.ties.replaced_by.is_some() {
            return Ok(change);
        }
        let first = from.value.ties.continues.clone();
        from.value.ties.replaced_by = Some(new.clone());
        to.value.ties.continues = Some(first.clone().unwrap_or_else(|| from.value.id.clone()));
        to.value.ties.replaces = Some(old.clone());
        to.value.ties.is_moving = true;
        if let Some(first) = first {
            let mut first = ctx.server(&first)?;
            first.value.settings.replace_room(old, new);
            change.writes.push(first.write());
        } else {
            from.value.settings.replace_room(old, new);
        }
        change.writes.extend([from.write(), to.write()]);
        is_noted.set(true);
        Ok(change)
    })?;
    Ok(is_noted.get())
}

/// Moves the next records into a room that replaces another one.
pub(crate) fn move_some(ctx: &Ctx<'_>, to: &ServerId) -> Result<Vec<Outgoing>, Failure> {
    let Some(record) = ctx.load::<ServerRecord>(Key::Server(to.clone()))? else {
        return Ok(Vec::new());
    };
    let ties = &record.value.ties;
    let Some(from) = ties.replaces.clone().filter(|_| ties.is_moving) else {
        return Ok(Vec::new());
    };
    let found = left_in(ctx, &from, &record.value)?;
    if found.is_empty() {
        let arrived = transaction::commit(ctx, |ctx| {
            let mut record = ctx.server(to)?;
            record.value.ties.is_moving = false;
            Ok(Change {
                writes: vec![record.write()],
                ..Change::nothing(Answer::Seen)
            })
        });
        return Ok(arrived?.outgoing);
    }
    let to = RoomId::new(to.as_str());
    let mut outgoing = Vec::new();
    for (key, n) in found.iter().zip(0..) {
        let moment = Moment {
            seed: ctx.moment.seed.wrapping_add(n),
            ..ctx.moment
        };
        let moved = transaction::commit(&ctx.at(moment), |ctx| moved(ctx, key, &from, &to));
        match moved {
            Ok(handled) => outgoing.extend(handled.outgoing),
            // What was committed must be performed; the others move next time.
            Err(_) if !outgoing.is_empty() => break,
            Err(failure) => return Err(failure),
        }
    }
    Ok(outgoing)
}

/// What is still to be moved from a room, at most as much as moves in one step. What leads to games comes before games, so that none
/// begins behind the search.
fn left_in(ctx: &Ctx<'_>, from: &RoomId, to: &ServerRecord) -> Result<Vec<Key>, Failure> {
    let own = own_server(from);
    let mut servers = vec![to.ties.continues.clone().unwrap_or_else(|| own.clone())];
    servers.extend((!servers.contains(&own)).then_some(own));
    let of_servers = [
        Index::TournamentsOf,
        Index::ChallengesMadeIn,
        Index::OngoingOn,
    ];
    let indexes = of_servers
        .into_iter()
        .flat_map(|index| servers.iter().cloned().map(index));
    // Games of direct conversations are on no server.
    let indexes = indexes.chain([Index::OngoingIn(from.clone())]);
    let mut found = Vec::new();
    for index in indexes {
        let mut page = Page::first(PAGE);
        while found.len() < STEP {
            ctx.forget();
            let rows = ctx.list(&index, page)?;
            let Some(last) = rows.last().cloned() else {
                break;
            };
            ctx.foresee_rows(&rows);
            for (_, key) in rows {
                if is_in(ctx, &key, from)? && !found.contains(&key) {
                    found.push(key);
                }
            }
            page = Page {
                after: Some(last),
                ..Page::first(PAGE)
            };
        }
    }
    found.truncate(STEP);
    Ok(found)
}

/// Whether a record is of something open in a room.
fn is_in(ctx: &Ctx<'_>, key: &Key, room: &RoomId) -> Result<bool, Failure> {
    match ctx.get(key) {
        Ok(Some(stored)) => Ok(is_open_in(&stored.record, room)),
        Ok(None) => Ok(false),
        // What can never be read must not keep the others waiting.
        Err(error) if !error.is_transient() => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Whether something open is in a room, or in a thread of it.
fn is_open_in(record: &Record, room: &RoomId) -> bool {
    let is_there = |venue: &Venue| without_thread(&venue.room) == *room;
    match record {
        Record::Game(game) if game.result.is_none() => {
            game.sites().any(|site| is_there(game.venue_at(site)))
        }
        Record::Challenge(challenge) => {
            challenge.state == ChallengeState::Open && is_there(&challenge.venue)
        }
        Record::Tournament(tournament) => !tournament.is_over() && is_there(&tournament.venue),
        _ => false,
    }
}

fn moved(ctx: &Ctx<'_>, key: &Key, from: &RoomId, to: &RoomId) -> Result<Change, Failure> {
    let Some(Stored { version, record }) = ctx.get(key)? else {
        return Ok(Change::nothing(Answer::Seen));
    };
    if !is_open_in(&record, from) {
        return Ok(Change::nothing(Answer::Seen));
    }
    match record {
        Record::Game(value) => Ok(game(Loaded { version, value }, from, to)),
        Record::Challenge(value) => Ok(challenge(Loaded { version, value }, to)),
        Record::Tournament(value) => Ok(tournament(Loaded { version, value }, to, ctx.moment)),
        _ => Err(StoreError::Unreadable(key.clone(), "it is in no room".to_owned()).into()),
    }
}

/// The clock stays as it is: the next move can be made as soon as the board is there. A second place that is elsewhere stays.
fn game(mut game: Loaded<GameRecord>, from: &RoomId, to: &RoomId) -> Change {
    let record = &mut game.value;
    let mut moved: Vec<_> = record.sites().collect();
    moved.retain(|&site| without_thread(&record.venue_at(site).room) == *from);
    for &site in &moved {
        let Some(place) = record.place_mut(site) else {
            continue;
        };
        place.venue.room = to.clone();
        if matches!(place.thread, Thread::Own { .. }) {
            *place.thread = Thread::Wanted { beneath: None };
        }
        *place.unseen = false;
    }
    // Two threads of one room have become one place.
    if moved.len() > 1 {
        record.elsewhere = None;
        moved.truncate(1);
    }
    record.note_shown_change();
    let awaited = record.awaited_side();
    let shows: Vec<_> = moved
        .into_iter()
        .map(|site| {
            let call = record.seats[awaited].person();
            let call = call.filter(|_| record.site_of(awaited) == site);
            let board = BoardId {
                game: record.id,
                site,
            };
            (Subject::from(board), Some(record.ply()), call.cloned())
        })
        .collect();
    shown_anew(game, shows)
}

fn challenge(mut challenge: Loaded<ChallengeRecord>, to: &RoomId) -> Change {
    let record = &mut challenge.value;
    record.venue.room = to.clone();
    let asked = match &record.proposal {
        Some(_) => Some(record.by.clone()),
        None => record.to.clone(),
    };
    let subject = Subject::Challenge(record.id);
    shown_anew(challenge, vec![(subject, None, asked)])
}

fn tournament(record: Loaded<TournamentRecord>, to: &RoomId, moment: Moment) -> Change {
    let mut work = Work::new(record);
    work.record.value.venue.room = to.clone();
    work.record.value.lost = false;
    work.note(Act::Move, None, moment);
    work.done(Manner::Fresh { call: Vec::new() }, Answer::Seen, moment)
}

/// The write, and a new message of each subject that calls a person.
fn shown_anew<T: Into<Record>>(
    written: Loaded<T>,
    shows: Vec<(Subject, Option<u32>, Option<Person>)>,
) -> Change {
    let version = written.version + 1;
    let effects = shows.into_iter().map(|(subject, ply, call)| {
        let call = call.map(|person| person.id).into_iter().collect();
        Effect::Show(Show {
            subject,
            version,
            manner: Manner::Fresh { call },
            ply,
        })
    });
    Change {
        effects: effects.collect(),
        writes: vec![written.write()],
        ..Change::nothing(Answer::Seen)
    }
}
