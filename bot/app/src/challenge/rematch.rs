//! Rematches with reversed colors: at once with the engine, by a challenge with a person.

use rules_core::Color;
use text::{Platform, msg};

use crate::challenge::invitation;
use crate::context::failure::Result;
use crate::context::{Change, Ctx, Reader};
use crate::model::ids::{GameId, Person, without_thread};
use crate::model::key::{Index, Key};
use crate::model::record::{
    ChallengeRecord, ColorWish, Elsewhere, GameRecord, Record, Seat, Site, Terms, Thread,
};
use crate::protocol::command::{Command, Request};
use crate::protocol::effect::Answer;
use crate::protocol::refusal::Refusal;
use crate::settings::{effective, place};
use crate::spec::command::{CommandSpec, named};
use crate::spec::options::CODE;
use crate::store::Page;

pub(crate) const REMATCH: CommandSpec = named("rematch", || msg!("command-rematch"))
    .command(|arguments| Ok(Command::Rematch(arguments.game("game")?)))
    .typed_only()
    .options(&[CODE]);

pub(crate) fn rematch(ctx: &Ctx<'_>, request: &Request, id: GameId) -> Result<Change> {
    if request.context.guest {
        return Err(Refusal::Guest.into());
    }
    let who = &request.who;
    let former = ctx.game(id)?;
    let record = &former.value;
    let Some(side) = record.side_of(&who.id) else {
        return Err(Refusal::NotAPlayer(id).into());
    };
    if record.result.is_none() {
        return Err(Refusal::NotOver(id).into());
    }
    if let Some(next) = record.rematch {
        return Err(Refusal::RematchStarted(next).into());
    }
    for site in record.sites() {
        may_play_at(ctx, request, record, site)?;
    }
    let terms = terms_of(record, !side);
    let venue = place::place_of(ctx, &record.venue)?.venue;
    match &record.seats[!side] {
        Seat::Engine(level) => {
            let mut change = invitation::play_engine(ctx, who, &venue, &terms, *level)?;
            follow(ctx, &mut change, id)?;
            Ok(change)
        }
        Seat::Person(opponent) => {
            if let Some(theirs) = rematch_of(ctx, opponent, id)? {
                let theirs = invitation::acceptable(ctx, who, theirs.id)?;
                return invitation::begin_accepted(ctx, theirs, who, None);
            }
            if rematch_of(ctx, who, id)?.is_some() {
                return Err(Refusal::RematchRequested.into());
            }
            // The one who answers is called where they play from.
            let venue = place::place_of(ctx, record.venue_at(record.site_of(!side)))?.venue;
            let asked = invitation::challenge(ctx, who, &venue, Some(opponent), &terms)?;
            let mut asked = asked.of_rematch(id);
            // Both may ask at once: the game is written so that the second commit conflicts, and then finds the first request.
            let unchanged = former.silent_change(Vec::new(), Answer::Seen);
            asked.writes.extend(unchanged.writes);
            Ok(asked)
        }
    }
}

/// Refuses a rematch if the server no longer allows games in a place of the former one, wherever the rematch is asked for.
fn may_play_at(
    reader: &Reader<'_>,
    request: &Request,
    former: &GameRecord,
    site: Site,
) -> Result<()> {
    let venue = place::place_of(reader, former.venue_at(site))?.venue;
    let parent = match (former.thread_at(site), &request.context.parent) {
        (Thread::Own { parent, .. }, _) => parent.clone(),
        // Only a request from someone's own thread on Discord tells which room holds it.
        (_, Some(parent)) if venue.room == request.venue.room => parent.clone(),
        _ if venue.room.platform() == Platform::Discord && venue.room != request.venue.room => {
            return Ok(());
        }
        _ => without_thread(&venue.room),
    };
    effective::may_begin_in(reader, &venue, Some(&parent))
}

fn rematch_of(reader: &Reader<'_>, by: &Person, game: GameId) -> Result<Option<ChallengeRecord>> {
    let open = reader.list(
        &Index::ChallengesBy(by.id.clone()),
        Page::first(reader.limits.challenges),
    )?;
    reader.foresee_rows(&open);
    for (_, key) in open {
        if let Key::Challenge(id) = key {
            let challenge = reader.challenge(id)?.value;
            if challenge.rematch_of == Some(game) {
                return Ok(Some(challenge));
            }
        }
    }
    Ok(None)
}

/// Shows a rematch where the former game was, each player playing from where they did.
pub(crate) fn keep_places(
    reader: &Reader<'_>,
    game: &mut GameRecord,
    former: &GameRecord,
) -> Result<()> {
    let Some(elsewhere) = &former.elsewhere else {
        return Ok(());
    };
    let there = former.seats[elsewhere.side].person();
    if let Some(side) = there.and_then(|person| game.side_of(&person.id)) {
        game.venue = place::place_of(reader, &former.venue)?.venue;
        game.elsewhere = Some(Elsewhere {
            venue: place::place_of(reader, &elsewhere.venue)?.venue,
            side,
            thread: Thread::None,
            unseen: false,
        });
    }
    Ok(())
}

/// Notes in a finished game that its rematch has started, which removes the button.
pub(crate) fn follow(reader: &Reader<'_>, change: &mut Change, id: GameId) -> Result<()> {
    let Some(next) = change.new_game().map(|game| game.id) else {
        return Ok(());
    };
    let mut former = reader.game(id)?;
    let games = change.writes.iter_mut().map(|write| &mut write.record);
    for game in games {
        if let Record::Game(game) = game
            && game.id == next
        {
            take_over_thread(game, &former.value);
        }
    }
    former.value.rematch = Some(next);
    change.effects.extend(former.edit_effects());
    change.writes.push(former.write());
    Ok(())
}

/// Hands the former game's thread to the rematch played in it, so that the thread closes after the rematch.
fn take_over_thread(game: &mut GameRecord, former: &GameRecord) {
    if let Thread::Own { parent, .. } = &former.thread
        && game.venue == former.venue
    {
        game.thread = Thread::Own {
            parent: parent.clone(),
            closes: true,
        };
    }
}

/// The terms of a finished game for a challenger who now plays `color`.
fn terms_of(record: &GameRecord, color: Color) -> Terms {
    Terms {
        variant: record.variant,
        color: ColorWish::Only(color),
        start: record.start.clone(),
        time: record.time,
        rated: record.rated,
        // The next one is played where this one was.
        thread: Some(false),
        elsewhere: false,
    }
}
