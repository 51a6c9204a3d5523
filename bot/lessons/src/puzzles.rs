//! Puzzles: positions after a mistake, in which one move alone wins. `bot/engine/README.md` says how they were mined.

use std::sync::LazyLock;

use rules_core::{Family, Move, Position, ShiftKind, Variant};

use crate::step::Goal;
use crate::{Lesson, Step, StepData};

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
    static PUZZLES: LazyLock<[Vec<Lesson>; Family::ALL.len()]> =
        LazyLock::new(|| Family::ALL.map(read));
    &PUZZLES[family as usize]
}

/// Reads the puzzles of a game. A line without bars names the variant of those below, which are `FEN|moves in UCI|rating`, and
/// `|point` if there is one. The first move is the mistake.
fn read(family: Family) -> Vec<Lesson> {
    let mut of = None;
    let mut puzzles = Vec::new();
    for line in include_str!("../data/puzzles.txt").lines() {
        if let Ok(variant) = line.parse::<Variant>() {
            of = Some(variant).filter(|variant| variant.family() == family);
        } else if let Some(variant) = of {
            let read = puzzle(puzzles.len() + 1, variant, line);
            puzzles.push(read.unwrap_or_else(|error| panic!("{line}: {error}")));
        }
    }
    puzzles
}

fn puzzle(number: usize, variant: Variant, line: &'static str) -> Result<Lesson, String> {
    let parts: Vec<_> = line.split('|').collect();
    let (fen, moves, rating, point) = match parts[..] {
        [fen, moves, rating] => (fen, moves, rating, ""),
        [fen, moves, rating, point] => (fen, moves, rating, point),
        _ => return Err("not FEN|moves|rating|point".to_owned()),
    };
    let start = Position::from_fen_lenient(variant, fen).map_err(|why| why.to_string())?;
    let (mistake, line) = moves.split_once(' ').ok_or("no move to find")?;
    let data = StepData {
        fen: start.fen(),
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
        point,
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
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    themes.extend(winner.map(|_| Theme::WinIn(own)));
    themes.sort_unstable();
    themes.dedup();
    themes
}
