//! Damage to each file of a data folder: a start or a check detects it, and no record changes silently.
//!
//! `cargo test --release -p store --test it damage -- --ignored --nocapture` damages a store of 500 games a thousand times.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]
#![allow(clippy::print_stdout, reason = "the test reports what it found")]

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use app::store::{Batch, Key, Store as _, Write};
use app::{GameId, GameRecord, Level, Person, PlayerId, Record, Seat, Timestamp, Venue};
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};
use rules_core::{ByColor, Game, Variant};
use store::{Database as _, ExportScope, JsonlError, OpenError, SledStore};
use tempfile::TempDir;

/// Half-moves of each game.
const PLIES: usize = 40;

/// Records by key, each with its version, as in an export.
type Records = BTreeMap<String, (u64, String)>;

/// Two data folders of one store, an older and the current one, with the records of the current one.
struct Original {
    older: TempDir,
    present: TempDir,
    export: String,
    records: Records,
}

impl Original {
    fn new(games: u64) -> Self {
        let [older, present] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let mut dice = StdRng::seed_from_u64(games);
        let mut all: Vec<GameRecord> = (0..games).map(|number| game(number, &mut dice)).collect();
        let store = SledStore::open(present.path()).unwrap();
        write(&store, &all, 0);
        drop(store);
        copy(present.path(), older.path());
        let store = SledStore::open(present.path()).unwrap();
        for game in all.iter_mut().step_by(2) {
            game.touched = Timestamp(game.touched.0 + 1);
        }
        for (number, game) in all.iter().enumerate().filter(|(number, _)| number % 2 == 0) {
            let version = u64::from(number % 2 == 0);
            write(&store, std::slice::from_ref(game), version);
        }
        let export = export(&store).unwrap();
        drop(store);
        // Reopened, so that there is a snapshot, and then changed again.
        let store = SledStore::open(present.path()).unwrap();
        drop(store);
        Self {
            older,
            present,
            records: records(&export),
            export,
        }
    }
}

fn game(number: u64, dice: &mut StdRng) -> GameRecord {
    let variant = Variant::ALL[usize::try_from(number).unwrap() % Variant::ALL.len()];
    let mut game = Game::new(variant);
    let mut moves = Vec::new();
    while moves.len() < PLIES && game.outcome().is_none() {
        let legal = game.legal_moves();
        let mv = legal[dice.random_range(0..legal.len())];
        moves.push(mv.uci(variant.shape()).to_string());
        game.play(mv).unwrap();
    }
    let player = PlayerId::new(format!("test:{}", number % 17));
    let seats = ByColor {
        white: Seat::Person(Person::new(player, "Ann")),
        black: Seat::Engine(Level::LOWEST),
    };
    let venue = Venue::direct("test:room");
    let (id, began) = (GameId::draw(number, 0), Timestamp(1_000));
    GameRecord {
        moves,
        touched: Timestamp(2_000),
        ..GameRecord::new(id, variant, seats, venue, began)
    }
}

fn write(store: &SledStore, games: &[GameRecord], expected: u64) {
    for chunk in games.chunks(50) {
        let writes = chunk.iter().map(|game| Write::new(expected, game.clone()));
        store.commit(Batch::writing(writes)).unwrap();
    }
}

fn export(store: &SledStore) -> Result<String, JsonlError> {
    let mut out = Vec::new();
    store.export(ExportScope::All, &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

fn records(export: &str) -> Records {
    let line = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let version = line["value"]["v"].as_u64()?;
        let key = line["key"].as_str()?.to_owned();
        (line["in"] == "records").then(|| (key, (version, line["value"].to_string())))
    };
    export.lines().filter_map(line).collect()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Returns the non-empty files of a data folder, relative to it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for part in ["", "store", "store/blobs"] {
        for entry in fs::read_dir(folder.join(part)).unwrap() {
            let entry = entry.unwrap();
            let data = entry.metadata().unwrap();
            if data.is_file() && data.len() > 0 {
                found.push(Path::new(part).join(entry.file_name()));
            }
        }
    }
    found.sort();
    found
}

/// Damages one file; returns a description of the damage.
fn damage(original: &Original, folder: &Path, dice: &mut StdRng) -> String {
    let all = files(folder);
    // The log has nearly all bytes.
    let file = if dice.random_bool(0.6) {
        Path::new("store/db")
    } else {
        &all[dice.random_range(0..all.len())]
    };
    let path = folder.join(file);
    let mut bytes = fs::read(&path).unwrap();
    let length = bytes.len();
    let at = dice.random_range(0..length);
    let what = match dice.random_range(0..7) {
        0 => {
            let bit = dice.random_range(0..8);
            bytes[at] ^= 1 << bit;
            format!("bit {bit} of byte {at} flipped")
        }
        1 => {
            bytes.truncate(at);
            format!("cut at {at}")
        }
        2 => {
            let page = at / 4096 * 4096;
            let end = (page + 4096).min(length);
            bytes[page..end].fill(0);
            format!("page at {page} zeroed")
        }
        3 => {
            let end = (at + dice.random_range(1..=length)).min(length);
            bytes[at..end].fill(0);
            format!("{at} to {end} zeroed")
        }
        4 => {
            let end = (at + dice.random_range(1..=512)).min(length);
            dice.fill(&mut bytes[at..end]);
            format!("{at} to {end} overwritten")
        }
        5 => {
            // Some files have a different name in the older folder.
            bytes = fs::read(original.older.path().join(file)).unwrap_or_default();
            format!("replaced by the {} bytes of its older version", bytes.len())
        }
        _ => {
            fs::remove_file(&path).unwrap();
            return format!("{} of {length} bytes: removed", file.display());
        }
    };
    fs::write(&path, bytes).unwrap();
    format!("{} of {length} bytes: {what}", file.display())
}

/// The outcome of opening a damaged store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Outcome {
    RefusedAtStart,
    FoundByCheck,
    /// Every value is unchanged.
    Harmless,
}

fn examine(original: &Original, folder: &Path, what: &str) -> Outcome {
    let store = match SledStore::open(folder) {
        Ok(store) => store,
        Err(
            error @ (OpenError::Damaged { .. }
            | OpenError::Incomplete { .. }
            | OpenError::NotOurs { .. }),
        ) => {
            let words = error.to_string();
            assert!(words.contains("restore"), "{what}: {words}");
            return Outcome::RefusedAtStart;
        }
        Err(error) => panic!("{what}: {error}"),
    };
    let report = store.check_all();
    let exported = export(&store);
    if report.as_ref().is_ok_and(|report| report.problems == 0) {
        assert_eq!(exported.unwrap(), original.export, "{what}: changed");
        return Outcome::Harmless;
    }
    // Perhaps only the file tally is damaged.
    match exported {
        Ok(export) => assert_eq!(export, original.export, "{what}: backed up"),
        Err(JsonlError::Incomplete { .. } | JsonlError::Damaged(_)) => {}
        Err(error) => panic!("{what}: {error}"),
    }
    Outcome::FoundByCheck
}

fn salvaged(folder: &Path) -> Records {
    let scratch = tempfile::tempdir().unwrap();
    let mut out = Vec::new();
    SledStore::salvage(folder, scratch.path(), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let restored = tempfile::tempdir().unwrap();
    SledStore::restore(restored.path(), &mut text.as_bytes()).unwrap();
    records(&text)
}

/// Damages copies of a store, and checks each.
fn damages(games: u64, rounds: u64) {
    let original = Original::new(games);
    let mut outcomes: HashMap<Outcome, u64> = HashMap::new();
    let mut kept = [0_usize; 2];
    // sled panics on damage; the store catches that.
    std::panic::set_hook(Box::new(|_| {}));
    let examined = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        for round in 0..rounds {
            let mut dice = StdRng::seed_from_u64(round);
            let folder = tempfile::tempdir().unwrap();
            copy(original.present.path(), folder.path());
            let what = damage(&original, folder.path(), &mut dice);
            let what = format!("round {round}, {what}");
            let is_there = folder.path().join("store").exists();
            let before = is_there.then(|| salvaged(folder.path()));
            let outcome = examine(&original, folder.path(), &what);
            *outcomes.entry(outcome).or_default() += 1;
            let Some(before) = before.filter(|_| outcome != Outcome::Harmless) else {
                continue;
            };
            let after = salvaged(folder.path());
            assert_eq!(after, before, "{what}: the start lost something");
            for (key, (version, value)) in &before {
                let (newest, present) = &original.records[key];
                assert!(version <= newest, "{what}: {key} is newer than it was");
                assert!(version < newest || value == present, "{what}: {key}");
            }
            kept[0] += before.len();
            kept[1] += original.records.len();
        }
    }));
    drop(std::panic::take_hook());
    if let Err(panic) = examined {
        std::panic::resume_unwind(panic);
    }
    println!(
        "{rounds} damages to {} files with {} records: {outcomes:?}; salvaged {} of {}",
        files(original.present.path()).len(),
        original.records.len(),
        kept[0],
        kept[1]
    );
    let refused = outcomes[&Outcome::RefusedAtStart];
    assert!(refused > rounds / 10, "{outcomes:?}");
}

#[test]
fn damage_is_noticed_and_changes_no_record_silently() {
    damages(60, 60);
}

#[test]
#[ignore = "takes minutes; BENCHMARKS.md has command and result"]
fn a_thousand_damages_are_noticed() {
    damages(500, 1000);
}

#[test]
fn an_undamaged_copy_is_in_order() {
    let original = Original::new(60);
    let outcome = examine(&original, original.present.path(), "nothing");
    assert_eq!(outcome, Outcome::Harmless);
    assert_eq!(salvaged(original.present.path()), original.records);
    let store = SledStore::open(original.present.path()).unwrap();
    let key = original.records.keys().next().unwrap();
    let id: GameId = key.get(1..).unwrap().parse().unwrap();
    let stored = store.get(&Key::Game(id)).unwrap().unwrap();
    assert!(matches!(stored.record, Record::Game(_)));
}
