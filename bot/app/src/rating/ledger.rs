//! The records that a finished game updates in its own commit: ratings, careers, head-to-heads and the server's week.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use rules_core::{ByColor, Color};

use crate::context::Reader;
use crate::context::failure::{Failure, Result};
use crate::model::{
    CareerRecord, Counted, End, GameRecord, GameResult, Key, PairId, PairRecord, Person, PlayerId,
    Pool, Rating, RatingChange, RatingId, RatingRecord, Record, RecordType, Score, Seat, Timestamp,
    WeekId, WeekRecord,
};
use crate::store::{Removal, StoreError, Stored, Write};

type Read<'a> = dyn Fn(&Key) -> Result<Option<Stored>, StoreError> + 'a;

/// The records that finished games update, each read once, all written together.
pub(crate) struct Ledger<'a> {
    pub(super) read: Box<Read<'a>>,
    /// With the versions that are stored.
    pub(super) open: BTreeMap<Key, Stored>,
    /// Records that are part of others now.
    pub(super) merged: Vec<Removal>,
}

impl<'a> Ledger<'a> {
    pub(crate) fn new(read: impl Fn(&Key) -> Result<Option<Stored>, StoreError> + 'a) -> Self {
        Self {
            read: Box::new(read),
            open: BTreeMap::new(),
            merged: Vec::new(),
        }
    }

    /// Counts a finished game, and marks it as counted. Does nothing for a game in progress.
    pub(crate) fn enter(&mut self, game: &mut GameRecord) -> Result<()> {
        let Some(result) = game.result else {
            return Ok(());
        };
        let at = self.time_of(game, result.at)?;
        let mut ratings = None;
        if result.end == End::Abandonment || !game.has_begun() {
            self.note_abandonment(game, result, at)?;
        } else {
            let by_time = result.end == End::TimeForfeit;
            self.note_careers(game, by_time, at)?;
            self.note_week(game, by_time, at)?;
            ratings = self.note_opponents(game, at)?;
        }
        game.counted = Some(Counted { at, ratings });
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

    /// Rates a game, and counts it between its players if they are two people.
    fn note_opponents(
        &mut self,
        game: &GameRecord,
        at: Timestamp,
    ) -> Result<Option<RatingChanges>> {
        match (&game.seats.white, &game.seats.black) {
            (Seat::Person(white), Seat::Person(black)) if white.id != black.id => {
                let pair = PairId::new(white.id.clone(), black.id.clone());
                self.note_pair(game, pair, at)?;
                let people = ByColor { white, black };
                let pools = pools_of(game).into_iter();
                let changes = pools.map(|pool| self.rate_people(game, people, &pool, at));
                let changes = changes.collect::<Result<Vec<_>>>()?;
                Ok(changes.into_iter().next())
            }
            (Seat::Person(person), Seat::Engine(level))
            | (Seat::Engine(level), Seat::Person(person)) => {
                // After a takeback or a hint only a loss is rated.
                let had_help = game.take_backs > 0 || game.hints > 0;
                let counts = !had_help || score_of(game, &person.id) == Score::Loss;
                if counts && game.start.is_none() {
                    self.rate_one(game, &Pool::Engine, person, Rating::of_level(*level), at)?;
                }
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    fn rate_people(
        &mut self,
        game: &GameRecord,
        people: ByColor<&Person>,
        pool: &Pool,
        at: Timestamp,
    ) -> Result<RatingChanges> {
        let mut before = ByColor::new_with(|_| Rating::NEW);
        for color in Color::ALL {
            let key = Key::Rating(rating_id(game, pool, people[color]));
            let record: Option<RatingRecord> = self.peek(&key)?;
            before[color] = record.map_or(Rating::NEW, |record| record.at(at));
        }
        let mut after = before;
        for color in Color::ALL {
            after[color] = self.rate_one(game, pool, people[color], before[!color], at)?;
        }
        Ok(ByColor::new_with(|color| RatingChange {
            before: before[color].points(),
            after: after[color].points(),
            provisional: after[color].is_provisional(),
        }))
    }

    fn rate_one(
        &mut self,
        game: &GameRecord,
        pool: &Pool,
        person: &Person,
        opponent: Rating,
        at: Timestamp,
    ) -> Result<Rating> {
        let id = rating_id(game, pool, person);
        let score = score_of(game, &person.id);
        let key = Key::Rating(id.clone());
        let record = self.entry(key, || RatingRecord::new(id, person.name.clone()))?;
        record.rating = record.at(at).after(&[(opponent, score)]);
        record.tally.add(score);
        record.name.clone_from(&person.name);
        record.last = at;
        let rating = record.rating;
        record.note(at, rating);
        Ok(rating)
    }

    fn note_careers(&mut self, game: &GameRecord, by_time: bool, at: Timestamp) -> Result<()> {
        for color in Color::ALL {
            let Seat::Person(person) = &game.seats[color] else {
                continue;
            };
            let score = score_of(game, &person.id);
            let career = self.career(person, at)?;
            let tallies = match game.seats[!color] {
                Seat::Engine(_) => &mut career.engine,
                Seat::Person(_) => {
                    let forfeits = u32::from(by_time && score == Score::Loss);
                    career.forfeits = career.forfeits.saturating_add(forfeits);
                    &mut career.people
                }
            };
            let tally = tallies.entry(game.variant.family()).or_default();
            tally.add(score);
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
        if let Some(person) = by.and_then(|by| game.seats[by].person()) {
            let career = self.career(person, at)?;
            if game.aborted_by.is_some() {
                career.count_aborted(at);
            } else {
                career.count_abandoned();
            }
        }
        Ok(())
    }

    fn note_pair(&mut self, game: &GameRecord, id: PairId, at: Timestamp) -> Result<()> {
        let score = score_of(game, id.both()[0]);
        let pair = self.entry(Key::Pair(id.clone()), || PairRecord::new(id))?;
        let tally = pair.games.entry(game.variant.family()).or_default();
        tally.add(score);
        pair.last = pair.last.max(at);
        Ok(())
    }

    fn note_week(&mut self, game: &GameRecord, by_time: bool, at: Timestamp) -> Result<()> {
        for server in game.servers() {
            let id = WeekId::of(server.clone(), at);
            let week = self.entry(Key::Week(id.clone()), || WeekRecord::new(id))?;
            let add = |figure: &mut u32, more: bool| *figure = figure.saturating_add(more.into());
            add(week.games.entry(game.variant.family()).or_default(), true);
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

    /// The record under `key` as it will be written, a new one if there is none.
    pub(super) fn entry<T: RecordType>(
        &mut self,
        key: Key,
        new: impl FnOnce() -> T,
    ) -> Result<&mut T> {
        let open = match self.open.entry(key.clone()) {
            Entry::Occupied(open) => open.into_mut(),
            Entry::Vacant(free) => free.insert((self.read)(&key)?.unwrap_or_else(|| Stored {
                version: 0,
                record: new().into(),
            })),
        };
        T::from_record_mut(&mut open.record).ok_or_else(|| Failure::other_type(key))
    }

    /// The current record under `key`, if any; reading it does not cause a write.
    pub(super) fn peek<T: RecordType>(&self, key: &Key) -> Result<Option<T>> {
        let found = match self.open.get(key) {
            Some(open) => Some(open.clone()),
            None => (self.read)(key)?,
        };
        let value = found.map(|found| T::try_from(found.record)).transpose();
        value.map_err(|_| Failure::other_type(key.clone()))
    }

    /// The updated records, and those that were merged into them.
    pub(crate) fn into_changes(self) -> (Vec<Write>, Vec<Removal>) {
        let open = self.open.into_values();
        let writes = open.map(|open| Write::new(open.version, open.record));
        (writes.collect(), self.merged)
    }
}

fn rating_id(game: &GameRecord, pool: &Pool, person: &Person) -> RatingId {
    RatingId {
        family: game.variant.family(),
        pool: pool.clone(),
        player: person.id.clone(),
    }
}

/// The pools in which a game between two people is rated, the first being [`Pool::Everywhere`]. A server's ratings compare
/// those who play there.
fn pools_of(game: &GameRecord) -> Vec<Pool> {
    let on_server = game.common_server().cloned().map(Pool::Server);
    let pools = [Pool::Everywhere].into_iter().chain(on_server);
    pools.filter(|_| game.rated).collect()
}

type RatingChanges = ByColor<RatingChange>;

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

fn score_of(game: &GameRecord, player: &PlayerId) -> Score {
    match (game.result.and_then(|r| r.winner), game.side_of(player)) {
        (None, _) => Score::Draw,
        (winner, side) if winner == side => Score::Win,
        _ => Score::Loss,
    }
}

fn is_to_count(game: &GameRecord) -> bool {
    game.result.is_some() && game.counted.is_none()
}

/// Notes the records that [`count_finished`] will read.
pub(crate) fn foresee(reader: &Reader<'_>, writes: &[Write]) {
    for write in writes {
        if let Record::Game(game) = &write.record
            && is_to_count(game)
        {
            reader.foresee(keys_of(game));
        }
    }
}

/// The records that a finished game may update; of the weeks, the one in which it ended.
fn keys_of(game: &GameRecord) -> Vec<Key> {
    let people: Vec<_> = game.people().collect();
    let careers = people.iter().map(|person| Key::Career(person.id.clone()));
    let mut keys: Vec<_> = careers.collect();
    if let Some(result) = game.result {
        let servers = game.servers().cloned();
        keys.extend(servers.map(|server| Key::Week(WeekId::of(server, result.at))));
    }
    let pools = match people[..] {
        [white, black] => {
            let id = PairId::new(white.id.clone(), black.id.clone());
            keys.push(Key::Pair(id));
            pools_of(game)
        }
        _ => vec![Pool::Engine],
    };
    for pool in pools {
        let ids = people.iter().map(|person| rating_id(game, &pool, person));
        keys.extend(ids.map(Key::Rating));
    }
    keys
}

/// Adds the records that the games ending with these writes update.
pub(crate) fn count_finished(reader: &Reader<'_>, writes: &mut Vec<Write>) -> Result<()> {
    let mut ledger = Ledger::new(|key: &Key| reader.get(key));
    for write in writes.iter_mut() {
        if let Record::Game(game) = &mut write.record
            && is_to_count(game)
        {
            ledger.enter(game)?;
        }
    }
    writes.extend(ledger.into_changes().0);
    Ok(())
}
