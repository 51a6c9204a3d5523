//! Leto Chess (LETO-1 to LETO-15).

use super::{after, at, can, ends, fen_after, from, san};
use crate::common::data;
use rules_core::Variant::{Leto, LetoKwagga};
use rules_core::{Color, Reason, Shape, ShiftKind};

#[test]
fn leto_1_start_positions() {
    for (variant, rank) in [(Leto, "rnlqklnr"), (LetoKwagga, "rglqklgr")] {
        let pieces = rank.to_uppercase();
        let start = format!("{rank}/pppppppp/8/8/8/8/PPPPPPPP/{pieces} w KQkq - 0 1");
        assert_eq!(variant.start_fen(), start);
    }
}

#[test]
fn leto_12_a_pawn_may_promote_to_a_leto() {
    let promotions = from(Leto, "7k/P7/8/8/8/8/8/K7", "a7");
    assert_eq!(promotions, ["a8b", "a8l", "a8n", "a8q", "a8r"]);
}

#[test]
fn leto_2_the_leto_slides_one_or_two_squares_without_capturing() {
    let fen = "7k/8/8/3p4/3L1p2/8/8/K7";
    for (mv, is_legal) in [
        ("d4d5", false),
        ("d4f4", false),
        ("d4e4", true),
        ("d4b2", true),
    ] {
        assert_eq!(can(Leto, fen, mv), is_legal, "{mv}");
    }
}

#[test]
fn leto_3_an_enemy_is_thrown_over_the_next_piece_and_captures_there() {
    // From d3 to d4: the knight on d5 is thrown over d6 onto d7, where it captures a rook of its own side (LETO-11).
    let near = "7k/3r4/3p4/3n4/8/3L4/8/K7 w - - 3 1";
    let thrown = "7k/3n4/3p4/8/3L4/8/8/K7 b - - 0 1";
    assert_eq!(fen_after(Leto, near, "d3d4"), thrown);
    assert_eq!(san(Leto, near, "d3d4"), "Ld4(d5xd7)");
    let far = "7k/8/3p4/8/3n4/8/3L4/K7 w - - 3 1";
    let thrown = "7k/3n4/3p4/8/8/3L4/8/K7 b - - 4 1";
    assert_eq!(fen_after(Leto, far, "d2d3"), thrown);
}

#[test]
fn leto_4_if_a_throw_fails_the_move_is_still_legal() {
    for (fen, mv, why) in [
        ("7k/8/8/3n4/8/3L4/8/K7", "d3d4", "no screen"),
        ("3r3k/8/3n4/8/3L4/8/8/K7", "d4d5", "a screen at the edge"),
        ("7k/3R4/3p4/3n4/8/3L4/8/K7", "d3d4", "an own piece behind"),
    ] {
        let game = at(Leto, fen);
        let description = game.position().describe(game.read(mv).unwrap());
        assert_eq!(description.shifts, [], "{why}");
    }
}

#[test]
fn leto_5_kings_are_thrown_and_pawns_never_onto_their_first_rank() {
    for (fen, mv, expected) in [
        ("8/3p4/3k4/8/3L4/8/8/K7", "d4d5", "Ld5(d6-d8)"),
        // A black pawn is not thrown onto the eighth rank; on the first it becomes a queen.
        ("7k/3n4/3p4/8/3L4/8/8/K7", "d4d5", "Ld5"),
        ("K6k/8/8/3L4/8/3p4/3n4/8", "d5d4", "Ld4(d3-d1=Q)"),
    ] {
        assert_eq!(san(Leto, fen, mv), expected);
    }
}

#[test]
fn leto_6_a_piece_behind_a_screen_is_pulled_after_the_leto() {
    let fen = "7k/8/8/8/3L4/2n5/1R6/K7";
    let pulled = "7k/8/8/4L3/3R4/2n5/8/K7 b - - 1 1";
    assert_eq!(fen_after(Leto, fen, "d4e5"), pulled);
    assert_eq!(san(Leto, fen, "d4e5"), "Le5(b2-d4)");
    let king = after(Leto, "7k/8/8/8/3L4/2n5/1K6/8", "d4e5");
    let king = king.position().king(Color::White);
    assert_eq!(king, Shape::Square64.parse("d4"));
}

#[test]
fn leto_7_both_effects_are_mandatory() {
    let game = at(Leto, "7k/6r1/5p2/4n3/8/2L5/1P6/R6K");
    let mv = game.read("c3d4").unwrap();
    let description = game.position().describe(mv);
    let kinds: Vec<_> = description.shifts.iter().map(|shift| shift.kind).collect();
    assert_eq!(kinds, [ShiftKind::Repulsion, ShiftKind::Kidnapping]);
    assert_eq!(game.san(mv), "Ld4(e5xg7,a1-c3)");
    assert_eq!(description.captures.len(), 1);
}

#[test]
fn leto_8_a_king_is_attacked_if_a_throw_would_land_on_it() {
    // d1 Leto, d2 empty, d3 a black pawn, d4 any piece, d5 the king.
    for (placement, is_attacked, why) in [
        ("8/8/8/3k4/3N4/3p4/8/3L3K", true, "a screen"),
        ("8/8/8/3k4/8/3p4/8/3L3K", false, "no screen"),
        ("8/8/8/3k4/3N4/3P4/8/3L3K", false, "a piece of its own"),
        ("3k4/3N4/3p4/8/3L4/8/8/7K", false, "a pawn's first rank"),
        ("7K/8/8/3L4/8/3p4/3N4/3k4", true, "a pawn that is crowned"),
    ] {
        let game = at(Leto, &format!("{placement} b - - 0 1"));
        assert_eq!(game.position().is_check(), is_attacked, "{why}");
    }
}

#[test]
fn leto_8_a_castling_kings_target_is_judged_with_the_rook_beside_it() {
    // After castling, the rook on f1 is the screen over which the Leto on a1 throws the knight on d1.
    for (rank, may_castle) in [("l2NK2R", false), ("l3K2R", true)] {
        let fen = format!("4k3/8/8/8/8/8/8/{rank} w K - 0 1");
        assert_eq!(can(Leto, &fen, "e1g1"), may_castle);
    }
}

#[test]
fn leto_9_everything_is_judged_in_the_final_position() {
    // The throw would put the rook on the king's file. With a white knight on its landing square, nothing is thrown.
    assert!(!can(Leto, "4k3/8/8/8/1L1r1pn1/8/8/6K1", "b4c4"));
    assert!(can(Leto, "4k3/8/8/8/1L1r1pN1/8/8/6K1", "b4c4"));
    // Pulling the king away ends a check.
    let check = "4k3/8/8/8/3L4/2n5/rK6/8";
    assert!(at(Leto, check).position().is_check());
    assert!(can(Leto, check, "d4e5"));
}

#[test]
fn leto_10_a_dislocated_king_or_rook_loses_castling_rights() {
    let pulled = fen_after(Leto, "4k3/8/8/8/8/2L5/1P6/R3K2R w KQ - 0 1", "c3d4");
    assert_eq!(pulled, "4k3/8/8/8/3L4/2R5/1P6/4K2R b K - 1 1");
    // A rook is thrown onto the rook in the corner.
    let corner = fen_after(Leto, "r3k3/p7/r7/8/L7/8/8/6K1 w q - 0 1", "a4a5");
    assert_eq!(corner, "r3k3/p7/8/L7/8/8/8/6K1 b - - 0 1");
    // A pawn pulled back to its second rank may make a double step.
    assert!(can(Leto, "4k3/8/8/8/8/8/4P3/4K3", "e2e4"));
}

#[test]
fn leto_11_a_dislocated_pawn_counts_as_a_pawn_move() {
    for (placement, mv, clock) in [
        ("7k/8/3n4/3p4/8/3L4/8/K7", "d3d4", " - 0 1"),
        ("7k/8/8/8/3L4/3n4/3P4/K7", "d4d5", " - 0 1"),
        ("7k/8/8/8/3L4/8/8/K7", "d4d5", " - 8 1"),
    ] {
        let fen = fen_after(Leto, &format!("{placement} w - - 7 1"), mv);
        assert!(fen.contains(clock), "{fen}");
    }
}

#[test]
fn leto_13_the_kwagga_may_leap_twice_but_captures_on_the_first_leap_only() {
    let free = from(LetoKwagga, "7k/8/8/8/8/8/8/G6K", "a1");
    assert_eq!(free, ["b4", "c7", "d2", "g3"]);
    for blocked in ["7k/2p5/8/8/1p6/8/8/G6K", "7k/2p5/8/8/8/8/8/G6K"] {
        assert_eq!(from(LetoKwagga, blocked, "a1"), ["b4", "d2", "g3"]);
    }
}

#[test]
fn leto_14_dead_positions() {
    for (variant, pieces, dead) in [
        (Leto, "K7", true),
        (Leto, "KLLLL3", true),
        (Leto, "KN6", true),
        (Leto, "KB6", true),
        (LetoKwagga, "KG6", true),
        (Leto, "KNL5", false),
        (Leto, "KLl5", false),
        (Leto, "KR6", false),
    ] {
        let end = ends(variant, &format!("7k/8/8/8/8/8/8/{pieces}"));
        assert_eq!(end == Some((None, Reason::Dead)), dead, "{pieces}");
    }
}

#[test]
fn leto_15_brackets_show_the_other_pieces_that_moved() {
    assert!(data("leto.jsonl").contains("(e8-c6)"), "in the vectors");
}
