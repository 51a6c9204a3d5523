//! Export and deletion of a person's data.

use std::fmt::Write as _;

use app::attachment::Attachment;
use app::store::{Index, Key, Page};
use app::{
    Action, Command, Failure, GameId, PeopleCommand, PeopleRefusal, PlayerId, Refusal, Span, Terms,
};
use rules_core::Variant;

use super::{ask, begun, card, invite, perform_all, won};
use crate::common::{Hall, challenge_of, person};

/// Bob's life so far: games won and lost, one in progress, challenges of every kind, a block in each direction.
fn life_of_bob(hall: &mut Hall) -> Vec<GameId> {
    let mut games = vec![
        won(hall, "ann", "bob", Variant::Leto),
        won(hall, "bob", "cat", Variant::Leap),
    ];
    games.push(begun(hall, "bob", "ann", Variant::Legan));
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
    let store = hall.app.store();
    let mut seen = format!("{:?}", store.outgoing(usize::MAX).unwrap());
    let id = PlayerId::new("t:bob");
    let mut keys: Vec<_> = games.iter().map(|&id| Key::Game(id)).collect();
    keys.push(Key::Person(id.clone()));
    for name in ["ann", "cat", "dan", "eve"] {
        keys.push(Key::Person(PlayerId::new(format!("t:{name}"))));
    }
    for index in [
        Index::About(id.clone()),
        Index::OngoingOf(id.clone()),
        Index::FinishedOf(id.clone()),
        Index::ChallengesBy(id.clone()),
        Index::ChallengesTo(id.clone()),
        Index::ChallengesMadeBy(id),
        Index::Due,
        Index::Counted,
    ] {
        let rows = store.list(&index, Page::first(1000)).unwrap();
        write!(seen, "{rows:?}").unwrap();
        keys.extend(rows.into_iter().map(|(_, key)| key));
    }
    for key in keys {
        write!(seen, "{:?}", store.get(&key).unwrap()).unwrap();
    }
    seen
}

#[test]
fn deletion_leaves_only_a_ghost_in_the_opponents_games() {
    let mut hall = Hall::new();
    let games = life_of_bob(&mut hall);
    assert!(everything(&hall, &games).contains("t:bob"));
    let question = ask(&mut hall, "bob", PeopleCommand::AskErase);
    assert!(question.text.to_string().contains("2 games in progress"));
    let erase = question.controls[0][0].action;
    assert_eq!(erase, Action::Erase);
    hall.act("bob", erase.command(None).unwrap());
    assert_eq!(
        hall.refused("bob", invite("ann", Terms::of(Variant::Leto))),
        Refusal::People(PeopleRefusal::BeingDeleted)
    );
    let mut shown = Vec::new();
    while hall
        .app
        .next_due()
        .unwrap()
        .is_some_and(|due| due.0 <= hall.now)
    {
        let moment = hall.moment();
        shown.extend(hall.app.pass_time(moment).unwrap());
        perform_all(&mut hall);
    }
    assert!(
        shown.len() >= 4,
        "two games given up, two challenges closed"
    );
    let left = everything(&hall, &games);
    assert!(
        !left.contains("t:bob") && !left.contains("\"bob\""),
        "{left}"
    );
    assert!(left.contains("a former player"));
    // Ann keeps what she has won; a game that bob gave up counts for her, one that had hardly begun does not.
    let anns = ask(&mut hall, "ann", PeopleCommand::Profile(None))
        .text
        .to_string();
    assert!(anns.contains("Leto Chess: 1662?"), "{anns}");
    assert!(anns.contains("Legan Chess: 1662?"), "{anns}");
    assert!(anns.contains("against a former player: won"), "{anns}");
    assert!(anns.contains("aborted"), "{anns}");
    // And the ratings of the others still follow from the games.
    assert_eq!(hall.app.check_ratings().unwrap().differing, 0);
    // Bob can start over.
    won(&mut hall, "bob", "ann", Variant::Leto);
    assert_eq!(hall.app.check_ratings().unwrap().differing, 0);
}

#[test]
fn deletion_waits_for_pending_messages() {
    let mut hall = Hall::new();
    let id = won(&mut hall, "ann", "bob", Variant::Leto);
    hall.act("bob", Command::People(PeopleCommand::Erase));
    for _ in 0..5 {
        let moment = hall.moment();
        hall.app.pass_time(moment).unwrap();
    }
    let left = everything(&hall, &[id]);
    assert!(left.contains("t:bob"), "the board still has to be posted");
    perform_all(&mut hall);
    for _ in 0..5 {
        let moment = hall.moment();
        hall.app.pass_time(moment).unwrap();
    }
    assert!(!everything(&hall, &[id]).contains("t:bob"));
}

fn export(hall: &mut Hall, who: &str) -> Result<serde_json::Value, Failure> {
    let handled = hall.ask(who, "room", Command::People(PeopleCommand::Export))?;
    match card(handled).attachments.remove(0) {
        Attachment::File(file) => Ok(serde_json::from_slice(&file.content).unwrap()),
        other => panic!("a file, not {other:?}"),
    }
}

#[test]
fn an_export_holds_every_record_about_its_owner_and_no_others() {
    let mut hall = Hall::new();
    let games = life_of_bob(&mut hall);
    let file = export(&mut hall, "bob").unwrap();
    let text = file.to_string();
    for id in &games {
        assert!(text.contains(&id.to_string()), "{id}");
    }
    for kind in ["person", "rating", "career", "pair", "challenge", "game"] {
        let has = |record: &serde_json::Value| record.get(kind).is_some();
        let records = file["records"].as_array().unwrap();
        assert!(records.iter().any(has), "{kind}");
    }
    let own = file["records"][0]["person"].to_string();
    assert!(own.contains("t:eve"), "whom bob has blocked");
    let people = file["records"].as_array().unwrap().iter();
    assert_eq!(
        people
            .filter(|record| record.get("person").is_some())
            .count(),
        1,
        "that eve has blocked bob is eve's business"
    );
    assert_eq!(file["left_out"], 0);
    assert!(matches!(
        export(&mut hall, "bob"),
        Err(Failure::Refused(Refusal::People(
            PeopleRefusal::ExportTooSoon(_)
        )))
    ));
    hall.now += Span::minutes(10).0;
    assert!(export(&mut hall, "bob").is_ok());
}

#[test]
fn a_deleted_player_gets_no_rematch_request() {
    let mut hall = Hall::new();
    let id = won(&mut hall, "ann", "bob", Variant::Leto);
    hall.act("bob", Command::People(PeopleCommand::Erase));
    for _ in 0..5 {
        perform_all(&mut hall);
        let moment = hall.moment();
        hall.app.pass_time(moment).unwrap();
    }
    assert!(matches!(
        hall.refused("ann", Command::Rematch(id)),
        Refusal::People(PeopleRefusal::NotAvailable(_))
    ));
}
