//! What Delos is, and how to start: the answers to `/about` and `/help`, and the welcome on a server that Delos joins, which is
//! shown once: in the server's channel for such messages, else to the person who gives the first command there.

use text::msg;

use crate::context::{Change, Ctx, Reader, Result};
use crate::messages::{self, HelpPlace};
use crate::model::{
    EffectiveSettings, Index, Level, RoomId, ServerId, Span, Terms, Timestamp, Welcome,
};
use crate::protocol::{
    Action, Answer, Audience, Button, Card, Command, Effect, NewGame, News, Occasion, Request,
};
use crate::spec::{CommandSpec, named};
use crate::store::Page;

pub(crate) const HELP: CommandSpec =
    named("help", || msg!("command-help")).command(|_| Ok(Command::Help(Occasion::Asked)));

pub(crate) const ABOUT: CommandSpec =
    named("about", || msg!("command-about")).command(|_| Ok(Command::About));

/// How long after joining a server Delos still introduces itself: platforms report all its servers at every start, and those
/// that it joined before it kept a record of its welcomes are not to be greeted.
const NEW: Span = Span::hours(24);

/// What this program is, and how long it has been running.
pub(crate) fn about(reader: &Reader<'_>) -> Change {
    let privacy = Button::plain(msg!("button-privacy"), Action::Privacy);
    let card = Card::with_buttons(messages::about(reader.facts), [privacy]);
    Change::aside(card)
}

/// The card that tells how to start; the welcome, if that is still due.
pub(crate) fn help(ctx: &Ctx<'_>, request: &Request, occasion: Occasion) -> Result<Change> {
    let place = match &request.venue.server {
        _ if request.context.guest => HelpPlace::Guest,
        Some(server) if occasion == Occasion::Asked && is_due(ctx, server)? => {
            return first_command(ctx, server);
        }
        Some(_) => HelpPlace::Server,
        None => HelpPlace::Direct,
    };
    let mut card = match place {
        HelpPlace::Direct => directly(ctx, occasion),
        _ => card(place, occasion),
    };
    // That someone plays at all may be private.
    if request.context.audience == Audience::Author {
        let ongoing = Index::OngoingOf(request.who.id.clone());
        let plays = !ctx.list(&ongoing, Page::last(1))?.is_empty();
        if plays {
            let own = Button::plain(msg!("button-games-mine"), Action::Games);
            card.controls.push(vec![own]);
        }
    }
    Ok(Change::aside(card))
}

pub(crate) fn directly(reader: &Reader<'_>, occasion: Occasion) -> Card {
    let mut card = card(HelpPlace::Direct, occasion);
    if !reader.facts.alone {
        card.text = card.text.line(msg!("help-link"));
    }
    card
}

pub(crate) fn card(place: HelpPlace, occasion: Occasion) -> Card {
    let terms = Terms::of(EffectiveSettings::VARIANT);
    let game = Action::ChooseGame(NewGame::play(&terms, Level::LOWEST));
    let play = Button::primary(msg!("button-help-play"), game);
    let challenge = Action::ChooseGame(NewGame::challenge(&terms, None));
    let challenge = Button::primary(msg!("button-help-challenge"), challenge);
    let learn = Button::plain(msg!("button-learn"), Action::Learn);
    let puzzle = Button::plain(msg!("button-puzzle"), Action::Puzzle);
    let rules = Button::plain(msg!("button-rules"), Action::RulesOfAny);
    let row = match place {
        HelpPlace::Server => vec![play, challenge, learn, puzzle, rules],
        HelpPlace::Direct => vec![play, learn, puzzle, rules],
        HelpPlace::Guest => vec![learn, puzzle, rules],
    };
    Card::with_buttons(messages::help(place, occasion), row)
}

/// Whether Delos joined a server so recently that it may not have been welcomed.
pub(crate) fn is_recent(since: Timestamp, now: Timestamp) -> bool {
    since.plus(NEW) >= now
}

/// Whether the person who gives the next command on a server will see the welcome.
pub(crate) fn is_due(reader: &Reader<'_>, server: &ServerId) -> Result<bool> {
    Ok(reader.server(server)?.value.welcome == Some(Welcome::Due))
}

/// Welcomes a server that Delos joined at `since`, in `room` if it has one for that; does nothing if it did so before.
pub(crate) fn joined(
    ctx: &Ctx<'_>,
    server: &ServerId,
    room: Option<&RoomId>,
    since: Timestamp,
) -> Result<Change> {
    let mut change = Change::nothing(Answer::Seen);
    if !is_recent(since, ctx.moment.now) {
        return Ok(change);
    }
    let mut record = ctx.server(server)?;
    if record.value.welcome.is_some() {
        return Ok(change);
    }
    record.value.welcome = Some(match room {
        Some(_) => Welcome::Shown,
        None => Welcome::Due,
    });
    change.writes.push(record.write());
    let announce = |room: &RoomId| Effect::announce(room.clone(), News::Joined(server.clone()));
    change.effects.extend(room.map(announce));
    Ok(change)
}

/// Leaves the welcome to the first command, since the room did not take it.
pub(crate) fn not_shown(ctx: &Ctx<'_>, server: &ServerId) -> Result<Change> {
    turned(ctx, server, Welcome::Shown, Welcome::Due)
}

/// The welcome, if the person who gives a command is the first to see it.
pub(crate) fn first_command(ctx: &Ctx<'_>, server: &ServerId) -> Result<Change> {
    let mut change = turned(ctx, server, Welcome::Due, Welcome::Shown)?;
    if change.is_something() {
        let card = card(HelpPlace::Server, Occasion::Joined);
        change.answer = Answer::Aside(Box::new(card));
    }
    Ok(change)
}

/// Turns the state of a server's welcome from one into another; does nothing in any other state.
fn turned(ctx: &Ctx<'_>, server: &ServerId, from: Welcome, to: Welcome) -> Result<Change> {
    let mut record = ctx.server(server)?;
    if record.value.welcome != Some(from) {
        return Ok(Change::nothing(Answer::Seen));
    }
    record.value.welcome = Some(to);
    Ok(Change::writing(record.write(), Answer::Seen))
}
