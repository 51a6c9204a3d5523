//! Legan Chess (LEGAN-1 to LEGAN-6).

use rules_core::Role::{Bishop, Knight, Pawn, Queen, Rook};
use text::msg;

use crate::messages::rules::page::{GameRules, Page, ends, page};

pub(super) fn rules() -> GameRules {
    let needed = vec![
        page! {
            "rules-title-start": "rules-legan-aim", "rules-legan-pieces", "rules-legan-absent";
            "start" => "rules-legan-start-caption"
        },
        page! {
            "rules-legan-title-pawns": "rules-legan-pawn-move", "rules-legan-pawn-capture",
                "rules-legan-pawn-black";
            "pawn" => "rules-legan-pawn-caption"
        },
        page! {
            "rules-legan-title-promotion": "rules-legan-promotion", "rules-legan-promotion-must",
                "rules-legan-promotion-queen";
            "promotion" => "rules-legan-promotion-caption"
        },
    ];
    let mut details = ends(msg!("rules-legan-dead"));
    details.extend([
        page! {
            "rules-title-details-pawns": "rules-legan-straight", "rules-legan-edge",
                "rules-legan-squares"
        },
        page! { "rules-title-origin": "rules-legan-credits" },
    ]);
    GameRules {
        needed,
        values: &[(Queen, 20), (Rook, 9), (Bishop, 6), (Knight, 6), (Pawn, 2)],
        tips: [msg!("rules-legan-tip-pawns"), msg!("rules-legan-tip-edge")],
        details,
    }
}
