//! One game, shown in two places.

use app::effect::Subject;
use app::store::Index;
use app::{
    Command, Context, Notice, PeopleCommand, Person, Pool, Refusal, Report, RoomId, Setting, Site,
    Tell, Terms, Timestamp, Which,
};
use rules_core::Variant;
use text::Part;

use super::{
    LIVE, act, ann, boards, bob, both, both_move, by_ann, by_bob, cat, channel, direct, eve, game,
    game_at, rating, refused, room, second,
};
use crate::common::{
    Hall, assert_says, assert_silent_about, change, files, is_silent, manager, moving, rated,
    reply, tells, text_of, timed, venue,
};

#[test]
fn everything_is_shown_in_both_places_and_calls_only_where_one_plays() {
    let mut hall = Hall::new();
    let game = game(&mut hall, Terms::of(Variant::Leto));
    let places = [Subject::Game(game), Subject::GameElsewhere(game)];
    let moved = by_ann(&mut hall, moving(Which::Mine, "e4")).outgoing;
    assert_eq!(boards(&moved), both(game, Some(&[]), Some(&[&bob()])));
    let moved = by_bob(&mut hall, moving(Which::Mine, "e5"));
    assert!(is_silent(&moved));
    let to_ann = both(game, Some(&[&ann()]), Some(&[]));
    assert_eq!(boards(&moved.outgoing), to_ann);
    for place in places {
        let shown = hall.shown(place);
        assert_eq!(shown.version, 3);
        assert!(shown.card.board.is_some());
    }
    let offered = by_ann(&mut hall, Command::Draw(Which::Mine));
    assert!(is_silent(&offered));
    assert_eq!(boards(&offered.outgoing), both(game, None, None));
    assert!(hall.has_button(places[1], "Accept draw"));
    let agreed = by_bob(&mut hall, Command::Draw(Which::Mine)).outgoing;
    assert_eq!(boards(&agreed), to_ann);
    for place in places {
        assert_says(hall.text(place), "draw");
    }
}

#[test]
fn a_board_names_people_of_the_other_platform_and_where_they_play() {
    let mut hall = Hall::new();
    let game = game(&mut hall, Terms::of(Variant::Leto));
    for (subject, other_platform, own, other) in [
        (Subject::Game(game), "Matrix", ann(), bob()),
        (Subject::GameElsewhere(game), "Discord", bob(), ann()),
    ] {
        let text = hall.shown(subject).card.text;
        assert_says(&text, format!("plays from {other_platform}"));
        let parts = text::Lang::ENGLISH.resolve(&text);
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
fn an_unknown_person_is_called_by_their_id_or_platform() {
    for (who, venue, other, called) in [
        (ann(), channel(), bob(), "@bob:hs"),
        (bob(), room(), ann(), "someone on Discord"),
    ] {
        let mut hall = Hall::new();
        let block = Command::People(PeopleCommand::Block(other));
        act(&mut hall, &who, &venue, block);
        let list = Command::People(PeopleCommand::Blocked);
        let text = reply(act(&mut hall, &who, &venue, list)).text;
        let parts = text::Lang::ENGLISH.resolve(&text);
        let is_called = |part: &Part| matches!(part, Part::Plain(words) if words == called);
        assert!(parts.iter().any(is_called), "{parts:?}");
    }
}

#[test]
fn a_retired_board_names_people_for_its_own_platform() {
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
        assert_says(&remains, other.name.as_str());
    }
}

#[test]
fn a_rated_game_counts_once_for_both_and_in_no_servers_own_ratings() {
    let mut hall = Hall::new();
    let game = game(&mut hall, rated(Variant::Leto));
    both_move(&mut hall, game);
    by_bob(&mut hall, Command::Resign(game));
    for who in [ann(), bob()] {
        assert_eq!(rating(&hall, &who, Pool::Everywhere), Some(1));
        for place in [channel(), room()] {
            let pool = Pool::Server(place.server.unwrap());
            assert_eq!(rating(&hall, &who, pool), None);
        }
    }
    for place in [channel(), room()] {
        let index = Index::FinishedOn(place.server.unwrap());
        assert_eq!(hall.list(&index).len(), 1, "{index:?}");
    }
    hall.assert_ratings_hold();
}

#[test]
fn the_game_is_seen_in_both_rooms_and_in_no_other() {
    let mut hall = Hall::new();
    let game = game(&mut hall, Terms::of(Variant::Leto));
    let look = || Command::Board(Which::Id(game));
    act(&mut hall, &cat(), &room(), look());
    act(&mut hall, &eve(), &channel(), look());
    let third = venue("matrix:!third:hs", Some("matrix:!third:hs"));
    let refused = refused(&mut hall, &cat(), &third, look());
    assert_eq!(refused, Refusal::NoSuchGame(game));
    for (who, at) in [(&cat(), room()), (&eve(), channel())] {
        let listed = reply(act(&mut hall, who, &at, Command::GamesHere));
        assert_says(&listed.text, game.to_string());
    }
    act(&mut hall, &cat(), &room(), Command::Watch(game));
    let moved = by_ann(&mut hall, moving(Which::Mine, "e4")).outgoing;
    let [told] = tells(&moved).try_into().unwrap();
    assert_eq!(told.to, cat().id);
}

#[test]
fn after_a_premove_the_player_who_moved_elsewhere_learns_the_own_room() {
    let mut hall = Hall::new();
    let game = game(&mut hall, Terms::of(Variant::Leto));
    by_ann(&mut hall, moving(Which::Mine, "e4"));
    by_ann(&mut hall, Command::Prepare(Which::Mine, "e5 d4".to_owned()));
    let third = venue("matrix:!third:hs", Some("matrix:!third:hs"));
    let moved = act(&mut hall, &bob(), &third, moving(Which::Id(game), "e5"));
    assert_eq!(hall.record(game).ply(), 3);
    assert_says(text_of(&moved), format!("in #{}", room().room));
}

#[test]
fn a_board_that_cannot_be_posted_affects_only_its_own_place() {
    let mut hall = Hall::new();
    let game = game(&mut hall, Terms::of(Variant::Leto));
    let told = tells(&hall.report(Report::NotPosted(second(game))));
    let [told] = told.try_into().unwrap();
    assert_eq!(told.to, bob().id);
    assert!(hall.shown(Subject::GameElsewhere(game)).unseen);
    assert!(!hall.shown(Subject::Game(game)).unseen);
    let moved = by_ann(&mut hall, moving(Which::Mine, "e4"));
    assert!(is_silent(&moved));
    let told = tells(&moved.outgoing);
    let is_his_turn =
        |tell: &Tell| tell.to == bob().id && matches!(tell.notice, Notice::YourTurn { .. });
    assert!(told.iter().any(is_his_turn));
    let moved = by_bob(&mut hall, moving(Which::Mine, "e5"));
    assert!(reply(moved).board.is_some());
    hall.report(Report::Posted(second(game)));
    assert!(!hall.shown(Subject::GameElsewhere(game)).unseen);
}

#[test]
fn each_place_has_its_own_thread_or_none() {
    let mut hall = Hall::new();
    hall.context = manager();
    act(&mut hall, &cat(), &room(), change(Setting::Threads, "yes"));
    hall.context = Context::default();
    let game = game(&mut hall, timed(Variant::Leto, LIVE));
    assert!(hall.shown(Subject::Game(game)).thread.is_none());
    assert!(hall.shown(Subject::GameElsewhere(game)).thread.is_some());
    let flag = hall.record(game).flag();
    assert_eq!(flag, None, "the thread is still to be opened");
    let thread = RoomId::new("matrix:!room:hs/$thread");
    hall.report(Report::ThreadOpened(second(game), &thread));
    let record = hall.record(game);
    assert!(record.flag().is_some());
    assert_eq!(record.venue, channel());
    assert_eq!(record.venue_at(Site::Second).room, thread);
    let now = Timestamp(hall.now);
    let called = hall.app.called_into_thread(second(game), now).unwrap();
    assert_eq!(called, [bob().id]);
    assert!(hall.app.called_into_thread(game, now).unwrap().is_empty());
    let moment = hall.moment();
    let left = hall.app.leave_thread(game, moment).unwrap();
    assert!(left.is_none(), "it has none there");
    let left = hall.app.leave_thread(second(game), moment).unwrap();
    assert!(left.is_some());
    assert_eq!(hall.record(game).venue_at(Site::Second), &room());
}

#[test]
fn a_direct_conversation_can_be_a_place_and_stays_its_persons_own() {
    let mut hall = Hall::new();
    let game = game_at(&mut hall, &direct(), rated(Variant::Leto));
    by_ann(&mut hall, moving(Which::Id(game), "e4"));
    let moved = act(&mut hall, &bob(), &direct(), moving(Which::Id(game), "e5"));
    let to_ann = both(game, Some(&[&ann()]), Some(&[]));
    assert_eq!(boards(&moved.outgoing), to_ann);
    by_ann(&mut hall, Command::Resign(game));
    let export = Command::People(PeopleCommand::Export);
    let exported = reply(by_ann(&mut hall, export));
    let [(_, data)] = files(&exported).try_into().unwrap();
    assert_says(&data, game.to_string());
    assert_silent_about(data, "!direct");
}

#[test]
fn erasure_leaves_a_ghost_and_the_others_conversation() {
    for (leaver, at, stays) in [(ann(), channel(), true), (bob(), direct(), false)] {
        let mut hall = Hall::new();
        let game = game_at(&mut hall, &direct(), rated(Variant::Leto));
        by_ann(&mut hall, moving(Which::Id(game), "e4"));
        act(&mut hall, &bob(), &direct(), moving(Which::Id(game), "e5"));
        let erase = Command::People(PeopleCommand::Erase);
        act(&mut hall, &leaver, &at, erase);
        hall.settle();
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
    let announced = hall.broadcast("Back in an hour.").into_iter();
    let rooms: Vec<_> = announced.map(|announce| announce.room).collect();
    assert_eq!(rooms, [channel().room, room().room]);
}
