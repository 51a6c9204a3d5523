//! Announcement, entries, withdrawals and check-in.

use pairing::Seed;
use rules_core::Color;
use text::{Message, Text, msg};

use crate::context::failure::Result;
use crate::context::{Change, Ctx, Loaded, Reader, private};
use crate::messages;
use crate::model::ids::{Person, ServerId, TournamentId};
use crate::model::key::{Index, Key};
use crate::model::moment::{Span, Timestamp};
use crate::model::record::{
    Absence, Act, Entry, Format, Invitation, Seat, Stage, TournamentPlan, TournamentRecord, Undo,
};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, Card};
use crate::protocol::command::Request;
use crate::protocol::effect::{Answer, Manner};
use crate::protocol::notice::{Delivery, Tell, Told};
use crate::protocol::refusal::TournamentRefusal;
use crate::settings::effective;
use crate::tournament::boards::MAX_NO_SHOWS;
use crate::tournament::pending_change::PendingChange;
use crate::tournament::plan::checked;
use crate::tournament::progress::left_early;
use crate::tournament::records::must_be_open;
use crate::tournament::{manage, records, rounds};

/// Maximum number of a server's tournaments under way.
const MAX_UNDER_WAY: usize = 10;

/// Maximum number of a server's tournaments announced within an hour.
const MAX_PER_HOUR: usize = 20;

/// The latest tournaments of a server among which those under way are counted.
const LATEST: usize = 100;

pub(crate) fn announce(ctx: &Ctx<'_>, request: &Request, plan: TournamentPlan) -> Result<Change> {
    let server = records::may_organize_here(ctx, request)?;
    may_announce(ctx, server)?;
    let plan = checked(plan, ctx.moment.now)?;
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
    let answer = Answer::Aside(Box::new(manage::front(&pending.record.value)));
    Ok(pending.done(fresh, answer))
}

/// Refuses another tournament to a server with as many as allowed, under way or announced within the last hour.
fn may_announce(ctx: &Ctx<'_>, server: &ServerId) -> Result<()> {
    let index = Index::TournamentsOf(server.clone());
    let latest = ctx.counted(index, Timestamp(i64::MIN), LATEST)?;
    if let Some(&(oldest, _)) = latest.get(MAX_PER_HOUR - 1) {
        let until = Timestamp(oldest).plus(Span::hours(1));
        if until > ctx.moment.now {
            return Err(TournamentRefusal::TooOften(until).into());
        }
    }
    ctx.foresee_rows(&latest);
    let mut under_way = 0;
    for (_, key) in latest {
        if let Key::Tournament(id) = key {
            under_way += usize::from(!records::tournament_record(ctx, id)?.value.is_over());
        }
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

/// Enters a player.
pub(crate) fn join(
    ctx: &Ctx<'_>,
    mut record: Loaded<TournamentRecord>,
    seat: &Seat,
    admission: Admission<'_>,
) -> Result<Change> {
    let by = admission.by();
    let tournament = &mut record.value;
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
    let undo = seed_of(tournament, seat).filter(|_| is_organizers_last);
    let undo = undo.map(|seed| match former {
        Some(absence) => Undo::Away(seed, absence),
        None => Undo::Withdraw(seed),
    });
    let starts = starts_when_full(tournament);
    tournament.pair_soon(ctx.moment.now);
    let mut pending = PendingChange::new(ctx, record);
    if undo.is_some() {
        pending.record.value.undo = undo;
    }
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
        (Seat::Person(person), Admission::Own) if begun => {
            pending.note_own(Act::Late(person.clone()));
        }
        (Seat::Person(person), Admission::Own) => {
            pending.note_own(Act::Join(person.clone()));
        }
    }
    if starts {
        return rounds::start(ctx, pending, None);
    }
    let answer = match admission {
        Admission::Own | Admission::Invited(_) => private(entered(&pending.record.value)),
        Admission::By(_) => manage::answered(&pending.record.value, msg!("tournament-organized")),
    };
    Ok(pending.done(Manner::InPlace, answer))
}

/// Refuses an invitation to a person who could not enter by it.
pub(crate) fn may_be_added(
    tournament: &TournamentRecord,
    person: &Person,
) -> Result<(), TournamentRefusal> {
    let begun = tournament.stage != Stage::Open;
    let known = tournament.seed_of(&person.id);
    match known.and_then(|seed| tournament.entry(seed)) {
        Some(entry) if begun && entry.withdrawn => Ok(()),
        Some(_) => Err(TournamentRefusal::PlayerEntered),
        None if begun => may_come_late(tournament).and(has_place(tournament)),
        None => has_place(tournament),
    }
}

fn has_place(tournament: &TournamentRecord) -> Result<(), TournamentRefusal> {
    let entered = tournament.entries.len();
    if entered >= usize::from(tournament.plan.capacity) || !tournament.has_room() {
        return Err(full(tournament));
    }
    Ok(())
}

pub(crate) fn full(tournament: &TournamentRecord) -> TournamentRefusal {
    let entered = tournament.entries.len();
    TournamentRefusal::Full(u16::try_from(entered).unwrap_or(u16::MAX))
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
    if by.is_none() && entry.removed {
        return Err(TournamentRefusal::Removed);
    }
    let mut absence = Absence {
        // A half-point bye that was asked for is still granted.
        sits_out: entry.sits_out,
        ..Absence::default()
    };
    if by.is_none() && !in_arena {
        if entry.no_shows >= MAX_NO_SHOWS {
            return Err(TournamentRefusal::Absent);
        }
        // No one gets rid of a missed game by leaving.
        absence.no_shows = entry.no_shows;
    }
    Ok(entry.replace_absence(absence))
}

/// Adds an entry if there is room.
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

/// The notice to a player who missed a game; `None` if they are back or the tournament is over.
pub(crate) fn told_withdrawn(
    reader: &Reader<'_>,
    tell: &Tell,
    id: TournamentId,
    now: Timestamp,
) -> Result<Option<Told>> {
    let Some(record) = records::find(reader, id)? else {
        return Ok(None);
    };
    let entry = record.seed_of(&tell.to).and_then(|seed| record.entry(seed));
    if record.is_over() || entry.is_none_or(|entry| !entry.withdrawn || entry.gone) {
        return Ok(None);
    }
    let settings =
        effective::effective_settings(reader, Some(&tell.to), record.venue.server.as_ref())?;
    let join = || vec![Button::success(msg!("button-join"), Action::Join(id))];
    Ok(Some(Told {
        card: Card {
            controls: record.arena.is_some().then(join).into_iter().collect(),
            ..Card::words(messages::withdrawn(&record))
        },
        room: (!settings.is_quiet(now)).then(|| record.venue.clone()),
        board: None,
        delivery: Delivery::of(&settings),
    }))
}

pub(crate) fn leave(
    ctx: &Ctx<'_>,
    mut record: Loaded<TournamentRecord>,
    who: &Person,
) -> Result<Change> {
    let tournament = &mut record.value;
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
            if left_early(tournament, &rounds).contains(&seed) {
                answer = answer.line(msg!("tournament-left-early"));
            }
        }
    }
    let mut pending = PendingChange::new(ctx, record);
    pending.note_own(Act::Withdraw(who.clone()));
    Ok(pending.done(Manner::InPlace, private(answer)))
}

pub(crate) fn check_in(
    ctx: &Ctx<'_>,
    mut record: Loaded<TournamentRecord>,
    who: &Person,
) -> Result<Change> {
    must_be_open(&record.value)?;
    let seed = record
        .value
        .seed_of(&who.id)
        .ok_or(TournamentRefusal::NotEntered)?;
    if let Some(entry) = record.value.entry_mut(seed) {
        entry.checked_in = true;
    }
    if starts_when_full(&record.value) {
        return rounds::start(ctx, PendingChange::new(ctx, record), None);
    }
    let answer = private(msg!("tournament-checked-in"));
    Ok(PendingChange::new(ctx, record).done(Manner::InPlace, answer))
}

/// Whether the next round has half-point byes: in the last one a player could know that half a point is enough.
pub(crate) fn may_sit_out(tournament: &TournamentRecord) -> bool {
    match tournament.plan.format {
        Format::Swiss { rounds } => tournament.rounds + 1 < u16::from(rounds),
        Format::RoundRobin(_) | Format::Knockout { .. } | Format::Arena { .. } => false,
    }
}

pub(crate) fn sit_out(
    ctx: &Ctx<'_>,
    mut record: Loaded<TournamentRecord>,
    who: &Person,
) -> Result<Change> {
    let tournament = &mut record.value;
    if !may_sit_out(tournament) {
        return Err(TournamentRefusal::NoHalfPointBye.into());
    }
    let seed = tournament
        .seed_of(&who.id)
        .ok_or(TournamentRefusal::NotEntered)?;
    let entry = tournament
        .entry_mut(seed)
        .filter(|entry| !entry.withdrawn)
        .ok_or(TournamentRefusal::NotEntered)?;
    let is_new = !std::mem::replace(&mut entry.sits_out, true);
    let answer = private(msg!("tournament-sits-out"));
    let mut pending = PendingChange::new(ctx, record);
    if is_new {
        pending.note_own(Act::SitOut(who.clone()));
    }
    Ok(pending.done(Manner::InPlace, answer))
}

/// The answer to a new entrant.
pub(crate) fn entered(record: &TournamentRecord) -> Message {
    let name = record.plan.name.clone();
    match record.stage {
        Stage::Open if record.plan.check_in => msg!("tournament-entered-check-in", name),
        Stage::Open => msg!("tournament-entered", name),
        _ => msg!("tournament-entered-late", name),
    }
}

/// The seed of an entrant.
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
