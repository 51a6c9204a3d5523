//! Number of requests per game, and of those that count against Discord's limit of 50 a second: all but the ones with an
//! interaction token. `cargo test -p bot --test it requests -- --nocapture` prints the table.

#![allow(clippy::print_stdout, reason = "the test prints its counts")]

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::time::Duration;

use crate::common::{Stage, next_board, says};
use crate::conversations::begin;
use crate::conversations::opponent::{LEVEL, ROUND, from};
use crate::network::EndlessGame;
use playground::{Fault, Message, User, args};

/// Moves per game: the person's against the engine, or both people's together.
const MOVES: usize = 20;

/// The way in which a person moves.
#[derive(Clone, Copy)]
enum By {
    Command,
    Button,
}

async fn play(who: &User, board: &Message, by: By, mv: &str) {
    match by {
        By::Command => {
            who.slash("move", args! { "move": mv }).ack().await;
        }
        By::Button => {
            let form = who.click(board, "Type a move").await;
            who.submit(&form, args! { "move": mv }).ack().await;
        }
    }
}

/// Requests since a number of calls, by route.
#[derive(Debug, Default)]
struct Count {
    limited: usize,
    answers: usize,
    by_route: BTreeMap<String, usize>,
}

/// Waits until the bot is idle; returns the number of its requests.
async fn quiet(stage: &Stage) -> usize {
    stage.pg.idle(Duration::from_millis(300)).await;
    stage.pg.calls().len()
}

async fn count(stage: &Stage, since: usize) -> Count {
    quiet(stage).await;
    let mut count = Count::default();
    for call in stage.pg.calls().split_off(since) {
        if call.path.starts_with("/interactions/") || call.path.starts_with("/webhooks/") {
            count.answers += 1;
        } else {
            count.limited += 1;
        }
        *count.by_route.entry(call.route).or_default() += 1;
    }
    count
}

/// Checks the number of requests under the limit.
fn check(what: &str, count: &Count, limited: RangeInclusive<usize>) {
    println!(
        "{what:<36} {:>3} requests under the limit, {:>3} others  {:?}",
        count.limited, count.answers, count.by_route
    );
    assert!(limited.contains(&count.limited), "{what}: {count:?}");
}

/// Returns the requests for a game's start and for its moves.
async fn against_the_engine(by: By) -> (Count, Count) {
    let stage = Stage::ready().await;
    let since = quiet(&stage).await;
    let alice = stage.pg.user("alice");
    let general = stage.pg.channel("general");
    let mut board = from(&stage, LEVEL).await;
    let begun = count(&stage, since).await;
    let since = quiet(&stage).await;
    // The engine never has a choice, so it answers at once.
    for (number, square) in (21..).zip(ROUND).take(MOVES) {
        play(&alice, &board, by, &format!("K{square}")).await;
        let home = if number % 2 == 1 { "Kg8" } else { "Kh8" };
        if matches!(by, By::Command) {
            board = next_board(&general, &board).await;
        }
        says(&board, &format!("**{number}... {home}**")).await;
    }
    (begun, count(&stage, since).await)
}

/// Returns the requests for a game's start and for its moves.
async fn between_people(by: By) -> (Count, Count) {
    let stage = Stage::ready().await;
    let since = quiet(&stage).await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");
    let mut board = begin(&stage, "legan").await;
    let begun = count(&stage, since).await;
    let since = quiet(&stage).await;
    let mut line = EndlessGame::new();
    for who in [&alice, &bob].into_iter().cycle().take(MOVES) {
        play(who, &board, by, &line.next().1).await;
        board = next_board(&general, &board).await;
    }
    (begun, count(&stage, since).await)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_takes_two_requests_a_move_under_the_limit_and_fewer_by_buttons() {
    let (begun, moves) = against_the_engine(By::Command).await;
    check("a game against the engine begins", &begun, 1..=2);
    check("its 20 moves by command", &moves, 2 * MOVES..=2 * MOVES);
    let (_, moves) = against_the_engine(By::Button).await;
    check("its 20 moves by button", &moves, 0..=0);
    let (begun, moves) = between_people(By::Command).await;
    check("a game of two people begins", &begun, 1..=4);
    check("its 20 moves by command", &moves, 2 * MOVES..=2 * MOVES);
    let (_, moves) = between_people(By::Button).await;
    check("its 20 moves by button", &moves, MOVES..=MOVES);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_an_expired_press_the_board_gets_an_ordinary_edit() {
    const BY_PRESS: &str = "PATCH /webhooks/{app}/{token}/messages/@original";
    let stage = Stage::ready().await;
    let alice = stage.pg.user("alice");
    let board = from(&stage, LEVEL).await;
    let before = stage.requests(BY_PRESS);
    stage.pg.inject(Fault::on(BY_PRESS).status(404));
    play(&alice, &board, By::Button, "Kb1").await;
    says(&board, "**21... Kg8**").await;
    assert_eq!(stage.requests(BY_PRESS), before + 1);
    let ordinary = "PATCH /channels/{channel}/messages/{message}";
    let edited = || (stage.requests(ordinary) >= 1).then_some(());
    stage.pg.until("the ordinary edit", edited).await;
}
