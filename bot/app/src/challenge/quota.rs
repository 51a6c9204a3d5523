//! Rate limits on what other people see, counted from the store, so that a restart resets nothing.

use crate::context::failure::Failure;
use crate::context::{Ctx, Room};
use crate::model::ids::{Person, ServerId, Venue};
use crate::model::key::Index;
use crate::model::moment::{Span, Timestamp};
use crate::model::record::{ChallengeRecord, ChallengeState, GameRecord, Seat};
use crate::people::blocking;
use crate::protocol::people_refusal::PeopleRefusal;

/// The window over which challenges and games are counted.
const HOUR: Span = Span::hours(1);

/// How long a player who declined can't be challenged again by the same player.
const COOLDOWN: Span = Span::minutes(10);

/// Challenges that one person may make to another per hour, besides those that were accepted.
const CALLS: usize = 5;

/// Games of one person that may end per hour, besides those against the engine.
const ENDED: usize = 200;

pub(crate) fn may_challenge(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    to: Option<&Person>,
) -> Result<(), Failure> {
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
    ctx.foresee_rows(&mine);
    blocking::not_blocked(ctx, who, to)?;
    let mut calls = 0;
    for (made, key) in mine {
        let made = Timestamp(made);
        let Some(challenge) = ctx.load::<ChallengeRecord>(key)? else {
            continue;
        };
        let challenge = challenge.value;
        if challenge.to.is_none_or(|asked| asked.id != to.id) {
            continue;
        }
        let until = made.plus(COOLDOWN);
        if challenge.state == ChallengeState::Declined && until > ctx.moment.now {
            return Err(PeopleRefusal::JustDeclined(to.clone(), until).into());
        }
        calls += usize::from(!matches!(challenge.state, ChallengeState::Accepted { .. }));
        if calls >= CALLS {
            return Err(PeopleRefusal::CalledTooOften(to.clone(), made.plus(HOUR)).into());
        }
    }
    Ok(())
}

/// Refuses another challenge on a server, made or accepted there.
pub(crate) fn may_take(ctx: &Ctx<'_>, server: &ServerId) -> Result<(), Failure> {
    let here = Index::ChallengesMadeIn(server.clone());
    match ctx.room(here, window(ctx), ctx.limits.server_hourly)? {
        Room::Full(oldest) => Err(PeopleRefusal::TooOftenHere(Timestamp(oldest).plus(HOUR)).into()),
        Room::Free => Ok(()),
    }
}

/// Refuses another game against the engine after as many in an hour as challenges are allowed: each is a public message.
pub(crate) fn may_play_engine(ctx: &Ctx<'_>, who: &Person) -> Result<(), Failure> {
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
