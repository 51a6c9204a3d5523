//! Games of others, followed by direct message.

use crate::app::{App, Change, private};
use crate::choosing::replayed;
use crate::command::Press;
use crate::effect::{Answer, Card, Control, Effect, Look};
use crate::ids::{GameId, Person, ServerId};
use crate::notice::{Notice, Tell, Told};
use crate::record::GameRecord;
use crate::refusal::{Failure, Refusal};
use crate::say;
use crate::store::{Index, Key, Page, Store};

/// The most games that one person follows.
const GAMES: usize = 10;
/// The most people who follow one game.
const WATCHERS: usize = 50;
/// The most games of a server that are listed.
const LISTED: usize = 20;

impl<S: Store> App<S> {
    pub(crate) fn watch(&self, who: &Person, id: GameId) -> Result<Change, Failure> {
        let record = self.game(id)?.value;
        if record.result.is_some() {
            return self.look_at(who, &record);
        }
        if record.side_of(&who.id).is_some() {
            return Err(Refusal::OwnGame(id).into());
        }
        let mut person = self.person_record(who)?;
        // What is over need not be followed.
        let mut going_on = Vec::new();
        for &other in &person.value.watching {
            let known = self.load::<GameRecord>(Key::Game(other))?;
            if other != id && known.is_some_and(|game| game.value.result.is_none()) {
                going_on.push(other);
            }
        }
        if going_on.len() >= GAMES {
            return Err(Refusal::WatchesTooMany(GAMES).into());
        }
        if self.watchers(id)?.len() >= WATCHERS {
            return Err(Refusal::TooManyWatchers(id).into());
        }
        going_on.push(id);
        person.value.watching = going_on;
        let card = Card {
            controls: vec![vec![unwatch(id)]],
            ..Card::words(say::watching(&record))
        };
        Ok(Change {
            writes: vec![person.write()],
            ..Change::nothing(Answer::Private(Box::new(card)))
        })
    }

    pub(crate) fn unwatch(&self, who: &Person, id: GameId) -> Result<Change, Failure> {
        let answer = private(say::not_watching(id));
        let mut person = self.person_record(who)?;
        let before = person.value.watching.len();
        person.value.watching.retain(|&other| other != id);
        if person.value.watching.len() == before {
            return Ok(Change::nothing(answer));
        }
        Ok(Change {
            writes: vec![person.write()],
            ..Change::nothing(answer)
        })
    }

    /// The games in progress on a server, those with the latest moves first.
    pub(crate) fn list_server(&self, server: Option<&ServerId>) -> Result<Change, Failure> {
        let server = server.ok_or(Refusal::NotOnAServer)?;
        let index = Index::OngoingOn(server.clone());
        let mut games = Vec::new();
        for (_, key) in self.store.list(&index, Page::last(LISTED))? {
            if let Key::Game(id) = key {
                games.push(self.game(id)?.value);
            }
        }
        Ok(Change::nothing(private(say::games_here(&games))))
    }

    fn watchers(&self, id: GameId) -> Result<Vec<Key>, Failure> {
        let rows = self
            .store
            .list(&Index::WatchersOf(id), Page::first(WATCHERS))?;
        Ok(rows.into_iter().map(|(_, key)| key).collect())
    }

    /// What those who follow a game are told of its change: of moves and of its end, not of what the players offer each other.
    pub(crate) fn tell_watchers(&self, record: &GameRecord) -> Result<Vec<Effect>, Failure> {
        let mut effects = Vec::new();
        let watchers = self.watchers(record.id)?;
        if watchers.is_empty() || self.is_seen(record)? {
            return Ok(effects);
        }
        for key in watchers {
            if let Key::Person(to) = key {
                let notice = Notice::Watched {
                    game: record.id,
                    ply: record.ply(),
                };
                effects.push(Effect::Tell(Tell { to, notice }));
            }
        }
        Ok(effects)
    }

    /// Whether a game that is about to be stored shows the same board as the one that is stored.
    fn is_seen(&self, record: &GameRecord) -> Result<bool, Failure> {
        let board = |game: &GameRecord| (game.ply(), game.take_backs, game.result);
        let former = self.load::<GameRecord>(Key::Game(record.id))?;
        Ok(former.is_some_and(|former| board(&former.value) == board(record)))
    }

    /// A board for somebody who follows the game; nothing once there is a later one.
    pub(crate) fn told_watcher(
        &self,
        tell: &Tell,
        record: &GameRecord,
        ply: u32,
    ) -> Result<Option<Told>, Failure> {
        let follows = self
            .person_of(&tell.to)?
            .is_some_and(|person| person.watching.contains(&record.id));
        if !follows || record.ply() != ply {
            return Ok(None);
        }
        let watcher = Person::new(tell.to.clone(), "");
        let card = self.game_card(record, replayed(record)?, Some(&watcher))?;
        let controls = if record.result.is_none() {
            vec![vec![unwatch(record.id)]]
        } else {
            Vec::new()
        };
        Ok(Some(Told {
            card: Card { controls, ..card },
            room: None,
            room_first: false,
        }))
    }

    fn person_of(&self, id: &crate::PlayerId) -> Result<Option<crate::PersonRecord>, Failure> {
        Ok(self
            .load(Key::Person(id.clone()))?
            .map(|loaded| loaded.value))
    }

    fn look_at(&self, who: &Person, record: &GameRecord) -> Result<Change, Failure> {
        let card = self.game_card(record, replayed(record)?, Some(who))?;
        let card = Card {
            controls: Vec::new(),
            ..card
        };
        Ok(Change::nothing(Answer::Private(Box::new(card))))
    }
}

fn unwatch(id: GameId) -> Control {
    Control {
        label: "Stop watching",
        look: Look::Plain,
        press: Press::Unwatch(id),
    }
}
