//! The players present and their history, derived from the slots of each round.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use pairing::swiss::Request;
use pairing::{Bye, History, PairingResult, Seed, Slot};
use rules_core::Color;

#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) seed: Seed,
    /// In half points.
    pub(crate) score: u16,
    pub(crate) colors: Vec<Color>,
    pub(crate) opponents: BTreeSet<Seed>,
    /// Whether a round without a game scored a full point.
    pub(crate) had_free_point: bool,
    /// How many rounds ago, from 1.
    pub(crate) downfloats: BTreeSet<usize>,
    /// How many rounds ago, from 1.
    pub(crate) upfloats: BTreeSet<usize>,
    pub(crate) rounds_without_game: usize,
}

/// A color preference (Article 1.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Preference {
    None,
    Mild(Color),
    Strong(Color),
    Absolute(Color),
}

impl Preference {
    pub(crate) fn color(self) -> Option<Color> {
        match self {
            Self::None => None,
            Self::Mild(color) | Self::Strong(color) | Self::Absolute(color) => Some(color),
        }
    }

    pub(crate) fn strength(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Mild(_) => 1,
            Self::Strong(_) => 2,
            Self::Absolute(_) => 3,
        }
    }
}

impl Player {
    fn new(seed: Seed, rounds: usize) -> Self {
        Self {
            seed,
            score: 0,
            colors: Vec::new(),
            opponents: BTreeSet::new(),
            had_free_point: false,
            downfloats: BTreeSet::new(),
            upfloats: BTreeSet::new(),
            rounds_without_game: rounds,
        }
    }

    pub(crate) fn color_difference(&self) -> i32 {
        let sign = |color: &Color| 2 * i32::from(*color == Color::White) - 1;
        self.colors.iter().map(sign).sum()
    }

    /// The color of the last two games, if it was the same.
    pub(crate) fn repeated_color(&self) -> Option<Color> {
        let mut latest = self.colors.iter().rev();
        let (last, before) = (latest.next()?, latest.next()?);
        (last == before).then_some(*last)
    }

    pub(crate) fn preference(&self) -> Preference {
        let Some(&last) = self.colors.last() else {
            return Preference::None;
        };
        match (self.color_difference(), self.repeated_color()) {
            (2.., _) => Preference::Absolute(Color::Black),
            (..=-2, _) => Preference::Absolute(Color::White),
            (_, Some(repeated)) => Preference::Absolute(!repeated),
            (1, None) => Preference::Strong(Color::Black),
            (-1, None) => Preference::Strong(Color::White),
            (_, None) => Preference::Mild(!last),
        }
    }

    fn add_game(&mut self, color: Color, opponent: Seed, points: u16) {
        self.score += points;
        self.colors.push(color);
        self.opponents.insert(opponent);
        self.rounds_without_game -= 1;
    }

    fn add_unplayed_round(&mut self, points: u16, rounds_ago: usize) {
        self.score += points;
        if points > 0 {
            self.downfloats.insert(rounds_ago);
        }
        if points == 2 {
            self.had_free_point = true;
        }
    }
}

/// The players present, in rank order.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) players: Vec<Player>,
    /// Pairing numbers: the seeds without entrants who have not arrived yet.
    pub(crate) numbers: BTreeMap<Seed, usize>,
    /// A player with more half points is a topscorer. Only in the last round.
    topscorer_threshold: Option<u16>,
    indices: BTreeMap<Seed, usize>,
}

impl Field {
    pub(crate) fn new(history: &History, request: &Request) -> Self {
        let rounds = history.rounds().len();
        let players = history
            .seeds()
            .map(|seed| (seed, Player::new(seed, rounds)));
        let mut players: BTreeMap<Seed, Player> = players.collect();
        for &(one, other) in &request.apart {
            players.get_mut(&one).unwrap().opponents.insert(other);
            players.get_mut(&other).unwrap().opponents.insert(one);
        }
        let mut arrived: BTreeSet<Seed> = request.present.iter().copied().collect();
        for (number, round) in history.rounds().iter().enumerate() {
            for slot in round.slots() {
                arrived.extend(seeds_paired(*slot));
            }
            add_round(&mut players, round.slots(), rounds - number);
        }
        let present = request.present.iter().map(|seed| players[seed].clone());
        let mut present: Vec<Player> = present.collect();
        present.sort_by_key(|player| (Reverse(player.score), player.seed));
        let indices = present.iter().map(|player| player.seed).zip(0..).collect();
        Self {
            numbers: arrived.into_iter().zip(1..).collect(),
            topscorer_threshold: request.is_last.then(|| u16::try_from(rounds).unwrap()),
            indices,
            players: present,
        }
    }

    pub(crate) fn index(&self, seed: Seed) -> usize {
        self.indices[&seed]
    }

    /// C1 and C3.
    pub(crate) fn may_meet(&self, one: usize, two: usize) -> bool {
        let (one, two) = (&self.players[one], &self.players[two]);
        if one.opponents.contains(&two.seed) {
            return false;
        }
        let is_topscorer = |player: &Player| {
            self.topscorer_threshold
                .is_some_and(|threshold| player.score > threshold)
        };
        match (one.preference(), two.preference()) {
            (Preference::Absolute(first), Preference::Absolute(second)) if first == second => {
                is_topscorer(one) || is_topscorer(two)
            }
            _ => true,
        }
    }
}

/// The entrants who were paired or had the PAB.
fn seeds_paired(slot: Slot) -> Vec<Seed> {
    match slot {
        Slot::Pairing(game) => vec![game.white, game.black],
        Slot::Bye {
            seed,
            bye: Bye::PairingAllocated,
        } => vec![seed],
        Slot::Bye { .. } => Vec::new(),
    }
}

fn add_round(players: &mut BTreeMap<Seed, Player>, slots: &[Slot], rounds_ago: usize) {
    let scores = players.iter().map(|(&seed, player)| (seed, player.score));
    let scores: BTreeMap<Seed, u16> = scores.collect();
    for slot in slots {
        match *slot {
            Slot::Bye { seed, bye } => {
                let points = match bye {
                    Bye::PairingAllocated => 2,
                    Bye::HalfPoint => 1,
                    Bye::ZeroPoint => 0,
                };
                let player = players.get_mut(&seed).unwrap();
                player.add_unplayed_round(points, rounds_ago);
            }
            Slot::Pairing(game) => {
                let result = game.result.unwrap();
                for (own, opponent, color) in [
                    (game.white, game.black, Color::White),
                    (game.black, game.white, Color::Black),
                ] {
                    let player = players.get_mut(&own).unwrap();
                    let points = result.points(color).0;
                    if let PairingResult::Forfeit(_) = result {
                        player.add_unplayed_round(points, rounds_ago);
                        continue;
                    }
                    player.add_game(color, opponent, points);
                    if scores[&own] > scores[&opponent] {
                        player.downfloats.insert(rounds_ago);
                    } else if scores[&own] < scores[&opponent] {
                        player.upfloats.insert(rounds_ago);
                    }
                }
            }
        }
    }
}
