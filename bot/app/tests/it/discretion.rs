//! Public and secret answers, on a platform that cannot answer one person in private.

use std::collections::BTreeSet;

use app::commands::{ALL, Parsed, parse};
use app::effect::Answer;
use app::{Audience, Command, Discretion, Failure, GameId, Request, Setting, Which};
use rules_core::Variant;

use crate::common::directory::Everyone;
use crate::common::{Hall, block, moving, person, request, venue};

/// The readers of the answer to a typed command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Readers {
    Room,
    Author,
    /// Everyone who sees the game.
    OfGame,
}
use Readers::{Author, OfGame, Room};

/// Each command of the table, with another line where its words decide.
const TABLE: &[(&str, Readers)] = &[
    ("help", Room),
    ("challenge @bob leto", Room),
    ("play leto", Room),
    ("move e2e4", OfGame),
    ("premove Kxe5 Rd1", Author),
    ("premove clear k7f3q2", Author),
    ("hint", Author),
    ("board", OfGame),
    ("board words", OfGame),
    ("games", Author),
    ("games whose:server", Room),
    ("next", Author),
    ("watch k7f3q2", Author),
    ("analyze game:k7f3q2", OfGame),
    (
        "analyze position:\"4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1\"",
        Author,
    ),
    ("replay", OfGame),
    ("draw", OfGame),
    ("takeback", OfGame),
    ("resign", OfGame),
    ("rules", Room),
    ("rules leto", Room),
    ("learn", Author),
    ("learn legan all", Author),
    ("puzzle leto", Author),
    ("daily", Author),
    ("lesson leto-p1.0.0 solution", Author),
    ("lesson leto-p1.0.0 vote:up", Author),
    ("lesson leto-throw.0.0", Author),
    ("lesson leto-throw.0.0 move:a2c4", Author),
    ("settings", Author),
    ("settings server", Room),
    ("settings theme dark", Author),
    ("settings server-theme dark", Room),
    ("vacation 3", Author),
    ("vacation end", Author),
    ("profile", Author),
    ("history", Author),
    ("leaderboard leto", Room),
    ("space none", Room),
    ("statistics", Room),
    ("begin leto", Room),
    ("block @bob", Author),
    ("unblock @bob", Author),
    ("blocked", Author),
    ("privacy", Room),
    ("link", Author),
    ("link k7f3-q2hx", Author),
    ("unlink", Author),
    ("about", Room),
    ("accept k7f3q2", Room),
    ("decline k7f3q2", Room),
    ("propose k7f3q2", Room),
    ("refuse draw k7f3q2", OfGame),
    ("withdraw k7f3q2", OfGame),
    ("abort k7f3q2", OfGame),
    ("rematch k7f3q2", OfGame),
    ("unwatch k7f3q2", Author),
    ("confirm k7f3q2 at:3 e2e4", OfGame),
    ("why k7f3q2 at:3 e2e4", OfGame),
];

fn read(typed: &str) -> Command {
    let Ok(Parsed::Call(mut call)) = parse(typed) else {
        panic!("{typed}: {:?}", parse(typed));
    };
    call.resolve(&Everyone).unwrap();
    let command = call.read(Variant::Leto);
    command.unwrap_or_else(|answer| panic!("{typed}: {answer}"))
}

#[test]
fn every_command_of_the_table_has_its_readers() {
    for &(typed, readers) in TABLE {
        let found = match read(typed).discretion() {
            Discretion::Open => Room,
            Discretion::Secret => Author,
            Discretion::AsTheGame => OfGame,
        };
        assert_eq!(found, readers, "{typed}");
    }
    let name = |typed: &'static str| typed.split(' ').next().unwrap();
    let told: BTreeSet<_> = TABLE.iter().map(|(typed, _)| name(typed)).collect();
    // Everything about a tournament is public on its server.
    let all = ALL.iter().map(|spec| spec.name);
    let all: BTreeSet<_> = all.filter(|&name| name != "tournament").collect();
    assert_eq!(told, all);
}

/// Asks in a room, and returns the answer to a refused command, too.
fn ask(hall: &mut Hall, who: &str, room: &str, command: Command) -> Answer {
    let request = Request {
        venue: venue(room, Some("t:server")),
        context: hall.context.clone(),
        ..request(who, command)
    };
    let moment = hall.moment();
    match hall.app.handle(&request, moment) {
        Ok(handled) => handled.answer,
        Err(Failure::Refused(refusal)) => hall.app.refused(&request, &refusal).unwrap(),
        Err(failure) => panic!("{failure:?}"),
    }
}

fn secret(answer: &Answer) -> bool {
    match answer {
        Answer::Secret(_) | Answer::Hint(_) | Answer::Study(_) | Answer::Wrong(_) => true,
        Answer::Aside(_) | Answer::Seen => false,
    }
}

fn about(game: GameId) -> [Command; 6] {
    [
        Command::Board(Which::Id(game)),
        Command::Describe(Which::Id(game)),
        Command::AskResign(Which::Id(game)),
        moving(Which::Id(game), "e9"),
        Command::DeclineDraw(game),
        Command::Board(Which::Mine),
    ]
}

#[test]
fn what_is_said_about_a_game_is_read_where_the_game_is() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Toto40);
    for command in about(game) {
        let here = ask(&mut hall, "ann", "t:room", command.clone());
        assert!(matches!(here, Answer::Aside(_)), "{command:?}: {here:?}");
        let elsewhere = ask(&mut hall, "ann", "t:elsewhere", command.clone());
        assert!(secret(&elsewhere), "{command:?}: {elsewhere:?}");
    }
}

/// Else the way of answering would tell that the game exists.
#[test]
fn a_hidden_game_is_refused_as_openly_as_one_that_does_not_exist() {
    let mut hall = Hall::new();
    let hidden = hall.game(Variant::Toto40);
    let none: GameId = "zzzzzz".parse().unwrap();
    for game in [hidden, none] {
        for command in about(game) {
            let answer = ask(&mut hall, "cat", "t:elsewhere", command.clone());
            assert!(
                matches!(answer, Answer::Aside(_)),
                "{command:?}: {answer:?}"
            );
        }
    }
}

#[test]
fn a_move_that_names_a_game_played_elsewhere_is_answered_in_secret() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Toto40);
    let named = moving(Which::Mine, &format!("{game} e9"));
    assert!(secret(&ask(&mut hall, "ann", "t:elsewhere", named.clone())));
    assert!(!secret(&ask(&mut hall, "ann", "t:room", named)));
}

#[test]
fn a_refusal_that_tells_whom_someone_blocks_is_secret() {
    let mut hall = Hall::new();
    let block = block("eve");
    assert!(secret(&ask(&mut hall, "ann", "t:room", block)));
    let Command::Challenge { terms, .. } = read("challenge leto") else {
        panic!("a challenge");
    };
    let invite = |to: &str| Command::Challenge {
        opponent: Some(person(to)),
        terms: terms.clone(),
    };
    let refused = ask(&mut hall, "ann", "t:room", invite("eve"));
    let words = |answer: &Answer| match answer {
        Answer::Aside(card) | Answer::Secret(card) => card.text.to_string(),
        other => panic!("{other:?}"),
    };
    assert!(words(&refused).starts_with("You've blocked"), "{refused:?}");
    assert!(secret(&refused));
    // The person who is blocked reads the same as about someone who has left.
    let not_told = ask(&mut hall, "eve", "t:room", invite("ann"));
    assert!(matches!(not_told, Answer::Aside(_)), "{not_told:?}");
}

#[test]
fn a_previewed_move_is_secret_unless_it_was_typed_in_public() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Toto40);
    let confirm = Command::Change(Setting::Confirm, "yes".to_owned());
    assert!(secret(&ask(&mut hall, "ann", "t:room", confirm)));
    let mv = moving(Which::Id(game), "d5e5");
    assert!(secret(&ask(&mut hall, "ann", "t:room", mv.clone())));
    hall.context.audience = Audience::Room;
    assert!(!secret(&ask(&mut hall, "ann", "t:room", mv)));
}
