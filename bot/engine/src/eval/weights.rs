//! The weights of the evaluation: a plain starting guess, and on top of it what the tuner has found, from `data/*.weights`.

use super::geometry::turned;
use super::layout::{self as at, GROUPS, LEN};
use crate::play::{KING, LETO, PAWN};
use rules_core::{Family, Role, Shape, Square, Variant};
use std::fmt::Write as _;

/// Every weight: in hundredths of a pawn on the full board and at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Weights(pub(crate) Box<[(i32, i32); LEN]>);

/// What the tuner has written for a rule set; the head of each file says by which command it was made.
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

/// What a piece might be worth before anything has been measured: the usual values of orthodox pieces, for the others the
/// share of the knight's eight squares that they reach.
fn guess(variant: Variant, role: Role) -> i32 {
    let crowned = matches!(variant, Variant::Latrunculi);
    match role {
        Role::King => 0,
        Role::Pawn => 100,
        Role::Knight | Role::Leto | Role::Sail | Role::Hawk => 320,
        Role::Kwagga => 280,
        Role::Bishop => 330 + if crowned { 130 } else { 0 },
        Role::Rook => 500 + if crowned { 130 } else { 0 },
        Role::Queen => 950,
        Role::Alfil => 140,
        Role::Dabbabah => 160,
    }
}

/// How central a square is, from -3 to 3.
fn centrality(shape: Shape, square: Square) -> i32 {
    let reach = shape
        .squares()
        .iter()
        .filter(|&other| {
            let df = shape.file(square).abs_diff(shape.file(other));
            let dr = shape.rank(square).abs_diff(shape.rank(other));
            df.max(dr) <= 2
        })
        .count();
    // From 9 squares in a corner to 25 in the middle.
    i32::try_from(reach).unwrap_or(0).clamp(9, 25) * 6 / 16 - 6
}

impl Weights {
    pub(crate) fn zero() -> Self {
        Self(Box::new([(0, 0); LEN]))
    }

    /// The starting guess: material, the middle of the board, pawns that go forward, freedom to move.
    pub(crate) fn prior(variant: Variant) -> Self {
        let mut weights = Self::zero();
        let table = &mut weights.0;
        let shape = variant.shape();
        for &role in variant.roles() {
            let slot = role.slot();
            let worth = guess(variant, role);
            table[at::MATERIAL.at(slot)] = (worth, worth);
            let unit = if slot == KING || slot == PAWN { 0 } else { 2 };
            table[at::MOBILITY.at(slot)] = (unit, unit);
            if slot != KING {
                table[at::HANGING.at(slot)] = (-worth / 12, -worth / 12);
                table[at::PAWN_THREAT.at(slot)] = (worth / 10, worth / 10);
                table[at::KING_ZONE.at(slot)] = (5, 1);
            }
            for square in shape.squares() {
                let center = 4 * centrality(shape, square);
                let full_turn = turned(variant, square);
                let ahead = match variant.family() {
                    Family::Toto40 => 0,
                    _ => forward(variant, square) - forward(variant, full_turn),
                };
                table[at::PLACEMENT.on(slot, square.index())] = match slot {
                    PAWN => (ahead, 2 * ahead),
                    KING => (-2 * center, center),
                    _ => (center, center),
                };
            }
        }
        for n in 0..at::KING_ATTACKERS.len {
            let n = i32::try_from(n).unwrap_or(0);
            table[at::KING_ATTACKERS.at(n.unsigned_abs() as usize)] = (4 * n * n, n * n);
        }
        for (n, bonus) in [(0, 0), (1, 10), (2, 20), (3, 25)] {
            table[at::SHIELD.at(n)] = (bonus, 0);
        }
        for n in 0..at::PASSED.len {
            let near = i32::try_from(at::PASSED.len - n).unwrap_or(0);
            table[at::PASSED.at(n)] = (2 * near, near * near);
        }
        table[at::PASSED.at(0)] = (0, 0);
        table[at::DOUBLED.first] = (-8, -12);
        table[at::CHAINED.first] = (6, 4);
        table[at::TEMPO.first] = (15, 10);
        for (n, bonus) in [(0, -120), (1, -40), (2, 0), (3, 20), (4, 30), (5, 35)] {
            table[at::LINE.at(n)] = (bonus, bonus);
        }
        table[at::LINE_ATTACKED.first] = (-15, -15);
        for (n, bonus) in [(0, 8), (1, 15), (2, 5)] {
            table[at::LETO_AIM.at(n)] = (bonus, bonus / 2);
        }
        for n in 0..at::KING_DANGER.len {
            let units = i32::try_from(n).unwrap_or(0);
            table[at::KING_DANGER.at(n)] = (units * units / 5, units / 2);
        }
        for n in 0..at::PASSED_FREE.len {
            let near = i32::try_from(at::PASSED_FREE.len - n).unwrap_or(0);
            table[at::PASSED_FREE.at(n)] = (near / 2, near * near / 3);
        }
        table[at::MATERIAL.at(KING)] = (0, 0);
        if !variant.roles().contains(&Role::Leto) {
            table[at::MATERIAL.at(LETO)] = (0, 0);
        }
        weights
    }

    /// The weights that are played with.
    pub(crate) fn of(variant: Variant) -> Self {
        let mut weights = Self::prior(variant);
        weights.read(tuned(variant));
        weights
    }

    /// Takes over the groups that a file of weights has. Lines: `# remark`, or a group's name and its weights as `full/end`; a group that
    /// is too short or cannot be read is left as it is.
    pub(crate) fn read(&mut self, text: &str) {
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let Some(group) = words
                .next()
                .and_then(|name| GROUPS.iter().find(|group| group.name == name))
            else {
                continue;
            };
            let values: Option<Vec<(i32, i32)>> = words
                .map(|word| {
                    let (full, end) = word.split_once('/')?;
                    Some((full.parse().ok()?, end.parse().ok()?))
                })
                .collect();
            if let Some(values) = values.filter(|values| values.len() == group.len) {
                self.0[group.first..group.first + group.len].copy_from_slice(&values);
            }
        }
    }

    /// In the form that [`Weights::read`] reads.
    pub(crate) fn write(&self) -> String {
        let mut text = String::new();
        for group in GROUPS {
            text.push_str(group.name);
            for (full, end) in &self.0[group.first..group.first + group.len] {
                let _ = write!(text, " {full}/{end}");
            }
            text.push('\n');
        }
        text
    }
}

/// How far a square is from White's side, in hundredths of a pawn for a pawn that stands there.
fn forward(variant: Variant, square: Square) -> i32 {
    let shape = variant.shape();
    let rank = i32::from(shape.rank(square));
    match variant {
        Variant::Legan => rank * 2 + i32::from(shape.files()) - i32::from(shape.file(square)) * 2,
        _ => rank * 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules_core::Color;

    #[test]
    fn weights_that_are_written_are_read_back_the_same() {
        for variant in Variant::ALL {
            let weights = Weights::prior(variant);
            let mut read = Weights::zero();
            read.read(&weights.write());
            assert_eq!(read, weights, "{}", variant.id());
        }
    }

    #[test]
    fn every_line_of_every_file_of_weights_is_taken_over() {
        for variant in Variant::ALL {
            let lines = || tuned(variant).lines().filter(|line| !line.starts_with('#'));
            assert!(lines().count() > 0, "{}", variant.id());
            let written = Weights::of(variant).write();
            for line in lines() {
                let mut taken = written.lines();
                assert!(taken.any(|other| other == line), "{}: {line}", variant.id());
            }
        }
    }

    #[test]
    fn the_start_is_the_same_for_both_sides_but_for_the_move() {
        for variant in Variant::ALL {
            let start = variant.start();
            for color in Color::ALL {
                for square in start.side(color) {
                    let piece = start.piece_at(square).map(|piece| piece.role);
                    let other = start.piece_at(turned(variant, square));
                    assert_eq!(other.map(|piece| piece.role), piece, "{}", variant.id());
                    assert_ne!(other.map(|piece| piece.color), Some(color));
                }
            }
        }
    }
}
