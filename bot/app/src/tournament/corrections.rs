//! Corrections by the organizer. Each is noted in the audit, and the last can be undone.

use pairing::Seed;
use rules_core::Color;
use text::msg;

use crate::context::{Change, Ctx, Loaded, Reader, Result, refuse_if};
use crate::messages;
use crate::model::{
    Act, End, GameId, GameRecord, GameResult, Person, Seat, Stage, TournamentRecord, Undo,
};
use crate::protocol::{Answer, Manner, Refusal, TournamentCommand, TournamentRefusal};
use crate::tournament::{PendingChange, boards, invitations, manage, records, rounds, signup};

/// Handles the organizer's commands that change no single game.
pub(crate) fn organize(
    ctx: &Ctx<'_>,
    mut pending: PendingChange,
    who: &Person,
    command: &TournamentCommand,
) -> Result<Change> {
    let stage = pending.record.stage;
    if is_stale(&pending.record, command) {
        let answer = manage::answered(&pending.record, msg!("organizer-stale"));
        return Ok(Change::nothing(answer));
    }
    let round_over = pending.record.has_begun()
        && pending.record.arena.is_none()
        && records::is_round_over(ctx, &pending.record)?;
    not_own_affair(ctx, &pending.record, who, command)?;
    if let TournamentCommand::Substitute { out, new } = command {
        return invitations::invite(ctx, pending, who, new, Some(out));
    }
    let tournament = &mut pending.record;
    let undo_stage = Some(Undo::Stage(stage));
    let mut said = msg!("tournament-organized");
    let mut manner = Manner::InPlace;
    match command {
        TournamentCommand::Pause => {
            if !matches!(stage, Stage::Playing | Stage::Between(_)) {
                return Err(TournamentRefusal::NotBegun.into());
            }
            tournament.stage = Stage::Paused;
            tournament.undo = undo_stage;
            pending.note(Act::Pause, Some(who));
        }
        TournamentCommand::Postpone(span, _) => {
            let later = match stage {
                Stage::Open => {
                    let from = tournament.plan.starts.unwrap_or(ctx.moment.now);
                    let former = tournament.plan.clone();
                    tournament.plan.starts = Some(from.plus(*span));
                    tournament.reminded = false;
                    tournament.undo = Some(Undo::Plan(Box::new(former)));
                    from.plus(*span)
                }
                Stage::Between(next) => {
                    tournament.stage = Stage::Between(next.plus(*span));
                    tournament.undo = undo_stage;
                    next.plus(*span)
                }
                _ => return Err(TournamentRefusal::NothingToPostpone.into()),
            };
            pending.note(Act::Postpone(later), Some(who));
        }
        TournamentCommand::Cancel => {
            tournament.stage = Stage::Canceled(ctx.moment.now);
            manner = Manner::Fresh {
                call: tournament.concerned(),
            };
            said = msg!("tournament-canceled-done");
            boards::release_games(ctx, &mut pending)?;
            pending.note(Act::Cancel, Some(who));
        }
        TournamentCommand::Remove(seat) => remove(&mut pending, who, seat)?,
        TournamentCommand::Undo(_) => {
            if let Some(undone) = &tournament.undo {
                said = messages::undone(undone);
            }
            undo(&mut pending, who, round_over)?;
            // Under the previous plan it may be full.
            if signup::starts_when_full(&pending.record) {
                return rounds::start(ctx, pending, None);
            }
        }
        _ => return Ok(Change::nothing(Answer::Seen)),
    }
    let answer = manage::answered(&pending.record, said);
    Ok(pending.done(manner, answer))
}

/// Whether the command was offered for an earlier state, for example because its button was pressed twice.
fn is_stale(record: &TournamentRecord, command: &TournamentCommand) -> bool {
    match *command {
        TournamentCommand::Postpone(_, Some(stamp)) => stamp != record.start_stamp(),
        TournamentCommand::Undo(Some(stamp)) => stamp != record.undo_stamp(),
        _ => false,
    }
}

/// Refuses an organizer who plays a decision about their own place or their current opponent's.
fn not_own_affair(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    who: &Person,
    command: &TournamentCommand,
) -> Result<()> {
    let concerned = match command {
        TournamentCommand::Substitute { out, new } if out.id == who.id || new.id == who.id => {
            return Err(TournamentRefusal::OwnPlace.into());
        }
        TournamentCommand::Substitute { out, .. }
        | TournamentCommand::Remove(Seat::Person(out)) => record.seed_of(&out.id),
        TournamentCommand::Remove(engine) => signup::seed_of(record, engine),
        TournamentCommand::Undo(_) => {
            let undone = record.undo.as_ref().and_then(Undo::seed);
            let returns =
                matches!(&record.undo, Some(Undo::Substitute(_, person, _)) if person.id == who.id);
            if returns || undone.is_some() && undone == record.seed_of(&who.id) {
                return Err(TournamentRefusal::OwnPlace.into());
            }
            undone
        }
        _ => None,
    };
    let (Some(own), Some(other)) = (record.seed_of(&who.id), concerned) else {
        return Ok(());
    };
    if !record.has_begun() {
        return Ok(());
    }
    for round in records::open_round_records(reader, record)? {
        let opponent = round
            .value
            .pairings()
            .find_map(|game| Some(game.seed(!game.color_of(own)?)));
        refuse_if(opponent == Some(other), TournamentRefusal::OwnGame)?;
    }
    Ok(())
}

/// Refuses an organizer a decision about a game that they play.
fn not_own_game(game: &GameRecord, who: &Person) -> Result<(), TournamentRefusal> {
    match game.side_of(&who.id) {
        Some(_) => Err(TournamentRefusal::OwnGame),
        None => Ok(()),
    }
}

/// Ends a game with a result, which the round collects like any other. It is not rated.
pub(crate) fn adjudicate(
    ctx: &Ctx<'_>,
    mut pending: PendingChange,
    who: &Person,
    id: GameId,
    winner: Option<Color>,
) -> Result<Change> {
    let (_, _, mut game) = records::board_of(ctx, &pending.record, id)?;
    not_own_game(&game.value, who)?;
    if let Some(result) = game.value.result {
        return Err(Refusal::GameOver(id, result).into());
    }
    game.value.result = Some(GameResult {
        winner,
        end: End::Adjudication,
        at: ctx.moment.now,
    });
    game.value.rated = false;
    end(&mut pending, game);
    pending.record.undo = None;
    pending.note(Act::Adjudicate(id, winner), Some(who));
    let answer = manage::answered(&pending.record, msg!("tournament-organized"));
    Ok(pending.done(Manner::InPlace, answer))
}

/// Annuls a game of the current round, over or not, and starts it again with the same colors.
pub(crate) fn replay(
    ctx: &Ctx<'_>,
    mut pending: PendingChange,
    who: &Person,
    id: GameId,
) -> Result<Change> {
    let (mut round, place, mut game) = records::board_of(ctx, &pending.record, id)?;
    not_own_game(&game.value, who)?;
    let board_pairing = round.value.boards[place].pairing;
    if round.value.is_finished() && matches!(pending.record.stage, Stage::Between(_)) {
        // The round would have to continue until this game is over.
        return Err(TournamentRefusal::PauseFirst.into());
    }
    let entries = [board_pairing.white, board_pairing.black].map(|seed| pending.record.entry(seed));
    // A player who left is not called back by the organizer.
    if entries.into_iter().flatten().any(boards::has_left) {
        return Err(TournamentRefusal::PlayerLeft.into());
    }
    boards::forgive(&mut pending, &game.value, board_pairing);
    // A game that was rated stays rated.
    if game.value.result.is_none() {
        game.value.result = Some(GameResult {
            winner: None,
            end: End::Abandonment,
            at: ctx.moment.now,
        });
        game.value.annulled = true;
        game.value.event = None;
        end(&mut pending, game);
    } else {
        game.value.note_silent_change();
        pending.change.edit(game);
    }
    let round_id = round.value.id;
    let board = &mut round.value.boards[place];
    board.replays = board.replays.saturating_add(1);
    let again = boards::free_code(ctx, round_id, place, board.replays, &[])?;
    board.game = Some(again);
    board.pairing.result = None;
    let board = *board;
    boards::begin_game(ctx, &mut pending, round_id, place, board)?;
    pending.change.writes.push(round.write());
    pending.record.undo = None;
    pending.note(Act::Replay(id, again), Some(who));
    let answer = manage::answered(&pending.record, msg!("tournament-organized"));
    Ok(pending.done(Manner::InPlace, answer))
}

/// Stores and shows a game that the organizer ended.
fn end(pending: &mut PendingChange, mut game: Loaded<GameRecord>) {
    game.value.touched = pending.now;
    game.value.note_shown_change();
    let people = game.value.people();
    let call = people.map(|person| person.id.clone()).collect();
    pending.change.show_anew(game, call);
}

fn remove(pending: &mut PendingChange, who: &Person, seat: &Seat) -> Result<(), TournamentRefusal> {
    let tournament = &mut pending.record;
    let mut invitations = tournament.invitations.iter_mut();
    let invitation = invitations.find(|invitation| {
        let invited = seat.person().is_some_and(|p| p.id == invitation.person.id);
        invited && !invitation.withdrawn
    });
    // An entrant who is removed must not come back by an earlier invitation.
    let was_invited = invitation.map(|invitation| invitation.withdrawn = true);
    let seed = signup::seed_of(tournament, seat);
    // Undo must not bring back a player who left on their own.
    let is_in = |seed: &Seed| tournament.entry(*seed).is_some_and(|e| !e.withdrawn);
    let Some(seed) = seed.filter(is_in) else {
        return was_invited.ok_or(TournamentRefusal::PlayerNotEntered);
    };
    if tournament.stage == Stage::Open {
        tournament.delete_entry(seed);
    } else if let Some(entry) = tournament.entry_mut(seed) {
        entry.withdrawn = true;
        entry.removed = true;
        tournament.undo = Some(Undo::Return(seed));
    }
    pending.note(removal(seat.clone()), Some(who));
    Ok(())
}

fn undo(
    pending: &mut PendingChange,
    who: &Person,
    round_over: bool,
) -> Result<(), TournamentRefusal> {
    let tournament = &mut pending.record;
    let undone = tournament
        .undo
        .take()
        .ok_or(TournamentRefusal::NothingToUndo)?;
    let seat = undone.seed().and_then(|seed| tournament.entry(seed));
    let seat = seat.map(|entry| entry.seat.clone());
    // The effect on pairings.
    let mut consequence = None;
    match undone {
        Undo::Invite(person) => {
            for invitation in &mut tournament.invitations {
                invitation.withdrawn |= invitation.person.id == person;
            }
            return Ok(());
        }
        Undo::Return(seed) => {
            if let Some(entry) = tournament.entry_mut(seed) {
                entry.withdrawn = false;
                entry.removed = false;
            }
            consequence = seat.map(|seat| match seat {
                Seat::Person(person) => Act::Readmit(person),
                Seat::Engine(level) => Act::AddEngine(level),
            });
        }
        Undo::Withdraw(seed) => {
            if tournament.stage == Stage::Open {
                tournament.delete_entry(seed);
            } else if let Some(entry) = tournament.entry_mut(seed) {
                entry.withdrawn = true;
            }
            consequence = seat.map(removal);
        }
        Undo::Away(seed, absence) => {
            if let Some(entry) = tournament.entry_mut(seed) {
                entry.replace_absence(absence);
            }
            consequence = seat.map(removal);
        }
        Undo::Substitute(seed, person, absence) => {
            if tournament.seed_of(&person.id).is_some() {
                return Err(TournamentRefusal::PlayerEntered);
            }
            if let Some(entry) = tournament.entry_mut(seed) {
                entry.seat = Seat::Person(person.clone());
                entry.replace_absence(absence);
            }
            if let Some(Seat::Person(out)) = seat {
                consequence = Some(Act::Substitute { out, new: person });
            }
        }
        // The round may have ended in the meantime.
        Undo::Stage(Stage::Playing) if round_over => {
            tournament.stage = Stage::Between(pending.now);
        }
        Undo::Stage(stage) => tournament.stage = stage,
        Undo::Plan(plan) => {
            if plan.starts.is_some_and(|starts| starts <= pending.now) {
                return Err(TournamentRefusal::WouldHaveBegun);
            }
            tournament.replace_plan(*plan);
            // More players may have entered since than fit the previous plan.
            tournament.plan.capacity = tournament.plan.capacity.max(tournament.entered());
        }
    }
    // A player who returns may be free.
    tournament.pair_soon(pending.now);
    pending.note(Act::Undo, Some(who));
    if let Some(act) = consequence {
        pending.note(act, Some(who));
    }
    Ok(())
}

/// That an organizer withdrew an entrant.
fn removal(seat: Seat) -> Act {
    match seat {
        Seat::Person(person) => Act::Remove(person),
        Seat::Engine(level) => Act::RemoveEngine(level),
    }
}
