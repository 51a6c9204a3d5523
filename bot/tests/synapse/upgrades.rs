//! Room upgrades, by the homeserver's API.

use rules_core::Family;
use serde_json::json;

use crate::delos::Delos;
use crate::person::{Person, Privacy};
use crate::room::{Room, Said};
use crate::server;
use crate::table::Table;

#[tokio::test]
async fn open_games_of_a_clear_room_continue_in_its_replacement() {
    replace("moves", Privacy::Clear).await;
}

#[tokio::test]
async fn open_games_of_an_encrypted_room_continue_in_its_replacement() {
    replace("hides", Privacy::Encrypted).await;
}

async fn replace(name: &str, privacy: Privacy) {
    let Some(server) = server() else { return };
    let delos = Delos::start(server, &format!("{name}-delos")).await;
    let [ann, bob] = Person::pair(server, name, privacy).await;
    let mut room = Room::new(&ann, &delos, &[&bob]).await;
    let old = room.id.clone();
    let setting = "!delos settings setting:server-game";
    room.ask(&ann, &format!("{setting} value:toto40")).await;
    let mut table = Table::begin(room, [&ann, &bob], Family::Leto, true).await;
    table.play().await;

    // In this version, ids name no homeserver, and creators have infinite power.
    let version = json!({"new_version": "12"});
    let path = format!("rooms/{old}/upgrade");
    let upgraded = ann.account.post(&path, &version).await;
    let new = upgraded["replacement_room"].as_str().unwrap().to_owned();
    for invited in [delos.id.as_str(), bob.id()] {
        let invitation = json!({"user_id": invited});
        let path = format!("rooms/{new}/invite");
        ann.account.post(&path, &invitation).await;
    }
    bob.join(&new).await;
    bob.catch_up().await;
    table.room = Room::watched(&ann, &delos, new);
    let moved = |said: &Said| said.body.contains("moved here from the old room");
    table.room.find(moved).await;
    table.board = table.room.find(Said::is_board).await;
    assert_eq!(table.board.calls, [bob.id()]);
    table.play().await;
    table.play().await;
    let settings = table.room.ask(&ann, setting).await;
    assert!(settings.body.contains("Toto40"), "{settings:?}");
    table.resign().await;
    let told = table.room.messages().await;
    let boards = told.iter().filter(|said| said.is_board()).count();
    assert_eq!(boards, 3, "{told:#?}");
}
