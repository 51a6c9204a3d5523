//! `/privacy delete`: everything about a person goes, a few records at a time, whatever is restarted in between.
//!
//! Running games are given up first, open challenges taken back. Finished games stay for the others under a ghost's name,
//! which is drawn by chance once and is the same in all of them, so that ratings can still be worked out from the games.
//! Everything else is removed; the person's own record, which says that this is under way, goes last.

use crate::challenge::invitation;
use crate::context::failure::Failure;
use crate::context::{Change, Ctx, Reader, private, transaction};
use crate::game::active_game;
use crate::messages;
use crate::model::ids::{ChallengeId, GameId, Person, PlayerId, RoomId};
use crate::model::key::{Index, Key};
use crate::model::moment::Moment;
use crate::model::record::{
    ChallengeRecord, ChallengeState, End, GameRecord, GameResult, Kept, PersonRecord, Record, Seat,
};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, ButtonStyle, Card};
use crate::protocol::effect::{Answer, Effect, Outgoing, Subject};
use crate::protocol::people_refusal::PeopleRefusal;
use crate::store::{Batch, Page, Removal, StoreError, Write};

/// Records that are dealt with at once.
const STEP: usize = 50;

pub(crate) fn ask_erase(reader: &Reader<'_>, who: &Person) -> Result<Change, Failure> {
    let games = Index::OngoingOf(who.id.clone());
    let running = reader
        .store
        .list(&games, Page::first(reader.limits.games))?;
    let erase = Button {
        label: messages::DELETE_EVERYTHING.into(),
        style: ButtonStyle::Danger,
        action: Action::Erase,
    };
    let card = Card {
        controls: vec![vec![erase]],
        ..Card::words(messages::ask_erase(running.len()))
    };
    Ok(Change::nothing(Answer::Private(Box::new(card))))
}

pub(crate) fn erase(ctx: &Ctx<'_>, who: &Person) -> Result<Change, Failure> {
    let mut person = ctx.person(who)?;
    person.value.erasing = Some(ctx.moment.now);
    person.value.ghost = Some(crate::model::ids::ghost(ctx.moment.seed));
    Ok(Change {
        writes: vec![person.write()],
        ..Change::nothing(private(messages::erasing()))
    })
}

/// Refuses whoever's data is being deleted: nothing new may come to it.
pub(crate) fn not_being_erased(reader: &Reader<'_>, who: &Person) -> Result<(), Failure> {
    let person = reader.load::<PersonRecord>(Key::Person(who.id.clone()))?;
    match person {
        Some(person) if person.value.erasing.is_some() => Err(PeopleRefusal::BeingErased.into()),
        _ => Ok(()),
    }
}

/// Deletes some of what is left of a person who wants that.
pub(crate) fn erase_some(ctx: &Ctx<'_>, player: &PlayerId) -> Result<Vec<Outgoing>, Failure> {
    let Some(person) = ctx.load::<PersonRecord>(Key::Person(player.clone()))? else {
        return Ok(Vec::new());
    };
    let (Some(_), Some(ghost)) = (person.value.erasing, person.value.ghost.clone()) else {
        return Ok(Vec::new());
    };
    let ghost = Person::new(ghost, messages::GHOST);
    let mut moments = (0..).map(|n| Moment {
        seed: ctx.moment.seed.wrapping_add(n),
        ..ctx.moment
    });
    let mut outgoing = Vec::new();
    for (_, key) in some(ctx, &Index::OngoingOf(player.clone()))? {
        if let (Key::Game(id), Some(moment)) = (key, moments.next()) {
            let ctx = &ctx.at(moment);
            outgoing.extend(close(ctx, || give_up(ctx, id, player))?);
        }
    }
    for index in [
        Index::ChallengesBy(player.clone()),
        Index::ChallengesTo(player.clone()),
    ] {
        for (_, key) in some(ctx, &index)? {
            if let (Key::Challenge(id), Some(moment)) = (key, moments.next()) {
                let ctx = &ctx.at(moment);
                outgoing.extend(close(ctx, || take_off(ctx, id, player))?);
            }
        }
    }
    if !outgoing.is_empty() {
        return Ok(outgoing);
    }
    // A message that is on its way may still name them, and where it is would be stored behind our back. What the engine finds in a
    // game is shown where its message is as long as that is known.
    let waiting = ctx.store.outgoing(usize::MAX)?;
    let on_its_way = |key: &Key| {
        waiting.iter().any(|outgoing| match &outgoing.effect {
            Effect::Show(show) => show.subject.key() == *key,
            Effect::Analyze(analyze) => Key::Game(analyze.game) == *key,
            _ => false,
        })
    };
    let mut left = false;
    for index in [
        Index::FinishedOf(player.clone()),
        Index::ChallengesMadeBy(player.clone()),
        Index::About(player.clone()),
    ] {
        for (_, key) in some(ctx, &index)? {
            left = true;
            if !on_its_way(&key) {
                forget(ctx, &key, player, &ghost)?;
            }
        }
    }
    if !left {
        forget_notices(ctx, player, waiting)?;
        remove(ctx, person.version, Key::Person(player.clone()))?;
    }
    Ok(Vec::new())
}

/// Ends something; nothing if it has ended by itself since it was listed.
fn close(
    ctx: &Ctx<'_>,
    work: impl Fn() -> Result<Change, Failure>,
) -> Result<Vec<Outgoing>, Failure> {
    match transaction::commit(ctx, |_ctx| work()) {
        Ok(handled) => Ok(handled.outgoing),
        Err(Failure::Refused(_)) => Ok(Vec::new()),
        Err(failure) => Err(failure),
    }
}

fn some(reader: &Reader<'_>, index: &Index) -> Result<Vec<(i64, Key)>, StoreError> {
    reader.store.list(index, Page::first(STEP))
}

fn give_up(ctx: &Ctx<'_>, id: GameId, player: &PlayerId) -> Result<Change, Failure> {
    let mut table = active_game::table(ctx, &Person::new(player.clone(), ""), id)?;
    let record = &mut table.record.value;
    // As for anybody else: a game that both sides have not begun does not count.
    let begun = record.moves.len() > 1;
    record.result = Some(GameResult {
        winner: begun.then_some(!table.side),
        end: if begun {
            End::Resignation
        } else {
            End::Abandonment
        },
        at: ctx.moment.now,
    });
    record.aborted_by = (!begun).then_some(table.side);
    Ok(table.change(ctx.moment, Answer::Seen))
}

fn take_off(reader: &Reader<'_>, id: ChallengeId, player: &PlayerId) -> Result<Change, Failure> {
    let mut challenge = reader.challenge(id)?;
    if challenge.value.state != ChallengeState::Open {
        return Ok(Change::nothing(Answer::Seen));
    }
    challenge.value.state = if challenge.value.by.id == *player {
        ChallengeState::Withdrawn
    } else {
        ChallengeState::Declined
    };
    Ok(invitation::update_challenge(challenge))
}

/// Takes a person out of one record, or the record out of the store if it is about nobody else.
fn forget(
    reader: &Reader<'_>,
    key: &Key,
    player: &PlayerId,
    ghost: &Person,
) -> Result<(), Failure> {
    let Some(stored) = reader.store.get(key)? else {
        return Ok(());
    };
    let record = match stored.record {
        Record::Game(game) => Some(Record::from(haunted(game, player, ghost))),
        Record::Tournament(mut tournament) => {
            tournament.haunt(player, ghost);
            Some(Record::from(tournament))
        }
        Record::Audit(mut line) => {
            line.haunt(player, ghost);
            Some(Record::from(line))
        }
        Record::Person(mut other) if *other.id() != *player => {
            other.blocked.retain(|id| id != player);
            Some(Record::from(other))
        }
        _ => None,
    };
    let unposted = match key {
        Key::Game(id) => vec![Subject::Game(*id)],
        Key::Challenge(id) => vec![Subject::Challenge(*id)],
        _ => Vec::new(),
    };
    let mut batch = Batch {
        unposted,
        ..Batch::default()
    };
    let expected = stored.version;
    match record {
        Some(record) => batch.writes.push(Write { expected, record }),
        None => batch.removals.push(Removal {
            expected,
            key: key.clone(),
        }),
    }
    match reader.store.commit(batch) {
        // Somebody changed it: the next step sees to it.
        Ok(()) | Err(StoreError::Conflict(_)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Takes back what a person was still to be told.
fn forget_notices(
    reader: &Reader<'_>,
    player: &PlayerId,
    waiting: Vec<Outgoing>,
) -> Result<(), Failure> {
    let to_them = |outgoing: &Outgoing| match &outgoing.effect {
        Effect::Tell(tell) => tell.to == *player,
        _ => false,
    };
    let settled = waiting
        .into_iter()
        .filter(to_them)
        .map(|outgoing| outgoing.id)
        .collect();
    Ok(reader.store.commit(Batch {
        settled,
        ..Batch::default()
    })?)
}

fn remove(reader: &Reader<'_>, expected: u64, key: Key) -> Result<(), Failure> {
    Ok(reader.store.commit(Batch {
        removals: vec![Removal { expected, key }],
        ..Batch::default()
    })?)
}

/// Removes a challenge that was closed long ago; nothing for one that was not.
pub(crate) fn sweep(ctx: &Ctx<'_>, id: ChallengeId) -> Result<(), Failure> {
    let key = Key::Challenge(id);
    let Some(stored) = ctx.store.get(&key)? else {
        return Ok(());
    };
    let forgotten = ChallengeRecord::of(stored.record).and_then(|closed| closed.forgotten());
    if forgotten.is_none_or(|at| at > ctx.moment.now) {
        return Ok(());
    }
    let batch = Batch {
        removals: vec![Removal {
            expected: stored.version,
            key,
        }],
        unposted: vec![Subject::Challenge(id)],
        ..Batch::default()
    };
    match ctx.store.commit(batch) {
        Ok(()) | Err(StoreError::Conflict(_)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// The game with a ghost in the person's place. Where it was played with the person alone, nobody learns where that was.
fn haunted(mut game: GameRecord, player: &PlayerId, ghost: &Person) -> GameRecord {
    for color in rules_core::Color::ALL {
        if game.seats[color].person().is_some_and(|p| p.id == *player) {
            game.seats[color] = Seat::Person(ghost.clone());
        }
    }
    if game.venue.server.is_none() {
        game.venue.room = RoomId::new(ghost.id.as_str());
    }
    game
}
