//! Toto40 (TOTO-1 to TOTO-13).

use rules_core::Role::{Hawk, Knight, Pawn, Rook};
use text::msg;

use crate::messages::rules::page::{GameRules, Page, page};

pub(super) fn rules() -> GameRules {
    let needed = vec![
        page! {
            "rules-title-start": "rules-toto40-aim", "rules-toto40-crossing", "rules-white-first";
            "start" => "rules-toto40-start-caption"
        },
        page! {
            "rules-title-pieces": "rules-toto40-chessmen", "rules-toto40-hawk", "rules-toto40-pawn";
            "hawk" => "rules-toto40-hawk-caption"
        },
        page! {
            "rules-toto40-title-line": "rules-toto40-captures", "rules-toto40-on-line",
                "rules-toto40-pawn-stays";
            "line" => "rules-toto40-line-caption"
        },
        page! {
            "rules-toto40-title-hold": "rules-toto40-hold", "rules-toto40-answer",
                "rules-toto40-hold-pieces";
            "leaving" => "rules-toto40-leaving-caption"
        },
        page! {
            "rules-toto40-title-king": "rules-toto40-check", "rules-toto40-king";
            "king" => "rules-toto40-king-caption"
        },
        page! {
            "rules-title-end": "rules-toto40-lose", "rules-toto40-repetition", "rules-toto40-draws"
        },
    ];
    let details = vec![
        page! {
            "rules-toto40-title-details-line": "rules-toto40-board", "rules-toto40-empty-line",
                "rules-toto40-allowed"
        },
        page! {
            "rules-toto40-title-details-pieces": "rules-toto40-return", "rules-toto40-stop",
                "rules-toto40-jump"
        },
        page! {
            "rules-toto40-title-details-repetition": "rules-toto40-repetition-start",
                "rules-toto40-refused"
        },
        page! {
            "rules-title-details-pawns": "rules-toto40-pawn-black", "rules-toto40-pawn-absent";
            "pawn" => "rules-toto40-pawn-caption"
        },
        page! {
            "rules-title-origin": "rules-must-capture-no", "rules-toto40-no-draws",
                "rules-toto40-credits"
        },
    ];
    GameRules {
        needed,
        values: &[(Rook, 10), (Hawk, 7), (Knight, 6), (Pawn, 3)],
        tips: [msg!("rules-toto40-tip-two"), msg!("rules-toto40-tip-last")],
        details,
    }
}
