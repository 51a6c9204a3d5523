//! Games whose players meet from two places: a channel on Discord and a room on Matrix, mostly.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod common;

use app::card::Card;
use app::effect::{Answer, Effect, Handled, Manner, Outgoing, Subject};
use app::store::{Index, Key, Page};
use app::{
    Action, BoardId, ChallengeId, ColorWish, Command, Context, End, Failure, GameId, Home, Limits,
    Notice, PeopleCommand, PeopleRefusal, Person, PlayerId, Pool, RatingId, Record, Refusal,
    Request, RoomId, ServerId, Setting, Shown, Site, Span, Tell, Terms, TimeControl, Timestamp,
    Venue, Which,
};
use common::{Hall, challenge_of, game_of, moving, rated};
use rules_core::{Color, Variant};
use text::{Part, Platform};

const LIVE: TimeControl = TimeControl::Live {
    minutes: 10,
    increment: 0,
};

fn venue(room: &str, server: Option<&str>) -> Venue {
    Venue {
        room: RoomId::new(room),
        server: server.map(ServerId::new),
    }
}

/// A channel of a server on Discord.
fn channel() -> Venue {
    venue("discord:10", Some("discord:4194304"))
}

/// A room on Matrix.
fn room() -> Venue {
    venue("matrix:!room:hs", Some("matrix:!room:hs"))
}

/// Bob's conversation with Delos on Matrix.
fn direct() -> Venue {
    venue("matrix:!direct:hs", None)
}

fn ann() -> Person {
    Person::new(PlayerId::new("discord:1"), "Ann")
}

fn bob() -> Person {
    Person::new(PlayerId::new("matrix:@bob:hs"), "Bob")
}

fn cat() -> Person {
    Person::new(PlayerId::new("matrix:@cat:hs"), "Cat")
}

fn ask(hall: &mut Hall, who: &Person, at: &Venue, command: Command) -> Result<Handled, Failure> {
    let moment = hall.moment();
    let request = Request {
        who: who.clone(),
        venue: at.clone(),
        context: Context::default(),
        command,
    };
    hall.app.handle(&request, moment)
}

fn act(hall: &mut Hall, who: &Person, at: &Venue, command: Command) -> Handled {
    let name = who.name.clone();
    ask(hall, who, at, command).unwrap_or_else(|failure| panic!("{name}: {failure:?}"))
}

fn refused(hall: &mut Hall, who: &Person, at: &Venue, command: Command) -> Refusal {
    match ask(hall, who, at, command) {
        Err(Failure::Refused(refusal)) => refusal,
        other => panic!("expected a refusal, got {other:?}"),
    }
}

fn card(handled: Handled) -> Card {
    handled.answer.into_card().unwrap()
}

/// Terms under which ann plays White.
fn as_white(terms: Terms, elsewhere: bool) -> Terms {
    Terms {
        color: ColorWish::Only(Color::White),
        elsewhere,
        ..terms
    }
}

/// Ann's challenge to everyone in her channel, and elsewhere to those who have its code.
fn challenge(hall: &mut Hall, terms: Terms) -> ChallengeId {
    let command = Command::Challenge {
        opponent: None,
        terms: as_white(terms, true),
    };
    challenge_of(&act(hall, &ann(), &channel(), command).outgoing)
}

/// A game of ann (White) on Discord against bob, who accepts there.
fn game_at(hall: &mut Hall, at: &Venue, terms: Terms) -> GameId {
    let id = challenge(hall, terms);
    game_of(&act(hall, &bob(), at, Command::AcceptHere(id)).outgoing)
}

/// The same in a room on Matrix.
fn game(hall: &mut Hall, terms: Terms) -> GameId {
    game_at(hall, &room(), terms)
}

fn both_move(hall: &mut Hall, game: GameId) {
    act(hall, &ann(), &channel(), moving(Which::Id(game), "e4"));
    act(hall, &bob(), &room(), moving(Which::Id(game), "e5"));
}

/// What shows a game: the subject, its home, and who is called by a new message.
fn shows(outgoing: &[Outgoing]) -> Vec<(Subject, Home, Option<Vec<String>>)> {
    let shown = outgoing.iter().filter_map(|one| match &one.effect {
        Effect::Show(show) if show.subject.board().is_some() => {
            let call = match &show.manner {
                Manner::InPlace => None,
                Manner::Fresh { call } => {
                    Some(call.iter().map(|id| id.as_str().to_owned()).collect())
                }
            };
            Some((show.subject, one.home, call))
        }
        _ => None,
    });
    shown.collect()
}

/// [`shows`] of a game in both places, with whom each calls.
fn both(
    game: GameId,
    first: Option<&[&Person]>,
    second: Option<&[&Person]>,
) -> Vec<(Subject, Home, Option<Vec<String>>)> {
    let ids = |call: Option<&[&Person]>| {
        let ids = |call: &[&Person]| call.iter().map(|one| one.id.to_string()).collect();
        call.map(ids)
    };
    vec![
        (Subject::Game(game), Home::of_venue(&channel()), ids(first)),
        (Subject::GameElsewhere(game), Home::MATRIX, ids(second)),
    ]
}

fn tells(outgoing: &[Outgoing]) -> Vec<&Tell> {
    let tells = outgoing.iter().filter_map(|one| match &one.effect {
        Effect::Tell(tell) => Some(tell),
        _ => None,
    });
    tells.collect()
}

fn shown(hall: &Hall, subject: Subject) -> Shown {
    hall.app.show(subject).unwrap().unwrap()
}

fn second(game: GameId) -> BoardId {
    let site = Site::Second;
    BoardId { game, site }
}

#[test]
fn without_the_option_no_one_elsewhere_learns_of_a_challenge() {
    let mut hall = Hall::new();
    let open = Command::Challenge {
        opponent: None,
        terms: as_white(Terms::of(Variant::Leto), false),
    };
    let id = challenge_of(&act(&mut hall, &ann(), &channel(), open).outgoing);
    for at in [
        room(),
        direct(),
        venue("discord:20", Some("discord:8388608")),
    ] {
        for command in [
            Command::Accept(id),
            Command::AcceptHere(id),
            Command::Decline(id),
            Command::DraftProposal(id, None),
        ] {
            let refusal = refused(&mut hall, &bob(), &at, command);
            assert_eq!(refusal, Refusal::NoSuchChallenge(id), "{at:?}");
        }
    }
    let eve = Person::new(PlayerId::new("discord:3"), "Eve");
    let begun = act(&mut hall, &eve, &channel(), Command::Accept(id)).outgoing;
    assert_eq!(shows(&begun).len(), 1, "{begun:?}");
}

#[test]
fn the_challenger_gets_the_code_for_a_friend_elsewhere() {
    let mut hall = Hall::new();
    let command = Command::Challenge {
        opponent: None,
        terms: as_white(rated(Variant::Leto), true),
    };
    let made = act(&mut hall, &ann(), &channel(), command);
    let id = challenge_of(&made.outgoing).to_string();
    let public = hall.text(Subject::Challenge(challenge_of(&made.outgoing)));
    assert!(public.contains(&id), "{public}");
    let answer = card(made).text.to_string();
    assert!(
        answer.contains(&id) && answer.contains("accept"),
        "{answer}"
    );
}

#[test]
fn a_friend_sees_the_terms_before_the_room_becomes_the_second_place() {
    let mut hall = Hall::new();
    let id = challenge(&mut hall, rated(Variant::Leto));
    let looked = act(&mut hall, &bob(), &room(), Command::Accept(id));
    assert!(looked.outgoing.is_empty());
    let seen = card(looked);
    let text = seen.text.to_string();
    for words in [
        "Leto Chess",
        "3 days",
        "rated",
        "Ann plays White",
        "shown here",
    ] {
        assert!(text.contains(words), "{words} in {text}");
    }
    let accept = seen.controls[0][0].action;
    assert_eq!(accept, Action::AcceptHere(id));
    let begun = act(&mut hall, &bob(), &room(), accept.command(None).unwrap());
    let game = game_of(&begun.outgoing);
    assert_eq!(
        shows(&begun.outgoing),
        both(game, Some(&[&ann()]), Some(&[]))
    );
    let record = hall.record(game);
    assert_eq!(record.venue, channel());
    let elsewhere = record.elsewhere.unwrap();
    assert_eq!((elsewhere.venue, elsewhere.side), (room(), Color::Black));
    let other = refused(&mut hall, &cat(), &room(), Command::AcceptHere(id));
    assert!(matches!(other, Refusal::ChallengeClosed(_)), "{other:?}");
}

#[test]
fn in_the_challenges_own_room_it_is_accepted_as_ever() {
    let mut hall = Hall::new();
    let id = challenge(&mut hall, Terms::of(Variant::Leto));
    let eve = Person::new(PlayerId::new("discord:3"), "Eve");
    let begun = act(&mut hall, &eve, &channel(), Command::Accept(id)).outgoing;
    assert_eq!(shows(&begun).len(), 1);
    assert_eq!(hall.record(game_of(&begun)).elsewhere, None);
}

#[test]
fn two_rooms_of_one_server_are_two_places_with_the_servers_own_ratings() {
    let mut hall = Hall::new();
    let other = venue("discord:11", Some("discord:4194304"));
    let id = challenge(&mut hall, rated(Variant::Leto));
    let eve = Person::new(PlayerId::new("discord:3"), "Eve");
    let seen = card(act(&mut hall, &eve, &other, Command::Accept(id)));
    assert_eq!(seen.controls[0][0].action, Action::AcceptHere(id));
    let begun = act(&mut hall, &eve, &other, Command::AcceptHere(id)).outgoing;
    let game = game_of(&begun);
    act(&mut hall, &ann(), &channel(), moving(Which::Id(game), "e4"));
    act(&mut hall, &eve, &other, moving(Which::Id(game), "e5"));
    act(&mut hall, &eve, &other, Command::Resign(game));
    let server = Pool::Server(ServerId::new("discord:4194304"));
    assert!(rating(&hall, &ann(), server).is_some());
    let rows = hall.app.store().list(
        &Index::FinishedOn(ServerId::new("discord:4194304")),
        Page::first(9),
    );
    assert_eq!(rows.unwrap().len(), 1);
}

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

fn rating(hall: &Hall, who: &Person, pool: Pool) -> Option<u32> {
    let key = Key::Rating(RatingId {
        family: Variant::Leto.family(),
        pool,
        player: who.id.clone(),
    });
    let stored = hall.app.store().get(&key).unwrap()?;
    match stored.record {
        Record::Rating(rating) => {
            Some(rating.tally.wins + rating.tally.draws + rating.tally.losses)
        }
        other => panic!("{other:?}"),
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
fn a_board_that_cannot_be_posted_is_a_trouble_of_its_own_place() {
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
fn the_settings_of_the_second_server_hold() {
    let mut hall = Hall::new();
    let abroad = venue("discord:20", Some("discord:8388608"));
    let rooms = Request {
        who: cat(),
        venue: abroad.clone(),
        context: Context {
            manages: true,
            ..Context::default()
        },
        command: Command::Change(Setting::Rooms, "discord:21".to_owned()),
    };
    let moment = hall.moment();
    hall.app.handle(&rooms, moment).unwrap();
    let id = challenge(&mut hall, Terms::of(Variant::Leto));
    for command in [Command::Accept(id), Command::AcceptHere(id)] {
        let refusal = refused(&mut hall, &bob(), &abroad, command);
        assert!(matches!(refusal, Refusal::Elsewhere(_)), "{refusal:?}");
    }
    let allowed = venue("discord:21", Some("discord:8388608"));
    act(&mut hall, &bob(), &allowed, Command::AcceptHere(id));
}

#[test]
fn quotas_and_blocks_hold_where_a_challenge_is_accepted() {
    let mut hall = Hall::with(Limits {
        server_hourly: 1,
        ..Limits::default()
    });
    let id = challenge(&mut hall, Terms::of(Variant::Leto));
    let own = Command::Challenge {
        opponent: None,
        terms: Terms::of(Variant::Leto),
    };
    act(&mut hall, &cat(), &room(), own.clone());
    let full = refused(&mut hall, &bob(), &room(), Command::AcceptHere(id));
    assert!(
        matches!(full, Refusal::People(PeopleRefusal::TooOftenHere(_))),
        "{full:?}"
    );
    let other = venue("matrix:!other:hs", Some("matrix:!other:hs"));
    act(
        &mut hall,
        &ann(),
        &channel(),
        Command::People(PeopleCommand::Block(bob())),
    );
    let blocked = refused(&mut hall, &bob(), &other, Command::AcceptHere(id));
    assert!(matches!(blocked, Refusal::People(_)), "{blocked:?}");
    act(&mut hall, &cat(), &other, Command::AcceptHere(id));
    let full = refused(&mut hall, &cat(), &other, own);
    assert!(
        matches!(full, Refusal::People(PeopleRefusal::TooOftenHere(_))),
        "an accepted challenge counts there: {full:?}"
    );
}

#[test]
fn a_rematch_is_asked_for_where_the_other_plays_and_keeps_both_places() {
    let mut hall = Hall::new();
    let first = game(&mut hall, Terms::of(Variant::Leto));
    both_move(&mut hall, first);
    act(&mut hall, &ann(), &channel(), Command::Resign(first));
    let asked = act(&mut hall, &ann(), &channel(), Command::Rematch(first));
    let challenge = challenge_of(&asked.outgoing);
    let shown = shown(&hall, Subject::Challenge(challenge));
    assert_eq!(shown.venue, room());
    let begun = act(&mut hall, &bob(), &room(), Command::Accept(challenge)).outgoing;
    let next = hall.record(game_of(&begun));
    assert_eq!(next.seats[Color::White].person(), Some(&bob()));
    assert_eq!(next.venue, channel());
    let elsewhere = next.elsewhere.unwrap();
    assert_eq!((elsewhere.venue, elsewhere.side), (room(), Color::White));
    let new = shows(&begun);
    for shown in both(next.id, Some(&[]), Some(&[&bob()])) {
        assert!(new.contains(&shown), "{new:?}");
    }
}

/// A live game in which it is ann's turn, with both platforms noted as reachable.
fn live(hall: &mut Hall) -> GameId {
    let terms = Terms {
        time: LIVE,
        ..Terms::of(Variant::Leto)
    };
    let game = game(hall, terms);
    both_move(hall, game);
    reached(hall, Platform::Matrix);
    reached(hall, Platform::Discord);
    game
}

fn reached(hall: &Hall, platform: Platform) {
    hall.app
        .note_presence(platform, Timestamp(hall.now))
        .unwrap();
}

fn left(hall: &Hall, game: GameId, color: Color) -> i64 {
    let record = hall.record(game);
    assert_eq!(record.result, None);
    record.time_left(color, Timestamp(hall.now)).unwrap().0 / 60_000
}

#[test]
fn no_flag_falls_while_the_player_to_move_cannot_reach_delos() {
    let mut hall = Hall::new();
    let game = live(&mut hall);
    act(&mut hall, &ann(), &channel(), moving(Which::Mine, "d4"));
    // From now on, Matrix is away.
    for _ in 0..40 {
        hall.now += Span::minutes(1).0;
        reached(&hall, Platform::Discord);
        let moment = hall.moment();
        assert!(
            hall.app
                .pass_time_on(Platform::Discord, moment)
                .unwrap()
                .is_empty()
        );
    }
    let offer = act(&mut hall, &ann(), &channel(), Command::Draw(Which::Mine));
    assert_eq!(shows(&offer.outgoing).len(), 2);
    assert_eq!(left(&hall, game, Color::Black), 10, "given back so far");
    hall.now += Span::minutes(40).0;
    reached(&hall, Platform::Discord);
    let now = Timestamp(hall.now);
    let noted = Timestamp(i64::MIN);
    hall.app
        .come_back_since(Platform::Matrix, noted, now)
        .unwrap();
    assert_eq!(left(&hall, game, Color::Black), 10);
    hall.now += Span::minutes(11).0;
    let moment = hall.moment();
    let fell = hall.app.pass_time_on(Platform::Matrix, moment).unwrap();
    assert_eq!(shows(&fell), both(game, Some(&[&ann()]), Some(&[&bob()])));
    assert_eq!(hall.record(game).result.unwrap().end, End::TimeForfeit);
}

#[test]
fn an_absence_on_one_platform_gives_the_player_of_the_other_nothing() {
    let mut hall = Hall::new();
    let game = live(&mut hall);
    hall.now += Span::minutes(5).0;
    let now = Timestamp(hall.now);
    let back = hall
        .app
        .come_back_since(Platform::Matrix, Timestamp(i64::MIN), now);
    assert!(back.unwrap().is_empty(), "ann could play all the time");
    assert_eq!(left(&hall, game, Color::White), 5);
    hall.now += Span::minutes(5).0;
    let moment = hall.moment();
    let fell = hall.app.pass_time_on(Platform::Discord, moment).unwrap();
    assert_eq!(shows(&fell).len(), 2);
}

#[test]
fn a_turn_that_begins_in_an_absence_is_given_back_from_its_beginning() {
    let mut hall = Hall::new();
    let game = live(&mut hall);
    act(&mut hall, &ann(), &channel(), moving(Which::Mine, "d4"));
    // Discord goes away, and bob moves after four minutes.
    hall.now += Span::minutes(4).0;
    reached(&hall, Platform::Matrix);
    act(&mut hall, &bob(), &room(), moving(Which::Mine, "d5"));
    assert_eq!(left(&hall, game, Color::Black), 5);
    hall.now += Span::minutes(30).0;
    reached(&hall, Platform::Matrix);
    let moment = hall.moment();
    assert!(
        hall.app
            .pass_time_on(Platform::Matrix, moment)
            .unwrap()
            .is_empty()
    );
    let now = Timestamp(hall.now);
    hall.app
        .come_back_since(Platform::Discord, Timestamp(i64::MIN), now)
        .unwrap();
    assert_eq!(left(&hall, game, Color::White), 9);
    assert_eq!(left(&hall, game, Color::Black), 5, "his time was his own");
}

#[test]
fn a_reminder_goes_to_the_player_where_they_play() {
    let mut hall = Hall::new();
    let game = game(&mut hall, rated(Variant::Leto));
    both_move(&mut hall, game);
    act(&mut hall, &ann(), &channel(), moving(Which::Mine, "d4"));
    hall.now += Span::hours(40).0;
    let moment = hall.moment();
    assert!(
        hall.app
            .pass_time_on(Platform::Discord, moment)
            .unwrap()
            .is_empty()
    );
    let reminded = hall.app.pass_time_on(Platform::Matrix, moment).unwrap();
    let told = tells(&reminded);
    assert_eq!(told.len(), 1, "{told:?}");
    let said = hall.app.told(told[0], moment.now).unwrap().unwrap();
    assert_eq!(said.room, Some(room()));
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
fn the_operators_words_reach_both_places_of_a_game() {
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
