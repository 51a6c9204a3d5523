//! Rooms bound to a space.

use serde_json::json;

use crate::delos::Delos;
use crate::person::{Person, Privacy};
use crate::room::{Room, Said};
use crate::server;

#[tokio::test]
async fn two_rooms_of_a_space_share_settings_and_a_tournament() {
    let Some(server) = server() else { return };
    let delos = Delos::start(server, "spaces-delos").await;
    let [ann, bob] = Person::pair(server, "spaces", Privacy::Clear).await;
    let mut first = Room::new(&ann, &delos, &[&bob]).await;
    let mut second = Room::new(&ann, &delos, &[&bob]).await;
    let space = json!({
        "preset": "private_chat", "name": "Club", "room_alias_name": "spaces-club",
        "creation_content": {"type": "m.space"}, "invite": [delos.id],
    });
    let space = ann.account.post("createRoom", &space).await;
    let space = space["room_id"].as_str().unwrap().to_owned();
    let (_, homeserver) = ann.id().split_once(':').unwrap();
    let bind = format!("!delos space #spaces-club:{homeserver}");
    // The invitation is accepted in a task.
    loop {
        let answer = first.ask(&ann, &bind).await;
        if answer.body.contains("now belongs to") {
            break;
        }
        assert!(answer.body.contains("both here and there"), "{answer:?}");
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    }
    let answer = second.ask(&bob, &bind).await;
    assert!(answer.body.contains("both here and there"), "{answer:?}");
    let answer = second.ask(&ann, &format!("!delos space {space}")).await;
    assert!(answer.body.contains("now belongs to"), "{answer:?}");
    let setting = "!delos settings setting:server-game";
    first.ask(&ann, &format!("{setting} value:toto40")).await;
    let shown = second.ask(&ann, setting).await;
    assert!(shown.body.contains("Toto40"), "{shown:?}");
    let create = "!delos tournament create name:Cup game:leto format:knockout";
    ann.say(&first.id, create).await;
    let is_cup = |said: &Said| said.body.contains("Cup") && said.offers("join");
    first.find(is_cup).await;
    second.ask(&bob, "!delos tournament join").await;
    first
        .until(|said| said.is_edit && said.body.contains("1 of"))
        .await;
    let mut told = ann.account.timeline(&space).await;
    told.retain(|event| event["sender"] == delos.id.as_str() && event["type"] != "m.room.member");
    assert!(told.is_empty(), "{told:?}");
}
