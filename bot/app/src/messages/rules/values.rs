//! Piece values, and tips.

use rules_core::{Family, Role, Variant};
use text::{Message, Text, key, msg};

use crate::messages::rules::page::Page;

/// Approximate piece values in half points, on a scale with the knight at three points.
fn values(variant: Variant) -> &'static [(Role, u8)] {
    use Role::{Alfil, Bishop, Dabbabah, Hawk, Knight, Kwagga, Leto, Pawn, Queen, Rook, Sail};
    match variant.family() {
        Family::Leto if variant == Variant::LetoKwagga => {
            &[(Queen, 21), (Rook, 9), (Kwagga, 5), (Leto, 5), (Pawn, 2)]
        }
        Family::Leto => &[(Queen, 21), (Rook, 9), (Knight, 6), (Leto, 5), (Pawn, 2)],
        Family::Legan => &[(Queen, 20), (Rook, 9), (Bishop, 6), (Knight, 6), (Pawn, 2)],
        Family::Toto40 => &[(Rook, 10), (Hawk, 7), (Knight, 6), (Pawn, 3)],
        Family::Leap => &[(Sail, 6), (Knight, 6), (Dabbabah, 3), (Alfil, 2), (Pawn, 2)],
        Family::Latrunculi => &[(Queen, 17), (Rook, 12), (Bishop, 9), (Knight, 6), (Pawn, 2)],
    }
}

pub(super) fn page(variant: Variant, tips: [Message; 2]) -> Page {
    let pieces = values(variant).iter().map(|&(role, halves)| {
        let piece = msg!("piece-name", role = key(role.name()), count = 1);
        let half = if halves % 2 == 1 { "½" } else { "" };
        let value = format!("{}{half}", halves / 2);
        Text::from(msg!("rules-value", piece, value))
    });
    let values = msg!("rules-values", pieces = Text::join(pieces, ", "));
    let [first, second] = tips;
    Page::new(msg!("rules-title-values"), [values, first, second])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The engine's value of each slot. The application must not depend on the engine, so they are read from its source.
    fn material(variant: Variant) -> Vec<f64> {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/src/eval.rs");
        let source = std::fs::read_to_string(file).unwrap();
        let values = source.split_once(&format!("Variant::{variant:?} => &["));
        let (values, _) = values.unwrap().1.split_once(']').unwrap();
        let value = |word: &str| word.parse().unwrap_or(0.0);
        values.split(", ").map(value).collect()
    }

    #[test]
    fn values_are_about_those_of_the_engine() {
        for variant in Variant::ALL {
            let material = material(variant);
            // Kwaggas have the knight's slot; their game is measured by the knight of Leto Chess.
            let knight = match variant {
                Variant::LetoKwagga => super::tests::material(Variant::Leto)[Role::Knight.slot()],
                _ => material[Role::Knight.slot()],
            };
            let pieces = values(variant);
            for &(role, halves) in pieces {
                let engine = material[role.slot()] * 6.0 / knight;
                let off = (f64::from(halves) - engine).abs();
                assert!(off <= 1.0, "{variant} {role}: {halves} halves, {engine}");
            }
            let all = variant.roles().iter().filter(|role| {
                // A bishop of Leto Chess only comes by promotion.
                **role != Role::King && (variant.family() != Family::Leto || **role != Role::Bishop)
            });
            assert!(all.count() == pieces.len(), "{variant}");
            assert!(pieces.is_sorted_by(|a, b| a.1 >= b.1), "{variant}");
        }
    }
}
