//! What pieces attack: tables by square, made at compile time.

use crate::fast::{SLOTS, slot_of};
use rules_core::{Bitboard, Color, Role, Shape, Square, Variant};

const SQUARES: usize = 64;
type Step = (i8, i8);

/// The squares of a line through a square, on either side of it in the numbering.
#[derive(Debug, Clone, Copy)]
struct Line {
    lower: u64,
    upper: u64,
}

/// One rule set's tables.
#[derive(Debug)]
pub(crate) struct Map {
    /// By slot and square.
    leaps: [[u64; SQUARES]; SLOTS],
    /// By color and square.
    pawns: [[u64; SQUARES]; 2],
    /// File, rank and both diagonals.
    lines: [[Line; 4]; SQUARES],
    /// By slot: slides along files and ranks, along diagonals.
    slides: [(bool, bool); SLOTS],
    /// Toto40: where a color may stand at all.
    home: [u64; 2],
}

const AROUND: [Step; 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// The eight steps that a step becomes by turning and mirroring.
const fn turns((a, b): Step) -> [Step; 8] {
    [
        (a, b),
        (b, a),
        (-a, b),
        (b, -a),
        (a, -b),
        (-b, a),
        (-a, -b),
        (-b, -a),
    ]
}

const fn leaps_of(variant: Variant, role: Role) -> &'static [Step] {
    const KNIGHT: [Step; 8] = turns((1, 2));
    const CAMEL: [Step; 8] = turns((1, 3));
    const ALFIL: [Step; 8] = turns((2, 2));
    const DABBABAH: [Step; 8] = turns((0, 2));
    const FERZ: [Step; 8] = turns((1, 1));
    const WAZIR: [Step; 8] = turns((0, 1));
    const SAIL: [Step; 8] = [
        (0, 2),
        (2, 2),
        (2, 0),
        (2, -2),
        (0, -2),
        (-2, -2),
        (-2, 0),
        (-2, 2),
    ];
    let crowned = matches!(variant, Variant::Latrunculi);
    match role {
        Role::King => &AROUND,
        Role::Knight => &KNIGHT,
        Role::Kwagga => &CAMEL,
        Role::Alfil => &ALFIL,
        Role::Dabbabah => &DABBABAH,
        Role::Sail | Role::Hawk => &SAIL,
        Role::Rook if crowned => &FERZ,
        Role::Bishop if crowned => &WAZIR,
        Role::Rook if matches!(variant, Variant::Toto40) => &WAZIR,
        _ => &[],
    }
}

const fn role_in(variant: Variant, slot: usize) -> Option<Role> {
    let roles: &[Role] = match variant {
        Variant::LetoKwagga => &[
            Role::Pawn,
            Role::Kwagga,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
            Role::King,
        ],
        Variant::Leto | Variant::Legan | Variant::Latrunculi => &[
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
            Role::King,
        ],
        Variant::Toto40 => &[Role::Pawn, Role::Knight, Role::Hawk, Role::Rook, Role::King],
        _ => &[
            Role::Pawn,
            Role::Knight,
            Role::Alfil,
            Role::Dabbabah,
            Role::Sail,
            Role::King,
        ],
    };
    let mut n = 0;
    while n < roles.len() {
        if slot_of(roles[n]) == slot {
            return Some(roles[n]);
        }
        n += 1;
    }
    None
}

const fn leap(shape: Shape, from: Square, steps: &[Step]) -> u64 {
    let mut set = 0;
    let mut n = 0;
    while n < steps.len() {
        if let Some(to) = shape.offset(from, steps[n].0, steps[n].1) {
            set |= 1 << to.index();
        }
        n += 1;
    }
    set
}

const fn ray(shape: Shape, from: Square, step: Step) -> u64 {
    let mut set = 0;
    let mut square = from;
    while let Some(next) = shape.offset(square, step.0, step.1) {
        set |= 1 << next.index();
        square = next;
    }
    set
}

/// The tables of a rule set.
pub(crate) const fn map(variant: Variant) -> Map {
    let shape = variant.shape();
    let toto = matches!(variant, Variant::Toto40);
    let mut map = Map {
        leaps: [[0; SQUARES]; SLOTS],
        pawns: [[0; SQUARES]; 2],
        lines: [[Line { lower: 0, upper: 0 }; 4]; SQUARES],
        slides: [(false, false); SLOTS],
        home: [
            shape.section(Color::White).bits() | shape.line().bits(),
            shape.section(Color::Black).bits() | shape.line().bits(),
        ],
    };
    let mut slot = 0;
    while slot < SLOTS {
        map.slides[slot] = match role_in(variant, slot) {
            Some(Role::Rook) if !toto => (true, false),
            Some(Role::Bishop) => (false, true),
            Some(Role::Queen) => (true, true),
            _ => (false, false),
        };
        slot += 1;
    }
    let mut rest = shape.squares().bits();
    while rest != 0 {
        let Some(square) = Bitboard::from_bits(rest).first() else {
            break;
        };
        rest &= rest - 1;
        let n = square.index();
        let mut slot = 1;
        while slot < SLOTS {
            if let Some(role) = role_in(variant, slot) {
                map.leaps[slot][n] = leap(shape, square, leaps_of(variant, role));
            }
            slot += 1;
        }
        if matches!(variant, Variant::Leto | Variant::LetoKwagga) {
            // A Leto's two steps, over an empty square: near enough for an estimate.
            map.leaps[SLOTS - 1][n] = leap(shape, square, &AROUND);
        }
        let (white, black): ([Step; 2], [Step; 2]) = match variant {
            Variant::Legan => ([(-1, 0), (0, 1)], [(1, 0), (0, -1)]),
            _ => ([(-1, 1), (1, 1)], [(-1, -1), (1, -1)]),
        };
        map.pawns[0][n] = leap(shape, square, &white);
        map.pawns[1][n] = leap(shape, square, &black);
        if toto {
            along_the_line(&mut map, shape, square);
        }
        let mut direction = 0;
        while direction < 4 {
            let both =
                ray(shape, square, AROUND[direction]) | ray(shape, square, AROUND[direction + 4]);
            let below = (1 << n) - 1;
            map.lines[n][direction] = Line {
                lower: both & below,
                upper: both & !below,
            };
            direction += 1;
        }
    }
    map
}

/// TOTO-7: on the line every piece has a step along it, and a pawn no other.
const fn along_the_line(map: &mut Map, shape: Shape, square: Square) {
    if !shape.line().contains(square) {
        return;
    }
    let n = square.index();
    let along = leap(shape, square, &[(1, -1), (-1, 1)]);
    let mut slot = 1;
    while slot < SLOTS {
        map.leaps[slot][n] |= along;
        slot += 1;
    }
    map.pawns = {
        let mut pawns = map.pawns;
        pawns[0][n] = along;
        pawns[1][n] = along;
        pawns
    };
}

/// The squares seen along a line up to and including the first piece on each side: subtracting the nearest piece below from the pieces
/// above borrows its way up to the nearest of those.
#[inline]
fn along(line: &Line, occupied: u64) -> u64 {
    let lower = line.lower & occupied;
    let upper = line.upper & occupied;
    let nearest_below = u64::MAX << (lower | 1).ilog2();
    (upper ^ upper.wrapping_add(nearest_below)) & (line.lower | line.upper)
}

impl Map {
    /// What a piece attacks, in all games but Toto40.
    #[inline]
    pub(crate) fn attacks(
        &self,
        color: Color,
        slot: usize,
        square: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let n = square.index();
        if slot == 0 {
            return Bitboard::from_bits(self.pawns[color.index()][n]);
        }
        let mut set = self.leaps[slot][n];
        let (straight, diagonal) = self.slides[slot];
        let [file, up, rank, down] = &self.lines[n];
        if straight {
            set |= along(file, occupied.bits()) | along(rank, occupied.bits());
        }
        if diagonal {
            set |= along(up, occupied.bits()) | along(down, occupied.bits());
        }
        Bitboard::from_bits(set)
    }

    /// What a piece attacks in Toto40, where each side keeps to its own half and the line (TOTO-3).
    #[inline]
    pub(crate) fn on_line(
        &self,
        color: Color,
        slot: usize,
        square: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let n = square.index();
        let c = color.index();
        let mut set = if slot == 0 {
            self.pawns[c][n]
        } else {
            self.leaps[slot][n]
        };
        if slot == slot_of(Role::Rook) {
            // Beyond its own half a rook's lines count for nothing, so that looking along them is enough.
            let outside = occupied.bits() | !self.home[c];
            let [file, _, rank, _] = &self.lines[n];
            set |= along(file, outside) | along(rank, outside);
        }
        Bitboard::from_bits(set & self.home[c])
    }
}
