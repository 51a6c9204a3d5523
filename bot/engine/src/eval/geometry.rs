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
    /// By color: the enemy pawns that can still stop a pawn.
    pub(crate) stoppers: [[Bitboard; SQUARES]; 2],
    /// By color: the squares ahead of a pawn.
    pub(crate) path: [[Bitboard; SQUARES]; 2],
    /// By color: how many steps a pawn has left, 0 for none.
    pub(crate) steps: [[u8; SQUARES]; 2],
    /// By two squares of one line, the squares between; else empty.
    pub(crate) between: Vec<Bitboard>,
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
            stoppers: [[Bitboard::EMPTY; SQUARES]; 2],
            path: [[Bitboard::EMPTY; SQUARES]; 2],
            steps: [[0; SQUARES]; 2],
            between: vec![Bitboard::EMPTY; SQUARES * SQUARES],
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
                tables.path[color.index()][n] = walk(shape, square, push).collect();
                let left = walk(shape, square, push).count();
                tables.steps[color.index()][n] = u8::try_from(left).unwrap_or(0);
                tables.stoppers[color.index()][n] = stoppers(variant, color, square);
            }
            for df in -1..=1 {
                for dr in -1..=1 {
                    if let Some(next) = shape.offset(square, df, dr) {
                        tables.zone[n].insert(next);
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
