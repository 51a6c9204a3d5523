//! Moves as people type them, and the reasons why a text is not a legal move.

mod forms;
mod pieces;
mod reasons;

use crate::common::{at, uci};
use rules_core::{
    Attacker, BadOrigin, BadTarget, Color, Game, IllegalMove, MeantMovement, Missing, MoveError,
    Role, RoleAt, SquareName, Variant,
};

/// The game after these moves from the start.
fn game(variant: Variant, moves: &str) -> Game {
    Game::replay(variant, None, moves.split_whitespace()).unwrap()
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
        let (found, position) = (error(game, text), game.position());
        assert_eq!(found, MoveError::Illegal(reason), "{text:?} in {position}");
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

fn read(game: &Game, text: &str) -> String {
    let mv = game.read(text);
    uci(game, mv.unwrap_or_else(|error| panic!("{text}: {error:?}")))
}
