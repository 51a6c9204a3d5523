//! Profiles, histories, leaderboards, blocks, quotas, and people who want their data or want it gone.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod common;

use std::fmt::Write as _;

use app::effect::{Answer, Card, Effect, Handled};
use app::enclosure::{Enclosure, TablePicture};
use app::store::{Batch, Index, Key, Page, Store as _};
use app::{
    Command, Context, Failure, GameId, Limits, PeopleCommand, PeoplePress, PeopleRefusal, PlayerId,
    Press, Reach, Refusal, Request, RoomId, ServerId, Span, Terms, Timestamp, Venue, Which,
};
use common::{Hall, challenge_of, game_of, moving, person, rated};
use rules_core::{Family, Game, Variant};

fn card(handled: Handled) -> Card {
    match handled.answer {
        Answer::Private(card) => *card,
        Answer::Seen | Answer::Hint(_) | Answer::Study(_) => panic!("something is answered"),
    }
}

fn ask(hall: &mut Hall, who: &str, command: PeopleCommand) -> Card {
    card(hall.act(who, Command::People(command)))
}

fn invite(opponent: &str, terms: Terms) -> Command {
    Command::Challenge {
        opponent: Some(person(opponent)),
        terms,
    }
}

/// A rated game in which both have moved once.
fn begun(hall: &mut Hall, white: &str, black: &str, variant: Variant) -> GameId {
    let id = challenge_of(&hall.act(white, invite(black, rated(variant))).outgoing);
    let id = game_of(&hall.act(black, Command::Accept(id)).outgoing);
    let mut game = Game::new(variant);
    for who in [white, black] {
        let mv = game.legal_moves()[0];
        let uci = mv.uci(game.variant().shape()).to_string();
        hall.act(who, moving(Which::Id(id), &uci));
        game.play(mv).unwrap();
    }
    id
}

/// A rated game that `white` wins.
fn won(hall: &mut Hall, white: &str, black: &str, variant: Variant) -> GameId {
    hall.now += Span::hours(1).0;
    let id = begun(hall, white, black, variant);
    hall.act(black, Command::Resign(id));
    id
}

#[test]
fn a_profile_tells_ratings_results_and_the_score_against_the_asker() {
    let mut hall = Hall::new();
    let nothing = ask(&mut hall, "ann", PeopleCommand::Profile(None));
    assert_eq!(nothing.text.to_string(), "ann has not finished a game yet.");
    let first = won(&mut hall, "ann", "bob", Variant::Leto);
    let second = won(&mut hall, "bob", "ann", Variant::Leto);
    let id = begun(&mut hall, "ann", "bob", Variant::Toto40);
    hall.now += Span::days(4).0;
    let moment = hall.moment();
    hall.app.pass_time(moment).unwrap();
    let seen = ask(
        &mut hall,
        "bob",
        PeopleCommand::Profile(Some(person("ann"))),
    );
    let text = seen.text.to_string();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "ann");
    assert!(
        lines[1].starts_with("Leto Chess: 1433? (give or take ")
            && lines[1].ends_with("), rated games: 1 won, 0 drawn, 1 lost"),
        "{text}"
    );
    assert!(text.contains("All games with people: 1 won, 0 drawn, 2 lost."));
    assert!(text.contains("Lost on time: 1. Left before both had moved: 0."));
    assert!(text.contains("You against ann: 2 won, 0 drawn, 1 lost."));
    assert!(text.contains("provisional"));
    for id in [first, second, id] {
        assert!(text.contains(&id.to_string()), "{text}");
    }
    let Some(Enclosure::Curve(curve)) = seen.enclosed.first() else {
        panic!("a curve of two games in one family");
    };
    assert_eq!(curve.series.len(), 1, "one game of Toto40 is no curve");
}

#[test]
fn a_history_goes_on_page_by_page_without_gaps() {
    let mut hall = Hall::new();
    let mut played: Vec<_> = (0..23)
        .map(|_| won(&mut hall, "ann", "bob", Variant::Toto40).to_string())
        .collect();
    played.reverse();
    let mut found = Vec::new();
    let mut page = ask(
        &mut hall,
        "cat",
        PeopleCommand::History(Some(person("bob"))),
    );
    loop {
        let text = page.text.to_string();
        found.extend(
            text.lines()
                .skip(1)
                .map(|line| line.split(' ').next().unwrap().to_owned()),
        );
        assert!(
            text.lines().skip(1).all(|line| line.contains("lost")),
            "{text}"
        );
        let Some(older) = page.controls.first().map(|row| row[0].press) else {
            break;
        };
        page = card(hall.act("cat", older.command(None).unwrap()));
    }
    assert_eq!(found, played);
}

#[test]
fn casual_games_elsewhere_are_nobody_elses_business() {
    let mut hall = Hall::new();
    let id = begun(&mut hall, "ann", "bob", Variant::Leap);
    hall.act("ann", Command::Resign(id));
    let casual = hall.game(Variant::Leap);
    hall.act("ann", Command::Resign(casual));
    let moment = hall.moment();
    let elsewhere = Request {
        who: person("cat"),
        venue: Venue {
            room: RoomId::new("t:other"),
            server: Some(ServerId::new("t:other server")),
        },
        context: Context::default(),
        command: Command::People(PeopleCommand::History(Some(person("ann")))),
    };
    let text = card(hall.app.handle(&elsewhere, moment).unwrap())
        .text
        .to_string();
    assert!(
        text.contains(&id.to_string()),
        "a rated game is public: {text}"
    );
    assert!(!text.contains(&casual.to_string()), "{text}");
    let own = ask(&mut hall, "bob", PeopleCommand::History(None)).text;
    assert!(own.to_string().contains(&casual.to_string()));
}

#[test]
fn games_that_are_passed_over_do_not_end_a_history() {
    let mut hall = Hall::new();
    let rated: Vec<_> = (0..4)
        .map(|_| won(&mut hall, "ann", "bob", Variant::Toto40))
        .collect();
    for _ in 0..15 {
        let id = hall.game(Variant::Leap);
        hall.act("ann", Command::Resign(id));
    }
    let moment = hall.moment();
    let elsewhere = Request {
        who: person("cat"),
        venue: Venue {
            room: RoomId::new("t:other"),
            server: Some(ServerId::new("t:other server")),
        },
        context: Context::default(),
        command: Command::People(PeopleCommand::History(Some(person("ann")))),
    };
    let page = card(hall.app.handle(&elsewhere, moment).unwrap());
    let text = page.text.to_string();
    assert_eq!(text.lines().count(), 1 + rated.len(), "{text}");
    for id in &rated {
        assert!(text.contains(&id.to_string()), "{text}");
    }
    assert!(page.controls.is_empty(), "there are no older ones");
}

fn table(card: &Card) -> &TablePicture {
    match card.enclosed.first() {
        Some(Enclosure::Table(table)) => table,
        other => panic!("a table, not {other:?}"),
    }
}

#[test]
fn a_leaderboard_lists_the_sure_ratings_best_first() {
    let mut hall = Hall::new();
    let board = |reach| PeopleCommand::Leaderboard(Family::Leto, reach, 0);
    let empty = ask(&mut hall, "ann", board(Reach::Here));
    assert!(empty.enclosed.is_empty());
    assert!(empty.text.to_string().contains("Nobody is listed yet."));
    for round in 0..15 {
        // The better one wins two games of three.
        for (better, other) in [("ann", "bob"), ("bob", "cat"), ("ann", "cat")] {
            if round % 3 == 0 {
                won(&mut hall, other, better, Variant::LetoKwagga);
            } else {
                won(&mut hall, better, other, Variant::Leto);
            }
        }
    }
    won(&mut hall, "dan", "ann", Variant::Leto);
    for reach in Reach::ALL {
        let seen = ask(&mut hall, "bob", board(reach));
        let rows = &table(&seen).rows;
        let names: Vec<_> = rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["ann", "bob", "cat"], "dan has played one game");
        let marked: Vec<_> = rows.iter().map(|row| row.marked).collect();
        assert_eq!(marked, [false, true, false]);
        assert_eq!(rows[1].cells[1..], ["30", "15", "0", "15"]);
    }
    let provisional = ask(&mut hall, "dan", board(Reach::Here)).text.to_string();
    assert!(
        provisional.contains("you are not listed yet"),
        "{provisional}"
    );
    let far = PeopleCommand::Leaderboard(Family::Leto, Reach::Here, u16::MAX);
    assert!(ask(&mut hall, "ann", far).enclosed.is_empty());
}

#[test]
fn only_who_manages_the_server_sees_its_statistics() {
    let mut hall = Hall::new();
    won(&mut hall, "ann", "bob", Variant::Leap64);
    let statistics = Command::People(PeopleCommand::Statistics);
    assert_eq!(
        hall.refused("ann", statistics.clone()),
        Refusal::NotAManager
    );
    let moment = hall.moment();
    let request = Request {
        who: person("mod"),
        venue: Venue {
            room: RoomId::new("t:room"),
            server: Some(ServerId::new("t:server")),
        },
        context: Context {
            manages: true,
            ..Context::default()
        },
        command: statistics,
    };
    let seen = card(hall.app.handle(&request, moment).unwrap());
    assert_eq!(table(&seen).rows[0].cells, ["1", "1", "0", "0"]);
    assert!(seen.text.to_string().contains("Most played: Leap Chess"));
    let record = format!(
        "{:?}",
        hall.app
            .store()
            .list(&Index::WeeksOf(ServerId::new("t:server")), Page::first(9))
    );
    assert!(!record.contains("t:ann"), "{record}");
}

#[test]
fn a_block_keeps_two_people_apart_in_both_directions_and_is_not_told() {
    let mut hall = Hall::new();
    let open = Command::Challenge {
        opponent: None,
        terms: Terms::of(Variant::Leto),
    };
    let bobs = challenge_of(&hall.act("bob", open.clone()).outgoing);
    let game = hall.game(Variant::Leto);
    ask(&mut hall, "bob", PeopleCommand::Block(person("ann")));
    let terms = || Terms::of(Variant::Leto);
    let refused = hall.refused("ann", invite("bob", terms()));
    assert_eq!(
        refused,
        Refusal::People(PeopleRefusal::NotAvailable(person("bob")))
    );
    let words = app::say::refusal(&refused).to_string();
    assert!(!words.contains("block"), "{words}");
    assert_eq!(
        hall.refused("ann", Command::Accept(bobs)),
        Refusal::People(PeopleRefusal::NotAvailable(person("bob")))
    );
    let refused = hall.refused("bob", invite("ann", terms()));
    assert_eq!(
        refused,
        Refusal::People(PeopleRefusal::Blocked(person("ann")))
    );
    let anns = challenge_of(&hall.act("ann", open).outgoing);
    assert_eq!(
        hall.refused("bob", Command::Accept(anns)),
        Refusal::People(PeopleRefusal::Blocked(person("ann")))
    );
    hall.act("cat", Command::Accept(anns));
    hall.act("ann", Command::Resign(game));
    let list = ask(&mut hall, "bob", PeopleCommand::Blocked)
        .text
        .to_string();
    assert_eq!(list, "You have blocked:\n@t:ann");
    ask(&mut hall, "bob", PeopleCommand::Unblock(person("ann")));
    hall.act("ann", invite("bob", terms()));
    assert_eq!(
        hall.refused(
            "bob",
            Command::People(PeopleCommand::Unblock(person("ann")))
        ),
        Refusal::People(PeopleRefusal::NotBlocked(person("ann")))
    );
    assert_eq!(
        hall.refused("bob", Command::People(PeopleCommand::Block(person("bob")))),
        Refusal::People(PeopleRefusal::BlockOneself)
    );
}

#[test]
fn a_list_of_blocked_people_is_bounded() {
    let mut hall = Hall::new();
    for n in 0..100 {
        let whom = person(&format!("p{n}"));
        ask(&mut hall, "ann", PeopleCommand::Block(whom.clone()));
        ask(&mut hall, "ann", PeopleCommand::Block(whom));
    }
    let more = Command::People(PeopleCommand::Block(person("bob")));
    assert_eq!(
        hall.refused("ann", more),
        Refusal::People(PeopleRefusal::TooManyBlocked(100))
    );
}

#[test]
fn challenges_are_counted_by_the_hour_whatever_became_of_them() {
    let mut hall = Hall::with(Limits {
        hourly: 3,
        server_hourly: 5,
        ..Limits::default()
    });
    let open = || Command::Challenge {
        opponent: None,
        terms: Terms::of(Variant::Leto),
    };
    let first = Timestamp(hall.now + 1000).plus(Span::hours(1));
    for _ in 0..3 {
        let id = challenge_of(&hall.act("ann", open()).outgoing);
        hall.act("ann", Command::Decline(id));
    }
    assert_eq!(
        hall.refused("ann", open()),
        Refusal::People(PeopleRefusal::TooOften(first))
    );
    hall.act("bob", open());
    hall.act("bob", open());
    assert_eq!(
        hall.refused("cat", open()),
        Refusal::People(PeopleRefusal::TooOftenHere(first))
    );
    hall.now = first.0;
    hall.act("ann", open());
}

#[test]
fn whoever_said_no_is_left_in_peace_for_a_while() {
    let mut hall = Hall::new();
    let id = hall.challenge(Variant::Leto);
    hall.act("bob", Command::Decline(id));
    let again = || invite("bob", Terms::of(Variant::Leto));
    assert!(matches!(
        hall.refused("ann", again()),
        Refusal::People(PeopleRefusal::SaidNo(..))
    ));
    hall.act("ann", invite("cat", Terms::of(Variant::Leto)));
    hall.now += Span::minutes(10).0;
    hall.act("ann", again());
}

#[test]
fn a_closed_challenge_is_forgotten_after_a_week() {
    let mut hall = Hall::new();
    let id = hall.challenge(Variant::Leto);
    hall.act("bob", Command::Decline(id));
    hall.now += Span::days(8).0;
    let moment = hall.moment();
    hall.app.pass_time(moment).unwrap();
    let kept = hall.app.store().get(&Key::Challenge(id)).unwrap();
    assert!(kept.is_some(), "seven days after it would have lapsed");
    hall.now += Span::days(1).0;
    let moment = hall.moment();
    hall.app.pass_time(moment).unwrap();
    assert_eq!(hall.app.store().get(&Key::Challenge(id)), Ok(None));
    assert_eq!(hall.app.next_due(), Ok(None));
}

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
fn deleting_ones_data_leaves_nothing_but_a_ghost_in_the_others_games() {
    let mut hall = Hall::new();
    let games = life_of_bob(&mut hall);
    assert!(everything(&hall, &games).contains("t:bob"));
    let question = ask(&mut hall, "bob", PeopleCommand::AskErase);
    assert!(question.text.to_string().contains("2 games in progress"));
    let erase = question.controls[0][0].press;
    assert_eq!(erase, Press::People(PeoplePress::Erase));
    hall.act("bob", erase.command(None).unwrap());
    assert_eq!(
        hall.refused("bob", invite("ann", Terms::of(Variant::Leto))),
        Refusal::People(PeopleRefusal::BeingErased)
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
    assert!(anns.contains("called off"), "{anns}");
    // And the ratings of the others still follow from the games.
    assert_eq!(hall.app.rebuild_ratings(false).unwrap().differing, 0);
    // Bob can begin anew.
    won(&mut hall, "bob", "ann", Variant::Leto);
    assert_eq!(hall.app.rebuild_ratings(false).unwrap().differing, 0);
}

#[test]
fn a_message_on_its_way_is_waited_for() {
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

/// As if everything that waits had been done.
fn perform_all(hall: &mut Hall) {
    let waiting = hall.app.store().outgoing(usize::MAX).unwrap();
    hall.app
        .store()
        .commit(Batch {
            settled: waiting.into_iter().map(|outgoing| outgoing.id).collect(),
            ..Batch::default()
        })
        .unwrap();
}

fn export(hall: &mut Hall, who: &str) -> Result<serde_json::Value, Failure> {
    let handled = hall.ask(who, "room", Command::People(PeopleCommand::Export))?;
    match card(handled).enclosed.remove(0) {
        Enclosure::File(file) => Ok(serde_json::from_slice(&file.content).unwrap()),
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
fn a_few_games_a_day_can_be_called_off_and_more_are_counted() {
    let mut hall = Hall::new();
    let abandoned = |hall: &mut Hall, who: &str| {
        let text = ask(hall, "cat", PeopleCommand::Profile(Some(person(who)))).text;
        let text = text.to_string();
        let left = text.split("both had moved: ").nth(1);
        left.map_or(0, |left| {
            left.split('.').next().unwrap().parse::<u32>().unwrap()
        })
    };
    for left in [0, 0, 0, 1, 2] {
        let id = hall.game(Variant::Leto);
        hall.act("bob", Command::Abort(id));
        assert_eq!(abandoned(&mut hall, "bob"), left);
    }
    assert_eq!(abandoned(&mut hall, "ann"), 0, "she only waited");
    hall.now += Span::days(1).0;
    let id = hall.game(Variant::Leto);
    hall.act("bob", Command::Abort(id));
    assert_eq!(abandoned(&mut hall, "bob"), 2, "another day");
    assert_eq!(hall.app.rebuild_ratings(false).unwrap().differing, 0);
}

#[test]
fn somebody_who_has_gone_is_not_asked_for_another_game() {
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

#[test]
fn what_delos_is_can_be_asked() {
    let mut hall = Hall::new();
    let seen = card(hall.act("ann", Command::About));
    let text = seen.text.to_string();
    assert!(text.contains("Leto Chess (M. Winther, 2007)"), "{text}");
    assert!(
        text.contains("MIT license or the Apache License 2.0"),
        "{text}"
    );
    assert_eq!(seen.controls[0][0].label, "Privacy");
}

/// Rooms that a broadcast reaches, and its words.
fn announced(hall: &Hall) -> Vec<String> {
    let waiting = hall.app.store().outgoing(usize::MAX).unwrap();
    waiting
        .into_iter()
        .filter_map(|outgoing| match outgoing.effect {
            Effect::Announce(announce) => {
                let card = hall.app.announced(&announce).unwrap().unwrap();
                Some(format!("{}: {}", announce.room, card.text))
            }
            _ => None,
        })
        .collect()
}

#[test]
fn a_broadcast_reaches_each_server_once_in_the_right_room() {
    let mut hall = Hall::new();
    hall.game(Variant::Leto);
    hall.game(Variant::Leap);
    let moment = hall.moment();
    hall.app.broadcast("Away\nfrom 9 to 10.", moment).unwrap();
    let said = ["t:room: From whoever runs me: Away\nfrom 9 to 10."];
    assert_eq!(announced(&hall), said);
    hall.app.broadcast("Away\nfrom 9 to 10.", moment).unwrap();
    assert_eq!(announced(&hall), said, "the same broadcast is said once");
    perform_all(&mut hall);

    let at = |server: &str, room: &str, manages, command| Request {
        who: person("max"),
        venue: Venue {
            room: RoomId::new(room),
            server: Some(ServerId::new(server)),
        },
        context: Context {
            manages,
            ..Context::default()
        },
        command,
    };
    let news = Command::Change(app::Setting::Announcements, "t:news".to_owned());
    let play = Command::Play {
        terms: Terms::of(Variant::Leto),
        level: app::Level::LOWEST,
    };
    for request in [
        at("t:server", "t:room", true, news),
        at("t:second", "t:elsewhere", false, play),
    ] {
        let moment = hall.moment();
        hall.app.handle(&request, moment).unwrap();
    }
    let moment = hall.moment();
    hall.app.broadcast("Back.", moment).unwrap();
    let said = announced(&hall);
    assert_eq!(
        said,
        [
            "t:elsewhere: From whoever runs me: Back.",
            "t:news: From whoever runs me: Back."
        ]
    );
}

#[test]
fn the_engine_is_no_help_in_a_rated_game() {
    let mut hall = Hall::new();
    let id = begun(&mut hall, "ann", "bob", Variant::Latrunculi);
    let Some(app::Record::Game(record)) = hall
        .app
        .store()
        .get(&Key::Game(id))
        .unwrap()
        .map(|stored| stored.record)
    else {
        panic!("a game");
    };
    let fen = record.replay().unwrap().position().fen();
    let play = |fen: &str| Command::Play {
        terms: Terms {
            start: Some(fen.to_owned()),
            ..Terms::of(Variant::Latrunculi)
        },
        level: app::Level::HIGHEST,
    };
    let help = Refusal::People(PeopleRefusal::RatedPosition(id));
    assert_eq!(hall.refused("ann", play(&fen)), help);
    let other_side = fen.replacen(" w ", " b ", 1);
    assert_ne!(other_side, fen);
    assert_eq!(hall.refused("bob", play(&other_side)), help);
    hall.act("cat", play(&fen));
    hall.act("bob", Command::Resign(id));
    hall.act("ann", play(&fen));
}
