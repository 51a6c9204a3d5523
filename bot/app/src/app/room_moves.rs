//! Games, challenges and tournaments move into the room that replaces theirs, a few records at a time; that survives restarts.
//!
//! The new room keeps the old one's server, so settings, ratings, leaderboards and finished games stay. A room that is bound to a
//! space, or unbound from one, takes its open records to its new server in the same way. Each record moves in a commit of its own,
//! which checks that it has not moved yet.

use crate::challenge::invitation;
use crate::context::{Change, Ctx, Loaded, Pass, Result, commit_for_effects, transaction};
use crate::game::display;
use crate::model::{
    Act, ChallengeRecord, ChallengeState, GameRecord, Index, Key, Record, RoomId, ServerId, Site,
    Thread, TournamentRecord, Undo, Venue, without_thread,
};
use crate::protocol::{Answer, Manner, Outgoing};
use crate::settings::replaced_rooms::{self, own_server, place_of};
use crate::store::{Page, Stored};
use crate::tournament::PendingChange;

/// Records that move in one step.
const STEP: usize = 25;

/// Number of a room's latest games that are searched for missing boards.
const UNSEEN: usize = 500;

const PAGE: usize = 50;

/// A move of records to another room or server.
struct Move {
    /// The rooms that it leaves, or whose server it leaves.
    rooms: Vec<RoomId>,
    to: Venue,
}

impl Move {
    /// Returns the place after the move. A record that stays in its room stays in its thread.
    fn moved(&self, venue: &Venue) -> Venue {
        let stays = without_thread(&venue.room) == self.to.room;
        let room = if stays { &venue.room } else { &self.to.room };
        Venue {
            room: room.clone(),
            server: venue.server.as_ref().and(self.to.server.clone()),
        }
    }

    fn concerns(&self, venue: &Venue) -> bool {
        self.rooms.contains(&without_thread(&venue.room)) && *venue != self.moved(venue)
    }

    fn concerns_open(&self, record: &Record) -> bool {
        match record {
            Record::Game(game) if game.result.is_none() => {
                game.sites().any(|site| self.concerns(game.venue_at(site)))
            }
            Record::Challenge(challenge) => {
                challenge.state == ChallengeState::Open && self.concerns(&challenge.venue)
            }
            Record::Tournament(tournament) => {
                !tournament.is_over() && self.concerns(&tournament.venue)
            }
            _ => false,
        }
    }
}

/// Notes that one room replaces another. The first room that replaces one counts, and no room replaces two.
pub(crate) fn note_replaced(ctx: &Ctx<'_>, old: &RoomId, new: &RoomId) -> Result<bool> {
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
        from.value.ties.replaced_by = Some(new.clone());
        from.value.settings.replace_room(old, new);
        let own = to.value.id.clone();
        let ties = &mut to.value.ties;
        ties.continues = Some(from.value.continued());
        ties.replaces = Some(old.clone());
        // If someone bound the new one by command, that counts.
        ties.space = ties.space.take().or_else(|| from.value.ties.space.clone());
        for server in [from.value.counting(), from.value.continued()] {
            if server != from.value.id && !ties.leaving.contains(&server) {
                let mut naming = ctx.server(&server)?;
                naming.value.settings.replace_room(old, new);
                change.writes.push(naming.write());
                ties.leaving.push(server);
            }
        }
        // In the new one, something may have begun before this was known.
        ties.leaving.extend([from.value.id.clone(), own]);
        change.writes.extend([from.write(), to.write()]);
        is_noted.set(true);
        Ok(change)
    })?;
    Ok(is_noted.get())
}

pub(crate) fn move_some(ctx: &Ctx<'_>, into: &ServerId) -> Result<Vec<Outgoing>> {
    let ties = replaced_rooms::ties(ctx, into)?;
    if ties.leaving.is_empty() {
        return Ok(Vec::new());
    }
    let own = RoomId::new(into.as_str());
    let here = Venue {
        room: own.clone(),
        server: Some(into.clone()),
    };
    let step = Move {
        to: place_of(ctx, &here)?.venue,
        rooms: ties.replaces.iter().cloned().chain([own]).collect(),
    };
    let found = left(ctx, &step, &ties.leaving)?;
    if found.is_empty() {
        return commit_for_effects(ctx, |ctx| {
            let mut record = ctx.server(into)?;
            // Else something more has to move by now.
            if record.value.ties == ties {
                record.value.ties.leaving.clear();
            }
            Ok(Change::writing(record.write(), Answer::Seen))
        });
    }
    let mut outgoing = Vec::new();
    for (key, n) in found.iter().zip(0..) {
        let ctx = &ctx.seeded(ctx.moment.seed.wrapping_add(n));
        match commit_for_effects(ctx, |ctx| moved(ctx, key, &step)) {
            Ok(effects) => outgoing.extend(effects),
            // Committed effects must be performed; the other records move next time.
            Err(_) if !outgoing.is_empty() => break,
            Err(failure) => return Err(failure),
        }
    }
    Ok(outgoing)
}

/// Returns the records still to be moved, at most [`STEP`]. Tournaments and challenges come before games, so that no game begins
/// behind the search.
fn left(ctx: &Ctx<'_>, step: &Move, servers: &[ServerId]) -> Result<Vec<Key>> {
    let of_servers = [
        Index::TournamentsOf,
        Index::ChallengesMadeIn,
        Index::OngoingOn,
    ];
    let indexes = of_servers
        .into_iter()
        .flat_map(|index| servers.iter().cloned().map(index));
    // Games of direct conversations are on no server.
    let indexes = indexes.chain(step.rooms.iter().cloned().map(Index::OngoingIn));
    let mut found = Vec::new();
    for index in indexes {
        let mut pages = ctx.pages(&index, Page::first(PAGE));
        while found.len() < STEP
            && let Some(rows) = pages.next()
        {
            let rows = rows?;
            ctx.forget();
            ctx.foresee_rows(&rows);
            for (_, key) in rows {
                if is_left(ctx, &key, step)? && !found.contains(&key) {
                    found.push(key);
                }
            }
        }
    }
    found.truncate(STEP);
    Ok(found)
}

fn is_left(ctx: &Ctx<'_>, key: &Key, step: &Move) -> Result<bool> {
    match ctx.get(key) {
        // An unreadable record must not hold up the others.
        Err(error) if !error.is_transient() => Ok(false),
        found => Ok(found?.is_some_and(|stored| step.concerns_open(&stored.record))),
    }
}

fn moved(ctx: &Ctx<'_>, key: &Key, step: &Move) -> Result<Change> {
    let stored = ctx.get(key)?;
    let Some(Stored { version, record }) = stored.filter(|it| step.concerns_open(&it.record))
    else {
        return Ok(Change::nothing(Answer::Seen));
    };
    Ok(match record {
        Record::Game(value) => game(Loaded { version, value }, step),
        Record::Challenge(value) => challenge(Loaded { version, value }, step),
        Record::Tournament(value) => tournament(ctx, Loaded { version, value }, step),
        _ => Change::nothing(Answer::Seen),
    })
}

/// Posts the boards that could not be posted in a room before.
pub(crate) fn show_unseen(ctx: &Ctx<'_>, venue: &Venue) -> Result<Vec<Outgoing>> {
    let Venue { room, server } = place_of(ctx, venue)?.venue;
    let mut pass = Pass::default();
    let mut seed = ctx.moment.seed;
    for index in server
        .map(Index::OngoingOn)
        .into_iter()
        .chain([Index::OngoingIn(room.clone())])
    {
        for (_, key) in ctx.list(&index, Page::last(UNSEEN))? {
            let Key::Game(id) = key else { continue };
            seed = seed.wrapping_add(1);
            let ctx = &ctx.seeded(seed);
            pass.add(commit_for_effects(ctx, |ctx| {
                Ok(unseen(ctx.game(id)?, &room))
            }));
        }
    }
    pass.effects()
}

/// The change that posts a game's boards in a room, if they are not there.
fn unseen(mut game: Loaded<GameRecord>, room: &RoomId) -> Change {
    let record = &mut game.value;
    let is_unseen = |site: &Site| {
        let is_here = without_thread(&record.venue_at(*site).room) == *room;
        is_here && record.is_unseen_at(*site)
    };
    let sites: Vec<_> = record.sites().filter(is_unseen).collect();
    if sites.is_empty() || record.result.is_some() {
        return Change::nothing(Answer::Seen);
    }
    for &site in &sites {
        if let Some(place) = record.place_mut(site) {
            *place.unseen = false;
        }
    }
    shown_at(game, sites)
}

/// The clock stays as it is: the next move can be made as soon as the board is there. A second place that is elsewhere stays.
fn game(mut game: Loaded<GameRecord>, step: &Move) -> Change {
    let record = &mut game.value;
    let mut moved: Vec<_> = record.sites().collect();
    moved.retain(|&site| step.concerns(record.venue_at(site)));
    moved.retain(|&site| {
        let Some(place) = record.place_mut(site) else {
            return false;
        };
        let former = std::mem::replace(place.venue, step.moved(place.venue));
        let has_moved = former.room != place.venue.room;
        if has_moved {
            if matches!(place.thread, Thread::Own { .. }) {
                *place.thread = Thread::Wanted { beneath: None };
            }
            *place.unseen = false;
        }
        has_moved
    });
    if moved.is_empty() {
        return game.silent_change(Vec::new(), Answer::Seen);
    }
    // Two threads of one room have become one place.
    if moved.len() > 1 {
        record.elsewhere = None;
        moved.truncate(1);
    }
    shown_at(game, moved)
}

/// New boards of a game in these places, which call the player to move.
fn shown_at(mut game: Loaded<GameRecord>, sites: Vec<Site>) -> Change {
    let record = &mut game.value;
    record.note_shown_change();
    let (awaited, version) = (record.awaited_side(), game.version + 1);
    let show = |site| {
        let is_called = record.site_of(awaited) == site;
        let call = is_called.then(|| record.called(awaited));
        let call = call.unwrap_or_default();
        display::show_effect(record, site, version, Manner::Fresh { call })
    };
    let shows = sites.into_iter().map(show).collect();
    Change::writing(game.write(), Answer::Seen).with_effects(shows)
}

fn challenge(mut challenge: Loaded<ChallengeRecord>, step: &Move) -> Change {
    let record = &mut challenge.value;
    let moved = step.moved(&record.venue);
    let former = std::mem::replace(&mut record.venue, moved);
    if former.room == record.venue.room {
        return Change::writing(challenge.write(), Answer::Seen);
    }
    let asked = match &record.proposal {
        Some(_) => Some(&record.by),
        None => record.to.as_ref(),
    };
    let call = asked.map(|asked| asked.id.clone()).into_iter().collect();
    invitation::write_and_show(challenge, Manner::Fresh { call })
}

fn tournament(ctx: &Ctx<'_>, record: Loaded<TournamentRecord>, step: &Move) -> Change {
    let mut pending = PendingChange::new(ctx, record);
    let tournament = &mut pending.record;
    let moved = step.moved(&tournament.venue);
    let former = std::mem::replace(&mut tournament.venue, moved);
    let manner = if former.room == tournament.venue.room {
        Manner::InPlace
    } else {
        tournament.lost = false;
        Manner::Fresh { call: Vec::new() }
    };
    // A power level in a room is not meant for a space.
    if former.server != tournament.venue.server {
        tournament.plan.winners_role = None;
        if let Some(Undo::Plan(plan)) = &mut tournament.undo {
            plan.winners_role = None;
        }
    }
    pending.note(Act::Move, None);
    pending.done(manner, Answer::Seen)
}
