//! Rate limits on what other people see, counted from the store, so that a restart resets nothing.

use crate::context::{Ctx, Result, refuse_if};
use crate::model::{
    ChallengeRecord, ChallengeState, GameRecord, Index, Key, Moment, Person, PersonDigest, Seat,
    ServerId, Span, Timestamp, Venue,
};
use crate::people::blocking;
use crate::protocol::PeopleRefusal;
use crate::store::Write;

/// The window over which challenges and games are counted.
const HOUR: Span = Span::hours(1);

/// How long a player who declined can't be challenged again by the same player.
const COOLDOWN: Span = Span::minutes(10);

/// Calls from one person to another per hour: challenges that weren't accepted, and invitations to tournaments.
const CALLS: usize = 5;

/// Invitations to tournaments by one person per hour.
const INVITATIONS: usize = 100;

/// Games of one person that may end per hour, besides those against the engine.
const ENDED: usize = 200;

pub(crate) fn may_challenge(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    to: Option<&Person>,
) -> Result<()> {
    let since = window(ctx);
    let mine = Index::ChallengesMadeBy(who.id.clone());
    let mine = ctx.counted(mine, since, ctx.limits.hourly)?;
    if mine.len() >= ctx.limits.hourly {
        let oldest = mine.last().map_or(since, |row| Timestamp(row.0));
        return Err(PeopleRefusal::TooOften(oldest.plus(HOUR)).into());
    }
    if let Some(server) = &venue.server {
        may_take(ctx, server)?;
    }
    let Some(to) = to else { return Ok(()) };
    refuse_if(to.id.is_ghost(), PeopleRefusal::NotAvailable(to.clone()))?;
    blocking::not_blocked(ctx, who, to)?;
    let declined_by = ctx.person(who)?.value.declined_by.into_iter();
    let declined_by = declined_by.filter(|(digest, _)| digest.is_of(&to.id));
    let until = declined_by.map(|(_, at)| at.plus(COOLDOWN)).max();
    match until.filter(|until| *until > ctx.moment.now) {
        Some(until) => Err(PeopleRefusal::JustDeclined(to.clone(), until).into()),
        None => may_call(ctx, who, to, mine),
    }
}

/// Returns the write by which the challenger `by` has to wait before asking `who` again, who declines now.
pub(crate) fn declined(ctx: &Ctx<'_>, by: &Person, who: &Person) -> Result<Write> {
    let Moment { now, seed } = ctx.moment;
    let mut record = ctx.person(by)?;
    let declined_by = &mut record.value.declined_by;
    declined_by.retain(|(_, at)| at.plus(COOLDOWN) > now);
    declined_by.push((PersonDigest::new(&who.id, seed), now));
    Ok(record.write())
}

/// Refuses an invitation over the limits; otherwise returns the write that counts it.
pub(crate) fn may_invite(ctx: &Ctx<'_>, who: &Person, to: &Person) -> Result<Write> {
    let since = window(ctx);
    let mine = Index::ChallengesMadeBy(who.id.clone());
    let mine = ctx.counted(mine, since, ctx.limits.hourly)?;
    may_call(ctx, who, to, mine)?;
    let mut record = ctx.person(who)?;
    let invited = &mut record.value.invited;
    invited.retain(|(_, at)| *at >= since);
    if invited.len() >= INVITATIONS {
        let oldest = invited.first().map_or(since, |(_, at)| *at);
        return Err(PeopleRefusal::InvitedTooOften(oldest.plus(HOUR)).into());
    }
    let Moment { now, seed } = ctx.moment;
    invited.push((PersonDigest::new(&to.id, seed), now));
    Ok(record.write())
}

/// Refuses a challenge or invitation from one person to another after [`CALLS`] in an hour. `made` are the challenges of the first
/// person in that time.
fn may_call(ctx: &Ctx<'_>, who: &Person, to: &Person, made: Vec<(i64, Key)>) -> Result<()> {
    let mut calls = Vec::new();
    for challenge in ctx.records::<ChallengeRecord>(made, usize::MAX) {
        let challenge = challenge?;
        let is_call = challenge.to.is_some_and(|one| one.id == to.id)
            && !matches!(challenge.state, ChallengeState::Accepted { .. });
        calls.extend(is_call.then_some(challenge.made));
    }
    let invited = ctx.person(who)?.value.invited.into_iter();
    let invited = invited.filter(|(digest, at)| *at >= window(ctx) && digest.is_of(&to.id));
    calls.extend(invited.map(|(_, at)| at));
    match over(calls, CALLS) {
        Some(until) => Err(PeopleRefusal::CalledTooOften(to.clone(), until).into()),
        None => Ok(()),
    }
}

/// Until when one more would be over `most` in an hour.
fn over(mut times: Vec<Timestamp>, most: usize) -> Option<Timestamp> {
    times.sort_unstable();
    let over = times.len().checked_sub(most)?;
    times.get(over).map(|oldest| oldest.plus(HOUR))
}

/// Refuses another challenge on a server, made or accepted there.
pub(crate) fn may_take(ctx: &Ctx<'_>, server: &ServerId) -> Result<()> {
    let here = Index::ChallengesMadeIn(server.clone());
    match ctx.full_since(here, window(ctx), ctx.limits.server_hourly)? {
        Some(oldest) => Err(PeopleRefusal::TooOftenHere(oldest.plus(HOUR)).into()),
        None => Ok(()),
    }
}

/// Refuses another game against the engine after as many in an hour as challenges are allowed: each is a public message.
pub(crate) fn may_play_engine(ctx: &Ctx<'_>, who: &Person) -> Result<()> {
    let (since, most) = (window(ctx), ctx.limits.hourly);
    let ongoing = Index::OngoingOf(who.id.clone());
    let mut recent = ctx.counted(ongoing, since, ctx.limits.games)?;
    recent.extend(ctx.counted(Index::FinishedOf(who.id.clone()), since, most + ENDED)?);
    let mut begun = Vec::new();
    for game in ctx.records::<GameRecord>(recent, usize::MAX) {
        let game = game?;
        let seats = [&game.seats.white, &game.seats.black];
        let has_engine = seats.iter().any(|seat| matches!(seat, Seat::Engine(_)));
        let counts = has_engine && game.event.is_none() && game.began >= since;
        begun.extend(counts.then_some(game.began));
    }
    match over(begun, most) {
        Some(until) => Err(PeopleRefusal::TooManyStarted(until).into()),
        None => Ok(()),
    }
}

/// The earliest time that is counted now.
fn window(ctx: &Ctx<'_>) -> Timestamp {
    Timestamp(ctx.moment.now.0 - HOUR.0 + 1)
}
