//! Legan Chess (LEGAN-1 to LEGAN-6).

use super::{ends, from};
use crate::common::random_walk;
use rules_core::Variant::Legan;
use rules_core::{Reason, perft};

#[test]
fn legan_1_the_start_has_eight_moves() {
    assert_eq!(perft(&Legan.start(), 1), 8);
}

#[test]
fn legan_2_there_is_no_castling_en_passant_or_double_step() {
    random_walk(Legan, 3, 80, |game| {
        assert_eq!(game.position().en_passant(), None);
        assert!(!game.legal_moves().iter().any(|mv| mv.is_castle()));
    });
}

#[test]
fn legan_3_pawns_move_diagonally_and_capture_orthogonally() {
    let white = from(Legan, "7k/8/8/8/5n2/4nP2/8/K7", "f3");
    assert_eq!(white, ["e3", "e4", "f4"]);
    let black = from(Legan, "7k/8/1p6/1N6/8/8/8/K7 b - - 0 1", "b6");
    assert_eq!(black, ["b5", "c5"]);
}

#[test]
fn legan_4_pawns_promote_where_the_opponents_pieces_began() {
    for (fen, square, to) in [
        ("7k/8/8/8/1P6/8/8/K7", "b4", "a5"),
        ("8/1P5k/8/8/8/8/8/K7", "b7", "a8"),
        ("8/4P2k/8/8/8/8/8/K7", "e7", "d8"),
    ] {
        let promotions = ["b", "n", "q", "r"].map(|role| format!("{to}{role}"));
        assert_eq!(from(Legan, fen, square), promotions, "{square}");
    }
    // b7 is not a promotion square.
    assert_eq!(from(Legan, "7k/8/2P5/8/8/8/8/K7", "c6"), ["b7"]);
}

#[test]
fn legan_5_a_pawn_at_the_edge_has_no_square_ahead() {
    assert!(from(Legan, "7k/8/8/8/8/8/P7/7K", "a2").is_empty());
    assert_eq!(from(Legan, "7k/8/8/8/8/n7/P7/7K", "a2"), ["a3"]);
}

#[test]
fn legan_6_dead_positions() {
    for (fen, dead) in [
        ("k7/8/8/8/8/8/8/K7", true),
        ("k7/8/8/8/8/8/8/KN6", true),
        ("k7/8/8/8/8/8/8/KB6", true),
        ("kb6/8/8/8/8/8/8/KB6", false),
        ("k1b5/8/8/8/8/8/8/KB6", true),
        ("k1b5/8/8/8/8/8/8/KB1B4", true),
        ("k7/8/8/8/8/8/8/KP6", false),
    ] {
        let found = ends(Legan, fen);
        assert_eq!(found == Some((None, Reason::Dead)), dead, "{fen}");
    }
}
