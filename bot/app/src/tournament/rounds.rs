//! Rounds: paired and started with all their games in one commit, collected, and followed by the next.

use std::collections::BTreeSet;

use pairing::arena::MAX_BATCH;
use pairing::{Bye, Seed};
use rules_core::{Family, Variant};

use crate::context::{Change, Ctx, Ended, Reader, Result, refuse_if};
use crate::model::{
    Act, ArenaState, Entry, Format, Key, Person, Pool, Rating, RoundId, RoundRecord, Seat, Span,
    Stage, TournamentPlan, TournamentRecord,
};
use crate::people::profile;
use crate::protocol::{Answer, Manner, TournamentRefusal};
use crate::store::Write;
use crate::tournament::progress::{Course, NextRound, Ranked};
use crate::tournament::{PendingChange, award, blocked_pairs, boards, records};

const BREAK: Span = Span::minutes(1);

/// Starts the tournament: seeds by rating, then by order of entry; cancels it at its time if there are too few.
pub(crate) fn start(
    ctx: &Ctx<'_>,
    mut pending: PendingChange,
    by: Option<&Person>,
) -> Result<Change> {
    let tournament = &mut pending.record;
    records::must_be_open(tournament)?;
    if tournament.present().count() < 2 {
        refuse_if(by.is_some(), TournamentRefusal::TooFew)?;
        tournament.stage = Stage::Canceled(ctx.moment.now);
        tournament.deserted = true;
        let call = tournament.concerned();
        pending.note(Act::Cancel, None);
        return Ok(pending.done(Manner::Fresh { call }, Answer::Seen));
    }
    if tournament.plan.check_in {
        let all = std::mem::take(&mut tournament.entries);
        let (there, missing): (Vec<Entry>, _) = all.into_iter().partition(|e| e.checked_in);
        tournament.entries = there;
        for person in missing.iter().filter_map(Entry::person) {
            pending.note(Act::Missing(person.clone()), None);
        }
    }
    let tournament = &pending.record;
    for person in tournament.entries.iter().filter_map(Entry::person) {
        ctx.foresee(rating_keys(person, &tournament.plan));
    }
    foresee_people(ctx, &pending.record);
    enter_stand_in(ctx, &mut pending)?;
    let tournament = &mut pending.record;
    for entry in &mut tournament.entries {
        entry.rating = seeding_of(ctx, &entry.seat, &tournament.plan)?;
    }
    tournament
        .entries
        .sort_by_key(|entry| std::cmp::Reverse(entry.rating.unwrap_or(0)));
    // Seeds have changed, and the plan is fixed.
    tournament.undo = None;
    if let Format::Arena { minutes } = tournament.plan.format {
        let until = ctx.moment.now.plus(Span::minutes(minutes.into()));
        tournament.arena = Some(ArenaState {
            until,
            pairs: until,
            open: Vec::new(),
        });
    }
    pending.note(Act::Begin, by);
    begin_round(ctx, pending)
}

/// Enters the plan's stand-in if an odd number would leave a player without an opponent.
fn enter_stand_in(ctx: &Ctx<'_>, pending: &mut PendingChange) -> Result<()> {
    let tournament = &mut pending.record;
    let present = tournament.active().filter(|(_, entry)| !entry.sits_out);
    let Some(level) = tournament
        .plan
        .stand_in
        .filter(|_| present.count() % 2 == 1)
    else {
        return Ok(());
    };
    // A knockout gives byes to the top seeds; in a round robin no one can enter late.
    let late = tournament.has_begun();
    let fits = match tournament.plan.format {
        Format::Swiss { .. } | Format::Arena { .. } => true,
        Format::RoundRobin(_) => !late,
        Format::Knockout { .. } => false,
    };
    if !fits || tournament.seed_of_engine(level).is_some() {
        return Ok(());
    }
    let mut entry = Entry::engine(level);
    entry.rating = seeding_of(ctx, &entry.seat, &tournament.plan)?;
    tournament.entries.push(entry);
    pending.note(Act::StandIn(level), None);
    Ok(())
}

/// Notes what pairing and announcing a round reads about its players.
fn foresee_people(reader: &Reader<'_>, tournament: &TournamentRecord) {
    let people = tournament.active().filter_map(|(_, entry)| entry.player());
    reader.foresee(people.cloned().map(Key::Person));
    reader.foresee(tournament.venue.server.clone().map(Key::Server));
}

/// The rating by which an entrant is seeded. The engine's is on a scale of its own.
pub(crate) fn seeding_of(
    reader: &Reader<'_>,
    seat: &Seat,
    plan: &TournamentPlan,
) -> Result<Option<u16>> {
    match seat {
        Seat::Person(person) => rating_of(reader, person, plan),
        Seat::Engine(level) => Ok(Some(Rating::of_level(*level).points())),
    }
}

/// A player's rating for a tournament: the mean of their ratings in its games, if any.
pub(crate) fn rating_of(
    reader: &Reader<'_>,
    person: &Person,
    plan: &TournamentPlan,
) -> Result<Option<u16>> {
    reader.foresee(rating_keys(person, plan));
    let mut ratings: Vec<u16> = Vec::new();
    for family in families(plan) {
        let rating = profile::rating(reader, family, Pool::Everywhere, &person.id)?;
        ratings.extend(rating.map(|record| record.rating.points()));
    }
    let sum: u32 = ratings.iter().map(|&rating| u32::from(rating)).sum();
    let mean = sum.checked_div(u32::try_from(ratings.len()).unwrap_or(u32::MAX));
    Ok(mean.and_then(|mean| u16::try_from(mean).ok()))
}

/// The games of a plan, each once.
fn families(plan: &TournamentPlan) -> BTreeSet<Family> {
    let variants = plan.variants().into_iter();
    variants.map(Variant::family).collect()
}

fn rating_keys(person: &Person, plan: &TournamentPlan) -> impl Iterator<Item = Key> {
    let families = families(plan).into_iter();
    families.map(|family| profile::rating_key(family, Pool::Everywhere, &person.id))
}

/// Pairs the next round and starts its games, or finishes the tournament if there is none.
pub(crate) fn begin_round(ctx: &Ctx<'_>, mut pending: PendingChange) -> Result<Change> {
    foresee_people(ctx, &pending.record);
    let rounds = records::rounds_for_pairing(ctx, &pending.record)?;
    // The last round may have ended during a pause.
    if !Course::new(&pending.record, &rounds).is_round_due() {
        return Ok(finish(pending, &rounds));
    }
    let blocked = blocked_pairs::blocked_pairs(ctx, &pending.record)?;
    let next = pair_or_refuse_byes(ctx, &mut pending, &rounds, &blocked)?;
    let tournament = &pending.record;
    let Some(next) = next else {
        // In an arena players will be free soon.
        if tournament.arena.is_some() {
            pending.record.stage = Stage::Playing;
            return Ok(pending.done(Manner::InPlace, Answer::Seen));
        }
        pending.note(Act::EndEarly, None);
        return Ok(finish(pending, &rounds));
    };
    let id = RoundId {
        tournament: tournament.id,
        number: tournament.rounds + 1,
    };
    let mut round = RoundRecord {
        id,
        began: ctx.moment.now,
        boards: next.boards,
        byes: next.byes,
        apart: next.apart,
    };
    boards::foresee_codes(ctx, id, round.boards.len());
    let mut codes = Vec::new();
    for board in 0..round.boards.len() {
        if round.boards[board].pairing.result.is_none() {
            let game = boards::free_code(ctx, id, board, 0, &codes)?;
            codes.push(game);
            round.boards[board].game = Some(game);
            let place = round.boards[board];
            boards::begin_game(ctx, &mut pending, id, board, place)?;
        }
    }
    let notice = blocked_pairs::notice_of(&pending.record, &blocked, &rounds, &round);
    pending.change.effects.extend(notice);
    note_round(&mut pending, &round);
    let tournament = &mut pending.record;
    tournament.rounds += 1;
    tournament.stage = Stage::Playing;
    for entry in &mut tournament.entries {
        entry.sits_out = false;
    }
    if tournament.arena.is_some() {
        note_waiting(tournament, &round, &next.waiting);
    }
    let manner = if let Some(arena) = &mut tournament.arena {
        arena.open.push(id.number);
        // The other free players are paired next time.
        if 2 * round.boards.len() >= MAX_BATCH {
            tournament.pair_soon(ctx.moment.now);
        }
        Manner::InPlace
    } else {
        tournament.undo = None;
        Manner::Fresh { call: Vec::new() }
    };
    if round.is_finished() {
        after_round(&mut pending, &round, rounds);
    }
    pending.change.writes.push(Write::new(0, round));
    Ok(pending.done(manner, Answer::Seen))
}

/// Notes who plays in a new round of an arena, and who is still free.
fn note_waiting(tournament: &mut TournamentRecord, round: &RoundRecord, waiting: &[Seed]) {
    let playing = round.pairings().flat_map(|game| [game.white, game.black]);
    let paired = playing.map(|seed| (seed, true));
    for (seed, is_paired) in paired.chain(waiting.iter().map(|&seed| (seed, false))) {
        if let Some(entry) = tournament.entry_mut(seed) {
            entry.arena.note_pairing(is_paired);
        }
    }
}

/// Notes a new round; an arena has too many.
fn note_round(pending: &mut PendingChange, round: &RoundRecord) {
    let tournament = &pending.record;
    if tournament.arena.is_some() {
        return;
    }
    // Half-point byes were noted when they were asked for.
    let mut byes = round.byes.iter().filter(|(_, bye)| *bye != Bye::HalfPoint);
    let seed = byes.next().map(|&(seed, _)| seed);
    let entry = seed.and_then(|seed| tournament.entry(seed));
    let person = entry.and_then(Entry::person).cloned();
    pending.note(Act::Round(round.id.number, person), None);
}

/// Like [`pair`], but refuses half-point byes if the other players cannot be paired without them.
fn pair_or_refuse_byes(
    ctx: &Ctx<'_>,
    pending: &mut PendingChange,
    rounds: &[RoundRecord],
    apart: &[(Seed, Seed)],
) -> Result<Option<NextRound>> {
    let next = pair(ctx, pending, rounds, apart)?;
    if next.is_some() || !pending.record.entries.iter().any(|e| e.sits_out) {
        return Ok(next);
    }
    for entry in &mut pending.record.entries {
        entry.sits_out = false;
    }
    let next = pair(ctx, pending, rounds, apart)?;
    if next.is_some() {
        pending.note(Act::ByesRefused, None);
    }
    Ok(next)
}

/// Pairs the next round, with the stand-in if needed; `None` if no round can be paired.
fn pair(
    ctx: &Ctx<'_>,
    pending: &mut PendingChange,
    rounds: &[RoundRecord],
    apart: &[(Seed, Seed)],
) -> Result<Option<NextRound>> {
    if pending.record.has_begun() {
        enter_stand_in(ctx, pending)?;
    }
    let course = Course::new(&pending.record, rounds);
    Ok(course.next_round(&course.history()?, apart))
}

/// Collects the results of finished games, of these or else of all, and ends the round when all are there.
pub(crate) fn collect(
    ctx: &Ctx<'_>,
    mut pending: PendingChange,
    ended: Option<&Ended>,
) -> Result<Change> {
    let mut round = records::last_round(ctx, &pending.record)?;
    let changed = boards::collect_results(ctx, &mut pending, &mut round.value, ended)?;
    let over = round.value.is_finished() && pending.record.stage == Stage::Playing;
    if over {
        let mut rounds = records::rounds_of(ctx, &pending.record)?;
        rounds.pop();
        after_round(&mut pending, &round.value, rounds);
    }
    if !changed && !over {
        return Ok(Change::nothing(Answer::Seen));
    }
    pending.change.writes.push(round.write());
    let tournament = &pending.record;
    let manner = if tournament.is_over() {
        let call = tournament.called_at_the_end();
        Manner::Fresh { call }
    } else {
        Manner::InPlace
    };
    Ok(pending.done(manner, Answer::Seen))
}

pub(crate) fn finish(mut pending: PendingChange, rounds: &[RoundRecord]) -> Change {
    end(&mut pending, rounds);
    let call = pending.record.called_at_the_end();
    pending.done(Manner::Fresh { call }, Answer::Seen)
}

/// Schedules the next round, or ends the tournament; `rounds` are those before the last.
fn after_round(pending: &mut PendingChange, last: &RoundRecord, mut rounds: Vec<RoundRecord>) {
    rounds.push(last.clone());
    let tournament = &mut pending.record;
    if let Format::Arena { .. } = tournament.plan.format {
        return;
    }
    if Course::new(tournament, &rounds).is_round_due() {
        tournament.stage = Stage::Between(pending.now.plus(BREAK));
    } else {
        end(pending, &rounds);
    }
}

/// Ends the tournament and records the final places.
fn end(pending: &mut PendingChange, rounds: &[RoundRecord]) {
    let tournament = &mut pending.record;
    tournament.stage = Stage::Finished(pending.now);
    tournament.rounds_to_lock = tournament.rounds;
    // Pairing the last round has refused a damaged history.
    let course = Course::new(tournament, rounds);
    let lines = course.history().map(|history| course.ranking(&history));
    let in_arena = tournament.arena.is_some();
    for Ranked { seed, rank, .. } in lines.unwrap_or_default() {
        if let Some(entry) = tournament.entry_mut(seed) {
            // In an arena, only those who played or scored have a place.
            let rank = rank.filter(|_| !in_arena || entry.arena.has_counted());
            entry.place = rank.and_then(|rank| u16::try_from(rank).ok());
        }
    }
    let award = award::for_winners(Course::new(&pending.record, rounds));
    pending.change.effects.extend(award);
}
