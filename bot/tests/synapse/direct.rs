//! Encrypted direct rooms.

use std::time::Duration;

use serde_json::json;
use tokio::time::sleep;

use crate::delos::Delos;
use crate::person::{Person, Privacy};
use crate::room::{Room, Said};
use crate::server;
use crate::table::is_asking;

/// Pawn moves that are always legal, since no board lists the legal moves.
const MOVES: [&str; 3] = ["a3", "h3", "b3"];

/// Whether a message says whose turn it is.
fn is_turn(said: &Said) -> bool {
    said.body.contains("your move")
}

async fn begin(room: &mut Room<'_>, ann: &Person) -> Said {
    ann.say(&room.id, "play leto level:1 white").await;
    room.until(is_turn).await
}

/// Plays moves against the engine, and resigns.
async fn play(room: &mut Room<'_>, ann: &Person, moves: &[&str], mut board: Said) {
    for typed in moves {
        ann.say(&room.id, typed).await;
        board = room.until(|said| is_turn(said) && !said.is_edit).await;
    }
    ann.reply(&room.id, &board.id, "resign").await;
    let sure = room.until(is_asking).await;
    ann.reply(&room.id, &sure.id, "resign").await;
    room.until_says("by resignation").await;
}

#[tokio::test]
async fn settings_and_data_are_answered_in_private_from_any_room() {
    let Some(server) = server() else { return };
    let delos = Delos::start(server, "private-delos").await;
    let ann = Person::new(server, "private-ann", Privacy::Encrypted).await;
    let owner = Person::new(server, "private-owner", Privacy::Clear).await;
    let clear = Room::new(&owner, &delos, &[&ann]).await.id;
    let encrypted = Room::new(&ann, &delos, &[]).await.id;
    ann.say(&clear, "!delos settings").await;
    let direct = ann.accept_invitation().await;
    let mut direct = Room::watched(&ann, &delos, direct);
    let settings = direct.until_says("preferences").await;
    ann.reply(&direct.id, &settings.id, "1").await;
    direct.until(|said| !said.is_edit).await;
    let board = begin(&mut direct, &ann).await;
    play(&mut direct, &ann, &MOVES[..1], board).await;
    ann.say(&direct.id, "history").await;
    direct.until_says("Finished games of").await;
    ann.say(&encrypted, "!delos privacy export").await;
    direct.until_says("everything I keep").await;
    ann.say(&clear, "!delos privacy delete").await;
    let sure = direct.until_says("Delete everything").await;
    ann.reply(&direct.id, &sure.id, "delete everything about me")
        .await;
    direct
        .until_says("I'm deleting everything about you. If")
        .await;
    loop {
        ann.say(&direct.id, "history").await;
        if direct.next().await.body.contains("no finished games") {
            break;
        }
        sleep(Duration::from_secs(1)).await;
    }
}

#[tokio::test]
async fn an_encrypted_game_goes_on_when_delos_lost_its_keys() {
    let Some(server) = server() else { return };
    let mut delos = Delos::start(server, "lost-delos").await;
    let ann = Person::new(server, "lost-ann", Privacy::Encrypted).await;
    let mut room = Room::direct(&ann, &delos).await;
    let board = begin(&mut room, &ann).await;
    let old = ann.account.devices(&delos.id).await;
    delos.stop();
    std::fs::remove_file(delos.keys().join("store/matrix-sdk-crypto.sqlite3")).unwrap();
    delos.begin();
    ann.meet_another_device(&delos.id, &old).await;
    // Until her client knows the new device, Delos reports undecryptable messages.
    let is_help = |said: &Said| said.body.contains("rare chess games");
    let is_answer = |said: &Said| is_help(said) || said.body.contains("couldn't read");
    loop {
        ann.say(&room.id, "help").await;
        if is_help(&room.until(is_answer).await) {
            break;
        }
    }
    play(&mut room, &ann, &MOVES, board).await;
}

#[tokio::test]
async fn nothing_is_said_in_clear_where_the_encryption_cannot_be_read() {
    let Some(server) = server() else { return };
    let delos = Delos::start(server, "garbled-delos").await;
    let ann = Person::new(server, "garbled-ann", Privacy::Clear).await;
    let encryption = json!({
        "type": "m.room.encryption", "state_key": "", "content": {"algorithm": 7},
    });
    let room = ann.account.room_of(&[&delos.id], &[encryption]).await;
    delos
        .until_logged("encryption event cannot be read", 1)
        .await;
    let heard = ann.hear(&room, &mut String::new()).await;
    assert!(heard.is_empty(), "{heard:?}");
}
