//! Every ruling, by its number. What a ruling says about all moves of a position is also in the vectors and in the second generator.

#![allow(clippy::unwrap_used, reason = "what fails in a test fails the test")]

mod common;

use common::{data, legal, random_walk};
use rules_core::{
    Claim, Color, FenError, Game, MoveList, Outcome, Piece, Position, Reason, Role, Shape,
    ShiftKind, Variant, perft,
};

fn at(variant: Variant, fen: &str) -> Game {
    Game::from_position(
        Position::from_fen(variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}")),
    )
}

fn after(variant: Variant, fen: &str, moves: &str) -> Game {
    Game::replay(variant, Some(fen), moves.split_whitespace())
        .unwrap_or_else(|error| panic!("{fen} {moves}: {error}"))
}

fn fen_after(variant: Variant, fen: &str, mv: &str) -> String {
    after(variant, fen, mv).position().fen()
}

fn san(variant: Variant, fen: &str, mv: &str) -> String {
    let game = at(variant, fen);
    game.san(
        game.read(mv)
            .unwrap_or_else(|why| panic!("{fen} {mv}: {why}")),
    )
}

fn can(variant: Variant, fen: &str, mv: &str) -> bool {
    legal(&at(variant, fen)).iter().any(|found| found == mv)
}

fn from(variant: Variant, fen: &str, square: &str) -> Vec<String> {
    let all = legal(&at(variant, fen));
    all.into_iter()
        .filter_map(|mv| mv.strip_prefix(square).map(str::to_owned))
        .collect()
}

fn ends(variant: Variant, fen: &str) -> Option<(Option<Color>, Reason)> {
    at(variant, fen)
        .outcome()
        .map(|Outcome { winner, reason }| (winner, reason))
}

const WHITE: Option<Color> = Some(Color::White);
const BLACK: Option<Color> = Some(Color::Black);

/// Cites: the numbers of all rulings, so that none is forgotten.
const RULINGS: [(&str, usize); 6] = [
    ("ALL", 10),
    ("LEGAN", 6),
    ("LATR", 5),
    ("LEAP", 11),
    ("TOTO", 13),
    ("LETO", 15),
];

#[test]
fn every_ruling_is_cited_by_a_test() {
    let mut tests = String::new();
    for name in [
        "rulings",
        "reading",
        "vectors",
        "second_generator",
        "properties",
        "starts",
    ] {
        let path = format!("{}/tests/{name}.rs", env!("CARGO_MANIFEST_DIR"));
        tests += &std::fs::read_to_string(&path).unwrap();
    }
    for (game, count) in RULINGS {
        for number in 1..=count {
            let cited = format!("fn {}_{number}_", game.to_lowercase());
            assert!(
                tests.contains(&cited),
                "no test is named after {game}-{number}"
            );
        }
    }
}

// ALL

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

/// Shuffles both sides' pieces to and fro, so many half-moves.
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
    assert_eq!(
        fifth.outcome(),
        Some(Outcome {
            winner: None,
            reason: Reason::Fivefold
        })
    );
    assert_eq!(fifth.claim(), None);
    assert!(
        !fifth.legal_moves().is_empty(),
        "ALL-10: the position still has its moves"
    );
    assert_eq!(shuffle(Variant::Legan, fen, cycle, 15).outcome(), None);
}

#[test]
fn all_3_rights_and_a_legal_en_passant_capture_make_positions_differ() {
    // The rooks come back without the castling rights they left with.
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
    // Right after the double step the position is another one only if the pawn beside can capture in passing.
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
fn all_3_fifty_moves_may_be_claimed_and_seventy_five_draw_unless_the_last_move_mates() {
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
fn all_5_resignation_and_agreement_are_not_the_boards() {
    // ALL-5: no move text resigns and no outcome says so; PGN carries such a result.
    let game = Game::new(Variant::Legan);
    assert!(game.read("resign").is_err());
    let text = rules_core::pgn::write(
        &game,
        &[],
        Some(rules_core::pgn::PgnResult::Won(Color::Black)),
    );
    assert_eq!(
        rules_core::pgn::read(&text).unwrap().result,
        Some(rules_core::pgn::PgnResult::Won(Color::Black))
    );
}

#[test]
fn all_6_fen_writes_en_passant_only_where_a_legal_move_captures_so() {
    let start = Variant::Latrunculi.start_fen();
    assert!(fen_after(Variant::Latrunculi, start, "e2e4").contains(" - 0 1"));
    let beside = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    assert!(fen_after(Variant::Latrunculi, beside, "e2e4").contains(" e3 "));
    // The capture would uncover the king along the rank.
    let pinned = "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1";
    assert!(fen_after(Variant::Latrunculi, pinned, "e2e4").contains(" - - 0 1"));
}

#[test]
fn all_6_strict_readers_refuse_and_lenient_ones_drop_rights_that_cannot_be() {
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
fn all_6_what_is_no_position_is_refused_with_its_reason() {
    let refused = |variant, fen: &str| Position::from_fen(variant, fen).unwrap_err();
    assert_eq!(
        refused(Variant::Legan, "8/8/8/8/8/8/8/8 w - - 0 1"),
        FenError::Kings(Color::White)
    );
    assert_eq!(
        refused(Variant::Legan, "kk6/8/8/8/8/8/8/K7 w - - 0 1"),
        FenError::Kings(Color::Black)
    );
    assert_eq!(
        refused(Variant::Legan, "k7/8/8/8/8/8/K7 w - - 0 1"),
        FenError::Ranks {
            expected: 8,
            found: 7
        }
    );
    assert_eq!(
        refused(Variant::Legan, "k7/8/8/9/8/8/8/K7 w - - 0 1"),
        FenError::Rank { rank: 5 }
    );
    assert_eq!(
        refused(Variant::Legan, "k7/8/8/7/8/8/8/K7 w - - 0 1"),
        FenError::Rank { rank: 5 }
    );
    assert_eq!(
        refused(
            Variant::Leap,
            "1nsk2/dpaapd/6/6/6/6/DPAAPD/*NSK1* w - - 0 1"
        ),
        FenError::Rank { rank: 8 }
    );
    assert_eq!(
        refused(Variant::Legan, "k7/8/8/8/8/8/8/K6L w - - 0 1"),
        FenError::Piece('L')
    );
    assert_eq!(
        refused(Variant::Legan, "k7/8/8/8/8/8/8/K7 x - - 0 1"),
        FenError::Turn("x".to_owned())
    );
    assert_eq!(
        refused(Variant::Legan, "k7/8/8/8/8/8/8/K7 w KQ - 0 1"),
        FenError::Rights("KQ".to_owned())
    );
    assert_eq!(
        refused(Variant::Legan, "k7/8/8/8/8/8/8/K7 w - - x 1"),
        FenError::Counter("x".to_owned())
    );
    assert_eq!(
        refused(Variant::Legan, "k7/8/8/8/8/8/8/K6R b - - 0 -1"),
        FenError::Counter("-1".to_owned())
    );
    assert_eq!(
        refused(Variant::Legan, "k6R/8/8/8/8/8/8/K7 w - - 0 1"),
        FenError::OpponentInCheck(Color::Black)
    );
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
fn all_7_castling_is_named_by_the_kings_square_or_on_44_squares_by_the_knights() {
    assert!(can(
        Variant::Latrunculi,
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "e1c1"
    ));
    assert!(can(
        Variant::Latrunculi,
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "e1g1"
    ));
    assert!(can(Variant::Leap, Variant::Leap.start_fen(), "d1e1"));
    assert!(can(
        Variant::Leap,
        "*3k*/1a4/6/6/6/6/1A4/*N1KN* w KQ - 0 1",
        "d1b1"
    ));
    assert!(can(
        Variant::Latrunculi,
        "7k/P7/8/8/8/8/8/K7 w - - 0 1",
        "a7a8q"
    ));
}

#[test]
fn all_8_notation_disambiguates_as_little_as_it_can() {
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
    // TOTO-5 and TOTO-7 let two pawns of one file meet on a square.
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
    assert_eq!(
        game.outcome(),
        Some(Outcome {
            winner: WHITE,
            reason: Reason::BareKing
        })
    );
    assert!(game.legal_moves().is_empty());
    assert_eq!(perft(game.position(), 1), 0);
    // Mate goes before the fifth occurrence and the 75 moves; a dead position before those.
    assert_eq!(
        ends(Variant::Legan, "k7/8/8/8/8/8/8/KN6 w - - 150 1"),
        Some((None, Reason::Dead))
    );
    assert!(Reason::KingCaptured < Reason::LeftLine && Reason::LeftLine < Reason::BareKing);
    assert!(Reason::Dead < Reason::Fivefold && Reason::Fivefold < Reason::SeventyFive);
}

// LEGAN

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
fn legan_3_pawns_move_aslant_and_capture_straight() {
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
    // b7 is no promotion square.
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

// LATR

#[test]
fn latr_2_and_3_crowned_pieces_have_four_squares_more() {
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

// LEAP

#[test]
fn leap_1_the_board_has_no_corners() {
    assert_eq!(
        ["a1", "f1", "a8", "f8"].map(|name| Shape::Cornerless44.parse(name)),
        [None; 4]
    );
    let start = Variant::Leap.start();
    assert_eq!(start.king(Color::White), Shape::Cornerless44.parse("d1"));
}

#[test]
fn leap_2_the_leapers_jump_over_anything() {
    let surrounded = |piece: char| format!("*a2k*/6/6/1PPP2/1P{piece}P2/1PPP2/6/*3K* w - - 0 1");
    assert_eq!(
        from(Variant::LeapOptional, &surrounded('A'), "c4"),
        ["a2", "a6", "e2", "e6"]
    );
    assert_eq!(
        from(Variant::LeapOptional, &surrounded('D'), "c4"),
        ["a4", "c2", "c6", "e4"]
    );
    assert_eq!(from(Variant::LeapOptional, &surrounded('S'), "c4").len(), 8);
}

#[test]
fn leap_3_only_a_pawn_on_its_second_rank_has_a_double_step() {
    let fen = "*a2k*/6/6/6/6/P5/1P4/*3K* w - - 0 1";
    assert_eq!(from(Variant::Leap, fen, "b2"), ["b3", "b4"]);
    assert_eq!(from(Variant::Leap, fen, "a3"), ["a4"]);
}

#[test]
fn leap_4_pawns_promote_on_the_last_rank_and_end_on_the_edge_below_a_corner() {
    let fen = "*4*/P1P3/6/5k/6/6/a5/*3K* w - - 0 1";
    assert_eq!(from(Variant::Leap, fen, "a7"), Vec::<String>::new());
    assert_eq!(from(Variant::Leap, fen, "c7"), ["c8a", "c8d", "c8n", "c8s"]);
    assert_eq!(
        from(Variant::Leap, "*n3*/P5/6/5k/6/6/6/*3K* w - - 0 1", "a7").len(),
        4
    );
}

#[test]
fn leap_5_castling_swaps_king_and_knight_or_goes_to_the_c_file() {
    let start = Variant::Leap.start_fen();
    assert_eq!(
        fen_after(Variant::Leap, start, "d1e1"),
        "*nskn*/dpaapd/pppppp/6/6/PPPPPP/DPAAPD/*NSNK* b kq - 1 1"
    );
    let queen_side = "*2k1*/1a4/6/6/6/6/1A4/*N1KN* w KQ - 0 1";
    assert_eq!(
        fen_after(Variant::Leap, queen_side, "d1b1"),
        "*2k1*/1a4/6/6/6/6/1A4/*1KNN* b - - 1 1"
    );
    assert!(
        !can(
            Variant::Leap,
            "*2k1*/1a4/6/6/6/6/1A4/*NSKN* w KQ - 0 1",
            "d1b1"
        ),
        "c1 must be empty"
    );
    assert!(
        !can(
            Variant::LeapOptional,
            "*2k1*/1a4/6/6/6/2d3/1A4/*N1KN* w KQ - 0 1",
            "d1b1"
        ),
        "c1 is attacked"
    );
    assert!(
        !can(
            Variant::LeapOptional,
            "*2k1*/1a4/6/6/6/3d2/1A4/*N1KN* w KQ - 0 1",
            "d1e1"
        ),
        "in check"
    );
    assert!(
        !can(
            Variant::Leap,
            "*2k1*/6/6/6/2p3/1P4/1A4/*N1KN* w KQ - 0 1",
            "d1e1"
        ),
        "a capture is mandatory"
    );
    assert!(
        !can(
            Variant::Leap64Optional,
            "4k3/8/8/8/8/5d2/1A6/D3K2D w KQ - 0 1",
            "e1g1"
        ),
        "f1 is passed"
    );
}

#[test]
fn leap_6_captures_are_mandatory_but_never_for_a_move_that_exposes_the_king() {
    let fen = "*3k*/6/6/6/2p3/1P4/4P1/*3K* w - - 0 1";
    assert_eq!(legal(&at(Variant::Leap, fen)), ["b3c4"]);
    // In check from the dabbabah on e3, which the only capture leaves where it is: so it forces nothing.
    let check = at(Variant::Leap, "*3k*/6/6/6/2p3/1P2d1/6/*3K* w - - 0 1");
    assert!(check.position().is_check());
    assert!(!legal(&check).contains(&"b3c4".to_owned()) && !legal(&check).is_empty());
    // En passant counts.
    let passing = after(
        Variant::Leap,
        "*3k*/2p3/6/1P4/6/6/1A4/*3K* b - - 0 1",
        "c7c5",
    );
    assert_eq!(legal(&passing), ["b5c6"]);
}

#[test]
fn leap_7_bare_king_and_stalemate_lose() {
    let capture = after(Variant::Leap, "*3k*/6/6/6/2p3/1P4/6/*3K* w - - 0 1", "b3c4");
    assert_eq!(
        capture.outcome(),
        Some(Outcome {
            winner: WHITE,
            reason: Reason::BareKing
        })
    );
    assert_eq!(
        ends(Variant::Leap, "*3k*/6/6/6/6/6/6/*3K* b - - 0 1"),
        Some((WHITE, Reason::BareKing))
    );
    assert_eq!(
        ends(Variant::Leap, "*3k*/6/6/6/6/6/6/*3K* w - - 0 1"),
        Some((BLACK, Reason::BareKing))
    );
    let stalemate = "*1Dk1*/6/1N4/1pS1P1/1P4/6/1DD3/*2K1* b - - 10 68";
    assert_eq!(
        ends(Variant::LeapOptional, stalemate),
        Some((WHITE, Reason::Stalemate))
    );
}

#[test]
fn leap_8_no_position_is_dead() {
    assert_eq!(
        ends(Variant::Leap, "*3k*/1a4/6/6/6/6/1A4/*3K* w - - 0 1"),
        None
    );
    assert_eq!(
        ends(Variant::Leap, "*3k*/1a4/6/6/6/6/1A4/*3K* w - - 150 1"),
        Some((None, Reason::SeventyFive))
    );
}

#[test]
fn leap_9_chains_go_on_until_they_cannot() {
    let fen = "*3k*/6/2p3/6/2p3/6/2D3/*3K* w - - 0 1";
    assert_eq!(legal(&at(Variant::LeapMulti, fen)), ["c2c4c6"]);
    assert_eq!(san(Variant::LeapMulti, fen, "c2c4c6"), "Dxc4xc6");
    assert_eq!(legal(&at(Variant::Leap, fen)), ["c2c4"]);
}

#[test]
fn leap_9_b_a_chain_may_stop_where_going_on_would_expose_the_king() {
    // From c2 the king could go on to d3, which the knight on e5 attacks.
    assert_eq!(
        legal(&at(
            Variant::LeapMulti,
            "*3k*/6/6/4n1/6/P2a2/2p3/*1K2* w - - 0 1"
        )),
        ["c1c2"]
    );
}

#[test]
fn leap_9_a_only_the_end_of_a_turn_must_leave_the_king_safe() {
    // On c2 the king is attacked by the dabbabah, which it captures in the end.
    assert_eq!(
        legal(&at(
            Variant::LeapMulti,
            "*3k*/6/6/6/2d3/P2a2/2p3/*1K2* w - - 0 1"
        )),
        ["c1c2d3c4"]
    );
}

#[test]
fn leap_9_c_a_promotion_ends_the_turn() {
    let promotions = from(
        Variant::LeapMulti,
        "*3n*/1p1P2/6/6/5k/6/6/*3K* w - - 0 1",
        "d7e8",
    );
    assert_eq!(promotions, ["a", "d", "n", "s"]);
}

#[test]
fn leap_9_d_a_chain_that_takes_the_king_wins_and_needs_no_safety() {
    let fen = "*4*/1k4/6/1p4/6/1D4/6/*3K* w - - 0 1";
    assert_eq!(legal(&at(Variant::LeapMulti, fen)), ["b3b5b7"]);
    let won = after(Variant::LeapMulti, fen, "b3b5b7");
    assert_eq!(
        won.outcome(),
        Some(Outcome {
            winner: WHITE,
            reason: Reason::KingCaptured
        })
    );
    assert!(won.legal_moves().is_empty());
    assert_eq!(won.position().king(Color::Black), None);
    assert_eq!(
        Position::from_fen(Variant::LeapMulti, &won.position().fen()),
        Ok(*won.position())
    );
}

#[test]
fn leap_9_e_bare_king_is_judged_at_the_end_of_the_turn() {
    let chain = after(
        Variant::LeapMulti,
        "*3k*/6/2p3/6/2p3/6/2D3/*3K* w - - 0 1",
        "c2c4c6",
    );
    assert_eq!(
        chain.outcome(),
        Some(Outcome {
            winner: WHITE,
            reason: Reason::BareKing
        })
    );
}

#[test]
fn leap_9_f_en_passant_may_be_a_later_capture() {
    // From b5 to c4 the pawn comes beside the one that has just passed d3, and takes it.
    let game = at(Variant::LeapMulti, "*3k*/6/6/1p4/2PP2/6/6/*3K* b - d3 0 1");
    assert_eq!(legal(&game), ["b5c4d3"]);
    assert!(game.position().fen().contains(" d3 "));
    let turn = game.read("b5c4d3").unwrap();
    assert_eq!(game.position().describe(turn).captures.len(), 2);
    assert_eq!(game.san(turn), "bxc4xd3");
}

#[test]
fn leap_10_captures_may_be_optional() {
    let fen = "*3k*/6/6/6/2p3/1P4/4P1/*3K* w - - 0 1";
    assert!(legal(&at(Variant::LeapOptional, fen)).len() > 1);
}

#[test]
fn leap_11_on_64_squares_the_corner_dabbabahs_castle() {
    let fen = "4k3/4a3/8/8/8/8/4A3/D3K2D w KQ - 0 1";
    assert_eq!(
        fen_after(Variant::Leap64, fen, "e1g1"),
        "4k3/4a3/8/8/8/8/4A3/D4DK1 b - - 1 1"
    );
    assert_eq!(
        fen_after(Variant::Leap64, fen, "e1c1"),
        "4k3/4a3/8/8/8/8/4A3/2KD3D b - - 1 1"
    );
}

// TOTO

/// The FEN of a staircase with these pieces only, `"Kc6 kf7"`.
fn board(men: &str, rest: &str) -> String {
    let shape = Shape::Staircase40;
    let man = |file, rank| match shape.at(file, rank) {
        Some(square) => {
            let name = shape.name(square).to_string();
            let found = men
                .split_whitespace()
                .find(|man| man.ends_with(&name) && man.len() == name.len() + 1);
            found.and_then(|man| man.chars().next()).unwrap_or('1')
        }
        None => '*',
    };
    let row = |rank| {
        (0..shape.files())
            .map(|file| man(file, rank))
            .collect::<String>()
    };
    let rows: Vec<String> = (0..shape.ranks()).rev().map(row).collect();
    format!("{} {rest}", rows.join("/"))
}

#[test]
fn toto_1_the_staircase_holds_the_array() {
    let start = Variant::Toto40.start();
    let named = |name: &str| start.piece_at(Shape::Staircase40.parse(name).unwrap());
    assert_eq!(
        named("c6"),
        Some(Piece {
            color: Color::White,
            role: Role::King
        })
    );
    assert_eq!(
        named("c10"),
        Some(Piece {
            color: Color::Black,
            role: Role::Hawk
        })
    );
    assert_eq!(start.occupied().len(), 16);
}

#[test]
fn toto_2_the_start_has_fifteen_moves() {
    assert_eq!(perft(&Variant::Toto40.start(), 1), 15);
}

#[test]
fn toto_3_pieces_stay_in_their_section_or_on_the_line() {
    let wrong = Position::from_fen(Variant::Toto40, &board("Kc6 ke8 Rf7", "w L 1"));
    assert!(matches!(wrong, Err(FenError::WrongSection(_))));
    let rook = from(Variant::Toto40, &board("Kc6 kf7 Rd5", "w - 1"), "d5");
    assert_eq!(rook, ["d6", "d7", "e5", "f5"]);
}

#[test]
fn toto_4_the_hawk_leaps_two_squares() {
    let hawk = from(Variant::Toto40, &board("Kc6 kf7 He4 Pe5", "w - 1"), "e4");
    assert_eq!(hawk, ["e6", "g2", "g4"]);
}

#[test]
fn toto_5_a_pawn_off_the_line_goes_up_and_captures_diagonally_up() {
    assert_eq!(
        from(Variant::Toto40, &board("Kc6 kf7 Pd5", "w - 1"), "d5"),
        ["d6"]
    );
    assert_eq!(
        from(Variant::Toto40, &board("Kc6 kf7 Pd5 re6", "w L 1"), "d5"),
        ["d6", "e6"]
    );
}

#[test]
fn toto_6_captures_happen_on_the_line_only() {
    random_walk(Variant::Toto40, 5, 120, |game| {
        for mv in game.legal_moves() {
            for (square, _) in game.position().describe(mv).captures {
                assert!(Shape::Staircase40.line().contains(square));
            }
        }
    });
}

#[test]
fn toto_7_a_pawn_on_the_line_only_goes_along_it() {
    assert_eq!(
        from(Variant::Toto40, &board("Kc6 kf7 Pd7 re6", "w L 1"), "d7"),
        ["c8", "e6"]
    );
    let knight = from(Variant::Toto40, &board("Kb8 kf7 Nd7 re6", "w L 1"), "d7");
    assert!(knight.contains(&"e6".to_owned()) && knight.contains(&"c8".to_owned()));
}

#[test]
fn toto_8_other_pieces_may_go_back_from_the_line() {
    let rook = from(Variant::Toto40, &board("Kb8 kf7 Rd7 re6", "w L 1"), "d7");
    assert_eq!(rook, ["b7", "c7", "c8", "d5", "d6", "e6"]);
}

#[test]
fn toto_9_the_king_may_be_left_to_capture_and_its_capture_wins() {
    let fen = board("Kd7 Rc8 ke8 nf5 re7", "w L 1");
    let game = at(Variant::Toto40, &fen);
    assert!(game.position().is_check());
    let ignored = after(Variant::Toto40, &fen, "c8b9");
    assert_eq!(ignored.outcome(), None);
    let taken = after(Variant::Toto40, &fen, "c8b9 e7d7");
    assert_eq!(
        taken.outcome(),
        Some(Outcome {
            winner: BLACK,
            reason: Reason::KingCaptured
        })
    );
}

#[test]
fn toto_10_who_ends_a_turn_without_a_piece_on_the_line_loses() {
    let entered = after(Variant::Toto40, Variant::Toto40.start_fen(), "d5f5");
    assert!(entered.position().line_entered());
    let mut missed = entered.clone();
    let quiet = missed.read("d9e7").unwrap();
    assert_eq!(missed.san(quiet), "Ne7");
    missed.play(quiet).unwrap();
    assert_eq!(
        missed.outcome(),
        Some(Outcome {
            winner: WHITE,
            reason: Reason::LeftLine
        })
    );
    // Read from FEN the flag and the side not to move decide; a piece on the line implies the flag.
    assert_eq!(
        ends(Variant::Toto40, &board("Kc6 kf7 Pd7", "w L 9")),
        Some((WHITE, Reason::LeftLine))
    );
    assert_eq!(
        ends(Variant::Toto40, &board("Kc6 kf7 Pd7", "w - 9")),
        Some((WHITE, Reason::LeftLine))
    );
    assert_eq!(ends(Variant::Toto40, &board("Kc6 kf7 Pd6", "w - 9")), None);
}

#[test]
fn toto_11_no_placement_comes_back_whoever_is_to_move() {
    let game = after(
        Variant::Toto40,
        Variant::Toto40.start_fen(),
        "c6c7 f7f6 c7c6",
    );
    assert!(!legal(&game).contains(&"f6f7".to_owned()));
    let mut without_history = MoveList::new();
    game.position().legal_moves(&mut without_history);
    assert_eq!(legal(&game).len() + 1, without_history.len());
    // White takes three moves to come back and Black two: the start with the other side to move is forbidden too.
    let triangle = after(
        Variant::Toto40,
        &board("Kc6 kf7 Pa8 pa12", "w - 1"),
        "c6c7 f7f6 c7d6 f6f7",
    );
    assert!(!legal(&triangle).contains(&"d6c6".to_owned()));
    assert!(legal(&triangle).contains(&"d6e5".to_owned()));
}

#[test]
fn toto_12_a_player_without_a_move_loses() {
    let stuck = board("Kh1 Ph2 Ng2 Pf4 ph3 pf5 kf7", "w L 9");
    assert_eq!(
        ends(Variant::Toto40, &stuck),
        Some((BLACK, Reason::NoMoves))
    );
}

#[test]
fn toto_13_fen_has_four_fields() {
    assert_eq!(Variant::Toto40.start().fen(), Variant::Toto40.start_fen());
    assert_eq!(
        Position::from_fen(
            Variant::Toto40,
            &format!("{} 1", Variant::Toto40.start_fen())
        ),
        Err(FenError::Fields {
            expected: 4,
            found: 5
        })
    );
    assert!(matches!(
        Position::from_fen(Variant::Toto40, &board("Kc6 kf7", "w x 1")),
        Err(FenError::Rights(_))
    ));
}

// LETO

#[test]
fn leto_1_the_arrays() {
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
fn leto_12_a_pawn_may_become_a_leto() {
    assert_eq!(
        from(Variant::Leto, "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7"),
        ["a8b", "a8l", "a8n", "a8q", "a8r"]
    );
}

#[test]
fn leto_2_the_leto_goes_one_or_two_squares_and_never_captures_by_landing() {
    let fen = "7k/8/8/3p4/3L1p2/8/8/K7 w - - 0 1";
    let targets = from(Variant::Leto, fen, "d4");
    assert!(!targets.contains(&"d5".to_owned()) && !targets.contains(&"f4".to_owned()));
    assert!(targets.contains(&"e4".to_owned()) && targets.contains(&"b2".to_owned()));
}

#[test]
fn leto_3_a_piece_ahead_is_thrown_over_the_next_onto_what_stands_behind() {
    let fen = "7k/3r4/3p4/3n4/8/3L4/8/K7 w - - 3 1";
    // From d3 to d4: the knight on d5 is thrown over d6 onto d7, where it captures its rook (LETO-11).
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
fn leto_4_where_a_throw_fails_the_move_is_still_legal() {
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
fn leto_5_kings_are_thrown_and_pawns_only_forward_or_to_become_queens() {
    assert_eq!(
        san(Variant::Leto, "8/3p4/3k4/8/3L4/8/8/K7 w - - 0 1", "d4d5"),
        "Ld5(d6-d8)"
    );
    // A black pawn is not thrown onto the eighth rank, but on the first it becomes a queen.
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
fn leto_6_a_piece_behind_a_screen_is_drawn_after_the_leto() {
    let fen = "7k/8/8/8/3L4/2n5/1R6/K7 w - - 0 1";
    assert_eq!(
        fen_after(Variant::Leto, fen, "d4e5"),
        "7k/8/8/4L3/3R4/2n5/8/K7 b - - 1 1"
    );
    assert_eq!(san(Variant::Leto, fen, "d4e5"), "Le5(b2-d4)");
    let king = "7k/8/8/8/3L4/2n5/1K6/8 w - - 0 1";
    let drawn = at(Variant::Leto, king)
        .read("d4e5")
        .map(|mv| at(Variant::Leto, king).position().play_unchecked(&mv));
    assert_eq!(
        drawn.unwrap().king(Color::White),
        Shape::Square64.parse("d4")
    );
}

#[test]
fn leto_7_both_effects_happen_whenever_they_can() {
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
fn leto_8_a_king_is_attacked_when_a_throw_would_land_on_it() {
    // d1 Leto, d2 empty, d3 a black pawn, d4 any piece, d5 the king.
    let attacked = "8/8/8/3k4/3N4/3p4/8/3L3K b - - 0 1";
    assert!(at(Variant::Leto, attacked).position().is_check());
    assert!(
        !at(Variant::Leto, "8/8/8/3k4/8/3p4/8/3L3K b - - 0 1")
            .position()
            .is_check(),
        "no screen"
    );
    assert!(
        !at(Variant::Leto, "8/8/8/3k4/3N4/3P4/8/3L3K b - - 0 1")
            .position()
            .is_check(),
        "its own piece is not thrown"
    );
    assert!(
        !at(Variant::Leto, "3k4/3N4/3p4/8/3L4/8/8/7K b - - 0 1")
            .position()
            .is_check(),
        "a pawn is not thrown onto its first rank"
    );
    assert!(
        at(Variant::Leto, "7K/8/8/3L4/8/3p4/3N4/3k4 b - - 0 1")
            .position()
            .is_check(),
        "one that becomes a queen is"
    );
}

#[test]
fn leto_8_the_square_the_castling_king_lands_on_is_judged_with_the_rook_beside_it() {
    // After castling the rook on f1 is the screen, over which the Leto on a1 would throw the knight on d1.
    let thrown = at(Variant::Leto, "4k3/8/8/8/8/8/8/l2NK2R w K - 0 1");
    assert!(!legal(&thrown).contains(&"e1g1".to_owned()));
    let free = at(Variant::Leto, "4k3/8/8/8/8/8/8/l3K2R w K - 0 1");
    assert!(legal(&free).contains(&"e1g1".to_owned()));
}

#[test]
fn leto_9_everything_is_judged_on_the_final_position() {
    // The throw would put the rook onto the king's file; without the knight's square to land on it throws nothing.
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
    // A check may be ended by drawing the king out of it.
    let check = "4k3/8/8/8/3L4/2n5/rK6/8 w - - 0 1";
    assert!(at(Variant::Leto, check).position().is_check());
    assert!(can(Variant::Leto, check, "d4e5"));
}

#[test]
fn leto_10_whoever_is_dislocated_loses_castling_rights() {
    let drawn = fen_after(
        Variant::Leto,
        "4k3/8/8/8/8/2L5/1P6/R3K2R w KQ - 0 1",
        "c3d4",
    );
    assert_eq!(drawn, "4k3/8/8/8/3L4/2R5/1P6/4K2R b K - 1 1");
    // A rook is thrown onto its fellow in the corner.
    let corner = fen_after(Variant::Leto, "r3k3/p7/r7/8/L7/8/8/6K1 w q - 0 1", "a4a5");
    assert_eq!(corner, "r3k3/p7/8/L7/8/8/8/6K1 b - - 0 1");
    // A pawn that has been drawn back to its second rank may step twice; that gives an en passant right, being thrown does not.
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
    for (variant, men, dead) in [
        (Variant::Leto, "K7", true),
        (Variant::Leto, "KLLLL3", true),
        (Variant::Leto, "KN6", true),
        (Variant::Leto, "KB6", true),
        (Variant::LetoKwagga, "KG6", true),
        (Variant::Leto, "KNL5", false),
        (Variant::Leto, "KLl5", false),
        (Variant::Leto, "KR6", false),
    ] {
        let fen = format!("7k/8/8/8/8/8/8/{men} w - - 0 1");
        assert_eq!(
            ends(variant, &fen) == Some((None, Reason::Dead)),
            dead,
            "{variant} {men}"
        );
    }
}

#[test]
fn leto_15_brackets_say_what_else_moved() {
    let lines: Vec<String> = data("leto.jsonl").lines().map(str::to_owned).collect();
    assert!(
        lines.iter().any(|line| line.contains("(e8-c6)")),
        "the vectors show brackets"
    );
    assert_eq!(
        san(Variant::Leto, "K6k/8/8/3L4/8/3p4/3n4/8 w - - 0 1", "d5d4"),
        "Ld4(d3-d1=Q)"
    );
}
