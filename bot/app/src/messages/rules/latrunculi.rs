//! Chess Latrunculi duo milia et septum (LATR-1 to LATR-5).

use rules_core::Variant;
use text::msg;

use crate::messages::rules::page::{Page, details_of_draws, end};
use crate::messages::rules::values;

pub(super) fn pages() -> Vec<Page> {
    vec![
        Page::new(
            msg!("rules-title-start"),
            [
                msg!("rules-latrunculi-aim"),
                msg!("rules-latrunculi-start"),
                msg!("rules-white-first"),
            ],
        )
        .with_start(msg!("rules-latrunculi-start-caption")),
        Page::new(
            msg!("rules-latrunculi-title-rook"),
            [msg!("rules-latrunculi-rook")],
        )
        .with_diagram("rook", msg!("rules-latrunculi-rook-caption")),
        Page::new(
            msg!("rules-latrunculi-title-bishop"),
            [
                msg!("rules-latrunculi-bishop"),
                msg!("rules-latrunculi-bishop-color"),
            ],
        )
        .with_diagram("bishop", msg!("rules-latrunculi-bishop-caption")),
        values::page(
            Variant::Latrunculi,
            [
                msg!("rules-latrunculi-tip-beside"),
                msg!("rules-latrunculi-tip-bishop"),
            ],
        ),
        end(),
        details_of_draws(msg!("rules-latrunculi-dead")),
        Page::new(
            msg!("rules-title-details-more"),
            [
                msg!("rules-latrunculi-not-dead"),
                msg!("rules-latrunculi-castling"),
                msg!("rules-latrunculi-pawn"),
            ],
        ),
        Page::new(
            msg!("rules-latrunculi-title-details-pieces"),
            [
                msg!("rules-latrunculi-king"),
                msg!("rules-latrunculi-jump"),
                msg!("rules-latrunculi-letters"),
            ],
        ),
        Page::new(
            msg!("rules-title-origin"),
            [
                msg!("rules-must-capture-no"),
                msg!("rules-latrunculi-credits"),
            ],
        ),
    ]
}
