//! Leto Chess (LETO-1 to LETO-15).

use rules_core::Variant;
use text::msg;

use crate::messages::rules::page::{Page, ends, page};
use crate::messages::rules::values;

pub(super) fn pages(variant: Variant) -> [Vec<Page>; 2] {
    let has_kwaggas = variant == Variant::LetoKwagga;
    let mut needed = vec![
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
        needed.push(kwagga());
    }
    needed.extend([
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
    ]);
    let [chess, jump, dead] = if has_kwaggas {
        [
            msg!("rules-leto-chess-kwagga"),
            msg!("rules-leto-jump-kwagga"),
            msg!("rules-leto-dead-kwagga"),
        ]
    } else {
        [
            msg!("rules-leto-chess"),
            msg!("rules-leto-jump"),
            msg!("rules-leto-dead"),
        ]
    };
    let mut pages = ends(dead).to_vec();
    pages.extend(details(chess, jump));
    [needed, pages]
}

fn start(army: text::Message) -> Page {
    Page::new(
        msg!("rules-title-start"),
        [msg!("rules-leto-aim"), army, msg!("rules-white-first")],
    )
}

fn throwing() -> Page {
    page! {
        "rules-leto-title-throw": "rules-leto-move", "rules-leto-throw", "rules-leto-throw-lands";
        "throw" => "rules-leto-throw-caption"
    }
}

fn capturing() -> Page {
    page! {
        "rules-leto-title-capture": "rules-leto-throw-capture", "rules-leto-no-throw";
        "throw-capture" => "rules-leto-capture-caption"
    }
}

fn pulling() -> Page {
    page! {
        "rules-leto-title-pull": "rules-leto-pull-look", "rules-leto-pull", "rules-leto-no-choice";
        "pull" => "rules-leto-pull-caption"
    }
}

fn kwagga() -> Page {
    page! {
        "rules-leto-title-kwagga": "rules-leto-kwagga", "rules-leto-kwagga-again",
            "rules-leto-kwagga-capture";
        "kwagga" => "rules-leto-kwagga-caption"
    }
}

fn check() -> Page {
    page! {
        "rules-leto-title-check": "rules-leto-check", "rules-leto-check-after";
        "check" => "rules-leto-check-caption"
    }
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

fn details(chess: text::Message, jump: text::Message) -> [Page; 6] {
    [
        page! {
            "rules-leto-title-details-leto": "rules-leto-no-landing", "rules-leto-own-piece",
                "rules-leto-who";
            "leto" => "rules-leto-leto-caption"
        },
        page! {
            "rules-leto-title-details-moved": "rules-leto-castling-lost", "rules-leto-double-step",
                "rules-leto-en-passant"
        },
        page! {
            "rules-title-details-castling": "rules-leto-castling", "rules-leto-castling-lands",
                "rules-leto-check-exposed"
        },
        Page::new(
            msg!("rules-title-details-more"),
            [chess, jump, msg!("rules-leto-must-capture")],
        ),
        page! {
            "rules-leto-title-details-counting": "rules-leto-counting", "rules-leto-notation",
                "rules-leto-notation-short"
        },
        page! {
            "rules-title-origin": "rules-leto-credits", "rules-leto-words", "rules-leto-inferred"
        },
    ]
}
