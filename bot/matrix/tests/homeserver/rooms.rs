//! Rooms and their members.

use matrix::account::sdk::{Receives, connect};
use matrix::account::{Error, EventKind, RoomKind};
use reqwest::Method;
use serde_json::json;

use crate::account::{Account, echo, is_entry, is_exit, is_invitation, shared, text, with_owner};
use crate::common::owner::Owner;
use crate::server;

#[tokio::test]
async fn a_person_has_one_direct_room_until_they_leave_it() {
    let Some(server) = server() else { return };
    let bot = Account::new(server, "direct-bot").await;
    let friend = Account::new(server, "direct-friend").await;
    let room = bot.home.direct_room(&friend.id, true).await.unwrap();
    assert_eq!(bot.home.direct_room(&friend.id, true).await.unwrap(), room);
    // Before the other joined.
    bot.say(&room, "s:1", "a hint").await;
    let invitation = friend.hear(is_invitation).await;
    assert_eq!(invitation.kind, EventKind::Invited { is_direct: true });
    assert_eq!(invitation.sender, bot.id);
    friend.home.join(&room).await.unwrap();
    bot.hear(|heard| is_entry(heard, &friend.id)).await;
    assert_eq!(bot.home.direct_room(&friend.id, true).await.unwrap(), room);

    let bot = bot.restart().await;
    bot.sync().await;
    assert_eq!(bot.home.direct_room(&friend.id, true).await.unwrap(), room);
    friend.home.leave(&room).await.unwrap();
    bot.hear(|heard| is_exit(heard, &friend.id)).await;
    let unasked = bot.home.direct_room(&friend.id, false).await;
    assert!(matches!(unasked, Err(Error::Forbidden(_))), "{unasked:?}");
    assert_eq!(bot.home.direct_room(&friend.id, true).await.unwrap(), room);
    assert_eq!(friend.hear(is_invitation).await.room, room);
    // Declined.
    friend.home.leave(&room).await.unwrap();
    while bot.home.direct_room(&friend.id, false).await.is_ok() {
        bot.sync().await;
    }
    let unasked = bot.home.direct_room(&friend.id, false).await;
    assert!(matches!(unasked, Err(Error::Forbidden(_))), "{unasked:?}");
    bot.home.leave(&room).await.unwrap();
    while bot.home.room(&room).await.unwrap().is_some() {
        bot.sync().await;
    }
    let unasked = bot.home.direct_room(&friend.id, false).await;
    assert!(matches!(unasked, Err(Error::Forbidden(_))), "{unasked:?}");
    let other = bot.home.direct_room(&friend.id, true).await.unwrap();
    assert_eq!(friend.hear(is_invitation).await.room, other);
}

#[tokio::test]
async fn power_levels_are_read_and_changed() {
    let Some(server) = server() else { return };
    let bot = Account::new(server, "power-bot").await;
    let first = Account::new(server, "power-first").await;
    let second = Account::new(server, "power-second").await;
    let owner = Owner::new(server, "power-owner").await;
    let room = shared(&owner, &[&bot, &first, &second]).await;
    // Without a sync in between.
    bot.home.set_power(&room, &first.id, 50).await.unwrap();
    bot.home.set_power(&room, &second.id, 25).await.unwrap();
    bot.home.set_power(&room, &second.id, 25).await.unwrap();
    bot.hear(|heard| is_entry(heard, &second.id)).await;
    bot.say(&room, "s:1", "done").await;
    bot.hear(|heard| heard.kind == echo("s:1")).await;
    let members = bot.home.members(&room).await.unwrap();
    let power = |id: &str| members.iter().find(|member| member.id == id).unwrap().power;
    assert_eq!(members.len(), 4);
    assert_eq!(
        (power(&bot.id), power(&first.id), power(&second.id)),
        (100, 50, 25)
    );
    let looked = bot.home.room(&room).await.unwrap().unwrap();
    assert_eq!((looked.name.as_str(), looked.members), ("Chess", 4));
    assert!(looked.may_send && !looked.is_encrypted);
    assert_eq!(looked.kind, RoomKind::Group);
    assert_eq!(looked.managing_level, 100);
    let refused = second.home.set_power(&room, &second.id, 100).await;
    assert!(matches!(refused, Err(Error::Forbidden(_))), "{refused:?}");
}

#[tokio::test]
async fn one_member_is_found_without_asking_for_all_and_a_room_by_its_address() {
    let Some(server) = server() else { return };
    let (bot, owner, room) = with_owner(server, "member").await;
    let find = async |bot: &Account, id: &str| bot.home.member(&room, id).await.unwrap();
    for _ in 0..2 {
        let found = find(&bot, &owner.id).await.unwrap();
        assert_eq!((found.id.as_str(), found.power), (owner.id.as_str(), 100));
        assert_eq!(found.name, "member-owner");
        for no_one in ["@stranger:localhost", "@stranger:local_host", "stranger"] {
            assert_eq!(find(&bot, no_one).await, None);
        }
        // Now its store has all members.
        assert_eq!(bot.home.members(&room).await.unwrap().len(), 2);
    }
    let alias = json!({"room_id": room});
    let address = "#member:localhost";
    let path = "directory/room/%23member:localhost";
    owner.request(Method::PUT, path, Some(&alias)).await;
    let found = bot.home.room_of(address).await.unwrap();
    assert_eq!(found.as_deref(), Some(room.as_str()));
    assert_eq!(bot.home.room_of("#gone:localhost").await.unwrap(), None);
    assert_eq!(bot.home.room_of("#gone:example.org").await.unwrap(), None);
    owner.post(&format!("rooms/{room}/leave"), &json!({})).await;
    bot.hear(|heard| is_exit(heard, &owner.id)).await;
    assert_eq!(find(&bot, &owner.id).await, None);
}

#[tokio::test]
async fn a_direct_room_that_could_not_be_noted_is_used_by_the_next_attempt() {
    let Some(server) = server() else { return };
    let owner = Owner::new(server, "noting-bot").await;
    let friend = Account::new(server, "noting-friend").await;
    let place = tempfile::tempdir().unwrap();
    let settings = owner.settings(&place.path().join("matrix"), Receives::default());
    let home = connect(settings).await.unwrap();
    home.sync().await.unwrap();
    let path = format!("user/{}/account_data/m.direct", owner.id);
    let broken = json!({"unknown": 1});
    owner.request(Method::PUT, &path, Some(&broken)).await;
    for _ in 0..2 {
        home.direct_room(&friend.id, true).await.unwrap_err();
    }
    owner.request(Method::PUT, &path, Some(&json!({}))).await;
    let room = home.direct_room(&friend.id, true).await.unwrap();
    assert_eq!(
        owner.get("joined_rooms").await["joined_rooms"],
        json!([room])
    );
    assert_eq!(friend.accept().await, room);
    assert_eq!(owner.get(&path).await, json!({ &*friend.id: [room] }));
}

/// Replaces a room, of which the account hears, and returns the new one.
async fn upgraded(bot: &Account, owner: &Owner, old: &str, version: &str) -> String {
    let path = format!("rooms/{old}/upgrade");
    let upgraded = owner.post(&path, &json!({"new_version": version})).await;
    let new = upgraded["replacement_room"].as_str().unwrap().to_owned();
    let to = EventKind::Upgraded { to: new.clone() };
    assert_eq!(bot.hear(|heard| heard.kind == to).await.room, old);
    new
}

#[tokio::test]
async fn a_room_is_followed_to_the_one_that_replaces_it() {
    let Some(server) = server() else { return };
    let (bot, owner, old) = with_owner(server, "upgrade").await;
    let new = upgraded(&bot, &owner, &old, "12").await;
    // As after a manual upgrade, where an invitation or the join rules let members in.
    let path = format!("rooms/{new}/state/m.room.join_rules");
    let public = json!({"join_rule": "public"});
    owner.request(Method::PUT, &path, Some(&public)).await;
    bot.home.join(&new).await.unwrap();
    bot.say(&new, "s:1", "here").await;
    assert_eq!(owner.texts(&new).await, ["here"]);
    assert!(matches!(
        bot.home.send("!nowhere:localhost", "s:1", text("x")).await,
        Err(Error::NotFound(_))
    ));
    assert_eq!(bot.home.room("!nowhere:localhost").await.unwrap(), None);
}

#[tokio::test]
async fn a_room_that_everyone_left_is_known_as_the_one_that_was_replaced() {
    let Some(server) = server() else { return };
    let (bot, owner, old) = with_owner(server, "deserted").await;
    let new = upgraded(&bot, &owner, &old, "11").await;
    let path = format!("rooms/{old}/leave");
    owner.post(&path, &json!({})).await;
    bot.home.leave(&old).await.unwrap();
    bot.hear(|heard| is_exit(heard, &bot.id)).await;
    let bot = bot.restart().await;
    let path = format!("rooms/{new}/invite");
    owner.post(&path, &json!({"user_id": bot.id})).await;
    assert_eq!(bot.accept().await, new);
    assert_eq!(bot.home.predecessor(&new).await.unwrap(), Some(old));
}

#[tokio::test]
async fn invitations_from_other_servers_are_left_alone() {
    let Some(server) = server() else { return };
    let mut bot = Account::new(server, "invite-bot").await;
    bot.settings.allow_servers = vec!["example.org".to_owned()];
    let bot = bot.restart().await;
    bot.sync().await;
    let friend = Account::new(server, "invite-friend").await;
    let room = friend.home.direct_room(&bot.id, true).await.unwrap();
    assert_eq!(bot.sync().await.events, []);
    assert_eq!(bot.home.room(&room).await.unwrap(), None);
    // They stay open, and are checked again once they may be accepted.
    let mut bot = bot;
    bot.settings.allow_servers = Vec::new();
    let bot = bot.restart().await;
    let heard = bot.hear(|heard| heard.room == room).await;
    assert_eq!(heard.kind, EventKind::Invited { is_direct: true });
    assert_eq!(heard.sender, friend.id);
}

#[tokio::test]
async fn a_full_account_accepts_an_invitation_after_leaving_a_room() {
    let Some(server) = server() else { return };
    let mut bot = Account::new(server, "crowded-bot").await;
    bot.settings.most_rooms = 1;
    let bot = bot.restart().await;
    bot.sync().await;
    let owner = Owner::new(server, "crowded-owner").await;
    let first = shared(&owner, &[&bot]).await;
    let friend = Account::new(server, "crowded-friend").await;
    let room = friend.home.direct_room(&bot.id, true).await.unwrap();
    assert_eq!(bot.sync().await.events, []);
    bot.home.leave(&first).await.unwrap();
    let heard = bot.hear(|heard| heard.room == room).await;
    assert_eq!(heard.kind, EventKind::Invited { is_direct: true });
}
