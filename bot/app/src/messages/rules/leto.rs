//! Leto Chess (LETO-1 to LETO-15).

use rules_core::Variant;

use crate::messages::rules::{Page, draws, inferred, rule};

pub(crate) fn pages(variant: Variant) -> Vec<Page> {
    let kwagga = variant == Variant::LetoKwagga;
    vec![
        start(kwagga),
        repulsion(),
        kidnapping(),
        others(kwagga),
        end(kwagga),
        questions(kwagga),
    ]
}

fn start(kwagga: bool) -> Page {
    let knights = if kwagga {
        " Kwaggas stand where the knights would."
    } else {
        ""
    };
    Page::new(
        "Aim and start",
        [
            rule("Aim.", "Checkmate the other king, as in chess."),
            inferred(
                "Start.",
                &format!("The board and the pieces of chess, but Letos stand where the bishops would.{knights}"),
            ),
            rule(
                "Else",
                "everything is as in chess: White begins, pawns may go two squares from their second rank, there is castling and en passant.",
            ),
        ],
    )
    .with_board()
}

fn repulsion() -> Page {
    Page::new(
        "The Leto throws",
        [
            rule(
                "Move.",
                "The Leto goes one or two squares in any direction, over empty squares to an empty square. It never captures by landing and jumps over nothing.",
            ),
            rule(
                "Repulsion.",
                "If it stops beside an enemy piece that stands straight ahead, it throws that piece on in the same direction: over the next piece on the way, whoever's it is and however far, onto the square right behind it.",
            ),
            rule(
                "Capture.",
                "If an enemy piece stands on that square too, the thrown piece captures it: an enemy takes an enemy.",
            ),
            rule(
                "Nothing is thrown",
                "if there is no piece to fly over, if the board ends behind it, or if a piece of your own stands there. The Leto may go there all the same.",
            ),
        ],
    )
    .with(&["leto", "repulsion", "repulsion-capture"])
}

fn kidnapping() -> Page {
    Page::new(
        "The Leto kidnaps",
        [
            rule(
                "Kidnapping.",
                "ButtonStyle behind the Leto before it moves, away from where it goes. If any piece stands right behind it, and a piece of your own right behind that one, then that piece of yours is drawn to the square that the Leto leaves. It may be a king, a rook, a pawn or another Leto.",
            ),
            inferred(
                "No choice.",
                "Throwing and kidnapping happen whenever they can. Each works without the other, and both can happen in one move.",
            ),
            rule(
                "Kings",
                "can be thrown too. A king or rook that was moved by a Leto may not castle any more, nor may a side with a rook that was captured in its corner.",
            ),
            rule(
                "Pawns.",
                "A pawn is never thrown onto its own first rank: then nothing is thrown. A pawn that is thrown onto its last rank becomes a queen of its own color. A pawn on its second rank may go two squares, however it came there. A thrown or kidnapped pawn cannot be taken en passant.",
            ),
        ],
    )
    .with(&["kidnapping", "repulsion-promotion"])
}

fn others(kwagga: bool) -> Page {
    let chess = if kwagga {
        "King, queen, rook and pawn move as in chess."
    } else {
        "King, queen, rook, knight and pawn move as in chess."
    };
    let mut rules = vec![rule("As in chess.", chess)];
    if kwagga {
        rules.push(rule(
            "The Kwagga",
            "leaps three squares straight and one to the side, over anything. If the square is empty it may go on by one more leap of the same kind to an empty square. It captures only with its first leap.",
        ));
    }
    let promotion = if kwagga {
        "A pawn on the last rank becomes a queen, rook, bishop, Kwagga or Leto."
    } else {
        "A pawn on the last rank becomes a queen, rook, bishop, knight or Leto."
    };
    rules.push(rule("Promotion.", promotion));
    rules.push(rule(
        "Castling",
        "is as in chess. The square that the king passes is judged with the king on it and the rook in its corner; the square where it lands is judged when both have moved, so the rook itself may be what a Leto throws a piece over.",
    ));
    let diagrams: &[_] = if kwagga {
        &["kwagga", "pawn"]
    } else {
        &["knight", "pawn"]
    };
    Page::new("The other pieces", rules).with(diagrams)
}

fn end(kwagga: bool) -> Page {
    let dead = if kwagga {
        "king against king; king and one Kwagga or bishop against king; king and any number of Letos against king"
    } else {
        "king against king; king and one knight or bishop against king; king and any number of Letos against king"
    };
    let mut rules = vec![
        rule(
            "Check.",
            "A Leto attacks a king if it could throw a piece onto the king's square, even if its own king would be exposed by that. Your king must not be attacked when your move, with all that it throws and kidnaps, is complete.",
        ),
        rule(
            "Checkmate",
            "wins. If you are not in check and have no legal move, it is stalemate: a draw.",
        ),
    ];
    rules.extend(draws(dead));
    rules.push(rule(
        "Counting.",
        "A pawn that is thrown or kidnapped counts as a pawn move, and a capture by throwing as a capture.",
    ));
    Page::new("How it ends", rules)
}

fn questions(kwagga: bool) -> Page {
    let jumps = if kwagga {
        "Only Kwaggas jump, and whatever a Leto throws flies over one piece."
    } else {
        "Only knights jump, and whatever a Leto throws flies over one piece."
    };
    Page::new(
        "Questions",
        [
            rule(
                "Can a Leto take a piece?",
                "Not by landing on it. It throws an enemy onto another enemy, which is captured then.",
            ),
            rule("Can I jump?", jumps),
            rule(
                "Must I capture?",
                "No. But if your Leto's move throws something, it is thrown: you cannot leave it.",
            ),
            rule(
                "Can my own piece be thrown?",
                "Never by your own Leto. Your own Leto can only draw it after itself.",
            ),
            rule(
                "How is it written?",
                "Lc4(d5-f7): the Leto goes to c4 and throws d5 to f7. You need not write the brackets.",
            ),
            rule("Credits.", "Leto Chess was invented by M. Winther in 2007."),
        ],
    )
}
