//! What Discord enforces over several requests, in time, and by permission: broken over real sockets.

#![allow(clippy::unwrap_used, reason = "clippy takes the helpers for no tests")]

mod bot;

use std::time::Duration;

use playground::{Playground, Refused, args, permission};
use reqwest::{Client, Method};
use serde_json::{Value, json};

/// A bot of bare requests, for what serenity would not send.
struct Raw<'a> {
    pg: &'a Playground,
    http: Client,
    app: String,
}

impl<'a> Raw<'a> {
    fn new(pg: &'a Playground) -> Self {
        let http = Client::builder().no_proxy().build().unwrap();
        let app = pg.bot_mention().trim_matches(['<', '@', '>']).to_owned();
        Self { pg, http, app }
    }

    async fn send(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        let url = format!("{}/api/v10{path}", self.pg.api());
        let request = self
            .http
            .request(method, url)
            .header("authorization", format!("Bot {}", self.pg.token()));
        let answer = request.json(&body).send().await.unwrap();
        (
            answer.status().as_u16(),
            answer.json().await.unwrap_or(Value::Null),
        )
    }

    async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        self.send(Method::POST, path, body).await
    }

    async fn say(&self, channel: u64, body: Value) -> (u16, Value) {
        self.post(&format!("/channels/{channel}/messages"), body)
            .await
    }
}

fn rules(pg: &Playground) -> Vec<&'static str> {
    pg.violations().into_iter().map(|v| v.rule).collect()
}

#[tokio::test]
async fn an_answer_after_three_seconds_meets_10062_and_the_person_is_told() {
    let (pg, _bot) = bot::start().await;
    pg.expect("ack-3s");
    let alice = pg.user("alice");
    let hold = pg.hold("POST /interactions/{interaction}/{token}/callback");
    let reply = alice.slash("whisper", ()).send().unwrap();
    hold.arrived(1).await;
    pg.clock().advance(Duration::from_secs(4));
    assert!(
        pg.channel("general")
            .transcript()
            .ends_with("(only alice) The application did not respond\n")
    );
    hold.release();
    pg.until("the refusal", || {
        pg.calls().into_iter().find(|c| c.code == 10062)
    })
    .await;
    assert_eq!((reply.kind(), rules(&pg)), (None, vec!["ack-3s"]));
}

#[tokio::test]
async fn somebody_whom_nobody_answers_learns_it_by_the_clock() {
    let (pg, _bot) = bot::start().await;
    let (alice, clock) = (pg.user("alice"), pg.clock());
    let asking = tokio::spawn(async move { alice.slash("slow", ()).attempt().await.unwrap_err() });
    pg.until("the command", || {
        pg.channel("general")
            .transcript()
            .contains("/slow")
            .then_some(())
    })
    .await;
    clock.advance(Duration::from_secs(4));
    assert_eq!(
        asking.await.unwrap(),
        Refused::NoAnswer("/slow of alice".into())
    );
}

#[tokio::test]
async fn without_a_bot_nobody_answers() {
    let pg = Playground::builder().start().await.unwrap();
    let why = pg
        .user("alice")
        .slash("ping", ())
        .attempt()
        .await
        .unwrap_err();
    assert!(
        matches!(why, Refused::Client(_)),
        "there are no commands yet: {why}"
    );
}

#[tokio::test]
async fn a_second_answer_meets_40060() {
    let (pg, _bot) = bot::start().await;
    pg.expect("one-ack");
    assert_eq!(pg.user("alice").slash("twice", ()).await.content(), "once");
    pg.until("the refusal", || {
        pg.calls().into_iter().find(|c| c.code == 40060)
    })
    .await;
    assert_eq!(rules(&pg), ["one-ack"]);
}

#[tokio::test]
async fn a_token_is_good_for_fifteen_minutes_and_only_after_the_first_answer() {
    let (pg, _bot) = bot::start().await;
    pg.expect("token-15min");
    pg.expect("ack-first");
    let (alice, raw) = (pg.user("alice"), Raw::new(&pg));
    let path = |id: u64| format!("/webhooks/{}/aW50ZXJhY3Rpb246{id}", raw.app);
    let open = alice.slash("slow", ()).send().unwrap();
    assert_eq!(
        raw.post(&path(open.id()), json!({"content": "x"})).await.1["code"],
        10015
    );
    let done = alice.slash("ping", ()).await;
    assert_eq!(
        raw.post(&path(done.id()), json!({"content": "x"})).await.0,
        200
    );
    pg.clock().advance(Duration::from_secs(901));
    let (status, body) = raw.post(&path(done.id()), json!({"content": "x"})).await;
    assert_eq!((status, &body["code"]), (401, &json!(50027)));
    assert_eq!(rules(&pg), ["ack-first", "token-15min"]);
}

#[tokio::test]
async fn a_broken_body_is_answered_with_nested_errors_that_serenity_can_read() {
    let (pg, _bot) = bot::start().await;
    pg.expect("embed-title");
    let _unanswered = pg.user("alice").slash("long", ()).send().unwrap();
    pg.until("the refusal", || {
        pg.calls().into_iter().find(|c| c.code == 50035)
    })
    .await;
    let v = &pg.violations()[0];
    assert_eq!(
        v.to_string(),
        "POST /interactions/{interaction}/{token}/callback $.data.embeds[0].title [embed-title] Must be between 0 and 256 in length (is 257). (50035)"
    );
}

#[tokio::test]
async fn a_playground_that_is_dropped_panics_after_a_violation() {
    let pg = Playground::start().await;
    let raw = Raw::new(&pg);
    assert_eq!(raw.send(Method::GET, "/nowhere", Value::Null).await.0, 404);
    drop(raw);
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(pg))).unwrap_err();
    assert!(
        caught
            .downcast_ref::<String>()
            .unwrap()
            .contains("GET /nowhere $ [unknown-route]")
    );
}

#[tokio::test]
async fn what_is_no_json_or_too_large_is_refused() {
    let pg = Playground::start().await;
    pg.expect("json");
    pg.expect("request-size");
    let raw = Raw::new(&pg);
    let url = format!(
        "{}/api/v10/channels/{}/messages",
        pg.api(),
        pg.channel("general").id()
    );
    let post = || {
        raw.http
            .post(&url)
            .header("authorization", format!("Bot {}", pg.token()))
    };
    assert_eq!(
        post()
            .body("{")
            .send()
            .await
            .unwrap()
            .json::<Value>()
            .await
            .unwrap()["code"],
        50109
    );
    // The connection may end before the client has sent everything; the violation is what counts.
    drop(post().body(vec![b' '; (25 << 20) + 1]).send().await);
    pg.until("the refusal", || {
        rules(&pg).contains(&"request-size").then_some(())
    })
    .await;
}

#[tokio::test]
async fn two_hundred_commands_a_day_can_be_created() {
    let pg = Playground::start().await;
    pg.expect("command-creates");
    let raw = Raw::new(&pg);
    let path = format!("/applications/{}/commands", raw.app);
    let batch = |start: usize| {
        (start..start + 100)
            .map(|n| json!({"name": format!("c{n}"), "description": "d"}))
            .collect::<Vec<_>>()
    };
    for start in [0, 100] {
        assert_eq!(
            raw.send(Method::PUT, &path, json!(batch(start))).await.0,
            200
        );
    }
    assert_eq!(
        raw.send(Method::PUT, &path, json!(batch(100))).await.0,
        200,
        "known commands are updated, not created"
    );
    assert_eq!(
        raw.send(Method::PUT, &path, json!(batch(200))).await.1["code"],
        30034
    );
    pg.clock().advance(Duration::from_hours(24));
    assert_eq!(raw.send(Method::PUT, &path, json!(batch(300))).await.0, 200);
}

#[tokio::test]
async fn a_wrong_token_is_turned_away() {
    let pg = Playground::start().await;
    let answer = Client::builder()
        .no_proxy()
        .build()
        .unwrap()
        .get(format!("{}/api/v10/users/@me", pg.api()))
        .header("authorization", "Bot nobody")
        .send();
    assert_eq!(answer.await.unwrap().status(), 401);
}

#[tokio::test]
async fn the_bots_permissions_are_those_of_the_channel() {
    let pg = Playground::start().await;
    let raw = Raw::new(&pg);
    let channel = pg.channel("general");
    let hi = json!({"content": "hi"});
    let embed = json!({"embeds": [{"title": "t"}]});
    let table = [
        (permission::VIEW_CHANNEL, hi.clone(), 50001),
        (permission::SEND_MESSAGES, hi.clone(), 50013),
        (permission::EMBED_LINKS, embed.clone(), 50013),
    ];
    for (bit, body, code) in table {
        channel.deny_bot(bit);
        assert_eq!(
            raw.say(channel.id(), body.clone()).await,
            (
                403,
                json!({"code": code, "message": if code == 50001 { "Missing Access" } else { "Missing Permissions" }})
            )
        );
        channel.allow_bot(bit);
        assert_eq!(raw.say(channel.id(), body).await.0, 200);
    }
    let said = pg.user("alice").say("hello");
    let path = |rest: &str| format!("/channels/{}/messages/{}{rest}", channel.id(), said.id());
    let thread = json!({"name": "t"});
    let table = [
        (
            permission::ADD_REACTIONS,
            Method::PUT,
            path("/reactions/%F0%9F%91%8D/@me"),
            Value::Null,
        ),
        (
            permission::CREATE_PUBLIC_THREADS,
            Method::POST,
            path("/threads"),
            thread,
        ),
        (
            permission::MANAGE_MESSAGES,
            Method::PUT,
            format!("/channels/{}/pins/{}", channel.id(), said.id()),
            Value::Null,
        ),
        (
            permission::MANAGE_MESSAGES,
            Method::DELETE,
            path(""),
            Value::Null,
        ),
    ];
    for (bit, method, path, body) in table {
        channel.deny_bot(bit);
        assert_eq!(
            raw.send(method.clone(), &path, body.clone()).await.1["code"],
            50013,
            "{method} {path}"
        );
        channel.allow_bot(bit);
        assert!(raw.send(method, &path, body).await.0 < 300);
    }
    assert!(said.is_deleted());
}

#[tokio::test]
async fn files_need_the_permission_to_attach() {
    let pg = Playground::start().await;
    let (raw, channel) = (Raw::new(&pg), pg.channel("general"));
    let send = || {
        let part = reqwest::multipart::Part::bytes(bot::PNG).file_name("a.png");
        let form = reqwest::multipart::Form::new().part("files[0]", part).text(
            "payload_json",
            r#"{"attachments":[{"id":0,"description":"alt"}]}"#,
        );
        let url = format!("{}/api/v10/channels/{}/messages", pg.api(), channel.id());
        raw.http
            .post(url)
            .header("authorization", format!("Bot {}", pg.token()))
            .multipart(form)
            .send()
    };
    channel.deny_bot(permission::ATTACH_FILES);
    assert_eq!(
        send().await.unwrap().json::<Value>().await.unwrap()["code"],
        50013
    );
    channel.allow_bot(permission::ATTACH_FILES);
    assert_eq!(
        send().await.unwrap().json::<Value>().await.unwrap()["attachments"][0]["description"],
        "alt"
    );
    assert_eq!(pg.calls()[0].files, [("a.png".to_owned(), bot::PNG.len())]);
}

#[tokio::test]
async fn people_have_permissions_too() {
    let (pg, _bot) = bot::start().await;
    let (alice, general) = (pg.user("alice"), pg.channel("general"));
    general.deny(&alice, permission::SEND_MESSAGES);
    assert_eq!(
        alice.try_say("hi").unwrap_err(),
        Refused::Client("alice may not write here".into())
    );
    assert_eq!(
        alice.slash("ping", ()).await.content(),
        "Pong!",
        "a command needs no permission to write"
    );
    general.deny(&alice, permission::VIEW_CHANNEL);
    assert!(alice.slash("ping", ()).attempt().await.is_err());
    let bob = pg.user("bob");
    let pong = bob.slash("ping", ()).await.message();
    pg.guild("").remove(&bob);
    assert!(!bob.sees(&pong) && bob.try_say("hi").is_err());
}

#[tokio::test]
async fn closed_direct_messages_meet_50007() {
    let pg = Playground::start().await;
    let (alice, raw) = (pg.user("alice"), Raw::new(&pg));
    let (_, dm) = raw
        .post(
            "/users/@me/channels",
            json!({"recipient_id": alice.id().to_string()}),
        )
        .await;
    let id: u64 = dm["id"].as_str().unwrap().parse().unwrap();
    alice.close_dms();
    assert_eq!(raw.say(id, json!({"content": "hi"})).await.1["code"], 50007);
    alice.open_dms();
    assert_eq!(raw.say(id, json!({"content": "hi"})).await.0, 200);
}

#[tokio::test]
async fn edits_of_old_messages_are_counted() {
    let pg = Playground::start().await;
    let raw = Raw::new(&pg);
    let channel = pg.channel("general").id();
    let (_, m) = raw.say(channel, json!({"content": "0"})).await;
    let path = format!("/channels/{channel}/messages/{}", m["id"].as_str().unwrap());
    for n in 0..40 {
        assert_eq!(
            raw.send(Method::PATCH, &path, json!({"content": n.to_string()}))
                .await
                .0,
            200,
            "a young message"
        );
    }
    pg.clock().advance(Duration::from_secs(3601));
    for n in 0..30 {
        assert_eq!(
            raw.send(Method::PATCH, &path, json!({"content": n.to_string()}))
                .await
                .0,
            200
        );
    }
    assert_eq!(
        raw.send(Method::PATCH, &path, json!({"content": "x"}))
            .await
            .1["code"],
        30046
    );
    pg.clock().advance(Duration::from_hours(1));
    assert_eq!(
        raw.send(Method::PATCH, &path, json!({"content": "x"}))
            .await
            .0,
        200
    );
}

#[tokio::test]
async fn a_nonce_is_enforced_and_an_empty_edit_refused() {
    let pg = Playground::start().await;
    pg.expect("empty");
    let raw = Raw::new(&pg);
    let channel = pg.channel("general");
    let body = json!({"content": "once", "nonce": "a1", "enforce_nonce": true});
    let (first, second) = (
        raw.say(channel.id(), body.clone()).await.1,
        raw.say(channel.id(), body).await.1,
    );
    assert_eq!((&first["id"], channel.messages().len()), (&second["id"], 1));
    let path = format!(
        "/channels/{}/messages/{}",
        channel.id(),
        first["id"].as_str().unwrap()
    );
    assert_eq!(
        raw.send(Method::PATCH, &path, json!({"content": ""}))
            .await
            .1["code"],
        50006
    );
}

#[tokio::test]
async fn a_private_message_does_not_exist_for_the_channels_routes() {
    let (pg, _bot) = bot::start().await;
    let raw = Raw::new(&pg);
    let m = pg.user("alice").slash("whisper", ()).await.message();
    let path = format!("/channels/{}/messages/{}", m.channel().id(), m.id());
    for method in [Method::GET, Method::PATCH, Method::DELETE] {
        assert_eq!(
            raw.send(method, &path, json!({"content": "x"})).await.1["code"],
            10008
        );
    }
    assert_eq!(
        raw.send(
            Method::GET,
            &format!("/channels/{}/messages", m.channel().id()),
            Value::Null
        )
        .await
        .1,
        json!([])
    );
}

#[tokio::test]
async fn locked_threads_are_closed_and_archived_ones_wake() {
    let pg = Playground::start().await;
    let raw = Raw::new(&pg);
    let general = pg.channel("general");
    pg.guild("").set_bot_permissions(permission::EVERYONE);
    let (_, t) = raw
        .post(
            &format!("/channels/{}/threads", general.id()),
            json!({"name": "Game", "type": 11}),
        )
        .await;
    let thread = general.threads().pop().unwrap();
    assert_eq!(t["id"], thread.id().to_string());
    let first = raw.say(thread.id(), json!({"content": "hi"})).await.1["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = format!("/channels/{}", thread.id());
    assert_eq!(
        raw.send(Method::PATCH, &path, json!({"archived": true}))
            .await
            .0,
        200
    );
    let edit = raw
        .send(
            Method::PATCH,
            &format!("{path}/messages/{first}"),
            json!({"content": "x"}),
        )
        .await;
    assert_eq!(
        edit.1["code"], 50083,
        "nothing in an archived thread can be edited"
    );
    assert_eq!(
        (
            raw.say(thread.id(), json!({"content": "awake"})).await.0,
            thread.is_archived()
        ),
        (200, false)
    );
    assert_eq!(
        raw.send(Method::PATCH, &path, json!({"locked": true}))
            .await
            .1["code"],
        50013
    );
    thread.lock();
    assert_eq!(
        raw.say(thread.id(), json!({"content": "x"})).await.1["code"],
        50083
    );
    assert!(pg.user("alice").at(&thread).try_say("x").is_err());
    assert_eq!(
        raw.send(
            Method::PUT,
            &format!("{path}/thread-members/{}", pg.user("bob").id()),
            Value::Null
        )
        .await
        .1["code"],
        50083
    );
}

#[tokio::test]
async fn everyone_is_called_by_those_who_may_only() {
    let pg = Playground::start().await;
    let raw = Raw::new(&pg);
    let channel = pg.channel("general");
    let shout = json!({"content": "@everyone <@1> hello"});
    assert_eq!(
        raw.say(channel.id(), shout.clone()).await.1["mention_everyone"],
        false
    );
    channel.allow_bot(permission::MENTION_EVERYONE);
    assert_eq!(
        raw.say(channel.id(), shout.clone()).await.1["mention_everyone"],
        true
    );
    let mut quiet = shout;
    quiet["allowed_mentions"] = json!({"parse": []});
    assert_eq!(
        raw.say(channel.id(), quiet).await.1["mention_everyone"],
        false
    );
}

#[tokio::test]
async fn the_page_is_served_and_driven_with_curl_but_not_by_other_pages() {
    let (pg, _bot) = bot::start().await;
    let http = Client::builder().no_proxy().build().unwrap();
    let get = |path: &str| http.get(format!("{}{path}", pg.api()));
    let page = get("/").send().await.unwrap();
    assert!(
        page.headers()["content-security-policy"]
            .to_str()
            .unwrap()
            .starts_with("default-src 'self'")
    );
    assert!(page.text().await.unwrap().contains("/_playground/app.js"));
    assert_eq!(
        get("/_playground/app.js").send().await.unwrap().status(),
        200
    );
    drop(pg.user("alice"));
    let act = |body: Value| {
        http.post(format!("{}/_playground/act", pg.api()))
            .json(&body)
    };
    let answer: Value =
        act(json!({"do": "slash", "user": "alice", "command": "move", "options": {"san": "e4"}}))
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
    assert_eq!(answer["kind"], 4);
    let state: Value = get("/_playground/state?user=alice")
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(state["messages"][0]["content"], "played e4");
    let refused: Value = act(json!({"do": "slash", "user": "alice", "command": "admin"}))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(
        refused,
        json!({"ok": false, "error": "alice may not use /admin", "failed": false})
    );
    let forged = act(json!({"do": "say", "user": "alice", "text": "forged"}))
        .header("origin", "https://evil.example")
        .send()
        .await
        .unwrap();
    assert_eq!(forged.status(), 403);
    assert_eq!(
        get("/_playground/state")
            .header("host", "evil.example")
            .send()
            .await
            .unwrap()
            .status(),
        403
    );
    assert_eq!(
        pg.user("alice")
            .autocomplete("move", args! { san: "N" })
            .await
            .choices()
            .len(),
        2
    );
}
