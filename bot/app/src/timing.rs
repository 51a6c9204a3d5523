//! Time at work on games: flags that fall, and absences of Delos' that are made up for.

use crate::app::{App, Change, Loaded};
use crate::choosing::{Table, replayed};
use crate::effect::{Answer, Effect, Outgoing};
use crate::ids::GameId;
use crate::moment::{Moment, Span, Timestamp};
use crate::notice::{Notice, Tell};
use crate::record::PresenceRecord;
use crate::refusal::Failure;
use crate::store::{Index, Key, Page, Store, StoreError};

/// How often Delos notes that it is at work: an absence is known this exactly.
const NOTED: Span = Span::seconds(10);
/// Games whose time runs out later than this after a return lost nothing that matters: no live game has so much left.
const HORIZON: Span = Span::days(2);
/// Entries of an index read at once.
const PAGE: usize = 500;

impl<S: Store> App<S> {
    /// A game's time has come.
    pub(crate) fn ring(&self, id: GameId, moment: Moment) -> Result<Change, Failure> {
        let record = self.game(id)?;
        let game = replayed(&record.value)?;
        let side = game.turn();
        let table = Table { record, game, side };
        match table.fallen(moment) {
            Ok(table) => Ok(table.reminded(moment)),
            Err(change) => Ok(*change),
        }
    }

    /// Notes that Delos is at work, from time to time; cheap to call often.
    ///
    /// # Errors
    /// When the store fails.
    pub fn note_presence(&self, now: Timestamp) -> Result<(), Failure> {
        let noted = self.load::<PresenceRecord>(Key::Presence)?;
        if noted
            .as_ref()
            .is_some_and(|noted| now.since(noted.value.at) < NOTED)
        {
            return Ok(());
        }
        self.write_presence(noted, now)
    }

    fn write_presence(
        &self,
        noted: Option<Loaded<PresenceRecord>>,
        now: Timestamp,
    ) -> Result<(), Failure> {
        let noted = Loaded {
            version: noted.map_or(0, |noted| noted.version),
            value: PresenceRecord { at: now },
        };
        Ok(self.store.commit(crate::store::Batch {
            writes: vec![noted.write()],
            ..Default::default()
        })?)
    }

    /// Makes up for the time since Delos was last at work; to be called at a start, before anything else happens.
    ///
    /// # Errors
    /// When the store fails.
    pub fn come_back(&self, now: Timestamp) -> Result<Vec<Outgoing>, Failure> {
        self.come_back_since(Timestamp(i64::MIN), now)
    }

    /// The same for a time in which Delos was at work and nobody could reach it, if they could at `heard`.
    ///
    /// # Errors
    /// When the store fails.
    pub fn come_back_since(
        &self,
        heard: Timestamp,
        now: Timestamp,
    ) -> Result<Vec<Outgoing>, Failure> {
        let Some(noted) = self.load::<PresenceRecord>(Key::Presence)? else {
            self.note_presence(now)?;
            return Ok(Vec::new());
        };
        let from = noted.value.at.max(heard);
        let mut outgoing = Vec::new();
        let mut failed = None;
        // Nothing is drawn by chance: the numbers only tell the effects' names apart.
        for (seed, id) in (0..).zip(self.due_games(now.plus(HORIZON))?) {
            let moment = Moment { now, seed };
            match self.attempt(moment, |_| self.give_back(id, from, moment)) {
                Ok(handled) => outgoing.extend(handled.outgoing),
                Err(failure) => failed = Some(failure),
            }
        }
        match self.advance_all(Moment {
            now,
            seed: u64::MAX,
        }) {
            Ok(more) => outgoing.extend(more),
            Err(failure) => failed = Some(failure),
        }
        // What was done must be performed.
        if let Some(failure) = failed
            && outgoing.is_empty()
        {
            return Err(failure);
        }
        // Only now: if the program ends before this, the next start makes up for the same absence again. And always: what was
        // made up for once must not be again at a start that follows soon.
        match self.write_presence(Some(noted), now) {
            // Somebody else has noted it meanwhile.
            Ok(()) | Err(Failure::Store(StoreError::Conflict(_))) => Ok(outgoing),
            Err(failure) => Err(failure),
        }
    }

    fn due_games(&self, until: Timestamp) -> Result<Vec<GameId>, Failure> {
        let mut games = Vec::new();
        let mut page = Page::first(PAGE);
        loop {
            let rows = self.store.list(&Index::Due, page)?;
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

    fn give_back(&self, id: GameId, from: Timestamp, moment: Moment) -> Result<Change, Failure> {
        let mut record = self.game(id)?;
        if !record.value.was_away(from, moment.now) {
            return Ok(Change::nothing(Answer::Seen));
        }
        // It is the same turn: whoever was to be called to it still is.
        record.value.quiet += 1;
        let show = record.shown_in_place();
        Ok(Change {
            writes: vec![record.write()],
            effects: vec![show],
            settled: Vec::new(),
            answer: Answer::Seen,
        })
    }
}

impl Table {
    /// The end of the game if its time has run out, the same game if not.
    pub(crate) fn fallen(mut self, moment: Moment) -> Result<Self, Box<Change>> {
        match self.record.value.flag().filter(|&flag| flag <= moment.now) {
            None => Ok(self),
            Some(flag) => {
                self.record.value.fall(&self.game, flag);
                Err(Box::new(self.change(moment, Answer::Seen)))
            }
        }
    }

    /// The reminder that is due, if one is.
    fn reminded(mut self, moment: Moment) -> Change {
        let record = &mut self.record.value;
        let (game, ply) = (record.id, record.ply());
        let player = record.seats[self.side].person().cloned();
        let (true, Some(player)) = (record.remind(moment.now), player) else {
            return Change::nothing(Answer::Seen);
        };
        let tell = Effect::Tell(Tell {
            to: player.id,
            notice: Notice::TimeRunsOut { game, ply },
        });
        self.quietly(vec![tell], Answer::Seen)
    }

    /// A change that cannot be seen on the board.
    pub(crate) fn quietly(mut self, effects: Vec<Effect>, answer: Answer) -> Change {
        self.record.value.quiet += 1;
        Change {
            writes: vec![self.record.write()],
            effects,
            settled: Vec::new(),
            answer,
        }
    }
}
