//! Responses to interactions: in time, once, and ephemeral ones for one user only.

use std::time::Duration;

use playground::{Playground, Refused};
use reqwest::Method;
use serde_json::json;

use super::{Raw, code, refused, rules};
use crate::{bot, until};

#[tokio::test]
async fn a_response_after_three_seconds_gets_10062_and_the_user_sees_it() {
    let (pg, _bot) = bot::start().await;
    pg.expect("ack-3s");
    let alice = pg.user("alice");
    let hold = pg.hold("POST /interactions/{interaction}/{token}/callback");
    let reply = alice.slash("whisper", ()).send().unwrap();
    hold.arrived(1).await;
    pg.clock().advance(Duration::from_secs(4));
    let seen = pg.channel("general").transcript();
    assert!(seen.ends_with("(only alice) The application did not respond\n"));
    hold.release();
    refused(&pg, 10062).await;
    assert_eq!((reply.kind(), rules(&pg)), (None, vec!["ack-3s"]));
}

#[tokio::test]
async fn an_unanswered_action_fails_by_the_clock() {
    let (pg, _bot) = bot::start().await;
    let (alice, clock) = (pg.user("alice"), pg.clock());
    let asking = tokio::spawn(async move { alice.slash("slow", ()).attempt().await });
    let general = pg.channel("general");
    let is_asked = || general.transcript().contains("/slow");
    until(&pg, "the command", is_asked).await;
    clock.advance(Duration::from_secs(4));
    let refused = Refused::NoAnswer("/slow of alice".into());
    assert_eq!(asking.await.unwrap().unwrap_err(), refused);
}

#[tokio::test]
async fn without_a_bot_there_are_no_commands() {
    let pg = Playground::builder().start().await.unwrap();
    let ping = pg.user("alice").slash("ping", ()).attempt();
    let why = ping.await.unwrap_err();
    assert!(matches!(why, Refused::Client(_)), "{why}");
}

#[tokio::test]
async fn a_second_initial_response_gets_40060() {
    let (pg, _bot) = bot::start().await;
    pg.expect("one-ack");
    assert_eq!(pg.user("alice").slash("twice", ()).await.content(), "once");
    refused(&pg, 40060).await;
    assert_eq!(rules(&pg), ["one-ack"]);
}

#[tokio::test]
async fn an_initial_response_may_be_repeated_as_its_answer_may_be_lost() {
    let (pg, _bot) = bot::start().await;
    let raw = Raw::new(&pg);
    let open = pg.user("alice").slash("slow", ()).send().unwrap();
    let path = format!("/interactions/{0}/aW50ZXJhY3Rpb246{0}/callback", open.id());
    assert_eq!(raw.post(&path, json!({"type": 5})).await.0, 204);
    assert_eq!(raw.post(&path, json!({"type": 5})).await.1["code"], 40060);
    pg.assert_clean();
}

#[tokio::test]
async fn a_token_is_valid_after_the_initial_response_for_fifteen_minutes() {
    let (pg, _bot) = bot::start().await;
    pg.expect("token-15min");
    pg.expect("ack-first");
    let (alice, raw) = (pg.user("alice"), Raw::new(&pg));
    let path = |id: u64| format!("/webhooks/{}/aW50ZXJhY3Rpb246{id}", raw.app);
    let follow_up = async |id: u64| code(raw.post(&path(id), json!({"content": "x"})).await);
    let open = alice.slash("slow", ()).send().unwrap();
    assert_eq!(follow_up(open.id()).await.1, Some(10015));
    let done = alice.slash("ping", ()).await;
    assert_eq!(follow_up(done.id()).await.0, 200);
    pg.clock().advance(Duration::from_secs(901));
    assert_eq!(follow_up(done.id()).await, (401, Some(50027)));
    assert_eq!(rules(&pg), ["ack-first", "token-15min"]);
}

#[tokio::test]
async fn an_ephemeral_message_does_not_exist_for_channel_routes() {
    let (pg, _bot) = bot::start().await;
    let raw = Raw::new(&pg);
    let m = pg.user("alice").slash("whisper", ()).await.message();
    let path = format!("/channels/{}/messages/{}", m.channel().id(), m.id());
    for method in [Method::GET, Method::PATCH, Method::DELETE] {
        let (_, refusal) = raw.send(method, &path, json!({"content": "x"})).await;
        assert_eq!(refusal["code"], 10008);
    }
    let path = format!("/channels/{}/messages", m.channel().id());
    assert_eq!(raw.get(&path).await, json!([]));
}
