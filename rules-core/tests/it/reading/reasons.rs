//! Why a move that was read is not legal.

use rules_core::Variant::{Latrunculi, Leap, LeapMulti, Legan, Leto, Toto40};
use rules_core::{
    Attacker, BadOrigin, BadTarget, CastlingObstacle, Color, IllegalMove, Missing, MoveError,
    Outcome, Reason, Role, Throw,
};

use super::{Names, at, check, error, game, owned, read};

#[test]
fn an_illegal_move_is_answered_with_its_reason() {
    let names = Names(Latrunculi);
    let to = |name| names.square(name);
    let theirs = BadOrigin::OpponentsPiece(Role::Pawn);
    let rook = |to, reason| names.bad_target(Role::Rook, "a1", to, reason);
    let blocked = BadTarget::Blocked(names.piece(Role::Pawn, "a2"));
    let nothing = names.bad_target(Role::Pawn, "e2", "d3", BadTarget::NothingToCapture);
    let no_rook = |missing| names.no_such_piece(Role::Rook, "d4", missing);
    let castling = IllegalMove::Castling(CastlingObstacle::Occupied(to("f1")));
    let other = BadOrigin::OtherPiece {
        found: Role::Pawn,
        said: Role::Queen,
    };
    check(
        &game(Latrunculi, ""),
        [
            ("e3e4", names.bad_origin("e3", "e4", BadOrigin::Empty)),
            ("e7e5", names.bad_origin("e7", "e5", theirs)),
            ("Nb1-b3", names.out_of_reach(Role::Knight, "b1", "b3")),
            ("Nd4", names.none_in_reach(Role::Knight, "b1 g1", "d4")),
            ("Ra4", rook("a4", blocked)),
            ("a1a2", rook("a2", BadTarget::OwnPiece(Role::Pawn))),
            ("e2d3", nothing),
            ("Qe2e4", names.bad_origin("e2", "e4", other)),
            ("Rdd4", no_rook(Missing::OnFile('d'))),
            ("R8d4", no_rook(Missing::OnRank(8))),
            ("O-O", castling),
            (
                "e4=Q",
                IllegalMove::NotAPromotion {
                    is_pawn: true,
                    to: to("e4"),
                    queen_started: false,
                },
            ),
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
    let legan = Names(Legan);
    // A pawn on e4 moves to d5 and captures on d4 and e5.
    let game = at(Legan, "k7/8/8/3p4/4P3/8/8/7K");
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
    let names = Names(Latrunculi);
    let to = |name| names.square(name);
    let exposed = |from, king, role, by| IllegalMove::ExposesKing {
        from: to(from),
        attackers: vec![names.attacker(role, by, king)],
    };
    let castling = IllegalMove::Castling;
    let (none_yet, none) = (Missing::BeforePromotion(Latrunculi), Missing::OnSide);
    let promoting = at(Latrunculi, "4k3/P7/8/8/8/8/4q3/K7");
    let moves = owned(&["a8=Q+", "a8=R+", "a8=B", "a8=N"]);
    assert_eq!(error(&promoting, "a8"), MoveError::PromotionMissing(moves));
    check(
        &promoting,
        [
            (
                "a8=K",
                IllegalMove::WrongPromotion {
                    said: Role::King,
                    choices: Latrunculi.promotions().to_vec(),
                },
            ),
            ("Kb2", exposed("a1", "b2", Role::Queen, "e2")),
            ("Rb2", names.no_such_piece(Role::Rook, "b2", none_yet)),
            ("Qb2", names.no_such_piece(Role::Queen, "b2", none)),
        ],
    );
    check(
        &at(Latrunculi, "1k2r3/8/8/8/8/8/4R3/4K2R w K - 0 1"),
        [
            ("Rd2", exposed("e2", "e1", Role::Rook, "e8")),
            ("e1e8", names.out_of_reach(Role::King, "e1", "e8")),
        ],
    );
    let rook = names.attacker(Role::Rook, "f8", "f1");
    let attacked = CastlingObstacle::Attacked(vec![rook]);
    check(
        &at(Latrunculi, "1k3r2/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        [
            ("O-O", castling(attacked)),
            ("Re4", names.none_in_reach(Role::Rook, "a1 h1", "e4")),
        ],
    );
    let in_check = IllegalMove::LeavesKingInCheck {
        attackers: vec![names.attacker(Role::Rook, "e8", "e1")],
    };
    check(
        &at(Latrunculi, "1k2r3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        [
            ("O-O", castling(CastlingObstacle::InCheck)),
            ("Ra2", in_check),
        ],
    );
    let no_right = CastlingObstacle::NoRight(Role::Rook);
    check(
        &at(Latrunculi, "1k6/8/8/8/8/8/8/R3K2R"),
        [("O-O", castling(no_right))],
    );
    let out_of_reach = |to| names.out_of_reach(Role::King, "e1", to);
    check(
        &at(Latrunculi, "1k6/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        [("Kh1", "h1"), ("Kxh1", "h1"), ("Ka1", "a1")].map(|(text, to)| (text, out_of_reach(to))),
    );
    let rooks = at(Latrunculi, "1k6/8/8/8/R6R/8/8/K7");
    let both = MoveError::Ambiguous(owned(&["Rae4", "Rhe4"]));
    assert_eq!(error(&rooks, "Re4"), both);
    let never = CastlingObstacle::NotInGame(Legan);
    check(&game(Legan, ""), [("O-O", castling(never))]);
}

#[test]
fn leap_6_a_mandatory_capture_is_named() {
    let forced = game(Leap, "d1e1 d7b5 e3e4 b5d3");
    let moves = forced.legal_moves().into_iter();
    let captures = moves.map(|mv| forced.san(mv)).collect();
    check(&forced, [("e4e5", IllegalMove::MustCapture(captures))]);
    let castling = at(Leap, "*3k*/6/6/6/2p3/1P4/6/*N1KN* w KQ - 0 1");
    let only = IllegalMove::MustCapture(owned(&["bxc4"]));
    check(&castling, [("O-O", only)]);
}

#[test]
fn leap_9_a_chain_that_stops_too_early_or_breaks_is_explained() {
    let names = Names(LeapMulti);
    let chain = at(LeapMulti, "*3k*/6/2p3/6/2p3/6/2D3/*3K*");
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
    let names = Names(Leto);
    let blocked = BadTarget::Blocked(names.piece(Role::Pawn, "d4"));
    let landing = BadTarget::LetoLanding(Role::Pawn);
    let leto = at(Leto, "4k3/8/8/8/2Lp4/8/8/4K3");
    check(
        &leto,
        [
            ("Lxd4", names.bad_target(Role::Leto, "c4", "d4", landing)),
            ("Le4", names.bad_target(Role::Leto, "c4", "e4", blocked)),
            ("Lc7", names.out_of_reach(Role::Leto, "c4", "c7")),
        ],
    );
    assert_eq!(read(&leto, "Lc6"), "c4c6");
}

#[test]
fn leto_8_a_threatened_throw_is_explained() {
    let names = Names(Leto);
    let throw = |thrown| Throw {
        stop: names.square("e4"),
        thrown: names.piece(Role::Knight, thrown),
        over: names.piece(Role::Pawn, "e7"),
    };
    let by_leto = |thrown, king| Attacker {
        throw: Some(throw(thrown)),
        ..names.attacker(Role::Leto, "e2", king)
    };
    let check_from_afar = at(Leto, "4k3/p3p3/8/4n3/8/8/4L3/K7 b - - 0 1");
    let attacker = by_leto("e5", "e8");
    assert_eq!(check_from_afar.position().attackers(), [attacker]);
    let arrow = |from, to| (names.square(from).square(), names.square(to).square());
    assert_eq!(attacker.arrows(), [arrow("e2", "e4"), arrow("e5", "e8")]);
    let still = IllegalMove::LeavesKingInCheck {
        attackers: vec![by_leto("e5", "e8")],
    };
    check(&check_from_afar, [("a6", still)]);
    let exposed = IllegalMove::ExposesKing {
        from: names.square("f8"),
        attackers: vec![by_leto("e5", "e8")],
    };
    let beside = at(Leto, "5k2/p3p3/8/4n3/8/8/4L3/K7 b - - 0 1");
    check(&beside, [("Ke8", exposed)]);
}

#[test]
fn leto_15_brackets_are_optional_and_ignored() {
    let throw = at(Leto, "4k3/8/5p2/4p3/8/8/1L6/4K3");
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
    let names = Names(Toto40);
    let start = game(Toto40, "");
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
    let back = game(Toto40, "c6c7 f7f6 c7c6");
    check(&back, [("f6f7", superko("f6", None))]);
    let later = game(Toto40, "a8a9 a12a11 c6c7 f7f6 c7c6");
    check(&later, [("Kf7", superko("f6", Some("1...a11")))]);
}

#[test]
fn a_game_that_has_been_won_says_so() {
    let lost = game(Toto40, "d5f5 d9e7");
    let outcome = Outcome {
        winner: Some(Color::White),
        reason: Reason::LeftLine,
    };
    for text in ["Rf4", "hello"] {
        check(&lost, [(text, IllegalMove::GameOver(outcome))]);
    }
}
