//! Toto40 (TOTO-1 to TOTO-13).

use crate::messages::rules::{Page, rule};

pub(crate) fn pages() -> Vec<Page> {
    vec![start(), pieces(), line(), end(), questions()]
}

fn start() -> Page {
    Page::new(
        "Aim and start",
        [
            rule(
                "Aim.",
                "Capture the other king, or make the other side leave the fighting line.",
            ),
            rule(
                "Board.",
                "40 squares: White's section below, Black's above, and between them the fighting line a10 b9 c8 d7 e6 f5 g4 h3.",
            ),
            rule(
                "Nobody crosses the line.",
                "Your pieces may stand in your own section and on the line, nowhere else. Rooks stop on the line.",
            ),
            rule("White", "moves first."),
        ],
    )
    .with(&["start"])
}

pub(crate) fn pieces() -> Page {
    Page::new(
        "Pieces",
        [
            rule("King, rook, knight", "move as in chess. There is no castling."),
            rule(
                "The hawk",
                "leaps exactly two squares, straight or diagonally, over anything.",
            ),
            rule(
                "The pawn",
                "goes one square up and captures one square diagonally up; Black's go and capture downwards. No double step, no en passant, no promotion.",
            ),
            rule(
                "On the line",
                "every piece may also move or capture one square along the line, which is diagonally. A pawn on the line has only this move and never leaves the line. The others may go back into their section.",
            ),
        ],
    )
    .with(&["king", "hawk", "pawn"])
}

fn line() -> Page {
    Page::new(
        "The fighting line",
        [
            rule(
                "Captures",
                "happen on the line only, since both sides meet nowhere else.",
            ),
            rule(
                "Hold the line.",
                "Before anybody has stood on the line, it may be empty. From the first time that a piece of either side has stood there, whoever ends a turn with no piece of their own on the line has lost at once. Pawns and kings count as pieces. Such a move is allowed, it only loses.",
            ),
            rule(
                "No repetition.",
                "A move may not bring back a board that stood before in this game, whoever is to move then. The start counts too.",
            ),
        ],
    )
    .with(&["line", "leaving"])
}

fn end() -> Page {
    Page::new(
        "How it ends",
        [
            rule("You win", "by capturing the king."),
            rule(
                "Check is a warning only.",
                "You need not answer a threat to your king, and you may expose it. If you do, it can be taken.",
            ),
            rule(
                "You lose",
                "if your turn ends without a piece of yours on the line, once anybody has stood there.",
            ),
            rule("You lose", "if it is your move and you have none."),
            rule(
                "Draws",
                "come by agreement alone: there is no stalemate, no repetition and no counting of moves. Anybody may resign.",
            ),
        ],
    )
}

fn questions() -> Page {
    Page::new(
        "Questions",
        [
            rule(
                "What if nobody is on the line?",
                "At the start that is fine. Once somebody has been there, whoever's turn ends without an own piece on the line loses. So the second player has to answer the first piece on the line by a piece of their own.",
            ),
            rule(
                "Can I jump?",
                "Knights and hawks leap over anything, but never beyond the line.",
            ),
            rule("Must I capture?", "No."),
            rule(
                "Must I save my king?",
                "Nobody makes you. But the game is over when it is taken.",
            ),
            rule(
                "Why is my move refused though it looks right?",
                "It may bring back a board that was there before. I tell you after which move.",
            ),
            rule("Credits.", "Toto40 was invented by Peter Aronson in 1999."),
        ],
    )
}
