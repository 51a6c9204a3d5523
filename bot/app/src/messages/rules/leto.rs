//! Leto Chess (LETO-1 to LETO-15).

use rules_core::Variant;
use text::msg;

use crate::messages::rules::page::{Page, draws, inferred};

pub(super) fn pages(variant: Variant) -> Vec<Page> {
    match variant {
        Variant::LetoKwagga => vec![
            Page::new(
                msg!("rules-title-start"),
                [
                    msg!("rules-aim-checkmate"),
                    inferred(msg!("rules-leto-start-kwagga")),
                    msg!("rules-leto-chess"),
                ],
            )
            .with_board(),
            throwing(),
            pulling(),
            Page::new(
                msg!("rules-leto-title-others"),
                [
                    msg!("rules-leto-chessmen-kwagga"),
                    msg!("rules-leto-kwagga"),
                    msg!("rules-leto-promotion-kwagga"),
                    msg!("rules-leto-castling"),
                ],
            )
            .with(&["kwagga", "pawn"]),
            end(msg!("rules-leto-dead-kwagga")),
            questions(msg!("rules-leto-jump-kwagga")),
        ],
        _ => vec![
            Page::new(
                msg!("rules-title-start"),
                [
                    msg!("rules-aim-checkmate"),
                    inferred(msg!("rules-leto-start")),
                    msg!("rules-leto-chess"),
                ],
            )
            .with_board(),
            throwing(),
            pulling(),
            Page::new(
                msg!("rules-leto-title-others"),
                [
                    msg!("rules-leto-chessmen"),
                    msg!("rules-leto-promotion"),
                    msg!("rules-leto-castling"),
                ],
            )
            .with(&["knight", "pawn"]),
            end(msg!("rules-leto-dead")),
            questions(msg!("rules-leto-jump")),
        ],
    }
}

fn throwing() -> Page {
    Page::new(
        msg!("rules-leto-title-throw"),
        [
            msg!("rules-leto-move"),
            msg!("rules-leto-throw"),
            msg!("rules-leto-throw-capture"),
            msg!("rules-leto-no-throw"),
        ],
    )
    .with(&["leto", "repulsion", "repulsion-capture"])
}

fn pulling() -> Page {
    Page::new(
        msg!("rules-leto-title-pull"),
        [
            msg!("rules-leto-pull"),
            inferred(msg!("rules-leto-no-choice")),
            msg!("rules-leto-kings"),
            msg!("rules-leto-pawns"),
        ],
    )
    .with(&["kidnapping", "repulsion-promotion"])
}

fn end(dead: text::Message) -> Page {
    let mut rules = vec![msg!("rules-leto-check"), msg!("rules-checkmate")];
    rules.extend(draws(dead));
    rules.push(msg!("rules-leto-counting"));
    Page::new(msg!("rules-title-end"), rules)
}

fn questions(jump: text::Message) -> Page {
    Page::new(
        msg!("rules-title-questions"),
        [
            msg!("rules-leto-capture"),
            jump,
            msg!("rules-leto-must-capture"),
            msg!("rules-leto-own-piece"),
            msg!("rules-leto-notation"),
            msg!("rules-leto-credits"),
        ],
    )
}
