//! Leap Chess in its six forms (LEAP-1 to LEAP-11).

use super::{BLACK, WHITE, after, at, can, end, ends, fen_after, from, san};
use crate::common::legal;
use rules_core::Variant::{Leap, Leap64, Leap64Optional, LeapMulti, LeapOptional};
use rules_core::{Color, Position, Reason, Shape};

#[test]
fn leap_1_the_board_has_no_corners() {
    let corners = ["a1", "f1", "a8", "f8"].map(|name| Shape::Cornerless44.parse(name));
    assert_eq!(corners, [None; 4]);
    let king = Leap.start().king(Color::White);
    assert_eq!(king, Shape::Cornerless44.parse("d1"));
}

#[test]
fn leap_2_the_leapers_jump_over_anything() {
    let leaps = |piece: char| {
        let fen = format!("*a2k*/6/6/1PPP2/1P{piece}P2/1PPP2/6/*3K*");
        from(LeapOptional, &fen, "c4")
    };
    assert_eq!(leaps('A'), ["a2", "a6", "e2", "e6"]);
    assert_eq!(leaps('D'), ["a4", "c2", "c6", "e4"]);
    assert_eq!(leaps('S').len(), 8);
}

#[test]
fn leap_3_only_a_pawn_on_its_second_rank_has_a_double_step() {
    let fen = "*a2k*/6/6/6/6/P5/1P4/*3K*";
    assert_eq!(from(Leap, fen, "b2"), ["b3", "b4"]);
    assert_eq!(from(Leap, fen, "a3"), ["a4"]);
}

#[test]
fn leap_4_pawns_promote_on_the_last_rank_or_stick_below_a_corner() {
    let fen = "*4*/P1P3/6/5k/6/6/a5/*3K*";
    assert!(from(Leap, fen, "a7").is_empty());
    assert_eq!(from(Leap, fen, "c7"), ["c8a", "c8d", "c8n", "c8s"]);
    assert_eq!(from(Leap, "*n3*/P5/6/5k/6/6/6/*3K*", "a7").len(), 4);
}

#[test]
fn leap_5_castling_swaps_king_and_knight_or_goes_to_the_c_file() {
    let swapped = "*nskn*/dpaapd/pppppp/6/6/PPPPPP/DPAAPD/*NSNK* b kq - 1 1";
    assert_eq!(fen_after(Leap, Leap.start_fen(), "d1e1"), swapped);
    let queen_side = "*2k1*/1a4/6/6/6/6/1A4/*N1KN* w KQ - 0 1";
    let castled = "*2k1*/1a4/6/6/6/6/1A4/*1KNN* b - - 1 1";
    assert_eq!(fen_after(Leap, queen_side, "d1b1"), castled);
    for (variant, placement, mv) in [
        // c1 is not empty, or attacked.
        (Leap, "*2k1*/1a4/6/6/6/6/1A4/*NSKN*", "d1b1"),
        (LeapOptional, "*2k1*/1a4/6/6/6/2d3/1A4/*N1KN*", "d1b1"),
        // The king is in check.
        (LeapOptional, "*2k1*/1a4/6/6/6/3d2/1A4/*N1KN*", "d1e1"),
        // A capture is mandatory.
        (Leap, "*2k1*/6/6/6/2p3/1P4/1A4/*N1KN*", "d1e1"),
        // f1 is attacked, which the king passes.
        (Leap64Optional, "4k3/8/8/8/8/5d2/1A6/D3K2D", "e1g1"),
    ] {
        let fen = format!("{placement} w KQ - 0 1");
        assert!(!can(variant, &fen, mv), "{fen}");
    }
}

#[test]
fn leap_6_captures_are_mandatory_unless_they_expose_the_king() {
    let fen = "*3k*/6/6/6/2p3/1P4/4P1/*3K*";
    assert_eq!(legal(&at(Leap, fen)), ["b3c4"]);
    // The only capture leaves the checking dabbabah on e3, so it is illegal and forces nothing.
    let check = at(Leap, "*3k*/6/6/6/2p3/1P2d1/6/*3K*");
    assert!(check.position().is_check());
    assert!(!legal(&check).contains(&"b3c4".to_owned()) && !legal(&check).is_empty());
    // En passant counts.
    let before = "*3k*/2p3/6/1P4/6/6/1A4/*3K* b - - 0 1";
    assert_eq!(legal(&after(Leap, before, "c7c5")), ["b5c6"]);
}

#[test]
fn leap_7_bare_king_and_stalemate_lose() {
    let capture = after(Leap, "*3k*/6/6/6/2p3/1P4/6/*3K*", "b3c4");
    assert_eq!(end(&capture), Some((WHITE, Reason::BareKing)));
    let stalemate = "*1Dk1*/6/1N4/1pS1P1/1P4/6/1DD3/*2K1* b - - 10 68";
    let (bare, stuck) = (Reason::BareKing, Reason::Stalemate);
    for (variant, fen, winner, reason) in [
        (Leap, "*3k*/6/6/6/6/6/6/*3K* b - - 0 1", WHITE, bare),
        (Leap, "*3k*/6/6/6/6/6/6/*3K*", BLACK, bare),
        (LeapOptional, stalemate, WHITE, stuck),
    ] {
        assert_eq!(ends(variant, fen), Some((winner, reason)), "{fen}");
    }
}

#[test]
fn leap_8_no_position_is_dead() {
    let fen = "*3k*/1a4/6/6/6/6/1A4/*3K*";
    assert_eq!(ends(Leap, fen), None);
    let late = ends(Leap, &format!("{fen} w - - 150 1"));
    assert_eq!(late, Some((None, Reason::SeventyFive)));
}

#[test]
fn leap_9_chains_continue_until_they_cannot() {
    let fen = "*3k*/6/2p3/6/2p3/6/2D3/*3K*";
    assert_eq!(legal(&at(LeapMulti, fen)), ["c2c4c6"]);
    assert_eq!(san(LeapMulti, fen, "c2c4c6"), "Dxc4xc6");
    assert_eq!(legal(&at(Leap, fen)), ["c2c4"]);
}

#[test]
fn leap_9_b_a_chain_may_stop_where_continuing_would_expose_the_king() {
    // From c2 the king could continue to d3, which the knight on e5 attacks.
    let game = at(LeapMulti, "*3k*/6/6/4n1/6/P2a2/2p3/*1K2*");
    assert_eq!(legal(&game), ["c1c2"]);
}

#[test]
fn leap_9_a_only_the_end_of_a_turn_must_leave_the_king_safe() {
    // On c2 the king is attacked by the dabbabah that it captures last.
    let game = at(LeapMulti, "*3k*/6/6/6/2d3/P2a2/2p3/*1K2*");
    assert_eq!(legal(&game), ["c1c2d3c4"]);
}

#[test]
fn leap_9_c_a_promotion_ends_the_turn() {
    let promotions = from(LeapMulti, "*3n*/1p1P2/6/6/5k/6/6/*3K*", "d7e8");
    assert_eq!(promotions, ["a", "d", "n", "s"]);
}

#[test]
fn leap_9_d_a_chain_to_the_king_wins_with_ones_own_king_attacked() {
    let fen = "*4*/1k4/6/1p4/6/1D4/6/*3K*";
    assert_eq!(legal(&at(LeapMulti, fen)), ["b3b5b7"]);
    let won = after(LeapMulti, fen, "b3b5b7");
    assert_eq!(end(&won), Some((WHITE, Reason::KingCaptured)));
    assert!(won.legal_moves().is_empty());
    let position = *won.position();
    assert_eq!(position.king(Color::Black), None);
    assert_eq!(Position::from_fen(LeapMulti, &position.fen()), Ok(position));
}

#[test]
fn leap_9_e_bare_king_is_judged_at_the_end_of_the_turn() {
    let chain = after(LeapMulti, "*3k*/6/2p3/6/2p3/6/2D3/*3K*", "c2c4c6");
    assert_eq!(end(&chain), Some((WHITE, Reason::BareKing)));
}

#[test]
fn leap_9_f_en_passant_may_be_a_later_capture() {
    // From b5 the pawn captures on c4, next to the pawn that has just passed d3, and captures that one en passant.
    let game = at(LeapMulti, "*3k*/6/6/1p4/2PP2/6/6/*3K* b - d3 0 1");
    assert_eq!(legal(&game), ["b5c4d3"]);
    assert!(game.position().fen().contains(" d3 "));
    let turn = game.read("b5c4d3").unwrap();
    assert_eq!(game.position().describe(turn).captures.len(), 2);
    assert_eq!(game.san(turn), "bxc4xd3");
}

#[test]
fn leap_10_captures_may_be_optional() {
    let fen = "*3k*/6/6/6/2p3/1P4/4P1/*3K*";
    assert!(legal(&at(LeapOptional, fen)).len() > 1);
}

#[test]
fn leap_11_on_64_squares_the_corner_dabbabahs_castle() {
    let fen = "4k3/4a3/8/8/8/8/4A3/D3K2D w KQ - 0 1";
    for (mv, rank) in [("e1g1", "D4DK1"), ("e1c1", "2KD3D")] {
        let castled = format!("4k3/4a3/8/8/8/8/4A3/{rank} b - - 1 1");
        assert_eq!(fen_after(Leap64, fen, mv), castled);
    }
}
