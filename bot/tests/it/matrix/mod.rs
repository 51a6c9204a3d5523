//! Conversations with the bot on Matrix, over a homeserver in memory.

mod commands;
mod failures;
mod games;
mod outbox;
mod rooms;
mod spaces;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use crate::common::{ScriptedSource, assert_says};
use crate::homeserver::{Message, Server, User};
use app::Span;
use matrix::Error;
use runtime::engine_pool::{self, EnginePool};
use runtime::service::{Service, ServiceConfig};
use store::SledStore;
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// Time limit of the bot's end.
const DEADLINE: Duration = Duration::from_mins(1);

struct Stage {
    hs: Server,
    data: TempDir,
    now: Arc<AtomicI64>,
    running: Option<Running>,
    starts: u64,
}

struct Running {
    stop: CancellationToken,
    bot: JoinHandle<Result<(), Error>>,
    tasks: [JoinHandle<()>; 2],
}

impl Stage {
    /// Starts a homeserver and the bot.
    fn ready() -> Self {
        let mut stage = Self {
            hs: Server::default(),
            data: tempfile::tempdir().unwrap(),
            now: Arc::new(AtomicI64::new(1_800_000_000_000)),
            running: None,
            starts: 0,
        };
        stage.start();
        stage
    }

    fn start(&mut self) {
        assert!(self.running.is_none(), "one bot at a time");
        self.starts += 1;
        let store = Arc::new(SledStore::open(self.data.path()).unwrap());
        let now = Arc::clone(&self.now);
        let source = ScriptedSource::new(self.starts, move || now.load(Ordering::Relaxed));
        let config = ServiceConfig {
            platforms: text::Platforms::MATRIX,
            ..ServiceConfig::default()
        };
        let (service, mut queues) = Service::new(store, config, source);
        service.recover().unwrap();
        let pool = Arc::new(EnginePool::start(1).unwrap());
        let stop = CancellationToken::new();
        let messages = queues.take(text::Platform::Matrix);
        let engine = engine_pool::run(
            Arc::clone(&service),
            queues.engine,
            Arc::clone(&pool),
            stop.clone(),
        );
        let clock = Arc::clone(&service).run_clock(stop.clone());
        let account = self.hs.account();
        let bot = matrix::run(account, service, messages, pool, stop.clone());
        self.running = Some(Running {
            stop,
            bot: tokio::spawn(bot),
            tasks: [tokio::spawn(engine), tokio::spawn(clock)],
        });
    }

    /// Stops the bot, as a signal would.
    async fn stop(&mut self) {
        self.running.as_ref().unwrap().stop.cancel();
        self.ended().await.unwrap();
    }

    /// Waits until the bot has ended, on its own or not.
    async fn ended(&mut self) -> Result<(), Error> {
        let Running { stop, bot, tasks } = self.running.take().unwrap();
        let outcome = timeout(DEADLINE, bot).await.expect("the bot ends");
        let outcome = outcome.unwrap();
        stop.cancel();
        for task in tasks {
            task.await.unwrap();
        }
        outcome
    }

    /// Starts a homeserver and the bot, with these people in a room.
    fn with_hall<const N: usize>(names: [&str; N]) -> (Self, String, [User; N]) {
        let stage = Self::ready();
        let hall = stage.hs.room("hall", &names);
        let people = stage.people(names);
        (stage, hall, people)
    }

    /// Starts a homeserver and the bot, with a person in their direct room.
    fn with_direct(name: &str) -> (Self, String, User) {
        let stage = Self::ready();
        let room = stage.hs.direct(name);
        let user = stage.hs.user(name);
        (stage, room, user)
    }

    fn people<const N: usize>(&self, names: [&str; N]) -> [User; N] {
        names.map(|name| self.hs.user(name))
    }

    fn wait(&self, span: Span) {
        self.now.fetch_add(span.0, Ordering::Relaxed);
    }

    /// Returns the next message, which has these words.
    async fn next_saying(&self, room: &str, words: &str) -> Message {
        let next = self.hs.next(room).await;
        assert_says(&next.body, words);
        next
    }

    /// Returns the next message in a person's direct room, which has these words.
    async fn told(&self, name: &str, words: &str) -> Message {
        let next = self.hs.next_direct(name).await;
        assert_says(&next.body, words);
        next
    }

    /// Returns the answer to a message, which has these words.
    async fn answered(&self, asked: &Message, words: &str) -> Message {
        let answer = self.hs.answer_to(asked).await;
        assert_says(&answer.body, words);
        answer
    }

    /// Asks for something public. Its answer shows that Delos sent nothing before.
    async fn nothing_said(&self, room: &str, user: &User) {
        user.say(room, "!delos about");
        self.next_saying(room, "Free software").await;
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_eq!(self.hs.mistakes(), Vec::<String>::new());
        }
    }
}

/// Starts a game of ann (White) against bob; returns the board.
async fn begin(stage: &Stage, room: &str) -> Message {
    let [ann, bob] = stage.people(["ann", "bob"]);
    ann.say(room, "!delos challenge @bob leto white");
    let challenge = stage.hs.next(room).await;
    bob.react(&challenge, "✅");
    let board = stage.hs.next(room).await;
    assert!(board.file.is_some(), "{board:?}");
    stage.hs.says(&challenge, "accepted").await;
    board
}
