//! Lookup tables of a variant's board for the evaluation.

use crate::rules::SQUARES;
use rules_core::{Bitboard, ByColor, Color, Shape, Square, Variant};

#[derive(Debug)]
pub(crate) struct Geometry {
    pub(super) sides: ByColor<SideGeometry>,
    /// The square and those next to it.
    pub(super) king_zone: [Bitboard; SQUARES],
    /// The square and those next to it on its rank.
    pub(super) rank_neighbors: [Bitboard; SQUARES],
    between: Vec<Bitboard>,
    distance: Vec<u8>,
}

/// Tables by square, for one color.
#[derive(Debug)]
pub(super) struct SideGeometry {
    /// The square as White would see it.
    pub(super) relative: [u8; SQUARES],
    /// The squares ahead on the file.
    pub(super) file_ahead: [Bitboard; SQUARES],
    pub(super) pawn_attacks: [Bitboard; SQUARES],
    pub(super) pawn_push: [Option<Square>; SQUARES],
    /// Steps that a pawn has left.
    pub(super) pawn_steps: [u8; SQUARES],
    /// The squares ahead of a pawn.
    // CITE: Pawn spans. https://www.chessprogramming.org/Pawn_Spans
    pub(super) front_span: [Bitboard; SQUARES],
    /// Squares from which enemy pawns can still block or capture the pawn.
    pub(super) passed_mask: [Bitboard; SQUARES],
    /// Squares from which a pawn of this color can still come to attack the square.
    pub(super) rear_attack_span: [Bitboard; SQUARES],
}

#[derive(Clone, Copy)]
struct Step {
    files: i8,
    ranks: i8,
}

impl Step {
    const FORWARD: Self = Self::new(0, 1);

    const fn new(files: i8, ranks: i8) -> Self {
        Self { files, ranks }
    }

    const fn reversed(self) -> Self {
        Self::new(-self.files, -self.ranks)
    }

    /// Turns White's step into a color's.
    const fn of_color(self, variant: Variant, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black if is_half_turned(variant) => self.reversed(),
            Color::Black => Self::new(self.files, -self.ranks),
        }
    }

    fn from(self, shape: Shape, square: Square) -> Option<Square> {
        shape.offset(square, self.files, self.ranks)
    }

    fn ray(self, shape: Shape, from: Square) -> impl Iterator<Item = Square> {
        std::iter::successors(self.from(shape, from), move |&square| {
            self.from(shape, square)
        })
    }
}

/// How a pawn steps. Only for evaluation: `rules-core` has the rules.
struct PawnSteps {
    push: Step,
    captures: [Step; 2],
}

impl PawnSteps {
    fn of(variant: Variant, color: Color) -> Self {
        let (push, captures) = if variant == Variant::Legan {
            (Step::new(-1, 1), [Step::new(-1, 0), Step::new(0, 1)])
        } else {
            (Step::FORWARD, [Step::new(-1, 1), Step::new(1, 1)])
        };
        Self {
            push: push.of_color(variant, color),
            captures: captures.map(|step| step.of_color(variant, color)),
        }
    }

    /// Returns where a pawn must stand to attack a square.
    fn attack_origins(&self, shape: Shape, square: Square) -> impl Iterator<Item = Square> {
        self.captures
            .into_iter()
            .filter_map(move |step| step.reversed().from(shape, square))
    }

    /// Adds a square and all squares from which a pawn could advance to it.
    fn add_rear_span(&self, shape: Shape, square: Square, span: &mut Bitboard) {
        span.insert(square);
        for origin in self.push.reversed().ray(shape, square) {
            span.insert(origin);
        }
    }
}

/// Whether Black's setup is White's turned by 180 degrees; elsewhere it is mirrored.
const fn is_half_turned(variant: Variant) -> bool {
    matches!(variant, Variant::Legan | Variant::Toto40)
}

/// Returns the square that is to Black what this one is to White, and the reverse.
pub(super) fn flipped(variant: Variant, square: Square) -> Square {
    let shape = variant.shape();
    let file = shape.file(square);
    let file = if is_half_turned(variant) {
        shape.files() - 1 - file
    } else {
        file
    };
    let rank = shape.ranks() - 1 - shape.rank(square);
    shape.at(file, rank).unwrap_or(square)
}

impl SideGeometry {
    fn new(variant: Variant, color: Color) -> Self {
        let shape = variant.shape();
        let pawn = PawnSteps::of(variant, color);
        let enemy_pawn = PawnSteps::of(variant, !color);
        let forward = Step::FORWARD.of_color(variant, color);
        let mut side = Self {
            relative: [0; SQUARES],
            file_ahead: [Bitboard::EMPTY; SQUARES],
            pawn_attacks: [Bitboard::EMPTY; SQUARES],
            pawn_push: [None; SQUARES],
            pawn_steps: [0; SQUARES],
            front_span: [Bitboard::EMPTY; SQUARES],
            passed_mask: [Bitboard::EMPTY; SQUARES],
            rear_attack_span: [Bitboard::EMPTY; SQUARES],
        };
        for square in shape.squares() {
            let n = square.index();
            let relative = match color {
                Color::White => square,
                Color::Black => flipped(variant, square),
            };
            side.relative[n] = u8::try_from(relative.index()).unwrap_or(0);
            side.file_ahead[n] = forward.ray(shape, square).collect();
            side.pawn_attacks[n] = pawn
                .captures
                .into_iter()
                .filter_map(|step| step.from(shape, square))
                .collect();
            side.pawn_push[n] = pawn.push.from(shape, square);
            side.front_span[n] = pawn.push.ray(shape, square).collect();
            side.pawn_steps[n] = u8::try_from(side.front_span[n].len()).unwrap_or(0);
            for ahead in side.front_span[n] {
                for origin in enemy_pawn.attack_origins(shape, ahead).chain([ahead]) {
                    enemy_pawn.add_rear_span(shape, origin, &mut side.passed_mask[n]);
                }
            }
            for origin in pawn.attack_origins(shape, square) {
                pawn.add_rear_span(shape, origin, &mut side.rear_attack_span[n]);
            }
        }
        side
    }
}

impl Geometry {
    pub(super) fn new(variant: Variant) -> Self {
        let shape = variant.shape();
        let mut geometry = Self {
            sides: ByColor::new_with(|color| SideGeometry::new(variant, color)),
            king_zone: [Bitboard::EMPTY; SQUARES],
            rank_neighbors: [Bitboard::EMPTY; SQUARES],
            between: vec![Bitboard::EMPTY; SQUARES * SQUARES],
            distance: vec![0; SQUARES * SQUARES],
        };
        for square in shape.squares() {
            let n = square.index();
            for other in shape.squares() {
                let files = shape.file(square).abs_diff(shape.file(other));
                let ranks = shape.rank(square).abs_diff(shape.rank(other));
                geometry.distance[pair_index(square, other)] = files.max(ranks);
            }
            for step in
                (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| Step::new(files, ranks)))
            {
                if let Some(neighbor) = step.from(shape, square) {
                    geometry.king_zone[n].insert(neighbor);
                    if step.ranks == 0 {
                        geometry.rank_neighbors[n].insert(neighbor);
                    }
                }
                if step.files == 0 && step.ranks == 0 {
                    continue;
                }
                let mut between = Bitboard::EMPTY;
                for other in step.ray(shape, square) {
                    geometry.between[pair_index(square, other)] = between;
                    between.insert(other);
                }
            }
        }
        geometry
    }

    /// Returns the squares between two squares of one line; empty for others.
    pub(super) fn between(&self, a: Square, b: Square) -> Bitboard {
        self.between[pair_index(a, b)]
    }

    /// Returns the king's steps between two squares on an empty rectangular board.
    pub(super) fn distance(&self, a: Square, b: Square) -> usize {
        usize::from(self.distance[pair_index(a, b)])
    }
}

fn pair_index(a: Square, b: Square) -> usize {
    a.index() * SQUARES + b.index()
}
