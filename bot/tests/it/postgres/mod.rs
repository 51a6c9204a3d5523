//! The PostgreSQL store: its contract, its errors, and commits whose connection breaks.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod contract;
mod errors;
mod faults;
mod leases;
mod program;
mod transfer;

use app::effect::{Effect, EffectId, Manner, Outgoing, Show, Subject};
use app::store::{Batch, Write};
use app::{
    GameId, GameRecord, Home, Level, Person, PlayerId, Record, RoomId, Seat, ServerId, Timestamp,
    Venue,
};
use rules_core::{ByColor, Variant};
use store::postgres::DatabaseUrl;
use store::postgres::{PostgresSettings, PostgresStore};

fn opened(url: &DatabaseUrl) -> PostgresStore {
    PostgresStore::open(&PostgresSettings::new(url.clone())).unwrap()
}

/// Returns a database's name, for SQL.
fn name(url: &DatabaseUrl) -> String {
    let text = url.to_string();
    text.rsplit('/').next().unwrap().to_owned()
}

fn game(number: u64) -> GameRecord {
    let seats = ByColor {
        white: Seat::Person(Person::new(PlayerId::new("test:ann"), "Ann")),
        black: Seat::Engine(Level::LOWEST),
    };
    let venue = Venue {
        room: RoomId::new("test:room"),
        server: Some(ServerId::new("discord:81384788765712384")),
    };
    let (id, began) = (GameId::draw(number, 0), Timestamp(1_000));
    GameRecord {
        moves: vec!["h1h2".to_owned()],
        touched: Timestamp(2_000),
        ..GameRecord::new(id, Variant::Toto40, seats, venue, began)
    }
}

fn show(id: &str, game: GameId, version: u64) -> Outgoing {
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

fn batch(expected: u64, record: impl Into<Record>) -> Batch {
    Batch {
        writes: vec![Write {
            expected,
            record: record.into(),
        }],
        ..Batch::default()
    }
}
