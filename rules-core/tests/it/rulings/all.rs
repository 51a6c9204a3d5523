//! Rulings shared by all games (ALL-1 to ALL-10).

use super::toto40::board;
use super::{WHITE, after, at, can, end, ends, fen_after, san};
use rules_core::pgn::{self, PgnResult};
use rules_core::{Claim, Color, FenError, Game, Position, Reason, Role, Variant, perft};

#[test]
fn all_1_white_moves_first() {
    for variant in Variant::ALL {
        assert_eq!(variant.start().turn(), Color::White);
    }
    assert_eq!(Variant::Leap.color_name(Color::White), "Red");
    assert_eq!(Variant::Leto.color_name(Color::White), "White");
}

#[test]
fn all_2_mate_wins_and_stalemate_draws_and_no_king_may_be_left_attacked() {
    let mate = "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1";
    for variant in [Variant::Leto, Variant::Legan, Variant::Latrunculi] {
        assert_eq!(
            ends(variant, mate),
            Some((WHITE, Reason::Checkmate)),
            "{variant}"
        );
        assert_eq!(
            ends(variant, "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"),
            Some((None, Reason::Stalemate)),
            "{variant}"
        );
        assert!(!can(variant, "k7/8/1K6/8/8/8/8/8 b - - 0 1", "a8b7"));
    }
}

/// Repeats a cycle of four moves for `plies` half-moves.
fn shuffle(variant: Variant, fen: &str, cycle: [&str; 4], plies: usize) -> Game {
    let moves: Vec<&str> = cycle.into_iter().cycle().take(plies).collect();
    Game::replay(variant, Some(fen), moves).unwrap()
}

#[test]
fn all_3_a_third_occurrence_may_be_claimed_and_a_fifth_ends_the_game() {
    let fen = "k6r/8/8/8/8/8/8/K6R w - - 0 1";
    let cycle = ["h1g1", "h8g8", "g1h1", "g8h8"];
    let claims: Vec<Option<Claim>> = [7, 8, 9]
        .map(|plies| shuffle(Variant::Legan, fen, cycle, plies).claim())
        .into();
    assert_eq!(
        claims,
        [None, Some(Claim::Threefold), Some(Claim::Threefold)]
    );
    let fifth = shuffle(Variant::Legan, fen, cycle, 16);
    assert_eq!(end(&fifth), Some((None, Reason::Fivefold)));
    assert_eq!(fifth.claim(), None);
    assert!(
        !fifth.legal_moves().is_empty(),
        "ALL-10: the position still has its moves"
    );
    assert_eq!(shuffle(Variant::Legan, fen, cycle, 15).outcome(), None);
}

#[test]
fn all_3_rights_and_a_legal_en_passant_capture_make_positions_differ() {
    // The rooks return, but the castling rights are gone.
    let castles = "r3k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let cycle = ["h1g1", "a8b8", "g1h1", "b8a8"];
    assert_eq!(
        shuffle(Variant::Latrunculi, castles, cycle, 8).claim(),
        None
    );
    assert_eq!(
        shuffle(Variant::Latrunculi, castles, cycle, 12).claim(),
        Some(Claim::Threefold)
    );
    // Right after the double step, the position differs only if a pawn can capture en passant.
    for (beside, claim) in [('p', None), ('n', Some(Claim::Threefold))] {
        let fen = format!("4k2r/8/8/8/3{beside}4/8/4P3/4K2R w - - 0 1");
        let shuffled = "e2e4 h8g8 h1g1 g8h8 g1h1 h8g8 h1g1 g8h8 g1h1";
        assert_eq!(
            after(Variant::Latrunculi, &fen, shuffled).claim(),
            claim,
            "{beside}"
        );
    }
}

#[test]
fn all_3_fifty_moves_can_be_claimed_and_seventy_five_draw_unless_mate() {
    let clock = |half: u32| format!("k6r/8/8/8/8/8/8/K6R w - - {half} 90");
    assert_eq!(at(Variant::Legan, &clock(99)).claim(), None);
    assert_eq!(
        at(Variant::Legan, &clock(100)).claim(),
        Some(Claim::FiftyMoves)
    );
    assert_eq!(ends(Variant::Legan, &clock(149)), None);
    assert_eq!(
        ends(Variant::Legan, &clock(150)),
        Some((None, Reason::SeventyFive))
    );
    assert_eq!(
        ends(Variant::Legan, "k7/1Q6/1K6/8/8/8/8/8 b - - 150 90"),
        Some((WHITE, Reason::Checkmate))
    );
}

#[test]
fn all_4_only_the_listed_positions_are_dead() {
    assert_eq!(
        ends(Variant::Legan, "k7/8/8/8/8/8/8/KN6 w - - 0 1"),
        Some((None, Reason::Dead))
    );
    assert_eq!(ends(Variant::Legan, "k7/8/8/8/8/8/8/KNN5 w - - 0 1"), None);
    assert_eq!(
        ends(Variant::Leap, "*3k*/1a4/6/6/6/6/1A4/*3K* w - - 0 1"),
        None
    );
}

#[test]
fn all_5_the_rules_decide_neither_resignation_nor_agreement() {
    // No move resigns and no outcome says so; PGN records the result.
    let game = Game::new(Variant::Legan);
    assert!(game.read("resign").is_err());
    let result = Some(PgnResult::Won(Color::Black));
    let text = pgn::write(&game, &[], result);
    assert_eq!(pgn::read(&text).unwrap().result, result);
}

#[test]
fn all_6_fen_has_an_en_passant_square_only_if_a_legal_move_captures_on_it() {
    let start = Variant::Latrunculi.start_fen();
    assert!(fen_after(Variant::Latrunculi, start, "e2e4").contains(" - 0 1"));
    let beside = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    assert!(fen_after(Variant::Latrunculi, beside, "e2e4").contains(" e3 "));
    // The capture would expose the king along the rank.
    let pinned = "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1";
    assert!(fen_after(Variant::Latrunculi, pinned, "e2e4").contains(" - - 0 1"));
}

#[test]
fn all_6_impossible_rights_are_rejected_or_leniently_dropped() {
    let rights = "4k3/8/8/8/8/8/8/4K3 w K - 0 1";
    assert_eq!(
        Position::from_fen(Variant::Latrunculi, rights),
        Err(FenError::RightWithoutPieces('K'))
    );
    let lenient = Position::from_fen_lenient(Variant::Latrunculi, rights).unwrap();
    assert_eq!(lenient.fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let passed = "4k3/8/8/8/8/8/8/4K2R b K e3 0 1";
    assert!(matches!(
        Position::from_fen(Variant::Latrunculi, passed),
        Err(FenError::EnPassantWithoutPawn(_))
    ));
    assert!(
        Position::from_fen_lenient(Variant::Latrunculi, passed)
            .unwrap()
            .fen()
            .contains(" K - ")
    );
    assert!(Position::from_fen_lenient(Variant::Latrunculi, "4k3/8/8/8/8/8/8/4K3").is_ok());
    assert!(Position::from_fen(Variant::Latrunculi, "4k3/8/8/8/8/8/8/4K3").is_err());
}

#[test]
fn all_6_an_invalid_fen_is_rejected_with_its_reason() {
    use FenError::{Counter, Kings, OpponentInCheck, Piece, Rank, Ranks, Rights, Turn};
    let refused = |variant, fen: &str| Position::from_fen(variant, fen).unwrap_err();
    let (expected, found) = (8, 7);
    for (fen, error) in [
        ("8/8/8/8/8/8/8/8 w - - 0 1", Kings(Color::White)),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", Kings(Color::Black)),
        ("k7/8/8/8/8/8/K7 w - - 0 1", Ranks { expected, found }),
        ("k7/8/8/9/8/8/8/K7 w - - 0 1", Rank { rank: 5 }),
        ("k7/8/8/7/8/8/8/K7 w - - 0 1", Rank { rank: 5 }),
        ("k7/8/8/8/8/8/8/K6L w - - 0 1", Piece('L')),
        ("k7/8/8/8/8/8/8/K7 x - - 0 1", Turn("x".to_owned())),
        ("k7/8/8/8/8/8/8/K7 w KQ - 0 1", Rights("KQ".to_owned())),
        ("k7/8/8/8/8/8/8/K7 w - - x 1", Counter("x".to_owned())),
        ("k7/8/8/8/8/8/8/K6R b - - 0 -1", Counter("-1".to_owned())),
        (
            "k6R/8/8/8/8/8/8/K7 w - - 0 1",
            OpponentInCheck(Color::Black),
        ),
    ] {
        assert_eq!(refused(Variant::Legan, fen), error, "{fen}");
    }
    let corner = "1nsk2/dpaapd/6/6/6/6/DPAAPD/*NSK1* w - - 0 1";
    assert_eq!(refused(Variant::Leap, corner), Rank { rank: 8 });
    assert!(matches!(
        refused(Variant::Latrunculi, "k6P/8/8/8/8/8/8/K7 w - - 0 1"),
        FenError::PawnPlace(_)
    ));
    assert!(matches!(
        refused(Variant::Legan, "k7/P7/8/8/8/8/8/K7 w - - 0 1"),
        FenError::PawnPlace(_)
    ));
    assert!(matches!(
        refused(Variant::Legan, &"8/".repeat(500)),
        FenError::Fields { .. }
    ));
}

#[test]
fn all_7_uci_castling_names_the_kings_target_or_the_knights_square() {
    let rooks = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let knights = "*3k*/1a4/6/6/6/6/1A4/*N1KN* w KQ - 0 1";
    for (variant, fen, mv) in [
        (Variant::Latrunculi, rooks, "e1c1"),
        (Variant::Latrunculi, rooks, "e1g1"),
        (Variant::Leap, Variant::Leap.start_fen(), "d1e1"),
        (Variant::Leap, knights, "d1b1"),
        (Variant::Latrunculi, "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q"),
    ] {
        assert!(can(variant, fen, mv), "{mv}");
    }
}

#[test]
fn all_8_san_disambiguates_as_little_as_possible() {
    let rooks = "1k6/8/8/8/R6R/8/8/K7 w - - 0 1";
    assert_eq!(san(Variant::Latrunculi, rooks, "a4d4"), "Rad4");
    assert_eq!(
        san(
            Variant::Latrunculi,
            "1k6/8/R7/8/8/8/8/R6K w - - 0 1",
            "a1a3"
        ),
        "R1a3"
    );
    assert_eq!(san(Variant::Leap, Variant::Leap.start_fen(), "d1e1"), "O-O");
    assert_eq!(
        san(Variant::Legan, "k7/8/8/8/8/4rP2/4P3/7K w - - 0 1", "f3e3"),
        "fxe3"
    );
    // TOTO-5 and TOTO-7: two pawns of one file can reach the same square.
    let pawns = board("Kc6 kf7 Pe4 Pe6 rf5", "w L 1");
    assert_eq!(san(Variant::Toto40, &pawns, "e4f5"), "e4xf5");
    let quiet = board("Kc6 kf7 Pf4 Pe6 rd7", "w L 1");
    assert_eq!(san(Variant::Toto40, &quiet, "e6f5"), "ef5");
}

#[test]
fn all_9_every_role_has_its_letter() {
    let letters: String = Role::ALL.iter().map(|role| role.letter()).collect();
    assert_eq!(letters, "PNBRQKLGADSH");
}

#[test]
fn all_10_a_won_game_has_no_moves_and_ends_a_line_of_perft() {
    let game = at(Variant::Leap, "*1k2*/6/6/6/6/6/1A4/*1K2* b - - 0 1");
    assert_eq!(end(&game), Some((WHITE, Reason::BareKing)));
    assert!(game.legal_moves().is_empty());
    assert_eq!(perft(game.position(), 1), 0);
    // A dead position takes precedence over the fifth occurrence and the 75 moves.
    assert_eq!(
        ends(Variant::Legan, "k7/8/8/8/8/8/8/KN6 w - - 150 1"),
        Some((None, Reason::Dead))
    );
    assert!(Reason::KingCaptured < Reason::LeftLine && Reason::LeftLine < Reason::BareKing);
    assert!(Reason::Dead < Reason::Fivefold && Reason::Fivefold < Reason::SeventyFive);
}
