//! Leto's moves, and whom they throw.

use super::{At, SLANTED, STRAIGHT, Slow, Turn, name, plus};

impl Slow {
    /// LETO-2: the moves of a Leto as direction and target.
    pub(super) fn leto_moves(&self, at: At) -> Vec<(At, At)> {
        let mut moves = Vec::new();
        for step in [STRAIGHT, SLANTED].concat() {
            for times in 1..=2 {
                let to = plus(at, step, times);
                if !self.exists(to) || self.men.contains_key(&to) {
                    break;
                }
                moves.push((step, to));
            }
        }
        moves
    }

    /// LETO-3 to LETO-5: from where to where an enemy piece is thrown.
    pub(super) fn thrown(&self, white: bool, step: At, to: At) -> Option<(At, At)> {
        let from = plus(to, step, 1);
        let (owner, letter) = *self.men.get(&from)?;
        if owner == white {
            return None;
        }
        let mut screen = plus(from, step, 1);
        while self.exists(screen) && !self.men.contains_key(&screen) {
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
        let screen = self.men.contains_key(&plus(at, step, -1));
        let drawn = plus(at, step, -2);
        after.lift(at);
        after.men.insert(to, (self.white, 'L'));
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
        if screen && self.owner(drawn) == Some(self.white) {
            let man = after.lift(drawn).unwrap();
            after.put(at, man);
        }
        Turn {
            uci: name(at) + &name(to),
            after: after.pass(),
            en_passant: false,
        }
    }
}
