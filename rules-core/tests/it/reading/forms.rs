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

/// Rows of `move = text|text`, each block under its position in FEN or its moves from the start; the first is the start.
const FORMS: &str = include_str!("forms.txt");

#[test]
fn moves_are_read_in_every_form_that_people_use() {
    let mut place = game(Latrunculi, "");
    for line in FORMS.lines() {
        if let Some(row) = line.strip_prefix("    ") {
            let (mv, texts) = row.split_once(" = ").unwrap();
            for text in texts.split('|') {
                assert_eq!(read(&place, text), mv, "{text}");
            }
        } else {
            let set_up = if line.contains('/') { at } else { game };
            place = set_up(Latrunculi, line);
        }
    }
    let behind = at(Latrunculi, "k7/8/8/1p6/2P5/8/P7/7K");
    assert!(behind.read("a takes b5").is_err());
    let unreadable = error(&game(Latrunculi, "e2e4 d7d5"), "ed");
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
