//! How a tournament comes about: announced, entered, left, checked in.

use pairing::Seed;
use rules_core::Color;

use crate::context::failure::Failure;
use crate::context::{Change, Ctx, Loaded, Reader, private};
use crate::messages;
use crate::model::ids::{Person, TournamentId};
use crate::model::key::{Index, Key};
use crate::model::moment::Moment;
use crate::model::record::{
    Absence, Act, Entry, Format, Seat, Stage, TournamentPlan, TournamentRecord, Undo,
};
use crate::protocol::command::Request;
use crate::protocol::effect::{Answer, Manner};
use crate::protocol::refusal::{Refusal, TournamentRefusal};
use crate::settings::effective;
use crate::store::Page;
use crate::tournament::plan::{card, checked};
use crate::tournament::work::{Work, must_be_open};
use crate::tournament::{rounds, work};

/// Tournaments of one server that are not over.
const MAX_BATCH: usize = 10;

pub(crate) fn announce(
    ctx: &Ctx<'_>,
    request: &Request,
    plan: TournamentPlan,
) -> Result<Change, Failure> {
    let Some(server) = &request.venue.server else {
        return Err(Refusal::NotOnAServer.into());
    };
    if !work::is_organizer(ctx, request)? {
        return Err(TournamentRefusal::NotTheOrganizer.into());
    }
    effective::may_begin(ctx, request)?;
    let index = Index::TournamentsOf(server.clone());
    let mut under_way = 0;
    for (_, key) in ctx.store.list(&index, Page::last(2 * MAX_BATCH))? {
        if let Key::Tournament(id) = key {
            under_way += usize::from(!work::tournament_record(ctx, id)?.value.is_over());
        }
    }
    if under_way >= MAX_BATCH {
        return Err(TournamentRefusal::TooMany(MAX_BATCH).into());
    }
    let plan = checked(plan, ctx.moment.now)?;
    let record = TournamentRecord {
        id: TournamentId::draw(ctx.moment.seed, ctx.attempt),
        ranking: plan.ranking(),
        plan,
        by: request.who.clone(),
        venue: request.venue.clone(),
        made: ctx.moment.now,
        touched: ctx.moment.now,
        entries: Vec::new(),
        stage: Stage::Open,
        // The public code uses other bits of the same draw.
        initial: Color::ALL[usize::from(ctx.moment.seed.count_ones() % 2 == 1)],
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
    work.note(Act::Create, Some(&request.who), ctx.moment);
    let fresh = Manner::Fresh { call: Vec::new() };
    let answer = Answer::Private(Box::new(card(&work.record.value)));
    Ok(work.done(fresh, answer, ctx.moment))
}

/// Refuses whoever is not among those for whom the tournament is. The organizer can let them in all the same.
pub(crate) fn may_enter(
    reader: &Reader<'_>,
    request: &Request,
    record: &TournamentRecord,
) -> Result<(), Failure> {
    let plan = &record.plan;
    let role = plan.role.as_ref();
    if let Some(role) = role.filter(|role| !request.context.roles.contains(role)) {
        return Err(TournamentRefusal::NeedsRole(role.clone()).into());
    }
    let rating = rounds::rating_of(reader, &request.who, plan)?;
    if !plan.ratings.admit(rating) {
        return Err(TournamentRefusal::NotAdmitted(plan.ratings).into());
    }
    Ok(())
}

/// Somebody enters by themselves, or because the organizer (`by`) says so.
pub(crate) fn join(
    ctx: &Ctx<'_>,
    mut record: Loaded<TournamentRecord>,
    seat: &Seat,
    by: Option<&Person>,
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
            entry.rating = rounds::seeding_of(ctx, seat, &tournament.plan)?;
        }
        entry.checked_in |= by.is_some();
        tournament.entries.push(entry);
    }
    let undo = by.and(seed_of(tournament, seat)).map(|seed| match former {
        Some(absence) => Undo::Away(seed, absence),
        None => Undo::Withdraw(seed),
    });
    let starts = is_full_and_there(tournament);
    tournament.pair_soon(ctx.moment.now);
    let mut work = Work::new(record);
    if undo.is_some() {
        work.record.value.undo = undo;
    }
    match (seat, by) {
        (Seat::Engine(level), _) => work.note(Act::AddEngine(*level), by, ctx.moment),
        (Seat::Person(person), _) if begun => {
            let by = by.unwrap_or(person);
            work.note(Act::Late(person.clone()), Some(by), ctx.moment);
        }
        (Seat::Person(person), Some(by)) => {
            work.note(Act::Add(person.clone()), Some(by), ctx.moment);
        }
        (Seat::Person(_), None) => {}
    }
    if starts {
        return rounds::start(ctx, work, None);
    }
    let answer = match by {
        None => private(messages::entered(&work.record.value)),
        Some(_) => private(messages::organized()),
    };
    Ok(work.done(Manner::InPlace, answer, ctx.moment))
}

pub(crate) fn leave(
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
        let answer = private(messages::left(&record.value));
        return Ok(Work::new(record).done(Manner::InPlace, answer, moment));
    }
    match tournament.entry_mut(seed) {
        Some(entry) if !entry.withdrawn => entry.withdrawn = true,
        _ => return Err(TournamentRefusal::NotEntered.into()),
    }
    let mut work = Work::new(record);
    work.note(Act::Withdraw(who.clone()), Some(who), moment);
    let answer = private(messages::left(&work.record.value));
    Ok(work.done(Manner::InPlace, answer, moment))
}

pub(crate) fn check_in(
    ctx: &Ctx<'_>,
    mut record: Loaded<TournamentRecord>,
    who: &Person,
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
        return rounds::start(ctx, Work::new(record), None);
    }
    let answer = private(messages::checked_in());
    Ok(Work::new(record).done(Manner::InPlace, answer, ctx.moment))
}

pub(crate) fn sit_out(
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
    let answer = private(messages::sits_out());
    Ok(Work::new(record).done(Manner::InPlace, answer, moment))
}

/// The seed of somebody who entered.
pub(crate) fn seed_of(tournament: &TournamentRecord, seat: &Seat) -> Option<Seed> {
    match seat {
        Seat::Person(person) => tournament.seed_of(&person.id),
        Seat::Engine(level) => tournament.seed_of_engine(*level),
    }
}

/// Whether it begins now because as many have entered as can, and all of them are there if that was asked of them.
pub(crate) fn is_full_and_there(tournament: &TournamentRecord) -> bool {
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
