//! Leto Chess (LETO-1 to LETO-15).

use rules_core::Role::{Knight, Kwagga, Leto, Pawn, Queen, Rook};
use rules_core::{Role, Variant};
use text::msg;

use crate::messages::rules::page::{GameRules, Page, Shown, ends, page};

const VALUES: &[(Role, u8)] = &[(Queen, 21), (Rook, 9), (Knight, 6), (Leto, 5), (Pawn, 2)];
const KWAGGA_VALUES: &[(Role, u8)] = &[(Queen, 21), (Rook, 9), (Kwagga, 5), (Leto, 5), (Pawn, 2)];

pub(super) fn rules(variant: Variant) -> GameRules {
    let has_kwaggas = variant == Variant::LetoKwagga;
    let [army, caption, promotion, chess, jump, dead] = if has_kwaggas {
        [
            msg!("rules-leto-start-kwagga"),
            msg!("rules-leto-start-kwagga-caption"),
            msg!("rules-leto-promotion-kwagga"),
            msg!("rules-leto-chess-kwagga"),
            msg!("rules-leto-jump-kwagga"),
            msg!("rules-leto-dead-kwagga"),
        ]
    } else {
        [
            msg!("rules-leto-start"),
            msg!("rules-leto-start-caption"),
            msg!("rules-leto-promotion"),
            msg!("rules-leto-chess"),
            msg!("rules-leto-jump"),
            msg!("rules-leto-dead"),
        ]
    };
    let start = [msg!("rules-leto-aim"), army, msg!("rules-white-first")];
    let mut needed = vec![
        Page::new(msg!("rules-title-start"), start).showing(Shown::Start, caption),
        page! {
            "rules-leto-title-throw": "rules-leto-move", "rules-leto-throw",
                "rules-leto-throw-lands";
            "throw" => "rules-leto-throw-caption"
        },
        page! {
            "rules-leto-title-capture": "rules-leto-throw-capture", "rules-leto-no-throw";
            "throw-capture" => "rules-leto-capture-caption"
        },
        page! {
            "rules-leto-title-pull": "rules-leto-pull-look", "rules-leto-pull",
                "rules-leto-no-choice";
            "pull" => "rules-leto-pull-caption"
        },
    ];
    if has_kwaggas {
        needed.push(page! {
            "rules-leto-title-kwagga": "rules-leto-kwagga", "rules-leto-kwagga-again",
                "rules-leto-kwagga-capture";
            "kwagga" => "rules-leto-kwagga-caption"
        });
    }
    let pawns = [
        promotion,
        msg!("rules-leto-promotion-thrown"),
        msg!("rules-leto-pawn-first-rank"),
    ];
    needed.extend([
        page! {
            "rules-leto-title-check": "rules-leto-check", "rules-leto-check-after";
            "check" => "rules-leto-check-caption"
        },
        Page::new(msg!("rules-leto-title-pawns"), pawns).showing(
            Shown::Diagram("throw-promotion"),
            msg!("rules-leto-promotion-caption"),
        ),
    ]);
    let mut pages = ends(dead);
    pages.extend(details(chess, jump));
    GameRules {
        needed,
        values: if has_kwaggas { KWAGGA_VALUES } else { VALUES },
        tips: [msg!("rules-leto-tip-king"), msg!("rules-leto-tip-rook")],
        details: pages,
    }
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
