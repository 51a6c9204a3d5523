//! The Leto's moves and their effects.

use super::{At, SLANTED, STRAIGHT, Slow, Turn, plus};

impl Slow {
    /// LETO-2: directions and targets of a Leto.
    pub(super) fn leto_moves(&self, at: At) -> Vec<(At, At)> {
        let mut moves = Vec::new();
        for step in [STRAIGHT, SLANTED].concat() {
            for times in 1..=2 {
                let to = plus(at, step, times);
                if !self.exists(to) || self.pieces.contains_key(&to) {
                    break;
                }
                moves.push((step, to));
            }
        }
        moves
    }

    /// LETO-3 to LETO-5: origin and target of the thrown piece.
    pub(super) fn thrown(&self, white: bool, step: At, to: At) -> Option<(At, At)> {
        let from = plus(to, step, 1);
        let (owner, letter) = *self.pieces.get(&from)?;
        if owner == white {
            return None;
        }
        let mut screen = plus(from, step, 1);
        while self.exists(screen) && !self.pieces.contains_key(&screen) {
            screen = plus(screen, step, 1);
        }
        let lands = plus(screen, step, 1);
        let first = if owner { 1 } else { 8 };
        let possible =
            self.exists(screen) && self.exists(lands) && self.owner(lands) != Some(white);
        (possible && !(letter == 'P' && lands.1 == first)).then_some((from, lands))
    }

    /// LETO-3 to LETO-7, LETO-10, LETO-11.
    pub(super) fn leto_turn(&self, at: At, step: At, to: At) -> Turn {
        let mut after = self.starting_move();
        let screen = self.pieces.contains_key(&plus(at, step, -1));
        let pulled = plus(at, step, -2);
        after.lift(at);
        after.pieces.insert(to, (self.white, 'L'));
        if let Some((from, lands)) = self.thrown(self.white, step, to) {
            let (owner, mut letter) = after.lift(from).unwrap();
            if letter == 'P' {
                after.half = 0;
                if lands.1 == if owner { 8 } else { 1 } {
                    letter = 'Q';
                }
            }
            after.put(lands, (owner, letter));
        }
        if screen && self.owner(pulled) == Some(self.white) {
            let piece = after.lift(pulled).unwrap();
            after.put(at, piece);
        }
        Turn::new(at, to, after)
    }
}
