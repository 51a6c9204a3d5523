//! Many costly requests at once.

use std::future::IntoFuture as _;

use playground::args;
use tokio::task::JoinSet;

use crate::common::Stage;

/// A position with a sail that can capture fifteen pieces in every order.
const WIDE: &str = "1k6/s1s1s1s1/8/s1S1s1s1/7K/s1s1s1s1/8/s1s1s1s1 w - - 0 1";
/// As [`WIDE`], but each of these chains leaves the king in check.
const IN_VAIN: &str = "1k5K/s1s1sn2/8/s1S1s1s1/8/s1s1s1s1/8/s1s1s1s1 w - - 0 1";
/// A position in which a quiet move leads to [`WIDE`].
const ONE_AHEAD: &str = "k7/s1s1s1s1/8/s1S1s1s1/7K/s1s1s1s1/8/s1s1s1s1 b - - 0 1";
const PLAIN: &str = "4k3/4a3/8/8/8/8/4A3/D3K2D w KQ - 0 1";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_costly_commands_at_once_are_all_acknowledged_and_answered() {
    let stage = Stage::ready().await;
    // On a busy machine, an acknowledgment may be repeated before the response to the first one arrives.
    stage.pg.expect("one-ack");
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
        "I think",
        "too many legal moves",
        "I'm still working on your last 4 requests",
        "I'm busy with other people's positions",
        "too busy to get to this in time",
        "Challenge posted",
        "challenges anyone",
        "You don't have any games",
    ];
    let strange: Vec<_> = answers
        .iter()
        .filter(|text| !known.iter().any(|words| text.contains(words)))
        .collect();
    assert!(strange.is_empty(), "{strange:?}");
    assert!(with("I think") > 0);
    assert!(with("I'm still working") > 0, "each asked for ten at once");
    // A request refused for lack of capacity is possible again.
    let person = stage.pg.user("person0");
    let options = args! { position: PLAIN, rules: "leap64-multi" };
    let again = person.slash("analyze", options).await.content();
    assert!(again.contains("I think"), "{again}");
}
