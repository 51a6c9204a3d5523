//! How a tournament comes about: announced, entered, left, checked in.

use pairing::Ranking;
use rules_core::Color;

use super::{Work, must_be_open};
use crate::app::{App, Change, Loaded, private};
use crate::command::Request;
use crate::effect::{Answer, Manner};
use crate::ids::{Person, TournamentId};
use crate::moment::Moment;
use crate::record::{
    Act, Entry, Format, Stage, TimeControl, TournamentPlan, TournamentRecord, Undo,
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
        plan: &TournamentPlan,
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
        let record = TournamentRecord {
            id: TournamentId::draw(moment.seed, attempt),
            plan: checked(plan, moment)?,
            by: request.who.clone(),
            venue: request.venue.clone(),
            made: moment.now,
            touched: moment.now,
            entries: Vec::new(),
            stage: Stage::Open,
            ranking: match plan.format {
                Format::RoundRobin(_) => Ranking::round_robin(),
                Format::Swiss { .. } | Format::Knockout { .. } => Ranking::swiss(),
            },
            // The public code uses other bits of the same draw.
            initial: Color::ALL[usize::from(moment.seed.count_ones() % 2 == 1)],
            rounds: 0,
            audit: 0,
            undo: None,
        };
        let mut work = Work::new(Loaded {
            version: 0,
            value: record,
        });
        work.note(Act::Create, Some(&request.who), moment);
        let fresh = Manner::Fresh { call: Vec::new() };
        Ok(work.done(fresh, Answer::Seen, moment))
    }

    /// Somebody enters by themselves, or because the organizer (`by`) says so.
    pub(super) fn join(
        &self,
        mut record: Loaded<TournamentRecord>,
        who: &Person,
        by: Option<&Person>,
        moment: Moment,
        attempt: u32,
    ) -> Result<Change, Failure> {
        let tournament = &mut record.value;
        let begun = tournament.stage != Stage::Open;
        if begun {
            may_come_late(tournament)?;
        }
        if let Some(seed) = tournament.seed_of(&who.id) {
            let back = tournament
                .entry_mut(seed)
                .filter(|entry| begun && entry.withdrawn && (by.is_some() || entry.no_shows == 0));
            let Some(entry) = back else {
                return Err(TournamentRefusal::Entered.into());
            };
            entry.withdrawn = false;
            entry.no_shows = 0;
        } else {
            if tournament.entries.len() >= usize::from(tournament.plan.capacity) {
                return Err(TournamentRefusal::Full(tournament.plan.capacity).into());
            }
            let mut entry = Entry::new(who.clone());
            entry.rating = if begun {
                self.rating_of(who, tournament.plan.variant)?
            } else {
                None
            };
            entry.checked_in = by.is_some();
            tournament.entries.push(entry);
        }
        let full = tournament.entries.len() >= usize::from(tournament.plan.capacity);
        if full && tournament.plan.when_full && !begun && !tournament.plan.check_in {
            return self.start(record, None, moment, attempt);
        }
        let undo = by.and(tournament.seed_of(&who.id)).map(Undo::Withdraw);
        let mut work = Work::new(record);
        if begun {
            work.note(Act::Late(who.clone()), Some(by.unwrap_or(who)), moment);
            if undo.is_some() {
                work.record.value.undo = undo;
            }
        }
        let answer = private(say::entered(&work.record.value));
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
            tournament.entries.remove(seed.index());
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
        mut record: Loaded<TournamentRecord>,
        who: &Person,
        moment: Moment,
    ) -> Result<Change, Failure> {
        must_be_open(&record.value)?;
        let seed = record
            .value
            .seed_of(&who.id)
            .ok_or(TournamentRefusal::NotEntered)?;
        if let Some(entry) = record.value.entry_mut(seed) {
            entry.checked_in = true;
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
            Format::RoundRobin(_) | Format::Knockout { .. } => 0,
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

/// Refuses late entries where the first round has settled who meets whom, and in the last round.
fn may_come_late(tournament: &TournamentRecord) -> Result<(), TournamentRefusal> {
    match tournament.plan.format {
        Format::Swiss { rounds } if tournament.rounds < u16::from(rounds) => Ok(()),
        _ => Err(TournamentRefusal::Begun),
    }
}

/// The plan within its bounds.
fn checked(plan: &TournamentPlan, moment: Moment) -> Result<TournamentPlan, TournamentRefusal> {
    let name: String = plan.name.chars().filter(|c| !c.is_control()).collect();
    let name: String = name
        .trim()
        .chars()
        .take(TournamentPlan::NAME_LENGTH)
        .collect();
    let most = match plan.format {
        Format::RoundRobin(_) => 32,
        Format::Swiss { .. } | Format::Knockout { .. } => TournamentPlan::MOST,
    };
    let good_rounds = match plan.format {
        Format::Swiss { rounds } => (1..=15).contains(&rounds),
        Format::RoundRobin(_) => true,
        Format::Knockout { rules, .. } => (1..=8).contains(&rules.games) && rules.extra <= 8,
    };
    if name.is_empty() || plan.time == TimeControl::Unlimited || !good_rounds {
        return Err(TournamentRefusal::BadPlan);
    }
    if plan.starts.is_some_and(|starts| starts <= moment.now) {
        return Err(TournamentRefusal::BadPlan);
    }
    Ok(TournamentPlan {
        name,
        capacity: plan.capacity.clamp(2, most),
        ..plan.clone()
    })
}
