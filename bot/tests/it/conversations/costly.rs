//! Many costly requests at once.

use std::future::IntoFuture as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use app::{Command, Context, Person, PlayerId, Request, Venue};
use futures_util::poll;
use playground::args;
use runtime::service::{Service, ServiceConfig, WORKERS};
use store::SledStore;
use tokio::sync::{broadcast, mpsc};
use tokio::task::JoinSet;

use crate::common::source::ScriptedSource;
use crate::common::{Stage, assert_says, next};

/// A position with a sail that can capture fifteen pieces in every order.
const WIDE: &str = "1k6/s1s1s1s1/8/s1S1s1s1/7K/s1s1s1s1/8/s1s1s1s1 w - - 0 1";
/// As [`WIDE`], but each of these chains leaves the king in check.
const IN_VAIN: &str = "1k5K/s1s1sn2/8/s1S1s1s1/8/s1s1s1s1/8/s1s1s1s1 w - - 0 1";
/// A position in which a quiet move leads to [`WIDE`].
const ONE_AHEAD: &str = "k7/s1s1s1s1/8/s1S1s1s1/7K/s1s1s1s1/8/s1s1s1s1 b - - 0 1";
const PLAIN: &str = "4k3/4a3/8/8/8/8/4A3/D3K2D w KQ - 0 1";

/// On Discord only: Matrix has no forms or suggestions that have to come at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_and_suggestions_wait_for_no_command() {
    let stage = Stage::ready().await;
    let alice = stage.pg.user("alice");
    alice
        .slash("play", args! { game: "toto40", color: "white" })
        .await;
    let board = next(&stage.pg.channel("general")).await;
    let finish = all_workers_taken(stage.service.as_ref().unwrap()).await;
    let form = alice.click(&board, "Type a move").await;
    assert!(form.modal().is_some());
    let typed = alice.autocomplete("move", args! { "move": "R" }).await;
    assert!(!typed.choices().is_empty());
    drop(finish);
}

/// Takes all workers, until what this returns is dropped.
async fn all_workers_taken(service: &Arc<Service>) -> broadcast::Sender<()> {
    let (finish, _) = broadcast::channel::<()>(1);
    let (begun, mut taken) = mpsc::unbounded_channel();
    for _ in 0..WORKERS {
        let (mut finished, begun) = (finish.subscribe(), begun.clone());
        let service = Arc::clone(service);
        tokio::spawn(async move {
            let work = move |_: &Service| {
                begun.send(()).unwrap();
                // Ends with an error, since nothing is ever sent.
                let _ = finished.blocking_recv();
                Ok(())
            };
            service.run_blocking(work).await
        });
    }
    for _ in 0..WORKERS {
        taken.recv().await.unwrap();
    }
    finish
}

fn list_of_games(who: &str) -> Request {
    Request {
        who: Person::new(PlayerId::new(format!("discord:{who}")), who),
        venue: Venue::on_server("discord:77", "discord:78"),
        context: Context::default(),
        command: Command::Games,
    }
}

/// On Discord only: both front ends hand commands to the same service.
#[tokio::test]
async fn a_persons_commands_wait_for_each_other_and_take_one_worker() {
    let data = tempfile::tempdir().unwrap();
    let store = Arc::new(SledStore::open(data.path()).unwrap());
    let begun = Arc::new(AtomicI64::new(0));
    let asked = Arc::clone(&begun);
    // A command asks for the time when its turn has come.
    let source = ScriptedSource::new(1, move || asked.fetch_add(1, Ordering::Relaxed));
    let (service, _queues) = Service::new(store, ServiceConfig::default(), source);
    let finish = all_workers_taken(&service).await;
    let before = begun.load(Ordering::Relaxed);
    let [mut first, mut second, mut other] =
        ["1", "1", "2"].map(|who| Box::pin(service.handle(list_of_games(who))));
    assert!(poll!(&mut first).is_pending());
    assert!(poll!(&mut second).is_pending());
    assert!(poll!(&mut other).is_pending());
    assert_eq!(begun.load(Ordering::Relaxed) - before, 2);
    drop(finish);
    for done in [first, other, second] {
        done.await.unwrap();
    }
}

/// On Discord only: acknowledgments within three seconds; on Matrix answers in a room are bounded, and the admission is shared.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_costly_commands_at_once_are_all_acknowledged_and_answered() {
    let stage = Stage::ready().await;
    let mut asked = JoinSet::new();
    for n in 0..20 {
        let person = stage.pg.user(&format!("person{n}"));
        let rules = "leap64-multi";
        for position in [WIDE, IN_VAIN, ONE_AHEAD, PLAIN, WIDE, IN_VAIN] {
            let options = args! { position: position, rules: rules };
            asked.spawn(person.slash("analyze", options).into_future());
        }
        for position in [WIDE, IN_VAIN, ONE_AHEAD, PLAIN] {
            let options = args! { start: position, game: rules };
            asked.spawn(person.slash("challenge", options).into_future());
        }
        asked.spawn(person.slash("games", ()).into_future());
    }
    let mut answers: Vec<String> = Vec::new();
    while let Some(reply) = asked.join_next().await {
        answers.push(reply.unwrap().content());
    }
    assert_eq!(answers.len(), 220);
    let with = |words: &str| answers.iter().filter(|text| text.contains(words)).count();
    let known = [
        "I'd play",
        "too many legal moves",
        "I'm still working on your last 4 requests",
        "I'm busy with other people's positions",
        "too busy to get to this in time",
        "Challenge posted",
        "Your open challenge",
        "You don't have any games",
    ];
    let strange: Vec<_> = answers
        .iter()
        .filter(|text| !known.iter().any(|words| text.contains(words)))
        .collect();
    assert!(strange.is_empty(), "{strange:?}");
    assert!(with("I'd play") > 0);
    // A request refused for lack of capacity is possible again.
    let person = stage.pg.user("person0");
    let options = args! { position: PLAIN, rules: "leap64-multi" };
    assert_says(person.slash("analyze", options).await.content(), "I'd play");
}
