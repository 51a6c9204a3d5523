//! Invitations, departures, upgrades, and messages that cannot be read.

use app::Span;
use matrix::Event;

use crate::Stage;
use crate::homeserver::{DELOS, Fault, Op};

#[tokio::test]
async fn delos_joins_introduces_itself_and_leaves_when_alone() {
    let stage = Stage::ready();
    let ann = stage.hs.user("ann");
    let hall = ann.invite("hall", false);
    let welcome = stage.hs.next(&hall).await;
    assert!(
        welcome.choices().contains(&"challenge".to_owned()),
        "{welcome:?}"
    );
    let direct = ann.invite("private", true);
    let help = stage.hs.next(&direct).await;
    assert!(help.choices().contains(&"play".to_owned()), "{help:?}");
    ann.leave(&hall);
    stage.hs.until_left(&hall).await;
    assert!(stage.hs.has_delos(&direct));
}

#[tokio::test]
async fn who_invited_delos_is_greeted_once_though_it_died_after_joining() {
    let mut stage = Stage::ready();
    let ann = stage.hs.user("ann");
    // It joins, but does not learn that before it ends.
    stage.hs.fail_next(Op::Join, Fault::AnswerLost);
    let direct = ann.invite("private", true);
    stage.hs.until_joined(&direct).await;
    stage.stop().await;
    assert_eq!(stage.hs.count(&direct), 0);
    stage.start();
    // As a homeserver tells that the invitation was accepted.
    let accepted = Event::Invited { is_direct: true };
    for _ in 0..3 {
        stage.hs.happen(&direct, &ann.id, accepted.clone());
    }
    let help = stage.hs.next(&direct).await;
    assert!(help.choices().contains(&"play".to_owned()), "{help:?}");
    stage.hs.acknowledged().await;
    ann.say(&direct, "about");
    let about = stage.hs.next(&direct).await;
    assert!(about.body.contains("Free software"), "{about:?}");
}

#[tokio::test]
async fn a_replaced_room_is_followed() {
    let stage = Stage::ready();
    let old = stage.hs.room("old", &["ann"]);
    let new = stage.hs.user("ann").invite("new", false);
    stage.hs.next(&new).await;
    stage
        .hs
        .happen(&old, "@ann:hs", Event::Upgraded { to: new.clone() });
    let moved = stage.hs.next(&new).await;
    assert!(moved.body.contains("old room"), "{moved:?}");
    stage.hs.happen(
        &old,
        "@ann:hs",
        Event::Upgraded {
            to: "!gone:hs".to_owned(),
        },
    );
    stage.hs.acknowledged().await;
}

#[tokio::test]
async fn a_message_that_cannot_be_read_is_spoken_of_once_an_hour() {
    let stage = Stage::ready();
    let hall = stage.hs.room("hall", &["ann"]);
    let ann = stage.hs.user("ann");
    for _ in 0..3 {
        stage.hs.happen(&hall, &ann.id, Event::Unreadable);
    }
    let told = stage.hs.next(&hall).await;
    assert!(told.body.contains("couldn't read"), "{told:?}");
    stage.nothing_said(&hall, &ann).await;
    stage.wait(Span::minutes(61));
    stage.hs.happen(&hall, &ann.id, Event::Unreadable);
    let told = stage.hs.next(&hall).await;
    assert!(told.body.contains("couldn't read"), "{told:?}");
    assert!(stage.hs.has_delos(&hall), "{DELOS}");
}
