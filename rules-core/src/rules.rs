//! What a game tells the rest of the crate about itself, and the choice of a game at compile time.

use crate::attack::attackers;
use crate::board::Board;
use crate::generate::{classic, sees_as};
use crate::geometry::{Shift, leap_table, shift};
use crate::reach::{classic_obstacle, classic_reach};
use crate::role::{KING, LETO, PAWN, SLOTS};
use crate::shape::CAPACITY;
use crate::sink::{Sink, Want};
use crate::{Bitboard, Color, Move, Outcome, Position, Reason, Role, Shape, Square, Variant};

/// A step by files and ranks, White's way round.
pub(crate) type Step = (i8, i8);

/// How a kind of piece moves and captures: the table behind the generator and behind the description in words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pattern {
    /// Single jumps over whatever lies between.
    pub(crate) leaps: &'static [Step],
    /// Slides like a rook.
    pub(crate) orthogonal: bool,
    /// Slides like a bishop.
    pub(crate) diagonal: bool,
}

pub(crate) const ORTHOGONAL: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(crate) const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
pub(crate) const AROUND: [Step; 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];
pub(crate) const KNIGHT_LEAPS: [Step; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
pub(crate) const ALFIL_LEAPS: [Step; 4] = [(2, 2), (2, -2), (-2, -2), (-2, 2)];
pub(crate) const DABBABAH_LEAPS: [Step; 4] = [(0, 2), (2, 0), (0, -2), (-2, 0)];
pub(crate) const SAIL_LEAPS: [Step; 8] = [
    (0, 2),
    (2, 2),
    (2, 0),
    (2, -2),
    (0, -2),
    (-2, -2),
    (-2, 0),
    (-2, 2),
];
pub(crate) const CAMEL_LEAPS: [Step; 8] = [
    (1, 3),
    (3, 1),
    (3, -1),
    (1, -3),
    (-1, -3),
    (-3, -1),
    (-3, 1),
    (-1, 3),
];

impl Pattern {
    pub(crate) const NONE: Self = Self::leaper(&[]);
    pub(crate) const KING: Self = Self::leaper(&AROUND);
    pub(crate) const KNIGHT: Self = Self::leaper(&KNIGHT_LEAPS);
    pub(crate) const BISHOP: Self = Self {
        leaps: &[],
        orthogonal: false,
        diagonal: true,
    };
    pub(crate) const ROOK: Self = Self {
        leaps: &[],
        orthogonal: true,
        diagonal: false,
    };
    pub(crate) const QUEEN: Self = Self {
        leaps: &[],
        orthogonal: true,
        diagonal: true,
    };

    pub(crate) const fn leaper(leaps: &'static [Step]) -> Self {
        Self {
            leaps,
            orthogonal: false,
            diagonal: false,
        }
    }

    /// Whether a piece with this pattern can move at all; a game's unused slots cannot.
    pub(crate) const fn moves(&self) -> bool {
        !self.leaps.is_empty() || self.orthogonal || self.diagonal
    }

    /// The same with these leaps besides; only for patterns without leaps.
    pub(crate) const fn and_leaps(self, leaps: &'static [Step]) -> Self {
        Self { leaps, ..self }
    }
}

/// How pawns move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PawnPattern {
    /// The quiet step of a white pawn; a black one goes the opposite way.
    pub(crate) push: Step,
    /// The two capturing steps of a white pawn.
    pub(crate) captures: [Step; 2],
    /// Where the quiet step may be doubled, by color.
    pub(crate) doubles_from: [u64; 2],
    /// Where a pawn promotes, by color.
    pub(crate) promotes_on: [u64; 2],
}

/// One of the four castlings of a game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Castle {
    pub(crate) king_from: u8,
    pub(crate) king_to: u8,
    pub(crate) partner_from: u8,
    pub(crate) partner_to: u8,
    /// The target in the text form of ALL-7.
    pub(crate) named: u8,
    /// Squares that must be empty.
    pub(crate) empty: u64,
    /// Squares that the king passes and that must not be attacked; the square it lands on is judged in the final position.
    pub(crate) passed: u64,
}

/// A game's own part of the rules.
pub(crate) trait Rules: Sized + 'static {
    const VARIANT: Variant;
    const SHAPE: Shape = Self::VARIANT.shape();
    /// The start position in FEN.
    const START: &'static str;
    const ROLES: &'static [Role];
    const PROMOTIONS: &'static [Role] = &[];
    /// By slot; the pawns' is not used.
    const MEN: [Pattern; SLOTS];
    const PAWN: PawnPattern;
    /// White's king side and queen side, then Black's; the castling rights are the bits of a number in the same order.
    const CASTLES: [Option<Castle>; 4] = [None; 4];
    /// The slot of the king's partner in castling.
    const CASTLE_PARTNER: Role = Role::Rook;

    /// Whether there are Letos in slot [`LETO`].
    const LETOS: bool = false;

    const TABLES: &'static Tables =
        &Tables::new(Self::SHAPE, &Self::MEN, &Self::PAWN, &Self::CASTLES);

    /// Gives `sink` the legal moves, superko apart; none in a game that has been won (ALL-10).
    #[inline]
    fn generate<S: Sink>(position: &Position, sink: &mut S, want: Want) {
        classic::<Self, S>(position, sink, want);
    }

    /// The position after a legal move. An en passant square may stand in it that no legal move uses.
    #[inline]
    fn make(position: &Position, mv: &Move) -> Position {
        crate::make::make::<Self>(position, mv)
    }

    /// Whether the position is won whatever moves there are: by a captured king, a line left, a bare king.
    fn won(_position: &Position) -> Option<Outcome> {
        None
    }

    /// The end of a game whose player to move has no move.
    fn without_moves(position: &Position) -> Outcome {
        if position.is_check() {
            Outcome {
                winner: Some(!position.turn),
                reason: Reason::Checkmate,
            }
        } else {
            Outcome {
                winner: None,
                reason: Reason::Stalemate,
            }
        }
    }

    /// Whether nobody can win with the pieces that are left (ALL-4).
    fn dead(position: &Position) -> bool;

    /// Which pieces attack a side's king; empty where it has none.
    fn checkers(position: &Position, color: Color) -> u64 {
        let board = &position.board;
        Bitboard(board.of(color, KING)).first().map_or(0, |king| {
            let letos = if Self::LETOS {
                crate::leto::attackers(board, king, !color)
            } else {
                0
            };
            attackers::<Self>(board, king, board.occupied(), !color) | letos
        })
    }

    /// The pieces of a side that could capture on a square by going there, with `occupied` taken for the board's occupied squares; no
    /// Letos.
    #[inline(always)]
    fn attackers(board: &Board, square: Square, occupied: u64, by: Color) -> u64 {
        attackers::<Self>(board, square, occupied, by)
    }

    /// The squares on which a piece could capture; for a Leto those next to it.
    #[inline(always)]
    fn attacks(color: Color, slot: usize, from: Square, occupied: u64) -> u64 {
        match slot {
            PAWN => Self::TABLES.pawn_hits[color.index()][from.index()],
            LETO => Self::TABLES.leaps[KING][from.index()],
            _ => sees_as::<Self>(slot, from, occupied),
        }
    }

    /// The squares that a piece of the side to move can go to, whatever happens to its king and whatever is mandatory.
    fn reach(position: &Position, from: Square) -> u64 {
        classic_reach::<Self>(position, from)
    }

    /// The first piece in the way of one that could go from `from` to `to` on an empty board.
    fn obstacle(position: &Position, from: Square, to: Square) -> Option<Square> {
        classic_obstacle::<Self>(position, from, to)
    }

    /// The square where the first of two equal leaps from `from` to `to` ends (LETO-13).
    fn halfway(_from: Square, _to: Square) -> Option<Square> {
        None
    }

    /// Where a piece may go by two equal leaps, the first to an empty square (LETO-13).
    #[inline(always)]
    fn far_leaps(_from: Square, _occupied: u64) -> u64 {
        0
    }
}

/// What the generator looks up, made from a game's patterns at compile time.
pub(crate) struct Tables {
    /// By slot and square: the squares that a piece leaps to.
    pub(crate) leaps: [[u64; CAPACITY]; SLOTS],
    /// By color and square: the squares that a pawn captures on.
    pub(crate) pawn_hits: [[u64; CAPACITY]; 2],
    /// By color: the pawns' quiet step.
    pub(crate) push: [Way; 2],
    /// By color: the pawns' two capturing steps.
    pub(crate) captures: [[Way; 2]; 2],
    /// By square: the castling rights that end when anything leaves or enters it.
    pub(crate) rights_ended: [u8; CAPACITY],
}

/// One step of pawns, for whole sets of them and back from its target.
pub(crate) struct Way {
    pub(crate) shift: Shift,
    /// By target: the square it comes from.
    pub(crate) from: [u8; CAPACITY],
    /// By origin: the target as a set, empty where there is none.
    pub(crate) to: [u64; CAPACITY],
}

const fn reversed(step: Step) -> Step {
    (-step.0, -step.1)
}

impl Way {
    const fn new(shape: Shape, step: Step) -> Self {
        let mut from = [0; CAPACITY];
        let mut to = [0; CAPACITY];
        let mut n = 0;
        while n < shape.len() {
            let square = crate::Square(n as u8);
            if let Some(target) = shape.offset(square, step.0, step.1) {
                from[target.index()] = square.0;
                to[n] = 1 << target.0;
            }
            n += 1;
        }
        Self {
            shift: shift(shape, step),
            from,
            to,
        }
    }
}

impl Tables {
    const fn new(
        shape: Shape,
        men: &[Pattern; SLOTS],
        pawn: &PawnPattern,
        castles: &[Option<Castle>; 4],
    ) -> Self {
        let mut leaps = [[0; CAPACITY]; SLOTS];
        let mut slot = 0;
        while slot < SLOTS {
            leaps[slot] = leap_table(shape, men[slot].leaps);
            slot += 1;
        }
        let [left, right] = pawn.captures;
        let captures = [
            [Way::new(shape, left), Way::new(shape, right)],
            [
                Way::new(shape, reversed(left)),
                Way::new(shape, reversed(right)),
            ],
        ];
        let pawn_hits = [
            leap_table(shape, &[left, right]),
            leap_table(shape, &[reversed(left), reversed(right)]),
        ];
        let push = [
            Way::new(shape, pawn.push),
            Way::new(shape, reversed(pawn.push)),
        ];
        let mut rights_ended = [0; CAPACITY];
        let mut right = 0;
        while right < castles.len() {
            if let Some(castle) = &castles[right] {
                rights_ended[castle.king_from as usize] |= 1 << right;
                rights_ended[castle.partner_from as usize] |= 1 << right;
            }
            right += 1;
        }
        Self {
            leaps,
            pawn_hits,
            push,
            captures,
            rights_ended,
        }
    }
}

/// Evaluates an expression with the game's type in place of `$R`, compiled once for each rule set.
macro_rules! dispatch {
    ($variant:expr, $R:ident => $body:expr) => {{
        use $crate::games as g;
        match $variant {
            $crate::Variant::Leto => {
                type $R = g::Leto<false>;
                $body
            }
            $crate::Variant::LetoKwagga => {
                type $R = g::Leto<true>;
                $body
            }
            $crate::Variant::Legan => {
                type $R = g::Legan;
                $body
            }
            $crate::Variant::Toto40 => {
                type $R = g::Toto40;
                $body
            }
            $crate::Variant::Leap => {
                type $R = g::Leap<false, { g::MANDATORY }>;
                $body
            }
            $crate::Variant::LeapMulti => {
                type $R = g::Leap<false, { g::MULTI }>;
                $body
            }
            $crate::Variant::LeapOptional => {
                type $R = g::Leap<false, { g::OPTIONAL }>;
                $body
            }
            $crate::Variant::Leap64 => {
                type $R = g::Leap<true, { g::MANDATORY }>;
                $body
            }
            $crate::Variant::Leap64Multi => {
                type $R = g::Leap<true, { g::MULTI }>;
                $body
            }
            $crate::Variant::Leap64Optional => {
                type $R = g::Leap<true, { g::OPTIONAL }>;
                $body
            }
            $crate::Variant::Latrunculi => {
                type $R = g::Latrunculi;
                $body
            }
        }
    }};
}
pub(crate) use dispatch;
