//! Legan Chess (LEGAN-1 to LEGAN-6).

use crate::messages::rules::{Page, draws, rule};

pub(crate) fn pages() -> Vec<Page> {
    vec![start(), pawns(), pieces(), end(), questions()]
}

fn start() -> Page {
    Page::new(
        "Aim and start",
        [
            rule("Aim.", "Checkmate the other king, as in chess."),
            rule(
                "Start.",
                "The armies stand in opposite corners: White's king on h1, Black's on a8. Turned by 45 degrees, the board shows why pawns move diagonally.",
            ),
            rule("White", "moves first."),
        ],
    )
    .with(&["start"])
}

fn pawns() -> Page {
    Page::new(
        "Pawns",
        [
            rule(
                "Move.",
                "A white pawn goes one square diagonally up and left, from f3 to e4, if that is empty. A black pawn goes down and right, from b6 to c5.",
            ),
            rule(
                "Capture.",
                "A white pawn captures one square to the left or up: from f3 on e3 or f4. A black pawn captures one square to the right or down.",
            ),
            rule(
                "Promotion.",
                "A pawn that comes to a square where the other side's king, bishops, knights or rooks began must become a queen, rook, bishop or knight. For White these are a5 a6 a7 a8 b8 c8 d8; for Black e1 f1 g1 h1 h2 h3 h4. The queens' squares, b7 and g2, are not among them.",
            ),
            rule("No", "double step and no en passant."),
        ],
    )
    .with(&["pawn", "promotion"])
}

pub(crate) fn pieces() -> Page {
    Page::new(
        "Pieces",
        [
            rule(
                "As in chess.",
                "King, queen, rook, bishop and knight move and capture as in chess, on straight and diagonal lines of the board.",
            ),
            rule("There is", "no castling."),
        ],
    )
    .with(&["rook", "bishop", "knight"])
}

fn end() -> Page {
    let mut rules = vec![rule(
        "Checkmate",
        "wins. If you are not in check and have no legal move, it is stalemate: a draw.",
    )];
    rules.extend(draws(
        "king against king; king and knight against king; kings and bishops alone, all bishops on one color of squares",
    ));
    Page::new("How it ends", rules)
}

fn questions() -> Page {
    Page::new(
        "Questions",
        [
            rule("Can I jump?", "Only with knights."),
            rule("Must I capture?", "No."),
            rule(
                "Can a pawn go straight?",
                "Only to capture. Without a capture it goes diagonally, always towards the other corner.",
            ),
            rule(
                "What if the board ends ahead of a pawn?",
                "Then it cannot go that way. A white pawn on the a-file below a5 can only capture upwards.",
            ),
            rule(
                "Why did my pawn not promote on b7?",
                "The queen began there, and her square does not count.",
            ),
            rule("Credits.", "Legan Chess was invented by L. Legan in 1913."),
        ],
    )
}
