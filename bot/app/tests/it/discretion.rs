//! Public and secret answers, on a platform that cannot answer one person in private.

use std::collections::BTreeSet;

use app::Discretion::{self, AsTheGame, Open, Secret};
use app::commands::{ALL, Parsed, parse};
use app::effect::Answer;
use app::{Audience, Command, Failure, GameId, Request, Setting, Terms, Which};
use rules_core::Variant;

use crate::common::directory::Everyone;
use crate::common::{Hall, block, change, invite, moving, request, venue};

/// Each command of the table, with another line where its words decide, by who may read its answer.
const TABLE: [(Discretion, &str); 3] = [
    (
        Open,
        "help | challenge @bob leto | play leto | games whose:server | rules | rules leto | settings server | \
         settings server-theme dark | leaderboard leto | space none | statistics | begin leto | privacy | about | \
         accept k7f3q2 | decline k7f3q2 | propose k7f3q2",
    ),
    (
        AsTheGame,
        "move e2e4 | board | board words | analyze game:k7f3q2 | replay | draw | takeback | resign | refuse draw k7f3q2 | \
         withdraw k7f3q2 | abort k7f3q2 | rematch k7f3q2 | confirm k7f3q2 at:3 e2e4 | why k7f3q2 at:3 e2e4",
    ),
    (
        Secret,
        "premove Kxe5 Rd1 | premove clear k7f3q2 | hint | games | next | watch k7f3q2 | \
         analyze leto 4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1 | learn | learn legan all | puzzle leto | daily | \
         lesson leto-p1.0.0 solution | lesson leto-p1.0.0 vote:up | lesson leto-throw.0.0 | \
         lesson leto-throw.0.0 move:a2c4 | settings | settings theme dark | vacation 3 | vacation end | profile | \
         history | block @bob | unblock @bob | blocked | link | link k7f3-q2hx | unlink | unwatch k7f3q2",
    ),
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
    let mut told = BTreeSet::new();
    for (discretion, lines) in TABLE {
        for typed in lines.split(" | ") {
            assert_eq!(read(typed).discretion(), discretion, "{typed}");
            told.extend(typed.split(' ').next());
        }
    }
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
    let named = moving(Which::Mine, &format!("{game} e9"));
    for command in about(game).into_iter().chain([named]) {
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
            let is_open = matches!(answer, Answer::Aside(_));
            assert!(is_open, "{command:?}: {answer:?}");
        }
    }
}

#[test]
fn a_refusal_that_tells_whom_someone_blocks_is_secret() {
    let mut hall = Hall::new();
    assert!(secret(&ask(&mut hall, "ann", "t:room", block("eve"))));
    let invite = |to: &str| invite(to, Terms::of(Variant::Leto));
    let refused = ask(&mut hall, "ann", "t:room", invite("eve"));
    assert!(secret(&refused));
    let words = refused.into_card().unwrap().text.to_string();
    assert!(words.starts_with("You've blocked"), "{words}");
    // The person who is blocked reads the same as about someone who has left.
    let not_told = ask(&mut hall, "eve", "t:room", invite("ann"));
    assert!(matches!(not_told, Answer::Aside(_)), "{not_told:?}");
}

#[test]
fn a_previewed_move_is_secret_unless_it_was_typed_in_public() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Toto40);
    let confirm = change(Setting::Confirm, "yes");
    assert!(secret(&ask(&mut hall, "ann", "t:room", confirm)));
    let mv = moving(Which::Id(game), "d5e5");
    assert!(secret(&ask(&mut hall, "ann", "t:room", mv.clone())));
    hall.context.audience = Audience::Room;
    assert!(!secret(&ask(&mut hall, "ann", "t:room", mv)));
}
