//! Texts that are moves: every notation, and what people type.

use std::collections::HashSet;

use rules_core::Variant::{self, Latrunculi, LeapOptional, Legan};
use rules_core::{Game, MoveError, MoveSyntaxError};

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
        for vector in vectors(variant).iter().step_by(8) {
            look(&vector.game(variant));
        }
    }
}

#[test]
fn all_8_no_two_legal_moves_share_a_notation() {
    for variant in Variant::ALL {
        random_walk(variant, 8, 80, |game| {
            let moves = game.legal_moves();
            let sans: HashSet<String> = moves.iter().map(|mv| game.san(*mv)).collect();
            assert_eq!(sans.len(), moves.len(), "{}", game.position());
        });
    }
}

#[test]
fn moves_are_read_in_every_form_that_people_use() {
    let start = game(Latrunculi, "");
    let open = game(Latrunculi, "e2e4 d7d5 g1f3 g8f6 f1e2 e7e6");
    let article = at(Latrunculi, "k7/8/8/1p6/P1P5/8/8/7K");
    let promotion = at(Latrunculi, "8/P6k/8/8/8/8/8/K7");
    let passing = game(Latrunculi, "e2e4 a7a6 e4e5 d7d5");
    for (game, mv, texts) in [
        (
            &start,
            "e2e4",
            "e2e4|e4|E2E4|e2-e4|e2 e4|e2 to e4|pawn e4| e4! |Pe4|1. e4|1.e4|e2–e4|e2→e4",
        ),
        (
            &start,
            "g1f3",
            "Nf3|nf3|Ng1f3|Ng1-f3|N1f3|Ngf3|g1f3|♘f3|knight f3|knight g1 to f3|Nf3?!",
        ),
        (
            &open,
            "e1g1",
            "O-O|0-0|o-o|oo|castles king side|castles kingside|castle kingside",
        ),
        (&open, "e1g1", "e1g1|Kg1|e1h1"),
        (
            &open,
            "e4d5",
            "exd5|ed5|e4xd5|e4:d5|e4×d5|e takes d5|pawn takes d5",
        ),
        (
            &open,
            "e4d5",
            "pawn takes the pawn on d5|pawn e4 takes pawn on d5",
        ),
        (&article, "a4b5", "a takes b5"),
        (&article, "c4b5", "pawn c4 takes a pawn on b5"),
        (
            &promotion,
            "a7a8q",
            "a8=Q|a8q|a8Q|a7a8q|a8(Q)|a8/Q|a8 queen|a7 to a8 becomes queen",
        ),
        (
            &promotion,
            "a7a8q",
            "pawn a7 to a8, promotes to a queen|a7-a8=Q+",
        ),
        (&passing, "e5d6", "exd6|exd6 e.p.|exd6 en passant"),
        (
            &passing,
            "e5d6",
            "pawn e5 takes the pawn on d5 en passant, landing on d6",
        ),
    ] {
        for text in texts.split('|') {
            assert_eq!(read(game, text), mv, "{text}");
        }
    }
    let behind = at(Latrunculi, "k7/8/8/1p6/2P5/8/P7/7K");
    assert!(behind.read("a takes b5").is_err());
    let unreadable = error(&open, "ed");
    assert!(matches!(
        unreadable,
        MoveError::Syntax(MoveSyntaxError::Unreadable { .. })
    ));
}

#[test]
fn two_squares_are_never_the_move_of_a_piece_that_stands_elsewhere() {
    let game = at(LeapOptional, "*3k*/p4p/6/6/6/D5/6/*3K*");
    assert_eq!(read(&game, "D3c3"), "a3c3");
    assert!(game.read("d3c3").is_err());
}

#[test]
fn a_lower_case_b_is_a_pawn_unless_only_a_bishop_can_go_there() {
    let pawn_first = "k7/8/8/8/2p5/1P1B4/8/7K";
    let straight = "k7/8/8/8/8/1P6/3B4/7K";
    for (variant, fen, text, mv) in [
        (Legan, "k7/8/8/8/8/8/2p5/2P1B2K", "bd2", "e1d2"),
        (Latrunculi, pawn_first, "bxc4", "b3c4"),
        (Latrunculi, pawn_first, "Bxc4", "d3c4"),
        (Latrunculi, straight, "bb4", "d2b4"),
        (Latrunculi, straight, "Bb4", "d2b4"),
        (Latrunculi, straight, "b4", "b3b4"),
    ] {
        assert_eq!(read(&at(variant, fen), text), mv, "{text}");
    }
}
