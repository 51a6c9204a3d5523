#![expect(clippy::unnecessary_wraps, reason = "the tables expect options")]

use app::{ChallengeId, Setting};
use serde_json::json;

use super::*;
use crate::choices::InputKind;

const ME: &str = "@delos:hs";

fn game() -> GameId {
    "k7f3q2".parse().unwrap()
}

fn content(content: &Value) -> Map<String, Value> {
    content.as_object().unwrap().clone()
}

/// A board of the game.
fn board() -> Map<String, Value> {
    content(&json!({ PRESS: {
        "move": "1:panel:k7f3q2:12", "♟": "1:panel:k7f3q2:12", "offer draw": "1:draw:k7f3q2",
    }}))
}

fn said(text: &str) -> Message {
    Message {
        body: text.to_owned(),
        ..Message::default()
    }
}

#[test]
fn a_number_that_is_no_choice_is_neither_a_move_nor_a_command() {
    let list = content(&json!({ PRESS: { "1": ["1:set:theme", "dark"] } }));
    let others = content(&json!({
        PRESS: { "1": ["1:set:theme", "dark"] },
        FOR: "@bob:hs",
    }));
    let meant = |text: &str, replied, is_direct| {
        let context = MessageContext {
            is_direct,
            replied,
            ..by_ann()
        };
        of_message(&said(text), context)
    };
    let bobs = Intent::ForAnother("@bob:hs".to_owned());
    assert!(matches!(
        meant("1", Some(&list), false),
        Some(Intent::Press(_))
    ));
    assert_eq!(meant("1", Some(&others), false), Some(bobs));
    for replied in [&list, &others] {
        assert_eq!(meant("99", Some(replied), false), Some(Intent::NoChoice));
        assert_eq!(meant("99", Some(replied), true), Some(Intent::NoChoice));
        assert_eq!(meant("sure", Some(replied), false), Some(Intent::NoChoice));
        assert_eq!(meant("e4", Some(replied), false), Some(Intent::NoBoard));
    }
    let over = board();
    assert_eq!(meant("99", Some(&over), false), Some(Intent::NoChoice));
    assert_eq!(meant("99", None, true), Some(Intent::NoList));
    assert_eq!(meant("99", None, false), None);
}

/// A message of ann's.
fn by_ann() -> MessageContext<'static> {
    MessageContext {
        sender: "@ann:hs",
        me: ME,
        ..MessageContext::default()
    }
}

fn in_room(text: &str) -> Option<Intent> {
    of_message(&said(text), by_ann())
}

fn mentioned(text: &str) -> Option<Intent> {
    let context = MessageContext {
        name: Some("The Élan"),
        ..by_ann()
    };
    let message = Message {
        mentions: Some(vec![ME.to_owned()]),
        ..said(text)
    };
    of_message(&message, context)
}

fn directly(text: &str) -> Option<Intent> {
    let context = MessageContext {
        is_direct: true,
        ..by_ann()
    };
    of_message(&said(text), context)
}

fn replied(text: &str, to: &Map<String, Value>) -> Option<Intent> {
    let context = MessageContext {
        replied: Some(to),
        ..by_ann()
    };
    of_message(&said(text), context)
}

fn in_thread(text: &str) -> Option<Intent> {
    let root = content(&json!({ "formatted_body": "Game <code>k7f3q2</code>" }));
    let context = MessageContext {
        root: Some(&root),
        ..by_ann()
    };
    of_message(&said(text), context)
}

fn command(text: &str) -> Option<Intent> {
    Some(Intent::Command(text.to_owned()))
}

fn moved(text: &str, game: Option<GameId>, is_addressed: bool) -> Option<Intent> {
    let text = text.to_owned();
    Some(Intent::Move {
        game,
        text,
        is_addressed,
    })
}

#[test]
fn in_a_room_delos_hears_its_prefix_and_its_name() {
    for (text, meant) in [
        ("!delos", Some(Intent::Hello)),
        ("!Delos  help", command("help")),
        ("!delos /challenge @bob", command("/challenge @bob")),
        ("!delos chalenge", command("chalenge")),
        ("!delos e4", moved("e4", None, true)),
        ("!delos O-O", moved("O-O", None, true)),
        ("!delos thanks", Some(Intent::Word(Word::Thanks, None))),
        ("!delos move", Some(Intent::MoveMenu(None))),
        ("!delos move e4", command("move e4")),
        ("delos: e4", moved("e4", None, true)),
        ("@delos:hs e4", moved("e4", None, true)),
        ("@delos:hs: e4", moved("e4", None, true)),
        // A name in a sentence.
        ("delos e4", None),
        ("delos, e4", None),
        ("!delosian e4", None),
        ("@delos:hsx e4", None),
        ("I said !delos e4", None),
        ("e4", None),
        ("resign", None),
        ("", None),
    ] {
        assert_eq!(in_room(text), meant, "{text}");
    }
    assert_eq!(mentioned("The élan: e4"), moved("e4", None, true));
    assert_eq!(mentioned("delos e4"), moved("e4", None, true));
    assert_eq!(mentioned("The Élan"), Some(Intent::Hello));
    assert_eq!(mentioned("ask The Élan"), None);
    assert_eq!(in_room(&"!delos e4 ".repeat(2_000)), Some(Intent::TooLong));
    assert_eq!(in_room(&"e4 ".repeat(20_000)), None);
}

#[test]
fn a_direct_conversation_needs_no_name() {
    for (text, meant) in [
        ("e4", moved("e4", None, true)),
        ("king to e5", moved("king to e5", None, true)),
        ("resign", command("resign")),
        ("gg!", Some(Intent::Word(Word::Thanks, None))),
        ("play leto 3", command("play leto 3")),
        ("!delos play leto", command("play leto")),
        ("Move", Some(Intent::MoveMenu(None))),
        ("rules of leap", command("rules game:leap")),
        ("level 3", command("play level:3")),
        ("hint please", Some(Intent::Word(Word::Hint, None))),
        ("what is this", Some(Intent::Word(Word::Help, None))),
        ("nice weather", Some(Intent::Hello)),
        ("", None),
    ] {
        assert_eq!(directly(text), meant, "{text}");
    }
    assert_eq!(directly(&"a b ".repeat(100)), Some(Intent::TooLong));
}

#[test]
fn a_reply_to_a_board_is_a_choice_a_word_or_a_move() {
    let board = board();
    let draw = Intent::Press(Chosen {
        action: Action::Draw(game()),
        value: None,
    });
    for (text, meant) in [
        ("Offer draw", Some(draw)),
        ("draw", Some(Intent::Word(Word::Draw, Some(game())))),
        ("yes", Some(Intent::Word(Word::Yes, Some(game())))),
        ("e4", moved("e4", Some(game()), true)),
        ("king to e5", moved("king to e5", Some(game()), true)),
        ("play toto40", command("play game:toto40")),
        ("any nonsense", Some(Intent::Hello)),
        ("thanks", Some(Intent::Word(Word::Thanks, Some(game())))),
        ("!delos games", command("games")),
        ("", None),
    ] {
        assert_eq!(replied(text, &board), meant, "{text}");
    }
    assert_eq!(replied(&"e4 ".repeat(100), &board), Some(Intent::TooLong));
    // Two games, or none.
    let list = content(&json!({ PRESS: { "a": "1:board:k7f3q2", "b": "1:board:k7f3q3" } }));
    assert_eq!(replied("e4", &list), Some(Intent::NoBoard));
    assert_eq!(replied("resign", &list), Some(Intent::NoBoard));
    assert_eq!(replied("e4", &Map::new()), Some(Intent::NoBoard));
}

#[test]
fn yes_and_no_answer_what_a_message_asks() {
    let press = |action| {
        Some(Intent::Press(Chosen {
            action,
            value: None,
        }))
    };
    let id: ChallengeId = "k7f3q2".parse().unwrap();
    let (accept, decline) = (Action::Accept(id), Action::Decline(id));
    let buttons = [("accept", accept), ("decline", decline)];
    let asking = |buttons: &[(&str, Action)]| {
        let all = buttons
            .iter()
            .map(|(label, action)| ((*label).to_owned(), Value::from(action.address())));
        content(&json!({ PRESS: all.collect::<Map<_, _>>() }))
    };
    let challenge = asking(&buttons);
    assert_eq!(replied("yes", &challenge), press(accept));
    assert_eq!(replied("I accept", &challenge), press(accept));
    assert_eq!(replied("No, thanks", &challenge), press(decline));
    // Not the game's other offers.
    let resign = Action::Resign(game());
    let sure = asking(&[("resign", resign)]);
    assert_eq!(replied("yes", &sure), press(resign));
    assert_eq!(replied("no", &sure), Some(Intent::NoChoice));
}

#[test]
fn a_reply_fills_in_what_a_message_asks_for() {
    let form = Form {
        action: Action::WriteSetting(Setting::Zone),
        input: InputKind::Text,
    };
    let asking = choices::form_fields(form);
    let filled = Some(Intent::Fill(form, "Europe/Rome".to_owned()));
    assert_eq!(replied("Europe/Rome", &asking), filled);
    assert_eq!(replied("!delos help", &asking), command("help"));
    assert_eq!(replied(&"a".repeat(300), &asking), Some(Intent::TooLong));
}

#[test]
fn choices_for_one_person_are_no_one_elses() {
    let id = ChallengeId::draw(1, 0);
    let address = Action::Accept(id).address();
    let own = |user: &str| content(&json!({ PRESS: { "✅": address }, FOR: user }));
    let press = |to: &Map<String, Value>| choice("✅\u{FE0F}", "@ann:hs", to).is_some();
    assert!(press(&own("@ann:hs")));
    assert!(!press(&own("@bob:hs")));
    let bobs = Intent::ForAnother("@bob:hs".to_owned());
    assert_eq!(replied("✅", &own("@bob:hs")), Some(bobs));
}

#[test]
fn a_games_thread_takes_moves_and_words_about_the_game() {
    for (text, meant) in [
        ("e4", moved("e4", Some(game()), false)),
        ("Nf3!", moved("Nf3!", Some(game()), false)),
        ("0-0", moved("0-0", Some(game()), false)),
        ("draw?", Some(Intent::Word(Word::Draw, Some(game())))),
        ("Move", Some(Intent::MoveMenu(Some(game())))),
        ("!delos games", command("games")),
        ("gg", None),
        ("yes", None),
        ("hello", None),
        ("nice", None),
        ("I like e4 here a lot", None),
    ] {
        assert_eq!(in_thread(text), meant, "{text}");
    }
}
