//! Permissions of the bot and of users.

use playground::{Channel, Playground, Refused, permission};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Raw, code, start};
use crate::bot;

#[tokio::test]
async fn posting_needs_the_permissions_of_the_channel() {
    let (pg, raw) = start(&[]).await;
    let channel = pg.channel("general");
    let hi = json!({"content": "hi"});
    let embed = json!({"embeds": [{"title": "t"}]});
    let (access, permissions) = ((50001, "Missing Access"), (50013, "Missing Permissions"));
    let table = [
        (permission::VIEW_CHANNEL, &hi, access),
        (permission::SEND_MESSAGES, &hi, permissions),
        (permission::EMBED_LINKS, &embed, permissions),
    ];
    for (bit, body, (code, message)) in table {
        channel.deny_bot(bit);
        let refusal = json!({"code": code, "message": message});
        let said = raw.say(channel.id(), body.clone()).await;
        assert_eq!(said, (403, refusal));
        channel.allow_bot(bit);
        assert_eq!(raw.say(channel.id(), body.clone()).await.0, 200);
    }
}

#[tokio::test]
async fn acting_on_messages_needs_the_permissions_of_the_channel() {
    let (pg, raw) = start(&[]).await;
    let channel = pg.channel("general");
    let said = pg.user("alice").say("hello");
    let path = |rest: &str| format!("/channels/{}/messages/{}{rest}", channel.id(), said.id());
    let pin = format!("/channels/{}/pins/{}", channel.id(), said.id());
    let (reaction, thread) = (path("/reactions/%F0%9F%91%8D/@me"), path("/threads"));
    // Only a thread needs it.
    let body = json!({"name": "t"});
    for (bit, method, path) in [
        (permission::ADD_REACTIONS, Method::PUT, reaction),
        (permission::CREATE_PUBLIC_THREADS, Method::POST, thread),
        (permission::MANAGE_MESSAGES, Method::PUT, pin),
        (permission::MANAGE_MESSAGES, Method::DELETE, path("")),
    ] {
        channel.deny_bot(bit);
        let (_, refusal) = raw.send(method.clone(), &path, body.clone()).await;
        assert_eq!(refusal["code"], 50013, "{method} {path}");
        channel.allow_bot(bit);
        assert!(raw.send(method, &path, body.clone()).await.0 < 300);
    }
    assert!(said.is_deleted());
}

#[tokio::test]
async fn files_need_the_attach_files_permission() {
    let (pg, raw) = start(&[]).await;
    let channel = pg.channel("general");
    let send = || {
        let part = reqwest::multipart::Part::bytes(bot::PNG).file_name("a.png");
        let payload = r#"{"attachments":[{"id":0,"description":"alt"}]}"#;
        let form = reqwest::multipart::Form::new().part("files[0]", part);
        let form = form.text("payload_json", payload);
        let path = format!("/channels/{}/messages", channel.id());
        let request = raw.request(Method::POST, &path).multipart(form);
        async move { request.send().await.unwrap().json::<Value>().await.unwrap() }
    };
    channel.deny_bot(permission::ATTACH_FILES);
    assert_eq!(send().await["code"], 50013);
    channel.allow_bot(permission::ATTACH_FILES);
    assert_eq!(send().await["attachments"][0]["description"], "alt");
    assert_eq!(pg.calls()[0].files, [("a.png".to_owned(), bot::PNG.len())]);
}

#[tokio::test]
async fn users_have_permissions_too() {
    let (pg, _bot) = bot::start().await;
    let (alice, general) = (pg.user("alice"), pg.channel("general"));
    general.deny(&alice, permission::SEND_MESSAGES);
    let refused = Refused::Client("alice cannot write here".into());
    assert_eq!(alice.try_say("hi").unwrap_err(), refused);
    // A command does not need SEND_MESSAGES.
    assert_eq!(alice.slash("ping", ()).await.content(), "Pong!");
    general.deny(&alice, permission::VIEW_CHANNEL);
    assert!(alice.slash("ping", ()).attempt().await.is_err());
    let bob = pg.user("bob");
    let pong = bob.slash("ping", ()).await.message();
    pg.guild("").remove(&bob);
    assert!(!bob.sees(&pong) && bob.try_say("hi").is_err());
}

#[tokio::test]
async fn closed_dms_get_50007() {
    let (pg, raw) = start(&[]).await;
    let alice = pg.user("alice");
    let recipient = json!({"recipient_id": alice.id().to_string()});
    let (_, dm) = raw.post("/users/@me/channels", recipient).await;
    let id: u64 = dm["id"].as_str().unwrap().parse().unwrap();
    alice.close_dms();
    assert_eq!(raw.say(id, json!({"content": "hi"})).await.1["code"], 50007);
    alice.open_dms();
    assert_eq!(raw.say(id, json!({"content": "hi"})).await.0, 200);
}

/// Starts a thread as a bot that cannot manage threads.
async fn start_thread() -> (Playground, Raw, Channel) {
    let (pg, raw) = start(&[]).await;
    let general = pg.channel("general");
    pg.guild("").set_bot_permissions(permission::EVERYONE);
    let path = format!("/channels/{}/threads", general.id());
    let (_, started) = raw.post(&path, json!({"name": "Game", "type": 11})).await;
    let thread = general.threads().pop().unwrap();
    assert_eq!(started["id"], thread.id().to_string());
    (pg, raw, thread)
}

#[tokio::test]
async fn messages_of_an_archived_thread_cannot_be_edited_until_it_is_unarchived() {
    let (_pg, raw, thread) = start_thread().await;
    let first = raw.say(thread.id(), json!({"content": "hi"})).await.1;
    let path = format!("/channels/{}", thread.id());
    let archive = raw.send(Method::PATCH, &path, json!({"archived": true}));
    assert_eq!(archive.await.0, 200);
    let message = format!("{path}/messages/{}", first["id"].as_str().unwrap());
    let edit = raw.send(Method::PATCH, &message, json!({"content": "x"}));
    assert_eq!(edit.await.1["code"], 50083);
    let said = raw.say(thread.id(), json!({"content": "awake"})).await;
    assert_eq!((said.0, thread.is_archived()), (200, false));
}

#[tokio::test]
async fn a_locked_thread_rejects_messages_and_members() {
    let (pg, raw, thread) = start_thread().await;
    let path = format!("/channels/{}", thread.id());
    let lock = raw.send(Method::PATCH, &path, json!({"locked": true}));
    assert_eq!(lock.await.1["code"], 50013, "the bot cannot manage threads");
    thread.lock();
    let said = raw.say(thread.id(), json!({"content": "x"})).await;
    assert_eq!(said.1["code"], 50083);
    assert!(pg.user("alice").at(&thread).try_say("x").is_err());
    let member = format!("{path}/thread-members/{}", pg.user("bob").id());
    let add = raw.send(Method::PUT, &member, Value::Null);
    assert_eq!(add.await.1["code"], 50083);
}

#[tokio::test]
async fn mentioning_everyone_needs_the_permission() {
    let (pg, raw) = start(&[]).await;
    let channel = pg.channel("general");
    let shout = json!({"content": "@everyone <@1> hello"});
    let calls_all = async |body: &Value| {
        let (_, said) = raw.say(channel.id(), body.clone()).await;
        said["mention_everyone"].as_bool().unwrap()
    };
    assert!(!calls_all(&shout).await);
    channel.allow_bot(permission::MENTION_EVERYONE);
    assert!(calls_all(&shout).await);
    let mut quiet = shout;
    quiet["allowed_mentions"] = json!({"parse": []});
    assert!(!calls_all(&quiet).await);
}

#[tokio::test]
async fn giving_a_role_needs_the_permission_and_a_higher_role() {
    let (pg, raw) = start(&[]).await;
    let guild = pg.guild("");
    let alice = pg.user("alice");
    guild.grant(&alice, 0);
    let low = guild.add_role("low", 0, false);
    let high = guild.add_role("high", 0, true);
    let path = |user: u64, role: u64| format!("/guilds/{}/members/{user}/roles/{role}", guild.id());
    let give = async |user, role| code(raw.send(Method::PUT, &path(user, role), Value::Null).await);
    assert_eq!(give(alice.id(), low).await, (403, Some(50013)));
    guild.set_bot_permissions(permission::BOT | permission::MANAGE_ROLES);
    assert_eq!(give(alice.id(), high).await, (403, Some(50013)));
    assert_eq!(give(alice.id(), guild.id()).await, (403, Some(50013)));
    assert_eq!(give(alice.id(), 7).await, (404, Some(10011)));
    assert_eq!(give(7, low).await, (404, Some(10007)));
    assert_eq!(give(alice.id(), low).await, (204, None));
    assert_eq!(guild.holders("low"), ["alice"]);
}
