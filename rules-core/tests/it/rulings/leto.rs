//! Leto Chess (LETO-1 to LETO-15).

use super::{at, can, ends, fen_after, from, san};
use crate::common::{data, legal};
use rules_core::{Color, Reason, Shape, ShiftKind, Variant};

#[test]
fn leto_1_start_positions() {
    assert_eq!(
        Variant::Leto.start_fen(),
        "rnlqklnr/pppppppp/8/8/8/8/PPPPPPPP/RNLQKLNR w KQkq - 0 1"
    );
    assert_eq!(
        Variant::LetoKwagga.start_fen(),
        "rglqklgr/pppppppp/8/8/8/8/PPPPPPPP/RGLQKLGR w KQkq - 0 1"
    );
}

#[test]
fn leto_12_a_pawn_may_promote_to_a_leto() {
    assert_eq!(
        from(Variant::Leto, "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7"),
        ["a8b", "a8l", "a8n", "a8q", "a8r"]
    );
}

#[test]
fn leto_2_the_leto_slides_one_or_two_squares_without_capturing() {
    let fen = "7k/8/8/3p4/3L1p2/8/8/K7 w - - 0 1";
    let targets = from(Variant::Leto, fen, "d4");
    assert!(!targets.contains(&"d5".to_owned()) && !targets.contains(&"f4".to_owned()));
    assert!(targets.contains(&"e4".to_owned()) && targets.contains(&"b2".to_owned()));
}

#[test]
fn leto_3_an_enemy_is_thrown_over_the_next_piece_and_captures_there() {
    let fen = "7k/3r4/3p4/3n4/8/3L4/8/K7 w - - 3 1";
    // From d3 to d4: the knight on d5 is thrown over d6 onto d7, where it captures a rook of its own side (LETO-11).
    assert_eq!(
        fen_after(Variant::Leto, fen, "d3d4"),
        "7k/3n4/3p4/8/3L4/8/8/K7 b - - 0 1"
    );
    assert_eq!(san(Variant::Leto, fen, "d3d4"), "Ld4(d5xd7)");
    let far = "7k/8/3p4/8/3n4/8/3L4/K7 w - - 3 1";
    assert_eq!(
        fen_after(Variant::Leto, far, "d2d3"),
        "7k/3n4/3p4/8/8/3L4/8/K7 b - - 4 1"
    );
}

#[test]
fn leto_4_if_a_throw_fails_the_move_is_still_legal() {
    // No screen, a screen at the edge, a piece of the mover behind the screen.
    for fen in [
        "7k/8/8/3n4/8/3L4/8/K7 w - - 3 1",
        "3r3k/8/3n4/8/3L4/8/8/K7 w - - 3 1",
        "7k/3R4/3p4/3n4/8/3L4/8/K7 w - - 3 1",
    ] {
        let mv = if fen.starts_with('3') { "d4d5" } else { "d3d4" };
        let game = at(Variant::Leto, fen);
        let description = game.position().describe(game.read(mv).unwrap());
        assert_eq!(description.shifts, [], "{fen}");
    }
}

#[test]
fn leto_5_kings_are_thrown_and_pawns_never_onto_their_first_rank() {
    assert_eq!(
        san(Variant::Leto, "8/3p4/3k4/8/3L4/8/8/K7 w - - 0 1", "d4d5"),
        "Ld5(d6-d8)"
    );
    // A black pawn is not thrown onto the eighth rank; on the first it becomes a queen.
    assert_eq!(
        san(Variant::Leto, "7k/3n4/3p4/8/3L4/8/8/K7 w - - 0 1", "d4d5"),
        "Ld5"
    );
    assert_eq!(
        san(Variant::Leto, "K6k/8/8/3L4/8/3p4/3n4/8 w - - 0 1", "d5d4"),
        "Ld4(d3-d1=Q)"
    );
}

#[test]
fn leto_6_a_piece_behind_a_screen_is_pulled_after_the_leto() {
    let fen = "7k/8/8/8/3L4/2n5/1R6/K7 w - - 0 1";
    assert_eq!(
        fen_after(Variant::Leto, fen, "d4e5"),
        "7k/8/8/4L3/3R4/2n5/8/K7 b - - 1 1"
    );
    assert_eq!(san(Variant::Leto, fen, "d4e5"), "Le5(b2-d4)");
    let king = "7k/8/8/8/3L4/2n5/1K6/8 w - - 0 1";
    let pulled = at(Variant::Leto, king)
        .read("d4e5")
        .map(|mv| at(Variant::Leto, king).position().play_unchecked(&mv));
    assert_eq!(
        pulled.unwrap().king(Color::White),
        Shape::Square64.parse("d4")
    );
}

#[test]
fn leto_7_both_effects_are_mandatory() {
    let fen = "7k/6r1/5p2/4n3/8/2L5/1P6/R6K w - - 0 1";
    let game = at(Variant::Leto, fen);
    let description = game.position().describe(game.read("c3d4").unwrap());
    assert_eq!(
        description
            .shifts
            .iter()
            .map(|shift| shift.kind)
            .collect::<Vec<_>>(),
        [ShiftKind::Repulsion, ShiftKind::Kidnapping]
    );
    assert_eq!(game.san(game.read("c3d4").unwrap()), "Ld4(e5xg7,a1-c3)");
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
        let game = at(Variant::Leto, &format!("{placement} b - - 0 1"));
        assert_eq!(game.position().is_check(), is_attacked, "{why}");
    }
}

#[test]
fn leto_8_a_castling_kings_target_is_judged_with_the_rook_beside_it() {
    // After castling, the rook on f1 is the screen over which the Leto on a1 throws the knight on d1.
    let thrown = at(Variant::Leto, "4k3/8/8/8/8/8/8/l2NK2R w K - 0 1");
    assert!(!legal(&thrown).contains(&"e1g1".to_owned()));
    let free = at(Variant::Leto, "4k3/8/8/8/8/8/8/l3K2R w K - 0 1");
    assert!(legal(&free).contains(&"e1g1".to_owned()));
}

#[test]
fn leto_9_everything_is_judged_in_the_final_position() {
    // The throw would put the rook on the king's file. With a white knight on its landing square, nothing is thrown.
    assert!(!can(
        Variant::Leto,
        "4k3/8/8/8/1L1r1pn1/8/8/6K1 w - - 0 1",
        "b4c4"
    ));
    assert!(can(
        Variant::Leto,
        "4k3/8/8/8/1L1r1pN1/8/8/6K1 w - - 0 1",
        "b4c4"
    ));
    // Pulling the king away ends a check.
    let check = "4k3/8/8/8/3L4/2n5/rK6/8 w - - 0 1";
    assert!(at(Variant::Leto, check).position().is_check());
    assert!(can(Variant::Leto, check, "d4e5"));
}

#[test]
fn leto_10_a_dislocated_king_or_rook_loses_castling_rights() {
    let pulled = fen_after(
        Variant::Leto,
        "4k3/8/8/8/8/2L5/1P6/R3K2R w KQ - 0 1",
        "c3d4",
    );
    assert_eq!(pulled, "4k3/8/8/8/3L4/2R5/1P6/4K2R b K - 1 1");
    // A rook is thrown onto the rook in the corner.
    let corner = fen_after(Variant::Leto, "r3k3/p7/r7/8/L7/8/8/6K1 w q - 0 1", "a4a5");
    assert_eq!(corner, "r3k3/p7/8/L7/8/8/8/6K1 b - - 0 1");
    // A pawn pulled back to its second rank may make a double step.
    assert!(can(
        Variant::Leto,
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "e2e4"
    ));
}

#[test]
fn leto_11_a_dislocated_pawn_counts_as_a_pawn_move() {
    assert!(
        fen_after(Variant::Leto, "7k/8/3n4/3p4/8/3L4/8/K7 w - - 7 1", "d3d4").contains(" - 0 1")
    );
    assert!(
        fen_after(Variant::Leto, "7k/8/8/8/3L4/3n4/3P4/K7 w - - 7 1", "d4d5").contains(" - 0 1")
    );
    assert!(fen_after(Variant::Leto, "7k/8/8/8/3L4/8/8/K7 w - - 7 1", "d4d5").contains(" - 8 1"));
}

#[test]
fn leto_13_the_kwagga_may_leap_twice_but_captures_on_the_first_leap_only() {
    let free = from(Variant::LetoKwagga, "7k/8/8/8/8/8/8/G6K w - - 0 1", "a1");
    assert_eq!(free, ["b4", "c7", "d2", "g3"]);
    let blocked = from(
        Variant::LetoKwagga,
        "7k/2p5/8/8/1p6/8/8/G6K w - - 0 1",
        "a1",
    );
    assert_eq!(blocked, ["b4", "d2", "g3"]);
    assert_eq!(
        from(Variant::LetoKwagga, "7k/2p5/8/8/8/8/8/G6K w - - 0 1", "a1"),
        ["b4", "d2", "g3"]
    );
}

#[test]
fn leto_14_dead_positions() {
    for (variant, pieces, dead) in [
        (Variant::Leto, "K7", true),
        (Variant::Leto, "KLLLL3", true),
        (Variant::Leto, "KN6", true),
        (Variant::Leto, "KB6", true),
        (Variant::LetoKwagga, "KG6", true),
        (Variant::Leto, "KNL5", false),
        (Variant::Leto, "KLl5", false),
        (Variant::Leto, "KR6", false),
    ] {
        let fen = format!("7k/8/8/8/8/8/8/{pieces} w - - 0 1");
        assert_eq!(
            ends(variant, &fen) == Some((None, Reason::Dead)),
            dead,
            "{variant} {pieces}"
        );
    }
}

#[test]
fn leto_15_brackets_show_the_other_pieces_that_moved() {
    let lines: Vec<String> = data("leto.jsonl").lines().map(str::to_owned).collect();
    assert!(
        lines.iter().any(|line| line.contains("(e8-c6)")),
        "the vectors show brackets"
    );
}
