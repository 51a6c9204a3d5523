//! Routes tournament commands.
//!
//! A round and its games are created in one commit, under codes derived from the tournament, the round and the board: a crash
//! leaves all of a round or nothing. Results are collected in commits of their own from the games as stored, so collecting is
//! idempotent.

use crate::context::{Change, Ctx, Loaded, Reader, Result};
use crate::model::{Index, Key, PlanPart, Seat, Stage, TournamentId, TournamentRecord, Undo};
use crate::protocol::{Need, Request, Risk, TournamentCommand, TournamentRefusal};
use crate::store::Page;
use crate::tournament::{
    PendingChange, availability, corrections, history, invitations, manage, message, permission,
    plan, records, risk, server_event, signup, suggest,
};

pub(crate) fn tournament(
    ctx: &Ctx<'_>,
    request: &Request,
    which: Option<TournamentId>,
    command: &TournamentCommand,
) -> Result<Change> {
    match command {
        TournamentCommand::Create { plan, written } => {
            let mut plan = plan.as_ref().clone();
            let zone = plan::zone(ctx, request.venue.server.as_ref())?;
            for (part, text) in written {
                plan::write(&mut plan, *part, text, ctx.moment.now, &zone)?;
            }
            return signup::announce(ctx, request, plan);
        }
        TournamentCommand::Draft { draft, starts } => {
            return manage::draft(ctx, request, *draft, starts.as_deref());
        }
        TournamentCommand::Misnamed(typed) => {
            return Err(no_such_code(ctx, request, typed)?.into());
        }
        TournamentCommand::Past(series) => {
            return history::past(ctx, request, series.as_deref());
        }
        _ => {}
    }
    let pending = PendingChange::new(ctx, tournament_meant(ctx, request, which, command)?);
    let organizes = permission::organizes(ctx, request, &pending.record)?;
    if command.needs() == Need::Organizing && !organizes {
        return Err(TournamentRefusal::NotTheOrganizer.into());
    }
    let who = &request.who;
    if let TournamentCommand::See(..)
    | TournamentCommand::Mine
    | TournamentCommand::Audit(_)
    | TournamentCommand::Export = command
    {
        return message::tell_about(ctx, &pending.record, who, command, organizes);
    }
    match pending.record.stage {
        Stage::Canceled(_) => return Err(TournamentRefusal::Canceled.into()),
        Stage::Finished(_) => return Err(TournamentRefusal::Over.into()),
        Stage::Open | Stage::Playing | Stage::Between(_) | Stage::Paused => {}
    }
    match command {
        TournamentCommand::Join => join(ctx, pending, request),
        TournamentCommand::Add(seat) => add(ctx, pending, request, seat),
        TournamentCommand::Accept => invitations::accept(ctx, pending, request),
        TournamentCommand::Decline => invitations::decline(pending, who),
        TournamentCommand::Manage(page) => {
            Ok(Change::aside(manage::page(ctx, &pending.record, *page)?))
        }
        TournamentCommand::Ask(risk) => risk::ask(ctx, pending, who, *risk),
        TournamentCommand::AskRemove(seat) => {
            if let Some(seed) = signup::seed_of(&pending.record, seat) {
                return risk::ask(ctx, pending, who, Risk::Remove(seed));
            }
            // Their invitation is withdrawn.
            let remove = TournamentCommand::Remove(seat.clone());
            corrections::organize(ctx, pending, who, &remove)
        }
        TournamentCommand::Sure(risk, stamp) => risk::sure(ctx, pending, who, *risk, *stamp),
        // No one may use Delos to give a role that they can't give themselves.
        TournamentCommand::Edit(PlanPart::WinnersRole, _) if !request.context.manages_roles => {
            Err(TournamentRefusal::MayNotGiveRoles.into())
        }
        TournamentCommand::Edit(PlanPart::WinnersRole, _) if request.context.unfit_role => {
            Err(TournamentRefusal::UnfitRole.into())
        }
        TournamentCommand::Edit(PlanPart::ServerEvent, _) if !pending.record.plan.server_event => {
            server_event::may_ask(request)?;
            plan::edit(ctx, pending, who, PlanPart::ServerEvent, None)
        }
        TournamentCommand::Edit(part, written) => {
            plan::edit(ctx, pending, who, *part, written.as_deref())
        }
        TournamentCommand::Undo(_) => {
            may_undo(request, &pending.record)?;
            corrections::organize(ctx, pending, who, command)
        }
        TournamentCommand::Leave => signup::leave(ctx, pending, who),
        TournamentCommand::CheckIn => signup::check_in(ctx, pending, who),
        TournamentCommand::SitOut => signup::sit_out(pending, who),
        TournamentCommand::Adjudicate(game, winner) => {
            corrections::adjudicate(ctx, pending, who, *game, *winner)
        }
        TournamentCommand::Resume => availability::resume(ctx, pending, request),
        organizing => corrections::organize(ctx, pending, who, organizing),
    }
}

/// Refuses to bring back a role or an event that the person who asks could not choose.
fn may_undo(request: &Request, record: &TournamentRecord) -> Result<(), TournamentRefusal> {
    let Some(Undo::Plan(former)) = &record.undo else {
        return Ok(());
    };
    let role_returns =
        former.winners_role.is_some() && former.winners_role != record.plan.winners_role;
    if role_returns && !request.context.manages_roles {
        return Err(TournamentRefusal::MayNotGiveRoles);
    }
    if former.server_event && !record.plan.server_event {
        server_event::may_ask(request)?;
    }
    Ok(())
}

fn join(ctx: &Ctx<'_>, mut pending: PendingChange, request: &Request) -> Result<Change> {
    let who = &request.who;
    let invited = invitations::open_invitation(&pending.record, &who.id);
    if invited.is_ok_and(|invitation| invitation.out.is_none()) {
        return invitations::accept(ctx, pending, request);
    }
    // An entrant may rejoin, even with a rating that is no longer admitted.
    if pending.record.seed_of(&who.id).is_none() {
        signup::may_enter(ctx, request, &pending.record)?;
    }
    let invitations = &mut pending.record.invitations;
    invitations.retain(|invitation| invitation.person.id != who.id);
    let seat = Seat::Person(who.clone());
    signup::join(ctx, pending, &seat, signup::Admission::Own)
}

/// Adds the engine, takes back the removal of a person, or invites one. An organizer enters like anyone else.
fn add(ctx: &Ctx<'_>, pending: PendingChange, request: &Request, seat: &Seat) -> Result<Change> {
    let who = &request.who;
    let known = signup::seed_of(&pending.record, seat);
    let entry = known.and_then(|seed| pending.record.entry(seed));
    match seat {
        Seat::Person(person) if person.id == who.id => join(ctx, pending, request),
        Seat::Person(person) if !entry.is_some_and(|entry| entry.removed) => {
            invitations::invite(ctx, pending, who, person, None)
        }
        _ => signup::join(ctx, pending, seat, signup::Admission::By(who)),
    }
}

/// The tournament of that code; without a code the last one in progress: for what a player does, one that they play in, and
/// rather one of this room.
fn tournament_meant(
    reader: &Reader<'_>,
    request: &Request,
    which: Option<TournamentId>,
    command: &TournamentCommand,
) -> Result<Loaded<TournamentRecord>> {
    if let Some(id) = which {
        let no_such = || no_such_code(reader, request, &id.to_string());
        let Some(record) = reader.load::<TournamentRecord>(Key::Tournament(id))? else {
            return Err(no_such()?.into());
        };
        // Other servers cannot see it; an invitation, and the notice to who missed a game, are answered in a direct message.
        let who = &request.who.id;
        let answers = match command {
            TournamentCommand::Accept | TournamentCommand::Decline => {
                invitations::open_invitation(&record.value, who).is_ok()
            }
            TournamentCommand::Join => record.value.seed_of(who).is_some(),
            _ => false,
        };
        let is_private = request.venue.server.is_none();
        if (answers && is_private) || record.value.venue.server == request.venue.server {
            return Ok(record);
        }
        return Err(no_such()?.into());
    }
    let Some(server) = &request.venue.server else {
        return Err(TournamentRefusal::Unknown.into());
    };
    let index = Index::TournamentsOf(server.clone());
    let plays = matches!(
        command,
        TournamentCommand::Mine
            | TournamentCommand::Leave
            | TournamentCommand::CheckIn
            | TournamentCommand::SitOut
    );
    let mut best: Option<(_, Loaded<TournamentRecord>)> = None;
    let rows = reader.list(&index, Page::last(25))?;
    for (place, (_, key)) in rows.iter().enumerate() {
        let Key::Tournament(id) = *key else { continue };
        // It is usually the last one.
        if place == 1 {
            reader.foresee_rows(&rows[1..]);
        }
        let record = records::tournament_record(reader, id)?;
        let here = record.value.venue.room == request.venue.room
            || Some(&record.value.venue.room) == request.context.parent.as_ref();
        let entry = record.value.entry_of(&request.who.id);
        let own = plays && entry.is_some_and(|entry| !entry.withdrawn);
        let rank = (!record.value.is_over(), own, here);
        if rank == (true, plays, true) {
            return Ok(record);
        }
        if best.as_ref().is_none_or(|(former, _)| rank > *former) {
            best = Some((rank, record));
        }
    }
    best.map(|(_, record)| record)
        .ok_or_else(|| TournamentRefusal::Unknown.into())
}

fn no_such_code(reader: &Reader<'_>, request: &Request, typed: &str) -> Result<TournamentRefusal> {
    let here = match &request.venue.server {
        Some(server) => suggest::under_way(reader, server)?,
        None => Vec::new(),
    };
    let open = here.into_iter().map(|record| (record.id, record.plan.name));
    let open = open.collect();
    Ok(TournamentRefusal::NoSuchCode(typed.to_owned(), open))
}
