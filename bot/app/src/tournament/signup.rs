//! Announcement, entries, withdrawals and check-in.

use pairing::Seed;
use rules_core::Color;
use text::{Message, Text, msg};

use crate::context::{Change, Ctx, Loaded, Reader, Result, private, refuse_if};
use crate::model::{
    Absence, Act, Entry, Format, Index, Invitation, Person, Seat, ServerId, Span, Stage, Timestamp,
    TournamentId, TournamentPlan, TournamentRecord, Undo,
};
use crate::protocol::{Answer, Manner, Request, TournamentRefusal};
use crate::tournament::progress::Course;
use crate::tournament::{PendingChange, boards, manage, permission, plan, records, rounds};

/// Maximum number of a server's tournaments under way.
const MAX_UNDER_WAY: usize = 10;

/// Maximum number of a server's tournaments announced within an hour.
const MAX_PER_HOUR: usize = 20;

/// The latest tournaments of a server among which those under way are counted.
const LATEST: usize = 100;

pub(crate) fn announce(ctx: &Ctx<'_>, request: &Request, plan: TournamentPlan) -> Result<Change> {
    let server = permission::may_organize_here(ctx, request)?;
    may_announce(ctx, server)?;
    let plan = plan::checked(plan, ctx.moment.now)?;
    let id = TournamentId::draw(ctx.moment.seed, ctx.attempt);
    let record = TournamentRecord {
        // The public code uses other bits of the same draw.
        initial: Color::ALL[usize::from(ctx.moment.seed.count_ones() % 2 == 1)],
        threads: request.context.without_threads().then_some(false),
        ..TournamentRecord::new(id, plan, &request.who, &request.venue, ctx.moment.now)
    };
    let mut pending = PendingChange::new(ctx, Loaded::new(record));
    pending.note(Act::Create, Some(&request.who));
    let fresh = Manner::Fresh { call: Vec::new() };
    let answer = Answer::Aside(Box::new(manage::front(&pending.record)));
    Ok(pending.done(fresh, answer))
}

/// Refuses another tournament to a server with as many as allowed, under way or announced within the last hour.
fn may_announce(ctx: &Ctx<'_>, server: &ServerId) -> Result<()> {
    let index = Index::TournamentsOf(server.clone());
    let latest = ctx.counted(index, Timestamp(i64::MIN), LATEST)?;
    if let Some(&(oldest, _)) = latest.get(MAX_PER_HOUR - 1) {
        let until = Timestamp(oldest).plus(Span::hours(1));
        refuse_if(until > ctx.moment.now, TournamentRefusal::TooOften(until))?;
    }
    let mut under_way = 0;
    for record in ctx.records::<TournamentRecord>(latest, LATEST) {
        under_way += usize::from(!record?.is_over());
    }
    if under_way >= MAX_UNDER_WAY {
        return Err(TournamentRefusal::TooMany(MAX_UNDER_WAY).into());
    }
    Ok(())
}

/// Refuses players without the role or rating that the plan asks for. The organizer can still let them in.
pub(crate) fn may_enter(
    reader: &Reader<'_>,
    request: &Request,
    record: &TournamentRecord,
) -> Result<()> {
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

/// How someone comes in.
#[derive(Clone, Copy)]
pub(crate) enum Admission<'a> {
    /// By their own command.
    Own,
    /// The organizer adds the engine, or takes a removal back.
    By(&'a Person),
    /// They accepted an invitation.
    Invited(&'a Invitation),
}

impl<'a> Admission<'a> {
    /// The organizer who let them in.
    fn by(self) -> Option<&'a Person> {
        match self {
            Self::Own => None,
            Self::By(by) => Some(by),
            Self::Invited(invitation) => Some(&invitation.by),
        }
    }
}

pub(crate) fn join(
    ctx: &Ctx<'_>,
    mut pending: PendingChange,
    seat: &Seat,
    admission: Admission<'_>,
) -> Result<Change> {
    let by = admission.by();
    let tournament = &mut pending.record;
    let begun = tournament.stage != Stage::Open;
    let known = seed_of(tournament, seat);
    // The organizer can readmit an entrant at any time.
    if begun && (known.is_none() || by.is_none()) {
        may_come_late(tournament)?;
    }
    // The engine of that level plays all rounds from now on.
    if let Seat::Engine(level) = seat
        && tournament.plan.stand_in == Some(*level)
    {
        tournament.plan.stand_in = None;
    }
    let former = if let Some(seed) = known {
        Some(readmit(tournament, seed, admission)?)
    } else {
        enter(ctx, tournament, seat)?;
        None
    };
    let is_organizers_last = match admission {
        Admission::Own => false,
        Admission::By(_) => true,
        Admission::Invited(invitation) => tournament.is_last_invited(&invitation.person.id),
    };
    if let Some(seed) = seed_of(tournament, seat).filter(|_| is_organizers_last) {
        tournament.undo = Some(match former {
            Some(absence) => Undo::Away(seed, absence),
            None => Undo::Withdraw(seed),
        });
    }
    let starts = starts_when_full(tournament);
    tournament.pair_soon(ctx.moment.now);
    match (seat, admission) {
        (Seat::Engine(level), _) => pending.note(Act::AddEngine(*level), by),
        (Seat::Person(person), Admission::Invited(invitation)) => {
            let act = Act::Accept {
                person: person.clone(),
                inviter: invitation.by.clone(),
            };
            pending.note(act, None);
        }
        (Seat::Person(person), Admission::By(by)) => {
            pending.note(Act::Readmit(person.clone()), Some(by));
        }
        (Seat::Person(person), Admission::Own) => {
            let act = if begun { Act::Late } else { Act::Join };
            pending.note_own(act(person.clone()));
        }
    }
    if starts {
        return rounds::start(ctx, pending, None);
    }
    let answer = match admission {
        Admission::Own | Admission::Invited(_) => private(entered(&pending.record)),
        Admission::By(_) => manage::answered(&pending.record, msg!("tournament-organized")),
    };
    Ok(pending.done(Manner::InPlace, answer))
}

/// Refuses an invitation to a person who could not enter by it.
pub(crate) fn may_be_added(
    tournament: &TournamentRecord,
    person: &Person,
) -> Result<(), TournamentRefusal> {
    let begun = tournament.stage != Stage::Open;
    match tournament.entry_of(&person.id) {
        Some(entry) if begun && entry.withdrawn => Ok(()),
        Some(_) => Err(TournamentRefusal::PlayerEntered),
        None if begun => may_come_late(tournament).and(has_place(tournament)),
        None => has_place(tournament),
    }
}

fn has_place(tournament: &TournamentRecord) -> Result<(), TournamentRefusal> {
    let entered = tournament.entered();
    let is_full = entered >= tournament.plan.capacity || !tournament.has_room();
    refuse_if(is_full, TournamentRefusal::Full(entered))
}

/// Brings back an entrant who had withdrawn, and returns their absence.
fn readmit(
    tournament: &mut TournamentRecord,
    seed: Seed,
    admission: Admission<'_>,
) -> Result<Absence, TournamentRefusal> {
    let by = admission.by();
    let begun = tournament.stage != Stage::Open;
    let in_arena = tournament.arena.is_some();
    let entry = tournament.entry_mut(seed);
    let Some(entry) = entry.filter(|entry| begun && entry.withdrawn) else {
        return Err(match admission {
            Admission::By(_) => TournamentRefusal::PlayerEntered,
            Admission::Own | Admission::Invited(_) => TournamentRefusal::Entered,
        });
    };
    refuse_if(by.is_none() && entry.removed, TournamentRefusal::Removed)?;
    let keeps_no_shows = by.is_none() && !in_arena;
    if keeps_no_shows && entry.no_shows >= boards::MAX_NO_SHOWS {
        return Err(TournamentRefusal::Absent);
    }
    Ok(entry.replace_absence(Absence {
        // A half-point bye that was asked for is still granted.
        sits_out: entry.sits_out,
        // No one gets rid of a missed game by leaving.
        no_shows: if keeps_no_shows { entry.no_shows } else { 0 },
        ..Absence::default()
    }))
}

fn enter(ctx: &Ctx<'_>, tournament: &mut TournamentRecord, seat: &Seat) -> Result<()> {
    has_place(tournament)?;
    let mut entry = match seat {
        Seat::Person(_) => Entry::new(seat.clone()),
        Seat::Engine(level) => Entry::engine(*level),
    };
    if tournament.stage != Stage::Open {
        entry.rating = rounds::seeding_of(ctx, seat, &tournament.plan)?;
    }
    tournament.entries.push(entry);
    Ok(())
}

pub(crate) fn leave(ctx: &Ctx<'_>, mut pending: PendingChange, who: &Person) -> Result<Change> {
    let tournament = &mut pending.record;
    let seed = tournament
        .seed_of(&who.id)
        .ok_or(TournamentRefusal::NotEntered)?;
    let left = msg!("tournament-left", name = tournament.plan.name.clone());
    let mut answer = Text::from(left);
    if tournament.stage == Stage::Open {
        tournament.delete_entry(seed);
    } else {
        match tournament.entry_mut(seed) {
            Some(entry) if !entry.withdrawn => entry.withdrawn = true,
            _ => return Err(TournamentRefusal::NotEntered.into()),
        }
        // No other format needs all rounds for this.
        if let Format::RoundRobin(_) = tournament.plan.format {
            let rounds = records::rounds_of(ctx, tournament)?;
            let early = Course::new(tournament, &rounds).left_early();
            if early.contains(&seed) {
                answer = answer.line(msg!("tournament-left-early"));
            }
        }
    }
    pending.note_own(Act::Withdraw(who.clone()));
    Ok(pending.done(Manner::InPlace, private(answer)))
}

pub(crate) fn check_in(ctx: &Ctx<'_>, mut pending: PendingChange, who: &Person) -> Result<Change> {
    records::must_be_open(&pending.record)?;
    let entry = pending.record.entry_of_mut(&who.id);
    entry.ok_or(TournamentRefusal::NotEntered)?.checked_in = true;
    if starts_when_full(&pending.record) {
        return rounds::start(ctx, pending, None);
    }
    let answer = private(msg!("tournament-checked-in"));
    Ok(pending.done(Manner::InPlace, answer))
}

/// Whether the next round has half-point byes: in the last one a player could know that half a point is enough.
pub(crate) fn may_sit_out(tournament: &TournamentRecord) -> bool {
    match tournament.plan.format {
        Format::Swiss { rounds } => tournament.rounds + 1 < u16::from(rounds),
        Format::RoundRobin(_) | Format::Knockout { .. } | Format::Arena { .. } => false,
    }
}

pub(crate) fn sit_out(mut pending: PendingChange, who: &Person) -> Result<Change> {
    let tournament = &mut pending.record;
    refuse_if(!may_sit_out(tournament), TournamentRefusal::NoHalfPointBye)?;
    let entry = tournament.entry_of_mut(&who.id);
    let entry = entry.filter(|entry| !entry.withdrawn);
    let entry = entry.ok_or(TournamentRefusal::NotEntered)?;
    let is_new = !std::mem::replace(&mut entry.sits_out, true);
    let answer = private(msg!("tournament-sits-out"));
    if is_new {
        pending.note_own(Act::SitOut(who.clone()));
    }
    Ok(pending.done(Manner::InPlace, answer))
}

pub(crate) fn entered(record: &TournamentRecord) -> Message {
    let name = record.plan.name.clone();
    match record.stage {
        Stage::Open if record.plan.check_in => msg!("tournament-entered-check-in", name),
        Stage::Open => msg!("tournament-entered", name),
        _ => msg!("tournament-entered-late", name),
    }
}

pub(crate) fn seed_of(tournament: &TournamentRecord, seat: &Seat) -> Option<Seed> {
    match seat {
        Seat::Person(person) => tournament.seed_of(&person.id),
        Seat::Engine(level) => tournament.seed_of_engine(*level),
    }
}

/// Whether it starts now: it is full, and all have checked in if the plan asks for it.
pub(crate) fn starts_when_full(tournament: &TournamentRecord) -> bool {
    let plan = &tournament.plan;
    let entries = &tournament.entries;
    tournament.stage == Stage::Open
        && plan.when_full
        && entries.len() >= usize::from(plan.capacity)
        && (!plan.check_in || entries.iter().all(|entry| entry.checked_in))
}

/// Refuses late entries in formats whose pairings are fixed at the start, and in the last round.
pub(crate) fn may_come_late(tournament: &TournamentRecord) -> Result<(), TournamentRefusal> {
    match tournament.plan.format {
        Format::Swiss { rounds } if tournament.rounds < u16::from(rounds) => Ok(()),
        Format::Arena { .. } => Ok(()),
        _ => Err(TournamentRefusal::Begun),
    }
}
