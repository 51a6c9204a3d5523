//! Outside events: players leave the server, or the channel is lost and the tournament continues elsewhere.

use text::{Part, msg};

use crate::context::failure::Result;
use crate::context::{Change, Ctx, Loaded, Reader, transaction};
use crate::game::display;
use crate::model::ids::{PlayerId, TournamentId};
use crate::model::key::Key;
use crate::model::record::{Act, Stage, Thread, TournamentRecord, Undo};
use crate::people::accounts;
use crate::protocol::card::Card;
use crate::protocol::command::Request;
use crate::protocol::effect::{Answer, Effect, EffectId, LookFor, Manner, Outgoing};
use crate::protocol::notice::{Notice, Told};
use crate::protocol::refusal::TournamentRefusal;
use crate::settings::effective;
use crate::tournament::pending_change::PendingChange;
use crate::tournament::{boards, manage, records};

/// Withdraws players who have left the server, and marks the effect that asked as done.
pub(crate) fn note_gone(
    ctx: &Ctx<'_>,
    asked: &EffectId,
    look: &LookFor,
    gone: &[PlayerId],
) -> Result<Vec<Outgoing>> {
    transaction::commit_for_effects(ctx, |ctx| {
        // The platform knows its own accounts, the tournament people's first ones.
        ctx.foresee(gone.iter().cloned().map(Key::Person));
        let record = records::tournament_record(ctx, look.tournament)?;
        let mut pending = PendingChange::new(ctx, record);
        let mut acts = Vec::new();
        let former = pending.record.value.clone();
        if !pending.record.value.is_over() {
            for account in gone {
                let first = accounts::first_of(ctx, account)?;
                let player = first.as_ref().unwrap_or(account);
                let tournament = &mut pending.record.value;
                tournament
                    .invitations
                    .retain(|invitation| invitation.person.id != *player);
                // Undo must not bring back a player who is gone.
                if let Some(Undo::Substitute(_, out, _)) = &tournament.undo
                    && out.id == *player
                {
                    tournament.undo = None;
                }
                let seed = tournament.seed_of(player);
                let is_open = tournament.stage == Stage::Open;
                let entry = seed.and_then(|seed| tournament.entry_mut(seed));
                // They may have been withdrawn for missing the game already.
                if let Some(entry) = entry.filter(|entry| !entry.gone) {
                    entry.withdrawn = true;
                    entry.gone = true;
                    acts.extend(entry.person().cloned().map(Act::Gone));
                    match seed {
                        Some(seed) if is_open => tournament.delete_entry(seed),
                        Some(seed) => tournament.forget_removal(seed),
                        None => {}
                    }
                }
            }
        }
        let mut change = if pending.record.value == former {
            Change::nothing(Answer::Seen)
        } else {
            for act in acts {
                pending.note(act, None);
            }
            pending.done(Manner::InPlace, Answer::Seen)
        };
        change.done.push(asked.clone());
        Ok(change)
    })
}

/// Stops a tournament whose message can no longer be posted, and notifies its organizer.
pub(crate) fn note_lost(ctx: &Ctx<'_>, id: TournamentId) -> Result<Vec<Outgoing>> {
    transaction::commit_for_effects(ctx, |ctx| {
        let record = records::tournament_record(ctx, id)?;
        if record.value.lost || record.value.is_over() {
            return Ok(Change::nothing(Answer::Seen));
        }
        let mut pending = PendingChange::new(ctx, record);
        pending.record.value.lost = true;
        pending.note(Act::Lost, None);
        let notice = Notice::TournamentStopped { tournament: id };
        let tell = Effect::tell(&pending.record.value.by.id, notice);
        let mut change = pending.done(Manner::InPlace, Answer::Seen);
        // There is no room to show it in.
        change.effects = vec![tell];
        Ok(change)
    })
}

/// Resumes after a pause; if the message was lost, in the room of the command.
pub(crate) fn resume(
    ctx: &Ctx<'_>,
    record: Loaded<TournamentRecord>,
    request: &Request,
) -> Result<Change> {
    let mut pending = PendingChange::new(ctx, record);
    let (stage, lost) = (pending.record.value.stage, pending.record.value.lost);
    if stage != Stage::Paused && !lost {
        return Err(TournamentRefusal::NotPaused.into());
    }
    if lost {
        move_to(ctx, &mut pending, request)?;
    }
    let tournament = &mut pending.record.value;
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
    let answer = manage::answered(&pending.record.value, msg!("tournament-organized"));
    Ok(pending.done(manner, answer))
}

/// Moves a tournament whose message was lost, with its games in progress.
fn move_to(ctx: &Ctx<'_>, pending: &mut PendingChange, request: &Request) -> Result<()> {
    effective::may_begin(ctx, request)?;
    let tournament = &mut pending.record.value;
    tournament.lost = false;
    let moved = tournament.venue != request.venue;
    tournament.venue = request.venue.clone();
    tournament.threads = request.context.without_threads().then_some(false);
    let (Stage::Playing | Stage::Paused) = tournament.stage else {
        if moved {
            pending.note(Act::Move, Some(&request.who));
        }
        return Ok(());
    };
    let rounds = records::rounds_for_pairing(ctx, &pending.record.value)?;
    let open: Vec<_> = rounds.iter().flat_map(boards::open_games_of).collect();
    ctx.foresee(open.iter().copied().map(Key::Game));
    for id in open {
        let mut game = ctx.game(id)?;
        if game.value.result.is_some() {
            continue;
        }
        let record = &mut game.value;
        record.venue = request.venue.clone();
        record.thread = Thread::None;
        record.unseen = false;
        record.note_shown_change();
        let turn = record.seats[record.turn()].person();
        let call = turn.map(|person| person.id.clone()).into_iter().collect();
        let manner = Manner::Fresh { call };
        let shows = display::show_effects(record, game.version + 1, &manner);
        pending.effects.extend(shows);
        pending.writes.push(game.write());
    }
    if moved {
        pending.note(Act::Move, Some(&request.who));
    }
    Ok(())
}

/// Posts the announcement again before the start, and mentions the players.
pub(crate) fn remind(ctx: &Ctx<'_>, record: Loaded<TournamentRecord>) -> Change {
    let mut pending = PendingChange::new(ctx, record);
    let tournament = &mut pending.record.value;
    tournament.reminded = true;
    let call = tournament.reminded();
    pending.done(Manner::Fresh { call }, Answer::Seen)
}

/// The notice to the organizer of a stopped tournament; `None` if it was resumed or is gone.
pub(crate) fn told_stopped(reader: &Reader<'_>, id: TournamentId) -> Result<Option<Told>> {
    let lost = records::find(reader, id)?.filter(|record| record.lost);
    Ok(lost.map(|record| {
        Told::privately(Card::words(msg!(
            "tournament-stopped",
            room = Part::Room(record.venue.room),
            name = record.plan.name,
            code = record.id.to_string()
        )))
    }))
}
