//! One game, shown in two places.

use app::effect::{Answer, Effect, Subject};
use app::store::{Index, Page};
use app::{
    Command, Context, Notice, PeopleCommand, Person, PlayerId, Pool, Refusal, Request, RoomId,
    Setting, Site, Tell, Terms, Timestamp, Which,
};
use rules_core::Variant;
use text::Part;

use super::{
    LIVE, act, ann, bob, both, both_move, card, cat, channel, direct, game, game_at, rating,
    refused, room, second, shown, shows, tells, venue,
};
use crate::common::{Hall, moving, rated};

#[test]
fn every_move_is_shown_in_both_places_and_calls_only_where_one_plays() {
    let mut hall = Hall::new();
    let game = game(&mut hall, Terms::of(Variant::Leto));
    let which = Which::Mine;
    let moved = act(&mut hall, &ann(), &channel(), moving(which, "e4")).outgoing;
    assert_eq!(shows(&moved), both(game, Some(&[]), Some(&[&bob()])));
    let moved = act(&mut hall, &bob(), &room(), moving(which, "e5"));
    assert!(matches!(moved.answer, Answer::Seen), "{:?}", moved.answer);
    assert_eq!(
        shows(&moved.outgoing),
        both(game, Some(&[&ann()]), Some(&[]))
    );
    for subject in [Subject::Game(game), Subject::GameElsewhere(game)] {
        let shown = shown(&hall, subject);
        assert_eq!(shown.version, 3);
        assert!(shown.card.board.is_some());
    }
}

#[test]
fn a_person_of_the_other_platform_has_a_name_and_each_board_says_from_where_they_play() {
    let mut hall = Hall::new();
    let game = game(&mut hall, Terms::of(Variant::Leto));
    for (subject, line, own, other) in [
        (Subject::Game(game), "plays from Matrix", ann(), bob()),
        (
            Subject::GameElsewhere(game),
            "plays from Discord",
            bob(),
            ann(),
        ),
    ] {
        let shown = shown(&hall, subject);
        let text = shown.card.text.to_string();
        assert!(text.contains(line), "{text}");
        let parts = text::Lang::ENGLISH.resolve(&shown.card.text);
        let named = Part::Named {
            id: own.id,
            name: own.name.to_string(),
        };
        assert!(parts.contains(&named), "{parts:?}");
        let by_name =
            |part: &Part| matches!(part, Part::Plain(words) if words.contains(&*other.name));
        assert!(parts.iter().any(by_name), "{parts:?}");
        let is_bare = |part: &Part| matches!(part, Part::Person(_));
        assert!(!parts.iter().any(is_bare), "{parts:?}");
    }
}

#[test]
fn someone_of_whom_nothing_is_kept_is_called_by_their_id_or_their_platform() {
    for (who, venue, other, called) in [
        (ann(), channel(), bob(), "@bob:hs"),
        (bob(), room(), ann(), "someone on Discord"),
    ] {
        let mut hall = Hall::new();
        let block = Command::People(PeopleCommand::Block(other));
        act(&mut hall, &who, &venue, block);
        let list = Command::People(PeopleCommand::Blocked);
        let text = card(act(&mut hall, &who, &venue, list)).text;
        let parts = text::Lang::ENGLISH.resolve(&text);
        let is_called = |part: &Part| matches!(part, Part::Plain(words) if words == called);
        assert!(parts.iter().any(is_called), "{parts:?}");
    }
}

#[test]
fn what_remains_of_each_board_names_people_for_its_own_platform() {
    let mut hall = Hall::new();
    let game = game(&mut hall, Terms::of(Variant::Leto));
    // Delos remembers the names of people who have set something.
    for (who, at) in [(ann(), channel()), (bob(), room())] {
        let block = PeopleCommand::Block(cat());
        act(&mut hall, &who, &at, Command::People(block));
    }
    for (board, own, other) in [(game.into(), ann(), bob()), (second(game), bob(), ann())] {
        let remains = hall.app.retired_at(board, 0).unwrap().unwrap();
        let parts = text::Lang::ENGLISH.resolve(&remains);
        let is_linked = |who: &Person| {
            let is_them = |part: &Part| matches!(part, Part::Named { id, .. } if *id == who.id);
            parts.iter().any(is_them)
        };
        assert!(is_linked(&own), "{board:?}: {parts:?}");
        assert!(!is_linked(&other), "{board:?}: {parts:?}");
        assert!(
            remains.to_string().contains(other.name.as_str()),
            "{remains}"
        );
    }
}

#[test]
fn offers_and_the_result_are_seen_in_both_places() {
    let mut hall = Hall::new();
    let game = game(&mut hall, rated(Variant::Leto));
    both_move(&mut hall, game);
    let offered = act(&mut hall, &ann(), &channel(), Command::Draw(Which::Mine));
    assert!(matches!(offered.answer, Answer::Seen));
    assert_eq!(shows(&offered.outgoing), both(game, None, None));
    let labels = hall.buttons(Subject::GameElsewhere(game));
    assert!(labels.contains(&"Accept draw".to_owned()), "{labels:?}");
    let agreed = act(&mut hall, &bob(), &room(), Command::Draw(Which::Mine)).outgoing;
    assert_eq!(shows(&agreed), both(game, Some(&[&ann()]), Some(&[])));
    for subject in [Subject::Game(game), Subject::GameElsewhere(game)] {
        assert!(
            hall.text(subject).contains("draw"),
            "{}",
            hall.text(subject)
        );
    }
}

#[test]
fn a_rated_game_counts_once_for_both_and_in_no_servers_own_ratings() {
    let mut hall = Hall::new();
    let game = game(&mut hall, rated(Variant::Leto));
    both_move(&mut hall, game);
    act(&mut hall, &bob(), &room(), Command::Resign(game));
    for who in [ann(), bob()] {
        assert_eq!(rating(&hall, &who, Pool::Everywhere), Some(1));
        for place in [channel(), room()] {
            let pool = Pool::Server(place.server.unwrap());
            assert_eq!(rating(&hall, &who, pool), None);
        }
    }
    for place in [channel(), room()] {
        let index = Index::FinishedOn(place.server.unwrap());
        let rows = hall.app.store().list(&index, Page::first(9)).unwrap();
        assert_eq!(rows.len(), 1, "{index:?}");
    }
    assert_eq!(hall.app.check_ratings().unwrap().differing, 0);
}

#[test]
fn the_game_is_seen_in_both_rooms_and_in_no_other() {
    let mut hall = Hall::new();
    let game = game(&mut hall, Terms::of(Variant::Leto));
    let eve = Person::new(PlayerId::new("discord:3"), "Eve");
    let look = || Command::Board(Which::Id(game));
    act(&mut hall, &cat(), &room(), look());
    act(&mut hall, &eve, &channel(), look());
    let third = venue("matrix:!third:hs", Some("matrix:!third:hs"));
    assert_eq!(
        refused(&mut hall, &cat(), &third, look()),
        Refusal::NoSuchGame(game)
    );
    for (who, at) in [(&cat(), room()), (&eve, channel())] {
        let listed = card(act(&mut hall, who, &at, Command::GamesHere));
        assert!(listed.text.to_string().contains(&game.to_string()));
    }
    act(&mut hall, &cat(), &room(), Command::Watch(game));
    let moved = act(&mut hall, &ann(), &channel(), moving(Which::Mine, "e4")).outgoing;
    let told = tells(&moved);
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].to, cat().id);
}

#[test]
fn a_board_that_cannot_be_posted_affects_only_its_own_place() {
    let mut hall = Hall::new();
    let game = game(&mut hall, Terms::of(Variant::Leto));
    let moment = hall.moment();
    let told = hall.app.note_unseen(second(game), moment).unwrap();
    let told = tells(&told);
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].to, bob().id);
    assert!(shown(&hall, Subject::GameElsewhere(game)).unseen);
    assert!(!shown(&hall, Subject::Game(game)).unseen);
    let moved = act(&mut hall, &ann(), &channel(), moving(Which::Mine, "e4"));
    assert!(matches!(moved.answer, Answer::Seen));
    let told = tells(&moved.outgoing);
    let your_turn = |tell: &Tell| matches!(tell.notice, Notice::YourTurn { .. });
    assert!(
        told.iter()
            .any(|tell| tell.to == bob().id && your_turn(tell))
    );
    let moved = act(&mut hall, &bob(), &room(), moving(Which::Mine, "e5"));
    let board = moved.answer.into_card().unwrap();
    assert!(board.board.is_some());
    let moment = hall.moment();
    hall.app.note_seen(second(game), moment).unwrap();
    assert!(!shown(&hall, Subject::GameElsewhere(game)).unseen);
}

#[test]
fn each_place_has_its_own_thread_or_none() {
    let mut hall = Hall::new();
    let manager = Context {
        manages: true,
        ..Context::default()
    };
    let threads = Request {
        who: cat(),
        venue: room(),
        context: manager,
        command: Command::Change(Setting::Threads, "yes".to_owned()),
    };
    let moment = hall.moment();
    hall.app.handle(&threads, moment).unwrap();
    let game = game(
        &mut hall,
        Terms {
            time: LIVE,
            ..Terms::of(Variant::Leto)
        },
    );
    assert!(shown(&hall, Subject::Game(game)).thread.is_none());
    assert!(shown(&hall, Subject::GameElsewhere(game)).thread.is_some());
    assert_eq!(
        hall.record(game).flag(),
        None,
        "the thread is still to be opened"
    );
    let thread = RoomId::new("matrix:!room:hs/$thread");
    let moment = hall.moment();
    hall.app
        .thread_opened(second(game), &thread, moment)
        .unwrap();
    let record = hall.record(game);
    assert!(record.flag().is_some());
    assert_eq!(record.venue, channel());
    assert_eq!(record.venue_at(Site::Second).room, thread);
    let now = Timestamp(hall.now);
    assert_eq!(
        hall.app.called_into_thread(second(game), now).unwrap(),
        [bob().id]
    );
    assert!(hall.app.called_into_thread(game, now).unwrap().is_empty());
    let moment = hall.moment();
    let left = hall.app.leave_thread(game, moment).unwrap();
    assert!(left.is_none(), "it has none there");
    let moment = hall.moment();
    hall.app
        .leave_thread(second(game), moment)
        .unwrap()
        .unwrap();
    assert_eq!(hall.record(game).venue_at(Site::Second), &room());
}

#[test]
fn a_direct_conversation_can_be_a_place_and_stays_its_persons_own() {
    let mut hall = Hall::new();
    let game = game_at(&mut hall, &direct(), rated(Variant::Leto));
    act(&mut hall, &ann(), &channel(), moving(Which::Id(game), "e4"));
    let moved = act(&mut hall, &bob(), &direct(), moving(Which::Id(game), "e5"));
    assert_eq!(
        shows(&moved.outgoing),
        both(game, Some(&[&ann()]), Some(&[]))
    );
    act(&mut hall, &ann(), &channel(), Command::Resign(game));
    let exported = card(act(
        &mut hall,
        &ann(),
        &channel(),
        Command::People(PeopleCommand::Export),
    ));
    let [app::attachment::Attachment::File(file)] = &exported.attachments[..] else {
        panic!("a file");
    };
    let data = String::from_utf8(file.content.clone()).unwrap();
    assert!(
        data.contains(&game.to_string()) && !data.contains("!direct"),
        "{data}"
    );
}

#[test]
fn erasure_leaves_a_ghost_and_the_others_conversation() {
    for (leaver, at, stays) in [(ann(), channel(), true), (bob(), direct(), false)] {
        let mut hall = Hall::new();
        let game = game_at(&mut hall, &direct(), rated(Variant::Leto));
        act(&mut hall, &ann(), &channel(), moving(Which::Id(game), "e4"));
        act(&mut hall, &bob(), &direct(), moving(Which::Id(game), "e5"));
        act(
            &mut hall,
            &leaver,
            &at,
            Command::People(PeopleCommand::Erase),
        );
        for _ in 0..20 {
            let moment = hall.moment();
            hall.app.pass_time(moment).unwrap();
            let waiting = hall.app.store().outgoing(usize::MAX).unwrap();
            let done = waiting.into_iter().map(|one| one.id).collect();
            hall.app
                .store()
                .commit(app::store::Batch {
                    done,
                    ..app::store::Batch::default()
                })
                .unwrap();
        }
        let record = hall.record(game);
        assert!(record.result.is_some());
        assert_eq!(record.side_of(&leaver.id), None);
        assert_eq!(record.venue, channel());
        assert_eq!(record.venue_at(Site::Second) == &direct(), stays);
    }
}

#[test]
fn an_operators_broadcast_reaches_both_places_of_a_game() {
    let mut hall = Hall::new();
    game(&mut hall, Terms::of(Variant::Leto));
    let moment = hall.moment();
    let told = hall.app.broadcast("Back in an hour.", moment).unwrap();
    let rooms: Vec<_> = told
        .iter()
        .map(|one| match &one.effect {
            Effect::Announce(announce) => announce.room.clone(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(rooms, [channel().room, room().room]);
}
