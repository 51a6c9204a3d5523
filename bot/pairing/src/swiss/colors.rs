//! Color allocation (Article 5), and how well a pairing serves both color preferences (C10 to C13).

use std::cmp::Ordering;

use rules_core::Color;

use super::player::{ColorPreference, Player, Strength};

/// The rule that decided the colors of a pairing (Article 5.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ColorReason {
    /// Both preferences are granted (5.2.1).
    Granted,
    /// Both prefer the same color; the stronger preference is granted (5.2.2).
    Stronger,
    /// Both prefer the same color; colors alternate with the last round in which they differed (5.2.3).
    Alternation,
    /// Both prefer the same color; the higher-ranked player's preference is granted (5.2.4).
    Rank,
    /// Neither has a preference; odd pairing numbers get the initial color (5.2.5).
    Initial,
}

/// Allocates the colors of a pairing, where `initial` is the color of odd pairing numbers in the first round. Returns that of the
/// higher-ranked player.
pub(super) fn allocate(higher: &Player, lower: &Player, initial: Color) -> (Color, ColorReason) {
    let (own, other) = match (higher.preference, lower.preference) {
        (Some(own), Some(other)) => (own, other),
        (Some(own), None) => return (own.color, ColorReason::Granted),
        (None, Some(other)) => return (!other.color, ColorReason::Granted),
        (None, None) => {
            let is_odd = higher.pairing_number % 2 == 1;
            let color = if is_odd { initial } else { !initial };
            return (color, ColorReason::Initial);
        }
    };
    if own.color != other.color {
        return (own.color, ColorReason::Granted);
    }
    // The wider color difference decides between absolute preferences only.
    let strength = |player: &Player, preference: ColorPreference| match preference.strength {
        Strength::Absolute => (Strength::Absolute, player.color_difference.abs()),
        weaker => (weaker, 0),
    };
    match strength(higher, own).cmp(&strength(lower, other)) {
        Ordering::Greater => return (own.color, ColorReason::Stronger),
        Ordering::Less => return (!own.color, ColorReason::Stronger),
        Ordering::Equal => {}
    }
    let mut latest = higher.colors.iter().rev().zip(lower.colors.iter().rev());
    match latest.find(|(own, other)| own != other) {
        Some((last, _)) => (!*last, ColorReason::Alternation),
        None => (own.color, ColorReason::Rank),
    }
}

/// Which of the color criteria a pairing satisfies, from C10 to C13.
pub(super) fn satisfied_criteria(one: &Player, two: &Player) -> [bool; 4] {
    let (Some(first), Some(second)) = (one.preference, two.preference) else {
        return [true; 4];
    };
    if first.color != second.color {
        return [true; 4];
    }
    let weaker = first.strength.min(second.strength);
    let both_absolute = weaker == Strength::Absolute;
    let is_wide = |player: &Player| player.color_difference.abs() > 1;
    [
        // No color difference beyond two.
        !(both_absolute && is_wide(one) && is_wide(two)),
        // No one gets the same color three times in a row.
        !(both_absolute && gives_third_in_row(one, two, first.color)),
        // Both preferences are granted.
        false,
        // No strong preference is refused.
        weaker != Strength::Strong,
    ]
}

/// Whether a player gets the same color for the third time in a row when both have an absolute preference for `color`.
/// The one with the narrower color difference is refused it.
fn gives_third_in_row(one: &Player, two: &Player, color: Color) -> bool {
    let difference = |player: &Player| player.color_difference.abs();
    match difference(one).cmp(&difference(two)) {
        Ordering::Equal => {
            one.repeated_color().is_some() && one.repeated_color() == two.repeated_color()
        }
        Ordering::Less => one.repeated_color() == Some(!color),
        Ordering::Greater => two.repeated_color() == Some(!color),
    }
}
