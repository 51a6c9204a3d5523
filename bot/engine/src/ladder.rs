//! What makes ten levels of one engine: how far each looks, and what escapes it.

use crate::human::{bell, scramble};
use rules_core::{Family, Variant};

/// How a player of some level plays. Weak ones look ahead little, misjudge, do not think of everything, and sometimes play at a glance,
/// as people do; they never do anything that looked bad to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    /// See [`Human::misjudgment`](crate::human::Human::misjudgment).
    pub(crate) misjudgment: i32,
    /// See [`Human::blindness`](crate::human::Human::blindness).
    pub(crate) blindness: u64,
    /// In how many of a thousand cases a move of one's own is not thought of.
    pub(crate) distraction: u64,
    /// In how many of a thousand cases a move is made at a glance: as the level [`Ladder::GLANCE`] would make it.
    pub(crate) haste: u64,
}

/// The levels of a family of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ladder {
    /// How much better or worse than usual a level plays in a whole game, typically, in hundredths of the way to the next level.
    pub(crate) form: i32,
    pub(crate) rungs: [Settings; 10],
}

/// A level that looks only a little ahead: depth, positions, misjudgment, blindness, distraction.
const fn weak(depth: u32, nodes: u64, errs: i32, blindness: u64, distraction: u64) -> Settings {
    Settings {
        depth,
        nodes,
        misjudgment: errs,
        blindness,
        distraction,
        haste: 0,
    }
}

/// A level that looks at so many positions, but not always.
const fn hasty(nodes: u64, haste: u64) -> Settings {
    Settings {
        depth: 99,
        nodes,
        misjudgment: 0,
        blindness: 0,
        distraction: 0,
        haste,
    }
}

/// How much better or worse than usual a level plays in a whole game. People's results spread much more than those of an engine whose
/// play is always the same, and without this ten steps of at most 80 % would not reach from a beginner to full strength.
const FORM: i32 = 75;

/// Full strength: so many positions a core a quarter as fast as the one of the README's figures looks at in a second, so that this level too plays
/// the same on nearly every machine; in the smaller games twice as many.
const FULL: Settings = hasty(200_000, 0);
const FULL_SMALL: Settings = hasty(400_000, 0);

/// Toto40. Found, like the other tables, by matches between neighbors, each meant to score 60 to 80 % against the one before; how they came
/// out is in the engine's README. The lowest three differ in what they see at all. Above them positions and haste change together: haste
/// hides most of what more positions bring, and from about one hasty move in ten on, less haste brings more than more positions.
const TOTO40: Ladder = Ladder {
    form: FORM,
    rungs: [
        weak(1, 400, 620, 875, 755),
        weak(1, 600, 355, 765, 575),
        weak(1, 600, 215, 560, 340),
        hasty(1_600, 720),
        hasty(2_500, 480),
        hasty(6_000, 270),
        hasty(18_000, 145),
        hasty(55_000, 80),
        hasty(240_000, 11),
        FULL_SMALL,
    ],
};

/// Leap. As in Toto40, to see the opponent's captures but not what they force brings nothing, so the lowest three look at their own moves
/// only. The player who takes what is free is hardly better than chance, so whoever loses to that one overlooks nearly all.
const LEAP: Ladder = Ladder {
    form: FORM,
    rungs: [
        weak(1, 400, 900, 950, 910),
        weak(1, 500, 400, 810, 640),
        weak(1, 600, 275, 655, 445),
        hasty(1_600, 740),
        hasty(2_500, 490),
        hasty(6_000, 325),
        hasty(24_000, 180),
        hasty(90_000, 86),
        hasty(270_000, 18),
        FULL_SMALL,
    ],
};

const LATRUNCULI: Ladder = Ladder {
    form: FORM,
    rungs: [
        weak(1, 400, 570, 855, 720),
        weak(1, 600, 305, 702, 494),
        weak(2, 1_500, 280, 675, 462),
        hasty(1_600, 730),
        hasty(2_500, 500),
        hasty(6_500, 300),
        hasty(26_000, 135),
        hasty(70_000, 64),
        hasty(160_000, 8),
        FULL,
    ],
};

/// In Leto one oversight decides most games, so that haste and equal play part the levels more than elsewhere: days differ more, too.
const LETO: Ladder = Ladder {
    form: 100,
    rungs: [
        weak(1, 400, 620, 875, 755),
        weak(1, 600, 340, 745, 545),
        weak(2, 1_500, 277, 670, 455),
        hasty(1_850, 655),
        hasty(3_600, 425),
        hasty(10_800, 230),
        hasty(41_500, 90),
        hasty(87_000, 43),
        hasty(140_000, 18),
        FULL,
    ],
};

const LEGAN: Ladder = Ladder {
    form: FORM,
    rungs: [
        weak(1, 400, 620, 875, 755),
        weak(1, 600, 335, 740, 540),
        weak(2, 1_500, 263, 649, 426),
        hasty(1_600, 690),
        hasty(2_500, 485),
        hasty(5_500, 330),
        hasty(18_000, 190),
        hasty(50_000, 95),
        hasty(130_000, 20),
        FULL,
    ],
};

impl Ladder {
    /// The level as which others play at a glance.
    pub(crate) const GLANCE: u8 = 3;

    pub(crate) fn of(variant: Variant) -> &'static Self {
        match variant.family() {
            Family::Toto40 => &TOTO40,
            Family::Leap => &LEAP,
            Family::Latrunculi => &LATRUNCULI,
            Family::Leto => &LETO,
            Family::Legan => &LEGAN,
        }
    }

    /// A level, lowest first from 1, as it is meant.
    pub(crate) fn rung(&self, level: u8) -> Settings {
        let place = usize::from(level.clamp(1, 10)) - 1;
        self.rungs.get(place).copied().unwrap_or(FULL)
    }

    /// The same with a part of the positions, so that matches between high levels take less time.
    pub(crate) fn thinned(mut self, part: u64) -> Self {
        for rung in &mut self.rungs {
            rung.nodes = (rung.nodes / part.max(1)).max(1);
        }
        self
    }

    /// Reads levels in the making: a line with the form, then a line for each level; what follows a `#` is not read.
    ///
    /// # Errors
    /// What cannot be read.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let lines = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or_default().trim());
        let mut lines = lines.filter(|line| !line.is_empty());
        let number = |word: &str| {
            word.parse::<u32>()
                .map_err(|_| format!("{word:?} is no number"))
        };
        let signed = |n: u32| i32::try_from(n).map_err(|_| format!("{n} is too much"));
        let mut ladder = Self {
            form: signed(number(lines.next().unwrap_or_default())?)?,
            rungs: [FULL; 10],
        };
        for rung in &mut ladder.rungs {
            let line = lines.next().ok_or("a ladder has ten levels")?;
            let numbers: Vec<u32> = line
                .split_whitespace()
                .map(number)
                .collect::<Result<_, _>>()?;
            let &[depth, nodes, misjudgment, blindness, distraction, haste] = numbers.as_slice()
            else {
                return Err(format!("{line:?} is not six numbers"));
            };
            *rung = Settings {
                depth,
                nodes: u64::from(nodes),
                misjudgment: signed(misjudgment)?,
                blindness: u64::from(blindness),
                distraction: u64::from(distraction),
                haste: u64::from(haste),
            };
        }
        Ok(ladder)
    }

    /// How a level plays in the game for which this was thrown: everybody has good and bad days, but full strength is what its name says.
    pub(crate) fn on_the_day(&self, level: u8, thrown: u64) -> Settings {
        const WAY: i32 = 128;
        let usual = i32::from(level.clamp(1, 10)) * WAY;
        if self.form == 0 || level >= 10 {
            return self.rung(level);
        }
        let key = scramble(scramble(thrown) ^ u64::from(level));
        let better = bell(key, self.form) * WAY / 100;
        let place = (usual + better).clamp(WAY, 10 * WAY);
        let below = u8::try_from(place / WAY).unwrap_or(level);
        self.rung(below).towards(&self.rung(below + 1), place % WAY)
    }
}

impl Settings {
    /// Part of the way to other settings, in 128ths.
    fn towards(&self, other: &Self, way: i32) -> Self {
        let part = |a: u64, b: u64| {
            let way = u64::try_from(way).unwrap_or(0);
            (a * (128 - way) + b * way) / 128
        };
        let nearer = if way < 64 { self } else { other };
        Self {
            depth: nearer.depth,
            nodes: between(self.nodes, other.nodes, way),
            misjudgment: (self.misjudgment * (128 - way) + other.misjudgment * way) / 128,
            blindness: part(self.blindness, other.blindness),
            distraction: part(self.distraction, other.distraction),
            haste: part(self.haste, other.haste),
        }
    }
}

/// Part of the way from one number to another, in 128ths, by equal factors: strength grows with the logarithm of positions.
fn between(from: u64, to: u64, way: i32) -> u64 {
    let (mut low, mut high) = (from, to);
    for bit in (0..7).rev() {
        let middle = low.saturating_mul(high).isqrt();
        if way >> bit & 1 == 1 {
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

    #[test]
    fn levels_in_the_making_are_read_and_thinned() {
        let rungs = "1 400 620 875 755 0 # the lowest\n".repeat(9);
        let text = format!("# form\n60\n\n{rungs}99 50000 0 0 0 0\n");
        let ladder = Ladder::read(&text).unwrap();
        assert_eq!(ladder.form, 60);
        assert_eq!(ladder.rung(1), weak(1, 400, 620, 875, 755));
        assert_eq!(ladder.thinned(10).rung(10), hasty(5_000, 0));
        assert_eq!(ladder.thinned(0), ladder);
        for wrong in [
            "",
            "60",
            "x\n1",
            &text.replace("0 # the", "0 0 # the"),
            "-1",
        ] {
            assert!(Ladder::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn higher_levels_look_further_and_less_escapes_them() {
        for variant in Variant::ALL {
            let rungs = Ladder::of(variant).rungs;
            for (low, high) in rungs.iter().zip(rungs.iter().skip(1)) {
                assert!(low.depth <= high.depth && low.nodes <= high.nodes);
                assert!(low.misjudgment >= high.misjudgment && low.blindness >= high.blindness);
                assert!(low.distraction >= high.distraction);
                assert!(low.haste > high.haste || low.haste == 0);
            }
            assert_eq!(rungs[9].haste, 0, "{variant:?}");
        }
    }

    #[test]
    fn the_way_between_two_numbers_goes_by_equal_factors() {
        assert_eq!(between(1_000, 16_000, 0), 1_000);
        let quarters = [32, 64, 96].map(|way| between(1_000, 16_000, way));
        for (found, wanted) in quarters.into_iter().zip([2_000_u64, 4_000, 8_000]) {
            assert!(found.abs_diff(wanted) <= wanted / 100, "{found} {wanted}");
        }
    }

    #[test]
    fn days_are_good_and_bad_around_the_level_itself_and_never_at_full_strength() {
        for variant in Variant::ALL {
            let ladder = Ladder {
                form: 60,
                ..*Ladder::of(variant)
            };
            let nodes: Vec<u64> = (0..200)
                .map(|day| ladder.on_the_day(6, day).nodes)
                .collect();
            let usual = ladder.rung(6).nodes;
            let better = nodes.iter().filter(|&&nodes| nodes > usual).count();
            let worse = nodes.iter().filter(|&&nodes| nodes < usual).count();
            assert!(better > 60 && worse > 60, "{variant:?}: {better} {worse}");
            for day in 0..200 {
                assert_eq!(ladder.on_the_day(10, day), ladder.rung(10));
            }
            let same = ladder.on_the_day(5, 7);
            assert_eq!(same, ladder.on_the_day(5, 7));
        }
    }
}
