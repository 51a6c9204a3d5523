//! Watching other people's games by direct message.

use text::msg;

use crate::context::failure::Result;
use crate::context::{Change, Ctx, Reader, private};
use crate::game::active_game::replayed;
use crate::game::engine_help::Viewer;
use crate::game::message;
use crate::messages;
use crate::model::ids::{GameId, Person};
use crate::model::key::{Index, Key};
use crate::model::moment::Timestamp;
use crate::model::record::{GameRecord, PersonRecord};
use crate::people::visibility;
use crate::protocol::action::Action;
use crate::protocol::card::{Button, Card};
use crate::protocol::command::{Command, Request};
use crate::protocol::effect::{Answer, Effect};
use crate::protocol::notice::{Notice, Tell, Told};
use crate::protocol::refusal::Refusal;
use crate::spec::command::{CommandSpec, Games, Kind, named};
use crate::spec::options::CODE;
use crate::store::Page;

pub(crate) const WATCH: CommandSpec = named("watch", || msg!("command-watch"))
    .command(|arguments| Ok(Command::Watch(arguments.game("game")?)))
    .options(&[Kind::Game(Games::Watchable)
        .option("game", || msg!("command-watch-game"))
        .required()]);

pub(crate) const UNWATCH: CommandSpec = named("unwatch", || msg!("command-unwatch"))
    .command(|arguments| Ok(Command::Unwatch(arguments.game("game")?)))
    .typed_only()
    .options(&[CODE]);

/// Maximum number of games that one person watches.
const GAMES: usize = 10;

/// Maximum number of people who watch one game.
const WATCHERS: usize = 50;

/// Maximum number of games listed.
const LISTED: usize = 20;

/// Maximum number of a server's games read for a list.
const READ: usize = 300;

pub(crate) fn watch(ctx: &Ctx<'_>, who: &Person, id: GameId) -> Result<Change> {
    let record = ctx.game(id)?.value;
    if record.result.is_some() {
        return look_at(ctx, who, &record);
    }
    if record.side_of(&who.id).is_some() {
        return Err(Refusal::OwnGame(id).into());
    }
    let mut person = ctx.person(who)?;
    ctx.foresee(person.value.watching.iter().map(|&other| Key::Game(other)));
    // Finished games make room.
    let mut ongoing = Vec::new();
    for &other in &person.value.watching {
        let known = ctx.load::<GameRecord>(Key::Game(other))?;
        if other != id && known.is_some_and(|game| game.value.result.is_none()) {
            ongoing.push(other);
        }
    }
    if ongoing.len() >= GAMES {
        return Err(Refusal::WatchesTooMany(GAMES).into());
    }
    if !ctx.has_room(Index::WatchersOf(id), WATCHERS)? {
        return Err(Refusal::TooManyWatchers(id).into());
    }
    ongoing.push(id);
    person.value.watching = ongoing;
    let card = Card::with_buttons(messages::watching(&record), [stop_button(id)]);
    let answer = Answer::Aside(Box::new(card));
    Ok(Change::writing(person.write(), answer))
}

pub(crate) fn unwatch(reader: &Reader<'_>, who: &Person, id: GameId) -> Result<Change> {
    let answer = private(msg!("watch-stopped", id = id.to_string()));
    let mut person = reader.person(who)?;
    let before = person.value.watching.len();
    person.value.watching.retain(|&other| other != id);
    if person.value.watching.len() == before {
        return Ok(Change::nothing(answer));
    }
    Ok(Change::writing(person.write(), answer))
}

/// Lists the games in progress that people in this room see, those with the latest moves first.
pub(crate) fn list_here(reader: &Reader<'_>, request: &Request) -> Result<Change> {
    let server = request.venue.server.clone().ok_or(Refusal::NotOnAServer)?;
    let mut games = Vec::new();
    let rows = reader.list(&Index::OngoingOn(server), Page::last(READ))?;
    for game in reader.records::<GameRecord>(rows, LISTED) {
        let game = game?;
        if visibility::is_shown_to(request, &game) {
            games.push(game);
        }
        if games.len() == LISTED {
            break;
        }
    }
    Ok(Change::nothing(private(messages::games_here(&games))))
}

fn watchers(reader: &Reader<'_>, id: GameId) -> Result<Vec<Key>> {
    let rows = reader.list(&Index::WatchersOf(id), Page::first(WATCHERS))?;
    Ok(rows.into_iter().map(|(_, key)| key).collect())
}

/// Notices to a game's watchers of a move or the result, but not of an offer.
pub(crate) fn tell_watchers(reader: &Reader<'_>, record: &GameRecord) -> Result<Vec<Effect>> {
    let mut effects = Vec::new();
    let watchers = watchers(reader, record.id)?;
    if watchers.is_empty() || is_unchanged(reader, record)? {
        return Ok(effects);
    }
    for key in watchers {
        if let Key::Person(to) = key {
            let (game, ply) = (record.id, record.ply());
            effects.push(Effect::tell(&to, Notice::Watched { game, ply }));
        }
    }
    Ok(effects)
}

/// Whether the stored game already shows the same board as this record.
fn is_unchanged(reader: &Reader<'_>, record: &GameRecord) -> Result<bool> {
    let board = |game: &GameRecord| (game.ply(), game.take_backs, game.result);
    let former = reader.load::<GameRecord>(Key::Game(record.id))?;
    Ok(former.is_some_and(|former| board(&former.value) == board(record)))
}

/// The board for a watcher; `None` once there is a later one.
pub(crate) fn told_watcher(
    reader: &Reader<'_>,
    tell: &Tell,
    record: &GameRecord,
    ply: u32,
    now: Timestamp,
) -> Result<Option<Told>> {
    let person = reader.load::<PersonRecord>(Key::Person(tell.to.clone()))?;
    let still_watching = person.is_some_and(|person| person.value.watching.contains(&record.id));
    if !still_watching || record.ply() != ply {
        return Ok(None);
    }
    let watcher = Person::new(tell.to.clone(), "");
    let viewer = Viewer {
        person: &watcher,
        now,
    };
    let mut card = message::game_card(reader, record, replayed(record)?, Some(viewer))?;
    let stop = record.result.is_none().then(|| stop_button(record.id));
    card.controls = stop.map(|button| vec![button]).into_iter().collect();
    Ok(Some(Told::privately(card)))
}

fn look_at(ctx: &Ctx<'_>, who: &Person, record: &GameRecord) -> Result<Change> {
    let viewer = Viewer::new(ctx, who);
    let mut card = message::game_card(ctx, record, replayed(record)?, Some(viewer))?;
    card.controls.clear();
    Ok(Change::aside(card))
}

fn stop_button(id: GameId) -> Button {
    Button::plain(msg!("button-game-stop-watching"), Action::Unwatch(id))
}
