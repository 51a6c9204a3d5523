//! Invitations, upgrades, and undecryptable messages.

use std::time::Duration;

use app::Span;
use matrix::EventKind;

use crate::homeserver::{Fault, Op};
use crate::matrix::{Stage, begin};

#[tokio::test]
async fn the_inviter_is_greeted_once_though_delos_died_after_joining() {
    let mut stage = Stage::ready();
    let ann = stage.hs.user("ann");
    // It joins, and dies before the response.
    stage.hs.fail_next(Op::Join, Fault::AnswerLost);
    let direct = ann.invite("private", true);
    stage.hs.until_joined(&direct).await;
    stage.stop().await;
    assert_eq!(stage.hs.count(&direct), 0);
    stage.start();
    // The homeserver's event of the accepted invitation.
    let accepted = EventKind::Invited { is_direct: true };
    for _ in 0..3 {
        stage.hs.add_event(&direct, &ann.id, accepted.clone());
    }
    stage.hs.next(&direct).await.assert_offers("play");
    stage.hs.acknowledged().await;
    ann.say(&direct, "about");
    stage.next_saying(&direct, "Free software").await;
}

#[tokio::test]
async fn a_join_that_is_not_answered_delays_no_other() {
    let stage = Stage::ready();
    let [ann, bob] = stage.people(["ann", "bob"]);
    stage.hs.hold(Some("!slow:hs"));
    let slow = ann.invite("slow", true);
    stage.hs.until_looked_up(&slow, 1).await;
    let quick = bob.invite("quick", true);
    stage.hs.next(&quick).await.assert_offers("play");
    assert!(!stage.hs.has_delos(&slow));
    stage.hs.hold(None);
    stage.hs.next(&slow).await;
}

#[tokio::test]
async fn a_host_is_told_when_an_invitation_will_be_accepted() {
    let stage = Stage::ready();
    let ann = stage.hs.user("ann");
    let more = ann.invite("more", false);
    stage.hs.next(&more).await;
    let wait = Duration::from_hours(2);
    stage
        .hs
        .add_event(&more, &ann.id, EventKind::Postponed { wait });
    stage.told("ann", "next invitation in 2 hours").await;
}

#[tokio::test]
async fn a_room_that_is_replaced_in_the_middle_of_a_game_goes_on_in_the_new_one() {
    let (mut stage, old, [ann, bob, carol]) = Stage::with_hall(["ann", "bob", "carol"]);
    ann.say(&old, "!delos settings setting:server-game value:toto40");
    stage.hs.next(&old).await;
    let board = begin(&stage, &old).await;
    ann.reply(&board, "e4");
    let board = stage.hs.next(&old).await;
    carol.say(&old, "!delos challenge leto");
    stage.hs.next(&old).await;
    let before = stage.hs.count(&old);
    let new = stage.hs.upgrade(&old, "new", &ann);
    stage.hs.said_in(&new, "from the old room").await;
    let moved = stage.hs.said_in(&new, "your move").await;
    assert_eq!(moved.mentions, ["@bob:hs"], "{moved:?}");
    assert!(moved.file.is_some(), "{moved:?}");
    let challenge = stage.hs.said_in(&new, "Carol").await;
    challenge.assert_offers("accept");
    // The introduction, the board and the challenge, once, even after a restart.
    stage.stop().await;
    stage.start();
    bob.reply(&moved, "e5");
    let next = stage.hs.said_in(&new, "1... e5").await;
    assert_eq!(next.mentions, ["@ann:hs"], "{next:?}");
    assert_eq!(stage.hs.count(&new), 4, "{next:?}");
    // A reply to an old board is also a move.
    ann.reply(&board, "d4");
    stage.hs.said_in(&new, "2. d4").await;
    assert_eq!(stage.hs.count(&new), 5);
    assert_eq!(stage.hs.count(&old), before);
    ann.say(&new, "!delos settings setting:server-game");
    let setting = stage.hs.said_in(&new, "Toto40").await;
    assert!(setting.thread.is_some(), "{setting:?}");
}

#[tokio::test]
async fn a_room_replaced_while_the_program_did_not_run_is_followed() {
    let (mut stage, old, [ann, _]) = Stage::with_hall(["ann", "bob"]);
    begin(&stage, &old).await;
    stage.hs.acknowledged().await;
    stage.stop().await;
    let new = stage.hs.upgrade(&old, "new", &ann);
    stage.hs.forget_news();
    stage.start();
    let board = stage.hs.said_in(&new, "your move").await;
    assert_eq!(board.mentions, ["@ann:hs"], "{board:?}");
}

#[tokio::test]
async fn a_tournament_goes_on_in_the_room_that_replaces_its_room() {
    let (stage, old, [ann, bob, carol]) = Stage::with_hall(["ann", "bob", "carol"]);
    ann.say(
        &old,
        "!delos tournament create name:Cup game:leto format:knockout",
    );
    let cup = stage.hs.said_in(&old, "Cup: Leto").await;
    bob.react(&cup, "✋");
    stage.hs.says(&cup, "1 of").await;
    let new = stage.hs.upgrade(&old, "new", &ann);
    let cup = stage.hs.said_in(&new, "Cup: Leto").await;
    assert!(cup.body.contains("1 of"), "{cup:?}");
    carol.react(&cup, "✋");
    stage.hs.says(&cup, "2 of").await;
    let before = stage.hs.count(&old);
    let asked = ann.say(&new, "!delos tournament start");
    let sure = stage.hs.answer_to(&asked).await;
    ann.reply(&sure, "Start anyway");
    let board = stage.hs.said_in(&new, "your move").await;
    let is_bobs = board.mentions == [bob.id.as_str()];
    let white = if is_bobs { &bob } else { &carol };
    let sure = stage.hs.answer_to(&white.reply(&board, "resign")).await;
    white.reply(&sure, "resign");
    stage.hs.said_in(&new, "Congratulations").await;
    let asked = carol.say(&new, "!delos tournament standings");
    stage.answered(&asked, "Bob").await;
    assert_eq!(stage.hs.count(&old), before);
}

#[tokio::test]
async fn managers_of_a_replaced_room_do_not_manage_the_one_that_replaces_it() {
    let (stage, old, [ann, bob]) = Stage::with_hall(["ann", "bob"]);
    stage.hs.set_power(&old, "bob", 100);
    let new = stage.hs.upgrade(&old, "new", &ann);
    stage.hs.said_in(&new, "from the old room").await;
    stage.hs.set_power(&new, "bob", 0);
    stage.hs.mute(&old, 0);
    let asked = bob.say(&old, "!delos settings setting:server-game value:toto40");
    stage.answered(&asked, "manage").await;
    ann.say(&new, "!delos settings setting:server-game value:toto40");
    stage.hs.said_in(&new, "Toto40").await;
}

#[tokio::test]
async fn a_room_that_does_not_say_what_it_replaces_takes_nothing() {
    let (stage, old, [ann, _]) = Stage::with_hall(["ann", "bob"]);
    let new = stage.hs.room("new", &["ann", "bob"]);
    begin(&stage, &old).await;
    let before = stage.hs.count(&old);
    stage.hs.replace(&old, &new, &ann);
    stage.hs.replace(&old, "!gone:hs", &ann);
    stage.hs.acknowledged().await;
    stage.nothing_said(&new, &ann).await;
    assert_eq!(stage.hs.count(&old), before);
    assert!(stage.hs.has_delos(&new));
}

#[tokio::test]
async fn a_message_that_cannot_be_read_is_spoken_of_once_an_hour() {
    let (stage, hall, [ann]) = Stage::with_hall(["ann"]);
    for _ in 0..3 {
        stage.hs.add_event(&hall, &ann.id, EventKind::Unreadable);
    }
    stage.next_saying(&hall, "couldn't read").await;
    stage.nothing_said(&hall, &ann).await;
    stage.hs.acknowledged().await;
    stage.wait(Span::minutes(61));
    stage.hs.add_event(&hall, &ann.id, EventKind::Unreadable);
    stage.next_saying(&hall, "couldn't read").await;
}
