//! Chess Latrunculi duo milia et septum (LATR-1 to LATR-5).

use super::{after, at, ends, from};
use rules_core::{Reason, Role, ShiftKind, Variant, perft};

#[test]
fn latr_2_and_3_crowned_pieces_reach_four_more_squares() {
    let rook = from(Variant::Latrunculi, "7k/8/8/8/3R4/8/8/K7 w - - 0 1", "d4");
    assert_eq!(rook.len(), 14 + 4);
    let bishop = from(Variant::Latrunculi, "k7/8/8/8/3B4/8/8/7K w - - 0 1", "d4");
    assert_eq!(bishop.len(), 13 + 4);
}

#[test]
fn latr_1_the_start_is_that_of_fide_chess() {
    assert_eq!(perft(&Variant::Latrunculi.start(), 1), 20);
}

#[test]
fn latr_2_a_rook_attacks_one_square_diagonally() {
    assert!(
        at(Variant::Latrunculi, "8/8/8/4k3/3R4/8/8/K7 b - - 0 1")
            .position()
            .is_check()
    );
}

#[test]
fn latr_3_a_bishop_attacks_one_square_orthogonally() {
    assert!(
        at(Variant::Latrunculi, "8/8/8/3k4/3B4/8/8/K7 b - - 0 1")
            .position()
            .is_check()
    );
}

#[test]
fn latr_4_castling_needs_an_unmoved_rook_and_loses_its_right_with_it() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert!(
        after(Variant::Latrunculi, fen, "h1h2 e8e7")
            .position()
            .fen()
            .contains(" Q - ")
    );
    assert!(
        !after(Variant::Latrunculi, fen, "h1h2 e8e7 h2h1 e7e8")
            .legal_moves()
            .iter()
            .any(|mv| mv.is_castle() && mv.to().index() == 6)
    );
    let shift = at(Variant::Latrunculi, fen);
    let castle = shift.read("O-O-O").unwrap();
    let description = shift.position().describe(castle);
    assert_eq!(description.shifts[0].kind, ShiftKind::CastlePartner);
    assert_eq!(description.shifts[0].piece.role, Role::Rook);
}

#[test]
fn latr_5_dead_positions() {
    assert_eq!(
        ends(Variant::Latrunculi, "k7/8/8/8/8/8/8/KN6 w - - 0 1"),
        Some((None, Reason::Dead))
    );
    assert_eq!(
        ends(Variant::Latrunculi, "k7/8/8/8/8/8/8/KB6 w - - 0 1"),
        None
    );
}
