//! Leap Chess in its six forms (LEAP-1 to LEAP-11).

use rules_core::{Shape, Variant};

use crate::messages::rules::{Page, inferred, rule};

pub(crate) fn pages(variant: Variant) -> Vec<Page> {
    let mut pages = vec![start(variant), pieces(variant), castling(variant)];
    pages.extend(captures(variant));
    pages.extend([end(variant), questions(variant)]);
    pages
}

fn small(variant: Variant) -> bool {
    variant.shape() == Shape::Cornerless44
}

fn start(variant: Variant) -> Page {
    let board = if small(variant) {
        "Six files and eight ranks without the four corners: 44 squares."
    } else {
        "The board of chess. Dabbabahs stand in the corners, then knights, alfils, sail and king."
    };
    let form = match (variant.captures_are_mandatory(), variant.chains_captures()) {
        (_, true) => "Captures are mandatory, and a piece that captures goes on capturing.",
        (true, _) => "Captures are mandatory.",
        (false, _) => "Captures are up to you.",
    };
    Page::new(
        "Aim and start",
        [
            rule(
                "Aim.",
                "Checkmate the other king, stalemate it, or capture everything but the king.",
            ),
            rule("Board.", board),
            rule("Red", "moves first; the other side is Black."),
            rule("This form:", form),
        ],
    )
    .with_board()
}

pub(crate) fn pieces(variant: Variant) -> Page {
    let pawn = if small(variant) {
        "Pawns move and capture as in chess, en passant too. From the second rank (Black: the seventh) a pawn may go two squares if both are empty; the pawns that begin on the third rank (Black: the sixth) may not. Pawns promote on the last rank, b8 to e8 (Black: b1 to e1), to sail, dabbabah, alfil or knight. A pawn on a7 or f7 (Black: a2 or f2) has no square ahead and can only capture."
    } else {
        "Pawns move and capture as in chess, with double step and en passant. On the last rank they promote to sail, dabbabah, alfil or knight."
    };
    Page::new(
        "Pieces",
        [
            rule("The alfil", "leaps exactly two squares diagonally."),
            rule("The dabbabah", "leaps exactly two squares straight."),
            rule("The sail", "leaps like either of them."),
            rule(
                "Leaping.",
                "They jump over whatever stands between, and capture where they land.",
            ),
            rule("King and knight", "move as in chess."),
            rule("Pawns.", pawn),
        ],
    )
    .with(&["alfil", "dabbabah", "sail"])
}

fn castling(variant: Variant) -> Page {
    let mut rules = if small(variant) {
        vec![
            rule(
                "Castling is with a knight.",
                "Neither king nor knight may have moved, the king may not be in check, and it may not land on an attacked square.",
            ),
            rule(
                "King's side.",
                "King and knight change places: king d1 to e1, knight e1 to d1. Nothing need be empty, so it is possible at once.",
            ),
            rule(
                "Queen's side.",
                "The king goes to c1, which must be empty, and the knight leaps from b1 to d1. Black does the same on the eighth rank.",
            ),
        ]
    } else {
        vec![rule(
            "Castling",
            "is as in chess, but with the dabbabahs in the corners: king and dabbabah may not have moved, the squares between must be empty, and the king may not be in, pass through or come into check.",
        )]
    };
    if variant.captures_are_mandatory() {
        rules.push(rule(
            "Not while you can capture:",
            "castling is no capture, and captures come first.",
        ));
    }
    let page = Page::new("Castling", rules);
    if small(variant) {
        page.with(&["castling-king-side", "castling-queen-side"])
    } else {
        page
    }
}

fn captures(variant: Variant) -> Vec<Page> {
    let mut pages = Vec::new();
    if variant.captures_are_mandatory() {
        pages.push(
            Page::new(
                "You must capture",
                [
                    rule(
                        "Captures are mandatory.",
                        "If at least one legal move is a capture, you must capture; which one is up to you. En passant counts.",
                    ),
                    rule(
                        "Your king comes first.",
                        "A capture that would leave your king in check is not legal, so it never forces you.",
                    ),
                ],
            )
            .with(&["mandatory"]),
        );
    }
    if variant.chains_captures() {
        pages.push(chains());
    }
    pages
}

fn chains() -> Page {
    Page::new(
        "One capture after another",
        [
            rule(
                "Go on.",
                "A piece that has captured and can capture again must go on in the same turn until it cannot. You need not choose the longest way. Capturing the king on the way wins.",
            ),
            inferred(
                "Check",
                "means that one single capture could take the king. Only at the end of your whole turn must your king be safe.",
            ),
            inferred(
                "When to stop.",
                "A further capture counts only if the turn can be finished legally after it. If every way on would leave your king attacked, you may stop earlier where that is safe.",
            ),
            inferred("A pawn that promotes", "ends its turn."),
            inferred(
                "Taking the king",
                "ends the turn and needs no safety of your own king. Where going on is possible only by taking the king, it must be done; a pawn that takes it on the last rank still names its new piece.",
            ),
            inferred(
                "Bare king and en passant.",
                "Whether only a king is left is judged at the end of the turn. A later capture of a turn may be en passant.",
            ),
        ],
    )
    .with(&["chain"])
}

fn end(variant: Variant) -> Page {
    let chained = if variant.chains_captures() {
        " or capture the king on the way"
    } else {
        ""
    };
    Page::new(
        "How it ends",
        [
            rule(
                "You win",
                format!("if you checkmate the other king{chained}."),
            ),
            rule(
                "Stalemate wins too:",
                "if the other side is to move, is not in check and has no legal move, you have won.",
            ),
            rule(
                "Bare king.",
                "If your capture leaves the other side with nothing but its king, you win at once.",
            ),
            rule(
                "Draw by claim.",
                "When the same position stands for the third time, or 50 moves by each side went by without a pawn move or a capture, whoever is to move may claim a draw with /draw.",
            ),
            rule(
                "Draw by itself.",
                "When a position stands for the fifth time, or after 75 such moves each. A move that wins goes before any draw.",
            ),
            rule(
                "By agreement.",
                "Both may agree to a draw at any time, and anybody may resign.",
            ),
        ],
    )
}

fn questions(variant: Variant) -> Page {
    let must = match (variant.captures_are_mandatory(), variant.chains_captures()) {
        (_, true) => {
            "Yes, and again as long as the same piece can capture. Which capture is up to you."
        }
        (true, _) => "Yes, if you legally can. Which capture is up to you.",
        (false, _) => "No, not in this form.",
    };
    Page::new(
        "Questions",
        [
            rule(
                "Can I jump?",
                "Alfils, dabbabahs, sails and knights jump over anything. King and pawns do not.",
            ),
            rule("Must I capture?", must),
            rule(
                "Can an alfil step to the next square?",
                "No. It always goes exactly two, like the dabbabah and the sail.",
            ),
            rule("I have only my king left. Is that a loss?", "Yes, at once."),
            rule(
                "Credits.",
                "Leap Chess was invented by Ken Franklin in 2000. It has six forms: on 44 or 64 squares, with mandatory, multiple or optional captures.",
            ),
        ],
    )
}
