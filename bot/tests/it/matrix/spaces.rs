//! Rooms bound to a space.

use app::Span;

use crate::homeserver::User;
use crate::matrix::{Stage, begin};

/// Returns two rooms of a space. Ann manages all three, bob the first room only.
async fn two_rooms(stage: &Stage) -> (User, User, [String; 3]) {
    let space = stage.hs.space("space", &["ann", "zoe"]);
    let first = stage.hs.room("first", &["ann", "bob"]);
    let second = stage.hs.room("second", &["ann", "bob", "carol"]);
    let [ann, bob] = stage.people(["ann", "bob"]);
    stage.hs.set_power(&first, "bob", 100);
    for room in [&first, &second] {
        let asked = ann.say(room, "!delos space #space:hs");
        stage.answered(&asked, "now belongs to").await;
    }
    (ann, bob, [space, first, second])
}

#[tokio::test]
async fn only_who_manages_both_binds_a_room_and_its_games_go_on() {
    let stage = Stage::ready();
    let space = stage.hs.space("space", &["ann", "bob"]);
    let hall = stage.hs.room("hall", &["bob", "ann", "carol"]);
    let other = stage.hs.room("other", &["bob"]);
    let [ann, bob, carol] = stage.people(["ann", "bob", "carol"]);
    let board = begin(&stage, &hall).await;
    for (who, named) in [
        (&ann, "#space:hs".to_owned()),
        (&bob, space.clone()),
        (&bob, "#nowhere:hs".to_owned()),
        (&bob, other),
        (&bob, "space".to_owned()),
    ] {
        let asked = who.say(&hall, &format!("!delos space {named}"));
        stage.answered(&asked, "both here and there").await;
    }
    stage.hs.set_power(&space, "bob", 100);
    let asked = bob.say(&hall, &format!("!delos space https://matrix.to/#/{space}"));
    stage.answered(&asked, "now belongs to").await;
    ann.reply(&board, "e4");
    let board = stage.hs.said_in(&hall, "1. e4").await;
    // A manager of the room alone can unbind it.
    stage.hs.set_power(&space, "bob", 0);
    let asked = carol.say(&hall, "!delos space none");
    stage.answered(&asked, "Only room managers").await;
    let asked = bob.say(&hall, "!delos space none");
    stage.answered(&asked, "no longer belongs").await;
    bob.reply(&board, "e5");
    stage.hs.said_in(&hall, "1... e5").await;
    assert_eq!(stage.hs.count(&space), 0);
}

#[tokio::test]
async fn delos_says_nothing_in_a_space_and_no_one_manages_one_that_it_left() {
    let stage = Stage::ready();
    let (ann, bob, [space, first, _]) = two_rooms(&stage).await;
    let asked = ann.say(&space, "!delos help");
    stage.hs.acknowledged().await;
    assert_eq!(stage.hs.count(&space), 0, "{asked:?}");
    // Power levels of the space count.
    let setting = "!delos settings setting:server-game";
    let asked = bob.say(&first, setting);
    stage.answered(&asked, "Only room managers").await;
    stage.hs.put_out(&space);
    let asked = ann.say(&first, setting);
    stage.answered(&asked, "Only room managers").await;
    let asked = bob.say(&first, "!delos space");
    stage.answered(&asked, "belongs to").await;
    let asked = bob.say(&first, "!delos space none");
    stage.answered(&asked, "no longer belongs").await;
}

#[tokio::test]
async fn delos_joins_and_leaves_when_alone_and_greets_in_rooms_only() {
    let stage = Stage::ready();
    let ann = stage.hs.user("ann");
    let space = ann.invite_to_space("space");
    stage.hs.until_joined(&space).await;
    let hall = ann.invite("hall", false);
    stage.hs.next(&hall).await.assert_offers("challenge");
    assert_eq!(stage.hs.count(&space), 0);
    ann.leave(&space);
    stage.hs.until_left(&space).await;
    assert!(stage.hs.has_delos(&hall));
    ann.leave(&hall);
    stage.hs.until_left(&hall).await;
}

#[tokio::test]
async fn a_room_that_replaces_a_bound_one_is_bound_too() {
    let stage = Stage::ready();
    let (ann, _, [space, first, second]) = two_rooms(&stage).await;
    let new = stage.hs.upgrade(&first, "new", &ann);
    stage.hs.said_in(&new, "from the old room").await;
    let newer = stage.hs.upgrade(&space, "newer", &ann);
    stage.hs.until_joined(&newer).await;
    let setting = "!delos settings setting:server-game";
    let asked = ann.say(&new, &format!("{setting} value:toto40"));
    stage.hs.answer_to(&asked).await;
    let asked = ann.say(&second, setting);
    stage.answered(&asked, "Toto40").await;
    // The power that counts shows whether Delos followed into the new space.
    stage.hs.set_power(&newer, "ann", 0);
    loop {
        let asked = ann.say(&second, setting);
        let answer = stage.hs.answer_to(&asked).await;
        if answer.body.contains("Only room managers") {
            break;
        }
        stage.wait(Span::minutes(1));
    }
    assert_eq!(stage.hs.count(&newer), 0);
}
