//! What the rules ask about those present, worked out of the slots round by round.

use std::collections::{BTreeMap, BTreeSet};

use pairing::swiss::Request;
use pairing::{Bye, History, PairingResult, Seed, Slot};
use rules_core::Color;

/// One of those present.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) seed: Seed,
    /// In half points.
    pub(crate) score: u16,
    pub(crate) colors: Vec<Color>,
    pub(crate) opponents: BTreeSet<Seed>,
    pub(crate) had_free_point: bool,
    /// Rounds back, 1 or 2, in which they floated down, or up.
    pub(crate) downfloats: BTreeSet<usize>,
    pub(crate) upfloats: BTreeSet<usize>,
    pub(crate) rounds_without_game: usize,
}

/// The color somebody should have (Article 1.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wish {
    None,
    Mild(Color),
    Strong(Color),
    Absolute(Color),
}

impl Wish {
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
    pub(crate) fn imbalance(&self) -> i32 {
        let whites = self
            .colors
            .iter()
            .filter(|&&color| color == Color::White)
            .count();
        2 * i32::try_from(whites).unwrap() - i32::try_from(self.colors.len()).unwrap()
    }

    pub(crate) fn twice(&self) -> Option<Color> {
        let mut latest = self.colors.iter().rev();
        let (last, before) = (latest.next()?, latest.next()?);
        (last == before).then_some(*last)
    }

    pub(crate) fn wish(&self) -> Wish {
        let Some(&last) = self.colors.last() else {
            return Wish::None;
        };
        match (self.imbalance(), self.twice()) {
            (2.., _) => Wish::Absolute(Color::Black),
            (..=-2, _) => Wish::Absolute(Color::White),
            (_, Some(twice)) => Wish::Absolute(!twice),
            (1, None) => Wish::Strong(Color::Black),
            (-1, None) => Wish::Strong(Color::White),
            (_, None) => Wish::Mild(!last),
        }
    }
}

/// Those present by rank, and what a topscorer is.
#[derive(Debug)]
pub(crate) struct Facts {
    pub(crate) players: Vec<Player>,
    /// Seeds without those who have not come yet.
    pub(crate) numbers: BTreeMap<Seed, usize>,
    /// Above this many half points in the last round; none in any other.
    topscore: Option<u16>,
    places: BTreeMap<Seed, usize>,
}

impl Facts {
    pub(crate) fn of(history: &History, request: &Request) -> Self {
        let rounds = history.rounds().len();
        let mut players: BTreeMap<Seed, Player> = history
            .seeds()
            .map(|seed| {
                let nobody = Player {
                    seed,
                    score: 0,
                    colors: Vec::new(),
                    opponents: BTreeSet::new(),
                    had_free_point: false,
                    downfloats: BTreeSet::new(),
                    upfloats: BTreeSet::new(),
                    rounds_without_game: rounds,
                };
                (seed, nobody)
            })
            .collect();
        let mut came: BTreeSet<Seed> = request.present.iter().copied().collect();
        for (number, round) in history.rounds().iter().enumerate() {
            let back = rounds - number;
            let before: BTreeMap<Seed, u16> = players
                .iter()
                .map(|(&seed, player)| (seed, player.score))
                .collect();
            for slot in round.slots() {
                match *slot {
                    Slot::Bye { seed, bye } => {
                        let player = players.get_mut(&seed).unwrap();
                        let points = match bye {
                            Bye::PairingAllocated => 2,
                            Bye::HalfPoint => 1,
                            Bye::ZeroPoint => 0,
                        };
                        if bye == Bye::PairingAllocated {
                            came.insert(seed);
                        }
                        player.free(points, back);
                    }
                    Slot::Pairing(game) => {
                        let result = game.result.unwrap();
                        for (own, other, color) in [
                            (game.white, game.black, Color::White),
                            (game.black, game.white, Color::Black),
                        ] {
                            came.insert(own);
                            let player = players.get_mut(&own).unwrap();
                            let points = result.points(color).0;
                            if let PairingResult::Forfeit(_) = result {
                                player.free(points, back);
                            } else {
                                player.score += points;
                                player.colors.push(color);
                                player.opponents.insert(other);
                                player.rounds_without_game -= 1;
                                if before[&own] > before[&other] {
                                    player.downfloats.insert(back);
                                } else if before[&own] < before[&other] {
                                    player.upfloats.insert(back);
                                }
                            }
                        }
                    }
                }
            }
        }
        let mut present: Vec<Player> = request
            .present
            .iter()
            .map(|seed| players[seed].clone())
            .collect();
        present.sort_by(|one, two| two.score.cmp(&one.score).then(one.seed.cmp(&two.seed)));
        let places = present
            .iter()
            .enumerate()
            .map(|(place, player)| (player.seed, place))
            .collect();
        Self {
            numbers: came.into_iter().zip(1..).collect(),
            topscore: request.is_last.then(|| u16::try_from(rounds).unwrap()),
            places,
            players: present,
        }
    }

    pub(crate) fn place(&self, seed: Seed) -> usize {
        self.places[&seed]
    }

    pub(crate) fn may_meet(&self, one: usize, two: usize) -> bool {
        let (one, two) = (&self.players[one], &self.players[two]);
        if one.opponents.contains(&two.seed) {
            return false;
        }
        let topscorer = |player: &Player| self.topscore.is_some_and(|half| player.score > half);
        match (one.wish(), two.wish()) {
            (Wish::Absolute(first), Wish::Absolute(second)) if first == second => {
                topscorer(one) || topscorer(two)
            }
            _ => true,
        }
    }
}

impl Player {
    fn free(&mut self, points: u16, back: usize) {
        self.score += points;
        if points > 0 {
            self.downfloats.insert(back);
        }
        if points == 2 {
            self.had_free_point = true;
        }
    }
}
