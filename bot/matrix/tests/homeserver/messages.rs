//! Messages, both ways.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use futures_util::future::join_all;
use matrix::account::sdk::MaySend;
use matrix::account::{Attachment, Content, Error, Event, EventKind, Relation, RoomKind};
use serde_json::json;

use crate::account::{Account, direct, echo, picture, shared, text, text_of, texts, with_owner};
use crate::common::owner::Owner;
use crate::common::{Limits, Server};
use crate::server;

#[tokio::test]
async fn a_message_is_answered_once_in_a_clear_room() {
    let Some(server) = server() else { return };
    let (bot, owner, room) = with_owner(server, "clear").await;
    let asked = owner.say(&room, "!challenge").await;
    let heard = bot.hear_text("!challenge").await;
    assert_eq!((heard.room, heard.id), (room.clone(), asked.clone()));

    let answer = Content {
        relation: Some(Relation::Reply(asked.clone())),
        is_notice: true,
        ..text("whom?")
    };
    let first = bot.home.send(&room, "a:1", answer.clone()).await.unwrap();
    let second = bot.home.send(&room, "a:1", answer).await.unwrap();
    assert_eq!(first, second);
    assert_eq!(owner.texts(&room).await, ["!challenge", "whom?"]);
    let sent = owner.event(&room, &first).await;
    assert_eq!(sent["content"]["msgtype"], "m.notice");
    assert_eq!(sent["content"]["m.mentions"], json!({}));
    assert_eq!(
        sent["content"]["m.relates_to"]["m.in_reply_to"]["event_id"],
        asked.as_str()
    );
    bot.hear(|heard| heard.kind == echo("a:1")).await;
}

#[tokio::test]
async fn a_message_is_heard_and_answered_once_in_an_encrypted_room() {
    let Some(server) = server() else { return };
    let (bot, friend, room) = direct(server, "secret").await;
    let looked = bot.home.room(&room).await.unwrap().unwrap();
    assert!(
        looked.is_encrypted && looked.kind == RoomKind::Direct && looked.may_send,
        "{looked:?}"
    );
    friend.say(&room, "1", "e4").await;
    bot.hear_text("e4").await;
    let first = bot.say(&room, "a:1", "e5").await;
    let second = bot.say(&room, "a:1", "e5").await;
    assert_eq!(first, second);
    bot.say(&room, "a:2", "your move").await;
    let heard = friend.texts_until("your move").await;
    assert_eq!(heard, ["e5", "your move"]);
}

#[tokio::test]
async fn pictures_are_uploaded_in_clear_and_encrypted() {
    let Some(server) = server() else { return };
    let (bot, _friend, secret) = direct(server, "picture").await;
    let owner = Owner::new(server, "picture-owner").await;
    let clear = shared(&owner, &[&bot]).await;
    let mut board = Content {
        file: Some(picture()),
        ..text("White to move")
    };
    let press = json!({"✅": "1:accept:x"});
    board
        .fields
        .insert("org.delos.press".to_owned(), press.clone());
    let sent = bot.home.send(&clear, "s:1", board.clone()).await.unwrap();
    let sent = &owner.event(&clear, &sent).await["content"];
    assert_eq!(sent["msgtype"], "m.image");
    assert_eq!(sent["org.delos.press"], press);
    assert!(sent["url"].as_str().unwrap().starts_with("mxc://"));

    let sent = bot.home.send(&secret, "s:1", board).await.unwrap();
    let content = bot.home.own_content(&secret, &sent).await.unwrap().unwrap();
    assert_eq!(content["body"], "White to move\n\nWhite: king e1");
    assert_eq!(content["info"]["w"], 640);
    assert_eq!(content["org.delos.press"], press);
    assert!(!content.contains_key("url"));
    let address = content["file"]["url"].as_str().unwrap();
    let path = address.strip_prefix("mxc://").unwrap();
    let url = format!("{}/_matrix/client/v1/media/download/{path}", server.url);
    let stored = reqwest::Client::new().get(url).bearer_auth(&owner.token);
    let stored = stored.send().await.unwrap();
    assert!(stored.status().is_success());
    let stored = stored.bytes().await.unwrap();
    assert_eq!(stored.len(), picture().content.len());
    assert_ne!(stored, picture().content);
}

#[tokio::test]
async fn a_file_is_uploaded_once_however_often_its_message_is_tried() {
    const REPLAY: &[u8] = b"uploaded once";
    let Some(server) = server() else { return };
    let (mut bot, owner, room) = with_owner(server, "once").await;
    let may_send = Arc::new(AtomicBool::new(false));
    let checked = may_send.clone();
    bot.settings.may_send = MaySend::when(move || checked.load(Ordering::Relaxed));
    let bot = bot.restart().await;
    let replay = Content {
        file: Some(Attachment {
            content: Bytes::from_static(REPLAY),
            ..picture()
        }),
        ..text("the whole game")
    };
    for _ in 0..2 {
        let sent = bot.home.send(&room, "s:1", replay.clone()).await;
        assert!(matches!(sent, Err(Error::Unreachable(_))), "{sent:?}");
        assert_eq!(server.uploads_of(REPLAY), 1);
    }
    may_send.store(true, Ordering::Relaxed);
    let sent = bot.home.send(&room, "s:1", replay).await.unwrap();
    let sent = &owner.event(&room, &sent).await["content"];
    assert_eq!(sent["msgtype"], "m.image");
    assert_eq!(server.uploads_of(REPLAY), 1);
}

#[tokio::test]
async fn an_edited_message_has_its_new_content() {
    let Some(server) = server() else { return };
    let (bot, friend, secret) = direct(server, "edit").await;
    let owner = Owner::new(server, "edit-owner").await;
    let clear = shared(&owner, &[&bot]).await;
    for room in [&clear, &secret] {
        let board = bot.say(room, "s:1", "White to move").await;
        let edit = Content {
            relation: Some(Relation::Replacement(board.clone())),
            ..text("Black to move")
        };
        bot.home.send(room, "e:1", edit).await.unwrap();
        let content = bot.home.own_content(room, &board).await.unwrap().unwrap();
        assert_eq!(content["body"], "Black to move");
        bot.home.redact(room, "d:1", &board).await.unwrap();
        let redacted = bot.home.own_content(room, &board).await.unwrap();
        assert_eq!(redacted, Some(serde_json::Map::new()));
    }
    let others = owner.say(&clear, "mine").await;
    assert_eq!(bot.home.own_content(&clear, &others).await.unwrap(), None);
    // The edit is no message.
    bot.say(&secret, "s:2", "over").await;
    let heard = friend.texts_until("over").await;
    assert!(heard.iter().all(|text| text != "Black to move"));
}

#[tokio::test]
async fn reactions_are_heard_and_given_once() {
    let Some(server) = server() else { return };
    let (bot, friend, room) = direct(server, "react").await;
    let board = bot.say(&room, "s:1", "a draw?").await;
    let reacted = friend.home.react(&room, "1", &board, "✅\u{fe0f}");
    reacted.await.unwrap();
    let is_reaction = |heard: &Event| matches!(heard.kind, EventKind::Reaction(_));
    let EventKind::Reaction(reaction) = bot.hear(is_reaction).await.kind else {
        unreachable!()
    };
    assert_eq!((reaction.to, reaction.key.as_str()), (board.clone(), "✅"));

    let react = async |transaction| bot.home.react(&room, transaction, &board, "✅").await;
    react("r:1").await.unwrap();
    react("r:2").await.unwrap();
    bot.say(&room, "s:2", "once").await;
    let mut heard = friend
        .hear_until(|heard| text_of(heard) == Some("once"))
        .await;
    heard.retain(is_reaction);
    assert_eq!(heard.len(), 1, "{heard:?}");
    bot.home.redact(&room, "d:1", &heard[0].id).await.unwrap();
    react("r:3").await.unwrap();
    assert_ne!(friend.hear(is_reaction).await.id, heard[0].id);
}

#[tokio::test]
async fn a_thread_is_heard_as_one() {
    let Some(server) = server() else { return };
    let (bot, friend, room) = direct(server, "thread").await;
    let game = bot.say(&room, "s:1", "game 1").await;
    let in_thread = |reply_to: Option<&String>, body: &str| Content {
        relation: Some(Relation::Thread {
            root: game.clone(),
            reply_to: reply_to.cloned(),
        }),
        ..text(body)
    };
    let said = friend.home.send(&room, "1", in_thread(None, "e4"));
    let said = said.await.unwrap();
    let EventKind::Message(message) = bot.hear_text("e4").await.kind else {
        unreachable!()
    };
    assert_eq!(
        (message.thread.as_ref(), message.reply_to),
        (Some(&game), None)
    );
    let answer = in_thread(Some(&said), "e5");
    bot.home.send(&room, "s:2", answer).await.unwrap();
    let EventKind::Message(message) = friend.hear_text("e5").await.kind else {
        unreachable!()
    };
    assert_eq!(message.thread, Some(game.clone()));
    assert_eq!(message.reply_to, Some(said));
    assert_eq!(message.mentions, Some(Vec::new()));
}

#[tokio::test]
async fn nothing_is_dropped_under_the_homeservers_own_limits() {
    let Some(server) = Server::start(Limits::Default) else {
        return;
    };
    let (bot, owner, room) = with_owner(&server, "limits").await;
    let send = async |index: usize| {
        let transaction = format!("s:{index}");
        let mut refusals = 0;
        loop {
            let said = text(&index.to_string());
            match bot.home.send(&room, &transaction, said).await {
                Ok(_) => return refusals,
                Err(Error::TooMany(delay)) => {
                    refusals += 1;
                    tokio::time::sleep(delay).await;
                }
                Err(error) => panic!("{error}"),
            }
        }
    };
    join_all((0..14).map(send)).await;
    let texts = owner.texts(&room).await;
    let mut numbers: Vec<usize> = texts.iter().map(|text| text.parse().unwrap()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (0..14).collect::<Vec<_>>());
}

#[tokio::test]
async fn messages_are_sent_at_once_though_each_takes_a_new_key() {
    let Some(server) = server() else { return };
    let bot = Account::new(server, "keys-bot").await;
    let friend = Account::new(server, "keys-friend").await;
    let owner = Owner::new(server, "keys-owner").await;
    let encryption = json!({
        "type": "m.room.encryption", "state_key": "",
        "content": {"algorithm": "m.megolm.v1.aes-sha2", "rotation_period_msgs": 1},
    });
    let room = owner.room_of(&[&bot.id, &friend.id], &[encryption]).await;
    bot.accept().await;
    friend.accept().await;
    let mut said: Vec<String> = (0..12).map(|index| format!("move {index}")).collect();
    join_all(said.iter().map(|body| bot.say(&room, body, body))).await;
    let mut heard = Vec::new();
    while heard.len() < said.len() {
        heard.extend(texts(&friend.sync().await.events));
    }
    heard.sort_unstable();
    said.sort_unstable();
    assert_eq!(heard, said);
}
