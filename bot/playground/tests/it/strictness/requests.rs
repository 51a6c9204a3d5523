//! Invalid requests, and one request too many.

use std::time::Duration;

use playground::Playground;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Raw, code, refused, rules, start};
use crate::{bot, until};

#[tokio::test]
async fn an_invalid_body_gets_nested_errors_that_serenity_can_parse() {
    let (pg, _bot) = bot::start().await;
    pg.expect("embed-title");
    let _unanswered = pg.user("alice").slash("long", ()).send().unwrap();
    refused(&pg, 50035).await;
    let found = pg.violations()[0].to_string();
    assert_eq!(
        found,
        "POST /interactions/{interaction}/{token}/callback $.data.embeds[0].title [embed-title] Must be between 0 and 256 in length (is 257). (50035)"
    );
}

#[tokio::test]
async fn dropping_a_playground_after_a_violation_panics() {
    let (pg, raw) = start(&[]).await;
    assert_eq!(raw.send(Method::GET, "/nowhere", Value::Null).await.0, 404);
    drop(raw);
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(pg))).unwrap_err();
    let why = caught.downcast_ref::<String>().unwrap();
    assert!(why.contains("GET /nowhere $ [unknown-route]"), "{why}");
}

#[tokio::test]
async fn invalid_json_and_large_requests_are_rejected() {
    let (pg, raw) = start(&["json", "request-size"]).await;
    let path = format!("/channels/{}/messages", pg.channel("general").id());
    let post = || raw.request(Method::POST, &path);
    let answer = post().body("{").send().await.unwrap();
    assert_eq!(answer.json::<Value>().await.unwrap()["code"], 50109);
    // The connection may end before the client has sent everything; the violation is what counts.
    drop(post().body(vec![b' '; (25 << 20) + 1]).send().await);
    let is_refused = || rules(&pg).contains(&"request-size");
    until(&pg, "the refusal", is_refused).await;
}

#[tokio::test]
async fn a_post_without_a_length_is_refused() {
    let (pg, raw) = start(&["length"]).await;
    let path = format!("/channels/{}/typing", pg.channel("general").id());
    let post = || raw.request(Method::POST, &path);
    assert_eq!(post().send().await.unwrap().status(), 411);
    let with_length = post().header("content-length", 0);
    assert_eq!(with_length.send().await.unwrap().status(), 204);
}

#[tokio::test]
async fn two_hundred_commands_can_be_created_per_day() {
    let (pg, raw) = start(&["command-creates"]).await;
    let path = format!("/applications/{}/commands", raw.app);
    let put_hundred = async |start: usize| {
        let command = |n| json!({"name": format!("c{n}"), "description": "d"});
        let commands: Value = (start..start + 100).map(command).collect();
        code(raw.send(Method::PUT, &path, commands).await)
    };
    // The third batch repeats the second: known commands are updated, not created.
    for start in [0, 100, 100] {
        assert_eq!(put_hundred(start).await, (200, None));
    }
    assert_eq!(put_hundred(200).await.1, Some(30034));
    pg.clock().advance(Duration::from_hours(24));
    assert_eq!(put_hundred(300).await, (200, None));
}

#[tokio::test]
async fn a_bulk_overwrite_keeps_the_entry_point_command() {
    let pg = Playground::start().await;
    pg.expect("entry-point");
    pg.enable_activities();
    let raw = Raw::new(&pg);
    let path = format!("/applications/{}/commands", raw.app);
    let ping = json!({"name": "ping", "description": "d"});
    let (status, refusal) = raw.send(Method::PUT, &path, json!([ping])).await;
    assert_eq!((status, &refusal["code"]), (400, &json!(50240)));
    let known = raw.get(&path).await;
    let kept = json!([ping, known[0]]);
    assert_eq!(raw.send(Method::PUT, &path, kept).await.0, 200);
    assert_eq!(pg.commands(), ["launch", "ping"]);
    assert_eq!(rules(&pg), ["entry-point"]);
}

#[tokio::test]
async fn a_wrong_token_gets_401() {
    let (_pg, mut raw) = start(&[]).await;
    raw.token = "Bot wrong".to_owned();
    let answer = raw.send(Method::GET, "/users/@me", Value::Null);
    assert_eq!(answer.await.0, 401);
}

#[tokio::test]
async fn edits_of_old_messages_are_limited() {
    let (pg, raw) = start(&[]).await;
    let channel = pg.channel("general").id();
    let (_, m) = raw.say(channel, json!({"content": "0"})).await;
    let path = format!("/channels/{channel}/messages/{}", m["id"].as_str().unwrap());
    let edit = async |text: &str| {
        let edit = raw.send(Method::PATCH, &path, json!({"content": text}));
        code(edit.await)
    };
    for n in 0..40 {
        assert_eq!(edit(&n.to_string()).await, (200, None), "a recent one");
    }
    pg.clock().advance(Duration::from_secs(3601));
    for n in 0..30 {
        assert_eq!(edit(&n.to_string()).await, (200, None));
    }
    assert_eq!(edit("x").await.1, Some(30046));
    pg.clock().advance(Duration::from_hours(1));
    assert_eq!(edit("x").await, (200, None));
}

#[tokio::test]
async fn a_nonce_is_enforced_and_an_empty_edit_is_rejected() {
    let (pg, raw) = start(&["empty"]).await;
    let channel = pg.channel("general");
    let body = json!({"content": "once", "nonce": "a1", "enforce_nonce": true});
    let first = raw.say(channel.id(), body.clone()).await.1;
    let second = raw.say(channel.id(), body).await.1;
    assert_eq!((&first["id"], channel.messages().len()), (&second["id"], 1));
    let message = first["id"].as_str().unwrap();
    let path = format!("/channels/{}/messages/{message}", channel.id());
    let empty = raw.send(Method::PATCH, &path, json!({"content": ""}));
    assert_eq!(empty.await.1["code"], 50006);
}
