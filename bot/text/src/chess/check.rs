//! Checks.

use rules_core::{Attacker, Throw, Variant};

use super::role_name;
use crate::{Arg, Message, Text, key, list, msg};

/// Tells the player to move who is in check by what. In Toto40, where check is only a warning, their king can be captured.
pub fn in_check(variant: Variant, attackers: &[Attacker]) -> Message {
    if variant == Variant::Toto40 {
        return msg!("check-warning", attackers = pieces(attackers));
    }
    if throws(attackers) {
        return msg!("check-thrown", threats = your_threats(attackers));
    }
    msg!("check", attackers = pieces(attackers))
}

/// Tells anyone that a side, such as "White", is to move and in check by what.
pub fn side_in_check(variant: Variant, side: Message, attackers: &[Attacker]) -> Message {
    if variant == Variant::Toto40 {
        return msg!("check-side-warning", side, attackers = pieces(attackers));
    }
    if throws(attackers) {
        let threats = threats(attackers, || key("theirs"));
        return msg!("check-side-thrown", side, threats);
    }
    msg!("check-side", side, attackers = pieces(attackers))
}

/// Returns whether a Leto is among the attackers, whose attack needs an explanation.
pub(super) fn throws(attackers: &[Attacker]) -> bool {
    attackers.iter().any(|attacker| attacker.throw.is_some())
}

/// "the rook on e8 and the queen on e2"
pub(super) fn pieces(attackers: &[Attacker]) -> Text {
    list::and(attackers.iter().map(|Attacker { piece, .. }| {
        msg!(
            "check-piece",
            piece = role_name(piece.role),
            square = piece.at.to_string()
        )
        .into()
    }))
}

/// Says what each attacker could do to the reader's king.
pub(super) fn your_threats(attackers: &[Attacker]) -> Text {
    threats(attackers, || key("yours"))
}

fn threats(attackers: &[Attacker], whose: impl Fn() -> Arg) -> Text {
    list::and(attackers.iter().map(|attacker| {
        let (piece, at) = (role_name(attacker.piece.role), attacker.piece.at);
        let king = attacker.king.to_string();
        match attacker.throw {
            None => msg!(
                "check-attacks",
                piece,
                at = at.to_string(),
                whose = whose(),
                king
            ),
            Some(Throw { thrown, over, .. }) => msg!(
                "check-throws",
                piece,
                at = at.to_string(),
                whose = whose(),
                thrown = role_name(thrown.role),
                from = thrown.at.to_string(),
                screen = role_name(over.role),
                over = over.at.to_string(),
                king
            ),
        }
        .into()
    }))
}
