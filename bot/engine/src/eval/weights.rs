//! The weights of the evaluation: hand-picked priors, overridden by the tuner's output in `data/*.weights`.

use super::geometry::flipped;
use super::terms::{self, GROUPS, TERMS};
use crate::rules::{KING, LETO, PAWN};
use rules_core::{Family, Role, Shape, Square, Variant};
use std::fmt::Write as _;

/// A weight in centipawns, for the middlegame and the endgame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Weight {
    pub(crate) mg: i32,
    pub(crate) eg: i32,
}

impl Weight {
    const ZERO: Self = Self::new(0, 0);

    pub(crate) const fn new(mg: i32, eg: i32) -> Self {
        Self { mg, eg }
    }

    const fn both(value: i32) -> Self {
        Self::new(value, value)
    }

    /// Parses `mg/eg`.
    fn parse(word: &str) -> Option<Self> {
        let (mg, eg) = word.split_once('/')?;
        Some(Self::new(mg.parse().ok()?, eg.parse().ok()?))
    }
}

/// Every weight, in the order of [`GROUPS`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Weights(pub(crate) Box<[Weight; TERMS]>);

/// Returns the tuner's output for a variant; the head of each file has the command that wrote it.
const fn tuned(variant: Variant) -> &'static str {
    match variant {
        Variant::Leto => include_str!("../../data/leto.weights"),
        Variant::LetoKwagga => include_str!("../../data/leto-kwagga.weights"),
        Variant::Legan => include_str!("../../data/legan.weights"),
        Variant::Toto40 => include_str!("../../data/toto40.weights"),
        Variant::Leap => include_str!("../../data/leap.weights"),
        Variant::LeapMulti => include_str!("../../data/leap-multi.weights"),
        Variant::LeapOptional => include_str!("../../data/leap-optional.weights"),
        Variant::Leap64 => include_str!("../../data/leap64.weights"),
        Variant::Leap64Multi => include_str!("../../data/leap64-multi.weights"),
        Variant::Leap64Optional => include_str!("../../data/leap64-optional.weights"),
        Variant::Latrunculi => include_str!("../../data/latrunculi.weights"),
    }
}

// The prior is hand-picked; every number of it is a starting point for the tuner.

/// Returns the prior value of a piece: the usual one if it is orthodox, otherwise by the share of the knight's eight squares that it
/// reaches.
fn piece_value(variant: Variant, role: Role) -> i32 {
    let crown = if variant == Variant::Latrunculi {
        130
    } else {
        0
    };
    match role {
        Role::King => 0,
        Role::Pawn => 100,
        Role::Knight | Role::Leto | Role::Sail | Role::Hawk => 320,
        Role::Kwagga => 280,
        Role::Bishop => 330 + crown,
        Role::Rook => 500 + crown,
        Role::Queen => 950,
        Role::Alfil => 140,
        Role::Dabbabah => 160,
    }
}

/// Returns how central a square is, from -3 to 3.
fn centrality(shape: Shape, square: Square) -> i32 {
    let within_two_steps = shape
        .squares()
        .iter()
        .filter(|&other| {
            let files = shape.file(square).abs_diff(shape.file(other));
            let ranks = shape.rank(square).abs_diff(shape.rank(other));
            files.max(ranks) <= 2
        })
        .count();
    // 9 squares in a corner, 25 in the center.
    i32::try_from(within_two_steps).unwrap_or(0).clamp(9, 25) * 6 / 16 - 6
}

/// Returns how far a square is from White's side of the board, in centipawns for a pawn on it.
fn advancement(variant: Variant, square: Square) -> i32 {
    let shape = variant.shape();
    let rank = i32::from(shape.rank(square));
    match variant {
        Variant::Legan => rank * 2 + i32::from(shape.files()) - i32::from(shape.file(square)) * 2,
        _ => rank * 3,
    }
}

fn index(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(0)
}

impl Weights {
    pub(crate) fn zero() -> Self {
        Self(Box::new([Weight::ZERO; TERMS]))
    }

    /// Returns the hand-picked starting point of the tuner.
    pub(crate) fn prior(variant: Variant) -> Self {
        let mut weights = Self::zero();
        for &role in variant.roles() {
            weights.set_piece_priors(variant, role);
        }
        weights.set_king_priors();
        weights.set_pawn_priors();
        weights.set_variant_priors();
        let table = &mut weights.0;
        table[terms::TEMPO.first] = Weight::new(15, 10);
        table[terms::MATERIAL.at(KING)] = Weight::ZERO;
        if !variant.roles().contains(&Role::Leto) {
            table[terms::MATERIAL.at(LETO)] = Weight::ZERO;
        }
        weights
    }

    fn set_piece_priors(&mut self, variant: Variant, role: Role) {
        let table = &mut self.0;
        let shape = variant.shape();
        let slot = role.slot();
        let value = piece_value(variant, role);
        table[terms::MATERIAL.at(slot)] = Weight::both(value);
        let mobility = if slot == KING || slot == PAWN { 0 } else { 2 };
        table[terms::MOBILITY.at(slot)] = Weight::both(mobility);
        if slot != KING {
            table[terms::HANGING.at(slot)] = Weight::both(-value / 12);
            table[terms::THREAT_BY_PAWN.at(slot)] = Weight::both(value / 10);
            table[terms::KING_ZONE_ATTACK.at(slot)] = Weight::new(5, 1);
        }
        for square in shape.squares() {
            let center = 4 * centrality(shape, square);
            let ahead = match variant.family() {
                Family::Toto40 => 0,
                _ => advancement(variant, square) - advancement(variant, flipped(variant, square)),
            };
            table[terms::PSQT.on(slot, square.index())] = match slot {
                PAWN => Weight::new(ahead, 2 * ahead),
                KING => Weight::new(-2 * center, center),
                _ => Weight::both(center),
            };
        }
    }

    fn set_king_priors(&mut self) {
        let table = &mut self.0;
        for n in 0..terms::KING_ZONE_ATTACKERS.len {
            let square = index(n) * index(n);
            table[terms::KING_ZONE_ATTACKERS.at(n)] = Weight::new(4 * square, square);
        }
        for (n, bonus) in [0, 10, 20, 25].into_iter().enumerate() {
            table[terms::PAWN_SHIELD.at(n)] = Weight::new(bonus, 0);
        }
        for n in 0..terms::KING_DANGER.len {
            let units = index(n);
            table[terms::KING_DANGER.at(n)] = Weight::new(units * units / 5, units / 2);
        }
    }

    fn set_pawn_priors(&mut self) {
        let table = &mut self.0;
        for n in 1..terms::PASSED_PAWN.len {
            let near = index(terms::PASSED_PAWN.len - n);
            table[terms::PASSED_PAWN.at(n)] = Weight::new(2 * near, near * near);
        }
        for n in 0..terms::PASSED_FREE.len {
            let near = index(terms::PASSED_FREE.len - n);
            table[terms::PASSED_FREE.at(n)] = Weight::new(near / 2, near * near / 3);
        }
        table[terms::DOUBLED_PAWN.first] = Weight::new(-8, -12);
        table[terms::DEFENDED_PAWN.first] = Weight::new(6, 4);
    }

    fn set_variant_priors(&mut self) {
        let table = &mut self.0;
        for (n, bonus) in [-120, -40, 0, 20, 30, 35].into_iter().enumerate() {
            table[terms::LINE_PIECES.at(n)] = Weight::both(bonus);
        }
        table[terms::LINE_ATTACKED.first] = Weight::both(-15);
        for (n, bonus) in [8, 15, 5].into_iter().enumerate() {
            table[terms::LETO_AIM.at(n)] = Weight::new(bonus, bonus / 2);
        }
    }

    /// Returns the built-in weights.
    pub(crate) fn of(variant: Variant) -> Self {
        let mut weights = Self::prior(variant);
        weights.read(tuned(variant));
        weights
    }

    /// Overrides the groups that a weights file has. A line is a `# comment`, or a group's name and its weights as `mg/eg`; lines that
    /// do not parse, or have too few or too many weights, are ignored.
    pub(crate) fn read(&mut self, text: &str) {
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let Some(group) = words
                .next()
                .and_then(|name| GROUPS.iter().find(|group| group.name == name))
            else {
                continue;
            };
            let values: Option<Vec<Weight>> = words.map(Weight::parse).collect();
            if let Some(values) = values.filter(|values| values.len() == group.len) {
                self.0[group.range()].copy_from_slice(&values);
            }
        }
    }

    /// Returns the text that [`Weights::read`] parses.
    pub(crate) fn write(&self) -> String {
        let mut text = String::new();
        for group in GROUPS {
            text.push_str(group.name);
            for Weight { mg, eg } in &self.0[group.range()] {
                let _ = write!(text, " {mg}/{eg}");
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules_core::Color;

    #[test]
    fn written_weights_parse_to_the_same() {
        for variant in Variant::ALL {
            let weights = Weights::prior(variant);
            let mut read = Weights::zero();
            read.read(&weights.write());
            assert_eq!(read, weights, "{}", variant.id());
        }
    }

    #[test]
    fn every_line_of_every_weights_file_is_used() {
        for variant in Variant::ALL {
            let lines = || tuned(variant).lines().filter(|line| !line.starts_with('#'));
            assert!(lines().count() > 0, "{}", variant.id());
            let written = Weights::of(variant).write();
            for line in lines() {
                let mut used = written.lines();
                assert!(used.any(|other| other == line), "{}: {line}", variant.id());
            }
        }
    }

    #[test]
    fn flipping_the_start_position_swaps_the_sides() {
        for variant in Variant::ALL {
            let start = variant.start();
            for color in Color::ALL {
                for square in start.side(color) {
                    let piece = start.piece_at(square).map(|piece| piece.role);
                    let other = start.piece_at(flipped(variant, square));
                    assert_eq!(other.map(|piece| piece.role), piece, "{}", variant.id());
                    assert_ne!(other.map(|piece| piece.color), Some(color));
                }
            }
        }
    }
}
