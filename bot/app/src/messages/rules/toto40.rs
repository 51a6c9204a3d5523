//! Toto40 (TOTO-1 to TOTO-13).

use text::msg;

use crate::messages::rules::page::Page;

pub(super) fn pages() -> Vec<Page> {
    vec![
        Page::new(
            msg!("rules-title-start"),
            [
                msg!("rules-toto40-aim"),
                msg!("rules-toto40-board"),
                msg!("rules-toto40-crossing"),
                msg!("rules-white-first"),
            ],
        )
        .with(&["start"]),
        Page::new(
            msg!("rules-title-pieces"),
            [
                msg!("rules-toto40-chessmen"),
                msg!("rules-toto40-hawk"),
                msg!("rules-toto40-pawn"),
                msg!("rules-toto40-on-line"),
            ],
        )
        .with(&["king", "hawk", "pawn"]),
        Page::new(
            msg!("rules-toto40-title-line"),
            [
                msg!("rules-toto40-captures"),
                msg!("rules-toto40-hold"),
                msg!("rules-toto40-repetition"),
            ],
        )
        .with(&["line", "leaving"]),
        Page::new(
            msg!("rules-title-end"),
            [
                msg!("rules-toto40-win"),
                msg!("rules-toto40-check"),
                msg!("rules-toto40-lose-line"),
                msg!("rules-toto40-lose-moves"),
                msg!("rules-toto40-draws"),
            ],
        ),
        Page::new(
            msg!("rules-title-questions"),
            [
                msg!("rules-toto40-empty-line"),
                msg!("rules-toto40-jump"),
                msg!("rules-must-capture-no"),
                msg!("rules-toto40-king"),
                msg!("rules-toto40-refused"),
                msg!("rules-toto40-credits"),
            ],
        ),
    ]
}
