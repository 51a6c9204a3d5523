//! A serenity bot under network and gateway faults.

use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use playground::{Fault, Playground, RateLimits, args};
use serde_json::{Value, json};
use serenity::all::GatewayIntents;
use tokio_tungstenite::tungstenite::Message as Frame;

use crate::{bot, until};

/// Waits until a request has ended with this status; 0 is a cut connection.
async fn ended(pg: &Playground, status: u16) {
    let has_ended = || pg.calls().iter().any(|call| call.status == status);
    until(pg, &format!("status {status}"), has_ended).await;
}

async fn disconnected(pg: &Playground) {
    until(pg, "a disconnection", || !pg.gateway().is_connected()).await;
}

/// Waits until the bot is connected, and asserts that it answers.
async fn answers(pg: &Playground) {
    until(pg, "a session", || pg.gateway().is_connected()).await;
    assert_eq!(pg.user("alice").slash("ping", ()).await.content(), "Pong!");
}

type Interruption = fn(&playground::Gateway);

#[tokio::test]
async fn a_bot_resumes_after_every_kind_of_interruption_and_misses_nothing() {
    let (pg, _bot) = bot::start().await;
    let (alice, gateway) = (pg.user("alice"), pg.gateway());
    let table: [(&str, Interruption); 4] = [
        ("reconnect", |g| g.reconnect()),
        ("close 4000", |g| g.close(4000)),
        ("close 1000", |g| g.close(1000)),
        ("cut", |g| g.cut()),
    ];
    for (n, (what, interrupt)) in table.iter().enumerate() {
        interrupt(&gateway);
        assert_eq!(alice.slash("ping", ()).await.content(), "Pong!", "{what}");
        until(&pg, what, || gateway.resumes() == n + 1).await;
    }
    assert_eq!(gateway.identifies(), 1);
}

#[tokio::test]
async fn an_invalid_session_leads_to_a_new_identify() {
    let (pg, _bot) = bot::start().await;
    pg.gateway().invalidate();
    until(&pg, "a new session", || pg.gateway().identifies() == 2).await;
    answers(&pg).await;
}

#[tokio::test]
async fn a_zombie_connection_is_replaced() {
    let pg = Playground::start().await;
    pg.gateway().set_heartbeat(Duration::from_millis(300));
    let _bot = bot::run(&pg, bot::intents()).await;
    pg.ready().await;
    pg.gateway().withhold_acks();
    disconnected(&pg).await;
    pg.gateway().acknowledge();
    answers(&pg).await;
}

#[tokio::test]
async fn events_can_be_duplicated_and_reordered() {
    let (pg, bot) = bot::start().await;
    let alice = pg.user("alice");
    let tail = |n: usize| {
        let events = bot.events();
        events[events.len().saturating_sub(n)..].to_vec()
    };
    pg.gateway().duplicate_next(1);
    alice.say("@Delos e4").answers(2).await;
    let both_came = || tail(4) == ["MESSAGE_CREATE"; 4];
    until(&pg, "both answers as events", both_came).await;
    pg.gateway().reorder_next();
    let said = alice.say("first");
    alice.edit(&said, "second");
    let swapped = ["MESSAGE_UPDATE", "MESSAGE_CREATE"];
    let are_swapped = || tail(10).windows(2).any(|w| w == swapped);
    until(&pg, "the swapped events", are_swapped).await;
}

#[tokio::test]
async fn a_disallowed_intent_ends_the_bot() {
    let pg = Playground::start().await;
    pg.gateway().disallow_message_content();
    let bot = bot::run(&pg, GatewayIntents::all()).await;
    until(&pg, "the end of the bot", || bot.is_finished()).await;
}

#[tokio::test]
async fn with_the_content_intent_all_messages_are_readable() {
    let pg = Playground::start().await;
    let _bot = bot::run(&pg, bot::intents() | GatewayIntents::MESSAGE_CONTENT).await;
    pg.ready().await;
    let said = pg.user("alice").say("not for the bot");
    pg.user("alice").say("@Delos e4").answers(1).await;
    assert_eq!(said.reactions(), []);
}

#[tokio::test]
async fn errors_apply_once_and_dropped_responses_still_take_effect() {
    let (pg, _bot) = bot::start().await;
    let (alice, general) = (pg.user("alice"), pg.channel("general"));
    let route = "POST /channels/{channel}/messages";
    pg.inject(Fault::on(route).status(500));
    alice.say("@Delos e4");
    ended(&pg, 500).await;
    assert_eq!(general.messages().len(), 1);
    pg.inject(Fault::on(route).drop_response());
    alice.say("@Delos e4").answers(1).await;
    pg.inject(Fault::on(route).cut());
    let said = alice.say("@Delos e4");
    ended(&pg, 0).await;
    assert_eq!(said.later(), []);
    assert_eq!(alice.say("@Delos e4").answers(1).await.len(), 1);
}

#[tokio::test]
async fn a_dropped_response_is_a_broken_connection_to_the_client() {
    let pg = Playground::start().await;
    pg.inject(Fault::on("GET /gateway").drop_response());
    assert!(gateway(&pg).await.is_err());
    assert_eq!(gateway(&pg).await.unwrap().status(), 200);
    assert_eq!(pg.calls().len(), 2);
}

#[tokio::test]
async fn a_429_has_discords_headers() {
    let pg = Playground::start().await;
    pg.inject(Fault::on("GET /gateway").rate_limited(Duration::from_millis(1500)));
    pg.inject(Fault::on("GET /gateway").rate_limited_globally(Duration::from_secs(2)));
    let answer = gateway(&pg).await.unwrap();
    assert_eq!(answer.status(), 429);
    for (name, value) in [
        ("retry-after", "2"),
        ("x-ratelimit-reset-after", "1.500"),
        ("x-ratelimit-scope", "user"),
    ] {
        assert_eq!(answer.headers()[name], value);
    }
    let body =
        json!({"message": "You are being rate limited.", "retry_after": 1.5, "global": false});
    assert_eq!(answer.json::<Value>().await.unwrap(), body);
    let answer = gateway(&pg).await.unwrap();
    assert_eq!(answer.headers()["x-ratelimit-global"], "true");
    assert_eq!(answer.json::<Value>().await.unwrap()["global"], true);
}

#[tokio::test]
async fn enforced_rate_limits_reject_the_sixth_message() {
    let (pg, _bot) = bot::start().await;
    pg.enforce_rate_limits(RateLimits::discord());
    let alice = pg.user("alice");
    for _ in 0..6 {
        alice.say("@Delos e4");
    }
    ended(&pg, 429).await;
}

#[tokio::test]
async fn held_requests_wait_until_released() {
    let (pg, _bot) = bot::start().await;
    let (alice, bob) = (pg.user("alice"), pg.user("bob"));
    let hold = pg.hold("POST /interactions*");
    let one = alice.slash("move", args! { san: "e4" }).send().unwrap();
    let two = bob.slash("move", args! { san: "d4" }).send().unwrap();
    hold.arrived(2).await;
    assert_eq!((one.kind(), two.kind()), (None, None));
    hold.release();
    one.until("an answer", |r| r.kind().is_some()).await;
    two.until("an answer", |r| r.kind().is_some()).await;
}

#[tokio::test]
async fn a_delay_is_in_real_time() {
    let (pg, _bot) = bot::start().await;
    pg.inject(Fault::on("POST /interactions*").delay(Duration::from_millis(200)));
    let begun = Instant::now();
    pg.user("alice").slash("ping", ()).await;
    assert!(begun.elapsed() >= Duration::from_millis(200));
}

#[tokio::test]
async fn a_restarted_bot_continues() {
    let (pg, mut bot) = bot::start().await;
    let alice = pg.user("alice");
    let board = alice.slash("board", ()).await.message();
    bot.kill();
    disconnected(&pg).await;
    let _again = bot::run(&pg, bot::intents()).await;
    until(&pg, "a session", || pg.gateway().is_connected()).await;
    assert_eq!(alice.click(&board, "Accept").await.content(), "accepted");
}

#[tokio::test]
async fn serenity_can_parse_every_event() {
    let pg = Playground::start().await;
    let bot = bot::run(&pg, GatewayIntents::all()).await;
    pg.ready().await;
    let (alice, guild) = (pg.user("alice"), pg.guild("Second"));
    let channel = guild.channel("room");
    let said = alice.at(&channel).say("hello");
    alice.edit(&said, "hallo");
    alice.react(&said, "👍");
    alice.unreact(&said, "👍");
    alice.delete(&said);
    alice.slash("thread", ()).await;
    let started = || pg.channel("general").threads().pop();
    let thread = pg.until("the thread", started).await;
    thread.next_message().await;
    thread.archive();
    thread.delete();
    guild.grant(&alice, playground::permission::MANAGE_GUILD);
    guild.set_bot_permissions(playground::permission::EVERYONE);
    channel.deny_bot(playground::permission::ATTACH_FILES);
    guild.remove(&alice);
    channel.delete();
    guild.remove_bot();
    guild.add_bot();
    for event in [
        "READY GUILD_CREATE GUILD_DELETE GUILD_MEMBER_ADD GUILD_MEMBER_REMOVE GUILD_ROLE_CREATE",
        "GUILD_ROLE_UPDATE CHANNEL_CREATE CHANNEL_UPDATE CHANNEL_DELETE THREAD_CREATE THREAD_UPDATE",
        "THREAD_DELETE MESSAGE_CREATE MESSAGE_UPDATE MESSAGE_DELETE MESSAGE_REACTION_ADD",
        "MESSAGE_REACTION_REMOVE INTERACTION_CREATE",
    ]
    .iter()
    .flat_map(|events| events.split(' '))
    {
        until(&pg, event, || bot.events().iter().any(|e| e == event)).await;
    }
}

type Socket = tokio_tungstenite::WebSocketStream<tokio::net::TcpStream>;

/// Asks for the gateway's address.
async fn gateway(pg: &Playground) -> reqwest::Result<reqwest::Response> {
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let url = format!("{}/api/v10/gateway", pg.api());
    http.get(url).send().await
}

/// A gateway connection without serenity.
async fn connect(pg: &Playground) -> Socket {
    let answer = gateway(pg).await.unwrap();
    let answer: Value = answer.json().await.unwrap();
    let url = answer["url"].as_str().unwrap();
    let address = url.trim_start_matches("ws://");
    let stream = tokio::net::TcpStream::connect(address).await.unwrap();
    let connecting = tokio_tungstenite::client_async(format!("{url}/?v=10"), stream);
    connecting.await.unwrap().0
}

/// The close code in response to these payloads.
async fn closed_after(pg: &Playground, messages: &[String]) -> u16 {
    let mut ws = connect(pg).await;
    for m in messages {
        drop(ws.send(Frame::text(m.clone())).await);
    }
    while let Some(Ok(frame)) = ws.next().await {
        if let Frame::Close(Some(c)) = frame {
            return c.code.into();
        }
    }
    0
}

fn identify(token: &str, intents: u64) -> String {
    json!({"op": 2, "d": {"token": token, "intents": intents, "properties": {}}}).to_string()
}

#[tokio::test]
async fn the_gateway_closes_with_discords_codes() {
    let pg = Playground::start().await;
    let broken = "gateway-size gateway-presence gateway-opcode gateway-rate gateway-intents";
    let broken = broken.split(' ');
    for rule in broken.clone() {
        pg.expect(rule);
    }
    let payload = |op: u64, d: Value| json!({"op": op, "d": d}).to_string();
    let good = identify(pg.token(), 1);
    // An unknown status ends nothing.
    let busy = payload(3, json!({"status": "busy"}));
    let no_shard = json!({"token": pg.token(), "intents": 1, "shard": [1, 1]});
    let table = [
        (vec![payload(1, json!("x".repeat(4096)))], 4002),
        (vec!["{".to_owned()], 4002),
        (vec![payload(3, json!({}))], 4003),
        (vec![identify("wrong", 1)], 4004),
        (vec![good.clone(), busy, good.clone()], 4005),
        (vec![good, payload(99, json!({}))], 4001),
        (vec![payload(1, Value::Null); 121], 4008),
        (vec![payload(2, no_shard)], 4010),
        (vec![identify(pg.token(), 1 << 40)], 4013),
    ];
    for (messages, code) in table {
        let closed = closed_after(&pg, &messages).await;
        assert_eq!(closed, code, "{:?}", messages[0]);
    }
    let found = pg.violations().into_iter().map(|v| v.rule);
    assert_eq!(found.collect::<Vec<_>>(), broken.collect::<Vec<_>>());
}

#[tokio::test]
async fn enforced_limits_reject_a_second_identify_within_five_seconds() {
    let pg = Playground::start().await;
    pg.expect("gateway-identify");
    pg.enforce_rate_limits(RateLimits::discord());
    for expected in [0, 9] {
        let mut ws = connect(&pg).await;
        ws.send(Frame::text(identify(pg.token(), 1))).await.unwrap();
        for opcode in [10, expected] {
            let text = ws.next().await.unwrap().unwrap().into_text().unwrap();
            let answer: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(answer["op"], opcode);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn playgrounds_share_nothing() {
    let all: Vec<_> = (0..8)
        .map(|_| {
            tokio::spawn(async {
                let (pg, _bot) = bot::start().await;
                for _ in 0..10 {
                    assert_eq!(pg.user("alice").slash("ping", ()).await.content(), "Pong!");
                }
            })
        })
        .collect();
    for one in all {
        one.await.unwrap();
    }
}
