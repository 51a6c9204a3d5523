//! How often a command asks the store, which may be a database server on another machine.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use app::commands::{Completion, Games};
use app::effect::Subject;
use app::store::memory::MemoryStore;
use app::store::{Batch, Key, Store as _, StoreError};
use app::{
    Action, Command, Context, Day, GameId, LessonId, LessonPosition, Limits, PeopleCommand,
    Setting, Span, Terms, Which,
};
use rules_core::{Color, Family, Variant};

use crate::common::cup::{Cup, SWISS, announce, plan};
use crate::common::hooked::{Hook, Hooked};
use crate::common::{
    Hall, as_white, challenge_of, game_of, invite, moving, play, rated, text_of, tournament_of,
};
use crate::linking::code_in;
use crate::puzzles;

#[derive(Default)]
struct Trips {
    /// Calls that read records, of which each is a trip however many it reads.
    gets: usize,
    /// Pages of indexes.
    lists: usize,
    commits: usize,
    records: usize,
}

/// Counts the calls of a store.
#[derive(Default)]
struct Counting(Mutex<Trips>);

impl Hook for Counting {
    fn get_many(&self, keys: &[Key]) {
        let mut trips = self.0.lock().unwrap();
        trips.gets += 1;
        trips.records += keys.len();
    }

    fn list(&self) {
        self.0.lock().unwrap().lists += 1;
    }

    fn commit(&self, store: &Arc<MemoryStore>, batch: Batch) -> Result<(), StoreError> {
        self.0.lock().unwrap().commits += 1;
        store.commit(batch)
    }
}

struct Table {
    store: Arc<Hooked<Counting>>,
    lines: String,
}

impl Table {
    /// An empty table, and a hall whose store counts.
    fn new() -> (Hall, Self) {
        let store = Arc::new(Hooked::<Counting>::default());
        let mut hall = Hall::over(Arc::clone(&store), Limits::default());
        hall.context.threadless = true;
        let lines = String::new();
        (hall, Self { store, lines })
    }

    fn count<T>(&mut self, what: &str, act: impl FnOnce() -> T) -> T {
        let counted = &self.store.hook.0;
        *counted.lock().unwrap() = Trips::default();
        let done = act();
        let Trips {
            gets,
            lists,
            commits,
            records,
        } = *counted.lock().unwrap();
        let all = gets + lists + commits;
        writeln!(
            self.lines,
            "{what:<31} {all:>3} = {gets:>3} gets + {lists} lists + {commits} commits; {records:>3} records"
        )
        .unwrap();
        done
    }

    #[track_caller]
    fn assert(self, expected: &str) {
        let counted = self.lines;
        assert_eq!(counted, expected.trim_start_matches('\n'), "\n{counted}");
    }
}

/// A legal move of the player to move.
fn a_move(hall: &Hall, game: GameId) -> String {
    let game = hall.record(game).replay().unwrap();
    let mv = *game.legal_moves().last().unwrap();
    mv.uci(game.variant().shape()).to_string()
}

/// Begins a rated game of ann (White) in another room.
fn another_game(hall: &mut Hall, number: usize) {
    let (room, other) = (format!("room{number}"), format!("p{number}"));
    let challenge = invite(&other, rated(Variant::Legan));
    // One person makes no more than 20 in an hour, of which 5 are open.
    let made = hall.ask("ann", &room, challenge).unwrap();
    let accept = Command::Accept(challenge_of(&made.outgoing));
    hall.ask(&other, &room, accept).unwrap();
}

#[test]
fn a_game_between_two_people_needs_few_trips() {
    let (mut hall, mut table) = Table::new();
    let challenge = invite("bob", rated(Variant::Legan));
    let made = table.count("challenge", || hall.act("ann", challenge));
    let accept = Command::Accept(challenge_of(&made.outgoing));
    let begun = table.count("acceptance", || hall.act("bob", accept));
    let game = game_of(&begun.outgoing);
    table.count("new board shown", || hall.shown(Subject::Game(game)));
    let mv = a_move(&hall, game);
    table.count("move, game named", || {
        hall.act("ann", moving(Which::Id(game), &mv))
    });
    let mv = a_move(&hall, game);
    table.count("move, of 1 game", || hall.play("bob", &mv));
    table.count("board shown", || hall.shown(Subject::Game(game)));
    table.count("board seen alone", || {
        hall.act("ann", Command::Board(Which::Id(game)))
    });
    let complete = |hall: &Hall, which| {
        let all = hall.suggest("ann", Completion::Move(which), "");
        assert!(!all.is_empty());
    };
    let which = Which::Id(game);
    table.count("completion, game named", || complete(&hall, which));
    let ply = hall.record(game).ply();
    let panel = Action::Panel(game, ply).command(None).unwrap();
    table.count("move picker", || hall.act("ann", panel));
    (1..10).for_each(|number| another_game(&mut hall, number));
    table.count("completion, of 10 games", || complete(&hall, Which::Mine));
    table.count("games suggested, of 10", || {
        hall.suggest("ann", Completion::Game(Games::Own), "")
    });
    table.count("games listed, of 10", || hall.act("ann", Command::Games));
    let mv = a_move(&hall, game);
    table.count("move, of 10 games", || hall.play("ann", &mv));
    for _ in 0..6 {
        let mv = a_move(&hall, game);
        hall.play_on(game, &[&mv]);
    }
    table.count("rated game ends", || hall.act("bob", Command::Resign(game)));
    table.count("finished board shown", || hall.shown(Subject::Game(game)));
    let profile = Command::People(PeopleCommand::Profile(None));
    table.count("profile", || hall.act("ann", profile));
    table.assert(
        "
challenge                         6 =   1 gets + 4 lists + 1 commits;   3 records
acceptance                        5 =   2 gets + 2 lists + 1 commits;   4 records
new board shown                   2 =   2 gets + 0 lists + 0 commits;   8 records
move, game named                  5 =   2 gets + 2 lists + 1 commits;   4 records
move, of 1 game                   5 =   2 gets + 2 lists + 1 commits;   4 records
board shown                       2 =   2 gets + 0 lists + 0 commits;   6 records
board seen alone                  2 =   2 gets + 0 lists + 0 commits;   6 records
completion, game named            1 =   1 gets + 0 lists + 0 commits;   3 records
move picker                       1 =   1 gets + 0 lists + 0 commits;   3 records
completion, of 10 games           2 =   1 gets + 1 lists + 0 commits;  12 records
games suggested, of 10            2 =   1 gets + 1 lists + 0 commits;  10 records
games listed, of 10               4 =   1 gets + 3 lists + 0 commits;  12 records
move, of 10 games                 5 =   2 gets + 2 lists + 1 commits;  13 records
rated game ends                   7 =   3 gets + 3 lists + 1 commits;  21 records
finished board shown              2 =   2 gets + 0 lists + 0 commits;   7 records
profile                           3 =   2 gets + 1 lists + 0 commits;   5 records
",
    );
}

#[test]
fn a_linked_account_costs_no_trip_once_it_is_known() {
    let (mut hall, mut table) = Table::new();
    let link = hall.act("bob", Command::People(PeopleCommand::Link));
    let code = code_in(&text_of(&link));
    let second = "matrix:@bob";
    let link = PeopleCommand::ConfirmLink(code.unwrap());
    hall.act(second, Command::People(link));
    let game = hall.game_on(rated(Variant::Legan));
    for (what, which) in [
        ("first move, game named", Which::Id(game)),
        ("move, game named", Which::Id(game)),
        ("move, of 1 game", Which::Mine),
    ] {
        let mv = a_move(&hall, game);
        hall.act("ann", moving(Which::Id(game), &mv));
        let mv = a_move(&hall, game);
        table.count(what, || hall.act(second, moving(which, &mv)));
    }
    // As for anyone else, except for the first one and the record of the link.
    table.assert(
        "
first move, game named            6 =   3 gets + 2 lists + 1 commits;   5 records
move, game named                  5 =   2 gets + 2 lists + 1 commits;   5 records
move, of 1 game                   5 =   2 gets + 2 lists + 1 commits;   5 records
",
    );
}

#[test]
fn a_game_against_the_engine_needs_few_trips() {
    let (mut hall, mut table) = Table::new();
    let play = play(as_white(Terms::of(Variant::Legan)));
    let begun = table.count("game against the engine", || hall.act("ann", play));
    let game = game_of(&begun.outgoing);
    let mv = a_move(&hall, game);
    let played = table.count("move against the engine", || {
        hall.act("ann", moving(Which::Id(game), &mv))
    });
    let mv = a_move(&hall, game);
    table.count("move of the engine", || {
        hall.engine_plays(&played.outgoing, mv.as_str())
    });
    table.count("board shown", || hall.shown(Subject::Game(game)));
    table.assert(
        "
game against the engine           4 =   1 gets + 2 lists + 1 commits;   3 records
move against the engine           3 =   1 gets + 1 lists + 1 commits;   3 records
move of the engine                3 =   1 gets + 1 lists + 1 commits;   1 records
board shown                       2 =   2 gets + 0 lists + 0 commits;   5 records
",
    );
}

#[test]
fn a_lesson_needs_one_trip_for_each_move_and_is_stored_when_it_is_finished() {
    let (mut hall, mut table) = Table::new();
    let lesson = LessonId::all_of(Family::Leto).next().unwrap();
    let last = lesson.lesson().steps.len() - 1;
    table.count("games to learn", || hall.act("ann", Command::Learn(None)));
    table.count("next lesson", || {
        hall.act("ann", Command::Learn(Some(Family::Leto)))
    });
    let first = LessonPosition::first(lesson);
    table.count("wrong move", || {
        hall.act("ann", Command::TryInLesson(first, "Kg1a8".to_owned()))
    });
    let at: LessonPosition = format!("{lesson}.{last}.0").parse().unwrap();
    let step = &lesson.lesson().steps[last];
    let shape = step.variant().shape();
    let solution = step.solution(&[]).unwrap().uci(shape).to_string();
    let solve = || Command::TryInLesson(at, solution.clone());
    table.count("lesson finished", || hall.act("ann", solve()));
    table.count("lesson finished again", || hall.act("ann", solve()));
    table.count("next puzzle", || {
        hall.act("ann", Command::Puzzle(Some(Family::Leto), None))
    });
    let answer = puzzles::wrong("leto-p1".parse().unwrap());
    table.count("puzzle answered", || hall.act("ann", answer));
    hall.set("mod", Setting::Daily, "t:puzzles");
    hall.tick();
    let daily = || Command::Daily(None);
    table.count("daily puzzle", || hall.act("ann", daily()));
    let answer = Command::Solution(LessonPosition::first(LessonId::of_day(Day(0))));
    table.count("daily puzzle answered", || hall.act("ann", answer));
    table.count("its standings", || hall.act("ann", daily()));
    table.assert(
        "
games to learn                    1 =   1 gets + 0 lists + 0 commits;   2 records
next lesson                       1 =   1 gets + 0 lists + 0 commits;   2 records
wrong move                        1 =   1 gets + 0 lists + 0 commits;   2 records
lesson finished                   2 =   1 gets + 0 lists + 1 commits;   3 records
lesson finished again             1 =   1 gets + 0 lists + 0 commits;   3 records
next puzzle                       1 =   1 gets + 0 lists + 0 commits;   2 records
puzzle answered                   2 =   1 gets + 0 lists + 1 commits;   2 records
daily puzzle                      3 =   2 gets + 0 lists + 1 commits;   3 records
daily puzzle answered             3 =   2 gets + 0 lists + 1 commits;   3 records
its standings                     3 =   2 gets + 1 lists + 0 commits;   3 records
",
    );
}

#[test]
fn a_tournament_of_256_needs_few_trips() {
    let (mut hall, mut table) = Table::new();
    hall.context.manages = true;
    let created = table.count("tournament announced", || {
        hall.act("org", announce(plan(SWISS)))
    });
    hall.context = Context::default();
    let id = tournament_of(&created.outgoing);
    let mut cup = Cup { hall, id };
    for number in 1..256 {
        cup.join(&format!("p{number}"));
    }
    table.count("entry of the 256th", || cup.join("p256"));
    let start = cup.start();
    table.count("first round", || cup.organize(start));
    table.count("tournament shown", || cup.message());
    let games = cup.games();
    table.count("its board shown", || {
        cup.hall.shown(Subject::Game(games[0]))
    });
    let loser = |game| cup.game(game).seats[Color::Black].person().cloned();
    let losers: Vec<_> = games.iter().filter_map(|&game| loser(game)).collect();
    let mut lose = |board: usize| {
        let resign = Command::Resign(games[board]);
        cup.hall.act(&losers[board].name, resign);
    };
    table.count("first game of the round ends", || lose(0));
    table.count("126 more games end", || (1..127).for_each(&mut lose));
    table.count("last game of the round ends", || lose(127));
    table.count("second round", || cup.pass(Span::minutes(2)));
    table.count("finished board shown", || {
        cup.hall.shown(Subject::Game(games[0]))
    });
    table.assert(
        "
tournament announced              3 =   1 gets + 1 lists + 1 commits;   2 records
entry of the 256th                3 =   2 gets + 0 lists + 1 commits;   4 records
first round                       4 =   3 gets + 0 lists + 1 commits; 643 records
tournament shown                  3 =   3 gets + 0 lists + 0 commits;  18 records
its board shown                   2 =   2 gets + 0 lists + 0 commits;   9 records
first game of the round ends      6 =   3 gets + 1 lists + 2 commits;  11 records
126 more games end              771 = 393 gets + 126 lists + 252 commits; 1506 records
last game of the round ends       6 =   3 gets + 1 lists + 2 commits;  11 records
second round                      5 =   3 gets + 1 lists + 1 commits; 387 records
finished board shown              2 =   2 gets + 0 lists + 0 commits;  11 records
",
    );
}
