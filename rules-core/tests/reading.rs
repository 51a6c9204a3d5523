//! Moves as people type them, and the reasons why a text is not a legal move.

#![allow(clippy::unwrap_used, reason = "what fails in a test fails the test")]

mod common;

use common::{random_walk, uci, vectors};
use rules_core::{
    Attacker, BadOrigin, BadTarget, CastlingObstacle, Color, Game, IllegalMove, MeantMovement,
    Missing, MoveError, MoveSyntaxError, Outcome, Position, Reason, Role, RoleAt, SquareName,
    Throw, Variant,
};

/// The game after these moves from the start.
fn game(variant: Variant, moves: &str) -> Game {
    Game::replay(variant, None, moves.split_whitespace()).unwrap()
}

fn at(variant: Variant, fen: &str) -> Game {
    Game::from_position(Position::from_fen(variant, fen).unwrap())
}

fn error(game: &Game, text: &str) -> MoveError {
    match game.read(text) {
        Ok(mv) => panic!("{text:?} is {} in {}", uci(game, mv), game.position()),
        Err(error) => error,
    }
}

/// Checks the reason why each text is illegal.
fn check<const N: usize>(game: &Game, expected: [(&str, IllegalMove); N]) {
    for (text, reason) in expected {
        let position = game.position();
        assert_eq!(
            error(game, text),
            MoveError::Illegal(reason),
            "{text:?} in {position}"
        );
    }
}

/// Names the squares and pieces of one variant.
#[derive(Clone, Copy)]
struct Names(Variant);

impl Names {
    fn square(self, name: &str) -> SquareName {
        let shape = self.0.shape();
        shape.name(shape.parse(name).unwrap())
    }

    fn piece(self, role: Role, square: &str) -> RoleAt {
        RoleAt {
            role,
            at: self.square(square),
        }
    }

    fn movement(self, side: Color) -> MeantMovement {
        MeantMovement {
            variant: self.0,
            side,
            on_line: false,
        }
    }

    /// A piece that attacks by landing.
    fn attacker(self, role: Role, at: &str, king: &str) -> Attacker {
        Attacker {
            piece: self.piece(role, at),
            king: self.square(king),
            throw: None,
        }
    }

    fn no_such_piece(self, role: Role, to: &str, missing: Missing) -> IllegalMove {
        let to = self.square(to);
        IllegalMove::NoSuchPiece { role, to, missing }
    }

    fn bad_origin(self, at: &str, to: &str, reason: BadOrigin) -> IllegalMove {
        let (at, to) = (self.square(at), self.square(to));
        IllegalMove::BadOrigin { at, to, reason }
    }

    fn bad_target(self, role: Role, from: &str, to: &str, reason: BadTarget) -> IllegalMove {
        IllegalMove::BadTarget {
            piece: self.piece(role, from),
            to: self.square(to),
            movement: self.movement(Color::White),
            reason,
        }
    }

    fn out_of_reach(self, role: Role, from: &str, to: &str) -> IllegalMove {
        self.bad_target(role, from, to, BadTarget::OutOfReach)
    }

    fn none_in_reach(self, role: Role, pieces: &str, to: &str) -> IllegalMove {
        IllegalMove::NoneInReach {
            role,
            pieces: pieces.split(' ').map(|at| self.square(at)).collect(),
            to: self.square(to),
            movement: self.movement(Color::White),
        }
    }
}

/// The reason as it is for Black.
fn blacks(mut reason: IllegalMove) -> IllegalMove {
    if let IllegalMove::BadTarget { movement, .. } | IllegalMove::NoneInReach { movement, .. } =
        &mut reason
    {
        movement.side = Color::Black;
    }
    reason
}

fn owned(moves: &[&str]) -> Vec<String> {
    moves.iter().map(|&mv| mv.to_owned()).collect()
}

#[test]
fn all_8_every_notation_of_a_legal_move_reads_back_as_that_move() {
    let look = |game: &Game| {
        for mv in game.legal_moves() {
            let san = game.san(mv);
            for text in [uci(game, mv), san.replace(['+', '#'], ""), san] {
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

fn read(game: &Game, text: &str) -> String {
    uci(
        game,
        game.read(text)
            .unwrap_or_else(|error| panic!("{text}: {error:?}")),
    )
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
        "castles kingside",
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
        "e4xd5",
        "e4:d5",
        "e4×d5",
        "e takes d5",
        "pawn takes d5",
        "pawn takes the pawn on d5",
        "pawn e4 takes pawn on d5",
    ] {
        assert_eq!(read(&open, text), "e4d5", "{text}");
    }
    assert!(matches!(
        error(&open, "ed"),
        MoveError::Syntax(MoveSyntaxError::Unreadable { .. })
    ));
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
        "pawn a7 to a8, promotes to a queen",
        "a7-a8=Q+",
    ] {
        assert_eq!(read(&promotion, text), "a7a8q", "{text}");
    }
    let passing = game(Variant::Latrunculi, "e2e4 a7a6 e4e5 d7d5");
    for text in [
        "exd6",
        "exd6 e.p.",
        "exd6 en passant",
        "pawn e5 takes the pawn on d5 en passant, landing on d6",
    ] {
        assert_eq!(read(&passing, text), "e5d6", "{text}");
    }
}

#[test]
fn two_squares_are_never_the_move_of_a_piece_that_stands_elsewhere() {
    let game = at(Variant::LeapOptional, "*3k*/p4p/6/6/6/D5/6/*3K* w - - 0 1");
    let mv = game.read("D3c3").unwrap();
    assert_eq!(mv.uci(game.variant().shape()).to_string(), "a3c3");
    assert!(game.read("d3c3").is_err());
}

#[test]
fn a_lower_case_b_is_a_pawn_unless_only_a_bishop_can_go_there() {
    let both = at(Variant::Legan, "k7/8/8/8/8/8/2p5/2P1B2K w - - 0 1");
    assert_eq!(read(&both, "bd2"), "e1d2");
    let pawn_first = at(Variant::Latrunculi, "k7/8/8/8/2p5/1P1B4/8/7K w - - 0 1");
    assert_eq!(read(&pawn_first, "bxc4"), "b3c4");
    assert_eq!(read(&pawn_first, "Bxc4"), "d3c4");
}

#[test]
fn an_upper_case_letter_is_explained_as_its_piece_and_never_as_a_pawn() {
    let toto = Names(Variant::Toto40);
    check(
        &game(Variant::Toto40, ""),
        [("Hc6", toto.out_of_reach(Role::Hawk, "f3", "c6"))],
    );
    // Regression: the reason was about the black pawn on h5.
    let beyond = toto.bad_target(Role::Hawk, "c10", "c6", BadTarget::FightingLine);
    check(&game(Variant::Toto40, "a8a9"), [("Hc6", blacks(beyond))]);
    let leto = Names(Variant::Leto);
    let none_yet = Missing::BeforePromotion(Variant::Leto);
    let no_bishop = leto.no_such_piece(Role::Bishop, "b5", none_yet);
    check(
        &game(Variant::Leto, ""),
        [
            ("Bb5", no_bishop.clone()),
            ("bishop b5", no_bishop),
            // A pawn could go there, but no bishop.
            ("Bb4", leto.no_such_piece(Role::Bishop, "b4", none_yet)),
            // A lower-case b is a pawn.
            ("bb5", leto.out_of_reach(Role::Pawn, "b2", "b5")),
        ],
    );
    // Regression: the reason was about Black's own pawn on f6.
    let leap = Names(Variant::Leap);
    let own_pawn = BadTarget::OwnPiece(Role::Pawn);
    let reason = leap.bad_target(Role::Knight, "e8", "f6", own_pawn);
    let black = game(Variant::Leap, "c3c4");
    check(&black, [("Nf6", blacks(reason))]);
    assert_eq!(error(&black, "Nf6").pieces(), [leap.square("e8").square()]);
}

/// The kinds of the player's pieces that a refusal is about.
fn roles_named(game: &Game, error: &MoveError) -> Vec<Role> {
    let role_at = |square| game.position().piece_at(square).map(|piece| piece.role);
    let mut roles: Vec<Role> = error.pieces().into_iter().filter_map(role_at).collect();
    roles.extend(match error {
        MoveError::Syntax(MoveSyntaxError::UnknownRole { role, .. })
        | MoveError::Illegal(
            IllegalMove::NoSuchPiece { role, .. }
            | IllegalMove::NoneInReach { role, .. }
            | IllegalMove::BadTarget {
                piece: RoleAt { role, .. },
                ..
            },
        ) => Some(*role),
        MoveError::Illegal(IllegalMove::Castling(_)) => Some(Role::King),
        MoveError::Illegal(IllegalMove::BadOrigin { .. }) => panic!("no origin was typed"),
        _ => None,
    });
    roles
}

#[test]
fn a_refusal_never_names_another_kind_of_piece_than_the_typed_letter() {
    for variant in Variant::ALL {
        let shape = variant.shape();
        random_walk(variant, 17, 20, |game| {
            for to in shape.squares() {
                for role in Role::ALL {
                    let square = shape.name(to);
                    for text in [
                        format!("{}{square}", role.letter()),
                        format!("{role} {square}"),
                    ] {
                        // `Bxc4` may be a pawn's only where no bishop can be meant.
                        let Err(error) = game.read(&text) else {
                            continue;
                        };
                        for named in roles_named(game, &error) {
                            assert_eq!(named, role, "{text}: {error:?} in {}", game.position());
                        }
                    }
                }
                for file in 'a'..='h' {
                    let text = format!("{file}{}", shape.name(to));
                    let Err(error) = game.read(&text) else {
                        continue;
                    };
                    let near = shape.file(to).abs_diff(file as u8 - b'a') <= 1;
                    let letter = Role::from_letter(file)
                        .filter(|role| !near && variant.roles().contains(role));
                    let meant = letter.unwrap_or(Role::Pawn);
                    for named in roles_named(game, &error) {
                        assert_eq!(named, meant, "{text}: {error:?} in {}", game.position());
                    }
                }
            }
        });
    }
}

#[test]
fn an_unreadable_text_is_answered_with_moves_of_that_position() {
    let unreadable = |game: &Game, text: &str| match error(game, text) {
        MoveError::Syntax(MoveSyntaxError::Unreadable { uci, san }) => (uci, san),
        other => panic!("{other:?}"),
    };
    let example = |uci: &str, san: &str| (uci.to_owned(), san.to_owned());
    let start = game(Variant::Latrunculi, "");
    for text in ["", "hello", "ed", "O-O-O-O", &"x".repeat(4000)] {
        assert_eq!(
            unreadable(&start, text),
            example("a2a3", "Na3"),
            "{text:.9}"
        );
    }
    let toto = game(Variant::Toto40, "");
    assert_eq!(unreadable(&toto, "hello"), example("h1h2", "Kd6"));
    for variant in Variant::ALL {
        random_walk(variant, 3, 40, |game| {
            if game.legal_moves().is_empty() {
                assert!(matches!(
                    error(game, "hello"),
                    MoveError::Illegal(IllegalMove::GameOver(_))
                ));
                return;
            }
            let (uci, san) = unreadable(game, "hello");
            assert!(game.read(&uci).is_ok(), "{uci}");
            assert!(game.read(&san).is_ok(), "{san}");
        });
    }
}

#[test]
fn unknown_roles_and_squares_are_named() {
    for (variant, role, text) in [
        (Variant::Latrunculi, Role::Leto, "Ld4"),
        (Variant::Toto40, Role::Queen, "Qd5"),
        (Variant::Toto40, Role::Bishop, "BXC8"),
        (Variant::Legan, Role::Hawk, "a8=H"),
    ] {
        let expected = MoveSyntaxError::UnknownRole { role, variant };
        assert_eq!(
            error(&Game::new(variant), text),
            MoveError::Syntax(expected),
            "{text}"
        );
    }
    for (variant, name, text) in [
        (Variant::Latrunculi, "e9", "e2e9"),
        (Variant::Latrunculi, "e44", "e44"),
        (Variant::Toto40, "i3", "i3"),
        (Variant::Leap, "a1", "Na1"),
    ] {
        let name = name.to_owned();
        let expected = MoveSyntaxError::UnknownSquare { name, variant };
        assert_eq!(
            error(&Game::new(variant), text),
            MoveError::Syntax(expected),
            "{text}"
        );
    }
}

#[test]
fn an_illegal_move_is_answered_with_its_reason() {
    let latrunculi = Names(Variant::Latrunculi);
    let pawn = |at| latrunculi.piece(Role::Pawn, at);
    let to = |name| latrunculi.square(name);
    let other = BadOrigin::OtherPiece {
        found: Role::Pawn,
        said: Role::Queen,
    };
    check(
        &game(Variant::Latrunculi, ""),
        [
            ("e3e4", latrunculi.bad_origin("e3", "e4", BadOrigin::Empty)),
            (
                "e7e5",
                latrunculi.bad_origin("e7", "e5", BadOrigin::OpponentsPiece(Role::Pawn)),
            ),
            ("Nb1-b3", latrunculi.out_of_reach(Role::Knight, "b1", "b3")),
            ("Nd4", latrunculi.none_in_reach(Role::Knight, "b1 g1", "d4")),
            (
                "Ra4",
                latrunculi.bad_target(Role::Rook, "a1", "a4", BadTarget::Blocked(pawn("a2"))),
            ),
            (
                "a1a2",
                latrunculi.bad_target(Role::Rook, "a1", "a2", BadTarget::OwnPiece(Role::Pawn)),
            ),
            (
                "e2d3",
                latrunculi.bad_target(Role::Pawn, "e2", "d3", BadTarget::NothingToCapture),
            ),
            ("Qe2e4", latrunculi.bad_origin("e2", "e4", other)),
            (
                "Rdd4",
                latrunculi.no_such_piece(Role::Rook, "d4", Missing::OnFile('d')),
            ),
            (
                "R8d4",
                latrunculi.no_such_piece(Role::Rook, "d4", Missing::OnRank(8)),
            ),
            (
                "O-O",
                IllegalMove::Castling(CastlingObstacle::Occupied(to("f1"))),
            ),
            ("e4=Q", IllegalMove::NotAPromotion),
            (
                "e2e4e5",
                IllegalMove::BrokenChain {
                    at: to("e4"),
                    to: to("e5"),
                    turns: owned(&["e4"]),
                },
            ),
        ],
    );
}

#[test]
fn a_pawn_stopped_by_its_games_rule_is_told_apart() {
    let legan = Names(Variant::Legan);
    // A pawn on e4 moves to d5 and captures on d4 and e5.
    let game = at(Variant::Legan, "k7/8/8/3p4/4P3/8/8/7K w - - 0 1");
    let there = BadTarget::Occupied(Role::Pawn);
    let occupied = legan.bad_target(Role::Pawn, "e4", "d5", there);
    let nothing = legan.bad_target(Role::Pawn, "e4", "e5", BadTarget::NothingToCapture);
    check(
        &game,
        [
            ("exd5", occupied.clone()),
            ("d5", occupied),
            ("e5", nothing.clone()),
            ("exe5", nothing),
        ],
    );
}

#[test]
fn a_promotion_must_be_named_and_the_king_kept_safe() {
    let latrunculi = Names(Variant::Latrunculi);
    let to = |name| latrunculi.square(name);
    let exposed = |from, king, role, by| IllegalMove::ExposesKing {
        from: to(from),
        attackers: vec![latrunculi.attacker(role, by, king)],
    };
    let castling = IllegalMove::Castling;
    let promoting = at(Variant::Latrunculi, "4k3/P7/8/8/8/8/4q3/K7 w - - 0 1");
    let moves = owned(&["a8=Q+", "a8=R+", "a8=B", "a8=N"]);
    assert_eq!(error(&promoting, "a8"), MoveError::PromotionMissing(moves));
    check(
        &promoting,
        [
            (
                "a8=K",
                IllegalMove::WrongPromotion {
                    said: Role::King,
                    choices: Variant::Latrunculi.promotions().to_vec(),
                },
            ),
            ("Kb2", exposed("a1", "b2", Role::Queen, "e2")),
            (
                "Rb2",
                latrunculi.no_such_piece(
                    Role::Rook,
                    "b2",
                    Missing::BeforePromotion(Variant::Latrunculi),
                ),
            ),
            (
                "Qb2",
                latrunculi.no_such_piece(Role::Queen, "b2", Missing::OnSide),
            ),
        ],
    );
    check(
        &at(Variant::Latrunculi, "1k2r3/8/8/8/8/8/4R3/4K2R w K - 0 1"),
        [
            ("Rd2", exposed("e2", "e1", Role::Rook, "e8")),
            ("e1e8", latrunculi.out_of_reach(Role::King, "e1", "e8")),
        ],
    );
    check(
        &at(Variant::Latrunculi, "1k3r2/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        [
            (
                "O-O",
                castling(CastlingObstacle::Attacked(vec![latrunculi.attacker(
                    Role::Rook,
                    "f8",
                    "f1",
                )])),
            ),
            ("Re4", latrunculi.none_in_reach(Role::Rook, "a1 h1", "e4")),
        ],
    );
    let in_check = IllegalMove::LeavesKingInCheck {
        attackers: vec![latrunculi.attacker(Role::Rook, "e8", "e1")],
    };
    check(
        &at(Variant::Latrunculi, "1k2r3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        [
            ("O-O", castling(CastlingObstacle::InCheck)),
            ("Ra2", in_check),
        ],
    );
    let no_right = CastlingObstacle::NoRight(Role::Rook);
    check(
        &at(Variant::Latrunculi, "1k6/8/8/8/8/8/8/R3K2R w - - 0 1"),
        [("O-O", castling(no_right))],
    );
    let rooks = at(Variant::Latrunculi, "1k6/8/8/8/R6R/8/8/K7 w - - 0 1");
    assert_eq!(
        error(&rooks, "Re4"),
        MoveError::Ambiguous(owned(&["Rae4", "Rhe4"]))
    );
    let never = CastlingObstacle::NotInGame(Variant::Legan);
    check(&game(Variant::Legan, ""), [("O-O", castling(never))]);
}

#[test]
fn leap_6_a_mandatory_capture_is_named() {
    let forced = game(Variant::Leap, "d1e1 d7b5 e3e4 b5d3");
    let captures = forced
        .legal_moves()
        .into_iter()
        .map(|mv| forced.san(mv))
        .collect();
    check(&forced, [("e4e5", IllegalMove::MustCapture(captures))]);
    let castling = at(Variant::Leap, "*3k*/6/6/6/2p3/1P4/6/*N1KN* w KQ - 0 1");
    let only = IllegalMove::MustCapture(owned(&["bxc4"]));
    check(&castling, [("O-O", only)]);
}

#[test]
fn leap_9_a_chain_that_stops_too_early_or_breaks_is_explained() {
    let names = Names(Variant::LeapMulti);
    let chain = at(Variant::LeapMulti, "*3k*/6/2p3/6/2p3/6/2D3/*3K* w - - 0 1");
    let turns = || owned(&["Dxc4xc6"]);
    let broken = IllegalMove::BrokenChain {
        at: names.square("c4"),
        to: names.square("e4"),
        turns: turns(),
    };
    check(
        &chain,
        [
            ("c2c4", IllegalMove::UnfinishedChain(turns())),
            ("Dxc4", IllegalMove::UnfinishedChain(turns())),
            ("Dxc4xe4", broken),
            ("Ke2", IllegalMove::MustCapture(turns())),
        ],
    );
    assert_eq!(read(&chain, "c2c4c6"), "c2c4c6");
    assert_eq!(read(&chain, "Dc2c4c6"), "c2c4c6");
}

#[test]
fn leto_2_and_9_a_letos_limits_are_explained() {
    let names = Names(Variant::Leto);
    let pawn = names.piece(Role::Pawn, "d4");
    let leto = at(Variant::Leto, "4k3/8/8/8/2Lp4/8/8/4K3 w - - 0 1");
    check(
        &leto,
        [
            (
                "Lxd4",
                names.bad_target(Role::Leto, "c4", "d4", BadTarget::LetoLanding(Role::Pawn)),
            ),
            (
                "Le4",
                names.bad_target(Role::Leto, "c4", "e4", BadTarget::Blocked(pawn)),
            ),
            ("Lc7", names.out_of_reach(Role::Leto, "c4", "c7")),
        ],
    );
    assert_eq!(read(&leto, "Lc6"), "c4c6");
}

#[test]
fn leto_8_a_threatened_throw_is_explained() {
    let names = Names(Variant::Leto);
    let throw = |thrown| Throw {
        stop: names.square("e4"),
        thrown: names.piece(Role::Knight, thrown),
        over: names.piece(Role::Pawn, "e7"),
    };
    let by_leto = |thrown, king| Attacker {
        throw: Some(throw(thrown)),
        ..names.attacker(Role::Leto, "e2", king)
    };
    let check_from_afar = at(Variant::Leto, "4k3/p3p3/8/4n3/8/8/4L3/K7 b - - 0 1");
    assert_eq!(
        check_from_afar.position().attackers(),
        [by_leto("e5", "e8")]
    );
    assert_eq!(
        by_leto("e5", "e8").arrows(),
        [("e2", "e4"), ("e5", "e8")]
            .map(|(from, to)| { (names.square(from).square(), names.square(to).square()) })
    );
    let still = IllegalMove::LeavesKingInCheck {
        attackers: vec![by_leto("e5", "e8")],
    };
    check(&check_from_afar, [("a6", still)]);
    let exposed = IllegalMove::ExposesKing {
        from: names.square("f8"),
        attackers: vec![by_leto("e5", "e8")],
    };
    let beside = at(Variant::Leto, "5k2/p3p3/8/4n3/8/8/4L3/K7 b - - 0 1");
    check(&beside, [("Ke8", exposed)]);
}

#[test]
fn leto_15_brackets_are_optional_and_ignored() {
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
    let names = Names(Variant::Toto40);
    let start = game(Variant::Toto40, "");
    let crosses = names.bad_target(Role::Rook, "d5", "d8", BadTarget::FightingLine);
    check(
        &start,
        [
            ("Rd5-d8", crosses),
            ("e4", names.none_in_reach(Role::Pawn, "h1 g2 b7 a8", "e4")),
        ],
    );
    assert_eq!(read(&start, "a8a9"), "a8a9");
    let superko = |from, after: Option<&str>| IllegalMove::Superko {
        from: names.square(from),
        after: after.map(str::to_owned),
    };
    let back = game(Variant::Toto40, "c6c7 f7f6 c7c6");
    check(&back, [("f6f7", superko("f6", None))]);
    let later = game(Variant::Toto40, "a8a9 a12a11 c6c7 f7f6 c7c6");
    check(&later, [("Kf7", superko("f6", Some("1...a11")))]);
}

#[test]
fn a_game_that_has_been_won_says_so() {
    let lost = game(Variant::Toto40, "d5f5 d9e7");
    let outcome = Outcome {
        winner: Some(Color::White),
        reason: Reason::LeftLine,
    };
    for text in ["Rf4", "hello"] {
        check(&lost, [(text, IllegalMove::GameOver(outcome))]);
    }
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
        "é5 passant landing".to_owned(),
    ] {
        assert!(game.read(&text).is_err(), "{text:.20}");
    }
}
