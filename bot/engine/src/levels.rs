//! What was tuned for each game besides its net: the handicaps of the ten levels, and the values of its pieces.

use crate::see::PieceValues;
use rules_core::{Family, Variant};

/// Above every exchange of pieces.
const KING_VALUE: i32 = 10_000;

/// Returns the values of pieces in centipawns, by slot: means of middlegame and endgame weights that were once tuned by Texel's method on
/// self-play. Of a role that a variant lacks, 1.
pub(crate) const fn piece_values(variant: Variant) -> &'static PieceValues {
    match variant {
        Variant::Leto => &[90, 269, 328, 415, 942, KING_VALUE, 214],
        Variant::LetoKwagga => &[93, 230, 330, 426, 952, KING_VALUE, 226],
        Variant::Legan => &[72, 260, 263, 393, 871, KING_VALUE, 1],
        Variant::Toto40 => &[123, 294, 324, 470, 1, KING_VALUE, 1],
        Variant::Leap => &[126, 346, 160, 174, 325, KING_VALUE, 1],
        Variant::LeapMulti => &[62, 307, 134, 144, 306, KING_VALUE, 1],
        Variant::LeapOptional => &[76, 303, 101, 129, 287, KING_VALUE, 1],
        Variant::Leap64 => &[99, 268, 114, 138, 280, KING_VALUE, 1],
        Variant::Leap64Multi => &[70, 284, 123, 136, 280, KING_VALUE, 1],
        Variant::Leap64Optional => &[81, 269, 95, 119, 262, KING_VALUE, 1],
        Variant::Latrunculi => &[91, 303, 460, 584, 840, KING_VALUE, 1],
    }
}

/// How a handicapped player plays. All chances are in permille.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Handicap {
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    /// See [`eval_noise`](crate::search::human::HumanError::eval_noise).
    pub(crate) eval_noise: u32,
    /// See [`blindness`](crate::search::human::HumanError::blindness).
    pub(crate) blindness: u32,
    /// Chance of overlooking a move at the root.
    pub(crate) root_blindness: u32,
    /// Chance of moving in haste: as level [`Ladder::HASTY_LEVEL`].
    pub(crate) haste: u32,
}

/// The levels of a family of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ladder {
    /// Standard deviation of a level's strength from game to game, in hundredths of a level.
    pub(crate) form: i32,
    pub(crate) rungs: [Handicap; 10],
}

impl Ladder {
    pub(crate) fn of(variant: Variant) -> &'static Self {
        match variant.family() {
            Family::Toto40 => &TOTO40,
            Family::Leap => &LEAP,
            Family::Latrunculi => &LATRUNCULI,
            Family::Leto => &LETO,
            Family::Legan => &LEGAN,
        }
    }
}

/// Returns a level that searches one or two plies and errs.
pub(crate) const fn weak(
    depth: u32,
    nodes: u64,
    eval_noise: u32,
    blindness: u32,
    root_blindness: u32,
) -> Handicap {
    Handicap {
        depth,
        nodes,
        eval_noise,
        blindness,
        root_blindness,
        haste: 0,
    }
}

/// Returns a level that searches this many nodes, except in haste.
pub(crate) const fn hasty(nodes: u64, haste: u32) -> Handicap {
    Handicap {
        depth: 99,
        nodes,
        eval_noise: 0,
        blindness: 0,
        root_blindness: 0,
        haste,
    }
}

/// Human results vary more than an engine's, which always plays alike. Without this, ten steps of at most 80 % would not
/// reach from beginner to full strength.
const FORM: i32 = 75;
/// In Leto one oversight decides most games: with less variation the steps would be too large.
const LETO_FORM: i32 = 100;

/// Full strength. Even a quarter of the README's speed searches this within a second, so the level is the same on nearly every
/// machine.
pub(crate) const FULL: Handicap = hasty(200_000, 0);
/// Full strength in the smaller games, which search faster.
const FULL_SMALL: Handicap = hasty(400_000, 0);

// Each table was tuned in matches between neighbors: a level is meant to score 60 to 80 % against the one below. The README has
// the results. The lowest three levels differ in what they see. Above them, nodes and haste change together: haste cancels most
// of the gain from nodes, and below about one hasty move in ten, reducing haste gains more than adding nodes.

// In Toto40 and Leap, seeing the opponent's captures without their consequences gains nothing, so the lowest three levels see
// their own moves only.

const TOTO40: Ladder = Ladder {
    form: FORM,
    // depth, nodes, eval noise, blindness, root blindness; or nodes, haste
    rungs: [
        weak(1, 400, 620, 875, 755),
        weak(1, 600, 355, 765, 575),
        weak(1, 600, 215, 560, 340),
        hasty(1_600, 720),
        hasty(2_500, 480),
        hasty(6_000, 270),
        hasty(18_000, 145),
        hasty(55_000, 80),
        hasty(240_000, 11),
        FULL_SMALL,
    ],
};

/// In Leap, a player who takes every free piece is hardly better than a random one. To lose to it, level 1 overlooks nearly
/// everything.
const LEAP: Ladder = Ladder {
    form: FORM,
    rungs: [
        weak(1, 400, 900, 950, 910),
        weak(1, 500, 400, 810, 640),
        weak(1, 600, 275, 655, 445),
        hasty(1_600, 740),
        hasty(2_500, 490),
        hasty(6_000, 325),
        hasty(24_000, 180),
        hasty(90_000, 86),
        hasty(270_000, 18),
        FULL_SMALL,
    ],
};

const LATRUNCULI: Ladder = Ladder {
    form: FORM,
    rungs: [
        weak(1, 400, 570, 855, 720),
        weak(1, 600, 305, 702, 494),
        weak(2, 1_500, 280, 675, 462),
        hasty(1_600, 730),
        hasty(2_500, 500),
        hasty(6_500, 300),
        hasty(26_000, 135),
        hasty(70_000, 64),
        hasty(160_000, 8),
        FULL,
    ],
};

const LETO: Ladder = Ladder {
    form: LETO_FORM,
    rungs: [
        weak(1, 400, 620, 875, 755),
        weak(1, 600, 340, 745, 545),
        weak(2, 1_500, 277, 670, 455),
        hasty(1_850, 655),
        hasty(3_600, 425),
        hasty(10_800, 230),
        hasty(41_500, 90),
        hasty(87_000, 43),
        hasty(140_000, 18),
        FULL,
    ],
};

const LEGAN: Ladder = Ladder {
    form: FORM,
    rungs: [
        weak(1, 400, 620, 875, 755),
        weak(1, 600, 335, 740, 540),
        weak(2, 1_500, 263, 649, 426),
        hasty(1_600, 690),
        hasty(2_500, 485),
        hasty(5_500, 330),
        hasty(18_000, 190),
        hasty(50_000, 95),
        hasty(130_000, 20),
        FULL,
    ],
};
