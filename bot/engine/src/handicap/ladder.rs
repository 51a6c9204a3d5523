//! The handicap of a level in a game, between the rungs of its ladder.

use super::{Level, Seeds};
use crate::levels::{FULL, Handicap, Ladder};
use crate::rng::{normal, splitmix64};
use rules_core::Game;
use std::str::FromStr;

impl Ladder {
    /// The level that higher levels play as when in haste.
    const HASTY_LEVEL: Level = Level(3);

    /// Returns a level's handicap in average form.
    pub(crate) fn rung(&self, level: Level) -> Handicap {
        self.rungs[usize::from(level.0) - 1]
    }

    /// Returns the handicap of a level for one move: in its form of this game, or in haste.
    pub(crate) fn handicap(&self, game: &Game, level: Level, seeds: Seeds) -> Handicap {
        let usual = self.in_form(level, seeds.game);
        if usual.is_hasty(game, seeds.turn) {
            self.rung(Self::HASTY_LEVEL)
        } else {
            usual
        }
    }

    /// Returns a level's handicap in a game with this seed, a little above or below the average. Full strength never varies.
    fn in_form(&self, level: Level, game_seed: u64) -> Handicap {
        if level == Level::HIGHEST {
            return self.rung(level);
        }
        let number = u32::from(level.0);
        let key = splitmix64(splitmix64(game_seed) ^ u64::from(number));
        let offset = normal(key, self.form) * STEP.cast_signed() / 100;
        let strength = (number * STEP)
            .saturating_add_signed(offset)
            .clamp(STEP, 10 * STEP);
        let below = strength / STEP;
        let rung = |number: u32| self.rungs[(number as usize).min(10) - 1];
        rung(below).interpolate(&rung(below + 1), strength % STEP)
    }

    /// Divides the nodes of every level, so that matches between high levels take less time.
    pub(crate) fn with_nodes_divided(mut self, divisor: u64) -> Self {
        for rung in &mut self.rungs {
            rung.nodes = (rung.nodes / divisor.max(1)).max(1);
        }
        self
    }
}

impl FromStr for Ladder {
    type Err = String;

    /// Parses a line with the form, then ten lines with the six numbers of a [`Handicap`]. `#` starts a comment.
    fn from_str(text: &str) -> Result<Self, String> {
        let lines = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or_default().trim());
        let mut lines = lines.filter(|line| !line.is_empty());
        let number = |word: &str| {
            word.parse::<u32>()
                .map_err(|_| format!("{word:?} is not a number"))
        };
        let form = number(lines.next().unwrap_or_default())?;
        let mut ladder = Self {
            form: i32::try_from(form).map_err(|_| format!("{form} is too large"))?,
            rungs: [FULL; 10],
        };
        for rung in &mut ladder.rungs {
            let line = lines.next().ok_or("a ladder has ten levels")?;
            let numbers: Vec<u32> = line
                .split_whitespace()
                .map(number)
                .collect::<Result<_, _>>()?;
            let &[depth, nodes, eval_noise, blindness, root_blindness, haste] = numbers.as_slice()
            else {
                return Err(format!("{line:?} is not six numbers"));
            };
            *rung = Handicap {
                depth,
                nodes: u64::from(nodes),
                eval_noise,
                blindness,
                root_blindness,
                haste,
            };
        }
        Ok(ladder)
    }
}

/// Fractions of a level are in 128ths.
const STEP: u32 = 128;

impl Handicap {
    /// Interpolates towards the next level.
    fn interpolate(&self, next: &Self, fraction: u32) -> Self {
        let linear = |from: u32, to: u32| (from * (STEP - fraction) + to * fraction) / STEP;
        let nearer = if fraction < STEP / 2 { self } else { next };
        Self {
            depth: nearer.depth,
            nodes: interpolate_geometrically(self.nodes, next.nodes, fraction),
            eval_noise: linear(self.eval_noise, next.eval_noise),
            blindness: linear(self.blindness, next.blindness),
            root_blindness: linear(self.root_blindness, next.root_blindness),
            haste: linear(self.haste, next.haste),
        }
    }
}

/// Interpolates by equal factors, since strength grows with the logarithm of the nodes.
fn interpolate_geometrically(from: u64, to: u64, fraction: u32) -> u64 {
    let (mut low, mut high) = (from, to);
    for bit in (0..STEP.ilog2()).rev() {
        let middle = low.saturating_mul(high).isqrt();
        if fraction >> bit & 1 == 1 {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::{hasty, weak};
    use rules_core::Variant;

    #[test]
    fn a_ladder_can_be_parsed_and_its_nodes_divided() {
        let rungs = "1 400 620 875 755 0 # the lowest\n".repeat(9);
        let text = format!("# form\n60\n\n{rungs}99 50000 0 0 0 0\n");
        let ladder: Ladder = text.parse().unwrap();
        assert_eq!(ladder.form, 60);
        assert_eq!(ladder.rung(Level(1)), weak(1, 400, 620, 875, 755));
        let divided = ladder.with_nodes_divided(10);
        assert_eq!(divided.rung(Level(10)), hasty(5_000, 0));
        assert_eq!(ladder.with_nodes_divided(0), ladder);
        let long = text.replace("0 # the", "0 0 # the");
        for wrong in ["", "60", "x\n1", &long, "-1"] {
            assert!(wrong.parse::<Ladder>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn higher_levels_search_more_and_overlook_less() {
        for variant in Variant::ALL {
            let rungs = Ladder::of(variant).rungs;
            for (low, high) in rungs.iter().zip(rungs.iter().skip(1)) {
                assert!(low.depth <= high.depth && low.nodes <= high.nodes);
                assert!(low.eval_noise >= high.eval_noise && low.blindness >= high.blindness);
                assert!(low.root_blindness >= high.root_blindness);
                assert!(low.haste > high.haste || low.haste == 0);
            }
            assert_eq!(rungs[9].haste, 0, "{variant:?}");
        }
    }

    #[test]
    fn nodes_are_interpolated_by_equal_factors() {
        assert_eq!(interpolate_geometrically(1_000, 16_000, 0), 1_000);
        let quarters = [32, 64, 96].map(|way| interpolate_geometrically(1_000, 16_000, way));
        for (found, wanted) in quarters.into_iter().zip([2_000_u64, 4_000, 8_000]) {
            assert!(found.abs_diff(wanted) <= wanted / 100, "{found} {wanted}");
        }
    }

    #[test]
    fn form_varies_around_a_level_and_never_at_full_strength() {
        for variant in Variant::ALL {
            let ladder = Ladder {
                form: 60,
                ..*Ladder::of(variant)
            };
            let nodes = (0..200).map(|day| ladder.in_form(Level(6), day).nodes);
            let nodes: Vec<u64> = nodes.collect();
            let usual = ladder.rung(Level(6)).nodes;
            let better = nodes.iter().filter(|&&nodes| nodes > usual).count();
            let worse = nodes.iter().filter(|&&nodes| nodes < usual).count();
            assert!(better > 60 && worse > 60, "{variant:?}: {better} {worse}");
            for day in 0..200 {
                assert_eq!(ladder.in_form(Level(10), day), ladder.rung(Level(10)));
            }
        }
    }
}
