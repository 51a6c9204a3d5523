//! Attacks on a king.

#![allow(missing_docs, reason = "plain data whose fields say what they are")]

use super::{RoleAt, role_at};
use crate::games::{Rules, dispatch};
use crate::{Bitboard, Color, Position, Role, Square, SquareName};
use std::iter::successors;

/// A piece that attacks a king.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attacker {
    pub piece: RoleAt,
    pub king: SquareName,
    /// How a Leto attacks (LETO-8). `None` for a piece that would capture by landing.
    pub throw: Option<Throw>,
}

/// A Leto's move that throws a piece of the king's side onto the king (LETO-3, LETO-8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Throw {
    /// The square where the Leto stops.
    pub stop: SquareName,
    pub thrown: RoleAt,
    /// The piece next to the king.
    pub over: RoleAt,
}

impl Attacker {
    /// The moves that would capture the king, from and to: a Leto's own and the throw.
    pub fn arrows(&self) -> Vec<(Square, Square)> {
        let (from, king) = (self.piece.at.square(), self.king.square());
        match &self.throw {
            Some(throw) => vec![
                (from, throw.stop.square()),
                (throw.thrown.at.square(), king),
            ],
            None => vec![(from, king)],
        }
    }
}

impl Position {
    /// Returns the attackers of the king of the side to move. In Toto40 this is only a warning (TOTO-9).
    pub fn attackers(&self) -> Vec<Attacker> {
        attackers(self, self.turn)
    }
}

pub(super) fn attackers(position: &Position, side: Color) -> Vec<Attacker> {
    let Some(king) = position.king(side) else {
        return Vec::new();
    };
    let checkers = Bitboard(dispatch!(position.variant(), R => R::checkers(position, side)));
    let attacker = |square| {
        let piece = role_at(position, square)?;
        let is_leto = piece.role == Role::Leto;
        Some(Attacker {
            piece,
            king: position.shape().name(king),
            throw: is_leto.then(|| throw(position, square, king)).flatten(),
        })
    };
    checkers.iter().filter_map(attacker).collect()
}

/// The throw of a Leto that attacks a king: two pieces are between them, of which it throws the nearer over the other.
fn throw(position: &Position, leto: Square, king: Square) -> Option<Throw> {
    let shape = position.shape();
    let toward = |from: u8, to: u8| i8::from(to > from) - i8::from(to < from);
    let df = toward(shape.file(leto), shape.file(king));
    let dr = toward(shape.rank(leto), shape.rank(king));
    let next = |from| {
        successors(shape.offset(from, df, dr), |&at| shape.offset(at, df, dr))
            .find(|&at| position.occupied().contains(at))
    };
    let thrown = next(leto)?;
    Some(Throw {
        stop: shape.name(shape.offset(thrown, -df, -dr)?),
        thrown: role_at(position, thrown)?,
        over: role_at(position, next(thrown)?)?,
    })
}

#[cfg(test)]
mod tests {
    use crate::{Family, Game, Move, Role, ShiftKind, Variant};

    /// Plays a random game and calls `look` for every position.
    fn random_walk(variant: Variant, seed: u64, mut look: impl FnMut(&Game)) {
        let (mut state, mut game) = (seed, Game::new(variant));
        for _ in 0..200 {
            look(&game);
            let moves = game.legal_moves();
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let Some(&mv) = moves.get((state >> 33) as usize % moves.len().max(1)) else {
                return;
            };
            game.play(mv).unwrap();
        }
    }

    #[test]
    fn attackers_are_the_checkers_and_every_throw_lands_on_the_king() {
        let mut throws = 0;
        // Letos seldom give check by chance.
        let walks = Variant::ALL.into_iter().flat_map(|variant| {
            let is_leto = variant.family() == Family::Leto;
            (0..if is_leto { 400 } else { 10 }).map(move |seed| (variant, seed))
        });
        for (variant, seed) in walks {
            random_walk(variant, seed, |game| {
                let position = game.position();
                let attackers = position.attackers();
                let squares = attackers.iter().map(|attacker| attacker.piece.at.square());
                assert!(position.checkers().iter().eq(squares), "{position}");
                // The opponent's moves if the king were left there.
                let mut left = *position;
                left.turn = !position.turn;
                for attacker in attackers {
                    let king = attacker.king.square();
                    assert_eq!(Some(king), position.king(position.turn()));
                    let Some(throw) = attacker.throw else {
                        assert_ne!(attacker.piece.role, Role::Leto, "{position}");
                        continue;
                    };
                    throws += 1;
                    let leto = Move::normal(attacker.piece.at.square(), throw.stop.square());
                    let description = left.describe(leto);
                    let shift = description.shifts[0];
                    assert_eq!(shift.kind, ShiftKind::Repulsion, "{position}");
                    assert_eq!((shift.from, shift.to), (throw.thrown.at.square(), king));
                    assert_eq!(shift.piece.role, throw.thrown.role);
                    assert_eq!(description.captures[0].0, king, "{position}");
                    let over = position.piece_at(throw.over.at.square());
                    assert_eq!(over.map(|piece| piece.role), Some(throw.over.role));
                    assert_eq!(left.play_unchecked(&leto).king(position.turn()), None);
                }
            });
        }
        assert!(throws > 100, "{throws}");
    }
}
