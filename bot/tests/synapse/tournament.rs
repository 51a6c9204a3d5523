//! A tournament in a room.

use futures_util::future::join_all;

use crate::common::owner::Owner;
use crate::delos::Delos;
use crate::player::{Room, Said};
use crate::server;

/// Entrants, the organizer included.
const ENTRANTS: usize = 8;

/// Whether it asks a player to confirm that they resign.
fn is_asking(said: &Said) -> bool {
    said.offers("resign") && !said.offers("move")
}

#[tokio::test]
async fn a_swiss_of_eight_is_played_to_the_end() {
    let Some(server) = server() else { return };
    let delos = Delos::start(server, "swiss-delos").await;
    let organizer = Owner::new(server, "swiss-p0").await;
    let names: Vec<String> = (1..ENTRANTS).map(|n| format!("swiss-p{n}")).collect();
    let others = join_all(names.iter().map(|name| Owner::new(server, name))).await;
    let mut room = Room::new(&organizer, &delos, &others).await;
    let id = room.id.clone();
    let create = "!delos tournament create name:Cup format:swiss game:leto rounds:2";
    organizer.say(&id, create).await;
    let announced = room.until(|said| said.offers("join")).await;
    let everyone: Vec<&Owner> = others.iter().chain([&organizer]).collect();
    for (n, player) in everyone.iter().enumerate() {
        if n % 2 == 0 {
            player.react(&id, &announced.id, "✋").await;
        } else {
            player.reply(&id, &announced.id, "join").await;
        }
    }
    room.until_says("8 of").await;
    organizer.say(&id, "!delos tournament start").await;
    for _ in 0..2 * ENTRANTS / 2 {
        let board = room.find(Said::is_board).await;
        // White first.
        let called = board.calls()[0];
        let white = everyone.iter().find(|player| player.id == called);
        let white = white.expect("an entrant");
        white.reply(&id, &board.id, "resign").await;
        let sure = room.find(is_asking).await;
        white.reply(&id, &sure.id, "resign").await;
    }
    room.until_says("Congratulations!").await;
    let asked = organizer.say(&id, "!delos tournament standings").await;
    let is_answer = |said: &Said| said.content["m.relates_to"]["event_id"] == asked.as_str();
    let standings = room.until(is_answer).await;
    assert!(standings.body.contains("swiss-p1"), "{standings:?}");
}
