//! Legan Chess (LEGAN-1 to LEGAN-6).

use super::{ends, from};
use crate::common::random_walk;
use rules_core::{Reason, Variant, perft};

#[test]
fn legan_1_the_start_has_eight_moves() {
    assert_eq!(perft(&Variant::Legan.start(), 1), 8);
}

#[test]
fn legan_2_there_is_no_castling_en_passant_or_double_step() {
    random_walk(Variant::Legan, 3, 80, |game| {
        assert_eq!(game.position().en_passant(), None);
        assert!(!game.legal_moves().iter().any(|mv| mv.is_castle()));
    });
}

#[test]
fn legan_3_pawns_move_diagonally_and_capture_orthogonally() {
    let pawn = "7k/8/8/8/5n2/4nP2/8/K7 w - - 0 1";
    assert_eq!(from(Variant::Legan, pawn, "f3"), ["e3", "e4", "f4"]);
    let black = "7k/8/1p6/1N6/8/8/8/K7 b - - 0 1";
    assert_eq!(from(Variant::Legan, black, "b6"), ["b5", "c5"]);
}

#[test]
fn legan_4_pawns_promote_where_the_opponents_pieces_began() {
    for (fen, square, to) in [
        ("7k/8/8/8/1P6/8/8/K7", "b4", "a5"),
        ("8/1P5k/8/8/8/8/8/K7", "b7", "a8"),
        ("8/4P2k/8/8/8/8/8/K7", "e7", "d8"),
    ] {
        let moves = from(Variant::Legan, &format!("{fen} w - - 0 1"), square);
        assert_eq!(
            moves,
            ["b", "n", "q", "r"].map(|role| format!("{to}{role}")),
            "{square}"
        );
    }
    // b7 is not a promotion square.
    assert_eq!(
        from(Variant::Legan, "7k/8/2P5/8/8/8/8/K7 w - - 0 1", "c6"),
        ["b7"]
    );
}

#[test]
fn legan_5_a_pawn_at_the_edge_has_no_square_ahead() {
    assert_eq!(
        from(Variant::Legan, "7k/8/8/8/8/8/P7/7K w - - 0 1", "a2"),
        Vec::<String>::new()
    );
    assert_eq!(
        from(Variant::Legan, "7k/8/8/8/8/n7/P7/7K w - - 0 1", "a2"),
        ["a3"]
    );
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
        let found = ends(Variant::Legan, &format!("{fen} w - - 0 1"));
        assert_eq!(found == Some((None, Reason::Dead)), dead, "{fen}");
    }
}
