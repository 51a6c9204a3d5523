//! Export and deletion of a person's data.

use std::fmt::Write as _;

use app::store::{Index, Key};
use app::{Action, Command, GameId, PeopleCommand, PeopleRefusal, PlayerId, Span, Terms};
use rules_core::Variant;

use super::ask;
use crate::common::{
    Hall, assert_says, assert_silent_about, challenge_of, indexes_of, invite, person,
};

/// Bob's life so far: games won and lost, one in progress, challenges of every kind, a block in each direction.
fn life_of_bob(hall: &mut Hall) -> Vec<GameId> {
    let mut games = vec![
        hall.won("ann", "bob", Variant::Leto),
        hall.won("bob", "cat", Variant::Leap),
    ];
    games.push(hall.rated_game("bob", "ann", Variant::Legan));
    games.push(hall.game(Variant::Toto40));
    let unanswered = Terms::of(Variant::Latrunculi);
    hall.act("bob", invite("dan", unanswered.clone()));
    hall.act("dan", invite("bob", unanswered.clone()));
    let id = challenge_of(&hall.act("cat", invite("bob", unanswered)).outgoing);
    hall.act("bob", Command::Decline(id));
    ask(hall, "bob", PeopleCommand::Block(person("eve")));
    ask(hall, "eve", PeopleCommand::Block(person("bob")));
    games
}

/// Everything in the store that a test can see, as one text.
fn everything(hall: &Hall, games: &[GameId]) -> String {
    let mut seen = format!("{:?}", hall.pending());
    let id = PlayerId::new("t:bob");
    let mut keys: Vec<_> = games.iter().map(|&id| Key::Game(id)).collect();
    keys.push(Key::Person(id.clone()));
    for name in ["ann", "cat", "dan", "eve"] {
        keys.push(Key::Person(PlayerId::new(format!("t:{name}"))));
    }
    for index in indexes_of(&id)
        .into_iter()
        .chain([Index::Due, Index::Counted])
    {
        let listed = hall.list(&index);
        write!(seen, "{listed:?}").unwrap();
        keys.extend(listed);
    }
    for key in keys {
        write!(seen, "{:?}", hall.stored(&key)).unwrap();
    }
    seen
}

#[test]
fn deletion_leaves_only_a_ghost_in_the_opponents_games() {
    let mut hall = Hall::new();
    let games = life_of_bob(&mut hall);
    assert!(everything(&hall, &games).contains("t:bob"));
    let question = ask(&mut hall, "bob", PeopleCommand::AskErase);
    let words =
        "Your 2 games in progress will be resigned, or aborted if not both sides have moved.";
    assert_says(&question.text, words);
    let erase = question.controls[0][0].action;
    assert_eq!(erase, Action::Erase);
    hall.act("bob", erase.command(None).unwrap());
    let refused = hall.people_refusal("bob", invite("ann", Terms::of(Variant::Leto)));
    assert_eq!(refused, PeopleRefusal::BeingDeleted);
    let mut shown = Vec::new();
    let is_due = |hall: &Hall| {
        let due = hall.app.next_due().unwrap();
        due.is_some_and(|due| due.0 <= hall.now)
    };
    while is_due(&hall) {
        shown.extend(hall.tick());
        hall.perform_all();
    }
    // Two games were given up, and two challenges closed.
    assert!(shown.len() >= 4);
    let left = everything(&hall, &games);
    assert_silent_about(&left, "t:bob");
    assert_silent_about(&left, "\"bob\"");
    assert_says(&left, "a former player");
    // Ann keeps what she has won; a game that bob gave up counts for her, one that had hardly begun does not.
    let anns = ask(&mut hall, "ann", PeopleCommand::Profile(None)).text;
    for line in [
        "Leto Chess: 1662?",
        "Legan Chess: 1662?",
        "against a former player: won",
        "aborted",
    ] {
        assert_says(&anns, line);
    }
    // And the ratings of the others still follow from the games.
    hall.assert_ratings_hold();
    // Bob can start over.
    hall.won("bob", "ann", Variant::Leto);
    hall.assert_ratings_hold();
}

#[test]
fn deletion_waits_for_pending_messages_and_prevents_a_rematch() {
    let mut hall = Hall::new();
    let id = hall.won("ann", "bob", Variant::Leto);
    hall.act("bob", Command::People(PeopleCommand::Erase));
    for _ in 0..5 {
        hall.tick();
    }
    let left = everything(&hall, &[id]);
    assert!(left.contains("t:bob"), "the board still has to be posted");
    hall.perform_all();
    for _ in 0..5 {
        hall.tick();
    }
    assert!(!everything(&hall, &[id]).contains("t:bob"));
    let refused = hall.people_refusal("ann", Command::Rematch(id));
    assert!(matches!(refused, PeopleRefusal::NotAvailable(_)));
}

fn export(hall: &mut Hall, who: &str) -> serde_json::Value {
    serde_json::from_str(&hall.export(who)).unwrap()
}

#[test]
fn an_export_holds_every_record_about_its_owner_and_no_others() {
    let mut hall = Hall::new();
    let games = life_of_bob(&mut hall);
    let file = export(&mut hall, "bob");
    let text = file.to_string();
    for id in &games {
        assert_says(&text, id.to_string());
    }
    for kind in ["person", "rating", "career", "pair", "challenge", "game"] {
        let has = |record: &serde_json::Value| record.get(kind).is_some();
        let records = file["records"].as_array().unwrap();
        assert!(records.iter().any(has), "{kind}");
    }
    let own = file["records"][0]["person"].to_string();
    assert!(own.contains("t:eve"), "whom bob has blocked");
    // That eve has blocked bob is eve's business.
    let records = file["records"].as_array().unwrap().iter();
    let people = records.filter(|record| record.get("person").is_some());
    assert_eq!(people.count(), 1);
    assert_eq!(file["left_out"], 0);
    let again = hall.people_refusal("bob", Command::People(PeopleCommand::Export));
    let too_soon = matches!(again, PeopleRefusal::ExportTooSoon(_));
    assert!(too_soon, "{again:?}");
    hall.wait(Span::minutes(10));
    export(&mut hall, "bob");
}
