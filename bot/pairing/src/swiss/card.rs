//! What the pairing of a Swiss round knows about each entrant: score, colors, floats, and whom they have met.

use rules_core::Color;
use serde::{Deserialize, Serialize};

use crate::history::History;
use crate::round::{Bye, HalfPoints, Seed, Slot};

/// How much somebody should get a color (C.04.3 Article 1.7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// As many games with one color as with the other: the colors should alternate.
    Mild,
    /// One game more with one color than with the other.
    Strong,
    /// A difference of two, or the same color twice in a row.
    Absolute,
}

/// The color that somebody should get.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Preference {
    /// Which one.
    pub color: Color,
    /// How much.
    pub strength: Strength,
}

/// Whether somebody met an opponent of another score (Article 1.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Float {
    /// An opponent with fewer points, or points without a game.
    Down,
    /// An opponent with more points.
    Up,
}

/// One entrant before the round is paired.
#[derive(Clone, Debug)]
pub(crate) struct Card {
    pub(crate) seed: Seed,
    /// Whether they were paired, or had the pairing-allocated bye, in any round.
    pub(crate) took_part: bool,
    /// The seed without those who have yet to come.
    pub(crate) number: u16,
    pub(crate) score: HalfPoints,
    /// The colors of the games that were played, the first one first.
    pub(crate) colors: Vec<Color>,
    /// Whom they have played.
    pub(crate) met: Vec<Seed>,
    /// Whether they may not get the pairing-allocated bye (criterion C2).
    pub(crate) barred_from_bye: bool,
    /// Games played.
    pub(crate) played: u16,
    /// The floats of the last round and of the one before it.
    pub(crate) floats: [Option<Float>; 2],
    /// Games with White less games with Black.
    pub(crate) difference: i32,
    pub(crate) preference: Option<Preference>,
}

impl Card {
    /// The color of the last two games, if it was the same.
    pub(crate) fn repeated(&self) -> Option<Color> {
        match *self.colors.as_slice() {
            [.., before, last] if before == last => Some(last),
            _ => None,
        }
    }

    fn work_out_preference(&self) -> Option<Preference> {
        let last = *self.colors.last()?;
        let difference = self.difference;
        let fewer = if difference > 0 {
            Color::Black
        } else {
            Color::White
        };
        let (color, strength) = if difference.abs() > 1 {
            (fewer, Strength::Absolute)
        } else if let Some(repeated) = self.repeated() {
            (!repeated, Strength::Absolute)
        } else if difference != 0 {
            (fewer, Strength::Strong)
        } else {
            (!last, Strength::Mild)
        };
        Some(Preference { color, strength })
    }

    /// The color that they must have, if any.
    pub(crate) fn absolute(&self) -> Option<Color> {
        self.preference
            .filter(|preference| preference.strength == Strength::Absolute)
            .map(|preference| preference.color)
    }
}

/// The cards of everybody, by seed.
pub(crate) fn cards(history: &History) -> Vec<Card> {
    let mut cards: Vec<Card> = history
        .seeds()
        .map(|seed| Card {
            seed,
            took_part: false,
            number: seed.number(),
            score: HalfPoints::NONE,
            colors: Vec::new(),
            met: Vec::new(),
            barred_from_bye: false,
            played: 0,
            floats: [None; 2],
            difference: 0,
            preference: None,
        })
        .collect();
    for round in history.rounds() {
        let before: Vec<HalfPoints> = cards.iter().map(|card| card.score).collect();
        for card in &mut cards {
            card.floats = [None, card.floats[0]];
        }
        for slot in round.slots() {
            match *slot {
                Slot::Bye { seed, bye } => {
                    let card = &mut cards[seed.index()];
                    card.took_part |= bye == Bye::PairingAllocated;
                    unplayed(card, bye.points());
                }
                Slot::Pairing(pairing) => {
                    let Some(result) = pairing.result else {
                        continue;
                    };
                    for color in Color::ALL {
                        let (own, other) = (pairing.seed(color), pairing.seed(!color));
                        let card = &mut cards[own.index()];
                        card.took_part = true;
                        if result.was_played() {
                            card.score = card.score + result.points(color);
                            card.colors.push(color);
                            card.difference += match color {
                                Color::White => 1,
                                Color::Black => -1,
                            };
                            card.met.push(other);
                            card.played += 1;
                            card.floats[0] = match before[own.index()].cmp(&before[other.index()]) {
                                std::cmp::Ordering::Greater => Some(Float::Down),
                                std::cmp::Ordering::Less => Some(Float::Up),
                                std::cmp::Ordering::Equal => None,
                            };
                        } else {
                            unplayed(card, result.points(color));
                        }
                    }
                }
            }
        }
    }
    for card in &mut cards {
        card.preference = card.work_out_preference();
    }
    cards
}

/// A round without a game, which may have brought points.
fn unplayed(card: &mut Card, points: HalfPoints) {
    card.score = card.score + points;
    if points > HalfPoints::NONE {
        card.floats[0] = Some(Float::Down);
    }
    card.barred_from_bye |= points >= HalfPoints::WIN;
}

/// Which of the two gets which color, and by which rule (Article 5.2). `first` is the higher-ranked one.
pub(crate) fn allocate(first: &Card, second: &Card, initial: Color) -> (Color, ColorReason) {
    let (Some(one), Some(two)) = (first.preference, second.preference) else {
        return match (first.preference, second.preference) {
            (Some(one), _) => (one.color, ColorReason::Granted),
            (None, Some(two)) => (!two.color, ColorReason::Granted),
            (None, None) => {
                let odd = first.number % 2 == 1;
                (if odd { initial } else { !initial }, ColorReason::Initial)
            }
        };
    };
    if one.color != two.color {
        return (one.color, ColorReason::Granted);
    }
    let width = |card: &Card, preference: Preference| match preference.strength {
        Strength::Absolute => (Strength::Absolute, card.difference.abs()),
        // Among these the strength alone decides.
        weaker => (weaker, 0),
    };
    match width(first, one).cmp(&width(second, two)) {
        std::cmp::Ordering::Greater => return (one.color, ColorReason::Stronger),
        std::cmp::Ordering::Less => return (!two.color, ColorReason::Stronger),
        std::cmp::Ordering::Equal => {}
    }
    let latest = first.colors.iter().rev().zip(second.colors.iter().rev());
    match latest.into_iter().find(|(own, other)| own != other) {
        Some((own, _)) => (!*own, ColorReason::Alternation),
        None => (one.color, ColorReason::Rank),
    }
}

/// By which rule the colors of a pairing were given (C.04.3 Article 5.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColorReason {
    /// Both get what they should have (5.2.1).
    Granted,
    /// Both should have the same one, and the one who needs it more gets it (5.2.2).
    Stronger,
    /// They last had different colors in this order, and now it is the other way round (5.2.3).
    Alternation,
    /// The higher-ranked one gets what they should have (5.2.4).
    Rank,
    /// Neither has played yet: odd seeds have the first color that was drawn (5.2.5).
    Initial,
}

/// Which pairings no round may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Law {
    /// Above this score two who must have the same color may meet all the same: they are topscorers in the last round.
    pub(crate) topscore: Option<HalfPoints>,
}

impl Law {
    /// The law of the round after `played` rounds.
    pub(crate) fn of_round(played: usize, is_last: bool) -> Self {
        let half = u16::try_from(played).unwrap_or(u16::MAX);
        Self {
            topscore: is_last.then_some(HalfPoints(half)),
        }
    }

    /// Whether the two may meet (criteria C1 and C3).
    pub(crate) fn allows(self, one: &Card, two: &Card) -> bool {
        if one.met.contains(&two.seed) {
            return false;
        }
        let same = one.absolute().is_some() && one.absolute() == two.absolute();
        let top = |card: &Card| self.topscore.is_some_and(|half| card.score > half);
        !same || top(one) || top(two)
    }
}
