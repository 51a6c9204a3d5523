//! Many commands of one person at one moment. `DELOS_TEST_STORE=postgres cargo test -p bot --test it bursts -- --nocapture` prints
//! how long others waited.

#![allow(clippy::print_stdout, reason = "the test prints what it measures")]

use std::future::IntoFuture as _;
use std::time::{Duration, Instant};

use app::Limits;
use playground::{Message, User, args};

use crate::common::{Stage, next};

/// Commands of each kind.
const EACH: usize = 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everyone_is_answered_during_a_burst_of_one_person() {
    let mut stage = Stage::empty().await;
    stage.limits = Limits {
        games: 100,
        challenges: 100,
        hourly: 100,
        ..Limits::default()
    };
    stage.start().await;
    let [ann, bob] = stage.people(["ann", "bob"]);
    let options = || args! { game: "toto40", color: "white" };
    let mut others = Vec::new();
    for n in 0..8 {
        let room = stage.pg.channel(&format!("room{n}"));
        let other = stage.pg.user(&format!("other{n}")).at(&room);
        other.slash("play", options()).await;
        others.push((other, next(&room).await));
    }
    let in_the_burst = others.split_off(4);
    let alone = slowest_board(others).await;
    // Earlier requests no longer count against Discord's limit per second.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let challenge = || ann.slash("challenge", args! { game: "toto40", opponent: &bob });
    let play = || ann.slash("play", options());
    let burst = (0..EACH).flat_map(|_| [challenge(), play()]);
    let burst: Vec<_> = burst.map(|it| tokio::spawn(it.into_future())).collect();
    let begun = Instant::now();
    let slowest = slowest_board(in_the_burst).await;
    println!("the slowest of four boards: {alone:?} alone, {slowest:?} in the burst");
    for answered in burst {
        let reply = answered.await.unwrap();
        let said: Vec<_> = reply.messages().iter().map(Message::content).collect();
        let is_lost = |said: &String| said.contains("saved") || said.contains("at once");
        assert!(!said.iter().any(is_lost), "{said:?}");
    }
    println!("all answered after {:?}", begun.elapsed());
}

/// Makes a move in each of these games at one moment. Returns how long it took until the last board showed it.
async fn slowest_board(games: Vec<(User, Message)>) -> Duration {
    let begun = Instant::now();
    let moves = games.into_iter().map(|(other, board)| {
        tokio::spawn(async move {
            let before = board.content();
            other.slash("move", args! { "move": "Re5" }).ack().await;
            let has_moved = |board: &Message| board.content() != before;
            board.until("the move", has_moved).await;
        })
    });
    for moved in moves.collect::<Vec<_>>() {
        moved.await.unwrap();
    }
    begun.elapsed()
}
