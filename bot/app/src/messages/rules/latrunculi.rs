//! Chess Latrunculi duo milia et septum (LATR-1 to LATR-5).

use crate::messages::rules::{Page, draws, rule};

pub(crate) fn pages() -> Vec<Page> {
    vec![start(), pieces(), end(), questions()]
}

fn start() -> Page {
    Page::new(
        "Aim and start",
        [
            rule("Aim.", "Checkmate the other king, as in chess."),
            rule(
                "Start.",
                "The start of chess, with crowned rooks and crowned bishops in place of rooks and bishops. They keep the letters R and B.",
            ),
            rule("White", "moves first."),
        ],
    )
    .with_board()
}

pub(crate) fn pieces() -> Page {
    Page::new(
        "The crowned pieces",
        [
            rule(
                "The crowned rook",
                "moves and captures like a rook, or one square diagonally.",
            ),
            rule(
                "The crowned bishop",
                "moves and captures like a bishop, or one square straight. So it can change the color of its squares.",
            ),
            rule(
                "All else is chess:",
                "king, queen, knight and pawn, the pawn's double step, en passant, castling with a rook that has not left its corner, promotion to queen, crowned rook, crowned bishop or knight.",
            ),
        ],
    )
    .with(&["rook", "bishop"])
}

fn end() -> Page {
    let mut rules = vec![rule(
        "Checkmate",
        "wins. If you are not in check and have no legal move, it is stalemate: a draw.",
    )];
    rules.extend(draws("king against king; king and knight against king"));
    rules.push(rule(
        "Not a draw:",
        "king and crowned bishop against king goes on, since a crowned bishop can mate with its king's help.",
    ));
    Page::new("How it ends", rules)
}

fn questions() -> Page {
    Page::new(
        "Questions",
        [
            rule(
                "Can I jump?",
                "Only with knights; and king and rook pass each other in castling.",
            ),
            rule("Must I capture?", "No."),
            rule(
                "Does the king move like that too?",
                "No, the king is the king of chess. Rooks and bishops have borrowed its steps.",
            ),
            rule(
                "Credits.",
                "Chess Latrunculi duo milia et septum was invented by Gary K. Gifford in 2007.",
            ),
        ],
    )
}
