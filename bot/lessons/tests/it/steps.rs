//! Each step is solved as it is written, and not by just any move.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use lessons::{Attempt, Step, course};
use rules_core::{Family, Game, Move, Position};

/// Steps and their turns, from zero, at which the only legal move is right. All are forced captures of Leap Chess.
const FORCED: &[(&str, usize)] = &[
    ("lesson-leap-capture-1", 0),
    ("lesson-leap-capture-3", 1),
    ("lesson-leap-capture-5", 0),
    ("lesson-leap-castling-4", 0),
    ("lesson-leap-win-1", 0),
    ("lesson-leap-chains-1", 0),
];

/// Most moves that a step asks for.
const MOST_MOVES: usize = 3;

pub(crate) fn steps() -> impl Iterator<Item = &'static Step> {
    let lessons = Family::ALL.into_iter().flat_map(course);
    lessons.flat_map(|lesson| &lesson.steps)
}

/// A step as it is written.
struct Written {
    fen: String,
    has_history: bool,
    /// The person's moves, with alternatives, and the replies in turn.
    line: Vec<Vec<String>>,
}

/// The steps of all games as they are written, in order.
fn written() -> Vec<(&'static Step, Written)> {
    let data = |family: &Family| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
        let text = fs::read_to_string(folder.join(format!("{}.toml", family.id()))).unwrap();
        let course: toml::Table = text.parse().unwrap();
        let lessons = course["lesson"].as_array().unwrap().clone();
        lessons.into_iter()
    };
    let lessons = Family::ALL.iter().flat_map(data);
    let steps_of = |lesson: toml::Value| lesson["step"].as_array().unwrap().clone();
    let read = |step: toml::Value| {
        let words = step["line"].as_str().unwrap().split_whitespace();
        let moves = |word: &str| word.split('/').map(str::to_owned).collect();
        Written {
            fen: step["fen"].as_str().unwrap().to_owned(),
            has_history: step.get("history").is_some(),
            line: words.map(moves).collect(),
        }
    };
    steps().zip(lessons.flat_map(steps_of).map(read)).collect()
}

/// What can be played in a step.
#[derive(Default)]
struct Played {
    /// Accepted moves and replies in UCI, by half-move.
    moves: Vec<BTreeSet<String>>,
    solved: usize,
}

/// Plays every accepted move after the moves so far, and asserts what must hold at each turn.
fn play(step: &Step, so_far: &[Move], played: &mut Played) {
    let id = step.text();
    let turn = so_far.len() / 2;
    assert!(turn < MOST_MOVES, "{id} is too long");
    let game = step.game(so_far).unwrap_or_else(|| panic!("{id}"));
    assert_eq!(game.outcome(), None, "{id}");
    let uci = |mv: Move| mv.uci(step.variant().shape()).to_string();
    let mut note = |ply: usize, mv: Move| {
        let moves = &mut played.moves;
        moves.resize(moves.len().max(ply + 1), BTreeSet::new());
        moves[ply].insert(uci(mv));
    };
    let legal = game.legal_moves();
    let mut further = Vec::new();
    let mut wrong = 0;
    for &mv in &legal {
        match step.attempt(so_far, mv) {
            Attempt::Wrong => {
                wrong += 1;
                continue;
            }
            Attempt::Solved => {
                played.solved += 1;
                let all = [so_far, &[mv]].concat();
                assert!(step.game(&all).is_some(), "{id}");
                assert_eq!(step.solution(&all), None, "{id}");
            }
            Attempt::Continues { reply } => {
                note(so_far.len() + 1, reply);
                further.push([so_far, &[mv, reply]].concat());
            }
        }
        let loses = game.blunders(&[mv]) != [None];
        assert!(!loses, "{id}: {} loses at once", game.san(mv));
        note(so_far.len(), mv);
    }
    let solution = step.solution(so_far);
    let solution = solution.unwrap_or_else(|| panic!("{id} has no solution"));
    assert_ne!(step.attempt(so_far, solution), Attempt::Wrong, "{id}");
    let is_forced = FORCED.contains(&(id, turn));
    let is_only_move = legal.len() == 1;
    assert_eq!(is_forced, is_only_move, "{id}");
    assert_eq!(is_forced, wrong == 0, "{id}: {wrong} moves are wrong");
    for so_far in further {
        play(step, &so_far, played);
    }
}

#[test]
fn every_way_through_a_step_solves_it_without_losing_at_once_and_tempting_moves_do_not() {
    for step in steps() {
        let mut played = Played::default();
        play(step, &[], &mut played);
        assert!(played.solved > 0, "{}", step.text());
    }
}

#[test]
fn every_move_and_reply_that_is_written_can_be_played() {
    for (step, written) in written() {
        let id = step.text();
        let is_reply = written.line.len().is_multiple_of(2);
        assert!(!is_reply, "{id} ends with a reply");
        let mut played = Played::default();
        play(step, &[], &mut played);
        assert_eq!(played.moves.len(), written.line.len(), "{id}");
        for (possible, moves) in played.moves.iter().zip(written.line) {
            let missing: Vec<_> = moves.iter().filter(|mv| !possible.contains(*mv)).collect();
            assert!(missing.is_empty(), "{id}: {missing:?} of {possible:?}");
        }
    }
}

#[test]
fn every_position_is_strictly_legal_and_goes_on() {
    for (step, written) in written() {
        let id = step.text();
        let position = Position::from_fen(step.variant(), &written.fen);
        let position = position.unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(position.fen(), written.fen, "{id}");
        let shown = step.shown().position().fen();
        assert_eq!(written.has_history, shown != written.fen, "{id}");
        assert_eq!(step.game(&[]).unwrap().outcome(), None, "{id}");
    }
}

#[test]
fn a_move_out_of_turn_or_of_another_step_is_wrong() {
    for step in steps() {
        let first = step.solution(&[]).unwrap();
        assert_eq!(step.attempt(&[first], first), Attempt::Wrong);
        assert!(step.game(&[first, first]).is_none());
        let elsewhere = Game::new(step.variant()).legal_moves()[0];
        let attempted = step.attempt(&[elsewhere], first);
        assert!(step.game(&[elsewhere]).is_some() || attempted == Attempt::Wrong);
    }
}

#[test]
fn an_arrow_shows_the_idea_of_each_lesson_once() {
    for family in Family::ALL {
        for lesson in course(family) {
            for (n, step) in lesson.steps.iter().enumerate() {
                let expected = step.solution(&[]).filter(|_| n == 0);
                assert_eq!(step.arrow, expected, "{}", step.text());
                assert_eq!(step.variant().family(), family);
            }
        }
    }
}

#[test]
fn the_ids_of_a_course_differ() {
    for family in Family::ALL {
        let ids: BTreeSet<_> = course(family).iter().map(|lesson| &lesson.id).collect();
        assert_eq!(ids.len(), course(family).len());
    }
}
