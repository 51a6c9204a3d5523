//! How long people wait for Delos.

use std::time::{Duration, Instant};

use rules_core::Family;

use crate::common::{Limits, Server};
use crate::delos::Delos;
use crate::many_rooms::spread;
use crate::number;
use crate::person::{Person, Privacy};
use crate::room::{Room, Said};
use crate::server;
use crate::table::{Table, is_asking};

const MOVES: usize = 10;

/// Returns the move that a board names as an example.
fn example(board: &Said) -> String {
    let (_, after) = board.body.split_once("a move, like ").unwrap();
    let (example, _) = after.split_once(',').unwrap();
    example.to_owned()
}

/// Whether a board waits for the player.
fn is_turn(said: &Said) -> bool {
    said.body.contains("your move") && !said.is_edit
}

#[tokio::test]
async fn a_move_against_the_engine_costs_one_message_under_default_limits() {
    let Some(server) = Server::start(Limits::Default) else {
        return;
    };
    let delos = Delos::start(&server, "pace-delos").await;
    let ann = Person::new(&server, "pace-ann", Privacy::Encrypted).await;
    let mut room = Room::direct(&ann, &delos).await;
    ann.say(&room.id, "play leto level:1 white").await;
    let mut board = room.until(is_turn).await;
    let mut pairs = Vec::new();
    let mut answers = 0;
    while pairs.len() < MOVES {
        let said = ann.say(&room.id, &example(&board)).await;
        let answer = room.until(|said| !said.is_edit).await;
        answers += 1;
        if is_turn(&answer) {
            pairs.push((said, answer.id.clone()));
            board = answer;
            continue;
        }
        // The engine plays at random: the move may lose at once, or end the game.
        if answer.offers("play it anyway") {
            answers += 1;
            ann.say(&room.id, "play it anyway").await;
        } else {
            (pairs, answers) = (Vec::new(), 0);
            ann.say(&room.id, "play leto level:1 white").await;
        }
        board = room.until(is_turn).await;
    }
    let timeline = ann.account.timeline(&room.id).await;
    let at = |id: &str| {
        let found = timeline.iter().position(|event| event["event_id"] == *id);
        let at = found.unwrap();
        (at, timeline[at]["origin_server_ts"].as_u64().unwrap())
    };
    let waits = pairs.iter();
    let waits = waits.map(|(said, board)| Duration::from_millis(at(board).1 - at(said).1));
    eprintln!("{MOVES} moves: {}", spread(waits.collect()));
    let (first, _) = at(&pairs[0].0);
    let own = timeline[first..].iter().filter(|event| {
        let is_message = event["type"] == "m.room.encrypted";
        is_message && event["sender"] == delos.id.as_str()
    });
    assert_eq!(own.count(), answers);
}

/// Half-moves of a long game: `DELOS_TEST_PLIES=300` takes minutes.
fn plies() -> u64 {
    number("DELOS_TEST_PLIES", 20)
}

#[tokio::test]
async fn a_long_game_in_a_clear_room_ends_with_its_result_then_its_replay() {
    let Some(server) = server() else { return };
    let delos = Delos::start(server, "long-delos").await;
    let [ann, bob] = Person::pair(server, "long", Privacy::Clear).await;
    let mut table = Table::alone(&delos, [&ann, &bob], Family::Legan).await;
    for _ in 0..plies() {
        table.play().await;
    }
    let Table { room, board, .. } = &mut table;
    ann.reply(&room.id, &board.id, "resign").await;
    let sure = room.until(is_asking).await;
    let begun = Instant::now();
    ann.reply(&room.id, &sure.id, "resign").await;
    room.until_says("by resignation").await;
    let result = begun.elapsed();
    room.until(|said| said.body == "game.pgn" || said.body.contains("PGN"))
        .await;
    // Its description is the last position's, without choices.
    room.until(|said| said.body.contains("by resignation") && !said.offers("rematch"))
        .await;
    let replay = begun.elapsed();
    eprintln!(
        "{} half-moves: the result after {result:?}, the replay after {replay:?}",
        plies()
    );
}
