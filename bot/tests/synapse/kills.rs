//! Delos is killed while it answers.

use std::time::Duration;

use rules_core::Family;

use crate::common::owner::Owner;
use crate::delos::Delos;
use crate::games::Table;
use crate::player::Room;
use crate::server;

/// How often Delos is killed: `DELOS_TEST_KILLS=50` takes minutes.
fn kills() -> u64 {
    std::env::var("DELOS_TEST_KILLS").map_or(5, |number| number.parse().unwrap())
}

/// Moments after a message that hit every step of the answer: hearing, storing, drawing, uploading, sending, acknowledging.
fn moment(round: u64) -> Duration {
    Duration::from_millis(round * 83 % 500)
}

#[tokio::test]
async fn a_move_is_played_and_shown_once_though_delos_is_killed() {
    let Some(server) = server() else { return };
    let mut delos = Delos::start(server, "kills-delos").await;
    let ann = Owner::new(server, "kills-ann").await;
    let others = [Owner::new(server, "kills-bob").await];
    let room = Room::new(&ann, &delos, &others).await;
    let mut table = Table::begin(room, [&ann, &others[0]], Family::Leto, true).await;
    for round in 0..kills() {
        let san = table.say_move().await;
        tokio::time::sleep(moment(round)).await;
        delos.kill();
        delos.begin();
        table.see_move(&san).await;
    }
    let room = &mut table.room;
    ann.say(&room.id, "!delos about").await;
    room.until_says("Free software").await;
    let boards = room.all.iter().filter(|said| said.is_board()).count();
    assert_eq!(u64::try_from(boards).unwrap(), kills() + 1);
    let posts = room.all.iter().filter(|said| said.replaces.is_none());
    // The introduction, the challenge, the boards, and what was asked now.
    let bodies: Vec<&str> = posts.map(|said| said.body.as_str()).collect();
    assert_eq!(bodies.len(), boards + 3, "{bodies:#?}");
}
