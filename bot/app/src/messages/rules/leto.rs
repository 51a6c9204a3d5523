//! Leto Chess (LETO-1 to LETO-15).

use rules_core::Variant;
use text::msg;

use crate::messages::rules::page::{Page, details_of_draws, end};
use crate::messages::rules::values;

pub(super) fn pages(variant: Variant) -> Vec<Page> {
    let has_kwaggas = variant == Variant::LetoKwagga;
    let mut pages = vec![
        if has_kwaggas {
            start(msg!("rules-leto-start-kwagga"))
                .with_start(msg!("rules-leto-start-kwagga-caption"))
        } else {
            start(msg!("rules-leto-start")).with_start(msg!("rules-leto-start-caption"))
        },
        throwing(),
        capturing(),
        pulling(),
    ];
    if has_kwaggas {
        pages.push(kwagga());
    }
    pages.extend([
        check(),
        pawns(if has_kwaggas {
            msg!("rules-leto-promotion-kwagga")
        } else {
            msg!("rules-leto-promotion")
        }),
        values::page(
            variant,
            [msg!("rules-leto-tip-king"), msg!("rules-leto-tip-rook")],
        ),
        end(),
        details_of_draws(if has_kwaggas {
            msg!("rules-leto-dead-kwagga")
        } else {
            msg!("rules-leto-dead")
        }),
    ]);
    pages.extend(details(if has_kwaggas {
        [
            msg!("rules-leto-chess-kwagga"),
            msg!("rules-leto-jump-kwagga"),
        ]
    } else {
        [msg!("rules-leto-chess"), msg!("rules-leto-jump")]
    }));
    pages
}

fn start(army: text::Message) -> Page {
    Page::new(
        msg!("rules-title-start"),
        [msg!("rules-leto-aim"), army, msg!("rules-white-first")],
    )
}

fn throwing() -> Page {
    Page::new(
        msg!("rules-leto-title-throw"),
        [
            msg!("rules-leto-move"),
            msg!("rules-leto-throw"),
            msg!("rules-leto-throw-lands"),
        ],
    )
    .with_diagram("throw", msg!("rules-leto-throw-caption"))
}

fn capturing() -> Page {
    Page::new(
        msg!("rules-leto-title-capture"),
        [
            msg!("rules-leto-throw-capture"),
            msg!("rules-leto-no-throw"),
            msg!("rules-leto-no-throw-move"),
        ],
    )
    .with_diagram("throw-capture", msg!("rules-leto-capture-caption"))
}

fn pulling() -> Page {
    Page::new(
        msg!("rules-leto-title-pull"),
        [
            msg!("rules-leto-pull-look"),
            msg!("rules-leto-pull"),
            msg!("rules-leto-no-choice"),
        ],
    )
    .with_diagram("pull", msg!("rules-leto-pull-caption"))
}

fn kwagga() -> Page {
    Page::new(
        msg!("rules-leto-title-kwagga"),
        [
            msg!("rules-leto-kwagga"),
            msg!("rules-leto-kwagga-again"),
            msg!("rules-leto-kwagga-capture"),
        ],
    )
    .with_diagram("kwagga", msg!("rules-leto-kwagga-caption"))
}

fn check() -> Page {
    Page::new(
        msg!("rules-leto-title-check"),
        [msg!("rules-leto-check"), msg!("rules-leto-check-after")],
    )
    .with_diagram("check", msg!("rules-leto-check-caption"))
}

fn pawns(promotion: text::Message) -> Page {
    Page::new(
        msg!("rules-leto-title-pawns"),
        [
            promotion,
            msg!("rules-leto-promotion-thrown"),
            msg!("rules-leto-pawn-first-rank"),
        ],
    )
    .with_diagram("throw-promotion", msg!("rules-leto-promotion-caption"))
}

fn details([chess, jump]: [text::Message; 2]) -> [Page; 6] {
    [
        Page::new(
            msg!("rules-leto-title-details-leto"),
            [
                msg!("rules-leto-no-landing"),
                msg!("rules-leto-own-piece"),
                msg!("rules-leto-who"),
            ],
        )
        .with_diagram("leto", msg!("rules-leto-leto-caption")),
        Page::new(
            msg!("rules-leto-title-details-moved"),
            [
                msg!("rules-leto-castling-lost"),
                msg!("rules-leto-double-step"),
                msg!("rules-leto-en-passant"),
            ],
        ),
        Page::new(
            msg!("rules-title-details-castling"),
            [
                msg!("rules-leto-castling"),
                msg!("rules-leto-castling-lands"),
                msg!("rules-leto-check-exposed"),
            ],
        ),
        Page::new(
            msg!("rules-title-details-more"),
            [chess, jump, msg!("rules-leto-must-capture")],
        ),
        Page::new(
            msg!("rules-leto-title-details-counting"),
            [
                msg!("rules-leto-counting"),
                msg!("rules-leto-notation"),
                msg!("rules-leto-notation-short"),
            ],
        ),
        Page::new(
            msg!("rules-title-origin"),
            [
                msg!("rules-leto-credits"),
                msg!("rules-leto-words"),
                msg!("rules-leto-inferred"),
            ],
        ),
    ]
}
