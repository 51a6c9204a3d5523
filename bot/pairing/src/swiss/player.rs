//! A player before a round: score, colors, floats and opponents.

use std::cmp::Ordering;

use rules_core::Color;

use crate::history::History;
use crate::round::{Bye, HalfPoints, PairingResult, Seed, Slot};

/// The strength of a color preference (Article 1.7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Strength {
    /// The color difference is zero: colors should alternate.
    Mild,
    /// The color difference is one.
    Strong,
    /// The color difference exceeds one, or the last two games had the same color.
    Absolute,
}

/// The color that a player should get.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the field names say it")]
pub struct ColorPreference {
    pub color: Color,
    pub strength: Strength,
}

/// A game between players of different scores, seen from one side (Article 1.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Float {
    /// A downfloat: the opponent had a lower score. Scoring without a game counts too.
    Down,
    /// An upfloat: the opponent had a higher score.
    Up,
}

impl Float {
    /// The float of a player who meets an opponent, by the scores of both.
    pub(super) fn from_scores(own: HalfPoints, opponent: HalfPoints) -> Option<Self> {
        match own.cmp(&opponent) {
            Ordering::Greater => Some(Self::Down),
            Ordering::Less => Some(Self::Up),
            Ordering::Equal => None,
        }
    }
}

/// An entrant before the round is paired.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) seed: Seed,
    pub(super) score: HalfPoints,
    /// Whether they were ever paired or given the PAB.
    pub(super) has_arrived: bool,
    /// The position on the starting list, not counting entrants who have not arrived yet (C.04.2).
    pub(super) pairing_number: usize,
    /// Whether C2 excludes them from the PAB: they already scored a win without playing.
    pub(super) is_barred_from_bye: bool,
    /// The colors of the games played, in order.
    pub(super) colors: Vec<Color>,
    /// The opponents of the games played, and entrants kept apart from this one.
    barred_opponents: Vec<Seed>,
    /// The floats of the last two rounds, the latest first.
    pub(super) floats: [Option<Float>; 2],
    /// Games with White minus games with Black.
    pub(super) color_difference: i32,
    pub(super) preference: Option<ColorPreference>,
}

impl Player {
    fn new(seed: Seed) -> Self {
        Self {
            seed,
            score: HalfPoints::ZERO,
            has_arrived: false,
            pairing_number: seed.index() + 1,
            is_barred_from_bye: false,
            colors: Vec::new(),
            barred_opponents: Vec::new(),
            floats: [None; 2],
            color_difference: 0,
            preference: None,
        }
    }

    /// Whether C1 forbids the pairing.
    pub(super) fn must_not_meet(&self, opponent: Seed) -> bool {
        self.barred_opponents.contains(&opponent)
    }

    pub(super) fn keep_apart(&mut self, pairs: &[(Seed, Seed)]) {
        for &(one, other) in pairs {
            if one == self.seed {
                self.barred_opponents.push(other);
            } else if other == self.seed {
                self.barred_opponents.push(one);
            }
        }
    }

    pub(super) fn games_played(&self) -> u64 {
        self.colors.len() as u64
    }

    /// The color of the last two games, if both had the same.
    pub(super) fn repeated_color(&self) -> Option<Color> {
        match *self.colors.as_slice() {
            [.., before, last] if before == last => Some(last),
            _ => None,
        }
    }

    /// The color of an absolute preference.
    pub(super) fn absolute_color(&self) -> Option<Color> {
        self.preference
            .filter(|preference| preference.strength == Strength::Absolute)
            .map(|preference| preference.color)
    }

    fn color_preference(&self) -> Option<ColorPreference> {
        let last = *self.colors.last()?;
        let rarer = if self.color_difference > 0 {
            Color::Black
        } else {
            Color::White
        };
        let (color, strength) = match (self.color_difference.abs(), self.repeated_color()) {
            (2.., _) => (rarer, Strength::Absolute),
            (_, Some(repeated)) => (!repeated, Strength::Absolute),
            (1, None) => (rarer, Strength::Strong),
            (_, None) => (!last, Strength::Mild),
        };
        Some(ColorPreference { color, strength })
    }

    fn add_game(&mut self, color: Color, opponent: Seed, points: HalfPoints) {
        self.score = self.score + points;
        self.colors.push(color);
        self.barred_opponents.push(opponent);
        self.color_difference += match color {
            Color::White => 1,
            Color::Black => -1,
        };
    }

    fn add_unplayed_round(&mut self, points: HalfPoints) {
        self.score = self.score + points;
        if points > HalfPoints::ZERO {
            self.floats[0] = Some(Float::Down);
        }
        self.is_barred_from_bye |= points >= HalfPoints::WIN;
    }
}

/// Returns all entrants, indexed by seed.
pub(super) fn players(history: &History) -> Vec<Player> {
    let mut players: Vec<Player> = history.seeds().map(Player::new).collect();
    for round in history.rounds() {
        let scores: Vec<HalfPoints> = players.iter().map(|player| player.score).collect();
        for player in &mut players {
            player.floats = [None, player.floats[0]];
        }
        for slot in round.slots() {
            match *slot {
                Slot::Bye { seed, bye } => {
                    let player = &mut players[seed.index()];
                    player.has_arrived |= bye == Bye::PairingAllocated;
                    player.add_unplayed_round(bye.points());
                }
                Slot::Pairing(pairing) => {
                    for color in Color::ALL {
                        let (own, opponent) = (pairing.seed(color), pairing.seed(!color));
                        let player = &mut players[own.index()];
                        player.has_arrived = true;
                        if pairing.result.is_some_and(PairingResult::was_played) {
                            player.add_game(color, opponent, pairing.points(color));
                            let [score, other] = [own, opponent].map(|seed| scores[seed.index()]);
                            player.floats[0] = Float::from_scores(score, other);
                        } else {
                            player.add_unplayed_round(pairing.points(color));
                        }
                    }
                }
            }
        }
    }
    for player in &mut players {
        player.preference = player.color_preference();
    }
    players
}
