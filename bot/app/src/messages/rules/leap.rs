//! Leap Chess in its six forms (LEAP-1 to LEAP-11).

use rules_core::{Shape, Variant};
use text::{Message, msg};

use crate::messages::rules::page::{Page, inferred};

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

pub(super) fn pages(variant: Variant) -> Vec<Page> {
    let captures = Captures::of(variant);
    let shape = variant.shape();
    let mut pages = vec![
        start(shape, captures),
        pieces(shape),
        castling(shape, captures),
    ];
    if captures != Captures::Optional {
        pages.push(mandatory());
    }
    if captures == Captures::Multi {
        pages.push(chains());
    }
    pages.extend([end(captures), questions(captures)]);
    pages
}

fn start(shape: Shape, captures: Captures) -> Page {
    let board = match shape {
        Shape::Cornerless44 => msg!("rules-leap-board-44"),
        _ => msg!("rules-leap-board-64"),
    };
    let form = match captures {
        Captures::Optional => msg!("rules-leap-form-optional"),
        Captures::Mandatory => msg!("rules-leap-form-mandatory"),
        Captures::Multi => msg!("rules-leap-form-multi"),
    };
    let rules = [
        msg!("rules-leap-aim"),
        board,
        msg!("rules-leap-red-first"),
        form,
    ];
    Page::new(msg!("rules-title-start"), rules).with_board()
}

fn pieces(shape: Shape) -> Page {
    let pawn = match shape {
        Shape::Cornerless44 => msg!("rules-leap-pawn-44"),
        _ => msg!("rules-leap-pawn-64"),
    };
    Page::new(
        msg!("rules-title-pieces"),
        [
            msg!("rules-leap-alfil"),
            msg!("rules-leap-dabbabah"),
            msg!("rules-leap-sail"),
            msg!("rules-leap-leaping"),
            msg!("rules-leap-chessmen"),
            pawn,
        ],
    )
    .with(&["alfil", "dabbabah", "sail"])
}

fn castling(shape: Shape, captures: Captures) -> Page {
    let (mut rules, diagrams): (Vec<Message>, &[_]) = match shape {
        Shape::Cornerless44 => (
            vec![
                msg!("rules-leap-castling-44"),
                msg!("rules-leap-castling-king-side"),
                msg!("rules-leap-castling-queen-side"),
            ],
            &["castling-king-side", "castling-queen-side"],
        ),
        _ => (vec![msg!("rules-leap-castling-64")], &[]),
    };
    if captures != Captures::Optional {
        rules.push(msg!("rules-leap-castling-captures"));
    }
    Page::new(msg!("rules-leap-title-castling"), rules).with(diagrams)
}

fn mandatory() -> Page {
    let rules = [msg!("rules-leap-mandatory"), msg!("rules-leap-king-first")];
    Page::new(msg!("rules-leap-title-captures"), rules).with(&["mandatory"])
}

fn chains() -> Page {
    Page::new(
        msg!("rules-leap-title-chains"),
        [
            msg!("rules-leap-chain"),
            inferred(msg!("rules-leap-chain-check")),
            inferred(msg!("rules-leap-chain-stop")),
            inferred(msg!("rules-leap-chain-promotion")),
            inferred(msg!("rules-leap-chain-king")),
            inferred(msg!("rules-leap-chain-bare-king")),
        ],
    )
    .with(&["chain"])
}

fn end(captures: Captures) -> Page {
    let win = match captures {
        Captures::Multi => msg!("rules-leap-win-multi"),
        _ => msg!("rules-leap-win"),
    };
    Page::new(
        msg!("rules-title-end"),
        [
            win,
            msg!("rules-leap-stalemate"),
            msg!("rules-leap-bare-king"),
            msg!("rules-draw-claim"),
            msg!("rules-leap-draw-automatic"),
            msg!("rules-draw-agreement"),
        ],
    )
}

fn questions(captures: Captures) -> Page {
    let must = match captures {
        Captures::Optional => msg!("rules-leap-must-capture-optional"),
        Captures::Mandatory => msg!("rules-leap-must-capture"),
        Captures::Multi => msg!("rules-leap-must-capture-multi"),
    };
    Page::new(
        msg!("rules-title-questions"),
        [
            msg!("rules-leap-jump"),
            must,
            msg!("rules-leap-step"),
            msg!("rules-leap-only-king"),
            msg!("rules-leap-credits"),
        ],
    )
}
