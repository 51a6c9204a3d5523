//! The piece that a text means, and what cannot be read at all.

use rules_core::{
    BadTarget, Game, IllegalMove, Missing, MoveError, MoveSyntaxError, Role, RoleAt, Variant,
};

use super::{Names, blacks, check, error, game};
use crate::common::random_walk;

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
