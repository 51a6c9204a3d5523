//! Leap Chess in its six forms (LEAP-1 to LEAP-11).

use rules_core::{Shape, Variant};
use text::msg;

use crate::messages::rules::page::{Page, inferred, page};
use crate::messages::rules::values;

/// Whether a form's captures are optional, mandatory, or continue in chains.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Captures {
    Optional,
    Mandatory,
    Multi,
}

impl Captures {
    fn of(variant: Variant) -> Self {
        match (variant.captures_are_mandatory(), variant.chains_captures()) {
            (_, true) => Self::Multi,
            (true, false) => Self::Mandatory,
            (false, false) => Self::Optional,
        }
    }
}

pub(super) fn pages(variant: Variant) -> [Vec<Page>; 2] {
    let captures = Captures::of(variant);
    let is_small = variant.shape() == Shape::Cornerless44;
    let mut needed = vec![start(captures), pieces()];
    if captures != Captures::Optional {
        needed.push(mandatory());
    }
    if captures == Captures::Multi {
        needed.push(chains());
    }
    needed.extend([win(captures), pawns(is_small)]);
    let mut details = vec![draws()];
    if is_small {
        needed.push(castling_with_a_knight());
        details.push(castling_queen_side());
    }
    let lure = match captures {
        Captures::Optional => msg!("rules-leap-tip-beside"),
        _ => msg!("rules-leap-tip-lure"),
    };
    let tips = [lure, msg!("rules-leap-tip-reach")];
    needed.push(values::page(variant, tips));
    details.push(castling_details(is_small, captures));
    if captures == Captures::Multi {
        details.extend(chain_details());
    }
    details.extend([board(is_small), origin()]);
    [needed, details]
}

fn start(captures: Captures) -> Page {
    let chessmen = match captures {
        Captures::Optional => msg!("rules-leap-chessmen-optional"),
        _ => msg!("rules-leap-chessmen"),
    };
    Page::new(
        msg!("rules-title-start"),
        [
            msg!("rules-leap-aim"),
            chessmen,
            msg!("rules-leap-red-first"),
        ],
    )
    .with_start(msg!("rules-leap-start-caption"))
}

fn pieces() -> Page {
    page! {
        "rules-title-pieces": "rules-leap-alfil", "rules-leap-sail", "rules-leap-leaping";
        "sail" => "rules-leap-sail-caption"
    }
}

fn mandatory() -> Page {
    page! {
        "rules-leap-title-captures": "rules-leap-mandatory", "rules-leap-king-first",
            "rules-leap-en-passant";
        "mandatory" => "rules-leap-mandatory-caption"
    }
}

fn chains() -> Page {
    page! {
        "rules-leap-title-chains": "rules-leap-chain", "rules-leap-chain-choice",
            "rules-leap-chain-wins";
        "chain" => "rules-leap-chain-caption"
    }
}

fn win(captures: Captures) -> Page {
    let checkmate = match captures {
        Captures::Multi => msg!("rules-leap-win-multi"),
        _ => msg!("rules-leap-win"),
    };
    Page::new(
        msg!("rules-leap-title-win"),
        [
            checkmate,
            msg!("rules-leap-stalemate"),
            msg!("rules-leap-bare-king"),
        ],
    )
}

fn pawns(is_small: bool) -> Page {
    let moves = if is_small {
        msg!("rules-leap-pawn-44")
    } else {
        msg!("rules-leap-pawn")
    };
    let rules = [moves, msg!("rules-leap-promotion")];
    Page::new(msg!("rules-leap-title-pawns"), rules)
        .with_diagram("pawn", msg!("rules-leap-pawn-caption"))
}

fn castling_with_a_knight() -> Page {
    page! {
        "rules-leap-title-castling": "rules-leap-castling-king-side",
            "rules-leap-castling-queen-side";
        "castling-king-side" => "rules-leap-castling-king-side-caption"
    }
}

fn castling_queen_side() -> Page {
    page! {
        "rules-leap-title-castling-queen-side": "rules-leap-castling-black";
        "castling-queen-side" => "rules-leap-castling-queen-side-caption"
    }
}

fn draws() -> Page {
    page! {
        "rules-title-draws": "rules-draw-claim", "rules-leap-draw-automatic", "rules-draw-agreement"
    }
}

fn castling_details(is_small: bool, captures: Captures) -> Page {
    let mut rules = if is_small {
        vec![
            msg!("rules-leap-castling-rights"),
            msg!("rules-leap-castling-check"),
        ]
    } else {
        vec![
            msg!("rules-leap-castling-64"),
            msg!("rules-leap-castling-64-check"),
        ]
    };
    if captures != Captures::Optional {
        rules.push(msg!("rules-leap-castling-captures"));
    }
    Page::new(msg!("rules-title-details-castling"), rules)
}

fn chain_details() -> [Page; 3] {
    [
        Page::new(
            msg!("rules-leap-title-details-chains"),
            [
                inferred(msg!("rules-leap-chain-check")),
                inferred(msg!("rules-leap-chain-stop")),
                inferred(msg!("rules-leap-chain-stop-early")),
            ],
        ),
        Page::new(
            msg!("rules-leap-title-details-stopping"),
            [
                inferred(msg!("rules-leap-chain-promotion")),
                inferred(msg!("rules-leap-chain-king")),
                inferred(msg!("rules-leap-chain-king-must")),
            ],
        ),
        Page::new(
            msg!("rules-leap-title-details-counting"),
            [
                inferred(msg!("rules-leap-chain-bare-king")),
                inferred(msg!("rules-leap-chain-en-passant")),
                msg!("rules-leap-inferred"),
            ],
        ),
    ]
}

fn board(is_small: bool) -> Page {
    let mut rules = if is_small {
        vec![
            msg!("rules-leap-board-44"),
            msg!("rules-leap-board-44-pawn"),
        ]
    } else {
        vec![msg!("rules-leap-board-64")]
    };
    rules.push(msg!("rules-leap-step"));
    Page::new(msg!("rules-leap-title-details-board"), rules)
}

fn origin() -> Page {
    page! { "rules-title-origin": "rules-leap-jump", "rules-leap-credits", "rules-leap-forms" }
}
