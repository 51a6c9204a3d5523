//! Legan Chess (LEGAN-1 to LEGAN-6).

use rules_core::Variant;
use text::msg;

use crate::messages::rules::page::{Page, details_of_draws, end};
use crate::messages::rules::values;

pub(super) fn pages() -> Vec<Page> {
    vec![
        Page::new(
            msg!("rules-title-start"),
            [
                msg!("rules-legan-aim"),
                msg!("rules-legan-pieces"),
                msg!("rules-legan-absent"),
            ],
        )
        .with_diagram("start", msg!("rules-legan-start-caption")),
        Page::new(
            msg!("rules-legan-title-pawns"),
            [
                msg!("rules-legan-pawn-move"),
                msg!("rules-legan-pawn-capture"),
                msg!("rules-legan-pawn-black"),
            ],
        )
        .with_diagram("pawn", msg!("rules-legan-pawn-caption")),
        Page::new(
            msg!("rules-legan-title-promotion"),
            [
                msg!("rules-legan-promotion"),
                msg!("rules-legan-promotion-must"),
                msg!("rules-legan-promotion-queen"),
            ],
        )
        .with_diagram("promotion", msg!("rules-legan-promotion-caption")),
        values::page(
            Variant::Legan,
            [msg!("rules-legan-tip-pawns"), msg!("rules-legan-tip-edge")],
        ),
        end(),
        details_of_draws(msg!("rules-legan-dead")),
        Page::new(
            msg!("rules-title-details-pawns"),
            [
                msg!("rules-legan-straight"),
                msg!("rules-legan-edge"),
                msg!("rules-legan-squares"),
            ],
        ),
        Page::new(
            msg!("rules-title-origin"),
            [
                msg!("rules-must-capture-no"),
                msg!("rules-legan-jump"),
                msg!("rules-legan-credits"),
            ],
        ),
    ]
}
