//! How a tournament comes about: announced, entered, left, checked in.

use pairing::Seed;
use rules_core::Color;

use super::planning::{card, checked};
use super::{Work, must_be_open};
use crate::app::{App, Change, Loaded, private};
use crate::command::Request;
use crate::effect::{Answer, Manner};
use crate::ids::{Person, TournamentId};
use crate::moment::Moment;
use crate::record::{
    Absence, Act, Entry, Format, Seat, Stage, TournamentPlan, TournamentRecord, Undo,
};
use crate::refusal::{Failure, Refusal, TournamentRefusal};
use crate::say;
use crate::store::{Index, Key, Page, Store};

/// Tournaments of one server that are not over.
const MOST_AT_ONCE: usize = 10;

impl<S: Store> App<S> {
    pub(super) fn announce(
        &self,
        request: &Request,
        plan: TournamentPlan,
        moment: Moment,
        attempt: u32,
    ) -> Result<Change, Failure> {
        let Some(server) = &request.venue.server else {
            return Err(Refusal::NotOnAServer.into());
        };
        if !self.is_organizer(request)? {
            return Err(TournamentRefusal::NotTheOrganizer.into());
        }
        self.may_begin(request)?;
        let index = Index::TournamentsOf(server.clone());
        let mut under_way = 0;
        for (_, key) in self.store.list(&index, Page::last(2 * MOST_AT_ONCE))? {
            if let Key::Tournament(id) = key {
                under_way += usize::from(!self.tournament_record(id)?.value.is_over());
            }
        }
        if under_way >= MOST_AT_ONCE {
            return Err(TournamentRefusal::TooMany(MOST_AT_ONCE).into());
        }
        let plan = checked(plan, moment.now)?;
        let record = TournamentRecord {
            id: TournamentId::draw(moment.seed, attempt),
            ranking: plan.ranking(),
            plan,
            by: request.who.clone(),
            venue: request.venue.clone(),
            made: moment.now,
            touched: moment.now,
            entries: Vec::new(),
            stage: Stage::Open,
            // The public code uses other bits of the same draw.
            initial: Color::ALL[usize::from(moment.seed.count_ones() % 2 == 1)],
            rounds: 0,
            audit: 0,
            arena: None,
            lost: false,
            reminded: false,
            // A thread holds no other threads.
            threads: request.context.parent.is_some().then_some(false),
            undo: None,
        };
        let mut work = Work::new(Loaded {
            version: 0,
            value: record,
        });
        work.note(Act::Create, Some(&request.who), moment);
        let fresh = Manner::Fresh { call: Vec::new() };
        let answer = Answer::Private(Box::new(card(&work.record.value)));
        Ok(work.done(fresh, answer, moment))
    }

    /// Refuses whoever is not among those for whom the tournament is. The organizer can let them in all the same.
    pub(super) fn may_enter(
        &self,
        request: &Request,
        record: &TournamentRecord,
    ) -> Result<(), Failure> {
        let plan = &record.plan;
        let role = plan.role.as_ref();
        if let Some(role) = role.filter(|role| !request.context.roles.contains(role)) {
            return Err(TournamentRefusal::NeedsRole(role.clone()).into());
        }
        let rating = self.rating_of(&request.who, plan)?;
        if !plan.ratings.admit(rating) {
            return Err(TournamentRefusal::NotAdmitted(plan.ratings).into());
        }
        Ok(())
    }

    /// Somebody enters by themselves, or because the organizer (`by`) says so.
    pub(super) fn join(
        &self,
        mut record: Loaded<TournamentRecord>,
        seat: &Seat,
        by: Option<&Person>,
        moment: Moment,
        attempt: u32,
    ) -> Result<Change, Failure> {
        let tournament = &mut record.value;
        let begun = tournament.stage != Stage::Open;
        let known = seed_of(tournament, seat);
        // The organizer brings back whoever was in, whatever has been settled.
        if begun && (known.is_none() || by.is_none()) {
            may_come_late(tournament)?;
        }
        // The engine of that level plays all rounds from now on.
        if let Seat::Engine(level) = seat
            && tournament.plan.stand_in == Some(*level)
        {
            tournament.plan.stand_in = None;
        }
        let mut former = None;
        if let Some(seed) = known {
            let in_arena = tournament.arena.is_some();
            let entry = tournament.entry_mut(seed);
            let Some(entry) = entry.filter(|entry| begun && entry.withdrawn) else {
                return Err(TournamentRefusal::Entered.into());
            };
            if by.is_none() && entry.removed {
                return Err(TournamentRefusal::Removed.into());
            }
            if by.is_none() && !in_arena && entry.no_shows > 0 {
                return Err(TournamentRefusal::Absent.into());
            }
            former = Some(entry.be(Absence::default()));
        } else {
            let entered = tournament.entries.len();
            if entered >= usize::from(tournament.plan.capacity) || !tournament.has_room() {
                let entered = u16::try_from(entered).unwrap_or(u16::MAX);
                return Err(TournamentRefusal::Full(entered).into());
            }
            let mut entry = match seat {
                Seat::Person(_) => Entry::new(seat.clone()),
                Seat::Engine(level) => Entry::engine(*level),
            };
            if begun {
                entry.rating = self.seeding_of(seat, &tournament.plan)?;
            }
            entry.checked_in |= by.is_some();
            tournament.entries.push(entry);
        }
        let undo = by.and(seed_of(tournament, seat)).map(|seed| match former {
            Some(absence) => Undo::Away(seed, absence),
            None => Undo::Withdraw(seed),
        });
        let starts = is_full_and_there(tournament);
        tournament.pair_soon(moment.now);
        let mut work = Work::new(record);
        if undo.is_some() {
            work.record.value.undo = undo;
        }
        match (seat, by) {
            (Seat::Engine(level), _) => work.note(Act::AddEngine(*level), by, moment),
            (Seat::Person(person), _) if begun => {
                let by = by.unwrap_or(person);
                work.note(Act::Late(person.clone()), Some(by), moment);
            }
            (Seat::Person(person), Some(by)) => {
                work.note(Act::Add(person.clone()), Some(by), moment);
            }
            (Seat::Person(_), None) => {}
        }
        if starts {
            return self.start(work, None, moment, attempt);
        }
        let answer = match by {
            None => private(say::entered(&work.record.value)),
            Some(_) => private(say::organized()),
        };
        Ok(work.done(Manner::InPlace, answer, moment))
    }

    pub(super) fn leave(
        mut record: Loaded<TournamentRecord>,
        who: &Person,
        moment: Moment,
    ) -> Result<Change, Failure> {
        let tournament = &mut record.value;
        let seed = tournament
            .seed_of(&who.id)
            .ok_or(TournamentRefusal::NotEntered)?;
        if tournament.stage == Stage::Open {
            tournament.strike(seed);
            let answer = private(say::left(&record.value));
            return Ok(Work::new(record).done(Manner::InPlace, answer, moment));
        }
        match tournament.entry_mut(seed) {
            Some(entry) if !entry.withdrawn => entry.withdrawn = true,
            _ => return Err(TournamentRefusal::NotEntered.into()),
        }
        let mut work = Work::new(record);
        work.note(Act::Withdraw(who.clone()), Some(who), moment);
        let answer = private(say::left(&work.record.value));
        Ok(work.done(Manner::InPlace, answer, moment))
    }

    pub(super) fn check_in(
        &self,
        mut record: Loaded<TournamentRecord>,
        who: &Person,
        moment: Moment,
        attempt: u32,
    ) -> Result<Change, Failure> {
        must_be_open(&record.value)?;
        let seed = record
            .value
            .seed_of(&who.id)
            .ok_or(TournamentRefusal::NotEntered)?;
        if let Some(entry) = record.value.entry_mut(seed) {
            entry.checked_in = true;
        }
        if is_full_and_there(&record.value) {
            return self.start(Work::new(record), None, moment, attempt);
        }
        let answer = private(say::checked_in());
        Ok(Work::new(record).done(Manner::InPlace, answer, moment))
    }

    pub(super) fn sit_out(
        mut record: Loaded<TournamentRecord>,
        who: &Person,
        moment: Moment,
    ) -> Result<Change, Failure> {
        let tournament = &mut record.value;
        let last = match tournament.plan.format {
            Format::Swiss { rounds } => u16::from(rounds),
            Format::RoundRobin(_) | Format::Knockout { .. } | Format::Arena { .. } => 0,
        };
        // Nobody should know before the last round that half a point will do.
        if tournament.rounds + 1 >= last {
            return Err(TournamentRefusal::NoHalfPointBye.into());
        }
        let seed = tournament
            .seed_of(&who.id)
            .ok_or(TournamentRefusal::NotEntered)?;
        if let Some(entry) = tournament.entry_mut(seed) {
            entry.sits_out = true;
        }
        let answer = private(say::sits_out());
        Ok(Work::new(record).done(Manner::InPlace, answer, moment))
    }
}

/// The seed of somebody who entered.
pub(super) fn seed_of(tournament: &TournamentRecord, seat: &Seat) -> Option<Seed> {
    match seat {
        Seat::Person(person) => tournament.seed_of(&person.id),
        Seat::Engine(level) => tournament.seed_of_engine(*level),
    }
}

/// Whether it begins now because as many have entered as can, and all of them are there if that was asked of them.
pub(super) fn is_full_and_there(tournament: &TournamentRecord) -> bool {
    let plan = &tournament.plan;
    let entries = &tournament.entries;
    tournament.stage == Stage::Open
        && plan.when_full
        && entries.len() >= usize::from(plan.capacity)
        && (!plan.check_in || entries.iter().all(|entry| entry.checked_in))
}

/// Refuses late entries where the first round has settled who meets whom, and in the last round.
fn may_come_late(tournament: &TournamentRecord) -> Result<(), TournamentRefusal> {
    match tournament.plan.format {
        Format::Swiss { rounds } if tournament.rounds < u16::from(rounds) => Ok(()),
        Format::Arena { .. } => Ok(()),
        _ => Err(TournamentRefusal::Begun),
    }
}
