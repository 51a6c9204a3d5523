//! Deletion of everything about a person, a few records at a time; it survives restarts.
//!
//! Games in progress are resigned and open challenges closed first. Finished games stay for the opponents with a ghost in the
//! person's place: a random id, the same in all their games, so that ratings can still be rebuilt from the games. Everything
//! else is removed. The person's own record, which marks the deletion as in progress, goes last.

use text::msg;

use crate::challenge::invitation;
use crate::context::{Change, Ctx, Failure, Reader, Result, commit_for_effects, private};
use crate::game::active_game;
use crate::messages;
use crate::model::{
    Act, AuditId, AuditRecord, ChallengeId, ChallengeState, End, GameId, GameRecord, Index, Key,
    Moment, Person, PersonRecord, PlayerId, Record, RoomId, Seat,
};
use crate::people::accounts;
use crate::privacy::{linking, renaming};
use crate::protocol::{
    Action, Announce, Answer, Button, Card, Effect, Manner, News, Outgoing, PeopleRefusal, Refusal,
    Subject,
};
use crate::store::{Batch, Page, Removal, Write};

/// Records of each kind handled in one step.
const STEP: usize = 50;

/// The stored name of a ghost.
const GHOST_NAME: &str = "a former player";

pub(crate) fn ask_erase(reader: &Reader<'_>, who: &Person) -> Result<Change> {
    let games = Index::OngoingOf(who.id.clone());
    let running = reader.list(&games, Page::first(reader.limits.games))?;
    let erase = Button::danger(msg!("button-delete-everything"), Action::Erase);
    let card = Card::with_buttons(messages::ask_erase(running.len()), [erase]);
    Ok(Change::aside(card))
}

pub(crate) fn erase(ctx: &Ctx<'_>, who: &Person) -> Result<Change> {
    let mut person = ctx.person(who)?;
    person.value.erasing = Some(ctx.moment.now);
    person.value.ghost = Some(crate::model::ids::ghost(ctx.moment.seed));
    person.value.link_code = None;
    let answer = private(msg!("privacy-deleting"));
    Ok(Change::writing(person.write(), answer))
}

/// Refuses a person whose data is being deleted, so that no new data is added.
pub(crate) fn not_being_erased(ctx: &Ctx<'_>, who: &Person) -> Result<()> {
    match ctx.held::<PersonRecord>(Key::Person(who.id.clone()))? {
        Some(person) if person.erasing.is_some() => Err(PeopleRefusal::BeingDeleted.into()),
        _ => Ok(()),
    }
}

/// Deletes the next records of a person who asked for it.
pub(crate) fn erase_some(ctx: &Ctx<'_>, player: &PlayerId) -> Result<Vec<Outgoing>> {
    let Some(person) = ctx.load::<PersonRecord>(Key::Person(player.clone()))? else {
        return Ok(Vec::new());
    };
    let (Some(_), Some(ghost)) = (person.value.erasing, person.value.ghost.clone()) else {
        return Ok(Vec::new());
    };
    // Records under a linked account would be missed.
    let (_, seconds) = accounts::accounts_of(ctx, &person.value.person)?;
    let renamed = seconds.iter().find(|one| linking::is_being_renamed(one));
    if let Some(second) = renamed {
        renaming::rename_some(ctx, second.id())?;
        return Ok(Vec::new());
    }
    let ghost = Person::new(ghost, GHOST_NAME);
    let mut seed = ctx.moment.seed;
    let mut outgoing = Vec::new();
    let open = [Index::OngoingOf, Index::ChallengesBy, Index::ChallengesTo];
    for index in open.map(|index| index(player.clone())) {
        for (_, key) in ctx.list(&index, Page::first(STEP))? {
            outgoing.extend(close(&ctx.seeded(seed), &key, player)?);
            seed = seed.wrapping_add(1);
        }
    }
    if !outgoing.is_empty() {
        return Ok(outgoing);
    }
    // A pending message may still name them, and its place would be stored afterwards. A pending review is shown at its game's
    // message, so the place of that must stay known.
    let pending = ctx.store.outgoing(usize::MAX)?;
    let is_pending = |key: &Key| {
        pending.iter().any(|outgoing| match &outgoing.effect {
            Effect::Show(show) => show.subject.key() == *key,
            Effect::Analyze(analyze) => Key::Game(analyze.game) == *key,
            _ => false,
        })
    };
    // The other accounts stay second names until everything else is deleted.
    let mut accounts = person.value.linked.clone();
    let aliases: Vec<_> = accounts.iter().cloned().map(Key::Person).collect();
    let mut left = false;
    let closed = [Index::FinishedOf, Index::ChallengesMadeBy, Index::About];
    for index in closed.map(|index| index(player.clone())) {
        let rows = ctx.list(&index, Page::first(STEP))?.into_iter();
        for (_, key) in rows.filter(|(_, key)| !aliases.contains(key)) {
            left = true;
            if !is_pending(&key) {
                forget(ctx, &key, &person.value, &ghost)?;
            }
        }
    }
    if !left {
        accounts.push(player.clone());
        forget_notices(ctx, &accounts, pending)?;
        let mut removals = vec![Removal::new(person.version, Key::Person(player.clone()))];
        for alias in aliases {
            let stored = ctx.get(&alias)?;
            removals.extend(stored.map(|stored| Removal::new(stored.version, alias)));
        }
        ctx.commit(Batch::removing(removals))?;
    }
    Ok(Vec::new())
}

/// Commits the end of a game or challenge; does nothing if it has ended since it was listed.
fn close(ctx: &Ctx<'_>, key: &Key, player: &PlayerId) -> Result<Vec<Outgoing>> {
    let closed = commit_for_effects(ctx, |ctx| match key {
        Key::Game(id) => resign(ctx, *id, player),
        Key::Challenge(id) => close_challenge(ctx, *id, player),
        _ => Ok(Change::nothing(Answer::Seen)),
    });
    match closed {
        Err(Failure::Refused(refusal)) if refusal != Refusal::Busy => Ok(Vec::new()),
        closed => closed,
    }
}

fn resign(ctx: &Ctx<'_>, id: GameId, player: &PlayerId) -> Result<Change> {
    let mut active = active_game::by_id(ctx, &Person::new(player.clone(), ""), id)?;
    let (record, side) = (&mut active.record.value, active.side);
    // A game in which not both sides have moved does not count, as when anyone else leaves. One of a tournament does.
    if record.has_begun() || record.event.is_some() {
        active.set_result(Some(!side), End::Resignation, ctx.moment);
    } else {
        record.aborted_by = Some(side);
        active.set_result(None, End::Abandonment, ctx.moment);
    }
    Ok(active.change(ctx, Answer::Seen))
}

fn close_challenge(reader: &Reader<'_>, id: ChallengeId, player: &PlayerId) -> Result<Change> {
    let mut challenge = reader.challenge(id)?;
    if challenge.value.state != ChallengeState::Open {
        return Ok(Change::nothing(Answer::Seen));
    }
    challenge.value.state = if challenge.value.by.id == *player {
        ChallengeState::Withdrawn
    } else {
        ChallengeState::Declined
    };
    Ok(invitation::write_and_show(challenge, Manner::InPlace))
}

/// Removes a person from a record, or the record if it is about no one else.
fn forget(ctx: &Ctx<'_>, key: &Key, person: &PersonRecord, ghost: &Person) -> Result<()> {
    let player = person.id();
    let Moment { now, seed } = ctx.moment;
    let Some(stored) = ctx.get(key)? else {
        return Ok(());
    };
    let mut batch = Batch {
        forgotten_posts: match key {
            Key::Game(id) => vec![Subject::Game(*id), Subject::GameElsewhere(*id)],
            Key::Challenge(id) => vec![Subject::Challenge(*id)],
            _ => Vec::new(),
        },
        ..Batch::default()
    };
    let mut record = stored.record;
    match &mut record {
        Record::Game(game) => put_ghost(game, player, ghost),
        Record::Tournament(tournament) => {
            let id = AuditId {
                tournament: tournament.id,
                number: tournament.audit,
            };
            if tournament.replace_with_ghost(player, ghost) {
                tournament.audit += 1;
                let line = AuditRecord {
                    id,
                    at: now,
                    by: None,
                    act: Act::Withdraw(ghost.clone()),
                };
                batch.writes.push(Write::new(0, line));
            }
        }
        Record::Audit(line) => line.replace_with_ghost(player, ghost),
        Record::Daily(daily) => {
            daily.answers.remove(player);
        }
        Record::Person(other) if *other.id() != *player => {
            let accounts: Vec<_> = person.linked.iter().chain([player]).cloned().collect();
            other.forget_blocked(&accounts, seed);
        }
        _ => {
            batch.removals = vec![Removal::new(stored.version, key.clone())];
            return ctx.commit_unless_changed(batch);
        }
    }
    batch.writes.push(Write::new(stored.version, record));
    ctx.commit_unless_changed(batch)
}

/// Cancels a person's pending notices and posts.
fn forget_notices(
    reader: &Reader<'_>,
    accounts: &[PlayerId],
    pending: Vec<Outgoing>,
) -> Result<()> {
    let about_them = |outgoing: &Outgoing| match &outgoing.effect {
        Effect::Tell(tell) => accounts.contains(&tell.to),
        Effect::Announce(Announce {
            news: News::Posted(post),
            ..
        }) => accounts.contains(&post.by.id),
        _ => false,
    };
    let done = pending.into_iter().filter(about_them);
    Ok(reader.commit(Batch::completing(done.map(|outgoing| outgoing.id)))?)
}

/// Removes a challenge that has been closed for long enough, or an old daily puzzle.
pub(crate) fn sweep(ctx: &Ctx<'_>, subject: Subject) -> Result<()> {
    let key = subject.key();
    let Some(stored) = ctx.get(&key)? else {
        return Ok(());
    };
    let forgotten = match &stored.record {
        Record::Challenge(challenge) => challenge.forgotten(),
        Record::Daily(daily) => Some(daily.forgotten()),
        _ => None,
    };
    if forgotten.is_none_or(|at| at > ctx.moment.now) {
        return Ok(());
    }
    ctx.commit_unless_changed(Batch {
        forgotten_posts: vec![subject],
        ..Batch::removal(stored.version, key)
    })
}

/// Puts a ghost in the person's place. The room of a game in direct messages is replaced too, because it belongs to the person;
/// a direct conversation of the other player with Delos is theirs.
fn put_ghost(game: &mut GameRecord, player: &PlayerId, ghost: &Person) {
    let site = game.site_of_person(player);
    for color in rules_core::Color::ALL {
        if game.seats[color].person().is_some_and(|p| p.id == *player) {
            game.seats[color] = Seat::Person(ghost.clone());
        }
    }
    if let Some(place) = game.place_mut(site)
        && place.venue.server.is_none()
    {
        place.venue.room = RoomId::new(ghost.id.as_str());
    }
}
