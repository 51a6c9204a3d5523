//! Chess Latrunculi duo milia et septum (LATR-1 to LATR-5).

use rules_core::Role::{Bishop, Knight, Pawn, Queen, Rook};
use text::msg;

use crate::messages::rules::page::{GameRules, Page, ends, page};

pub(super) fn rules() -> GameRules {
    let needed = vec![
        page! {
            "rules-title-start": "rules-latrunculi-start", "rules-white-first";
            start => "rules-latrunculi-start-caption"
        },
        page! {
            "rules-latrunculi-title-rook": "rules-latrunculi-rook";
            "rook" => "rules-latrunculi-rook-caption"
        },
        page! {
            "rules-latrunculi-title-bishop": "rules-latrunculi-bishop",
                "rules-latrunculi-bishop-color";
            "bishop" => "rules-latrunculi-bishop-caption"
        },
    ];
    let mut details = ends(msg!("rules-latrunculi-dead"));
    details.extend([
        page! {
            "rules-title-details-more": "rules-latrunculi-not-dead", "rules-latrunculi-castling",
                "rules-latrunculi-pawn"
        },
        page! {
            "rules-latrunculi-title-details-pieces": "rules-latrunculi-king",
                "rules-latrunculi-jump", "rules-latrunculi-letters"
        },
        page! { "rules-title-origin": "rules-must-capture-no", "rules-latrunculi-credits" },
    ]);
    GameRules {
        needed,
        values: &[(Queen, 17), (Rook, 12), (Bishop, 9), (Knight, 6), (Pawn, 2)],
        tips: [
            msg!("rules-latrunculi-tip-beside"),
            msg!("rules-latrunculi-tip-bishop"),
        ],
        details,
    }
}
