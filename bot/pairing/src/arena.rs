//! Arena: free players are paired again at once until time is up.

use std::cmp::Reverse;

use rules_core::Color;
use serde::{Deserialize, Serialize};

use crate::round::{HalfPoints, Pairing, PairingResult, Seed};
use crate::weight::{EdgeWeight, WeightLayout, best_matching};

/// An entrant's arena record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ArenaCard {
    /// The total score: 2 for a win, 1 for a draw, doubled during a streak.
    pub points: u32,
    /// Consecutive wins. From the third on, points are doubled.
    pub streak: u32,
    /// Games played, forfeits excluded.
    pub games: u32,
    /// Games with White minus games with Black.
    #[serde(rename = "difference")]
    pub color_difference: i32,
    /// The opponent of the last pairing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_opponent: Option<Seed>,
    /// Pairings in a row in which they were free and got no opponent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub waited: u32,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl ArenaCard {
    /// Wins in a row after which points are doubled.
    const STREAK: u32 = 2;

    /// Records a result. A forfeit win scores but does not extend a streak; a forfeit loss ends it.
    pub fn score(&mut self, color: Color, opponent: Seed, result: PairingResult) {
        let points = result.points(color);
        let is_doubled = result.was_played() && self.streak >= Self::STREAK;
        self.points += u32::from(points.0) * if is_doubled { 2 } else { 1 };
        if result.was_played() {
            self.games += 1;
            self.color_difference += match color {
                Color::White => 1,
                Color::Black => -1,
            };
            self.streak += 1;
        }
        if points != HalfPoints::WIN {
            self.streak = 0;
        }
        self.last_opponent = Some(opponent);
    }

    /// Notes a pairing in which they were free.
    pub fn note_pairing(&mut self, is_paired: bool) {
        self.waited = if is_paired { 0 } else { self.waited + 1 };
    }

    /// Whether any game counted for them, a forfeit win included.
    pub fn has_counted(&self) -> bool {
        self.games > 0 || self.points > 0
    }

    /// Order of pairing: the longest wait first, then the fewest games.
    pub fn priority(&self) -> (Reverse<u32>, u32) {
        (Reverse(self.waited), self.games)
    }
}

/// Ranks and seeds, the leader first: by points, then by fewer games, but those without a game last. Equal entrants share a rank.
pub fn standings(cards: &[ArenaCard]) -> Vec<(usize, Seed)> {
    let key = |seed: Seed| {
        let card = cards[seed.index()];
        (Reverse(card.points), card.games == 0, card.games)
    };
    let mut order: Vec<Seed> = (0..cards.len()).map(Seed::from_index).collect();
    order.sort_by_key(|&seed| (key(seed), seed));
    let mut ranked = Vec::with_capacity(order.len());
    for equals in order.chunk_by(|&one, &two| key(one) == key(two)) {
        let rank = ranked.len() + 1;
        ranked.extend(equals.iter().map(|&seed| (rank, seed)));
    }
    ranked
}

/// The maximum number of entrants that [`pair`] considers in one call.
pub const MAX_BATCH: usize = 64;

/// Pairs as many of the free entrants as possible, each with a neighbor in the standings. If someone is left over, it's the entrant
/// with the lowest [priority](ArenaCard::priority).
///
/// `waiting` is in order of priority; only the first [`MAX_BATCH`] are considered. Last opponents are paired again only if one of
/// them would otherwise wait again, or if `active`, the number of entrants in the arena, is at most two. Entrants in `apart` never
/// meet.
pub fn pair(
    cards: &[ArenaCard],
    waiting: &[Seed],
    active: usize,
    apart: &[(Seed, Seed)],
) -> Vec<Pairing> {
    let card = |seed: Seed| cards[seed.index()];
    let mut queue: Vec<Seed> = Vec::new();
    for &seed in waiting {
        if seed.index() < cards.len() && !queue.contains(&seed) && queue.len() < MAX_BATCH {
            queue.push(seed);
        }
    }
    queue.sort_by_key(|&seed| (Reverse(card(seed).points), seed));
    let size = queue.len();
    let mut ranks: Vec<_> = queue.iter().map(|&seed| card(seed).priority()).collect();
    ranks.sort_unstable();
    ranks.dedup();
    let mut layout = WeightLayout::default();
    // Every set of entrants that a matching covers is also covered by a maximum matching, so these counts maximize the pairs, too.
    let paired: Vec<_> = ranks.iter().map(|_| layout.count(size as u64)).collect();
    let fresh = layout.count(size as u64 / 2);
    let proximity = layout.count((size * size * size) as u64);
    let edge = |high: usize, low: usize, weight: &mut EdgeWeight| {
        let (one, two) = (queue[high], queue[low]);
        let rematch = card(one).last_opponent == Some(two) || card(two).last_opponent == Some(one);
        let distance = low - high;
        for seed in [one, two] {
            if let Ok(rank) = ranks.binary_search(&card(seed).priority()) {
                weight.add(paired[rank], 1);
            }
        }
        weight.add(fresh, u64::from(!rematch));
        weight.add(proximity, (size * size - distance * distance) as u64);
        let kept_apart = apart.contains(&(one, two)) || apart.contains(&(two, one));
        let has_waited = card(one).waited.max(card(two).waited) > 0;
        !kept_apart && (!rematch || has_waited || active <= 2)
    };
    let matching = best_matching(size, &layout, &edge);
    (0..size)
        .filter_map(|high| {
            let low = matching[high].filter(|&low| high < low)?;
            let (higher, lower) = (queue[high], queue[low]);
            // White goes to the entrant who had it less often, or to the lower-ranked one.
            let gets_white = card(higher).color_difference < card(lower).color_difference;
            Some(if gets_white {
                Pairing::new(higher, lower)
            } else {
                Pairing::new(lower, higher)
            })
        })
        .collect()
}
