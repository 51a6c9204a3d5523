//! Chess Latrunculi duo milia et septum (LATR-1 to LATR-5).

use text::msg;

use crate::messages::rules::page::{Page, draws};

pub(super) fn pages() -> Vec<Page> {
    let mut end = vec![msg!("rules-checkmate")];
    end.extend(draws(msg!("rules-latrunculi-dead")));
    end.push(msg!("rules-latrunculi-not-dead"));
    vec![
        Page::new(
            msg!("rules-title-start"),
            [
                msg!("rules-aim-checkmate"),
                msg!("rules-latrunculi-start"),
                msg!("rules-white-first"),
            ],
        )
        .with_board(),
        Page::new(
            msg!("rules-latrunculi-title-crowned"),
            [
                msg!("rules-latrunculi-rook"),
                msg!("rules-latrunculi-bishop"),
                msg!("rules-latrunculi-chess"),
            ],
        )
        .with(&["rook", "bishop"]),
        Page::new(msg!("rules-title-end"), end),
        Page::new(
            msg!("rules-title-questions"),
            [
                msg!("rules-latrunculi-jump"),
                msg!("rules-must-capture-no"),
                msg!("rules-latrunculi-king"),
                msg!("rules-latrunculi-credits"),
            ],
        ),
    ]
}
