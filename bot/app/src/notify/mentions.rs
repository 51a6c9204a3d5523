//! Effects that follow from any change: mentions as each person prefers them, and news of games and tournaments. Each names people by
//! their accounts on the platform where it is read. The use case has already decided whom a message calls (for games, `manner`
//! in `game/active_game.rs`).

use crate::context::transaction::home_after;
use crate::context::{Change, Ctx, Result};
use crate::game::{fair_play, watch};
use crate::model::{
    EffectiveSettings, GameRecord, Home, Key, MAX_MENTIONS, Pings, Record, Site, Timestamp,
    TournamentRecord,
};
use crate::notify::{announcements, notices};
use crate::people::accounts;
use crate::protocol::{Analyze, Effect, Manner, Notice, Show};

/// The fewest half-moves of a game that is reviewed automatically.
const SHORTEST_REVIEWED: usize = 8;

/// Adds the effects that follow from a change to it.
pub(crate) fn add_follow_ups(ctx: &Ctx<'_>, change: &mut Change) -> Result<()> {
    apply_preferences(ctx, change)?;
    notices::defer_offers(ctx, change)?;
    tell_watchers(ctx, change)?;
    announce_tournaments(ctx, change)?;
    review_finished_games(ctx, change);
    Ok(())
}

/// Drops the mentions that people do not want, and adds the notices that they prefer instead.
fn apply_preferences(ctx: &Ctx<'_>, change: &mut Change) -> Result<()> {
    let now = ctx.moment.now;
    let mut tells = Vec::new();
    for effect in &mut change.effects {
        let Effect::Show(show) = effect else { continue };
        let Manner::Fresh { call } = &mut show.manner else {
            continue;
        };
        let key = show.subject.key();
        let mut records = change.writes.iter().map(|write| &write.record);
        let Some(record) = records.find(|record| record.key() == key) else {
            continue;
        };
        let site = show.subject.board().map_or(Site::First, |board| board.site);
        let venue = match record {
            Record::Game(game) => game.venue_at(site),
            Record::Challenge(challenge) => &challenge.venue,
            Record::Tournament(tournament) => &tournament.venue,
            _ => continue,
        };
        ctx.foresee(call.iter().map(|person| Key::Person(person.clone())));
        ctx.foresee(venue.server.clone().map(Key::Server));
        for (place, person) in std::mem::take(call).into_iter().enumerate() {
            let settings = ctx.settings(Some(&person), venue.server.as_ref())?;
            let may_mention = place < MAX_MENTIONS;
            let way = match record {
                // In a direct conversation every message notifies.
                _ if venue.server.is_none() && may_mention => Way::Mention,
                Record::Game(game) => way_of_game(game, site, &settings, now),
                Record::Tournament(tournament) => {
                    let asks = tournament.missing_check_in().any(|asked| *asked == person);
                    way_of_tournament(tournament, asks, may_mention, &settings, now)
                }
                // A challenge needs the person's attention, so it is mentioned except in quiet hours.
                _ if settings.is_quiet(now) => Way::None,
                _ => Way::Mention,
            };
            match way {
                Way::Mention => call.push(person),
                Way::Tell(notice) => tells.push(Effect::tell(&person, notice)),
                Way::None => {}
            }
        }
    }
    change.effects.extend(tells);
    Ok(())
}

/// How a person learns of a message that would mention them.
enum Way {
    Mention,
    Tell(Notice),
    None,
}

fn way_of_game(game: &GameRecord, site: Site, settings: &EffectiveSettings, now: Timestamp) -> Way {
    // A mention on a board that cannot be posted would be lost. A direct message may come in quiet hours.
    if game.is_unseen_at(site) && settings.pings() != Pings::None {
        return Way::Tell(your_turn(game));
    }
    match settings.pings_at(now) {
        Pings::Mention => Way::Mention,
        // The end of a game is news for the room where it was played.
        Pings::Direct if game.result.is_some() => Way::Mention,
        Pings::Direct => Way::Tell(your_turn(game)),
        Pings::None => Way::None,
    }
}

/// If the tournament asks for a check-in, that needs the person's attention; anything else is news.
fn way_of_tournament(
    tournament: &TournamentRecord,
    asks: bool,
    may_mention: bool,
    settings: &EffectiveSettings,
    now: Timestamp,
) -> Way {
    let is_told = !may_mention || settings.is_quiet(now);
    match settings.pings_at(now) {
        Pings::None if !asks => Way::None,
        pings if is_told || pings == Pings::Direct && !asks => Way::Tell(Notice::Tournament {
            tournament: tournament.id,
        }),
        Pings::Mention | Pings::Direct | Pings::None => Way::Mention,
    }
}

fn your_turn(record: &GameRecord) -> Notice {
    let (game, ply) = (record.id, record.ply());
    // A tournament game that has just started notifies both players.
    if record.event.is_some() && ply == 0 {
        Notice::RoundBegins { game }
    } else {
        Notice::YourTurn { game, ply }
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
    let helps = |game: &GameRecord| {
        // A game that can't be read must not keep another from ending.
        let _ = fair_play::foresee(ctx, game.people());
        game.people()
            .any(|person| fair_play::no_review_help(ctx, ctx.viewer(person), game).is_err())
    };
    let reviews = change
        .games()
        .filter(|game| game.result.is_some() && game.counted.is_none())
        .filter(|game| game.moves.len() >= SHORTEST_REVIEWED && game.people().next().is_some())
        .filter(|game| !helps(game))
        .map(|game| Effect::Analyze(Analyze { game: game.id }));
    let reviews: Vec<_> = reviews.collect();
    change.effects.extend(reviews);
}

/// Has each effect of a change name people by their accounts on its platform.
pub(crate) fn address_effects(ctx: &Ctx<'_>, change: &mut Change) -> Result<()> {
    for effect in &mut change.effects {
        let (home, people): (_, Vec<_>) = match effect {
            Effect::Show(Show {
                subject,
                manner: Manner::Fresh { call },
                ..
            }) => {
                let home = |record: &Record| subject.home_in(record);
                let home = home_after(ctx, &change.writes, &subject.key(), home)?;
                (home, call.iter_mut().collect())
            }
            // To the account on the platform of its subject, else to the first one.
            Effect::Tell(tell) => {
                let subject = tell.notice.subject();
                let home = home_after(ctx, &change.writes, &subject, Record::home)?;
                (home, vec![&mut tell.to])
            }
            Effect::LookFor(look) => {
                let home = Home::of_server(&look.server);
                (Some(home), look.people.iter_mut().collect())
            }
            Effect::Award(award) => {
                let home = Home::of_server(&award.server);
                (Some(home), award.people.iter_mut().collect())
            }
            _ => continue,
        };
        if let Some(platform) = home.and_then(Home::platform) {
            accounts::address(ctx, platform, people)?;
        }
    }
    Ok(())
}
