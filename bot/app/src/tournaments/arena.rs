//! Arenas: whoever is free is paired again, until time is up. Each time that some are paired is a round of its own.

use super::Work;
use crate::app::{App, Change, Loaded};
use crate::effect::{Answer, Manner};
use crate::moment::{Moment, Span, Timestamp};
use crate::record::{RoundId, RoundRecord, Stage, TournamentRecord};
use crate::refusal::Failure;
use crate::store::Store;

/// How long whoever is free waits for others to become free, so that there is somebody to choose from.
const WAIT: Span = Span::seconds(10);

impl TournamentRecord {
    /// Somebody is free in an arena: they are paired before long.
    pub(super) fn pair_soon(&mut self, now: Timestamp) {
        if let Some(arena) = &mut self.arena {
            arena.pairs = arena.pairs.min(now.plus(WAIT));
        }
    }
}

impl<S: Store> App<S> {
    /// Takes results in, pairs those who are free when it is time to, and ends at the end.
    pub(super) fn advance_arena(
        &self,
        record: Loaded<TournamentRecord>,
        moment: Moment,
        attempt: u32,
    ) -> Result<Change, Failure> {
        let mut work = Work::new(record);
        let mut changed = false;
        for number in Self::open_rounds(&work.record.value) {
            let id = RoundId {
                tournament: work.record.value.id,
                number,
            };
            let mut round = self.round_record(id)?;
            if !self.take_in(&mut work, &mut round.value, moment)? {
                continue;
            }
            changed = true;
            let tournament = &mut work.record.value;
            tournament.pair_soon(moment.now);
            if let Some(arena) = tournament
                .arena
                .as_mut()
                .filter(|_| round.value.is_finished())
            {
                arena.open.retain(|&open| open != number);
            }
            work.writes.push(round.write());
        }
        let tournament = &mut work.record.value;
        let Some(arena) = &mut tournament.arena else {
            return Ok(Change::nothing(Answer::Seen));
        };
        let stands = tournament.lost || tournament.stage == Stage::Paused;
        if arena.until <= moment.now && !tournament.lost {
            self.let_go(&mut work)?;
            return Ok(Self::finish(work, &[], moment));
        }
        if arena.pairs <= moment.now && !stands && !changed {
            arena.pairs = arena.until;
            return self.begin_round(work, moment, attempt);
        }
        if !changed {
            return Ok(Change::nothing(Answer::Seen));
        }
        Ok(work.done(Manner::InPlace, Answer::Seen, moment))
    }

    /// The rounds of which games are being played.
    pub(super) fn open_rounds(record: &TournamentRecord) -> Vec<u16> {
        match &record.arena {
            Some(arena) => arena.open.clone(),
            None => (1..=record.rounds).rev().take(1).collect(),
        }
    }

    /// The rounds on which the next pairing depends: in an arena those of which games are being played.
    pub(super) fn rounds_that_matter(
        &self,
        record: &TournamentRecord,
    ) -> Result<Vec<RoundRecord>, Failure> {
        if record.arena.is_none() {
            return self.rounds_of(record);
        }
        let open = Self::open_rounds(record).into_iter().map(|number| {
            let id = RoundId {
                tournament: record.id,
                number,
            };
            Ok(self.round_record(id)?.value)
        });
        open.collect()
    }

    /// The rounds as they are shown: of an arena one with all games that are being played.
    pub(super) fn rounds_shown(
        &self,
        record: &TournamentRecord,
    ) -> Result<Vec<RoundRecord>, Failure> {
        let rounds = self.rounds_that_matter(record)?;
        if record.arena.is_none() {
            return Ok(rounds);
        }
        let mut all = rounds.into_iter();
        let Some(mut merged) = all.next() else {
            return Ok(Vec::new());
        };
        merged.boards.extend(all.flat_map(|round| round.boards));
        merged.boards.retain(|board| board.pairing.result.is_none());
        Ok(vec![merged])
    }
}
