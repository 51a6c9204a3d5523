//! Rounds that run by themselves: paired, begun with all their games in one commit, collected, and followed by the next.

use pairing::arena::MAX_BATCH;
use pairing::knockout::Progress;
use pairing::round_robin;
use rules_core::{Family, Variant};

use super::Work;
use super::next::{Boards, history_of, knockout, next_boards, places};
use crate::app::{App, Change, Loaded};
use crate::effect::{Answer, Manner, Outgoing};
use crate::ids::{Person, TournamentId};
use crate::moment::{Moment, Span};
use crate::rating::Rating;
use crate::record::{
    Act, ArenaState, Entry, Format, Pool, RatingId, RatingRecord, RoundId, RoundRecord, Seat,
    Stage, TournamentPlan, TournamentRecord,
};
use crate::refusal::{Failure, TournamentRefusal};
use crate::store::{Index, Key, Page, Store, Write};

/// Between two rounds.
const BREAK: Span = Span::minutes(1);

impl<S: Store> App<S> {
    /// Goes on with a tournament as far as its games and the time allow. Doing it again changes nothing.
    ///
    /// # Errors
    /// When the store fails.
    pub fn advance(&self, id: TournamentId, moment: Moment) -> Result<Vec<Outgoing>, Failure> {
        let handled = self.attempt(moment, |attempt| self.advanced(id, moment, attempt))?;
        Ok(handled.outgoing)
    }

    /// Goes on with every tournament that is under way: to be called at a start.
    pub(crate) fn advance_all(&self, moment: Moment) -> Result<Vec<Outgoing>, Failure> {
        let mut outgoing = Vec::new();
        let under_way = self
            .store
            .list(&Index::TournamentsUnderWay, Page::first(1000))?;
        for ((_, key), number) in under_way.into_iter().zip(1..) {
            if let Key::Tournament(id) = key {
                let seed = moment.seed.wrapping_sub(number);
                outgoing.extend(self.advance(id, Moment { seed, ..moment })?);
            }
        }
        Ok(outgoing)
    }

    pub(crate) fn advanced(
        &self,
        id: TournamentId,
        moment: Moment,
        attempt: u32,
    ) -> Result<Change, Failure> {
        let record = self.tournament_record(id)?;
        match record.value.stage {
            Stage::Open | Stage::Between(_) if record.value.lost => {
                Ok(Change::nothing(Answer::Seen))
            }
            Stage::Open if record.value.is_to_remind(moment.now) => {
                Ok(Self::remind(record, moment))
            }
            Stage::Open if record.value.plan.starts.is_some_and(|at| at <= moment.now) => {
                self.start(Work::new(record), None, moment, attempt)
            }
            Stage::Playing | Stage::Paused if record.value.arena.is_some() => {
                self.advance_arena(record, moment, attempt)
            }
            Stage::Playing | Stage::Paused if record.value.has_begun() => {
                self.collect(record, moment)
            }
            Stage::Between(next) if next <= moment.now => {
                self.begin_round(Work::new(record), moment, attempt)
            }
            _ => Ok(Change::nothing(Answer::Seen)),
        }
    }

    /// The first round: seeds by rating, then by the time of entering.
    pub(super) fn start(
        &self,
        mut work: Work,
        by: Option<&Person>,
        moment: Moment,
        attempt: u32,
    ) -> Result<Change, Failure> {
        let tournament = &mut work.record.value;
        super::must_be_open(tournament)?;
        if tournament.plan.check_in {
            tournament.entries.retain(|entry| entry.checked_in);
        }
        if tournament.entries.len() < 2 {
            if by.is_some() {
                return Err(TournamentRefusal::TooFew.into());
            }
            tournament.stage = Stage::Canceled(moment.now);
            work.note(Act::Cancel, None, moment);
            return Ok(work.done(Manner::InPlace, Answer::Seen, moment));
        }
        self.let_stand_in(&mut work, moment)?;
        let tournament = &mut work.record.value;
        for entry in &mut tournament.entries {
            entry.rating = self.seeding_of(&entry.seat, &tournament.plan)?;
        }
        tournament
            .entries
            .sort_by_key(|entry| std::cmp::Reverse(entry.rating.unwrap_or(0)));
        // From here on seeds name others, and the plan stands.
        tournament.undo = None;
        if let Format::Arena { minutes } = tournament.plan.format {
            let until = moment.now.plus(Span::minutes(minutes.into()));
            tournament.arena = Some(ArenaState {
                until,
                pairs: until,
                open: Vec::new(),
            });
        }
        work.note(Act::Begin, by, moment);
        self.begin_round(work, moment, attempt)
    }

    /// Lets the engine in where an odd number would leave somebody without an opponent, if the plan says so.
    fn let_stand_in(&self, work: &mut Work, moment: Moment) -> Result<(), Failure> {
        let tournament = &mut work.record.value;
        let entries = tournament.entries.iter();
        let there = entries.filter(|e| !e.withdrawn && !e.sits_out);
        let Some(level) = tournament.plan.stand_in.filter(|_| there.count() % 2 == 1) else {
            return Ok(());
        };
        // A knock-out gives byes to those who are rated best; whoever plays everybody else is let in before the beginning.
        let late = tournament.has_begun();
        let fits = match tournament.plan.format {
            Format::Swiss { .. } | Format::Arena { .. } => true,
            Format::RoundRobin(_) => !late,
            Format::Knockout { .. } => false,
        };
        if !fits || tournament.seed_of_engine(level).is_some() {
            return Ok(());
        }
        let mut entry = Entry::engine(level);
        entry.rating = self.seeding_of(&entry.seat, &tournament.plan)?;
        tournament.entries.push(entry);
        work.note(Act::StandIn(level), None, moment);
        Ok(())
    }

    /// The rating by which an entrant is seeded: the engine's has a scale of its own.
    pub(super) fn seeding_of(
        &self,
        seat: &Seat,
        plan: &TournamentPlan,
    ) -> Result<Option<u16>, Failure> {
        match seat {
            Seat::Person(person) => self.rating_of(person, plan),
            Seat::Engine(level) => Ok(Some(Rating::of_level(*level).points())),
        }
    }

    /// Somebody's rating in the games of a tournament, if they have one: the mean of those that they have.
    pub(super) fn rating_of(
        &self,
        person: &Person,
        plan: &TournamentPlan,
    ) -> Result<Option<u16>, Failure> {
        let mut families: Vec<Family> = Vec::new();
        let mut ratings: Vec<u16> = Vec::new();
        for family in plan.variants().into_iter().map(Variant::family) {
            if families.contains(&family) {
                continue;
            }
            families.push(family);
            let id = RatingId {
                family,
                pool: Pool::Everywhere,
                player: person.id.clone(),
            };
            let rating = self.load::<RatingRecord>(Key::Rating(id))?;
            ratings.extend(rating.map(|loaded| loaded.value.rating.points()));
        }
        let sum: u32 = ratings.iter().map(|&rating| u32::from(rating)).sum();
        let mean = sum.checked_div(u32::try_from(ratings.len()).unwrap_or(u32::MAX));
        Ok(mean.and_then(|mean| u16::try_from(mean).ok()))
    }

    /// Pairs the next round and begins its games; the end, if there is none.
    pub(super) fn begin_round(
        &self,
        mut work: Work,
        moment: Moment,
        attempt: u32,
    ) -> Result<Change, Failure> {
        let rounds = self.rounds_that_matter(&work.record.value)?;
        // A pause may have held it up in its last round.
        if !is_round_due(&work.record.value, &rounds) {
            return Ok(Self::finish(work, &rounds, moment));
        }
        let mut next = self.pair(&mut work, &rounds, moment)?;
        if next.is_none() && work.record.value.entries.iter().any(|e| e.sits_out) {
            // What somebody wishes for one round does not end the tournament for everybody.
            for entry in &mut work.record.value.entries {
                entry.sits_out = false;
            }
            next = self.pair(&mut work, &rounds, moment)?;
            if next.is_some() {
                work.note(Act::NobodySitsOut, None, moment);
            }
        }
        let tournament = &work.record.value;
        let Some((boards, byes)) = next else {
            // In an arena somebody will be free before long.
            if tournament.arena.is_some() {
                return Ok(work.done(Manner::InPlace, Answer::Seen, moment));
            }
            work.note(Act::EndEarly, None, moment);
            return Ok(Self::finish(work, &rounds, moment));
        };
        let id = RoundId {
            tournament: tournament.id,
            number: tournament.rounds + 1,
        };
        let mut round = RoundRecord {
            id,
            began: moment.now,
            boards,
            byes,
        };
        let mut codes = Vec::new();
        for board in 0..round.boards.len() {
            if round.boards[board].pairing.result.is_none() {
                let game = self.free_code(id, board, 0, attempt, &codes)?;
                codes.push(game);
                round.boards[board].game = Some(game);
                let place = round.boards[board];
                self.begin_game(&mut work, id, board, place, moment)?;
            }
        }
        let tournament = &mut work.record.value;
        tournament.rounds += 1;
        tournament.stage = Stage::Playing;
        for entry in &mut tournament.entries {
            entry.sits_out = false;
        }
        let manner = if let Some(arena) = &mut tournament.arena {
            arena.open.push(id.number);
            // The others are paired the next time.
            if 2 * round.boards.len() >= MAX_BATCH {
                tournament.pair_soon(moment.now);
            }
            Manner::InPlace
        } else {
            tournament.undo = None;
            Manner::Fresh { call: Vec::new() }
        };
        if round.is_finished() {
            after_round(&mut work, moment, &round, rounds);
        }
        work.writes.push(Write {
            expected: 0,
            record: round.into(),
        });
        Ok(work.done(manner, Answer::Seen, moment))
    }

    /// The next round, with the engine where it stands in; none when nobody can be paired.
    fn pair(
        &self,
        work: &mut Work,
        rounds: &[RoundRecord],
        moment: Moment,
    ) -> Result<Option<Boards>, Failure> {
        if work.record.value.has_begun() {
            self.let_stand_in(work, moment)?;
        }
        let tournament = &work.record.value;
        let history = history_of(tournament, rounds)?;
        Ok(next_boards(tournament, &history, rounds))
    }

    /// Takes the results of finished games into their round, and goes on when all are there.
    fn collect(&self, record: Loaded<TournamentRecord>, moment: Moment) -> Result<Change, Failure> {
        let mut round = self.last_round(&record.value)?;
        let mut work = Work::new(record);
        let changed = self.take_in(&mut work, &mut round.value, moment)?;
        let over = round.value.is_finished() && work.record.value.stage == Stage::Playing;
        if over {
            let rounds = self.rounds_before(&work.record.value)?;
            after_round(&mut work, moment, &round.value, rounds);
        }
        if !changed && !over {
            return Ok(Change::nothing(Answer::Seen));
        }
        work.writes.push(round.write());
        let finished = work.record.value.is_over();
        let manner = if finished {
            Manner::Fresh { call: Vec::new() }
        } else {
            Manner::InPlace
        };
        Ok(work.done(manner, Answer::Seen, moment))
    }

    /// All rounds but the last one.
    fn rounds_before(&self, tournament: &TournamentRecord) -> Result<Vec<RoundRecord>, Failure> {
        let mut rounds = self.rounds_of(tournament)?;
        rounds.pop();
        Ok(rounds)
    }

    pub(super) fn finish(mut work: Work, rounds: &[RoundRecord], moment: Moment) -> Change {
        end(&mut work.record.value, rounds, moment);
        let fresh = Manner::Fresh { call: Vec::new() };
        work.done(fresh, Answer::Seen, moment)
    }
}

/// The round has ended: the next one follows, or the tournament is over.
fn after_round(work: &mut Work, moment: Moment, last: &RoundRecord, mut rounds: Vec<RoundRecord>) {
    rounds.push(last.clone());
    let tournament = &mut work.record.value;
    if let Format::Arena { .. } = tournament.plan.format {
        return;
    }
    if is_round_due(tournament, &rounds) {
        tournament.stage = Stage::Between(moment.now.plus(BREAK));
    } else {
        end(tournament, &rounds, moment);
    }
}

/// Whether another round belongs to the plan; an arena's go on until its time is up.
fn is_round_due(tournament: &TournamentRecord, rounds: &[RoundRecord]) -> bool {
    match tournament.plan.format {
        Format::Swiss { rounds } => tournament.rounds < u16::from(rounds),
        Format::RoundRobin(cycles) => {
            let all = round_robin::number_of_rounds(tournament.entries.len(), cycles);
            usize::from(tournament.rounds) < all
        }
        Format::Arena { .. } => true,
        Format::Knockout { .. } => {
            let (plan, games) = knockout(tournament, rounds);
            let matches = plan.matches(&games);
            matches
                .iter()
                .any(|m| matches!(m.progress, Progress::Next(_)))
        }
    }
}

/// The tournament is over: everybody has their place.
fn end(tournament: &mut TournamentRecord, rounds: &[RoundRecord], moment: Moment) {
    tournament.stage = Stage::Finished(moment.now);
    for (seed, place) in places(tournament, rounds) {
        if let Some(entry) = tournament.entry_mut(seed) {
            entry.place = u16::try_from(place).ok();
        }
    }
}
