//! Chess Latrunculi duo milia et septum (LATR-1 to LATR-5).

use super::{after, at, ends, fen_after, from};
use rules_core::Variant::Latrunculi;
use rules_core::{Move, Reason, Role, ShiftKind, perft};

#[test]
fn latr_1_the_start_is_that_of_fide_chess() {
    assert_eq!(perft(&Latrunculi.start(), 1), 20);
}

#[test]
fn latr_2_a_rook_also_reaches_one_square_diagonally() {
    let rook = from(Latrunculi, "7k/8/8/8/3R4/8/8/K7", "d4");
    assert_eq!(rook.len(), 14 + 4);
    let beside = at(Latrunculi, "8/8/8/4k3/3R4/8/8/K7 b - - 0 1");
    assert!(beside.position().is_check());
}

#[test]
fn latr_3_a_bishop_also_reaches_one_square_orthogonally() {
    let bishop = from(Latrunculi, "k7/8/8/8/3B4/8/8/7K", "d4");
    assert_eq!(bishop.len(), 13 + 4);
    let beside = at(Latrunculi, "8/8/8/3k4/3B4/8/8/K7 b - - 0 1");
    assert!(beside.position().is_check());
}

#[test]
fn latr_4_castling_needs_an_unmoved_rook_and_loses_its_right_with_it() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert!(fen_after(Latrunculi, fen, "h1h2 e8e7").contains(" Q - "));
    let back = after(Latrunculi, fen, "h1h2 e8e7 h2h1 e7e8").legal_moves();
    let on_g1 = |mv: &Move| mv.is_castle() && mv.to().index() == 6;
    assert!(!back.iter().any(on_g1));
    let game = at(Latrunculi, fen);
    let description = game.position().describe(game.read("O-O-O").unwrap());
    assert_eq!(description.shifts[0].kind, ShiftKind::CastlePartner);
    assert_eq!(description.shifts[0].piece.role, Role::Rook);
}

#[test]
fn latr_5_dead_positions() {
    let dead = Some((None, Reason::Dead));
    assert_eq!(ends(Latrunculi, "k7/8/8/8/8/8/8/KN6"), dead);
    assert_eq!(ends(Latrunculi, "k7/8/8/8/8/8/8/KB6"), None);
}
