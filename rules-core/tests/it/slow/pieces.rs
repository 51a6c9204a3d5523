//! Targets and attacks of pieces.

use super::{At, SLANTED, STRAIGHT, Slow, name, plus};
use rules_core::Variant;
use std::collections::BTreeSet;

fn eight(a: i8, b: i8) -> Vec<At> {
    let mut all = BTreeSet::new();
    for (x, y) in [(a, b), (b, a)] {
        all.extend([(x, y), (x, -y), (-x, y), (-x, -y)]);
    }
    all.into_iter().collect()
}

impl Slow {
    /// Targets of a piece other than a pawn or Leto: empty squares and enemies.
    pub(super) fn landings(&self, at: At) -> Vec<At> {
        let (white, letter) = self.pieces[&at];
        let leaps = match letter {
            'N' => eight(1, 2),
            'K' => [STRAIGHT, SLANTED].concat(),
            'A' => SLANTED.map(|step| plus((0, 0), step, 2)).to_vec(),
            'D' => STRAIGHT.map(|step| plus((0, 0), step, 2)).to_vec(),
            'S' | 'H' => [STRAIGHT, SLANTED]
                .concat()
                .into_iter()
                .map(|step| plus((0, 0), step, 2))
                .collect(),
            'G' => eight(1, 3),
            'R' if self.variant == Variant::Latrunculi => SLANTED.to_vec(),
            'B' if self.variant == Variant::Latrunculi => STRAIGHT.to_vec(),
            _ => Vec::new(),
        };
        let slides = match letter {
            'R' => STRAIGHT.to_vec(),
            'B' => SLANTED.to_vec(),
            'Q' => [STRAIGHT, SLANTED].concat(),
            _ => Vec::new(),
        };
        let mut found: BTreeSet<At> = leaps.iter().map(|step| plus(at, *step, 1)).collect();
        for step in slides {
            for times in 1.. {
                let to = plus(at, step, times);
                if !self.may_stand(white, to) {
                    break;
                }
                found.insert(to);
                if self.pieces.contains_key(&to) {
                    break;
                }
            }
        }
        if self.variant == Variant::Toto40 && at.0 + at.1 == 11 {
            found.extend([plus(at, (1, -1), 1), plus(at, (-1, 1), 1)]);
        }
        if letter == 'G' {
            for step in leaps {
                let (first, second) = (plus(at, step, 1), plus(at, step, 2));
                if self.exists(first)
                    && !self.pieces.contains_key(&first)
                    && !self.pieces.contains_key(&second)
                {
                    found.insert(second);
                }
            }
        }
        found
            .into_iter()
            .filter(|to| self.may_stand(white, *to) && self.owner(*to) != Some(white))
            .collect()
    }

    fn pawn_forward(&self, white: bool) -> (At, [At; 2]) {
        let (push, hits) = if self.variant == Variant::Legan {
            ((-1, 1), [(-1, 0), (0, 1)])
        } else {
            ((0, 1), [(-1, 1), (1, 1)])
        };
        if white {
            (push, hits)
        } else {
            (
                plus((0, 0), push, -1),
                hits.map(|hit| plus((0, 0), hit, -1)),
            )
        }
    }

    /// Squares on which a pawn captures.
    pub(super) fn pawn_hits(&self, at: At) -> Vec<At> {
        let white = self.pieces[&at].0;
        if self.variant == Variant::Toto40 && at.0 + at.1 == 11 {
            return vec![plus(at, (1, -1), 1), plus(at, (-1, 1), 1)];
        }
        self.pawn_forward(white)
            .1
            .map(|hit| plus(at, hit, 1))
            .to_vec()
    }

    pub(super) fn pawn_pushes(&self, at: At) -> Vec<At> {
        let white = self.pieces[&at].0;
        let free = |to: At| self.may_stand(white, to) && !self.pieces.contains_key(&to);
        if self.variant == Variant::Toto40 && at.0 + at.1 == 11 {
            return self
                .pawn_hits(at)
                .into_iter()
                .filter(|to| free(*to))
                .collect();
        }
        let (push, _) = self.pawn_forward(white);
        let (once, twice) = (plus(at, push, 1), plus(at, push, 2));
        let home = at.1 == if white { 2 } else { 7 }
            && !matches!(self.variant, Variant::Legan | Variant::Toto40);
        let mut pushes: Vec<At> = [once].into_iter().filter(|to| free(*to)).collect();
        if home && free(once) && free(twice) {
            pushes.push(twice);
        }
        pushes
    }

    pub(super) fn promotes(&self, white: bool, at: At) -> bool {
        match self.variant {
            Variant::Toto40 => false,
            Variant::Legan => {
                let squares = if white {
                    "a5 a6 a7 a8 b8 c8 d8"
                } else {
                    "e1 f1 g1 h1 h2 h3 h4"
                };
                squares.split(' ').any(|square| square == name(at))
            }
            _ => at.1 == if white { 8 } else { 1 },
        }
    }

    pub(super) fn promotions(&self) -> &'static str {
        match self.variant {
            Variant::Leto => "QRBNL",
            Variant::LetoKwagga => "QRBGL",
            Variant::Legan | Variant::Latrunculi => "QRBN",
            Variant::Toto40 => "",
            _ => "SDAN",
        }
    }

    /// Whether a side could capture an enemy on this square.
    pub(super) fn attacked(&self, target: At, by_white: bool) -> bool {
        self.pieces
            .iter()
            .filter(|(_, piece)| piece.0 == by_white)
            .any(|(at, piece)| match piece.1 {
                'P' => self.pawn_hits(*at).contains(&target) && self.may_stand(by_white, target),
                'L' => self.leto_moves(*at).into_iter().any(|(step, to)| {
                    self.thrown(by_white, step, to)
                        .is_some_and(|(_, lands)| lands == target)
                }),
                _ => self.landings(*at).contains(&target),
            })
    }
}
