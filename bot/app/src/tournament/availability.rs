//! Outside events: players leave the server, or the channel is lost and the tournament continues elsewhere.

use text::msg;

use crate::context::{Change, Ctx, Result, commit_for_effects};
use crate::model::{Act, Key, PlayerId, Stage, Thread, TournamentId, Undo};
use crate::people::accounts;
use crate::protocol::{
    Answer, Effect, EffectId, LookFor, Manner, Notice, Outgoing, Request, TournamentRefusal,
};
use crate::tournament::{PendingChange, boards, manage, records};

/// Withdraws players who have left the server, and marks the effect that asked as done.
pub(crate) fn note_gone(
    ctx: &Ctx<'_>,
    asked: &EffectId,
    look: &LookFor,
    gone: &[PlayerId],
) -> Result<Vec<Outgoing>> {
    commit_for_effects(ctx, |ctx| {
        // The platform knows its own accounts, the tournament people's first ones.
        ctx.foresee(gone.iter().cloned().map(Key::Person));
        let mut pending = PendingChange::load(ctx, look.tournament)?;
        let former = pending.record.clone();
        if !pending.record.is_over() {
            for account in gone {
                let player = &accounts::first_of(ctx, account)?;
                let tournament = &mut pending.record;
                tournament
                    .invitations
                    .retain(|invitation| invitation.person.id != *player);
                // Undo must not bring back a player who is gone.
                if let Some(Undo::Substitute(_, out, _)) = &tournament.undo
                    && out.id == *player
                {
                    tournament.undo = None;
                }
                let Some(seed) = tournament.seed_of(player) else {
                    continue;
                };
                // They may have been withdrawn for missing the game already.
                let entry = tournament.entry_mut(seed).filter(|entry| !entry.gone);
                let Some(entry) = entry else { continue };
                entry.withdrawn = true;
                entry.gone = true;
                let person = entry.person().cloned();
                if tournament.stage == Stage::Open {
                    tournament.delete_entry(seed);
                } else {
                    tournament.forget_removal(seed);
                }
                if let Some(person) = person {
                    pending.note(Act::Gone(person), None);
                }
            }
        }
        let mut change = pending.done_if_changed(&former);
        change.done.push(asked.clone());
        Ok(change)
    })
}

/// Stops a tournament whose message can no longer be posted, and notifies its organizer.
pub(crate) fn note_lost(ctx: &Ctx<'_>, id: TournamentId) -> Result<Vec<Outgoing>> {
    commit_for_effects(ctx, |ctx| {
        let mut pending = PendingChange::load(ctx, id)?;
        if pending.record.lost || pending.record.is_over() {
            return Ok(Change::nothing(Answer::Seen));
        }
        pending.record.lost = true;
        pending.note(Act::Lost, None);
        let notice = Notice::TournamentStopped { tournament: id };
        let tell = Effect::tell(&pending.record.by.id, notice);
        let mut change = pending.done(Manner::InPlace, Answer::Seen);
        // There is no room to show it in.
        change.effects = vec![tell];
        Ok(change)
    })
}

/// Resumes after a pause; if the message was lost, in the room of the command.
pub(crate) fn resume(
    ctx: &Ctx<'_>,
    mut pending: PendingChange,
    request: &Request,
) -> Result<Change> {
    let (stage, lost) = (pending.record.stage, pending.record.lost);
    if stage != Stage::Paused && !lost {
        return Err(TournamentRefusal::NotPaused.into());
    }
    if lost {
        move_to(ctx, &mut pending, request)?;
    }
    let tournament = &mut pending.record;
    tournament.stage = match stage {
        Stage::Paused if tournament.arena.is_some() => Stage::Playing,
        Stage::Paused if records::is_round_over(ctx, tournament)? => Stage::Between(ctx.moment.now),
        Stage::Paused => Stage::Playing,
        Stage::Between(_) => Stage::Between(ctx.moment.now),
        other => other,
    };
    tournament.undo = None;
    pending.note(Act::Resume, Some(&request.who));
    let manner = if lost {
        Manner::Fresh { call: Vec::new() }
    } else {
        Manner::InPlace
    };
    let answer = manage::answered(&pending.record, msg!("tournament-organized"));
    Ok(pending.done(manner, answer))
}

/// Moves a tournament whose message was lost, with its games in progress.
fn move_to(ctx: &Ctx<'_>, pending: &mut PendingChange, request: &Request) -> Result<()> {
    ctx.may_begin(request)?;
    let tournament = &mut pending.record;
    tournament.lost = false;
    let moved = tournament.venue != request.venue;
    tournament.venue = request.venue.clone();
    tournament.threads = request.context.without_threads().then_some(false);
    let is_playing = matches!(tournament.stage, Stage::Playing | Stage::Paused);
    if moved {
        pending.note(Act::Move, Some(&request.who));
    }
    if !is_playing {
        return Ok(());
    }
    for mut game in boards::games_in_progress(ctx, &pending.record)? {
        let record = &mut game.value;
        record.venue = request.venue.clone();
        record.thread = Thread::None;
        record.unseen = false;
        record.note_shown_change();
        let turn = record.seats[record.turn()].person();
        let call = turn.map(|person| person.id.clone()).into_iter().collect();
        pending.change.show_anew(game, call);
    }
    Ok(())
}

/// Posts the announcement again before the start, and mentions the players.
pub(crate) fn remind(mut pending: PendingChange) -> Change {
    let tournament = &mut pending.record;
    tournament.reminded = true;
    let call = tournament.reminded();
    pending.done(Manner::Fresh { call }, Answer::Seen)
}
