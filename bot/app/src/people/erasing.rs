//! `/privacy delete`: everything about a person goes, a few records at a time, whatever is restarted in between.
//!
//! Running games are given up first, open challenges taken back. Finished games stay for the others under a ghost's name,
//! which is drawn by chance once and is the same in all of them, so that ratings can still be worked out from the games.
//! Everything else is removed; the person's own record, which says that this is under way, goes last.

use super::PeoplePress;
use super::PeopleRefusal;
use crate::app::{App, Change, private};
use crate::command::Press;
use crate::effect::{Answer, Card, Control, Effect, Look, Outgoing, Subject};
use crate::ids::{ChallengeId, GameId, Person, PlayerId, RoomId};
use crate::moment::Moment;
use crate::record::{
    ChallengeRecord, ChallengeState, End, GameRecord, GameResult, Kept, PersonRecord, Record, Seat,
};
use crate::refusal::Failure;
use crate::say;
use crate::store::{Batch, Index, Key, Page, Removal, Store, StoreError, Write};

/// Records that are dealt with at once.
const STEP: usize = 50;

impl<S: Store> App<S> {
    pub(super) fn ask_erase(&self, who: &Person) -> Result<Change, Failure> {
        let games = Index::OngoingOf(who.id.clone());
        let running = self.store.list(&games, Page::first(self.limits.games))?;
        let erase = Control {
            label: say::DELETE_EVERYTHING,
            look: Look::Danger,
            press: Press::People(PeoplePress::Erase),
        };
        let card = Card {
            controls: vec![vec![erase]],
            ..Card::words(say::ask_erase(running.len()))
        };
        Ok(Change::nothing(Answer::Private(Box::new(card))))
    }

    pub(super) fn erase(&self, who: &Person, moment: Moment) -> Result<Change, Failure> {
        let mut person = self.person_record(who)?;
        person.value.erasing = Some(moment.now);
        person.value.ghost = Some(crate::ids::ghost(moment.seed));
        Ok(Change {
            writes: vec![person.write()],
            ..Change::nothing(private(say::erasing()))
        })
    }

    /// Refuses whoever's data is being deleted: nothing new may come to it.
    pub(crate) fn not_being_erased(&self, who: &Person) -> Result<(), Failure> {
        let person = self.load::<PersonRecord>(Key::Person(who.id.clone()))?;
        match person {
            Some(person) if person.value.erasing.is_some() => {
                Err(PeopleRefusal::BeingErased.into())
            }
            _ => Ok(()),
        }
    }

    /// Deletes some of what is left of a person who wants that.
    pub(crate) fn erase_some(
        &self,
        player: &PlayerId,
        moment: Moment,
    ) -> Result<Vec<Outgoing>, Failure> {
        let Some(person) = self.load::<PersonRecord>(Key::Person(player.clone()))? else {
            return Ok(Vec::new());
        };
        let (Some(_), Some(ghost)) = (person.value.erasing, person.value.ghost.clone()) else {
            return Ok(Vec::new());
        };
        let ghost = Person::new(ghost, say::GHOST);
        let mut moments = (0..).map(|n| Moment {
            seed: moment.seed.wrapping_add(n),
            ..moment
        });
        let mut outgoing = Vec::new();
        for (_, key) in self.some(&Index::OngoingOf(player.clone()))? {
            if let (Key::Game(id), Some(moment)) = (key, moments.next()) {
                outgoing.extend(self.close(moment, || self.give_up(id, player, moment))?);
            }
        }
        for index in [
            Index::ChallengesBy(player.clone()),
            Index::ChallengesTo(player.clone()),
        ] {
            for (_, key) in self.some(&index)? {
                if let (Key::Challenge(id), Some(moment)) = (key, moments.next()) {
                    outgoing.extend(self.close(moment, || self.take_off(id, player))?);
                }
            }
        }
        if !outgoing.is_empty() {
            return Ok(outgoing);
        }
        // A message that is on its way may still name them, and where it is would be stored behind our back. What the engine finds in a
        // game is shown where its message is as long as that is known.
        let waiting = self.store.outgoing(usize::MAX)?;
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
            for (_, key) in self.some(&index)? {
                left = true;
                if !on_its_way(&key) {
                    self.forget(&key, player, &ghost)?;
                }
            }
        }
        if !left {
            self.forget_notices(player, waiting)?;
            self.remove(person.version, Key::Person(player.clone()))?;
        }
        Ok(Vec::new())
    }

    /// Ends something; nothing if it has ended by itself since it was listed.
    fn close(
        &self,
        moment: Moment,
        work: impl Fn() -> Result<Change, Failure>,
    ) -> Result<Vec<Outgoing>, Failure> {
        match self.attempt(moment, |_| work()) {
            Ok(handled) => Ok(handled.outgoing),
            Err(Failure::Refused(_)) => Ok(Vec::new()),
            Err(failure) => Err(failure),
        }
    }

    fn some(&self, index: &Index) -> Result<Vec<(i64, Key)>, StoreError> {
        self.store.list(index, Page::first(STEP))
    }

    fn give_up(&self, id: GameId, player: &PlayerId, moment: Moment) -> Result<Change, Failure> {
        let mut table = self.table(&Person::new(player.clone(), ""), id)?;
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
            at: moment.now,
        });
        record.aborted_by = (!begun).then_some(table.side);
        Ok(table.change(moment, Answer::Seen))
    }

    fn take_off(&self, id: ChallengeId, player: &PlayerId) -> Result<Change, Failure> {
        let mut challenge = self.challenge_record(id)?;
        if challenge.value.state != ChallengeState::Open {
            return Ok(Change::nothing(Answer::Seen));
        }
        challenge.value.state = if challenge.value.by.id == *player {
            ChallengeState::Withdrawn
        } else {
            ChallengeState::Declined
        };
        Ok(Self::update_challenge(challenge))
    }

    /// Takes a person out of one record, or the record out of the store if it is about nobody else.
    fn forget(&self, key: &Key, player: &PlayerId, ghost: &Person) -> Result<(), Failure> {
        let Some(stored) = self.store.get(key)? else {
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
        match self.store.commit(batch) {
            // Somebody changed it: the next step sees to it.
            Ok(()) | Err(StoreError::Conflict(_)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Takes back what a person was still to be told.
    fn forget_notices(&self, player: &PlayerId, waiting: Vec<Outgoing>) -> Result<(), Failure> {
        let to_them = |outgoing: &Outgoing| match &outgoing.effect {
            Effect::Tell(tell) => tell.to == *player,
            _ => false,
        };
        let settled = waiting
            .into_iter()
            .filter(to_them)
            .map(|outgoing| outgoing.id)
            .collect();
        Ok(self.store.commit(Batch {
            settled,
            ..Batch::default()
        })?)
    }

    fn remove(&self, expected: u64, key: Key) -> Result<(), Failure> {
        Ok(self.store.commit(Batch {
            removals: vec![Removal { expected, key }],
            ..Batch::default()
        })?)
    }

    /// Removes a challenge that was closed long ago; nothing for one that was not.
    pub(crate) fn sweep(&self, id: ChallengeId, moment: Moment) -> Result<(), Failure> {
        let key = Key::Challenge(id);
        let Some(stored) = self.store.get(&key)? else {
            return Ok(());
        };
        let forgotten = ChallengeRecord::of(stored.record).and_then(|closed| closed.forgotten());
        if forgotten.is_none_or(|at| at > moment.now) {
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
        match self.store.commit(batch) {
            Ok(()) | Err(StoreError::Conflict(_)) => Ok(()),
            Err(error) => Err(error.into()),
        }
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
