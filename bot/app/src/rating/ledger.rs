//! The records that a finished game updates in its own commit: ratings, careers, head-to-heads and the server's week.

use std::collections::BTreeMap;

use rules_core::{Color, Family};

use crate::context::Reader;
use crate::context::failure::{Failure, Result};
use crate::model::glicko::{Rating, Score};
use crate::model::ids::Person;
use crate::model::key::Key;
use crate::model::moment::Timestamp;
use crate::model::record::{
    CareerRecord, Counted, End, GameRecord, GameResult, PairId, PairRecord, Pool, RatingChange,
    RatingId, RatingRecord, Record, RecordType, Seat, WeekId, WeekRecord,
};
use crate::store::{Removal, StoreError, Stored, Write};

/// The records that finished games update, each read once, all written together.
pub(crate) struct Ledger<F> {
    pub(super) read: F,
    pub(super) open: BTreeMap<Key, (u64, Record)>,
    /// Records that are part of others now.
    pub(super) merged: Vec<Removal>,
}

impl<F: Fn(&Key) -> Result<Option<Stored>, StoreError>> Ledger<F> {
    pub(crate) fn new(read: F) -> Self {
        Self {
            read,
            open: BTreeMap::new(),
            merged: Vec::new(),
        }
    }

    /// Counts a finished game, and marks it as counted. Does nothing for a game in progress.
    pub(crate) fn enter(&mut self, game: &mut GameRecord) -> Result<()> {
        let Some(result) = game.result else {
            return Ok(());
        };
        let family = game.variant.family();
        let at = self.time_of(game, result.at)?;
        let mut counted = Counted { at, ratings: None };
        let void = result.end == End::Abandonment || !game.has_begun();
        if void {
            self.note_abandonment(game, result, at)?;
        } else {
            self.note_careers(game, family, at)?;
            self.note_pair(game, family, at)?;
            self.note_week(game, family, at)?;
            counted.ratings = self.rate(game, family, at)?;
        }
        game.counted = Some(counted);
        Ok(())
    }

    /// The time at which the game counts: its end, but later than all counted games of its players, so that the games alone
    /// determine the order of rating changes.
    fn time_of(&self, game: &GameRecord, ended: Timestamp) -> Result<Timestamp> {
        let mut at = ended;
        for person in game.people() {
            let career: Option<CareerRecord> = self.peek(&Key::Career(person.id.clone()))?;
            let last = career.map_or(0, |career| career.last.0);
            at = at.max(Timestamp(last.saturating_add(1)));
        }
        Ok(at)
    }

    fn rate(
        &mut self,
        game: &GameRecord,
        family: Family,
        at: Timestamp,
    ) -> Result<Option<RatingChanges>> {
        match (&game.seats[Color::White], &game.seats[Color::Black]) {
            (Seat::Person(white), Seat::Person(black)) if game.rated && white.id != black.id => {
                let change = self.rate_people(game, family, &Pool::Everywhere, at)?;
                // A server's ratings compare those who play there.
                if let Some(server) = game.common_server() {
                    self.rate_people(game, family, &Pool::Server(server.clone()), at)?;
                }
                Ok(Some(change))
            }
            (Seat::Person(person), Seat::Engine(level))
            | (Seat::Engine(level), Seat::Person(person))
                if game.start.is_none() =>
            {
                let opponent = Rating::of_level(*level);
                let score = score_of(game, person);
                // After a takeback or a hint only a loss is rated.
                if (game.take_backs > 0 || game.hints > 0) && score != Score::Loss {
                    return Ok(None);
                }
                self.rate_one(family, Pool::Engine, person, opponent, score, at)?;
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    fn rate_people(
        &mut self,
        game: &GameRecord,
        family: Family,
        pool: &Pool,
        at: Timestamp,
    ) -> Result<RatingChanges> {
        let mut before = rules_core::ByColor::new_with(|_| Rating::NEW);
        for color in Color::ALL {
            if let Seat::Person(person) = &game.seats[color] {
                let key = Key::Rating(rating_id(family, pool.clone(), person));
                let record: Option<RatingRecord> = self.peek(&key)?;
                before[color] = record.map_or(Rating::NEW, |record| record.at(at));
            }
        }
        let mut changes = rules_core::ByColor::new_with(|color| RatingChange {
            before: before[color].points(),
            after: before[color].points(),
            provisional: false,
        });
        for color in Color::ALL {
            if let Seat::Person(person) = &game.seats[color] {
                let score = score_of(game, person);
                let after =
                    self.rate_one(family, pool.clone(), person, before[!color], score, at)?;
                changes[color].after = after.points();
                changes[color].provisional = after.is_provisional();
            }
        }
        Ok(changes)
    }

    fn rate_one(
        &mut self,
        family: Family,
        pool: Pool,
        person: &Person,
        opponent: Rating,
        score: Score,
        at: Timestamp,
    ) -> Result<Rating> {
        let record = self.rating(family, pool, person)?;
        record.rating = record.at(at).after(&[(opponent, score)]);
        record.tally.add(score);
        record.name.clone_from(&person.name);
        record.last = at;
        let rating = record.rating;
        record.note(at, rating);
        Ok(rating)
    }

    fn note_careers(&mut self, game: &GameRecord, family: Family, at: Timestamp) -> Result<()> {
        let by_time = game.result.is_some_and(|r| r.end == End::TimeForfeit);
        for color in Color::ALL {
            let Seat::Person(person) = &game.seats[color] else {
                continue;
            };
            let score = score_of(game, person);
            let engine = matches!(game.seats[!color], Seat::Engine(_));
            let career = self.career(person, at)?;
            let tallies = if engine {
                &mut career.engine
            } else {
                &mut career.people
            };
            tallies.entry(family).or_default().add(score);
            if by_time && !engine && score == Score::Loss {
                career.forfeits = career.forfeits.saturating_add(1);
            }
        }
        Ok(())
    }

    /// Counts a game that was left early for the player who left it.
    fn note_abandonment(
        &mut self,
        game: &GameRecord,
        result: GameResult,
        at: Timestamp,
    ) -> Result<()> {
        if game.people().count() < Color::ALL.len() {
            return Ok(());
        }
        let by = who_left(game, result);
        let Some(person) = by.and_then(|by| game.seats[by].person()) else {
            return Ok(());
        };
        let career = self.career(person, at)?;
        if game.aborted_by.is_some() {
            career.count_aborted(at);
        } else {
            career.count_abandoned();
        }
        Ok(())
    }

    fn note_pair(&mut self, game: &GameRecord, family: Family, at: Timestamp) -> Result<()> {
        let (Seat::Person(white), Seat::Person(black)) =
            (&game.seats[Color::White], &game.seats[Color::Black])
        else {
            return Ok(());
        };
        if white.id == black.id {
            return Ok(());
        }
        let id = PairId::new(white.id.clone(), black.id.clone());
        let first = if *id.both()[0] == white.id {
            white
        } else {
            black
        };
        let score = score_of(game, first);
        let pair = self.entry(Key::Pair(id.clone()), || PairRecord::new(id))?;
        pair.games.entry(family).or_default().add(score);
        pair.last = pair.last.max(at);
        Ok(())
    }

    fn note_week(&mut self, game: &GameRecord, family: Family, at: Timestamp) -> Result<()> {
        let by_time = game.result.is_some_and(|r| r.end == End::TimeForfeit);
        for server in game.servers() {
            let id = WeekId::of(server.clone(), at);
            let week = self.entry(Key::Week(id.clone()), || WeekRecord::new(id))?;
            let add = |figure: &mut u32, more: bool| *figure = figure.saturating_add(more.into());
            add(week.games.entry(family).or_default(), true);
            add(&mut week.rated, game.rated);
            add(&mut week.engine, game.people().count() < Color::ALL.len());
            add(&mut week.forfeits, by_time);
        }
        Ok(())
    }

    fn career(&mut self, person: &Person, at: Timestamp) -> Result<&mut CareerRecord> {
        let key = Key::Career(person.id.clone());
        let career = self.entry(key, || CareerRecord::new(person.clone()))?;
        career.person.name.clone_from(&person.name);
        career.last = career.last.max(at);
        Ok(career)
    }

    fn rating(&mut self, family: Family, pool: Pool, person: &Person) -> Result<&mut RatingRecord> {
        let id = rating_id(family, pool, person);
        self.entry(Key::Rating(id.clone()), || {
            RatingRecord::new(id, person.name.clone())
        })
    }

    /// The record under `key` as it will be written, a new one if there is none.
    pub(super) fn entry<T: RecordType>(
        &mut self,
        key: Key,
        new: impl FnOnce() -> T,
    ) -> Result<&mut T> {
        if !self.open.contains_key(&key) {
            let (version, record) = match (self.read)(&key)? {
                Some(stored) => (stored.version, stored.record),
                None => (0, new().into()),
            };
            self.open.insert(key.clone(), (version, record));
        }
        let held = self
            .open
            .get_mut(&key)
            .and_then(|(_, r)| T::from_record_mut(r));
        held.ok_or_else(|| Failure::other_type(key))
    }

    /// The current record under `key`, if any; reading it does not cause a write.
    pub(super) fn peek<T: RecordType>(&self, key: &Key) -> Result<Option<T>> {
        let found = match self.open.get(key) {
            Some((_, record)) => Some(record.clone()),
            None => (self.read)(key)?.map(|stored| stored.record),
        };
        let value = found.map(T::try_from).transpose();
        value.map_err(|_| Failure::other_type(key.clone()))
    }

    /// The updated records, and those that were merged into them.
    pub(crate) fn into_merged(mut self) -> (Vec<Write>, Vec<Removal>) {
        let merged = std::mem::take(&mut self.merged);
        (self.into_writes().collect(), merged)
    }

    /// The updated records.
    pub(crate) fn into_writes(self) -> impl Iterator<Item = Write> {
        self.open
            .into_values()
            .map(|(expected, record)| Write::new(expected, record))
    }
}

fn rating_id(family: Family, pool: Pool, person: &Person) -> RatingId {
    RatingId {
        family,
        pool,
        player: person.id.clone(),
    }
}

type RatingChanges = rules_core::ByColor<RatingChange>;

/// Returns the player who left a game before both sides had moved; `None` if neither did.
fn who_left(game: &GameRecord, result: GameResult) -> Option<Color> {
    match result.end {
        _ if game.annulled => None,
        // A game that no one aborted was abandoned by the player to move.
        End::Abandonment => Some(game.aborted_by.unwrap_or_else(|| game.turn())),
        // A player can resign in the other side's turn, too.
        End::Resignation | End::Forfeit => result.winner.map(|winner| !winner),
        _ => None,
    }
}

/// A player's score in a finished game.
fn score_of(game: &GameRecord, person: &Person) -> Score {
    match (game.result.and_then(|r| r.winner), game.side_of(&person.id)) {
        (None, _) => Score::Draw,
        (winner, side) if winner == side => Score::Win,
        _ => Score::Loss,
    }
}

/// Whether a write ends a game that is not counted yet.
fn ends(write: &Write) -> bool {
    match &write.record {
        Record::Game(game) => game.result.is_some() && game.counted.is_none(),
        _ => false,
    }
}

/// Notes the records that [`count_finished`] will read.
pub(crate) fn foresee(reader: &Reader<'_>, writes: &[Write]) {
    for write in writes.iter().filter(|write| ends(write)) {
        if let Record::Game(game) = &write.record {
            reader.foresee(keys_of(game));
        }
    }
}

/// The records that a finished game may update; of the weeks, the one in which it ended.
fn keys_of(game: &GameRecord) -> Vec<Key> {
    let family = game.variant.family();
    let people: Vec<_> = game.people().collect();
    let mut keys: Vec<_> = people
        .iter()
        .map(|person| Key::Career(person.id.clone()))
        .collect();
    if let Some(result) = game.result {
        let weeks = game
            .servers()
            .map(|server| WeekId::of(server.clone(), result.at));
        keys.extend(weeks.map(Key::Week));
    }
    let pools = match people[..] {
        [white, black] => {
            let id = PairId::new(white.id.clone(), black.id.clone());
            keys.push(Key::Pair(id));
            let on_server = game.common_server().cloned().map(Pool::Server);
            let pools = std::iter::once(Pool::Everywhere).chain(on_server);
            pools.filter(|_| game.rated).collect()
        }
        _ => vec![Pool::Engine],
    };
    for pool in pools {
        let ids = people.iter().map(|p| rating_id(family, pool.clone(), p));
        keys.extend(ids.map(Key::Rating));
    }
    keys
}

/// Adds the records that the games ending with these writes update.
pub(crate) fn count_finished(reader: &Reader<'_>, writes: &mut Vec<Write>) -> Result<()> {
    if !writes.iter().any(ends) {
        return Ok(());
    }
    let mut ledger = Ledger::new(|key: &Key| reader.get(key));
    for write in writes.iter_mut().filter(|write| ends(write)) {
        if let Record::Game(game) = &mut write.record {
            ledger.enter(game)?;
        }
    }
    writes.extend(ledger.into_writes());
    Ok(())
}
