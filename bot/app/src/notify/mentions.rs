//! Effects that follow from any change: mentions as each person prefers them, and news of games and tournaments.

use crate::context::failure::Result;
use crate::context::{Change, Ctx, Reader};
use crate::game::{engine_help, watch};
use crate::model::key::Key;
use crate::model::limits::MAX_MENTIONS;
use crate::model::moment::Timestamp;
use crate::model::record::{GameRecord, Pings, Record, Site};
use crate::notify::{announcements, digest};
use crate::protocol::effect::{Analyze, Effect, Manner, Show};
use crate::protocol::notice::Notice;
use crate::settings::effective;
use crate::store::Write;

/// The fewest half-moves of a game that is reviewed automatically.
const SHORTEST_REVIEWED: usize = 8;

/// Adds the effects that follow from a change to it.
pub(crate) fn add_follow_ups(ctx: &Ctx<'_>, change: &mut Change) -> Result<()> {
    apply_preferences(ctx, change)?;
    digest::defer_offers(ctx, change)?;
    tell_watchers(ctx, change)?;
    announce_tournaments(ctx, change)?;
    review_finished_games(ctx, change);
    Ok(())
}

/// Drops the mentions that people do not want, and adds the notices that they prefer instead.
fn apply_preferences(ctx: &Ctx<'_>, change: &mut Change) -> Result<()> {
    let mut tells = Vec::new();
    for effect in &mut change.effects {
        if let Effect::Show(show) = effect {
            tells.extend(replace_mentions(ctx, show, &change.writes, ctx.moment.now)?);
        }
    }
    change.effects.extend(tells);
    Ok(())
}

/// Drops the mentions of `show` that people do not want; returns the notices that they prefer instead.
fn replace_mentions(
    reader: &Reader<'_>,
    show: &mut Show,
    writes: &[Write],
    now: Timestamp,
) -> Result<Vec<Effect>> {
    let mut tells = Vec::new();
    let Manner::Fresh { call } = &mut show.manner else {
        return Ok(tells);
    };
    let written = writes
        .iter()
        .find(|write| write.record.key() == show.subject.key());
    let site = show.subject.board().map_or(Site::First, |board| board.site);
    let (venue, game, tournament) = match written.map(|write| &write.record) {
        Some(Record::Game(game)) => (game.venue_at(site), Some(game), None),
        Some(Record::Challenge(challenge)) => (&challenge.venue, None, None),
        Some(Record::Tournament(tournament)) => (&tournament.venue, None, Some(tournament)),
        _ => return Ok(tells),
    };
    reader.foresee(call.iter().map(|person| Key::Person(person.clone())));
    reader.foresee(venue.server.clone().map(Key::Server));
    for (place, person) in std::mem::take(call).into_iter().enumerate() {
        let news = tournament.filter(|news| news.missing_check_in().all(|asked| *asked != person));
        let is_mentioned = place < MAX_MENTIONS;
        let settings = effective::effective_settings(reader, Some(&person), venue.server.as_ref())?;
        match (settings.pings_at(now), game) {
            // In a direct conversation every message notifies.
            _ if venue.server.is_none() && is_mentioned => call.push(person),
            // A mention on a board that cannot be posted would be lost. A direct message may come in quiet hours.
            (_, Some(game)) if game.is_unseen_at(site) && settings.pings() != Pings::None => {
                tells.push(Effect::tell(&person, your_turn(game)));
            }
            (Pings::None, None) if news.is_some() => {}
            (pings, None)
                if let Some(tournament) = tournament
                    && (!is_mentioned
                        || settings.is_quiet(now)
                        || pings == Pings::Direct && news.is_some()) =>
            {
                let tournament = tournament.id;
                tells.push(Effect::tell(&person, Notice::Tournament { tournament }));
            }
            // Challenges and check-ins need the person's attention, so they are mentioned here in any case.
            (Pings::Mention, _) | (Pings::Direct, None) => call.push(person),
            (Pings::None, None) if !settings.is_quiet(now) => call.push(person),
            // The end of a game is news for the room where it was played.
            (Pings::Direct, Some(game)) if game.result.is_some() => call.push(person),
            (Pings::Direct, Some(game)) => tells.push(Effect::tell(&person, your_turn(game))),
            (Pings::None, _) => {}
        }
    }
    Ok(tells)
}

fn your_turn(game: &GameRecord) -> Notice {
    // A tournament game that has just started notifies both players.
    if game.event.is_some() && game.ply() == 0 {
        Notice::RoundBegins { game: game.id }
    } else {
        Notice::YourTurn {
            game: game.id,
            ply: game.ply(),
        }
    }
}

fn tell_watchers(ctx: &Ctx<'_>, change: &mut Change) -> Result<()> {
    let shown: Vec<_> = change.effects.iter().map(Effect::key).collect();
    for write in &change.writes {
        if let Record::Game(game) = &write.record
            && write.expected > 0
            && shown.contains(&write.record.key())
        {
            change.effects.extend(watch::tell_watchers(ctx, game)?);
        }
    }
    Ok(())
}

fn announce_tournaments(ctx: &Ctx<'_>, change: &mut Change) -> Result<()> {
    for write in &change.writes {
        if let Record::Tournament(tournament) = &write.record {
            let news = announcements::tournament_news(ctx, write, tournament)?;
            change.effects.extend(news);
        }
    }
    Ok(())
}

/// Asks for reviews, except of games that would help one of their players in another game or with a daily puzzle.
fn review_finished_games(ctx: &Ctx<'_>, change: &mut Change) {
    let ended = change
        .writes
        .iter()
        .filter_map(|write| match &write.record {
            Record::Game(game) if game.result.is_some() && game.counted.is_none() => Some(game),
            _ => None,
        });
    let helps = |game: &GameRecord| {
        // Likewise: it is read again for each.
        let _ = engine_help::foresee(ctx, game.people());
        // A game that can't be read must not keep another from ending.
        game.people()
            .any(|person| engine_help::no_review_help(ctx, person, game).is_err())
    };
    let reviews = ended
        .filter(|game| game.moves.len() >= SHORTEST_REVIEWED && game.people().next().is_some())
        .filter(|game| !helps(game))
        .map(|game| Effect::Analyze(Analyze { game: game.id }));
    change.effects.extend(reviews);
}
