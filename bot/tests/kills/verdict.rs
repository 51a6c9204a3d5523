//! What must hold: of the store after each end of the program, and of everything when all games are played.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use app::store::{Index, Key, Page, Store as _};
use app::{ChallengeId, ChallengeState, End, GameId, GameRecord, Record};
use bot::store::SledStore;
use playground::Channel;

use crate::tables::{Other, Table};

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else if entry.file_type().unwrap().is_file() {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Looks into a copy of the data folder, so that the next program finds what the last one left.
pub(crate) fn nothing_told_is_lost(
    data: &Path,
    scratch: &Path,
    tables: &[Table],
    look: impl FnOnce(&SledStore),
) {
    if !data.join("store").exists() {
        assert!(tables.iter().all(|table| table.id.is_none()));
        return;
    }
    let folder = scratch.join("copy");
    copy(data, &folder);
    let store = SledStore::open(&folder).unwrap_or_else(|error| panic!("{error}"));
    for table in tables {
        if let Some(id) = table.challenge {
            let there = store.get(&Key::Challenge(id)).unwrap();
            assert!(there.is_some(), "the challenge {id} was shown and is lost");
        }
        if let Some(record) = game(&store, table) {
            let told = table.told();
            assert!(
                record.moves.starts_with(&told),
                "game {}: people were told of {told:?}, and {:?} is stored",
                record.id,
                record.moves
            );
        }
    }
    look(&store);
    drop(store);
    fs::remove_dir_all(folder).unwrap();
}

fn game(store: &SledStore, table: &Table) -> Option<GameRecord> {
    let id = table.id?;
    match store.get(&Key::Game(id)).unwrap() {
        Some(stored) => match stored.record {
            Record::Game(game) => Some(game),
            other => panic!("the game {id} is {other:?}"),
        },
        None => panic!("the game {id} was shown and is lost"),
    }
}

/// Everything that is to be the same with and without trouble: what is stored and what is seen, without times and names of records.
pub(crate) fn state(store: &SledStore, tables: &[Table]) -> BTreeMap<u64, String> {
    let left = store.outgoing(usize::MAX).unwrap();
    assert!(left.is_empty(), "effects that nobody performed: {left:?}");
    let mut state = BTreeMap::new();
    for (number, table) in (0..).zip(tables) {
        let game = game(store, table).unwrap();
        game.replay().unwrap();
        let lines = lines(&table.channel);
        said_once(&lines);
        check_rows(store, table, &game);
        if table.is_with_engine() {
            // The engine's moves are drawn by lot; one message shows the whole game.
            assert_eq!(lines.len(), 1, "{lines:#?}");
            assert!(game.moves.starts_with(&table.told()), "game {}", game.id);
            continue;
        }
        assert_eq!(game.moves, table.script, "game {}", game.id);
        let result = game.result.map(|result| (result.winner, result.end));
        let challenge = table.challenge.map(|id| challenge(store, id));
        let accepted = matches!(challenge, Some(ChallengeState::Accepted { .. }));
        let people: Vec<_> = game.people().map(|person| &person.name).collect();
        let names = [&game.id.to_string(), &table.challenge.unwrap().to_string()];
        let seen = names
            .iter()
            .fold(unjudged(&lines).join("\n"), |seen, name| {
                seen.replace(*name, "######")
            });
        state.insert(
            number,
            format!(
                "{:?} {:?} {result:?} {people:?} {:?} {accepted}\n{seen}",
                game.variant, game.moves, game.draw_offer
            ),
        );
    }
    state
}

/// The messages without what the engine found in a finished game: how deep it looks depends on the time it has.
fn unjudged(lines: &[String]) -> Vec<String> {
    const FOUND: [&str; 2] = [
        "**Where the game turned**",
        "Neither side made a big mistake.",
    ];
    let unjudged = |line: &String| {
        let judged = FOUND.iter().find_map(|found| line.split_once(found));
        match judged.and_then(|(before, after)| Some((before, after.rsplit_once(" [")?.1))) {
            Some((before, below)) => format!("{before}(gone through) [{below}"),
            None => line.clone(),
        }
    };
    lines.iter().map(unjudged).collect()
}

/// A game stands in the lists of its people, once.
fn check_rows(store: &SledStore, table: &Table, game: &GameRecord) {
    let mut people = vec![&table.white];
    people.extend(match &table.other {
        Other::Person(black) => Some(black),
        Other::Engine => None,
    });
    for seat in game.people() {
        let ongoing = store
            .list(&Index::OngoingOf(seat.id.clone()), Page::first(10))
            .unwrap();
        let finished = store
            .list(&Index::FinishedOf(seat.id.clone()), Page::first(10))
            .unwrap();
        let (here, there) = if game.result.is_some() {
            (finished, ongoing)
        } else {
            (ongoing, finished)
        };
        let keys: Vec<_> = here.iter().map(|(_, key)| key.clone()).collect();
        assert_eq!((keys, there), (vec![Key::Game(game.id)], vec![]));
    }
    assert_eq!(game.people().count(), people.len());
}

pub(crate) fn challenge(store: &SledStore, id: ChallengeId) -> ChallengeState {
    match store.get(&Key::Challenge(id)).unwrap().unwrap().record {
        Record::Challenge(challenge) => challenge.state,
        other => panic!("the challenge {id} is {other:?}"),
    }
}

pub(crate) fn ended_by_time(store: &SledStore, id: GameId) -> bool {
    match store.get(&Key::Game(id)).unwrap().unwrap().record {
        Record::Game(game) => game
            .result
            .is_some_and(|result| matches!(result.end, End::TimeForfeit | End::Abandonment)),
        other => panic!("the game {id} is {other:?}"),
    }
}

pub(crate) fn said_once(lines: &[String]) {
    let once: BTreeSet<_> = lines.iter().collect();
    assert_eq!(once.len(), lines.len(), "said twice: {lines:#?}");
}

/// What everybody sees in a channel, message by message.
pub(crate) fn lines(channel: &Channel) -> Vec<String> {
    let messages = channel.messages();
    let public = messages.iter().filter(|message| !message.is_ephemeral());
    public
        .map(|message| {
            let buttons = message.buttons().len();
            let files = message.files().len();
            format!("{} [{buttons} buttons, {files} files]", message.text())
        })
        .collect()
}
