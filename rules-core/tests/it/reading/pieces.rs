//! The piece that a text means, and what cannot be read at all.

use rules_core::Variant::{self, Latrunculi, Leap, Legan, Leto, Toto40};
use rules_core::{BadTarget, Game, IllegalMove, Missing, MoveError, MoveSyntaxError, Role, RoleAt};

use super::{Names, blacks, check, error, game};
use crate::common::random_walk;

#[test]
fn an_upper_case_letter_is_explained_as_its_piece_and_never_as_a_pawn() {
    let toto = Names(Toto40);
    check(
        &game(Toto40, ""),
        [("Hc6", toto.out_of_reach(Role::Hawk, "f3", "c6"))],
    );
    // Regression: the reason was about the black pawn on h5.
    let beyond = toto.bad_target(Role::Hawk, "c10", "c6", BadTarget::FightingLine);
    check(&game(Toto40, "a8a9"), [("Hc6", blacks(beyond))]);
    let leto = Names(Leto);
    let none_yet = Missing::BeforePromotion(Leto);
    let no_bishop = leto.no_such_piece(Role::Bishop, "b5", none_yet);
    check(
        &game(Leto, ""),
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
    let leap = Names(Leap);
    let own_pawn = BadTarget::OwnPiece(Role::Pawn);
    let reason = leap.bad_target(Role::Knight, "e8", "f6", own_pawn);
    let black = game(Leap, "c3c4");
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
            let check = |text: &str, meant: Role| {
                // `Bxc4` may be a pawn's only where no bishop can be meant.
                let Err(error) = game.read(text) else { return };
                for named in roles_named(game, &error) {
                    assert_eq!(named, meant, "{text}: {error:?} in {}", game.position());
                }
            };
            for to in shape.squares() {
                let square = shape.name(to);
                for role in Role::ALL {
                    check(&format!("{}{square}", role.letter()), role);
                    check(&format!("{role} {square}"), role);
                }
                for file in 'a'..='h' {
                    let near = shape.file(to).abs_diff(file as u8 - b'a') <= 1;
                    let letter = Role::from_letter(file)
                        .filter(|role| !near && variant.roles().contains(role));
                    check(&format!("{file}{square}"), letter.unwrap_or(Role::Pawn));
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
    let start = game(Latrunculi, "");
    for text in ["", "hello", "ed", "O-O-O-O", &"x".repeat(4000)] {
        let found = unreadable(&start, text);
        assert_eq!(found, example("a2a3", "Na3"), "{text:.9}");
    }
    let toto = game(Toto40, "");
    assert_eq!(unreadable(&toto, "hello"), example("h1h2", "Kd6"));
    for variant in Variant::ALL {
        random_walk(variant, 3, 40, |game| {
            if game.legal_moves().is_empty() {
                let over = error(game, "hello");
                assert!(matches!(over, MoveError::Illegal(IllegalMove::GameOver(_))));
                return;
            }
            let (uci, san) = unreadable(game, "hello");
            for text in [uci, san] {
                assert!(game.read(&text).is_ok(), "{text}");
            }
        });
    }
}

#[test]
fn unknown_roles_and_squares_are_named() {
    let role = |variant, role| MoveSyntaxError::UnknownRole { role, variant };
    let square = |variant, name: &str| {
        let name = name.to_owned();
        MoveSyntaxError::UnknownSquare { name, variant }
    };
    for (variant, text, expected) in [
        (Latrunculi, "Ld4", role(Latrunculi, Role::Leto)),
        (Toto40, "Qd5", role(Toto40, Role::Queen)),
        (Toto40, "BXC8", role(Toto40, Role::Bishop)),
        (Legan, "a8=H", role(Legan, Role::Hawk)),
        (Latrunculi, "e2e9", square(Latrunculi, "e9")),
        (Latrunculi, "e44", square(Latrunculi, "e44")),
        (Toto40, "i3", square(Toto40, "i3")),
        (Leap, "Na1", square(Leap, "a1")),
    ] {
        let found = error(&Game::new(variant), text);
        assert_eq!(found, MoveError::Syntax(expected), "{text}");
    }
}

#[test]
fn texts_of_any_length_and_script_are_answered() {
    let game = game(Toto40, "");
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
