//! Legan Chess (LEGAN-1 to LEGAN-6).

use text::msg;

use crate::messages::rules::page::{Page, draws};

pub(super) fn pages() -> Vec<Page> {
    let mut end = vec![msg!("rules-checkmate")];
    end.extend(draws(msg!("rules-legan-dead")));
    vec![
        Page::new(
            msg!("rules-title-start"),
            [
                msg!("rules-aim-checkmate"),
                msg!("rules-legan-start"),
                msg!("rules-white-first"),
            ],
        )
        .with(&["start"]),
        Page::new(
            msg!("rules-legan-title-pawns"),
            [
                msg!("rules-legan-pawn-move"),
                msg!("rules-legan-pawn-capture"),
                msg!("rules-legan-promotion"),
                msg!("rules-legan-pawn-absent"),
            ],
        )
        .with(&["pawn", "promotion"]),
        Page::new(
            msg!("rules-title-pieces"),
            [
                msg!("rules-legan-pieces-chess"),
                msg!("rules-legan-castling"),
            ],
        )
        .with(&["rook", "bishop", "knight"]),
        Page::new(msg!("rules-title-end"), end),
        Page::new(
            msg!("rules-title-questions"),
            [
                msg!("rules-legan-jump"),
                msg!("rules-must-capture-no"),
                msg!("rules-legan-straight"),
                msg!("rules-legan-edge"),
                msg!("rules-legan-queen-square"),
                msg!("rules-legan-credits"),
            ],
        ),
    ]
}
