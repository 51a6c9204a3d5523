//! One person on Discord and on Matrix, in one conversation through both front ends over one store.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod common;
#[path = "matrix/homeserver.rs"]
#[allow(dead_code, reason = "each test uses a part")]
mod homeserver;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use app::{Span, Timestamp};
use bot::config::Secret;
use bot::discord::{self, Connection};
use bot::engine_pool::EnginePool;
use bot::front::{self, Platforms, Process};
use bot::matrix;
use bot::service::{MomentSource, Service, ServiceConfig};
use bot::store::SledStore;
use common::whisper;
use homeserver::Server;
use playground::{Clock, Playground, args};
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

struct ScriptedSource {
    clock: Clock,
    seed: AtomicU64,
}

impl MomentSource for ScriptedSource {
    fn now(&self) -> Timestamp {
        Timestamp(i64::try_from(self.clock.now_ms()).unwrap())
    }

    fn seed(&self) -> u64 {
        self.seed.fetch_add(1, Ordering::Relaxed)
    }

    fn longest_gap(&self) -> Span {
        Span(i64::MAX)
    }
}

/// Both platforms, and a bot on both.
struct Stage {
    pg: Playground,
    hs: Server,
    _data: TempDir,
    stop: CancellationToken,
    running: JoinHandle<()>,
}

impl Stage {
    async fn ready() -> Self {
        let (pg, hs) = (Playground::start().await, Server::default());
        let data = tempfile::tempdir().unwrap();
        let store = Arc::new(SledStore::open(data.path()).unwrap());
        let source = ScriptedSource {
            clock: pg.clock(),
            seed: AtomicU64::new(1000),
        };
        let config = ServiceConfig {
            platforms: Platforms::ALL,
            ..ServiceConfig::default()
        };
        let (service, queues) = Service::new(store, config, source);
        service.recover().unwrap();
        let connection = Connection::new(
            Secret::from(pg.token().to_owned()),
            Some(pg.api().to_owned()),
        );
        let stop = CancellationToken::new();
        let pool = Arc::new(EnginePool::start(1).unwrap());
        let process = Process::new(Arc::clone(&service), Arc::clone(&pool), 2, stop.clone());
        let account = hs.account();
        let running = tokio::spawn(async move {
            let on_discord = discord::serve(&connection, process.clone(), queues.discord);
            let on_discord = async { on_discord.await.map_err(|error| error.to_string()) };
            let (working, there) = (process.working.clone(), process.clone());
            let on_matrix = async move {
                let done = matrix::run(account, service, queues.matrix, pool, working).await;
                there.stopped_hearing();
                done.map_err(|error| error.to_string())
            };
            let front_ends: Vec<front::Running<'_, String>> =
                vec![Box::pin(on_discord), Box::pin(on_matrix)];
            front::run(process, queues.engine, front_ends)
                .await
                .unwrap();
        });
        pg.ready().await;
        Self {
            pg,
            hs,
            _data: data,
            stop,
            running,
        }
    }

    async fn end(self) {
        self.stop.cancel();
        self.running.await.unwrap();
        self.pg.assert_clean();
        assert_eq!(self.hs.mistakes(), Vec::<String>::new());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_from_discord_links_the_account_on_matrix_and_a_game_there_counts_once() {
    let stage = Stage::ready().await;
    let (alice, dave) = (stage.pg.user("alice"), stage.pg.user("dave"));
    let hall = stage.hs.room("hall", &["ann", "bob"]);
    let (ann, bob) = (stage.hs.user("ann"), stage.hs.user("bob"));

    let reply = alice.slash("link", ()).await;
    let given = whisper(&reply).await;
    assert!(given.is_ephemeral());
    let content = given.content();
    let code = content.split("**").nth(1).unwrap().to_owned();
    assert!(
        content.contains(&format!("!delos link {code}")),
        "{content}"
    );

    let typed = ann.say(&hall, &format!("!delos link {code}"));
    let asked = stage.hs.next_direct("ann").await;
    assert!(asked.body.contains("alice on Discord"), "{}", asked.body);
    assert!(asked.body.contains("on Matrix (@ann:hs)"), "{}", asked.body);
    stage.hs.reacts(&typed, "📨").await;
    ann.reply(&asked, "Link them");
    let done = stage.hs.next_direct("ann").await;
    assert!(
        done.body.contains("second name of alice on Discord"),
        "{}",
        done.body
    );
    assert_eq!(stage.hs.count(&hall), 0, "nothing was said before everyone");

    bob.say(&hall, "!delos challenge @ann leto white rated:yes time:3d");
    let challenge = stage.hs.next(&hall).await;
    assert_eq!(challenge.mentions, ["@ann:hs"], "{challenge:?}");
    ann.reply(&challenge, "Accept");
    let board = stage.hs.next(&hall).await;
    assert_eq!(board.mentions, ["@bob:hs"], "{board:?}");
    bob.reply(&board, "e4");
    let board = stage.hs.next(&hall).await;
    assert_eq!(board.mentions, ["@ann:hs"], "{board:?}");
    let html = board.html.clone().unwrap_or_default();
    assert!(
        !board.body.contains("someone") && !html.contains("someone"),
        "{board:?}"
    );
    ann.reply(&board, "e5");
    let board = stage.hs.next(&hall).await;
    bob.reply(&board, "resign");
    let sure = stage.hs.next(&hall).await;
    bob.reply(&sure, "Resign");
    stage.hs.said_in(&hall, "won by resignation").await;

    // The same person, on either side, once.
    let profile = alice.slash("profile", ()).await;
    let own = whisper(&profile).await.content();
    assert!(own.contains("rated games: 1 won"), "{own}");
    assert_eq!(
        own.matches("rated games:").count(),
        1,
        "one game, one rating: {own}"
    );
    assert!(
        own.contains("against Bob: "),
        "by name, never mentioned: {own}"
    );
    let of_other = dave.slash("profile", args! { person: &alice }).await;
    let seen = whisper(&of_other).await.content();
    assert!(seen.contains("rated games: 1 won"), "{seen}");
    ann.say(&hall, "!delos profile");
    let there = stage.hs.next_direct("ann").await;
    assert!(there.body.contains("rated games: 1 won"), "{}", there.body);
    let answer = alice.slash("link", ()).await;
    let linked = whisper(&answer).await.content();
    assert!(linked.contains("(`@ann:hs`)"), "{linked}");
    stage.end().await;
}
