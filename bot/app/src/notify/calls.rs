//! What follows from any change: those who are called are called as they prefer, tournaments are announced, and a finished
//! game is gone through.

use crate::context::failure::Failure;
use crate::context::{Change, Ctx, Reader};
use crate::game::watch;
use crate::model::ids::PlayerId;
use crate::model::moment::Timestamp;
use crate::model::record::{GameRecord, Pings, Record};
use crate::notify::announcements;
use crate::protocol::effect::{Analyze, Effect, Manner, Show};
use crate::protocol::notice::{Notice, Tell};
use crate::settings::effective;
use crate::store::Write;

/// A shorter game is not gone through by itself.
const WORTH_A_REVIEW: usize = 8;

/// Completes a change before it is committed.
pub(crate) fn follow_up(ctx: &Ctx<'_>, change: &mut Change) -> Result<(), Failure> {
    let mut tells = Vec::new();
    for effect in &mut change.effects {
        if let Effect::Show(show) = effect {
            tells.extend(heed(ctx, show, &change.writes, ctx.moment.now)?);
        }
    }
    change.effects.extend(tells.into_iter().map(Effect::Tell));
    let shown: Vec<_> = change.effects.iter().map(Effect::key).collect();
    for write in &change.writes {
        if let Record::Game(game) = &write.record
            && game.ply() > 0
            && shown.contains(&write.record.key())
        {
            change.effects.extend(watch::tell_watchers(ctx, game)?);
        }
    }
    let mut news = Vec::new();
    for write in &change.writes {
        if let Record::Tournament(tournament) = &write.record {
            news.extend(announcements::tournament_news(ctx, write, tournament)?);
        }
    }
    change.effects.extend(news);
    let ended = change
        .writes
        .iter()
        .filter_map(|write| match &write.record {
            Record::Game(game) if game.result.is_some() && game.counted.is_none() => Some(game),
            _ => None,
        });
    let reviews = ended
        .filter(|game| game.moves.len() >= WORTH_A_REVIEW && game.people().next().is_some())
        .map(|game| Effect::Analyze(Analyze { game: game.id }));
    change.effects.extend(reviews);
    Ok(())
}

/// Takes off a call whoever does not want to be called now; what those are to be told who prefer a direct message.
fn heed(
    reader: &Reader<'_>,
    show: &mut Show,
    writes: &[Write],
    now: Timestamp,
) -> Result<Vec<Tell>, Failure> {
    let mut tells = Vec::new();
    let Manner::Fresh { call } = &mut show.manner else {
        return Ok(tells);
    };
    let written = writes
        .iter()
        .find(|write| write.record.key() == show.subject.key());
    let (venue, game) = match written.map(|write| &write.record) {
        Some(Record::Game(game)) => (&game.venue, Some(game)),
        Some(Record::Challenge(challenge)) => (&challenge.venue, None),
        Some(Record::Tournament(tournament)) => (&tournament.venue, None),
        _ => return Ok(tells),
    };
    for person in std::mem::take(call) {
        let in_force = effective::in_force(reader, Some(&person), venue.server.as_ref())?;
        match (in_force.pings_at(now), game) {
            // A direct conversation calls by itself.
            _ if venue.server.is_none() => call.push(person),
            // Who is called on a board that cannot be posted hears nothing.
            (Pings::Mention, Some(game)) if game.unseen && game.result.is_none() => {
                tells.push(your_turn(person, game));
            }
            // A challenge is for those who would not look here by themselves, and so is a check-in.
            (Pings::Mention, _) | (Pings::Direct, None) => call.push(person),
            (Pings::None, None) if !in_force.is_quiet(now) => call.push(person),
            // That it is over is told where it was played.
            (Pings::Direct, Some(game)) if game.result.is_some() => call.push(person),
            (Pings::Direct, Some(game)) => tells.push(your_turn(person, game)),
            (Pings::None, _) => {}
        }
    }
    Ok(tells)
}

fn your_turn(to: PlayerId, game: &GameRecord) -> Tell {
    // Both are told that their game in a tournament begins.
    let notice = if game.event.is_some() && game.ply() == 0 {
        Notice::RoundBegins { game: game.id }
    } else {
        Notice::YourTurn {
            game: game.id,
            ply: game.ply(),
        }
    };
    Tell { to, notice }
}
