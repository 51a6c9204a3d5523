//! Rate limits on what other people see, counted from the store, so that a restart resets nothing.

use crate::context::failure::Result;
use crate::context::{Ctx, Room};
use crate::model::ids::{Person, ServerId, Venue};
use crate::model::key::{Index, Key};
use crate::model::moment::{Moment, Span, Timestamp};
use crate::model::record::{ChallengeRecord, ChallengeState, GameRecord, PersonDigest, Seat};
use crate::people::blocking;
use crate::protocol::people_refusal::PeopleRefusal;
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
    if to.id.is_ghost() {
        return Err(PeopleRefusal::NotAvailable(to.clone()).into());
    }
    blocking::not_blocked(ctx, who, to)?;
    let declined_by = ctx.person(who)?.value.declined_by.into_iter();
    let until = declined_by
        .filter(|(digest, _)| digest.is_of(&to.id))
        .map(|(_, at)| at.plus(COOLDOWN))
        .max();
    match until.filter(|until| *until > ctx.moment.now) {
        Some(until) => Err(PeopleRefusal::JustDeclined(to.clone(), until).into()),
        None => may_call(ctx, who, to, asked(ctx, to, mine)?),
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

/// Returns when each of these challenges to one person was made, and its state.
fn asked(
    ctx: &Ctx<'_>,
    to: &Person,
    made: Vec<(i64, Key)>,
) -> Result<Vec<(Timestamp, ChallengeState)>> {
    ctx.foresee_rows(&made);
    let mut asked = Vec::new();
    for (made, key) in made {
        let challenge = ctx.load::<ChallengeRecord>(key)?.map(|loaded| loaded.value);
        let challenge = challenge.filter(|one| one.to.as_ref().is_some_and(|one| one.id == to.id));
        asked.extend(challenge.map(|challenge| (Timestamp(made), challenge.state)));
    }
    Ok(asked)
}

/// Refuses an invitation over the limits; otherwise returns the write that counts it.
pub(crate) fn may_invite(ctx: &Ctx<'_>, who: &Person, to: &Person) -> Result<Write> {
    let since = window(ctx);
    let mine = Index::ChallengesMadeBy(who.id.clone());
    let mine = ctx.counted(mine, since, ctx.limits.hourly)?;
    may_call(ctx, who, to, asked(ctx, to, mine)?)?;
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

/// Refuses a challenge or invitation from one person to another after [`CALLS`] in an hour.
fn may_call(
    ctx: &Ctx<'_>,
    who: &Person,
    to: &Person,
    asked: Vec<(Timestamp, ChallengeState)>,
) -> Result<()> {
    let invited = ctx.person(who)?.value.invited.into_iter();
    let invited = invited.filter(|(digest, at)| *at >= window(ctx) && digest.is_of(&to.id));
    let asked = asked
        .into_iter()
        .filter(|(_, state)| !matches!(state, ChallengeState::Accepted { .. }));
    let asked = asked.map(|(made, _)| made);
    let mut calls: Vec<_> = asked.chain(invited.map(|(_, at)| at)).collect();
    calls.sort_unstable();
    let over = calls.len().checked_sub(CALLS);
    match over.and_then(|over| calls.get(over)) {
        Some(oldest) => Err(PeopleRefusal::CalledTooOften(to.clone(), oldest.plus(HOUR)).into()),
        None => Ok(()),
    }
}

/// Refuses another challenge on a server, made or accepted there.
pub(crate) fn may_take(ctx: &Ctx<'_>, server: &ServerId) -> Result<()> {
    let here = Index::ChallengesMadeIn(server.clone());
    match ctx.room(here, window(ctx), ctx.limits.server_hourly)? {
        Room::Full(oldest) => Err(PeopleRefusal::TooOftenHere(Timestamp(oldest).plus(HOUR)).into()),
        Room::Free => Ok(()),
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
        let counts = |game: &GameRecord| {
            let seats = [&game.seats.white, &game.seats.black];
            let engine = seats.iter().any(|seat| matches!(seat, Seat::Engine(_)));
            engine && game.event.is_none() && game.began >= since
        };
        begun.extend(counts(&game).then_some(game.began));
    }
    begun.sort_unstable();
    let over = begun.len().checked_sub(most);
    match over.and_then(|over| begun.get(over)) {
        Some(oldest) => Err(PeopleRefusal::TooManyStarted(oldest.plus(HOUR)).into()),
        None => Ok(()),
    }
}

/// The earliest time that is counted now.
fn window(ctx: &Ctx<'_>) -> Timestamp {
    Timestamp(ctx.moment.now.0 - HOUR.0 + 1)
}
