//! Tables of one rule set's board for the evaluation.

use super::layout::SQUARES;
use rules_core::{Bitboard, Color, Shape, Square, Variant};

/// What the evaluation looks up by square.
#[derive(Debug)]
pub(crate) struct Geometry {
    /// By color: the square in the tables, which are White's.
    pub(crate) seen: [[u8; SQUARES]; 2],
    /// The square and those next to it.
    pub(crate) zone: [Bitboard; SQUARES],
    /// The square and those next to it on its rank.
    pub(crate) abreast: [Bitboard; SQUARES],
    /// By color: the enemy pawns that can still stop a pawn.
    pub(crate) stoppers: [[Bitboard; SQUARES]; 2],
    /// By color: the square that a pawn steps to.
    pub(crate) next: [[Option<Square>; SQUARES]; 2],
    /// By color: the squares ahead of a pawn.
    pub(crate) path: [[Bitboard; SQUARES]; 2],
    /// By color: how many steps a pawn has left, 0 for none.
    pub(crate) steps: [[u8; SQUARES]; 2],
    /// By color: where a pawn of that color may stand that can still come to attack or protect the square.
    pub(crate) supporters: [[Bitboard; SQUARES]; 2],
    /// By color: what a pawn attacks.
    pub(crate) hits: [[Bitboard; SQUARES]; 2],
    /// By color: the squares ahead of any piece, along its file.
    pub(crate) ahead: [[Bitboard; SQUARES]; 2],
    /// By two squares of one line, the squares between; else empty.
    pub(crate) between: Vec<Bitboard>,
    /// By two squares, the king's steps from one to the other on an empty board of this size.
    pub(crate) distance: Vec<u8>,
}

type Step = (i8, i8);

/// White's pawn: its quiet step and its captures. The evaluation's own reading of the rules: it judges, it does not rule.
const fn pawn(variant: Variant) -> (Step, [Step; 2]) {
    match variant {
        Variant::Legan => ((-1, 1), [(-1, 0), (0, 1)]),
        _ => ((0, 1), [(-1, 1), (1, 1)]),
    }
}

/// The square of a board turned so that Black's pieces stand like White's.
pub(crate) fn turned(variant: Variant, square: Square) -> Square {
    let shape = variant.shape();
    let (file, rank) = (shape.file(square), shape.rank(square));
    let other_rank = shape.ranks() - 1 - rank;
    let half_turn = matches!(variant, Variant::Legan | Variant::Toto40);
    let other_file = if half_turn {
        shape.files() - 1 - file
    } else {
        file
    };
    shape.at(other_file, other_rank).unwrap_or(square)
}

/// A color's own way round of White's step.
fn step_of(variant: Variant, color: Color, (df, dr): Step) -> Step {
    match (color, variant) {
        (Color::White, _) => (df, dr),
        (Color::Black, Variant::Legan | Variant::Toto40) => (-df, -dr),
        (Color::Black, _) => (df, -dr),
    }
}

fn walk(shape: Shape, from: Square, step: Step) -> impl Iterator<Item = Square> {
    std::iter::successors(shape.offset(from, step.0, step.1), move |&square| {
        shape.offset(square, step.0, step.1)
    })
}

impl Geometry {
    pub(crate) fn new(variant: Variant) -> Self {
        let shape = variant.shape();
        let mut tables = Self {
            seen: [[0; SQUARES]; 2],
            zone: [Bitboard::EMPTY; SQUARES],
            abreast: [Bitboard::EMPTY; SQUARES],
            stoppers: [[Bitboard::EMPTY; SQUARES]; 2],
            next: [[None; SQUARES]; 2],
            path: [[Bitboard::EMPTY; SQUARES]; 2],
            steps: [[0; SQUARES]; 2],
            supporters: [[Bitboard::EMPTY; SQUARES]; 2],
            hits: [[Bitboard::EMPTY; SQUARES]; 2],
            ahead: [[Bitboard::EMPTY; SQUARES]; 2],
            between: vec![Bitboard::EMPTY; SQUARES * SQUARES],
            distance: vec![0; SQUARES * SQUARES],
        };
        for square in shape.squares() {
            let n = square.index();
            for color in Color::ALL {
                let seen = match color {
                    Color::White => square,
                    Color::Black => turned(variant, square),
                };
                tables.seen[color.index()][n] = u8::try_from(seen.index()).unwrap_or(0);
                let push = step_of(variant, color, pawn(variant).0);
                tables.next[color.index()][n] = walk(shape, square, push).next();
                tables.path[color.index()][n] = walk(shape, square, push).collect();
                let left = walk(shape, square, push).count();
                tables.steps[color.index()][n] = u8::try_from(left).unwrap_or(0);
                tables.stoppers[color.index()][n] = stoppers(variant, color, square);
                tables.supporters[color.index()][n] = supporters(variant, color, square);
                tables.hits[color.index()][n] = pawn(variant)
                    .1
                    .into_iter()
                    .map(|step| step_of(variant, color, step))
                    .filter_map(|(df, dr)| shape.offset(square, df, dr))
                    .collect();
                let forward = step_of(variant, color, (0, 1));
                tables.ahead[color.index()][n] = walk(shape, square, forward).collect();
            }
            for other in shape.squares() {
                let files = shape.file(square).abs_diff(shape.file(other));
                let ranks = shape.rank(square).abs_diff(shape.rank(other));
                tables.distance[n * SQUARES + other.index()] = files.max(ranks);
            }
            for df in -1..=1 {
                for dr in -1..=1 {
                    if let Some(next) = shape.offset(square, df, dr) {
                        tables.zone[n].insert(next);
                        if dr == 0 {
                            tables.abreast[n].insert(next);
                        }
                    }
                    if (df, dr) != (0, 0) {
                        let mut passed = Bitboard::EMPTY;
                        for other in walk(shape, square, (df, dr)) {
                            tables.between[n * SQUARES + other.index()] = passed;
                            passed.insert(other);
                        }
                    }
                }
            }
        }
        tables
    }
}

/// Where an enemy pawn may stand and still come to block this pawn's way or to attack a square of it.
fn stoppers(variant: Variant, color: Color, square: Square) -> Bitboard {
    let shape = variant.shape();
    let (push, captures) = pawn(variant);
    let own = step_of(variant, color, push);
    let theirs = step_of(variant, !color, push);
    let back = (-theirs.0, -theirs.1);
    let mut found = Bitboard::EMPTY;
    for ahead in walk(shape, square, own) {
        let attackers = captures
            .into_iter()
            .map(|step| step_of(variant, !color, step))
            .filter_map(|(df, dr)| shape.offset(ahead, -df, -dr));
        for guard in attackers.chain([ahead]) {
            found.insert(guard);
            for earlier in walk(shape, guard, back) {
                found.insert(earlier);
            }
        }
    }
    found
}

/// Where a pawn may stand and still come to attack a square.
fn supporters(variant: Variant, color: Color, square: Square) -> Bitboard {
    let shape = variant.shape();
    let (push, captures) = pawn(variant);
    let own = step_of(variant, color, push);
    let mut found = Bitboard::EMPTY;
    for (df, dr) in captures.map(|step| step_of(variant, color, step)) {
        let Some(guard) = shape.offset(square, -df, -dr) else {
            continue;
        };
        found.insert(guard);
        for earlier in walk(shape, guard, (-own.0, -own.1)) {
            found.insert(earlier);
        }
    }
    found
}
