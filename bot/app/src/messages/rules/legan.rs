//! Legan Chess (LEGAN-1 to LEGAN-6).

use rules_core::Variant;
use text::msg;

use crate::messages::rules::page::{Page, ends, page};
use crate::messages::rules::values;

pub(super) fn pages() -> [Vec<Page>; 2] {
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
        values::page(
            Variant::Legan,
            [msg!("rules-legan-tip-pawns"), msg!("rules-legan-tip-edge")],
        ),
    ];
    let mut details = ends(msg!("rules-legan-dead"));
    details.extend([
        page! {
            "rules-title-details-pawns": "rules-legan-straight", "rules-legan-edge",
                "rules-legan-squares"
        },
        page! { "rules-title-origin": "rules-legan-credits" },
    ]);
    [needed, details]
}
