//! Piece values, and tips.

use rules_core::Role;
use text::{Message, Text, msg};

use crate::messages::rules::page::Page;

pub(super) fn page(values: &[(Role, u8)], tips: [Message; 2]) -> Page {
    let pieces = values.iter().map(|&(piece, halves)| {
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
    use rules_core::{Family, Variant};

    use super::*;
    use crate::messages::rules::game_rules;

    /// The engine's value of each slot. The application must not depend on the engine, so they are read from its source.
    fn material(variant: Variant) -> Vec<f64> {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/src/levels.rs");
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
            let pieces = game_rules(variant).values;
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
