//! A rate-limiting proxy such as Nirn-proxy in front of Discord: it paces the requests instead of the bot.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::conversations::prelude::*;
use crate::headless::until_true;
use crate::network::EndlessGame;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::HOST;
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use playground::{Call, Channel, Message, RateLimits, User};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

/// Discord's limit for all requests in these tests, per second.
const LIMIT: u32 = 25;
/// Time between two requests of the proxy, so that fewer than [`LIMIT`] fit into any second.
const SPACING: Duration = Duration::from_millis(50);

/// A proxy that forwards requests one by one.
struct Proxy {
    client: reqwest::Client,
    server: String,
    /// When the next request may be forwarded.
    free: tokio::sync::Mutex<Instant>,
    /// Method and path of each received request.
    arrived: Mutex<Vec<String>>,
    /// Every request whose number is a multiple of this is refused; 0 refuses none.
    refused: usize,
    count: AtomicUsize,
    /// Messages still to be answered with a router's own 404.
    unrouted: AtomicUsize,
}

impl Proxy {
    /// Starts a proxy in front of a server; returns it with its address.
    async fn start(server: &str, refused: usize) -> (Arc<Self>, String) {
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let proxy = Arc::new(Self {
            client,
            server: server.to_owned(),
            free: tokio::sync::Mutex::new(Instant::now()),
            arrived: Mutex::default(),
            refused,
            count: AtomicUsize::new(0),
            unrouted: AtomicUsize::new(0),
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let app = Router::new().fallback(pass).with_state(Arc::clone(&proxy));
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        (proxy, address)
    }

    fn arrived(&self) -> Vec<String> {
        self.arrived.lock().unwrap().clone()
    }

    fn is_unrouted(&self) -> bool {
        let less = |left: usize| left.checked_sub(1);
        let (set, fetch) = (Ordering::Relaxed, Ordering::Relaxed);
        self.unrouted.fetch_update(set, fetch, less).is_ok()
    }
}

async fn pass(State(proxy): State<Arc<Proxy>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let line = format!("{} {}", head.method, head.uri.path());
    let is_unrouted = is_message(&line) && proxy.is_unrouted();
    proxy.arrived.lock().unwrap().push(line);
    if is_unrouted {
        let own = Json(json!({ "message": "no Route matched with those values" }));
        return (StatusCode::NOT_FOUND, own).into_response();
    }
    let number = proxy.count.fetch_add(1, Ordering::Relaxed) + 1;
    if proxy.refused > 0 && number.is_multiple_of(proxy.refused) {
        return refusal();
    }
    {
        let mut free = proxy.free.lock().await;
        sleep_until(*free).await;
        *free = Instant::now() + SPACING;
    }
    let path = head.uri.path_and_query().unwrap();
    let mut headers = head.headers;
    headers.remove(HOST);
    let passed = proxy
        .client
        .request(head.method, format!("{}{path}", proxy.server))
        .headers(headers)
        .body(body);
    let answer = passed.send().await.unwrap();
    let (status, headers) = (answer.status(), answer.headers().clone());
    let body = Body::from(answer.bytes().await.unwrap());
    (status, headers, body).into_response()
}

fn is_message(line: &str) -> bool {
    line.starts_with("POST ") && line.ends_with("/messages")
}

/// Returns Nirn-proxy's response to a request that it can't forward.
fn refusal() -> Response {
    let headers = [
        ("generated-by-proxy", "true"),
        ("x-ratelimit-scope", "user"),
        ("x-ratelimit-limit", "1"),
        ("x-ratelimit-remaining", "0"),
        ("retry-after", "1"),
    ];
    let body =
        json!({ "global": false, "message": "You are being rate limited.", "retry_after": 1 });
    (StatusCode::TOO_MANY_REQUESTS, headers, Json(body)).into_response()
}

/// Starts a bot behind a proxy that refuses every `refused`th request.
async fn stage(refused: usize) -> (Stage, Arc<Proxy>) {
    let mut stage = Stage::empty().await;
    let (proxy, address) = Proxy::start(stage.pg.api(), refused).await;
    stage.proxy = Some(address);
    stage.start().await;
    (stage, proxy)
}

async fn challenge(channel: &Channel, alice: &User, bob: &User) -> Message {
    let options = args! { game: "legan", opponent: bob, color: "white" };
    posts_challenge(&alice.at(channel), options).await
}

/// Plays one move in a channel; returns the next board.
async fn one_move(channel: &Channel, alice: &User, bob: &User) -> Message {
    let (_, mv) = EndlessGame::new().next();
    let challenge = challenge(channel, alice, bob).await;
    bob.at(channel).click(&challenge, "Accept").await;
    let board = channel.next().await;
    let alice = alice.at(channel);
    alice.slash("move", args! { "move": mv }).ack().await;
    next_board(channel, &board).await
}

/// Whether a request answers an interaction or asks for the gateway.
fn goes_to_discord(path: &str) -> bool {
    let parts = ["/interactions/", "/webhooks/", "/gateway"];
    parts.iter().any(|part| path.contains(part))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_proxy_alone_limits_and_answers_do_not_wait_for_it() {
    const GAMES: usize = 12;
    let (stage, proxy) = stage(0).await;
    stage.pg.enforce_rate_limits(RateLimits {
        routes: Vec::new(),
        global: LIMIT,
    });
    let guild = stage.pg.guild("");
    let mut games = JoinSet::new();
    for n in 0..GAMES {
        let channel = guild.channel(&format!("table-{n}"));
        let [alice, bob] = ["alice", "bob"].map(|name| stage.pg.user(&format!("{name}-{n}")));
        games.spawn(async move { one_move(&channel, &alice, &bob).await });
    }
    while let Some(board) = games.join_next().await {
        assert!(!board.unwrap().files().is_empty());
    }
    let calls = stage.pg.calls();
    let refused: Vec<_> = calls.iter().filter(|call| call.status == 429).collect();
    assert!(refused.is_empty(), "{refused:?}");
    let is_direct = |call: &&Call| goes_to_discord(&call.path);
    let direct = calls.iter().filter(is_direct).count();
    assert!(direct >= 3 * GAMES, "{direct} answers");
    let arrived = proxy.arrived();
    let wrong = arrived.iter().find(|line| goes_to_discord(line));
    assert_eq!(wrong, None);
    // The last ones may still be in flight.
    let have_arrived = || {
        let calls = stage.pg.calls();
        let direct = calls.iter().filter(is_direct).count();
        proxy.arrived().len() == calls.len() - direct
    };
    until_true("all others to go through the proxy", have_arrived).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refusal_of_the_proxy_delays_and_loses_nothing() {
    let (stage, proxy) = stage(3).await;
    let general = stage.pg.channel("general");
    let [alice, bob] = stage.people(["alice", "bob"]);
    let board = one_move(&general, &alice, &bob).await;
    assert!(!board.files().is_empty());
    alice.asks("games", ()).await.tells("Legan");
    assert!(proxy.count.load(Ordering::Relaxed) > 6, "none was refused");
    assert_eq!(stage.requests(POST), 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_waits_while_a_proxy_has_no_route() {
    const UNROUTED: usize = 3;
    let (stage, proxy) = stage(0).await;
    let general = stage.pg.channel("general");
    let [alice, bob] = stage.people(["alice", "bob"]);
    let challenge = challenge(&general, &alice, &bob).await;
    proxy.unrouted.store(UNROUTED, Ordering::Relaxed);
    bob.click(&challenge, "Accept").await;
    assert!(!general.next().await.files().is_empty());
    let arrived = proxy.arrived();
    // No one is told that the board can no longer be posted.
    let posts = arrived.iter().filter(|line| is_message(line));
    assert_eq!(posts.count(), 2 + UNROUTED, "{arrived:#?}");
}
