//! Number of requests per game, and of those that count against Discord's limit of 50 a second: all but the ones with an
//! interaction token. `cargo test -p bot --test it requests -- --nocapture` prints the table.

#![allow(clippy::print_stdout, reason = "the test prints its counts")]

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::time::Duration;

use crate::common::{Stage, next, next_board, says};
use playground::{Fault, Message, User, args};
use rules_core::{Game, Move, Variant};

/// Moves per game: the person's against the engine, or both people's together.
const MOVES: usize = 20;

/// Black's king alternates between h8 and g8. Only the kings can move, and the last 20 moves made no progress. The engine never
/// has a choice, so it answers at once.
const LEVEL: &str = "5n1k/3p1p1p/3PpPpP/4P1P1/8/8/8/K7 w - - 40 21";

/// A king's tour.
const TOUR: [&str; MOVES] = [
    "b1", "c1", "d1", "e1", "f1", "g1", "h1", "h2", "h3", "g3", "g2", "f2", "f3", "e3", "e2", "d2",
    "d3", "c3", "c2", "b2",
];

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
#[derive(Debug)]
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
    let mut count = Count {
        limited: 0,
        answers: 0,
        by_route: BTreeMap::new(),
    };
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
    let options = args! { game: "latrunculi", level: 1, color: "white", start: LEVEL };
    alice.slash("play", options).await;
    let general = stage.pg.channel("general");
    let mut board = next(&general).await;
    let begun = count(&stage, since).await;
    let since = quiet(&stage).await;
    for (number, square) in (21..).zip(TOUR) {
        play(&alice, &board, by, &format!("K{square}")).await;
        let home = if number % 2 == 1 { "Kg8" } else { "Kh8" };
        if matches!(by, By::Command) {
            board = next_board(&general, &board).await;
        }
        says(&board, &format!("**{number}... {home}**")).await;
    }
    (begun, count(&stage, since).await)
}

/// Returns the first moves that neither end the game nor need confirmation.
fn quiet_moves() -> Vec<String> {
    let variant = Variant::ALL.into_iter().find(|v| v.id() == "legan");
    let mut game = Game::new(variant.unwrap());
    let mut moves = Vec::new();
    while moves.len() < MOVES {
        let continues = |mv: &Move| {
            let mut after = game.clone();
            after.play(*mv).unwrap();
            let is_over = after.outcome().is_some() || after.claim().is_some();
            !is_over && game.blunders(&[*mv]) == [None]
        };
        let legal = game.legal_moves();
        let mv = legal.iter().copied().find(continues).unwrap();
        moves.push(mv.uci(game.variant().shape()).to_string());
        game.play(mv).unwrap();
    }
    moves
}

/// Returns the requests for a game's start and for its moves.
async fn between_people(by: By) -> (Count, Count) {
    let stage = Stage::ready().await;
    let since = quiet(&stage).await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");
    let asked = alice.slash(
        "challenge",
        args! { game: "legan", opponent: &bob, color: "white" },
    );
    asked.await;
    let challenge = next(&general).await;
    bob.click(&challenge, "Accept").await;
    let mut board = next(&general).await;
    let begun = count(&stage, since).await;
    let since = quiet(&stage).await;
    for (ply, mv) in quiet_moves().iter().enumerate() {
        let who = if ply % 2 == 0 { &alice } else { &bob };
        play(who, &board, by, mv).await;
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
    let options = args! { game: "latrunculi", level: 1, color: "white", start: LEVEL };
    alice.slash("play", options).await;
    let board = next(&stage.pg.channel("general")).await;
    let edits = |by: &str| {
        let calls = stage.pg.calls();
        calls.iter().filter(|call| call.route == by).count()
    };
    let before = edits(BY_PRESS);
    stage.pg.inject(Fault::on(BY_PRESS).status(404));
    play(&alice, &board, By::Button, "Kb1").await;
    says(&board, "**21... Kg8**").await;
    assert_eq!(edits(BY_PRESS), before + 1);
    let ordinary = || edits("PATCH /channels/{channel}/messages/{message}");
    let edited = || (ordinary() >= 1).then_some(());
    stage.pg.until("the ordinary edit", edited).await;
}
