//! Rematches with reversed colors: at once with the engine, by a challenge with a person.

use text::{Platform, msg};

use crate::challenge::invitation;
use crate::context::{Change, Ctx, Loaded, Reader, Result, keep, refuse_if};
use crate::model::{
    ChallengeRecord, ColorWish, Elsewhere, GameId, GameRecord, Index, Person, Record, Seat, Site,
    Terms, Thread, without_thread,
};
use crate::protocol::{Answer, Command, Refusal, Request};
use crate::settings::replaced_rooms::place_of;
use crate::spec::{CODE, CommandSpec, named};
use crate::store::Page;

pub(crate) const REMATCH: CommandSpec = named("rematch", || msg!("command-rematch"))
    .command(|arguments| Ok(Command::Rematch(arguments.game("game")?)))
    .typed_only()
    .options(&[CODE]);

pub(crate) fn rematch(ctx: &Ctx<'_>, request: &Request, id: GameId) -> Result<Change> {
    refuse_if(request.context.guest, Refusal::Guest)?;
    let who = &request.who;
    let former = ctx.game(id)?;
    let record = &former.value;
    let side = record.side_of(&who.id).ok_or(Refusal::NotAPlayer(id))?;
    refuse_if(record.result.is_none(), Refusal::NotOver(id))?;
    if let Some(next) = record.rematch {
        return Err(Refusal::RematchStarted(next).into());
    }
    for site in record.sites() {
        may_play_at(ctx, request, record, site)?;
    }
    let terms = Terms {
        variant: record.variant,
        color: ColorWish::Only(!side),
        start: record.start.clone(),
        time: record.time,
        rated: record.rated,
        // It is played where the former one was.
        thread: Some(false),
        elsewhere: false,
    };
    let venue = place_of(ctx, &record.venue)?.venue;
    match &record.seats[!side] {
        Seat::Engine(level) => {
            let mut change = invitation::play_engine(ctx, who, &venue, &terms, *level)?;
            follow(&mut change, former);
            Ok(change)
        }
        Seat::Person(opponent) => {
            if let Some(theirs) = rematch_of(ctx, opponent, id)? {
                let theirs = invitation::acceptable(ctx, who, theirs.id)?;
                return invitation::begin_accepted(ctx, theirs, who, None);
            }
            let is_asked = rematch_of(ctx, who, id)?.is_some();
            refuse_if(is_asked, Refusal::RematchRequested)?;
            // The one who answers is called where they play from.
            let venue = place_of(ctx, record.venue_at(record.site_of(!side)))?.venue;
            let mut asked = invitation::challenge(ctx, who, &venue, Some(opponent), &terms)?;
            for write in &mut asked.writes {
                if let Record::Challenge(challenge) = &mut write.record {
                    challenge.rematch_of = Some(id);
                }
            }
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
    let venue = place_of(reader, former.venue_at(site))?.venue;
    let parent = match (former.thread_at(site), &request.context.parent) {
        (Thread::Own { parent, .. }, _) => parent.clone(),
        // Only a request from someone's own thread on Discord tells which room holds it.
        (_, Some(parent)) if venue.room == request.venue.room => parent.clone(),
        _ if venue.room.platform() == Platform::Discord && venue.room != request.venue.room => {
            return Ok(());
        }
        _ => without_thread(&venue.room),
    };
    reader.may_begin_in(&venue, Some(&parent))
}

fn rematch_of(reader: &Reader<'_>, by: &Person, game: GameId) -> Result<Option<ChallengeRecord>> {
    let open = Index::ChallengesBy(by.id.clone());
    let open = reader.list(&open, Page::first(reader.limits.challenges))?;
    let mut open = reader.records::<ChallengeRecord>(open, usize::MAX);
    let is_wanted = keep(|challenge: &ChallengeRecord| challenge.rematch_of == Some(game));
    open.find(is_wanted).transpose()
}

/// Shows a rematch where the former game was, each player playing from where they did.
pub(crate) fn keep_places(
    reader: &Reader<'_>,
    game: &mut GameRecord,
    former: &GameRecord,
) -> Result<()> {
    if let Some(elsewhere) = &former.elsewhere
        && let Some(there) = former.seats[elsewhere.side].person()
        && let Some(side) = game.side_of(&there.id)
    {
        game.venue = place_of(reader, &former.venue)?.venue;
        game.elsewhere = Some(Elsewhere {
            venue: place_of(reader, &elsewhere.venue)?.venue,
            side,
            thread: Thread::None,
            unseen: false,
        });
    }
    Ok(())
}

/// Notes in a finished game that its rematch has started, which removes the button.
pub(crate) fn follow(change: &mut Change, mut former: Loaded<GameRecord>) {
    let Some(game) = change.new_game() else {
        return;
    };
    let record = &mut former.value;
    record.rematch = Some(game.id);
    // The thread in which the rematch is played closes after it.
    if let Thread::Own { parent, .. } = &record.thread
        && game.venue == record.venue
    {
        game.thread = Thread::Own {
            parent: parent.clone(),
            closes: true,
        };
    }
    change.edit(former);
}
