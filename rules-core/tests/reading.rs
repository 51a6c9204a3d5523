//! Moves as people type them, and the answers to what is no move.

#![allow(clippy::unwrap_used, reason = "what fails in a test fails the test")]

mod common;

use common::{random_walk, uci, vectors};
use rules_core::{Game, Position, Variant};

/// The game after these moves from the start.
fn game(variant: Variant, moves: &str) -> Game {
    Game::replay(variant, None, moves.split_whitespace()).unwrap()
}

fn at(variant: Variant, fen: &str) -> Game {
    Game::from_position(Position::from_fen(variant, fen).unwrap())
}

/// What the text is read as, in the text form of ALL-7, or the sentence that says why not.
fn read(game: &Game, text: &str) -> String {
    match game.read(text) {
        Ok(mv) => uci(game, mv),
        Err(why) => why.to_string(),
    }
}

fn check(game: &Game, expected: &[(&str, &str)]) {
    for (text, answer) in expected {
        assert_eq!(read(game, text), *answer, "{text:?} in {}", game.position());
    }
}

#[test]
fn all_8_every_notation_of_a_legal_move_reads_back_as_that_move() {
    let look = |game: &Game| {
        for mv in game.legal_moves() {
            let san = game.san(mv);
            for text in [
                uci(game, mv),
                game.words(mv),
                san.replace(['+', '#'], ""),
                san,
            ] {
                assert_eq!(game.read(&text), Ok(mv), "{text} in {}", game.position());
            }
        }
    };
    for variant in Variant::ALL {
        random_walk(variant, 7, 60, look);
        vectors(variant)
            .iter()
            .step_by(8)
            .for_each(|vector| look(&vector.game(variant)));
    }
}

#[test]
fn all_8_no_two_legal_moves_share_a_notation() {
    for variant in Variant::ALL {
        random_walk(variant, 8, 80, |game| {
            let mut sans: Vec<String> = game
                .legal_moves()
                .into_iter()
                .map(|mv| game.san(mv))
                .collect();
            let all = sans.len();
            sans.sort();
            sans.dedup();
            assert_eq!(sans.len(), all, "{}", game.position());
        });
    }
}

#[test]
fn moves_are_read_in_every_form_that_people_use() {
    let start = game(Variant::Latrunculi, "");
    for text in [
        "e2e4", "e4", "E2E4", "e2-e4", "e2 e4", "e2 to e4", "pawn e4", " e4! ", "Pe4", "1. e4",
        "1.e4", "e2–e4", "e2→e4",
    ] {
        assert_eq!(read(&start, text), "e2e4", "{text}");
    }
    for text in [
        "Nf3",
        "nf3",
        "Ng1f3",
        "Ng1-f3",
        "N1f3",
        "Ngf3",
        "g1f3",
        "♘f3",
        "knight f3",
        "knight g1 to f3",
        "Nf3?!",
    ] {
        assert_eq!(read(&start, text), "g1f3", "{text}");
    }
    let open = game(Variant::Latrunculi, "e2e4 d7d5 g1f3 g8f6 f1e2 e7e6");
    for text in [
        "O-O",
        "0-0",
        "o-o",
        "oo",
        "castles king side",
        "castle kingside",
        "e1g1",
        "Kg1",
        "e1h1",
    ] {
        assert_eq!(read(&open, text), "e1g1", "{text}");
    }
    for text in [
        "exd5",
        "ed5",
        "ed",
        "e4xd5",
        "e4:d5",
        "e4×d5",
        "e takes d5",
        "pawn takes d5",
    ] {
        let expected = if text == "ed" {
            "I cannot read that as a move. Write the two squares, like e2e4, or notation like Nf3."
        } else {
            "e4d5"
        };
        assert_eq!(read(&open, text), expected, "{text}");
    }
    let promotion = at(Variant::Latrunculi, "8/P6k/8/8/8/8/8/K7 w - - 0 1");
    for text in [
        "a8=Q",
        "a8q",
        "a8Q",
        "a7a8q",
        "a8(Q)",
        "a8/Q",
        "a8 queen",
        "a7 to a8 becomes queen",
        "a7-a8=Q+",
    ] {
        assert_eq!(read(&promotion, text), "a7a8q", "{text}");
    }
}

#[test]
fn a_small_b_is_a_pawn_unless_only_a_bishop_can_go_there() {
    let both = at(Variant::Legan, "k7/8/8/8/8/8/2p5/2P1B2K w - - 0 1");
    assert_eq!(read(&both, "bd2"), "e1d2");
    let pawn_first = at(Variant::Latrunculi, "k7/8/8/8/2p5/1P1B4/8/7K w - - 0 1");
    assert_eq!(read(&pawn_first, "bxc4"), "b3c4");
    assert_eq!(read(&pawn_first, "Bxc4"), "d3c4");
}

#[test]
fn all_1_the_first_player_of_leap_chess_is_called_red() {
    let after = game(Variant::Leap, "c3c4");
    assert_eq!(read(&after, "c4c5"), "The pawn on c4 belongs to Red.");
}

#[test]
fn what_is_no_move_is_answered_with_its_reason() {
    check(
        &game(Variant::Latrunculi, ""),
        &[
            (
                "",
                "I cannot read that as a move. Write the two squares, like e2e4, or notation like Nf3.",
            ),
            (
                "hello",
                "I cannot read that as a move. Write the two squares, like e2e4, or notation like Nf3.",
            ),
            (
                "e2e9",
                "There is no square e9 on the board of Chess Latrunculi duo milia et septum.",
            ),
            ("e3e4", "There is no piece on e3."),
            ("e7e5", "The pawn on e7 belongs to Black."),
            (
                "Nb1-b3",
                "The knight on b1 cannot go to b3. The knight leaps two squares along a rank or file and one across, over anything.",
            ),
            (
                "Nd4",
                "No knight of yours can go to d4. The knight leaps two squares along a rank or file and one across, over anything.",
            ),
            (
                "Ra4",
                "The rook on a1 cannot go to a4: the pawn on a2 is in the way.",
            ),
            (
                "a1a2",
                "The rook on a1 cannot go to a2: your own pawn stands there.",
            ),
            (
                "e2d3",
                "The pawn on e2 cannot go to d3: there is nothing to capture.",
            ),
            ("Qe2e4", "On e2 stands a pawn, not a queen."),
            (
                "Ld4",
                "There is no leto in Chess Latrunculi duo milia et septum.",
            ),
            ("O-O", "You cannot castle so: f1 is not empty."),
            ("e4=Q", "No pawn promotes with that move."),
        ],
    );
}

#[test]
fn a_promotion_must_be_named_and_a_king_kept_safe() {
    check(
        &at(Variant::Latrunculi, "4k3/P7/8/8/8/8/4q3/K7 w - - 0 1"),
        &[
            ("a8", "Say what the pawn becomes: a8=Q+, a8=R+, a8=B, a8=N."),
            (
                "a8=K",
                "A pawn cannot become a king there, but: queen (Q), rook (R), bishop (B), knight (N).",
            ),
            (
                "Kb2",
                "Your king on b2 would be attacked by the queen on e2.",
            ),
            ("Rb2", "You have no rook."),
        ],
    );
    check(
        &at(Variant::Latrunculi, "1k2r3/8/8/8/8/8/4R3/4K2R w K - 0 1"),
        &[
            (
                "Rd2",
                "Your king on e1 would be attacked by the rook on e8.",
            ),
            (
                "e1e8",
                "The king on e1 cannot go to e8. The king moves one square in any direction.",
            ),
        ],
    );
    check(
        &at(Variant::Latrunculi, "1k3r2/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        &[
            ("O-O", "You cannot castle so: f1 is attacked."),
            (
                "Re4",
                "No rook of yours can go to e4. The rook moves any distance along ranks and files, or one square diagonally.",
            ),
        ],
    );
    check(
        &at(Variant::Latrunculi, "1k2r3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        &[
            ("O-O", "You cannot castle so: the king is in check."),
            (
                "Ra2",
                "Your king on e1 would still be attacked by the rook on e8.",
            ),
        ],
    );
    check(
        &at(Variant::Latrunculi, "1k6/8/8/8/8/8/8/R3K2R w - - 0 1"),
        &[(
            "O-O",
            "You cannot castle so: the king or the rook has moved or is not at home.",
        )],
    );
    check(
        &at(Variant::Latrunculi, "1k6/8/8/8/R6R/8/8/K7 w - - 0 1"),
        &[("Re4", "That could be several moves: Rae4, Rhe4.")],
    );
    check(
        &game(Variant::Legan, ""),
        &[(
            "O-O",
            "You cannot castle so: there is no castling in this game.",
        )],
    );
}

#[test]
fn leap_6_a_mandatory_capture_is_named() {
    let forced = game(Variant::Leap, "d1e1 d7b5 e3e4 b5d3");
    let captures: Vec<String> = forced
        .legal_moves()
        .into_iter()
        .map(|mv| forced.san(mv))
        .collect();
    assert_eq!(
        read(&forced, "e4e5"),
        format!("You must capture: {}.", captures.join(", "))
    );
    let castling = at(Variant::Leap, "*3k*/6/6/6/2p3/1P4/6/*N1KN* w KQ - 0 1");
    assert_eq!(read(&castling, "O-O"), "You must capture: bxc4.");
}

#[test]
fn leap_9_a_chain_that_stops_too_early_or_breaks_is_explained() {
    let chain = at(Variant::LeapMulti, "*3k*/6/2p3/6/2p3/6/2D3/*3K* w - - 0 1");
    check(
        &chain,
        &[
            (
                "c2c4",
                "The capturing piece must go on while it can: Dxc4xc6.",
            ),
            (
                "Dxc4",
                "The capturing piece must go on while it can: Dxc4xc6.",
            ),
            (
                "Dxc4xe4",
                "From c4 the capture cannot go on to e4. Possible: Dxc4xc6.",
            ),
            ("c2c4c6", "c2c4c6"),
            ("Dc2c4c6", "c2c4c6"),
            ("Ke2", "You must capture: Dxc4xc6."),
        ],
    );
}

#[test]
fn leto_2_and_9_a_letos_limits_are_explained() {
    let leto = at(Variant::Leto, "4k3/8/8/8/2Lp4/8/8/4K3 w - - 0 1");
    check(
        &leto,
        &[
            (
                "Lxd4",
                "The leto on c4 cannot capture the pawn on d4: a leto lands on empty squares only.",
            ),
            (
                "Le4",
                "The leto on c4 cannot go to e4: the pawn on d4 is in the way.",
            ),
            (
                "Lc7",
                "The leto on c4 cannot go to c7. The leto moves one or two squares in any direction over empty squares to an empty square and never captures by landing.",
            ),
            ("Lc6", "c4c6"),
        ],
    );
}

#[test]
fn leto_15_brackets_are_never_needed_and_never_in_the_way() {
    let throw = at(Variant::Leto, "4k3/8/5p2/4p3/8/8/1L6/4K3 w - - 0 1");
    let mv = throw.read("Lc3").unwrap();
    for text in [
        throw.san(mv),
        "Lc3(d5-f7)".to_owned(),
        "Lc3()".to_owned(),
        "lc3".to_owned(),
    ] {
        assert_eq!(throw.read(&text), Ok(mv), "{text}");
    }
}

#[test]
fn toto_3_and_11_the_line_and_superko_are_explained() {
    let start = game(Variant::Toto40, "");
    check(
        &start,
        &[
            (
                "Rd5-d8",
                "The rook on d5 cannot go to d8: it may not cross the fighting line.",
            ),
            ("a8a9", "a8a9"),
            (
                "e4",
                "No pawn of yours can go to e4. A pawn moves one square up and captures one square diagonally up.",
            ),
            ("i3", "There is no square i3 on the board of Toto40."),
            ("Qd5", "There is no queen in Toto40."),
        ],
    );
    let back = game(Variant::Toto40, "c6c7 f7f6 c7c6");
    assert_eq!(
        read(&back, "f6f7"),
        "That would repeat the position at the start of the game, which no move may do."
    );
    let later = game(Variant::Toto40, "a8a9 a12a11 c6c7 f7f6 c7c6");
    assert_eq!(
        read(&later, "Kf7"),
        "That would repeat the position after 1...a11, which no move may do."
    );
}

#[test]
fn a_game_that_has_been_won_says_so() {
    let lost = game(Variant::Toto40, "d5f5 d9e7");
    assert_eq!(
        read(&lost, "Rf4"),
        "The game is over: the fighting line was left."
    );
}

#[test]
fn texts_of_any_length_and_script_are_answered() {
    let game = game(Variant::Toto40, "");
    for text in [
        "x".repeat(4000),
        "♘".repeat(40),
        "é".repeat(60),
        "a1\u{0}b2".to_owned(),
        "((((".to_owned(),
        "e2e4".repeat(25),
    ] {
        assert!(game.read(&text).is_err(), "{text:.20}");
    }
}
