//! Arena: whoever is free is paired again at once, until time is up.

use rules_core::Color;
use serde::{Deserialize, Serialize};

use crate::round::{Pairing, PairingResult, Seed};
use crate::weight::{Gains, Layout, best_matching};

/// Points in an arena: 2 for a win, 1 for a draw, doubled after two wins in a row.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct ArenaPoints(pub u32);

/// What an arena knows about an entrant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ArenaCard {
    /// Points so far.
    pub points: ArenaPoints,
    /// Wins in a row.
    pub streak: u32,
    /// Games that were played.
    pub games: u32,
    /// Games with White less games with Black.
    pub difference: i32,
    /// Who was met last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_opponent: Option<Seed>,
}

impl ArenaCard {
    /// Wins in a row after which points count double.
    pub const STREAK: u32 = 2;

    /// Enters a result.
    pub fn score(&mut self, color: Color, opponent: Seed, result: PairingResult) {
        let plain = u32::from(result.points(color).0);
        let factor = if self.streak >= Self::STREAK { 2 } else { 1 };
        if result.was_played() {
            self.points.0 += plain * factor;
            self.games += 1;
            self.difference += match color {
                Color::White => 1,
                Color::Black => -1,
            };
            self.streak = if plain == 2 { self.streak + 1 } else { 0 };
        } else {
            // A point for waiting in vain, but no step of a streak; who stayed away loses theirs.
            self.points.0 += plain;
            if plain == 0 {
                self.streak = 0;
            }
        }
        self.last_opponent = Some(opponent);
    }
}

/// Who stands where: by points, then by fewer games, the leader first; those whom neither tells apart share a rank.
pub fn standings(cards: &[ArenaCard]) -> Vec<(usize, Seed)> {
    let key = |seed: Seed| {
        let card = cards[seed.index()];
        (std::cmp::Reverse(card.points), card.games)
    };
    let mut order: Vec<Seed> = (0..cards.len()).map(Seed::at).collect();
    order.sort_by_key(|&seed| (key(seed), seed));
    let mut ranked: Vec<(usize, Seed)> = Vec::with_capacity(order.len());
    for seed in order {
        let rank = match ranked.last() {
            Some(&(rank, before)) if key(before) == key(seed) => rank,
            _ => ranked.len() + 1,
        };
        ranked.push((rank, seed));
    }
    ranked
}

/// The most that are paired at once; the others wait for the next time, some seconds later.
pub const MOST_AT_ONCE: usize = 64;

/// Pairs those who wait, by seed: as many as can be, each with somebody near in the standings. Nobody meets the same one
/// twice running, unless only two are `there` in the whole arena. Who has waited longest should stand first in `waiting`.
pub fn pair(cards: &[ArenaCard], waiting: &[Seed], there: usize) -> Vec<Pairing> {
    let mut queue: Vec<Seed> = Vec::new();
    for &seed in waiting {
        if seed.index() < cards.len() && !queue.contains(&seed) && queue.len() < MOST_AT_ONCE {
            queue.push(seed);
        }
    }
    let card = |seed: Seed| cards[seed.index()];
    queue.sort_by_key(|&seed| (std::cmp::Reverse(card(seed).points), seed));
    let size = queue.len();
    let mut layout = Layout::default();
    let pairs = layout.count(size as u64 / 2);
    let nearness = layout.count((size * size * size) as u64);
    let matching = best_matching(size, &layout, &|low, high, gains: &mut Gains| {
        let (one, two) = (queue[low], queue[high]);
        let again = card(one).last_opponent == Some(two) || card(two).last_opponent == Some(one);
        let distance = high - low;
        gains.add(pairs, 1);
        gains.add(nearness, (size * size - distance * distance) as u64);
        !again || there <= 2
    });
    (0..size)
        .filter_map(|low| {
            let high = matching[low].filter(|&high| low < high)?;
            let (one, two) = (queue[low], queue[high]);
            // Who had White more often has Black; the one who stands lower has White when that is level.
            Some(if card(one).difference < card(two).difference {
                Pairing::new(one, two)
            } else {
                Pairing::new(two, one)
            })
        })
        .collect()
}
