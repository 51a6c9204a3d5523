//! Invitations. An organizer can't enter other people: anyone they add or substitute is asked to accept.

use text::msg;

use crate::challenge::quota;
use crate::context::{Change, Ctx, Result, private};
use crate::model::{Absence, Act, Invitation, Person, PlayerId, Seat, TournamentRecord, Undo};
use crate::people::blocking;
use crate::protocol::{Effect, LookFor, Manner, Notice, Request, TournamentRefusal};
use crate::tournament::{PendingChange, manage, signup};

/// Maximum number of a tournament's open invitations.
const MOST: usize = 50;

/// Invites `new` to enter, or to take the place of `out`.
pub(crate) fn invite(
    ctx: &Ctx<'_>,
    mut pending: PendingChange,
    who: &Person,
    new: &Person,
    out: Option<&Person>,
) -> Result<Change> {
    let tournament = &pending.record;
    match out {
        Some(out) if tournament.seed_of(&new.id).is_some() || new.id == out.id => {
            return Err(TournamentRefusal::PlayerEntered.into());
        }
        Some(out) if tournament.seed_of(&out.id).is_none() => {
            return Err(TournamentRefusal::PlayerNotEntered.into());
        }
        Some(_) => {}
        None => signup::may_be_added(tournament, new)?,
    }
    blocking::not_blocked(ctx, who, new)?;
    let tournament = &mut pending.record;
    let out = out.map(|out| out.id.clone());
    let mut invitations = tournament.invitations.iter_mut();
    if let Some(known) = invitations.find(|known| known.person.id == new.id) {
        // The buttons of the first message still work, so they must keep meaning what it said.
        if known.out != out {
            return Err(TournamentRefusal::InvitedOtherwise(new.clone()).into());
        }
        known.by = who.clone();
        known.withdrawn = false;
    } else {
        if tournament.invitations.len() >= MOST {
            return Err(TournamentRefusal::TooManyInvited(MOST).into());
        }
        if !tournament.has_room() {
            return Err(TournamentRefusal::Full(tournament.entered()).into());
        }
        tournament.invitations.push(Invitation {
            person: new.clone(),
            by: who.clone(),
            out,
            declined: false,
            withdrawn: false,
        });
        pending
            .change
            .writes
            .push(quota::may_invite(ctx, who, new)?);
        let tournament = tournament.id;
        let tell = Effect::tell(&new.id, Notice::Invited { tournament });
        pending.change.effects.push(tell);
    }
    tournament.undo = Some(Undo::Invite(new.id.clone()));
    let said = msg!("tournament-invited", person = &new.id);
    let answer = manage::answered(&pending.record, said);
    Ok(pending.done(Manner::InPlace, answer))
}

/// Accepts the invitation of the person who asks.
pub(crate) fn accept(
    ctx: &Ctx<'_>,
    mut pending: PendingChange,
    request: &Request,
) -> Result<Change> {
    let who = &request.who;
    let invitation = open_invitation(&pending.record, &who.id)?.clone();
    let tournament = &mut pending.record;
    let server = tournament.venue.server.clone();
    let id = tournament.id;
    tournament
        .invitations
        .retain(|other| other.person.id != who.id);
    let mut change = if let Some(out) = &invitation.out {
        substitute(ctx, pending, &invitation, out)?
    } else {
        let seat = Seat::Person(who.clone());
        signup::join(ctx, pending, &seat, signup::Admission::Invited(&invitation))?
    };
    // A direct message does not show who has left the server.
    if let Some(server) = server.filter(|_| request.venue.server.is_none()) {
        change.effects.push(Effect::LookFor(LookFor {
            tournament: id,
            server,
            people: vec![who.id.clone()],
        }));
    }
    Ok(change)
}

/// Declines it. Only the person who was asked learns of it.
pub(crate) fn decline(mut pending: PendingChange, who: &Person) -> Result<Change> {
    open_invitation(&pending.record, &who.id)?;
    for invitation in &mut pending.record.invitations {
        invitation.declined |= invitation.person.id == who.id;
    }
    let name = pending.record.plan.name.clone();
    let answer = private(msg!("tournament-invitation-declined", name));
    Ok(pending.done_unseen(answer))
}

/// From the next game on, the person who accepted plays in the place of `out`, with their points.
fn substitute(
    ctx: &Ctx<'_>,
    mut pending: PendingChange,
    invitation: &Invitation,
    out: &PlayerId,
) -> Result<Change> {
    let tournament = &mut pending.record;
    let new = &invitation.person;
    if tournament.seed_of(&new.id).is_some() {
        return Err(TournamentRefusal::Entered.into());
    }
    let seed = tournament
        .seed_of(out)
        .ok_or(TournamentRefusal::NotInvited)?;
    let was_last = tournament.is_last_invited(&new.id);
    let Some(entry) = tournament.entry_mut(seed) else {
        return Err(TournamentRefusal::NotInvited.into());
    };
    let Seat::Person(out) = std::mem::replace(&mut entry.seat, Seat::Person(new.clone())) else {
        return Err(TournamentRefusal::NotInvited.into());
    };
    let was_gone = entry.gone;
    let former = entry.replace_absence(Absence::default());
    if was_last {
        // Undo must not bring back a player who is gone.
        tournament.undo = (!was_gone).then(|| Undo::Substitute(seed, out.clone(), former));
    }
    tournament.pair_soon(ctx.moment.now);
    let act = Act::Substitute {
        out,
        new: new.clone(),
    };
    pending.note(act, Some(&invitation.by));
    let answer = private(signup::entered(&pending.record));
    Ok(pending.done(Manner::InPlace, answer))
}

/// The invitation that a person can accept.
pub(crate) fn open_invitation<'a>(
    tournament: &'a TournamentRecord,
    player: &PlayerId,
) -> Result<&'a Invitation, TournamentRefusal> {
    let mut invitations = tournament.invitations.iter();
    invitations
        .find(|invitation| invitation.person.id == *player && invitation.is_open())
        .ok_or(TournamentRefusal::NotInvited)
}
