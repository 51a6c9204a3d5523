//! Visibility of games, by person and place.

use app::effect::Answer;
use app::{
    Action, Command, Failure, GameId, PeopleCommand, Postable, Refusal, RoomId, Terms, Viewed,
    Which,
};
use rules_core::{Color, Variant};

use crate::common::cup::{Cup, SWISS};
use crate::common::{
    Hall, assert_says, assert_silent_about, game_of, moving, person, play, rated, venue,
};

/// A place from which someone asks: the room, the channel if that is a thread, and the server.
type Place = (&'static str, Option<&'static str>, Option<&'static str>);

const SERVER: Option<&str> = Some("t:server");

/// The room of [`Hall::act`], and so of the games.
const ROOM: Place = ("t:room", None, SERVER);
const SECRET: Place = ("t:secret", None, SERVER);
const THREAD: Place = ("t:thread", Some("t:room"), SERVER);
const OTHER_THREAD: Place = ("t:other thread", Some("t:other"), SERVER);
const OTHER_SERVER: Place = ("t:abroad", None, Some("t:other server"));
const DIRECT: Place = ("t:direct", None, None);

fn ask(hall: &mut Hall, who: &str, at: Place, command: Command) -> Result<Answer, Failure> {
    let (room, parent, server) = at;
    hall.context.parent = parent.map(RoomId::new);
    let handled = hall.handle(person(who), venue(room, server), command)?;
    Ok(handled.answer)
}

fn words(answer: Answer) -> String {
    answer.into_card().unwrap().text.to_string()
}

/// Every way to see a game by its code.
fn looks(game: GameId) -> [Command; 4] {
    let board = Action::Board(game).command(None).unwrap();
    [
        Command::Board(Which::Id(game)),
        Command::Describe(Which::Id(game)),
        Command::Watch(game),
        board,
    ]
}

fn sees(hall: &mut Hall, who: &str, at: Place, game: GameId) -> bool {
    let seen = looks(game).map(|look| match ask(hall, who, at, look) {
        Ok(_) | Err(Failure::Refused(Refusal::OwnGame(_))) => true,
        Err(Failure::Refused(Refusal::NoSuchGame(_))) => false,
        Err(failure) => panic!("{failure:?}"),
    });
    // A watcher would go on seeing it.
    drop(ask(hall, who, at, Command::Unwatch(game)));
    assert!(seen.iter().all(|one| *one == seen[0]), "{seen:?}");
    seen[0]
}

fn lists(hall: &mut Hall, who: &str, at: Place, game: GameId) -> bool {
    words(ask(hall, who, at, Command::GamesHere).unwrap()).contains(&game.to_string())
}

#[test]
fn a_game_is_shown_to_others_only_where_it_is_played() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Leto);
    for at in [ROOM, THREAD] {
        assert!(sees(&mut hall, "cat", at, game), "{at:?}");
        assert!(lists(&mut hall, "cat", at, game), "{at:?}");
    }
    for at in [SECRET, OTHER_THREAD, OTHER_SERVER] {
        assert!(!sees(&mut hall, "cat", at, game), "{at:?}");
        assert!(!lists(&mut hall, "cat", at, game), "{at:?}");
    }
    assert!(!sees(&mut hall, "cat", DIRECT, game));
    for at in [ROOM, THREAD, SECRET, OTHER_THREAD, OTHER_SERVER, DIRECT] {
        assert!(sees(&mut hall, "ann", at, game), "{at:?}");
    }
}

#[test]
fn a_game_in_its_thread_is_shown_in_the_thread_and_its_channel() {
    let mut hall = Hall::new();
    let game = hall.game_on(Terms {
        thread: Some(true),
        ..Terms::of(Variant::Leto)
    });
    hall.thread_opened(game, "t:thread");
    for at in [ROOM, THREAD] {
        assert!(sees(&mut hall, "cat", at, game), "{at:?}");
    }
    assert!(!sees(&mut hall, "cat", SECRET, game));
}

#[test]
fn a_hidden_game_is_refused_like_one_that_does_not_exist() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Toto40);
    let none = GameId::draw(77, 0);
    let commands = |id: GameId| {
        let which = Which::Id(id);
        let viewed = Viewed {
            ply: 0,
            bottom: Color::White,
        };
        [
            moving(which, "Re5"),
            Command::Draw(which),
            Command::TakeBack(which, None),
            Command::AnswerOffer(which, true),
            Command::Hint(which),
            Command::AskResign(which),
            Command::Prepare(which, String::new()),
            Command::Resign(id),
            Command::Abort(id),
            Command::Rematch(id),
            Command::Analyze(id),
            Command::People(PeopleCommand::OlderHistory(id, Color::White)),
            Command::Replay(which, None),
            Command::AnalyzeReplay(id, viewed),
            Command::Post(Postable::Game(id, viewed)),
            Command::Watch(id),
            Command::AcceptDraw(id),
            Command::DeclineDraw(id),
            Command::Withdraw(id),
        ]
    };
    for (hidden, missing) in commands(game).into_iter().zip(commands(none)) {
        let hidden = ask(&mut hall, "cat", SECRET, hidden).unwrap_err();
        let missing = ask(&mut hall, "cat", SECRET, missing).unwrap_err();
        assert_eq!(hidden, Refusal::NoSuchGame(game).into());
        assert_eq!(missing, Refusal::NoSuchGame(none).into());
    }
}

#[test]
fn rated_games_are_public_once_they_are_over_and_casual_ones_never() {
    let mut hall = Hall::new();
    let rated = hall.game_on(rated(Variant::Toto40));
    let casual = hall.game(Variant::Toto40);
    for game in [rated, casual] {
        hall.play_on(game, &["d5e5", "Kf6"]);
    }
    assert!(!sees(&mut hall, "cat", SECRET, rated));
    for game in [rated, casual] {
        hall.act("ann", Command::Resign(game));
    }
    assert!(sees(&mut hall, "cat", OTHER_SERVER, rated));
    assert!(!sees(&mut hall, "cat", SECRET, casual));
    for of in [PeopleCommand::History, PeopleCommand::Profile] {
        let listed = Command::People(of(Some(person("ann"))));
        let elsewhere = words(ask(&mut hall, "cat", SECRET, listed.clone()).unwrap());
        assert_says(&elsewhere, rated.to_string());
        assert_silent_about(&elsewhere, casual.to_string());
        let here = words(ask(&mut hall, "cat", ROOM, listed).unwrap());
        assert_says(&here, casual.to_string());
    }
    let older = Command::People(PeopleCommand::OlderHistory(casual, Color::White));
    let refused = ask(&mut hall, "cat", SECRET, older).unwrap_err();
    assert_eq!(refused, Refusal::NoSuchGame(casual).into());
}

#[test]
fn a_watcher_sees_the_game_everywhere_until_they_stop() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Leto);
    ask(&mut hall, "cat", ROOM, Command::Watch(game)).unwrap();
    let look = || Command::Board(Which::Id(game));
    ask(&mut hall, "cat", DIRECT, look()).unwrap();
    ask(&mut hall, "cat", DIRECT, Command::Unwatch(game)).unwrap();
    let refused = ask(&mut hall, "cat", DIRECT, look()).unwrap_err();
    assert_eq!(refused, Refusal::NoSuchGame(game).into());
}

#[test]
fn a_game_in_direct_messages_is_shown_to_its_players_only() {
    let mut hall = Hall::new();
    let direct = venue("t:direct", None);
    let begun = hall.handle(person("ann"), direct, play(Terms::of(Variant::Leto)));
    let game = game_of(&begun.unwrap().outgoing);
    for at in [ROOM, OTHER_SERVER] {
        assert!(!sees(&mut hall, "cat", at, game));
        assert!(sees(&mut hall, "ann", at, game));
    }
}

#[test]
fn a_tournaments_games_are_shown_on_its_whole_server_and_not_elsewhere() {
    let mut cup = Cup::started(SWISS, 4);
    let game = cup.games()[0];
    for at in [SECRET, OTHER_THREAD] {
        assert!(sees(&mut cup.hall, "cat", at, game), "{at:?}");
        assert!(lists(&mut cup.hall, "cat", at, game), "{at:?}");
    }
    for at in [OTHER_SERVER, DIRECT] {
        assert!(!sees(&mut cup.hall, "cat", at, game), "{at:?}");
    }
}
