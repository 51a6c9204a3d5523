//! `VariantRules` agrees with `Position`.

use crate::common::random_walk;
use rules_core::variant_rules::{LETO, VariantRules, Visitor, visit};
use rules_core::{Color, MoveList, Position, Variant};

/// Positions of random games.
fn walks(variant: Variant, games: u64, plies: usize) -> Vec<Position> {
    let mut found = Vec::new();
    for seed in 0..games {
        random_walk(variant, seed, plies, |game| found.push(*game.position()));
    }
    found
}

struct Compare<'a>(&'a Position);

impl Visitor for Compare<'_> {
    type Output = ();

    fn visit<C: VariantRules>(self) {
        let position = self.0;
        let (mut ours, mut theirs) = (MoveList::new(), MoveList::new());
        C::legal_moves(position, &mut ours);
        position.legal_moves(&mut theirs);
        assert_eq!(C::VARIANT, position.variant());
        assert_eq!(ours, theirs, "{position}");
        assert_eq!(C::can_move(position), !ours.is_empty(), "{position}");
        for mv in &ours {
            assert_eq!(C::play(position, mv), position.play_unchecked(mv));
        }
        C::captures(position, &mut ours);
        position.captures(&mut theirs);
        assert_eq!(ours, theirs, "{position}");
        assert_eq!(C::is_check(position), position.is_check(), "{position}");
        let expected = position.outcome();
        let found = C::won(position).or_else(|| {
            let stuck = theirs.is_empty() && !C::can_move(position);
            stuck.then(|| C::without_moves(position))
        });
        match found {
            Some(outcome) => assert_eq!(expected, Some(outcome), "{position}"),
            None => assert_eq!(expected.is_some(), C::is_dead(position), "{position}"),
        }
        attacks::<C>(position);
    }
}

/// Every capture by landing is an attack, and `attackers` agrees with `attacks`.
fn attacks<C: VariantRules>(position: &Position) {
    let occupied = position.occupied();
    for square in position.shape().squares() {
        for color in Color::ALL {
            let found = C::attackers(position, square, occupied, color);
            for from in position.side(color) {
                let slot = position.slot_at(from);
                if slot == LETO {
                    assert!(!found.contains(from), "{position}");
                    continue;
                }
                let reached = C::attacks(color, slot, from, occupied).contains(square);
                assert_eq!(found.contains(from), reached, "{position}");
            }
        }
    }
    let mut captures = MoveList::new();
    C::captures(position, &mut captures);
    for mv in &captures {
        let direct = position.side(!position.turn()).contains(mv.to());
        let slot = position.slot_at(mv.from());
        if direct && !mv.is_chain() && slot != LETO {
            let found = C::attackers(position, mv.to(), occupied, position.turn());
            assert!(found.contains(mv.from()), "{position}");
        }
    }
}

#[test]
fn variant_rules_agree_with_the_position() {
    for variant in Variant::ALL {
        for position in walks(variant, 20, 80) {
            visit(variant, Compare(&position));
        }
    }
}

#[test]
fn no_two_roles_of_a_game_share_a_slot() {
    for variant in Variant::ALL {
        for position in walks(variant, 2, 60) {
            for (square, piece) in position.pieces() {
                assert_eq!(position.slot_at(square), piece.role.slot());
                let set = position.slot_set(piece.color, piece.role.slot());
                assert_eq!(set, position.by(piece.color, piece.role));
            }
        }
    }
}

#[test]
fn a_position_after_a_null_move_reads_back_from_its_fen() {
    for variant in Variant::ALL {
        for position in walks(variant, 10, 80) {
            if position.is_check() || position.outcome().is_some() {
                continue;
            }
            let passed = position.passed();
            let read = Position::from_fen(variant, &passed.fen());
            assert_eq!(read.as_ref(), Ok(&passed), "{position}");
            assert_eq!(passed.turn(), !position.turn());
            assert!(passed.same_placement(&position));
        }
    }
}
