//! Toto40 (TOTO-1 to TOTO-13).

use rules_core::Variant;
use text::msg;

use crate::messages::rules::page::Page;
use crate::messages::rules::values;

pub(super) fn pages() -> Vec<Page> {
    vec![
        Page::new(
            msg!("rules-title-start"),
            [
                msg!("rules-toto40-aim"),
                msg!("rules-toto40-crossing"),
                msg!("rules-white-first"),
            ],
        )
        .with_diagram("start", msg!("rules-toto40-start-caption")),
        Page::new(
            msg!("rules-title-pieces"),
            [
                msg!("rules-toto40-chessmen"),
                msg!("rules-toto40-hawk"),
                msg!("rules-toto40-pawn"),
            ],
        )
        .with_diagram("hawk", msg!("rules-toto40-hawk-caption")),
        Page::new(
            msg!("rules-toto40-title-line"),
            [
                msg!("rules-toto40-captures"),
                msg!("rules-toto40-on-line"),
                msg!("rules-toto40-pawn-stays"),
            ],
        )
        .with_diagram("line", msg!("rules-toto40-line-caption")),
        Page::new(
            msg!("rules-toto40-title-hold"),
            [
                msg!("rules-toto40-hold"),
                msg!("rules-toto40-answer"),
                msg!("rules-toto40-hold-pieces"),
            ],
        )
        .with_diagram("leaving", msg!("rules-toto40-leaving-caption")),
        Page::new(
            msg!("rules-toto40-title-king"),
            [msg!("rules-toto40-check"), msg!("rules-toto40-king")],
        )
        .with_diagram("king", msg!("rules-toto40-king-caption")),
        Page::new(
            msg!("rules-toto40-title-repetition"),
            [
                msg!("rules-toto40-repetition"),
                msg!("rules-toto40-repetition-start"),
                msg!("rules-toto40-refused"),
            ],
        ),
        values::page(
            Variant::Toto40,
            [msg!("rules-toto40-tip-two"), msg!("rules-toto40-tip-last")],
        ),
        Page::new(
            msg!("rules-title-end"),
            [
                msg!("rules-toto40-win"),
                msg!("rules-toto40-lose"),
                msg!("rules-toto40-draws"),
            ],
        ),
        Page::new(
            msg!("rules-toto40-title-details-line"),
            [
                msg!("rules-toto40-board"),
                msg!("rules-toto40-empty-line"),
                msg!("rules-toto40-allowed"),
            ],
        ),
        Page::new(
            msg!("rules-toto40-title-details-pieces"),
            [
                msg!("rules-toto40-return"),
                msg!("rules-toto40-stop"),
                msg!("rules-toto40-jump"),
            ],
        ),
        Page::new(
            msg!("rules-title-details-pawns"),
            [
                msg!("rules-toto40-pawn-black"),
                msg!("rules-toto40-pawn-absent"),
            ],
        )
        .with_diagram("pawn", msg!("rules-toto40-pawn-caption")),
        Page::new(
            msg!("rules-title-origin"),
            [
                msg!("rules-must-capture-no"),
                msg!("rules-toto40-no-draws"),
                msg!("rules-toto40-credits"),
            ],
        ),
    ]
}
