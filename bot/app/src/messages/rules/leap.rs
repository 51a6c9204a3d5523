//! Leap Chess in its six forms (LEAP-1 to LEAP-11).

use rules_core::Role::{Alfil, Dabbabah, Knight, Pawn, Sail};
use rules_core::{Shape, Variant};
use text::msg;

use crate::messages::rules::page::{GameRules, Page, Shown, inferred, page};

pub(super) fn rules(variant: Variant) -> GameRules {
    let has_chains = variant.chains_captures();
    let must_capture = has_chains || variant.captures_are_mandatory();
    let is_small = variant.shape() == Shape::Cornerless44;
    let mut needed = vec![
        start(must_capture),
        page! {
            "rules-title-pieces": "rules-leap-alfil", "rules-leap-sail", "rules-leap-leaping";
            "sail" => "rules-leap-sail-caption"
        },
    ];
    if must_capture {
        needed.push(page! {
            "rules-leap-title-captures": "rules-leap-mandatory", "rules-leap-king-first",
                "rules-leap-en-passant";
            "mandatory" => "rules-leap-mandatory-caption"
        });
    }
    if has_chains {
        needed.push(page! {
            "rules-leap-title-chains": "rules-leap-chain", "rules-leap-chain-choice",
                "rules-leap-chain-wins";
            "chain" => "rules-leap-chain-caption"
        });
    }
    needed.extend([win(has_chains), pawns(is_small)]);
    let mut details = vec![page! {
        "rules-title-draws": "rules-draw-claim", "rules-leap-draw-automatic", "rules-draw-agreement"
    }];
    if is_small {
        needed.push(page! {
            "rules-leap-title-castling": "rules-leap-castling-king-side",
                "rules-leap-castling-queen-side";
            "castling-king-side" => "rules-leap-castling-king-side-caption"
        });
        details.push(page! {
            "rules-leap-title-castling-queen-side": "rules-leap-castling-black";
            "castling-queen-side" => "rules-leap-castling-queen-side-caption"
        });
    }
    let lure = if must_capture {
        msg!("rules-leap-tip-lure")
    } else {
        msg!("rules-leap-tip-beside")
    };
    details.push(castling_details(is_small, must_capture));
    if has_chains {
        details.extend(chain_details());
    }
    details.extend([
        board(is_small),
        page! { "rules-title-origin": "rules-leap-jump", "rules-leap-credits", "rules-leap-forms" },
    ]);
    GameRules {
        needed,
        values: &[(Sail, 6), (Knight, 6), (Dabbabah, 3), (Alfil, 2), (Pawn, 2)],
        tips: [lure, msg!("rules-leap-tip-reach")],
        details,
    }
}

fn start(must_capture: bool) -> Page {
    let chessmen = if must_capture {
        msg!("rules-leap-chessmen")
    } else {
        msg!("rules-leap-chessmen-optional")
    };
    let rules = [
        msg!("rules-leap-aim"),
        chessmen,
        msg!("rules-leap-red-first"),
    ];
    Page::new(msg!("rules-title-start"), rules)
        .showing(Shown::Start, msg!("rules-leap-start-caption"))
}

fn win(has_chains: bool) -> Page {
    let rules = [
        if has_chains {
            msg!("rules-leap-win-multi")
        } else {
            msg!("rules-leap-win")
        },
        msg!("rules-leap-stalemate"),
        msg!("rules-leap-bare-king"),
    ];
    Page::new(msg!("rules-leap-title-win"), rules)
}

fn pawns(is_small: bool) -> Page {
    let moves = if is_small {
        msg!("rules-leap-pawn-44")
    } else {
        msg!("rules-leap-pawn")
    };
    let rules = [moves, msg!("rules-leap-promotion")];
    Page::new(msg!("rules-leap-title-pawns"), rules)
        .showing(Shown::Diagram("pawn"), msg!("rules-leap-pawn-caption"))
}

fn castling_details(is_small: bool, must_capture: bool) -> Page {
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
    if must_capture {
        rules.push(msg!("rules-leap-castling-captures"));
    }
    Page::new(msg!("rules-title-details-castling"), rules)
}

fn chain_details() -> [Page; 3] {
    let counting = [
        inferred(msg!("rules-leap-chain-bare-king")),
        inferred(msg!("rules-leap-chain-en-passant")),
        msg!("rules-leap-inferred"),
    ];
    [
        page! {
            inferred "rules-leap-title-details-chains": "rules-leap-chain-check",
                "rules-leap-chain-stop", "rules-leap-chain-stop-early"
        },
        page! {
            inferred "rules-leap-title-details-stopping": "rules-leap-chain-promotion",
                "rules-leap-chain-king", "rules-leap-chain-king-must"
        },
        Page::new(msg!("rules-leap-title-details-counting"), counting),
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
