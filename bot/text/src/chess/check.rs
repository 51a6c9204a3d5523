//! Checks.

use rules_core::{Attacker, RoleAt, Throw, Variant};

use crate::{Message, Text, key, list, msg};

/// Tells the player to move who is in check by what. In Toto40, where check is only a warning, their king can be captured.
pub fn in_check(variant: Variant, attackers: &[Attacker]) -> Message {
    if variant == Variant::Toto40 {
        return msg!("check-warning", attackers = pieces(attackers));
    }
    if throws(attackers) {
        return msg!("check-thrown", threats = threats(attackers, "yours"));
    }
    msg!("check", attackers = pieces(attackers))
}

/// Tells anyone that a side, such as "White", is to move and in check by what.
pub fn side_in_check(variant: Variant, side: Message, attackers: &[Attacker]) -> Message {
    if variant == Variant::Toto40 {
        return msg!("check-side-warning", side, attackers = pieces(attackers));
    }
    if throws(attackers) {
        let threats = threats(attackers, "theirs");
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
        msg!("check-piece", piece = piece.role, square = piece.at).into()
    }))
}

/// Says what each attacker could do to a king: the reader's if `whose` is `yours`, anyone's if it is `theirs`.
pub(super) fn threats(attackers: &[Attacker], whose: &'static str) -> Text {
    list::and(attackers.iter().map(|attacker| {
        let (RoleAt { role, at }, king, whose) = (attacker.piece, attacker.king, key(whose));
        match attacker.throw {
            None => msg!("check-attacks", piece = role, at, whose, king),
            Some(Throw { thrown, over, .. }) => msg!(
                "check-throws",
                piece = role,
                at,
                whose,
                thrown = thrown.role,
                from = thrown.at,
                screen = over.role,
                over = over.at,
                king
            ),
        }
        .into()
    }))
}
