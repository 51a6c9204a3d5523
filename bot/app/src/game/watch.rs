//! Watching other people's games by direct message.

use text::msg;

use crate::context::{Change, Ctx, Reader, Result, keep, private, refuse_if};
use crate::game::{Viewer, message};
use crate::messages;
use crate::model::{GameId, GameRecord, Index, Key, Person, PlayerId, Timestamp};
use crate::people::visibility;
use crate::protocol::{Action, Button, Card, Command, Effect, Notice, Refusal, Request, Told};
use crate::spec::{CODE, CommandSpec, Games, Kind, named};
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
        let mut card = message::card_for(ctx, &record, ctx.viewer(who))?;
        card.controls.clear();
        return Ok(Change::aside(card));
    }
    refuse_if(record.side_of(&who.id).is_some(), Refusal::OwnGame(id))?;
    let mut person = ctx.person(who)?;
    ctx.foresee(person.value.watching.iter().map(|&other| Key::Game(other)));
    // Finished games make room.
    let mut ongoing = Vec::new();
    for &other in &person.value.watching {
        let known = ctx.value::<GameRecord>(Key::Game(other))?;
        if other != id && known.is_some_and(|game| game.result.is_none()) {
            ongoing.push(other);
        }
    }
    refuse_if(ongoing.len() >= GAMES, Refusal::WatchesTooMany(GAMES))?;
    let watchers = Index::WatchersOf(id);
    ctx.must_have_room(watchers, WATCHERS, Refusal::TooManyWatchers(id))?;
    ongoing.push(id);
    person.value.watching = ongoing;
    let card = Card::with_buttons(messages::watching(&record), [stop_button(id)]);
    Ok(Change::aside(card).with_writes([person.write()]))
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
    let rows = reader.list(&Index::OngoingOn(server), Page::last(READ))?;
    let games = reader.records::<GameRecord>(rows, LISTED);
    let is_shown = keep(|game: &GameRecord| visibility::is_shown_to(request, game));
    let games: Vec<_> = games.filter(is_shown).take(LISTED).collect::<Result<_>>()?;
    Ok(Change::nothing(private(messages::games_here(&games))))
}

/// Notices to a game's watchers of a move or the result, but not of an offer.
pub(crate) fn tell_watchers(reader: &Reader<'_>, record: &GameRecord) -> Result<Vec<Effect>> {
    let (game, ply) = (record.id, record.ply());
    let watchers = reader.list(&Index::WatchersOf(game), Page::first(WATCHERS))?;
    if watchers.is_empty() {
        return Ok(Vec::new());
    }
    let board = |game: &GameRecord| (game.ply(), game.take_backs, game.result);
    let former = reader.value::<GameRecord>(Key::Game(game))?;
    if former.is_some_and(|former| board(&former) == board(record)) {
        return Ok(Vec::new());
    }
    let tells = watchers.into_iter().filter_map(|(_, key)| match key {
        Key::Person(to) => Some(Effect::tell(&to, Notice::Watched { game, ply })),
        _ => None,
    });
    Ok(tells.collect())
}

/// The board for a watcher; `None` once there is a later one.
pub(crate) fn told_watcher(
    reader: &Reader<'_>,
    to: &PlayerId,
    record: &GameRecord,
    ply: u32,
    now: Timestamp,
) -> Result<Option<Told>> {
    if !visibility::is_watching(reader, to, record)? || record.ply() != ply {
        return Ok(None);
    }
    let person = &Person::new(to.clone(), "");
    let mut card = message::card_for(reader, record, Viewer { person, now })?;
    let stop = record.result.is_none().then(|| stop_button(record.id));
    card.controls = stop.map(|button| vec![button]).into_iter().collect();
    Ok(Some(Told::privately(card)))
}

fn stop_button(id: GameId) -> Button {
    Button::plain(msg!("button-game-stop-watching"), Action::Unwatch(id))
}
