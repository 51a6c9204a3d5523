//! What every use case works with: the store, the moment, and the change that it makes.

pub(crate) mod failure;
pub(crate) mod transaction;

use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::context::failure::Failure;
use crate::context::transaction::Hooks;
use crate::model::facts::Facts;
use crate::model::ids::{ChallengeId, GameId, Person, ServerId, TournamentId};
use crate::model::key::Key;
use crate::model::limits::Limits;
use crate::model::moment::Moment;
use crate::model::record::{
    ChallengeRecord, GameRecord, Kept, PersonRecord, Record, ReviewRecord, ServerRecord,
};
use crate::protocol::card::Card;
use crate::protocol::effect::{Answer, Effect, EffectId};
use crate::protocol::refusal::Refusal;
use crate::store::{Store, StoreError, Write};

/// Reads of the stored state.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub(crate) store: &'a dyn Store,
    pub(crate) limits: &'a Limits,
    pub(crate) facts: &'a Facts,
}

/// One attempt at a change: reads, and the time and random bits that it is made with.
#[derive(Clone, Copy)]
pub(crate) struct Ctx<'a> {
    pub(crate) reader: Reader<'a>,
    pub(crate) moment: Moment,
    /// Zero at first, one more after each write conflict; random codes depend on it.
    pub(crate) attempt: u32,
    pub(crate) shared: &'a Shared,
    pub(crate) hooks: &'static Hooks,
}

impl<'a> Deref for Ctx<'a> {
    type Target = Reader<'a>;

    fn deref(&self) -> &Reader<'a> {
        &self.reader
    }
}

impl Ctx<'_> {
    /// The same context at another moment.
    pub(crate) fn at(&self, moment: Moment) -> Self {
        Self { moment, ..*self }
    }
}

/// State in memory that all commands share; nothing in it is missed after a restart.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// Serializes retries after a write conflict, so that each gets through when many change the same record at once.
    retries: Mutex<()>,
    /// Tournaments whose next step failed after one of their games ended; the next [`pass_time`](crate::App::pass_time) and
    /// every start retry them.
    stalled: Mutex<BTreeSet<TournamentId>>,
}

impl Shared {
    pub(crate) fn stalled(&self) -> MutexGuard<'_, BTreeSet<TournamentId>> {
        self.stalled.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a tournament's next step failed, unless retrying cannot help.
    pub(crate) fn stall(&self, id: TournamentId, failure: &Failure) {
        if matches!(failure, Failure::Store(_) | Failure::Refused(Refusal::Busy)) {
            self.stalled().insert(id);
        }
    }
}

impl Reader<'_> {
    /// The record under `key`, if any.
    pub(crate) fn load<T: Kept>(&self, key: Key) -> Result<Option<Loaded<T>>, Failure> {
        let Some(stored) = self.store.get(&key)? else {
            return Ok(None);
        };
        match T::of(stored.record) {
            Some(value) => Ok(Some(Loaded {
                version: stored.version,
                value,
            })),
            None => Err(StoreError::Unreadable(
                key,
                "it holds a record of another type".to_owned(),
            )
            .into()),
        }
    }

    /// The game, or [`Refusal::NoSuchGame`].
    pub(crate) fn game(&self, id: GameId) -> Result<Loaded<GameRecord>, Failure> {
        self.load(Key::Game(id))?
            .ok_or_else(|| Refusal::NoSuchGame(id).into())
    }

    /// The challenge, or [`Refusal::NoSuchChallenge`].
    pub(crate) fn challenge(&self, id: ChallengeId) -> Result<Loaded<ChallengeRecord>, Failure> {
        self.load(Key::Challenge(id))?
            .ok_or_else(|| Refusal::NoSuchChallenge(id).into())
    }

    /// What the engine found in a finished game, if it has reviewed it.
    pub(crate) fn review(&self, game: GameId) -> Result<Option<ReviewRecord>, Failure> {
        Ok(self.load(Key::Review(game))?.map(|loaded| loaded.value))
    }

    /// The person's record, or a new one that is not yet stored.
    pub(crate) fn person(&self, who: &Person) -> Result<Loaded<PersonRecord>, Failure> {
        Ok(self
            .load(Key::Person(who.id.clone()))?
            .unwrap_or_else(|| Loaded::new(PersonRecord::new(who.clone()))))
    }

    /// The server's record, or a new one that is not yet stored.
    pub(crate) fn server(&self, id: &ServerId) -> Result<Loaded<ServerRecord>, Failure> {
        Ok(self
            .load(Key::Server(id.clone()))?
            .unwrap_or_else(|| Loaded::new(ServerRecord::new(id.clone()))))
    }
}

/// A record with the version that was read.
pub(crate) struct Loaded<T> {
    /// Zero for a record that is not yet stored.
    pub(crate) version: u64,
    pub(crate) value: T,
}

impl<T: Into<Record>> Loaded<T> {
    /// A record that is not yet stored.
    pub(crate) fn new(value: T) -> Self {
        Self { version: 0, value }
    }

    /// The write that replaces what was read by the changed value.
    pub(crate) fn write(self) -> Write {
        Write {
            expected: self.version,
            record: self.value.into(),
        }
    }
}

/// What a command changes, before it is committed.
pub(crate) struct Change {
    pub(crate) writes: Vec<Write>,
    pub(crate) effects: Vec<Effect>,
    pub(crate) settled: Vec<EffectId>,
    pub(crate) answer: Answer,
}

impl Change {
    /// An answer without a change.
    pub(crate) fn nothing(answer: Answer) -> Self {
        Self {
            writes: Vec::new(),
            effects: Vec::new(),
            settled: Vec::new(),
            answer,
        }
    }
}

/// A private answer without a picture or buttons.
pub(crate) fn private(text: text::Text) -> Answer {
    Answer::Private(Box::new(Card::words(text)))
}
