//! The English wording of the rules.

#![allow(clippy::unwrap_used, reason = "what fails in a test fails the test")]

use rules_core::{Claim, Color, FenError, Game, Position, Reason, Role, Variant};
use text::chess::{
    claim, color_name, fen_error, in_check, move_error, move_in_words, movement, movement_in_brief,
    reason, role_name, role_plural, side_in_check, variant_name,
};

/// The game after these moves from the start.
fn game(variant: Variant, moves: &str) -> Game {
    Game::replay(variant, None, moves.split_whitespace()).unwrap()
}

fn at(variant: Variant, fen: &str) -> Game {
    Game::from_position(Position::from_fen(variant, fen).unwrap())
}

fn refusal(game: &Game, text: &str) -> String {
    match game.read(text) {
        Ok(mv) => panic!("{text} is {} in {}", game.san(mv), game.position()),
        Err(error) => move_error(&error).to_string(),
    }
}

fn check(game: &Game, expected: &[(&str, &str)]) {
    for (text, answer) in expected {
        assert_eq!(
            refusal(game, text),
            *answer,
            "{text:?} in {}",
            game.position()
        );
    }
}

/// Plays a random game of at most `plies` half-moves and calls `look` for every position.
fn random_walk(variant: Variant, seed: u64, plies: usize, mut look: impl FnMut(&Game)) {
    let mut state = seed;
    let mut game = Game::new(variant);
    for _ in 0..plies {
        look(&game);
        let moves = game.legal_moves();
        if moves.is_empty() {
            return;
        }
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let n = usize::try_from(state >> 33).unwrap() % moves.len();
        game.play(moves[n]).unwrap();
    }
}

#[test]
fn names_are_those_of_the_rules() {
    for variant in Variant::ALL {
        assert_eq!(variant_name(variant).to_string(), variant.name());
        for color in Color::ALL {
            let name = color_name(variant, color).to_string();
            assert_eq!(name, variant.color_name(color));
        }
    }
    for role in Role::ALL {
        let (one, many) = (role_name(role).to_string(), role_plural(role).to_string());
        assert_eq!(one.to_lowercase(), role.name());
        assert_eq!(many, format!("{one}s"));
    }
    let red = color_name(Variant::Leap64, Color::White);
    assert_eq!(red.to_string(), "Red");
}

#[test]
fn every_legal_move_reads_back_from_its_words() {
    for variant in Variant::ALL {
        for seed in 0..3 {
            random_walk(variant, seed, 60, |game| {
                for mv in game.legal_moves() {
                    let words = move_in_words(game, mv).to_string();
                    assert_eq!(game.read(&words), Ok(mv), "{words} in {}", game.position());
                }
            });
        }
    }
}

#[test]
fn moves_are_told_in_words() {
    let words = |game: &Game, text: &str| move_in_words(game, game.read(text).unwrap()).to_string();
    let start = game(Variant::Latrunculi, "");
    assert_eq!(words(&start, "Nf3"), "knight g1 to f3");
    let open = game(Variant::Latrunculi, "e2e4 d7d5 g1f3 g8f6 f1e2 e7e6");
    assert_eq!(words(&open, "exd5"), "pawn e4 takes the pawn on d5");
    assert_eq!(words(&open, "O-O"), "castles kingside");
    let passing = game(Variant::Latrunculi, "e2e4 a7a6 e4e5 d7d5");
    assert_eq!(
        words(&passing, "exd6"),
        "pawn e5 takes the pawn on d5 en passant, landing on d6"
    );
    let promotion = at(Variant::Latrunculi, "1r6/P6k/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(
        words(&promotion, "a8=Q"),
        "pawn a7 to a8, promotes to a queen"
    );
    assert_eq!(
        words(&promotion, "axb8=R"),
        "pawn a7 takes the rook on b8, promotes to a rook"
    );
    let alfil = at(Variant::Leap, "*n3*/P5/6/5k/6/6/6/*3K* w - - 0 1");
    assert_eq!(
        words(&alfil, "axb8=A"),
        "pawn a7 takes the knight on b8, promotes to an alfil"
    );
    let chain = at(Variant::LeapMulti, "*3k*/6/2p3/6/2p3/6/2D3/*3K* w - - 0 1");
    assert_eq!(
        words(&chain, "Dxc4xc6"),
        "dabbabah c2 takes the pawn on c4 and the pawn on c6"
    );
}

#[test]
fn a_letos_effects_are_told_in_words() {
    let words = |fen: &str, text: &str| {
        let game = at(Variant::Leto, fen);
        move_in_words(&game, game.read(text).unwrap()).to_string()
    };
    assert_eq!(
        words("7k/6p1/5p2/4p3/8/2L5/1P6/R6K w - - 0 1", "Ld4"),
        "Leto c3 to d4; throws the e5 pawn onto g7, capturing the pawn there; pulls the rook from a1 to c3"
    );
    assert_eq!(
        words("7k/8/3n4/3p4/8/3L4/8/K7 w - - 7 1", "Ld4"),
        "Leto d3 to d4; throws the d5 pawn to d7"
    );
    assert_eq!(
        words("K6k/8/8/3L4/8/3p4/3n4/8 w - - 0 1", "Ld4"),
        "Leto d5 to d4; throws the d3 pawn to d1, where it promotes to a queen"
    );
    assert_eq!(
        words("K6k/8/8/3L4/8/3p4/3n4/3r4 w - - 0 1", "Ld4"),
        "Leto d5 to d4; throws the d3 pawn onto d1, capturing the rook there and promoting to a queen"
    );
}

#[test]
fn a_text_that_is_not_a_move_is_answered_with_moves_of_that_board() {
    check(
        &game(Variant::Latrunculi, ""),
        &[
            (
                "hello",
                "I can't read that as a move. Type two squares, like a2a3, or notation, like Na3.",
            ),
            (
                "e2e9",
                "There's no square e9 in Chess Latrunculi duo milia et septum.",
            ),
            (
                "Ld4",
                "There's no Leto in Chess Latrunculi duo milia et septum.",
            ),
        ],
    );
    check(
        &game(Variant::Toto40, ""),
        &[
            (
                "hello",
                "I can't read that as a move. Type two squares, like h1h2, or notation, like Kd6.",
            ),
            ("i3", "There's no square i3 in Toto40."),
            ("Qd5", "There's no queen in Toto40."),
            ("O-O", "There's no castling in Toto40."),
        ],
    );
}

#[test]
fn a_refusal_names_the_piece_that_was_meant() {
    check(
        &game(Variant::Toto40, ""),
        &[
            (
                "Hc6",
                "The hawk on f3 can't go to c6. The hawk leaps exactly two squares along a rank, file or diagonal, over anything in between.",
            ),
            (
                "Rd5-d8",
                "The rook on d5 can't go to d8: no piece may cross the fighting line.",
            ),
            (
                "e4",
                "None of your pawns can go to e4. Pawns move one square straight ahead and capture one square diagonally ahead.",
            ),
        ],
    );
    check(
        &game(Variant::Toto40, "a8a9"),
        &[(
            "Hc6",
            "The hawk on c10 can't go to c6: no piece may cross the fighting line.",
        )],
    );
    check(
        &game(Variant::Leto, ""),
        &[
            (
                "Bb5",
                "There are no bishops here. In Leto Chess you only get one by promoting a pawn.",
            ),
            (
                "bb5",
                "The pawn on b2 can't go to b5. Pawns move one square straight ahead and capture one square diagonally ahead.",
            ),
        ],
    );
    check(
        &game(Variant::Leap, "c3c4"),
        &[
            (
                "Nf6",
                "The knight on e8 can't go to f6: your own pawn is there.",
            ),
            ("c4c5", "The pawn on c4 is your opponent's."),
        ],
    );
    check(
        &game(Variant::Latrunculi, ""),
        &[
            ("e3e4", "There's no piece on e3."),
            ("e7e5", "The pawn on e7 is your opponent's."),
            (
                "Nb1-b3",
                "The knight on b1 can't go to b3. The knight leaps two squares along a rank or file and one square to the side, over anything in between.",
            ),
            (
                "Nd4",
                "Your knights on b1 and g1 can't go to d4. The knight leaps two squares along a rank or file and one square to the side, over anything in between.",
            ),
            (
                "Ra4",
                "The rook on a1 can't go to a4: the pawn on a2 is in the way.",
            ),
            (
                "a1a2",
                "The rook on a1 can't go to a2: your own pawn is there.",
            ),
            ("Qe2e4", "The piece on e2 is a pawn, not a queen."),
            ("Rdd4", "You don't have a rook on the d-file."),
            ("R8d4", "You don't have a rook on rank 8."),
            ("e4=Q", "That move doesn't promote a pawn."),
            (
                "e2e4e5",
                "That move can't continue from e4 to e5. You can play e4.",
            ),
            ("O-O", "You can't castle now: f1 isn't empty."),
        ],
    );
    let alfils = at(Variant::Leap, "*2kn*/6/3p1p/6/6/6/1PPPPA/*2KN* b - - 0 1");
    check(&alfils, &[("Ad6", "You don't have an alfil.")]);
}

#[test]
fn a_pawns_refusal_states_the_pawn_rule_of_its_game() {
    check(
        &at(Variant::Legan, "k7/8/8/3p4/4P3/8/8/7K w - - 0 1"),
        &[
            (
                "exd5",
                "The pawn on e4 can't go to d5: there's a pawn on that square. In Legan Chess your pawns move one square diagonally, toward a8, and capture one square straight, toward rank 8 or the a-file.",
            ),
            (
                "e5",
                "The pawn on e4 can't go to e5: there's nothing to capture. In Legan Chess your pawns move one square diagonally, toward a8, and capture one square straight, toward rank 8 or the a-file.",
            ),
        ],
    );
    check(
        &at(Variant::Legan, "k7/8/2p5/8/8/8/8/7K b - - 0 1"),
        &[(
            "c6c5",
            "The pawn on c6 can't go to c5: there's nothing to capture. In Legan Chess your pawns move one square diagonally, toward h1, and capture one square straight, toward rank 1 or the h-file.",
        )],
    );
    check(
        &game(Variant::Toto40, "a8a9 a12a11 a9a10 c10c8"),
        &[
            (
                "a10a11",
                "The pawn on a10 can't go to a11: no piece may cross the fighting line.",
            ),
            (
                "a10a9",
                "The pawn on a10 can't go to a9. On the fighting line, pawns only move and capture one square diagonally along the line.",
            ),
        ],
    );
    check(
        &game(Variant::Latrunculi, "e2e4 e7e5"),
        &[
            (
                "e4e5",
                "The pawn on e4 can't go to e5: there's a pawn on that square. Pawns move one square straight ahead and capture one square diagonally ahead.",
            ),
            (
                "d2e3",
                "The pawn on d2 can't go to e3: there's nothing to capture. Pawns move one square straight ahead and capture one square diagonally ahead.",
            ),
        ],
    );
}

#[test]
fn promotions_checks_and_castling_are_explained() {
    check(
        &at(Variant::Latrunculi, "4k3/P7/8/8/8/8/4q3/K7 w - - 0 1"),
        &[
            (
                "a8",
                "Choose what the pawn promotes to: a8=Q+, a8=R+, a8=B, a8=N.",
            ),
            (
                "a8=K",
                "A pawn can't promote to a king there. Choose: queen (Q), rook (R), bishop (B), knight (N).",
            ),
            (
                "Kb2",
                "Your king on b2 would be attacked by the queen on e2.",
            ),
            (
                "Rb2",
                "There are no rooks here. In Chess Latrunculi duo milia et septum you only get one by promoting a pawn.",
            ),
            ("Qb2", "You don't have a queen."),
        ],
    );
    check(
        &at(Variant::Latrunculi, "1k3r2/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        &[
            (
                "O-O",
                "You can't castle now: f1 is attacked by the rook on f8.",
            ),
            (
                "Re4",
                "Your rooks on a1 and h1 can't go to e4. The rook moves any distance along ranks and files, or one square diagonally.",
            ),
            (
                "e1e8",
                "The king on e1 can't go to e8. The king moves one square in any direction.",
            ),
        ],
    );
    check(
        &at(Variant::Latrunculi, "1k2r3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        &[
            ("O-O", "You can't castle now: your king is in check."),
            (
                "Ra2",
                "Your king on e1 would still be attacked by the rook on e8.",
            ),
        ],
    );
    check(
        &at(Variant::Latrunculi, "1k2r3/8/8/8/1b6/8/3N4/R3K2R w - - 0 1"),
        &[(
            "Nf3",
            "Your king on e1 would still be attacked by the bishop on b4 and the rook on e8.",
        )],
    );
    check(
        &at(Variant::Latrunculi, "1k6/8/8/8/8/8/8/R3K2R w - - 0 1"),
        &[(
            "O-O",
            "You can't castle that way: the king or that rook has moved or isn't on its starting square.",
        )],
    );
    check(
        &at(Variant::Latrunculi, "1k6/8/8/8/R6R/8/8/K7 w - - 0 1"),
        &[("Re4", "That could be several moves: Rae4, Rhe4.")],
    );
}

#[test]
fn the_rules_of_leap_leto_and_toto40_are_explained() {
    let castling = at(Variant::Leap, "*3k*/6/6/6/2p3/1P4/6/*N1KN* w KQ - 0 1");
    check(&castling, &[("O-O", "You must capture: bxc4.")]);
    let chain = at(Variant::LeapMulti, "*3k*/6/2p3/6/2p3/6/2D3/*3K* w - - 0 1");
    check(
        &chain,
        &[
            (
                "Dxc4",
                "The piece must keep capturing while it can: Dxc4xc6.",
            ),
            (
                "Dxc4xe4",
                "That move can't continue from c4 to e4. You can play Dxc4xc6.",
            ),
        ],
    );
    check(
        &at(Variant::Leto, "4k3/8/8/8/2Lp4/8/8/4K3 w - - 0 1"),
        &[
            (
                "Lxd4",
                "The Leto on c4 can't capture the pawn on d4: a Leto only lands on empty squares.",
            ),
            (
                "Lc7",
                "The Leto on c4 can't go to c7. The Leto moves one or two squares in any direction, over empty squares to an empty square, and never captures by landing.",
            ),
        ],
    );
    check(
        &game(Variant::Toto40, "c6c7 f7f6 c7c6"),
        &[(
            "f6f7",
            "That repeats the position at the start of the game, which isn't allowed.",
        )],
    );
    check(
        &game(Variant::Toto40, "a8a9 a12a11 c6c7 f7f6 c7c6"),
        &[(
            "Kf7",
            "That repeats the position after 1...a11, which isn't allowed.",
        )],
    );
    check(
        &game(Variant::Toto40, "d5f5 d9e7"),
        &[("Rf4", "The game is over: no piece on the fighting line.")],
    );
}

#[test]
fn a_piece_that_was_lost_is_told_from_one_that_never_was() {
    let lost = game(Variant::Latrunculi, "e2e4 d7d5 e4d5 d8d5 b1c3 e7e6 c3d5");
    check(&lost, &[("Qd7", "You don't have any queens left.")]);
    let custom = at(Variant::Latrunculi, "1k6/8/8/8/8/8/8/K2q4 w - - 0 1");
    check(&custom, &[("Qd7", "You don't have a queen.")]);
}

#[test]
fn a_check_names_what_gives_it_and_what_a_leto_could_throw() {
    let in_check = |game: &Game| {
        let attackers = game.position().attackers();
        let side = side_in_check(
            game.variant(),
            color_name(game.variant(), game.turn()),
            &attackers,
        );
        (
            in_check(game.variant(), &attackers).to_string(),
            side.to_string(),
        )
    };
    let rook = at(Variant::Latrunculi, "1k2r3/8/8/8/1b6/8/8/4K3 w - - 0 1");
    let by = "in check from the bishop on b4 and the rook on e8.";
    assert_eq!(
        in_check(&rook),
        (format!("You're {by}"), format!("White to move, {by}"))
    );
    let leto = at(Variant::Leto, "4k3/p3p3/8/4n3/8/8/4L3/K7 b - - 0 1");
    assert_eq!(
        in_check(&leto),
        (
            "You're in check: the Leto on e2 could throw your e5 knight over the e7 pawn onto your king on e8.".to_owned(),
            "Black to move, in check: the Leto on e2 could throw the e5 knight over the e7 pawn onto the king on e8.".to_owned(),
        )
    );
    let both = at(Variant::Leto, "4k3/p3p3/8/4n3/Q7/8/4L3/K7 b - - 0 1");
    assert_eq!(
        in_check(&both).0,
        "You're in check: the Leto on e2 could throw your e5 knight over the e7 pawn onto your king on e8 and the queen on a4 attacks your king on e8."
    );
    check(
        &leto,
        &[(
            "a6",
            "You'd still be in check: the Leto on e2 could throw your e5 knight over the e7 pawn onto your king on e8.",
        )],
    );
    check(
        &at(Variant::Leto, "5k2/p3p3/8/4n3/8/8/4L3/K7 b - - 0 1"),
        &[(
            "Ke8",
            "You'd put yourself in check: the Leto on e2 could throw your e5 knight over the e7 pawn onto your king on e8.",
        )],
    );
    check(
        &at(Variant::Leto, "r3k3/p2p4/8/3n4/8/8/3L4/K7 b q - 0 1"),
        &[(
            "O-O-O",
            "You can't castle now: the Leto on d2 could throw your d5 knight over the d7 pawn onto your king on d8.",
        )],
    );
}

#[test]
fn long_lists_of_moves_are_cut() {
    let game = at(
        Variant::Leap,
        "*3k*/6/1ppppp/PPPPPP/1ppppp/PPPPPP/6/*2K1* w - - 0 1",
    );
    let listed = refusal(&game, "Kd2");
    assert_eq!(
        listed,
        "You must capture: cxb4, dxc4, exd4, fxe4, cxb6, dxc6, exd6, fxe6, axb4, bxc4, cxd4, dxe4 and 6 more."
    );
}

#[test]
fn every_refusal_is_a_sentence() {
    for variant in Variant::ALL {
        let shape = variant.shape();
        let squares: Vec<String> = shape
            .squares()
            .iter()
            .map(|square| shape.name(square).to_string())
            .collect();
        random_walk(variant, 7, 12, |game| {
            let texts = squares.iter().flat_map(|to| {
                let pieces =
                    ["K", "Q", "N", "B", "H", "", "b", "e"].map(|piece| format!("{piece}{to}"));
                pieces.into_iter().chain([format!("{}{to}", squares[9])])
            });
            for text in texts {
                if let Err(error) = game.read(&text) {
                    let refusal = move_error(&error).to_string();
                    assert!(refusal.ends_with('.') && refusal.len() > 10, "{refusal}");
                    assert!(!refusal.contains(['{', '}']), "{refusal}");
                }
            }
        });
    }
}

#[test]
fn every_piece_of_every_game_has_a_movement() {
    for variant in Variant::ALL {
        for role in Role::ALL {
            let whole = movement(variant, role).map(|text| text.to_string());
            let brief = movement_in_brief(variant, role).map(|text| text.to_string());
            assert_eq!(whole.is_some(), variant.roles().contains(&role));
            assert_eq!(whole.is_some(), brief.is_some());
            if let (Some(whole), Some(brief)) = (whole, brief) {
                assert!(whole.starts_with(&brief) && whole.ends_with('.'), "{whole}");
            }
        }
    }
}

#[test]
fn movement_is_told_in_sentences() {
    for (variant, role, expected) in [
        (
            Variant::Leap,
            Role::Dabbabah,
            "The dabbabah leaps exactly two squares along a rank or file, over anything in between.",
        ),
        (
            Variant::Latrunculi,
            Role::Bishop,
            "The bishop moves any distance along diagonals, or one square along a rank or file.",
        ),
        (
            Variant::LetoKwagga,
            Role::Kwagga,
            "The Kwagga leaps three squares along a rank or file and one square to the side, over anything in between. If that square is empty, it may make the same leap again, to another empty square.",
        ),
        (
            Variant::Toto40,
            Role::Hawk,
            "The hawk leaps exactly two squares along a rank, file or diagonal, over anything in between. On the fighting line it may also move or capture one square diagonally along the line. It never crosses the line.",
        ),
        (
            Variant::Toto40,
            Role::Pawn,
            "Pawns move one square straight ahead and capture one square diagonally ahead. On the fighting line they only move and capture one square diagonally along the line.",
        ),
        (
            Variant::Leap,
            Role::Pawn,
            "Pawns move one square straight ahead and capture one square diagonally ahead. From their second rank they may move two squares. They capture en passant. On the last rank they promote to a sail, dabbabah, alfil or knight.",
        ),
        (
            Variant::Legan,
            Role::Pawn,
            "In Legan Chess pawns move one square diagonally, ahead and to the left, and capture one square straight ahead or to the left. They promote to a queen, rook, bishop or knight on squares where the opponent's king, bishops, knights or rooks began.",
        ),
    ] {
        let words = movement(variant, role).unwrap().to_string();
        assert_eq!(words, expected, "{role:?} of {variant:?}");
    }
}

#[test]
fn every_ending_claim_and_position_error_has_its_words() {
    for ending in Reason::ALL {
        assert!(!reason(ending).to_string().is_empty());
    }
    assert_eq!(
        reason(Reason::Dead).to_string(),
        "neither side can win with the pieces left"
    );
    for ground in [Claim::Threefold, Claim::FiftyMoves] {
        assert!(!claim(ground).to_string().is_empty());
    }
    let square = Variant::Legan
        .shape()
        .name(Variant::Legan.shape().parse("b7").unwrap());
    let text = || "x".to_owned();
    for (error, expected) in [
        (
            FenError::Fields {
                expected: 6,
                found: 2,
            },
            "A FEN for this game has 6 fields, separated by spaces.",
        ),
        (
            FenError::Ranks {
                expected: 8,
                found: 7,
            },
            "The board has 8 ranks, but the FEN has 7.",
        ),
        (
            FenError::Rank { rank: 3 },
            "Rank 3 has the wrong number of squares.",
        ),
        (FenError::Piece('L'), "There's no piece \"L\" in this game."),
        (
            FenError::Turn(text()),
            "The side to move must be w or b, not \"x\".",
        ),
        (FenError::Rights(text()), "The third field can't be \"x\"."),
        (
            FenError::EnPassant(text()),
            "\"x\" isn't an en passant square. Use - for none.",
        ),
        (FenError::Counter(text()), "\"x\" isn't a valid move count."),
        (
            FenError::RightWithoutPieces('K'),
            "The castling right K needs the king and its castling partner on their starting squares.",
        ),
        (
            FenError::EnPassantWithoutPawn(square),
            "No pawn has just passed b7, so it can't be the en passant square.",
        ),
        (
            FenError::Kings(Color::White),
            "Each side needs exactly one king.",
        ),
        (
            FenError::TooManyPieces(Color::Black),
            "One side has too many pieces.",
        ),
        (FenError::PawnPlace(square), "A pawn can't be on b7."),
        (
            FenError::WrongSection(square),
            "The piece on b7 is on the wrong side of the fighting line.",
        ),
        (
            FenError::OpponentInCheck(Color::White),
            "The side that just moved left its king in check.",
        ),
    ] {
        assert_eq!(fen_error(&error).to_string(), expected);
    }
}
