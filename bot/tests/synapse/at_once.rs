//! Concurrent games under Synapse's own rate limits: ten messages, then one in five seconds.

use std::collections::HashMap;
use std::time::Duration;

use futures_util::future::join_all;
use rules_core::Family;

use crate::common::{Limits, Server};
use crate::delos::Delos;
use crate::many_rooms::spread;
use crate::number;
use crate::person::{Person, Privacy};
use crate::table::Table;

/// Messages that may precede a call to move: those in flight when the limit begins, eight at most, and a call in each other game.
const BEFORE: usize = 10;

/// Plies per game: `DELOS_TEST_LIMITED=12` takes minutes.
fn plies() -> u64 {
    number("DELOS_TEST_LIMITED", 4)
}

/// A move's event, and the board that calls the next player.
struct Answered {
    said: String,
    board: String,
}

#[tokio::test]
async fn four_games_at_once_are_played_under_the_homeservers_own_limits() {
    let Some(server) = Server::start(Limits::Default) else {
        return;
    };
    let delos = Delos::start(&server, "limits-delos").await;
    let mut players = Vec::new();
    for n in 0..4 {
        let privacy = if n % 2 == 0 {
            Privacy::Clear
        } else {
            Privacy::Encrypted
        };
        players.push(Person::pair(&server, &format!("limits{n}"), privacy).await);
    }
    let games = players.iter().map(async |[ann, bob]| {
        let mut table = Table::alone(&delos, [ann, bob], Family::Leto).await;
        let mut answered = Vec::new();
        for _ in 0..plies() {
            let (san, said) = table.say_move().await;
            table.see_move(&san).await;
            let board = table.board.id.clone();
            answered.push(Answered { said, board });
        }
        table.assert_told_once().await;
        (table, answered)
    });
    let (tables, answered): (Vec<_>, Vec<_>) = join_all(games).await.into_iter().unzip();
    let answered: Vec<Answered> = answered.into_iter().flatten().collect();
    report(&delos, &tables, &answered).await;
}

/// Prints how long players waited, and panics if a call waited longer than its turn.
async fn report(delos: &Delos, tables: &[Table<'_>], answered: &[Answered]) {
    // All limited events, of all rooms.
    let mut times = HashMap::new();
    let mut sent = Vec::new();
    for table in tables {
        let watcher = table.players[0];
        for event in watcher.account.timeline(&table.room.id).await {
            let time = event["origin_server_ts"].as_u64().unwrap();
            let id = event["event_id"].as_str().unwrap().to_owned();
            times.insert(id, time);
            if event["sender"] == delos.id.as_str() {
                sent.push(time);
            }
        }
    }
    let mut worst_before = 0;
    let mut waited = Vec::new();
    for Answered { said, board } in answered {
        let (said, board) = (times[said], times[board]);
        let before = sent.iter().filter(|&&time| said < time && time < board);
        worst_before = worst_before.max(before.count());
        waited.push(Duration::from_millis(board - said));
    }
    eprintln!(
        "{} calls to move among {} events; waited: {}; most events before a call: {worst_before}",
        waited.len(),
        sent.len(),
        spread(waited),
    );
    assert!(worst_before <= BEFORE, "{worst_before}");
}
