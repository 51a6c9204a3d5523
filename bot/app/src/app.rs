//! The application: commands to changes, changes to commits.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::command::{Command, Request};
use crate::effect::{Answer, Card, Effect, EffectId, Handled, Outgoing};
use crate::facts::Facts;
use crate::ids::{ChallengeId, GameId, Person, ServerId, TournamentId};
use crate::moment::{Moment, Span, Timestamp};
use crate::record::{
    ChallengeRecord, ChallengeState, GameRecord, Kept, PersonRecord, Record, ServerRecord,
};
use crate::refusal::{Failure, Refusal};
use crate::store::{Batch, Index, Key, Page, Store, StoreError, Write};

/// What one person may have at once, and how long things stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Games in progress of one person.
    pub games: usize,
    /// Open challenges made by one person.
    pub challenges: usize,
    /// How long a challenge waits for an answer.
    pub challenge_life: Span,
    /// Challenges that one person can make in an hour.
    pub hourly: usize,
    /// Challenges that can be made on one server in an hour.
    pub server_hourly: usize,
    /// Days of vacation that one person can take in a year.
    pub vacation_days: u16,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            games: 50,
            challenges: 5,
            challenge_life: Span::hours(48),
            hourly: 20,
            server_hourly: 300,
            vacation_days: 21,
        }
    }
}

/// How often a command is tried when others change the same record at the same moment.
const ATTEMPTS: u32 = 20;

/// The application over a store.
#[derive(Debug)]
pub struct App<S> {
    pub(crate) store: S,
    pub(crate) limits: Limits,
    pub(crate) facts: Facts,
    /// Who was forestalled once tries again one after the other: when a whole server joins a tournament at the same moment,
    /// each gets through.
    pub(crate) line: Mutex<()>,
    /// Tournaments that could not go on when a game of theirs had ended: they do as time passes, and at a start all do.
    pub(crate) behind: Mutex<BTreeSet<TournamentId>>,
}

/// What a command wants to change, before it is committed.
pub(crate) struct Change {
    pub(crate) writes: Vec<Write>,
    pub(crate) effects: Vec<Effect>,
    pub(crate) settled: Vec<EffectId>,
    pub(crate) answer: Answer,
}

impl Change {
    /// Nothing changes; only an answer is given.
    pub(crate) fn nothing(answer: Answer) -> Self {
        Self {
            writes: Vec::new(),
            effects: Vec::new(),
            settled: Vec::new(),
            answer,
        }
    }
}

/// A record with the version that it was read at.
pub(crate) struct Loaded<T> {
    pub(crate) version: u64,
    pub(crate) value: T,
}

impl<T: Into<Record>> Loaded<T> {
    /// The write that puts the changed value in place of what was read.
    pub(crate) fn write(self) -> Write {
        Write {
            expected: self.version,
            record: self.value.into(),
        }
    }
}

impl<S: Store> App<S> {
    /// The application over this store.
    pub fn new(store: S, limits: Limits) -> Self {
        Self {
            store,
            limits,
            facts: Facts::default(),
            line: Mutex::default(),
            behind: Mutex::default(),
        }
    }

    /// The store, for whoever performs effects.
    pub fn store(&self) -> &S {
        &self.store
    }

    /// Carries out a command. When this returns `Ok`, the store holds the change and its effects durably.
    ///
    /// # Errors
    /// [`Failure::Refused`] when the command is not allowed, and [`Failure::Store`] when the store fails.
    pub fn handle(&self, request: &Request, moment: Moment) -> Result<Handled, Failure> {
        self.attempt(moment, |attempt| self.change(request, moment, attempt))
    }

    fn change(&self, request: &Request, moment: Moment, attempt: u32) -> Result<Change, Failure> {
        let (who, venue) = (&request.who, &request.venue);
        self.not_being_erased(who)?;
        if matches!(
            request.command,
            Command::Challenge { .. } | Command::Play { .. } | Command::Rematch(_)
        ) {
            self.may_begin(request)?;
        }
        match &request.command {
            Command::Challenge { opponent, terms } => {
                let terms = terms.given_in(&request.context);
                self.challenge(who, venue, opponent.as_ref(), &terms, moment, attempt)
            }
            Command::Accept(id) => self.accept(who, *id, moment, attempt),
            Command::Decline(id) => self.decline(who, *id, moment),
            Command::DraftProposal(id, draft) => self.draft_proposal(who, *id, *draft, moment),
            Command::SendProposal(id, draft) => self.send_proposal(who, *id, *draft, moment),
            Command::AgreeToProposal(id, number) => {
                self.agree_to_proposal(who, *id, *number, moment, attempt)
            }
            Command::DeclineProposal(id, number) => {
                self.decline_proposal(who, *id, *number, moment)
            }
            Command::Play { terms, level } => {
                let terms = terms.given_in(&request.context);
                self.play_engine(who, venue, &terms, *level, moment, attempt)
            }
            Command::Move { game, text, ply } => {
                self.play_move(who, venue, *game, text, *ply, moment)
            }
            Command::SureMove { game, ply, text } => {
                self.play_sure_move(who, venue, (*game, *ply), text, moment)
            }
            Command::WhyNot { game, ply, text } => self.why_not(who, *game, *ply, text),
            Command::Panel { game, ply, chosen } => self.panel(who, *game, *ply, chosen.as_ref()),
            Command::Board(which) => self.look(who, venue, *which),
            Command::Describe(which) => self.describe(who, venue, *which),
            Command::Games => self.list_games(who),
            Command::Draw(which) => self.draw(who, venue, *which, moment),
            Command::DeclineDraw(id) => self.decline_draw(who, venue, *id, moment),
            Command::TakeBack(which, seen) => self.take_back(who, venue, *which, *seen, moment),
            Command::DeclineTakeBack(id) => self.decline_take_back(who, venue, *id, moment),
            Command::AskResign(which) => self.ask_resign(who, venue, *which),
            Command::Analyze(id) => self.ask_review(*id),
            Command::Study(variant, fen) => self.study(who, *variant, fen),
            Command::Watch(id) => self.watch(who, *id),
            Command::Unwatch(id) => self.unwatch(who, *id),
            Command::ServerGames => self.list_server(venue.server.as_ref()),
            Command::Rules(variant, page) => self.rules(request, *variant, *page),
            Command::Settings(scope, open) => self.settings(request, *scope, *open),
            Command::Change(setting, value) => self.change_setting(request, *setting, value),
            Command::Vacation(days) => self.vacation(who, *days, moment),
            Command::EndVacation => self.end_vacation(who, moment),
            Command::About => Ok(self.about()),
            Command::People(command) => self.about_people(request, command, moment),
            Command::Resign(id) => self.resign(who, venue, *id, moment),
            Command::Prepare(which, text) => self.prepare(who, venue, *which, text, moment),
            Command::ForgetPrepared(id) => self.forget_prepared(who, *id),
            Command::Hint(which) => self.hint(who, venue, *which),
            Command::Abort(id) => self.abort(who, venue, *id, moment),
            Command::Rematch(id) => self.rematch(who, *id, moment, attempt),
            Command::Tournament(which, command) => {
                self.tournament(request, *which, command, moment, attempt)
            }
        }
    }

    /// Changes everything whose time has come, at most a hundred things at once; to be called again while it returns effects.
    ///
    /// # Errors
    /// When the store fails.
    pub fn pass_time(&self, moment: Moment) -> Result<Vec<Outgoing>, Failure> {
        let mut outgoing = Vec::new();
        let mut failed = None;
        let due = self.store.list(&Index::Due, Page::first(100))?;
        let due = due.into_iter().take_while(|(due, _)| *due <= moment.now.0);
        let behind = std::mem::take(&mut *self.behind());
        let behind = behind.into_iter().map(Key::Tournament);
        for key in behind.chain(due.map(|(_, key)| key)) {
            let moment = Moment {
                seed: moment.seed.wrapping_add(outgoing.len() as u64),
                ..moment
            };
            match self.come_due(&key, moment) {
                Ok(more) => outgoing.extend(more),
                Err(failure) => {
                    if let Key::Tournament(id) = key {
                        self.fall_behind(id, &failure);
                    }
                    failed = Some(failure);
                }
            }
        }
        // What was done must be performed; what failed comes up again the next time.
        match failed {
            Some(failure) if outgoing.is_empty() => Err(failure),
            _ => Ok(outgoing),
        }
    }

    fn come_due(&self, key: &Key, moment: Moment) -> Result<Vec<Outgoing>, Failure> {
        let handled = match key {
            Key::Challenge(id) => {
                self.sweep(*id, moment)?;
                self.attempt(moment, |_| self.expire(*id, moment))?
            }
            Key::Game(id) => self.attempt(moment, |_| self.ring(*id, moment))?,
            Key::Tournament(id) => return self.advance(*id, moment),
            Key::Person(id) => return self.erase_some(id, moment),
            _ => return Ok(Vec::new()),
        };
        Ok(handled.outgoing)
    }

    fn behind(&self) -> MutexGuard<'_, BTreeSet<TournamentId>> {
        self.behind.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a tournament that could not go on, unless it never will.
    fn fall_behind(&self, id: TournamentId, failure: &Failure) {
        if matches!(failure, Failure::Store(_) | Failure::Refused(Refusal::Busy)) {
            self.behind().insert(id);
        }
    }

    /// When [`App::pass_time`] has something to do next; what is late already has the earliest of all times.
    ///
    /// # Errors
    /// When the store fails.
    pub fn next_due(&self) -> Result<Option<Timestamp>, StoreError> {
        if !self.behind().is_empty() {
            return Ok(Some(Timestamp(i64::MIN)));
        }
        Ok(self
            .store
            .list(&Index::Due, Page::first(1))?
            .first()
            .map(|&(due, _)| Timestamp(due)))
    }

    /// Works out a change and commits it; again from what is stored then, when another command came first.
    pub(crate) fn attempt(
        &self,
        moment: Moment,
        work: impl Fn(u32) -> Result<Change, Failure>,
    ) -> Result<Handled, Failure> {
        let mut in_line = None;
        for attempt in 0..ATTEMPTS {
            let mut change = work(attempt)?;
            self.keep_vacations(&mut change.writes, moment.now)?;
            self.follow_up(&mut change, moment)?;
            let Change {
                mut writes,
                effects,
                settled,
                answer,
            } = change;
            self.count_finished(&mut writes)?;
            let reported = reported(&writes);
            let outgoing: Vec<_> = (0_u32..)
                .zip(effects)
                .map(|(n, effect)| Outgoing {
                    id: effect_id(moment, n),
                    effect,
                })
                .collect();
            if writes.is_empty() && settled.is_empty() && outgoing.is_empty() {
                return Ok(Handled { answer, outgoing });
            }
            match self.store.commit(Batch {
                writes,
                outgoing: outgoing.clone(),
                settled,
                ..Batch::default()
            }) {
                Ok(()) => {
                    // What follows may have to wait in it, too.
                    drop(in_line);
                    let mut outgoing = outgoing;
                    for (id, n) in reported.into_iter().zip(1..) {
                        let seed = moment.seed.rotate_left(32).wrapping_add(n);
                        // The game has ended whatever comes of this.
                        match self.advance(id, Moment { seed, ..moment }) {
                            Ok(more) => outgoing.extend(more),
                            Err(failure) => self.fall_behind(id, &failure),
                        }
                    }
                    return Ok(Handled { answer, outgoing });
                }
                Err(StoreError::Conflict(_)) => {
                    let wait = || self.line.lock().unwrap_or_else(PoisonError::into_inner);
                    in_line.get_or_insert_with(wait);
                }
                Err(error) => return Err(error.into()),
            }
        }
        Err(Refusal::Busy.into())
    }

    /// The record of that name, if there is one.
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

    pub(crate) fn game(&self, id: GameId) -> Result<Loaded<GameRecord>, Failure> {
        self.load(Key::Game(id))?
            .ok_or_else(|| Refusal::NoSuchGame(id).into())
    }

    pub(crate) fn challenge_record(
        &self,
        id: ChallengeId,
    ) -> Result<Loaded<ChallengeRecord>, Failure> {
        self.load(Key::Challenge(id))?
            .ok_or_else(|| Refusal::NoSuchChallenge(id).into())
    }

    /// What is kept about a person; a new record, not yet stored, for somebody of whom nothing is kept.
    pub(crate) fn person_record(&self, who: &Person) -> Result<Loaded<PersonRecord>, Failure> {
        Ok(self
            .load(Key::Person(who.id.clone()))?
            .unwrap_or_else(|| Loaded {
                version: 0,
                value: PersonRecord::new(who.clone()),
            }))
    }

    /// What is kept about a server; a new record, not yet stored, for one that has the default settings.
    pub(crate) fn server_record(&self, id: &ServerId) -> Result<Loaded<ServerRecord>, Failure> {
        Ok(self
            .load(Key::Server(id.clone()))?
            .unwrap_or_else(|| Loaded {
                version: 0,
                value: ServerRecord::new(id.clone()),
            }))
    }

    fn expire(&self, id: ChallengeId, moment: Moment) -> Result<Change, Failure> {
        let Some(mut challenge) = self.load::<ChallengeRecord>(Key::Challenge(id))? else {
            return Ok(Change::nothing(Answer::Seen));
        };
        if challenge.value.state != ChallengeState::Open || challenge.value.expires > moment.now {
            return Ok(Change::nothing(Answer::Seen));
        }
        challenge.value.state = ChallengeState::Expired;
        Ok(Self::update_challenge(challenge))
    }
}

/// The tournaments whose games end with these writes.
fn reported(writes: &[Write]) -> BTreeSet<TournamentId> {
    let ended = writes.iter().filter_map(|write| match &write.record {
        Record::Game(game) if game.result.is_some() => game.event,
        _ => None,
    });
    ended.map(|event| event.round.tournament).collect()
}

/// Sorts by time, then by the order within one command.
pub(crate) fn effect_id(moment: Moment, n: u32) -> EffectId {
    EffectId(format!(
        "{:013}-{:016x}-{n:02}",
        moment.now.0.max(0),
        moment.seed
    ))
}

/// A private answer of words alone.
pub(crate) fn private(text: text::Text) -> Answer {
    Answer::Private(Box::new(Card::words(text)))
}
