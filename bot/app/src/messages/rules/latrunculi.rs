//! Chess Latrunculi duo milia et septum (LATR-1 to LATR-5).

use rules_core::Variant;
use text::msg;

use crate::messages::rules::page::{Page, ends, page};
use crate::messages::rules::values;

pub(super) fn pages() -> [Vec<Page>; 2] {
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
        values::page(
            Variant::Latrunculi,
            [
                msg!("rules-latrunculi-tip-beside"),
                msg!("rules-latrunculi-tip-bishop"),
            ],
        ),
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
    [needed, details]
}
