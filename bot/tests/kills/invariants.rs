//! Invariants of the store after each stop of the program, and of the whole run after the last game.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::time::{Duration, Instant};

use app::store::{Index, Key, Page, StoreError};
use app::{ChallengeId, ChallengeRecord, ChallengeState, End, GameId, GameRecord, Record};
use playground::Channel;
use store::Database;

use crate::scripted_game::ScriptedGame;

/// Time limit for a restart of the database server.
pub(crate) const RESTART: Duration = Duration::from_secs(30);

/// Reads, and retries while a database server restarts.
pub(crate) fn read<T>(ask: impl Fn() -> Result<T, StoreError>) -> T {
    let begun = Instant::now();
    loop {
        match ask() {
            Ok(found) => return found,
            Err(StoreError::Unavailable(why)) => assert!(begun.elapsed() < RESTART, "{why}"),
            Err(error) => panic!("{error}"),
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The line that a kill of some seconds leaves on open boards.
const GAP: &str =
    "\nI may have missed a message. If your move isn't on the board, please send it again.";

/// Checks that everything that was shown is stored.
pub(crate) fn assert_nothing_lost(store: &dyn Database, games: &[ScriptedGame]) {
    for scripted in games {
        if let Some(id) = scripted.challenge {
            challenge(store, id);
        }
        if let Some(GameRecord { id, moves, .. }) = game(store, scripted) {
            let shown = scripted.shown_moves();
            let has_shown = moves.starts_with(&shown);
            assert!(has_shown, "game {id}: {shown:?} was shown, not {moves:?}");
        }
    }
}

fn game(store: &dyn Database, scripted: &ScriptedGame) -> Option<GameRecord> {
    scripted.id.map(|id| shown(store, &Key::Game(id)))
}

pub(crate) fn shown<T>(store: &dyn Database, key: &Key) -> T
where
    T: TryFrom<Record, Error: Debug>,
{
    let stored = read(|| store.get(key));
    let stored = stored.unwrap_or_else(|| panic!("{key:?} was shown and is lost"));
    stored.record.try_into().unwrap()
}

pub(crate) fn challenge(store: &dyn Database, id: ChallengeId) -> ChallengeState {
    shown::<ChallengeRecord>(store, &Key::Challenge(id)).state
}

/// Returns the state that must not depend on disruptions: stored games and visible messages, without times and ids.
pub(crate) fn state(store: &dyn Database, games: &[ScriptedGame]) -> BTreeMap<u64, String> {
    let left = read(|| store.outgoing(usize::MAX));
    assert!(left.is_empty(), "effects not performed: {left:?}");
    let mut state = BTreeMap::new();
    for (number, scripted) in (0..).zip(games) {
        let game = game(store, scripted).unwrap();
        game.replay().unwrap();
        let lines = lines(&scripted.channel);
        assert_posted_once(&lines);
        assert_indexed(store, scripted, &game);
        if scripted.is_with_engine() {
            // The engine's moves are random. One message shows the board.
            let boards = lines
                .iter()
                .filter(|line| !line.ends_with("[0 buttons, 0 files]"));
            assert_eq!(boards.count(), 1, "{lines:#?}");
            let has_shown = game.moves.starts_with(&scripted.shown_moves());
            assert!(has_shown, "game {}", game.id);
            continue;
        }
        assert_eq!(game.moves, scripted.script, "game {}", game.id);
        let result = game.result.map(|result| (result.winner, result.end));
        let challenge = scripted.challenge.map(|id| challenge(store, id));
        let accepted = matches!(challenge, Some(ChallengeState::Accepted { .. }));
        let people: Vec<_> = game.people().map(|person| &person.name).collect();
        let names = [
            &game.id.to_string(),
            &scripted.challenge.unwrap().to_string(),
        ];
        let seen = names
            .iter()
            .fold(without_reviews(&lines).join("\n"), |seen, name| {
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

/// Removes the engine's reviews of finished games, whose depth depends on the machine.
fn without_reviews(lines: &[String]) -> Vec<String> {
    let without_review = |line: &String| {
        let review = line.split_once("Accuracy");
        match review.and_then(|(before, after)| Some((before, after.rsplit_once(" [")?.1))) {
            Some((before, below)) => format!("{before}(review) [{below}"),
            None => line.clone(),
        }
    };
    lines.iter().map(without_review).collect()
}

/// Asserts that a game is in each player's index once.
fn assert_indexed(store: &dyn Database, scripted: &ScriptedGame, game: &GameRecord) {
    for seat in game.people() {
        let listed = |index| {
            let rows = store.list(&index, Page::first(10)).unwrap();
            rows.into_iter().map(|(_, key)| key).collect::<Vec<_>>()
        };
        let mut lists = [
            listed(Index::OngoingOf(seat.id.clone())),
            listed(Index::FinishedOf(seat.id.clone())),
        ];
        lists.rotate_left(usize::from(game.result.is_some()));
        assert_eq!(lists, [vec![Key::Game(game.id)], vec![]]);
    }
    let people = if scripted.is_with_engine() { 1 } else { 2 };
    assert_eq!(game.people().count(), people);
}

pub(crate) fn ended_by_time(store: &dyn Database, id: GameId) -> bool {
    let ends = [End::TimeForfeit, End::Forfeit, End::Abandonment];
    let result = shown::<GameRecord>(store, &Key::Game(id)).result;
    result.is_some_and(|result| ends.contains(&result.end))
}

pub(crate) fn assert_posted_once(lines: &[String]) {
    let once: BTreeSet<_> = lines.iter().collect();
    assert_eq!(once.len(), lines.len(), "posted twice: {lines:#?}");
}

pub(crate) fn lines(channel: &Channel) -> Vec<String> {
    let messages = channel.messages();
    let public = messages.iter().filter(|message| !message.is_ephemeral());
    public
        .map(|message| {
            let buttons = message.buttons().len();
            let files = message.files().len();
            let text = message.text().replace(GAP, "");
            format!("{text} [{buttons} buttons, {files} files]")
        })
        .collect()
}
