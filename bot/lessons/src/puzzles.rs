//! Puzzles: positions after a mistake, in which one move alone wins. `bot/engine/README.md` says how they were mined.

use std::sync::LazyLock;

use rules_core::{Family, Move, Position, ShiftKind, Variant};

use crate::data::StepData;
use crate::goal::Goal;
use crate::{Lesson, Step};

/// A theme of a solution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    /// It wins the game in that many moves.
    WinIn(usize),
    /// A Leto throws an enemy piece.
    Throw,
    /// A Leto pulls a piece of its own.
    Pull,
    /// One move captures several pieces.
    Chain,
    /// A pawn promotes.
    Promotion,
}

/// Returns a game's puzzles: each a lesson of one step. The first is `p1`, and so on; new ones are appended, so that
/// these stay; one that turns out to be wrong is replaced.
pub fn puzzles(family: Family) -> &'static [Lesson] {
    static PUZZLES: LazyLock<[Vec<Lesson>; 5]> = LazyLock::new(|| Family::ALL.map(read));
    let found = Family::ALL.iter().position(|&of| of == family);
    found.map_or(&[], |at| &PUZZLES[at])
}

/// Reads the lines of a game: `variant | FEN | moves in UCI | rating`. The first move is the mistake.
fn read(family: Family) -> Vec<Lesson> {
    let lines = include_str!("../data/puzzles.txt").lines();
    let is_of_family = |line: &&str| {
        let (variant, _) = line.split_once('|').unwrap_or_default();
        variant
            .parse()
            .is_ok_and(|of: Variant| of.family() == family)
    };
    let puzzles = (1..).zip(lines.filter(is_of_family));
    let read = |(n, line)| puzzle(n, line).unwrap_or_else(|error| panic!("{line}: {error}"));
    puzzles.map(read).collect()
}

fn puzzle(number: usize, line: &str) -> Result<Lesson, String> {
    let parts: Vec<_> = line.split('|').map(str::trim).collect();
    let [variant, fen, moves, rating] = parts[..] else {
        return Err("not variant | FEN | moves | rating".to_owned());
    };
    let variant: Variant = variant.parse().map_err(|why| format!("{why}"))?;
    let (mistake, line) = moves.split_once(' ').ok_or("no move to find")?;
    let data = StepData {
        fen: fen.to_owned(),
        history: mistake.to_owned(),
        line: line.to_owned(),
        goal: Some(Goal::Wins),
        ..StepData::default()
    };
    let step = Step::new(variant, data, String::new());
    Ok(Lesson {
        id: format!("p{number}"),
        steps: vec![step.map_err(|why| why.to_string())?],
        title: String::new(),
        rating: Some(rating.parse().map_err(|why| format!("{rating}: {why}"))?),
    })
}

/// Returns the themes of a move.
pub fn themes_of_move(before: &Position, mv: Move) -> Vec<Theme> {
    let description = before.describe(mv);
    let shifts = description.shifts.iter().map(|shift| shift.kind);
    let shifts = shifts.filter_map(|kind| match kind {
        ShiftKind::CastlePartner => None,
        ShiftKind::Repulsion => Some(Theme::Throw),
        ShiftKind::Kidnapping => Some(Theme::Pull),
    });
    let chain = (description.captures.len() > 1).then_some(Theme::Chain);
    let promotion = description.promotion.map(|_| Theme::Promotion);
    shifts.chain(chain).chain(promotion).collect()
}

/// Returns the themes of a step's solution.
pub fn themes(step: &Step) -> Vec<Theme> {
    let game = step.solved();
    let mut themes = Vec::new();
    let line = game.moves().iter().zip(game.positions());
    let mut own = 0;
    for (&mv, before) in line.skip(step.shown().ply()).step_by(2) {
        own += 1;
        themes.extend(themes_of_move(before, mv));
    }
    let is_won = game
        .outcome()
        .is_some_and(|outcome| outcome.winner.is_some());
    themes.extend(is_won.then_some(Theme::WinIn(own)));
    themes.sort_unstable();
    themes.dedup();
    themes
}
