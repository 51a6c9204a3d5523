//! Texts that are moves: every notation, and what people type.

use rules_core::{Game, MoveError, MoveSyntaxError, Variant};

use super::{at, error, game, read};
use crate::common::{random_walk, uci, vectors};

#[test]
fn all_8_every_notation_of_a_legal_move_reads_back_as_that_move() {
    let look = |game: &Game| {
        for mv in game.legal_moves() {
            let san = game.san(mv);
            for text in [uci(game, mv), san.replace(['+', '#'], ""), san] {
                assert_eq!(game.read(&text), Ok(mv), "{text} in {}", game.position());
            }
        }
    };
    for variant in Variant::ALL {
        random_walk(variant, 7, 60, look);
        vectors(variant)
            .iter()
            .step_by(8)
            .for_each(|vector| look(&vector.game(variant)));
    }
}

#[test]
fn all_8_no_two_legal_moves_share_a_notation() {
    for variant in Variant::ALL {
        random_walk(variant, 8, 80, |game| {
            let mut sans: Vec<String> = game
                .legal_moves()
                .into_iter()
                .map(|mv| game.san(mv))
                .collect();
            let all = sans.len();
            sans.sort();
            sans.dedup();
            assert_eq!(sans.len(), all, "{}", game.position());
        });
    }
}

#[test]
fn moves_are_read_in_every_form_that_people_use() {
    let start = game(Variant::Latrunculi, "");
    for text in [
        "e2e4", "e4", "E2E4", "e2-e4", "e2 e4", "e2 to e4", "pawn e4", " e4! ", "Pe4", "1. e4",
        "1.e4", "e2–e4", "e2→e4",
    ] {
        assert_eq!(read(&start, text), "e2e4", "{text}");
    }
    for text in [
        "Nf3",
        "nf3",
        "Ng1f3",
        "Ng1-f3",
        "N1f3",
        "Ngf3",
        "g1f3",
        "♘f3",
        "knight f3",
        "knight g1 to f3",
        "Nf3?!",
    ] {
        assert_eq!(read(&start, text), "g1f3", "{text}");
    }
    let open = game(Variant::Latrunculi, "e2e4 d7d5 g1f3 g8f6 f1e2 e7e6");
    for text in [
        "O-O",
        "0-0",
        "o-o",
        "oo",
        "castles king side",
        "castles kingside",
        "castle kingside",
        "e1g1",
        "Kg1",
        "e1h1",
    ] {
        assert_eq!(read(&open, text), "e1g1", "{text}");
    }
    for text in [
        "exd5",
        "ed5",
        "e4xd5",
        "e4:d5",
        "e4×d5",
        "e takes d5",
        "pawn takes d5",
        "pawn takes the pawn on d5",
        "pawn e4 takes pawn on d5",
    ] {
        assert_eq!(read(&open, text), "e4d5", "{text}");
    }
    let article = at(Variant::Latrunculi, "k7/8/8/1p6/P1P5/8/8/7K w - - 0 1");
    assert_eq!(read(&article, "a takes b5"), "a4b5");
    assert_eq!(read(&article, "pawn c4 takes a pawn on b5"), "c4b5");
    let behind = at(Variant::Latrunculi, "k7/8/8/1p6/2P5/8/P7/7K w - - 0 1");
    assert!(behind.read("a takes b5").is_err());
    assert!(matches!(
        error(&open, "ed"),
        MoveError::Syntax(MoveSyntaxError::Unreadable { .. })
    ));
    let promotion = at(Variant::Latrunculi, "8/P6k/8/8/8/8/8/K7 w - - 0 1");
    for text in [
        "a8=Q",
        "a8q",
        "a8Q",
        "a7a8q",
        "a8(Q)",
        "a8/Q",
        "a8 queen",
        "a7 to a8 becomes queen",
        "pawn a7 to a8, promotes to a queen",
        "a7-a8=Q+",
    ] {
        assert_eq!(read(&promotion, text), "a7a8q", "{text}");
    }
    let passing = game(Variant::Latrunculi, "e2e4 a7a6 e4e5 d7d5");
    for text in [
        "exd6",
        "exd6 e.p.",
        "exd6 en passant",
        "pawn e5 takes the pawn on d5 en passant, landing on d6",
    ] {
        assert_eq!(read(&passing, text), "e5d6", "{text}");
    }
}

#[test]
fn two_squares_are_never_the_move_of_a_piece_that_stands_elsewhere() {
    let game = at(Variant::LeapOptional, "*3k*/p4p/6/6/6/D5/6/*3K* w - - 0 1");
    let mv = game.read("D3c3").unwrap();
    assert_eq!(mv.uci(game.variant().shape()).to_string(), "a3c3");
    assert!(game.read("d3c3").is_err());
}

#[test]
fn a_lower_case_b_is_a_pawn_unless_only_a_bishop_can_go_there() {
    let both = at(Variant::Legan, "k7/8/8/8/8/8/2p5/2P1B2K w - - 0 1");
    assert_eq!(read(&both, "bd2"), "e1d2");
    let pawn_first = at(Variant::Latrunculi, "k7/8/8/8/2p5/1P1B4/8/7K w - - 0 1");
    assert_eq!(read(&pawn_first, "bxc4"), "b3c4");
    assert_eq!(read(&pawn_first, "Bxc4"), "d3c4");
    let straight = at(Variant::Latrunculi, "k7/8/8/8/8/1P6/3B4/7K w - - 0 1");
    for (text, mv) in [("bb4", "d2b4"), ("Bb4", "d2b4"), ("b4", "b3b4")] {
        assert_eq!(read(&straight, text), mv, "{text}");
    }
}
