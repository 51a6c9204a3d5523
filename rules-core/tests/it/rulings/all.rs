//! Rulings shared by all games (ALL-1 to ALL-10).

use super::toto40::board;
use super::{WHITE, after, at, can, end, ends, fen_after, san};
use crate::common::whole;
use rules_core::Variant::{self, Latrunculi, Leap, Legan, Leto, Toto40};
use rules_core::pgn::{self, PgnResult};
use rules_core::{Claim, Color, FenError, Game, Position, Reason, Role, perft};

#[test]
fn all_1_white_moves_first() {
    for variant in Variant::ALL {
        assert_eq!(variant.start().turn(), Color::White);
    }
    assert_eq!(Leap.color_name(Color::White), "Red");
    assert_eq!(Leto.color_name(Color::White), "White");
}

#[test]
fn all_2_mate_wins_and_stalemate_draws_and_no_king_may_be_left_attacked() {
    let (mate, stalemate) = ((WHITE, Reason::Checkmate), (None, Reason::Stalemate));
    for variant in [Leto, Legan, Latrunculi] {
        for (fen, expected) in [
            ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", mate),
            ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", stalemate),
        ] {
            assert_eq!(ends(variant, fen), Some(expected), "{variant}");
        }
        assert!(!can(variant, "k7/8/1K6/8/8/8/8/8 b - - 0 1", "a8b7"));
    }
}

/// Repeats a cycle of four moves for `plies` half-moves.
fn shuffle(variant: Variant, fen: &str, cycle: [&str; 4], plies: usize) -> Game {
    let moves: Vec<&str> = cycle.into_iter().cycle().take(plies).collect();
    after(variant, fen, &moves.join(" "))
}

#[test]
fn all_3_a_third_occurrence_may_be_claimed_and_a_fifth_ends_the_game() {
    let cycle = ["h1g1", "h8g8", "g1h1", "g8h8"];
    let after = |plies| shuffle(Legan, "k6r/8/8/8/8/8/8/K6R", cycle, plies);
    let threefold = Some(Claim::Threefold);
    let claims = [7, 8, 9].map(|plies| after(plies).claim());
    assert_eq!(claims, [None, threefold, threefold]);
    let fifth = after(16);
    assert_eq!(end(&fifth), Some((None, Reason::Fivefold)));
    assert_eq!(fifth.claim(), None);
    assert!(!fifth.legal_moves().is_empty(), "ALL-10");
    assert_eq!(after(15).outcome(), None);
}

#[test]
fn all_3_rights_and_a_legal_en_passant_capture_make_positions_differ() {
    let threefold = Some(Claim::Threefold);
    // The rooks return, but the castling rights are gone.
    let castles = "r3k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let cycle = ["h1g1", "a8b8", "g1h1", "b8a8"];
    for (plies, claim) in [(8, None), (12, threefold)] {
        let game = shuffle(Latrunculi, castles, cycle, plies);
        assert_eq!(game.claim(), claim, "{plies}");
    }
    // Right after the double step, the position differs only if a pawn can capture en passant.
    for (beside, claim) in [('p', None), ('n', threefold)] {
        let fen = format!("4k2r/8/8/8/3{beside}4/8/4P3/4K2R");
        let shuffled = "e2e4 h8g8 h1g1 g8h8 g1h1 h8g8 h1g1 g8h8 g1h1";
        let game = after(Latrunculi, &fen, shuffled);
        assert_eq!(game.claim(), claim, "{beside}");
    }
}

#[test]
fn all_3_fifty_moves_can_be_claimed_and_seventy_five_draw_unless_mate() {
    let clock = |half: u32| at(Legan, &format!("k6r/8/8/8/8/8/8/K6R w - - {half} 90"));
    assert_eq!(clock(99).claim(), None);
    assert_eq!(clock(100).claim(), Some(Claim::FiftyMoves));
    assert_eq!(end(&clock(149)), None);
    assert_eq!(end(&clock(150)), Some((None, Reason::SeventyFive)));
    let mate = ends(Legan, "k7/1Q6/1K6/8/8/8/8/8 b - - 150 90");
    assert_eq!(mate, Some((WHITE, Reason::Checkmate)));
}

#[test]
fn all_4_only_the_listed_positions_are_dead() {
    let dead = Some((None, Reason::Dead));
    assert_eq!(ends(Legan, "k7/8/8/8/8/8/8/KN6"), dead);
    assert_eq!(ends(Legan, "k7/8/8/8/8/8/8/KNN5"), None);
    assert_eq!(ends(Leap, "*3k*/1a4/6/6/6/6/1A4/*3K*"), None);
}

#[test]
fn all_5_the_rules_decide_neither_resignation_nor_agreement() {
    // No move resigns and no outcome says so; PGN records the result.
    let game = Game::new(Legan);
    assert!(game.read("resign").is_err());
    let result = Some(PgnResult::Won(Color::Black));
    let text = pgn::write(&game, &[], result);
    assert_eq!(pgn::read(&text).unwrap().result, result);
}

#[test]
fn all_6_fen_has_an_en_passant_square_only_if_a_legal_move_captures_on_it() {
    for (fen, square) in [
        (Latrunculi.start_fen(), " - 0 1"),
        ("4k3/8/8/8/3p4/8/4P3/4K3", " e3 "),
        // The capture would expose the king along the rank.
        ("8/8/8/8/k2p3R/8/4P3/4K3", " - - 0 1"),
    ] {
        let passed = fen_after(Latrunculi, fen, "e2e4");
        assert!(passed.contains(square), "{passed}");
    }
}

#[test]
fn all_6_impossible_rights_are_rejected_or_leniently_dropped() {
    let strict = |fen| Position::from_fen(Latrunculi, fen);
    let lenient = |fen| Position::from_fen_lenient(Latrunculi, fen).unwrap().fen();
    let bare = "4k3/8/8/8/8/8/8/4K3";
    let rights = "4k3/8/8/8/8/8/8/4K3 w K - 0 1";
    assert_eq!(strict(rights), Err(FenError::RightWithoutPieces('K')));
    assert_eq!(lenient(rights), format!("{bare} w - - 0 1"));
    let passed = "4k3/8/8/8/8/8/8/4K2R b K e3 0 1";
    let wrong = strict(passed).unwrap_err();
    assert!(matches!(wrong, FenError::EnPassantWithoutPawn(_)));
    assert!(lenient(passed).contains(" K - "));
    assert!(strict(bare).is_err() && lenient(bare).starts_with(bare));
}

#[test]
fn all_6_an_invalid_fen_is_rejected_with_its_reason() {
    use FenError::{Counter, Kings, OpponentInCheck, Piece, Rank, Ranks, Rights, Turn};
    let refused = |variant, fen: &str| Position::from_fen(variant, fen).unwrap_err();
    let (expected, found) = (8, 7);
    for (fen, error) in [
        ("8/8/8/8/8/8/8/8", Kings(Color::White)),
        ("kk6/8/8/8/8/8/8/K7", Kings(Color::Black)),
        ("k7/8/8/8/8/8/K7", Ranks { expected, found }),
        ("k7/8/8/9/8/8/8/K7", Rank { rank: 5 }),
        ("k7/8/8/7/8/8/8/K7", Rank { rank: 5 }),
        ("k7/8/8/8/8/8/8/K6L", Piece('L')),
        ("k7/8/8/8/8/8/8/K7 x - - 0 1", Turn("x".to_owned())),
        ("k7/8/8/8/8/8/8/K7 w KQ - 0 1", Rights("KQ".to_owned())),
        ("k7/8/8/8/8/8/8/K7 w - - x 1", Counter("x".to_owned())),
        ("k7/8/8/8/8/8/8/K6R b - - 0 -1", Counter("-1".to_owned())),
        ("k6R/8/8/8/8/8/8/K7", OpponentInCheck(Color::Black)),
    ] {
        assert_eq!(refused(Legan, &whole(fen)), error, "{fen}");
    }
    let corner = "1nsk2/dpaapd/6/6/6/6/DPAAPD/*NSK1*";
    assert_eq!(refused(Leap, &whole(corner)), Rank { rank: 8 });
    for (variant, fen) in [
        (Latrunculi, "k6P/8/8/8/8/8/8/K7"),
        (Legan, "k7/P7/8/8/8/8/8/K7"),
    ] {
        let pawn = refused(variant, &whole(fen));
        assert!(matches!(pawn, FenError::PawnPlace(_)), "{pawn:?}");
    }
    let long = refused(Legan, &"8/".repeat(500));
    assert!(matches!(long, FenError::Fields { .. }));
}

#[test]
fn all_7_uci_castling_names_the_kings_target_or_the_knights_square() {
    let rooks = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let knights = "*3k*/1a4/6/6/6/6/1A4/*N1KN* w KQ - 0 1";
    for (variant, fen, mv) in [
        (Latrunculi, rooks, "e1c1"),
        (Latrunculi, rooks, "e1g1"),
        (Leap, Leap.start_fen(), "d1e1"),
        (Leap, knights, "d1b1"),
        (Latrunculi, "7k/P7/8/8/8/8/8/K7", "a7a8q"),
    ] {
        assert!(can(variant, fen, mv), "{mv}");
    }
}

#[test]
fn all_8_san_disambiguates_as_little_as_possible() {
    // TOTO-5 and TOTO-7: two pawns of one file can reach the same square.
    let pawns = board("Kc6 kf7 Pe4 Pe6 rf5", "w L 1");
    let quiet = board("Kc6 kf7 Pf4 Pe6 rd7", "w L 1");
    for (variant, fen, mv, expected) in [
        (Latrunculi, "1k6/8/8/8/R6R/8/8/K7", "a4d4", "Rad4"),
        (Latrunculi, "1k6/8/R7/8/8/8/8/R6K", "a1a3", "R1a3"),
        (Leap, Leap.start_fen(), "d1e1", "O-O"),
        (Legan, "k7/8/8/8/8/4rP2/4P3/7K", "f3e3", "fxe3"),
        (Toto40, pawns.as_str(), "e4f5", "e4xf5"),
        (Toto40, quiet.as_str(), "e6f5", "ef5"),
    ] {
        assert_eq!(san(variant, fen, mv), expected);
    }
}

#[test]
fn all_9_every_role_has_its_letter() {
    let letters: String = Role::ALL.iter().map(|role| role.letter()).collect();
    assert_eq!(letters, "PNBRQKLGADSH");
}

#[test]
fn all_10_a_won_game_has_no_moves_and_ends_a_line_of_perft() {
    let game = at(Leap, "*1k2*/6/6/6/6/6/1A4/*1K2* b - - 0 1");
    assert_eq!(end(&game), Some((WHITE, Reason::BareKing)));
    assert!(game.legal_moves().is_empty());
    assert_eq!(perft(game.position(), 1), 0);
    // A dead position takes precedence over the fifth occurrence and the 75 moves.
    let dead = ends(Legan, "k7/8/8/8/8/8/8/KN6 w - - 150 1");
    assert_eq!(dead, Some((None, Reason::Dead)));
    assert!(Reason::KingCaptured < Reason::LeftLine && Reason::LeftLine < Reason::BareKing);
    assert!(Reason::Dead < Reason::Fivefold && Reason::Fivefold < Reason::SeventyFive);
}
