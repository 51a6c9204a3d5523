mod commits;
mod loss;
mod opening;
mod records;

use std::fs;
use std::time::Duration;

use app::effect::{Effect, Manner, Show};
use app::store::Write;
use app::{
    ChallengeId, ChallengeRecord, ChallengeState, GameId, GameRecord, Home, Level, Person,
    PlayerId, Record, RoomId, Seat, Terms, Timestamp, Venue,
};
use rules_core::{ByColor, Variant};
use tempfile::{TempDir, tempdir};

use super::*;

fn folder() -> TempDir {
    tempdir().expect("a folder for temporary files")
}

fn opened(folder: &TempDir) -> SledStore {
    SledStore::open(folder.path()).expect("opens")
}

fn refused(folder: &TempDir) -> OpenError {
    SledStore::open(folder.path()).expect_err("does not open")
}

fn game(number: u64) -> GameRecord {
    let seats = ByColor {
        white: Seat::Person(Person::new(PlayerId::new("test:ann"), "Ann")),
        black: Seat::Engine(Level::LOWEST),
    };
    let venue = Venue::direct("test:room");
    let (id, began) = (GameId::draw(number, 0), Timestamp(1_000));
    GameRecord {
        moves: vec!["h1h2".to_owned()],
        touched: Timestamp(2_000),
        ..GameRecord::new(id, Variant::Toto40, seats, venue, began)
    }
}

fn challenge(number: u64) -> ChallengeRecord {
    ChallengeRecord {
        id: ChallengeId::draw(number, 0),
        by: Person::new(PlayerId::new("test:ann"), "Ann"),
        to: Some(Person::new(PlayerId::new("test:bob"), "Bob")),
        terms: Terms::of(Variant::Latrunculi),
        venue: Venue::direct("test:room"),
        made: Timestamp(1_000),
        expires: Timestamp(9_000),
        rematch_of: None,
        proposal: None,
        proposals: 0,
        state: ChallengeState::Open,
        taken: None,
    }
}

fn show(id: &str, game: GameId) -> Outgoing {
    let show = Show {
        subject: Subject::Game(game),
        version: 1,
        manner: Manner::InPlace,
        ply: Some(0),
    };
    Outgoing {
        id: EffectId(id.to_owned()),
        home: Home::DIRECT,
        effect: Effect::Show(show),
    }
}

fn put(store: &SledStore, expected: u64, record: impl Into<Record>) -> Result<(), StoreError> {
    store.commit(Batch::write(expected, record))
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("made");
    for entry in fs::read_dir(from).expect("listed") {
        let entry = entry.expect("listed");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("known").is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("copied");
        }
    }
}

/// Changes the database like another program.
fn modify(folder: &TempDir, change: impl FnOnce(&sled::Db)) {
    let database = (0..100).find_map(|_| {
        let database = sled::open(folder.path().join("store")).ok();
        if database.is_none() {
            std::thread::sleep(Duration::from_millis(20));
        }
        database
    });
    let database = database.expect("no one else has it open");
    change(&database);
    database.flush().expect("flushed");
}
