//! Games, effects and batches that tests write, and the stores to write them to.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use app::effect::{Effect, EffectId, Manner, Outgoing, Show, Subject};
use app::store::Batch;
use app::{
    GameId, GameRecord, Home, Level, Person, PlayerId, Record, RoomId, Seat, Timestamp, Venue,
};
use rules_core::{ByColor, Variant};
use store::leases::{Leases, Role};
use store::postgres::{DatabaseUrl, PostgresSettings, PostgresStore};
use store::{Database as _, MessageId, Post};

pub(crate) fn opened(url: &DatabaseUrl) -> PostgresStore {
    PostgresStore::open(&PostgresSettings::new(url.clone())).unwrap()
}

/// Registers a process that serves this many shards.
pub(crate) fn serving(store: &PostgresStore, shards: u32) -> Arc<dyn Leases> {
    let leases = store.leases().unwrap();
    leases.register(Role::Server).unwrap();
    leases.agree_on_total(shards).unwrap();
    leases.claim(shards as usize).unwrap();
    leases
}

/// The name of a database, for SQL.
pub(crate) fn name(url: &DatabaseUrl) -> String {
    let text = url.to_string();
    text.rsplit('/').next().unwrap().to_owned()
}

pub(crate) fn game(number: u64) -> GameRecord {
    let seats = ByColor {
        white: Seat::Person(Person::new(PlayerId::new("test:ann"), "Ann")),
        black: Seat::Engine(Level::LOWEST),
    };
    let venue = Venue::on_server("test:room", "discord:81384788765712384");
    let (id, began) = (GameId::draw(number, 0), Timestamp(1_000));
    GameRecord {
        moves: vec!["h1h2".to_owned()],
        touched: Timestamp(2_000),
        ..GameRecord::new(id, Variant::Toto40, seats, venue, began)
    }
}

pub(crate) fn show(id: &str, game: GameId, version: u64) -> Outgoing {
    let show = Show {
        subject: Subject::Game(game),
        version,
        manner: Manner::InPlace,
        ply: Some(0),
    };
    Outgoing {
        id: EffectId(id.to_owned()),
        home: Home::new(19_403_645),
        effect: Effect::Show(show),
    }
}

pub(crate) fn post(message: String, room: &str) -> Post {
    Post {
        message: MessageId::new(message),
        room: RoomId::new(room),
        version: 1,
        first: None,
        posted_at: 3,
        remains: "é".to_owned(),
    }
}

pub(crate) fn batch(expected: u64, record: impl Into<Record>) -> Batch {
    Batch::write(expected, record)
}

/// The time by this machine's clock.
pub(crate) fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    Timestamp(i64::try_from(since.as_millis()).unwrap())
}
