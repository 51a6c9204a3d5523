//! Events while the account is offline.

use std::time::Duration;

use serde_json::json;
use tokio::time::timeout;

use crate::account::{Account, WAIT_LIMIT, direct, shared, texts, with_owner};
use crate::common::owner::Owner;
use crate::server;

#[tokio::test]
async fn only_unacknowledged_events_are_received_again() {
    let Some(server) = server() else { return };
    let (mut bot, friend, secret) = direct(server, "kill").await;
    let owner = Owner::new(server, "kill-owner").await;
    let clear = shared(&owner, &[&bot]).await;
    for (round, body) in ["one", "two"].into_iter().enumerate() {
        friend.say(&secret, &round.to_string(), body).await;
        owner.say(&clear, body).await;
        let mut heard = Vec::new();
        while heard.len() < 2 {
            heard.extend(texts(&bot.home.sync().await.unwrap().events));
        }
        // Killed twice before an acknowledgment.
        for _ in 0..2 {
            bot = bot.restart().await;
            let again = bot.home.sync().await.unwrap();
            assert!(again.is_catching_up);
            assert_eq!(texts(&again.events), [body, body]);
        }
        bot = bot.restart().await;
        assert_eq!(texts(&bot.sync().await.events), [body, body]);
        bot = bot.restart().await;
        assert_eq!(texts(&bot.sync().await.events), [""; 0]);
    }
}

#[tokio::test]
async fn a_sync_that_is_given_up_loses_nothing() {
    let Some(server) = server() else { return };
    let (bot, owner, room) = with_owner(server, "given-up").await;
    let mut heard = Vec::new();
    let said: Vec<String> = (0..12).map(|index| format!("move {index}")).collect();
    for (index, body) in (0..).zip(&said) {
        owner.say(&room, body).await;
        let moment = Duration::from_millis(10 * index);
        if let Ok(sync) = timeout(moment, bot.home.sync()).await {
            heard.extend(texts(&sync.unwrap().events));
        }
    }
    while !heard.contains(&said[11]) {
        heard.extend(texts(&bot.sync().await.events));
    }
    heard.dedup();
    assert_eq!(heard, said);
}

#[tokio::test]
async fn moves_sent_between_kills_are_not_lost() {
    let Some(server) = server() else { return };
    let (mut bot, owner, room) = with_owner(server, "kills").await;
    let mut said = Vec::new();
    for round in 0..4 {
        said.push(format!("move {round}"));
        owner.say(&room, &said[round]).await;
        bot = bot.restart().await;
        let sync = timeout(WAIT_LIMIT, bot.home.sync()).await.unwrap().unwrap();
        assert_eq!(texts(&sync.events), said);
    }
}

#[tokio::test]
async fn a_long_absence_is_caught_up_with_whole_and_in_order() {
    let Some(server) = server() else { return };
    let (bot, owner, room) = with_owner(server, "absent").await;
    let said: Vec<String> = (0..170).map(|index| format!("move {index}")).collect();
    for body in &said {
        owner.say(&room, body).await;
    }
    let bot = bot.restart().await;
    let sync = bot.home.sync().await.unwrap();
    assert!(sync.is_catching_up);
    assert_eq!(texts(&sync.events), said);
    // Killed before the acknowledgment.
    let bot = bot.restart().await;
    let sync = bot.sync().await;
    assert_eq!(texts(&sync.events), said);
    owner.say(&room, "now").await;
    let sync = bot.sync().await;
    assert!(!sync.is_catching_up);
}

#[tokio::test]
async fn messages_before_the_account_joined_are_ignored() {
    let Some(server) = server() else { return };
    let bot = Account::new(server, "history-bot").await;
    let owner = Owner::new(server, "history-owner").await;
    let public = json!({"preset": "public_chat"});
    let room = owner.post("createRoom", &public).await;
    let room = room["room_id"].as_str().unwrap();
    for index in 0..5 {
        owner.say(room, &format!("before {index}")).await;
    }
    bot.home.join(room).await.unwrap();
    owner.say(room, "after").await;
    assert_eq!(bot.texts_until("after").await, ["after"]);
}

#[tokio::test]
async fn an_account_that_ends_in_the_middle_of_a_sync_begins_again() {
    let Some(server) = server() else { return };
    let (mut bot, owner, room) = with_owner(server, "amid").await;
    for round in 0..3 {
        bot = bot.restart_in_a_sync().await;
        let body = format!("move {round}");
        owner.say(&room, &body).await;
        bot.hear_text(&body).await;
    }
}
