//! Commands, and the visibility of answers.

use matrix::{Error, EventKind};

use crate::homeserver::{Fault, Message, Op, User};
use crate::matrix::{Stage, begin};

#[tokio::test]
async fn commands_begin_with_the_prefix_the_name_or_a_mention() {
    let (stage, hall, [ann]) = Stage::with_hall(["ann"]);
    for text in [
        "!delos rules leto",
        "delos: rules leto",
        "@delos:hs rules leto",
    ] {
        let asked = ann.say(&hall, text);
        let rules = stage.next_saying(&hall, "Leto").await;
        // In a thread, without mentions.
        assert_eq!(rules.thread.as_deref(), Some(asked.id.as_str()));
        assert!(rules.mentions.is_empty(), "{rules:?}");
    }
    ann.mention(&hall, "rules leto");
    stage.next_saying(&hall, "Leto").await;
}

#[tokio::test]
async fn conversation_between_people_is_not_answered() {
    let (stage, hall, [ann, bob]) = Stage::with_hall(["ann", "bob"]);
    let said = ann.say(&hall, "e4 is best, I told delos so");
    bob.reply(&said, "resign");
    bob.react(&said, "✅");
    ann.say_in_thread(&said, "d4");
    ann.say(&hall, "delos is nice");
    ann.say(&hall, "!delosian help");
    stage.nothing_said(&hall, &ann).await;
    assert_eq!(stage.hs.count(&hall), 1);
}

#[tokio::test]
async fn help_is_given_on_a_bare_mention_and_unknown_commands_are_explained() {
    let (stage, hall, [ann]) = Stage::with_hall(["ann"]);
    ann.say(&hall, "!delos");
    stage.hs.next(&hall).await.assert_offers("play");
    ann.say(&hall, "!delos chalenge bob");
    stage.next_saying(&hall, "chalenge").await;
    ann.say(&hall, &format!("!delos {}", "word ".repeat(400)));
    stage.next_saying(&hall, "too long").await;
}

#[tokio::test]
async fn what_no_one_else_may_read_is_said_directly() {
    let (stage, hall, [ann, _]) = Stage::with_hall(["ann", "bob"]);
    for (command, words) in [
        ("settings", "preferences"),
        ("privacy export", "everything I keep"),
    ] {
        ann.say(&hall, &format!("!delos {command}"));
        stage.told("ann", words).await;
    }
    assert_eq!(stage.hs.count(&hall), 0);
}

#[tokio::test]
async fn a_choice_without_a_reply_is_of_the_last_message_that_was_shown() {
    let (stage, hall, [ann, _]) = Stage::with_hall(["ann", "bob"]);
    ann.say(&hall, "!delos settings");
    let settings = stage.hs.next_direct("ann").await;
    let rooms = settings.choices();
    let rooms = rooms.iter().find(|word| word.contains("room")).unwrap();
    ann.say(&settings.room, rooms);
    let values = stage.told("ann", "room's settings").await;
    // Choices are stored for the room.
    let asked_in = values.fields["org.delos.asked_in"].as_str();
    assert_eq!(asked_in, Some(hall.as_str()), "{values:?}");
    let refused = Error::Forbidden("too long".to_owned());
    stage.hs.fail_next(Op::Send, Fault::With(refused));
    ann.say(&settings.room, "!delos privacy");
    let failed = || (stage.hs.faults() == 0).then_some(());
    stage.hs.when("a refused message", failed).await;
    ann.say(&settings.room, "1");
    stage.told("ann", "Now:").await;
}

#[tokio::test]
async fn all_members_of_a_room_are_looked_through_only_for_a_name() {
    let (stage, hall, [ann, bob]) = Stage::with_hall(["ann", "bob"]);
    ann.say(&hall, "!delos challenge @bob:hs leto white");
    let challenge = stage.next_saying(&hall, "Bob").await;
    bob.react(&challenge, "✅");
    let board = stage.hs.next(&hall).await;
    ann.reply(&board, "e4");
    stage.hs.next(&hall).await;
    ann.mention(&hall, "rules leto");
    stage.hs.next(&hall).await;
    ann.say(&hall, "!delos settings");
    stage.hs.next_direct("ann").await;
    assert_eq!(stage.hs.whole_rooms(), 0);
    ann.say(&hall, "!delos challenge bob leto");
    stage.hs.next_to(&hall, "bob").await;
    assert_eq!(stage.hs.whole_rooms(), 1);
}

#[tokio::test]
async fn a_misspelled_member_is_suggested() {
    let (stage, hall, [ann, _]) = Stage::with_hall(["ann", "bob"]);
    for (typed, answer) in [
        ("profile bobb", "Did you mean @bob:hs?"),
        ("profile xyz", "The command is profile"),
        ("challenge leto @zoe:hs", "isn't in this room"),
        ("tournament jion", "Did you mean tournament join?"),
    ] {
        ann.say(&hall, &format!("!delos {typed}"));
        stage.next_saying(&hall, answer).await;
    }
}

#[tokio::test]
async fn a_room_is_named_by_its_address() {
    let (stage, hall, [ann]) = Stage::with_hall(["ann"]);
    stage.hs.room("cups", &["ann"]);
    ann.say(&hall, "!delos settings setting:server-rooms room:#cups:hs");
    let saved = stage.next_saying(&hall, "Saved").await;
    assert!(saved.body.contains("cups"), "{saved:?}");
    ann.say(&hall, "!delos settings setting:server-rooms room:#gone:hs");
    stage.next_saying(&hall, "#gone:hs").await;
    ann.say(&hall, "!delos settings server-rooms #cups:hs !hall:hs");
    let saved = stage.next_saying(&hall, "Saved").await;
    for room in ["cups", "hall"] {
        assert!(saved.body.contains(room), "{saved:?}");
    }
}

#[tokio::test]
async fn people_who_refuse_direct_messages_are_asked_to_begin_one() {
    let (stage, hall, [ann]) = Stage::with_hall(["ann"]);
    stage.hs.refuse_direct("ann");
    ann.say(&hall, "!delos settings");
    stage.next_saying(&hall, "start a direct chat").await;
}

#[tokio::test]
async fn choices_beneath_an_answer_are_the_askers() {
    let (stage, hall, [ann, bob]) = Stage::with_hall(["ann", "bob"]);
    ann.say(&hall, "!delos help");
    let help = stage.hs.next(&hall).await;
    ann.reply(&help, "99");
    stage.next_saying(&hall, "isn't one of the choices").await;
    bob.reply(&help, "rules");
    stage.next_saying(&hall, "choices are for Ann").await;
    bob.react(&help, "📖");
    stage.nothing_said(&hall, &bob).await;
    ann.react(&help, "📖");
    let rules = stage.hs.next(&hall).await;
    assert_eq!(rules.thread, help.thread, "{rules:?}");
    // A reaction doesn't show who asked, so the answer does.
    assert!(rules.body.starts_with("Ann: "), "{rules:?}");
    assert!(rules.mentions.is_empty(), "{rules:?}");
    // A menu of games, by number.
    ann.reply(&rules, "2");
    let page = stage.hs.next(&hall).await;
    assert!(page.choices().len() > 2, "{page:?}");
}

#[tokio::test]
async fn editing_a_command_gets_a_request_to_send_it_again() {
    let (stage, hall, [ann, bob]) = Stage::with_hall(["ann", "bob"]);
    let board = begin(&stage, &hall).await;
    let remark = ann.say(&hall, "good luck");
    let wrong = ann.reply(&board, "e9");
    stage.hs.answer_to(&wrong).await;
    let before = stage.hs.count(&hall);
    let edit = |person: &User, message: &Message| {
        let of = message.id.clone();
        let edited = EventKind::Edited { of };
        stage.hs.add_event(&hall, &person.id, edited)
    };
    edit(&ann, &remark);
    edit(&bob, &wrong);
    let event = edit(&ann, &wrong);
    let told = stage.hs.said_in(&hall, "edits").await;
    assert_eq!(told.transaction, Some(format!("a:{event}")));
    assert_eq!(told.thread.as_ref(), Some(&wrong.id));
    stage.hs.acknowledged().await;
    assert_eq!(stage.hs.count(&hall), before + 1);
}

#[tokio::test]
async fn another_bot_that_answers_everything_directly_is_answered_a_few_times() {
    let (stage, room, ann) = Stage::with_direct("ann");
    for _ in 0..20 {
        ann.say(&room, "Sorry, I didn't get that.");
        stage.hs.next(&room).await;
    }
    ann.say(&room, "Sorry, I didn't get that.");
    stage.nothing_said(&room, &ann).await;
}

#[tokio::test]
async fn words_that_are_no_move_are_helped_in_a_thread() {
    let (stage, hall, [ann, _]) = Stage::with_hall(["ann", "bob"]);
    let board = begin(&stage, &hall).await;
    for asked in [
        ann.mention(&hall, "nice weather"),
        ann.reply(&board, "nice weather"),
    ] {
        let help = stage.hs.answer_to(&asked).await;
        help.assert_offers("play");
        assert!(help.mentions.is_empty() && help.is_notice, "{help:?}");
    }
}
