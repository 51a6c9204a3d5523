//! Many costly requests at once.

use std::future::IntoFuture as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use app::Command;
use futures_util::poll;
use runtime::service::{Service, ServiceConfig, WORKERS};
use store::SledStore;
use text::Platform;
use tokio::sync::{broadcast, mpsc};
use tokio::task::JoinSet;

use crate::common::ScriptedSource;
use crate::conversations::prelude::*;
use crate::headless::request;

/// A position with a sail that can capture fifteen pieces in every order.
const WIDE: &str = "1k6/s1s1s1s1/8/s1S1s1s1/7K/s1s1s1s1/8/s1s1s1s1 w - - 0 1";
/// As [`WIDE`], but each of these chains leaves the king in check.
const IN_VAIN: &str = "1k5K/s1s1sn2/8/s1S1s1s1/8/s1s1s1s1/8/s1s1s1s1 w - - 0 1";
/// A position in which a quiet move leads to [`WIDE`].
const ONE_AHEAD: &str = "k7/s1s1s1s1/8/s1S1s1s1/7K/s1s1s1s1/8/s1s1s1s1 b - - 0 1";
const PLAIN: &str = "4k3/4a3/8/8/8/8/4A3/D3K2D w KQ - 0 1";

on_discord!(a_form_and_suggestions_wait_for_no_command);
/// On Discord only: Matrix has no forms or suggestions that have to come at once.
async fn a_form_and_suggestions_wait_for_no_command(stage: Stage) {
    let alice = stage.pg.user("alice");
    let board = play(&stage, "toto40").await;
    let finish = all_workers_taken(stage.service()).await;
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
    let list = |who| service.handle(request(Platform::Discord, who, Command::Games));
    let mut listed = ["1", "1", "2"].map(|who| Box::pin(list(who)));
    for one in &mut listed {
        assert!(poll!(one).is_pending());
    }
    assert_eq!(begun.load(Ordering::Relaxed) - before, 2);
    drop(finish);
    for done in listed {
        done.await.unwrap();
    }
}

on_discord!(two_hundred_costly_commands_at_once_are_all_acknowledged_and_answered);
/// On Discord only: acknowledgments within three seconds; on Matrix answers in a room are bounded, and the admission is shared.
async fn two_hundred_costly_commands_at_once_are_all_acknowledged_and_answered(stage: Stage) {
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
    for text in &answers {
        assert!(known.iter().any(|words| text.contains(words)), "{text}");
    }
    assert!(answers.iter().any(|text| text.contains("I'd play")));
    // A request refused for lack of capacity is possible again.
    let person = stage.pg.user("person0");
    let options = args! { position: PLAIN, rules: "leap64-multi" };
    assert_says(person.slash("analyze", options).await.content(), "I'd play");
}
