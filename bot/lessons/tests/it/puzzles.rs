//! Each puzzle can be solved as it is written, and asks for a choice.

use std::collections::HashSet;

use lessons::{Attempt, Lesson, Theme, course, puzzles, themes};
use rules_core::{Color, Family, Game, Move, Position, Role};

fn all() -> impl Iterator<Item = (Family, &'static Lesson)> {
    let of = |family| puzzles(family).iter().map(move |puzzle| (family, puzzle));
    Family::ALL.into_iter().flat_map(of)
}

#[test]
fn every_puzzle_is_solved_by_its_line_and_asks_for_a_choice() {
    for (family, puzzle) in all() {
        let name = format!("{} {}", family.id(), puzzle.id);
        let step = &puzzle.steps[0];
        let line = step.solved();
        let start = step.game(&[]).unwrap();
        assert_eq!(start.ply(), 1, "{name}: the mistake");
        assert!(start.legal_moves().len() > 1, "{name}: the first move");
        let mut played: Vec<Move> = Vec::new();
        for turn in line.moves()[1..].chunks(2) {
            let right = step.attempt(&played, turn[0]);
            let expected = match turn.get(1) {
                Some(&reply) => Attempt::Continues { reply },
                None => Attempt::Solved,
            };
            assert_eq!(right, expected, "{name}");
            let before = step.game(&played).unwrap();
            for &other in before.legal_moves().iter().filter(|mv| **mv != turn[0]) {
                let mut after = before.clone();
                after.play(other).unwrap();
                let wins = after.outcome().and_then(|outcome| outcome.winner);
                let is_solved = step.attempt(&played, other) == Attempt::Solved;
                assert_eq!(is_solved, wins == Some(before.turn()), "{name}");
            }
            played.extend(turn);
        }
        assert_eq!(played.len() % 2, 1, "{name}: the line ends with the solver");
    }
}

#[test]
fn puzzles_differ_and_are_numbered_from_one() {
    let mut seen = HashSet::new();
    for family in Family::ALL {
        for (n, puzzle) in (1..).zip(puzzles(family)) {
            assert_eq!(puzzle.id, format!("p{n}"));
            assert!((600..=2400).contains(&puzzle.rating.unwrap()));
            let step = &puzzle.steps[0];
            let fen = step.shown().position().fen();
            assert!(seen.insert((step.variant(), fen.clone())), "{fen}");
        }
    }
}

/// A side's lead in material, in half pawns.
fn lead(position: &Position, of: Color) -> i32 {
    let worth = |role| match role {
        Role::King => 0,
        Role::Pawn => 2,
        Role::Alfil | Role::Dabbabah => 3,
        Role::Leto | Role::Kwagga => 4,
        Role::Knight | Role::Bishop | Role::Sail => 6,
        Role::Rook | Role::Hawk => 10,
        Role::Queen => 18,
    };
    let side = |color| {
        let count = |role| i32::try_from(position.by(color, role).iter().count()).unwrap();
        let worths = Role::ALL.map(|role| worth(role) * count(role));
        worths.iter().sum::<i32>()
    };
    side(of) - side(!of)
}

#[test]
fn the_point_of_a_puzzle_wins_the_game_or_more_than_a_pawn() {
    let mut told = 0;
    for (family, puzzle) in all() {
        let point = puzzle.point();
        told += point.len();
        let mut game = puzzle.steps[0].solved();
        let solver = !game.turn();
        for &mv in &point {
            game.play(mv).unwrap();
        }
        let before = game.positions()[..2].iter();
        let before = before.map(|position| lead(position, solver));
        let gain = lead(game.position(), solver) - before.max().unwrap();
        let won = game.outcome().and_then(|outcome| outcome.winner) == Some(solver);
        let name = format!("{} {}: {gain}", family.id(), puzzle.id);
        assert!(point.is_empty() || won || gain > 2, "{name}");
        assert!(point.len() % 2 == 0 && point.len() <= 6, "{name}");
    }
    let words = |point: &str| point.split_whitespace().count();
    let written = include_str!("../../data/puzzles.txt").lines();
    let written = written.filter_map(|line| line.split('|').nth(3));
    let written: usize = written.map(words).sum();
    assert_eq!(told, written, "legal moves");
    assert!(told > 1_000, "{told}");
}

#[test]
fn there_are_puzzles_for_more_than_a_year_in_at_most_40_kb_a_game() {
    for family in Family::ALL {
        let number = puzzles(family).len();
        assert!(number >= 400, "{}: {number}", family.id());
    }
    let size = include_str!("../../data/puzzles.txt").len();
    assert!(size <= 40_000 * Family::ALL.len(), "{size} bytes");
}

#[test]
fn themes_tell_what_a_solution_shows() {
    for (family, theme, is_shown) in [
        (Family::Leto, Theme::Throw, true),
        (Family::Leap, Theme::Chain, true),
        (Family::Legan, Theme::Promotion, true),
        (Family::Latrunculi, Theme::Throw, false),
    ] {
        let shows = |puzzle: &Lesson| themes(&puzzle.steps[0]).contains(&theme);
        assert_eq!(puzzles(family).iter().any(shows), is_shown, "{theme:?}");
    }
    let mut lessons = course(Family::Leto).iter();
    let pulls = lessons.find(|lesson| lesson.id == "pull");
    assert_eq!(themes(&pulls.unwrap().steps[0]), [Theme::Pull]);
    let won = puzzles(Family::Latrunculi).iter().find_map(|puzzle| {
        let step = &puzzle.steps[0];
        let game = step.solved();
        game.outcome().map(|_| (game.ply() / 2, themes(step)))
    });
    let (moves, themes) = won.unwrap();
    assert!(themes.contains(&Theme::WinIn(moves)), "{themes:?}");
}

/// Moves after which a search gives up.
const MOST_WORK: usize = 3_000_000;

/// Whether the side to move wins within so many moves of its own; `None` if `work` runs out.
fn wins_within(game: &Game, moves: usize, work: &mut usize) -> Option<bool> {
    let mut unknown = false;
    for &mv in &game.legal_moves() {
        *work = work.checked_sub(1)?;
        let mut after = game.clone();
        after.play(mv).unwrap();
        match after.outcome() {
            Some(outcome) if outcome.winner == Some(game.turn()) => return Some(true),
            Some(_) => continue,
            None if moves == 1 => continue,
            None => {}
        }
        match loses_within(&after, moves - 1, work) {
            Some(true) => return Some(true),
            Some(false) => {}
            None => unknown = true,
        }
    }
    (!unknown).then_some(false)
}

/// Whether the side to move has lost after so many moves of the opponent, whatever it plays.
fn loses_within(game: &Game, moves: usize, work: &mut usize) -> Option<bool> {
    for &reply in &game.legal_moves() {
        *work = work.checked_sub(1)?;
        let mut after = game.clone();
        after.play(reply).unwrap();
        let has_lost = match after.outcome() {
            Some(outcome) => outcome.winner == Some(after.turn()),
            None => wins_within(&after, moves, work)?,
        };
        if !has_lost {
            return Some(false);
        }
    }
    Some(true)
}

#[test]
fn a_win_in_so_many_moves_is_forced() {
    for (family, puzzle) in all() {
        let step = &puzzle.steps[0];
        let of_win = |theme: &Theme| match theme {
            Theme::WinIn(moves) => Some(*moves),
            _ => None,
        };
        let Some(moves) = themes(step).iter().find_map(of_win) else {
            continue;
        };
        let mut after = step.game(&[]).unwrap();
        after.play(step.solved().moves()[1]).unwrap();
        let is_won = after.outcome().is_some()
            || loses_within(&after, moves - 1, &mut { MOST_WORK }) == Some(true);
        assert!(is_won, "{} {}: in {moves}", family.id(), puzzle.id);
    }
}
