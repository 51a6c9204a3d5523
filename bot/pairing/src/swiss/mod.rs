//! Swiss pairings by the FIDE Dutch system (C.04.3, in force since 1 February 2026).
//!
//! [`pair`] pairs bracket by bracket from the top. A bracket's pairing is the one that the procedure of transpositions
//! and exchanges would accept. It is found by maximum-weight matchings in which the quality criteria are counts in order
//! of importance, followed by counts for the order of the procedure.

mod bracket;
mod candidate;
mod colors;
mod criteria;
mod graph;
mod matching;
mod player;
mod roster;
mod scopes;

use std::cmp::Reverse;

use rules_core::{ByColor, Color};

pub use colors::ColorReason;
pub use player::{ColorPreference, Float, Strength};

use crate::history::History;
use crate::round::{Bye, HalfPoints, Pairing, Round, Seed, Slot};
use bracket::{Bracket, Pair};
use player::Player;
use roster::Roster;

/// The round to be paired.
#[derive(Clone, Debug)]
pub struct Request {
    /// The entrants to be paired: all who take part and have no requested bye.
    pub present: Vec<Seed>,
    /// Whether this is the last round, in which topscorers are exempt from absolute color preferences.
    pub is_last: bool,
    /// The initial color of the tournament: the color of odd pairing numbers in the first round (Article 5.1).
    pub initial: Color,
    /// Pairs that are kept apart, as if they had met (C1). Seeds that are not present are ignored.
    pub apart: Vec<(Seed, Seed)>,
}

/// Why two entrants were paired with these colors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairingReason {
    /// The scores before the round.
    pub scores: ByColor<HalfPoints>,
    /// The color preferences before the round.
    pub preferences: ByColor<Option<ColorPreference>>,
    /// The rule that decided the colors.
    pub colors: ColorReason,
}

impl PairingReason {
    /// The float that a side gets, if the scores differ.
    pub fn float_of(&self, color: Color) -> Option<Float> {
        Float::from_scores(self.scores[color], self.scores[!color])
    }
}

/// A paired round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SwissRound {
    /// The pairings, in board order.
    pub pairings: Vec<(Pairing, PairingReason)>,
    /// The entrant with the pairing-allocated bye.
    pub bye: Option<Seed>,
}

impl SwissRound {
    /// The pairings, and then the bye.
    pub fn slots(&self) -> Vec<Slot> {
        let pairings = self.pairings.iter();
        let bye = self.bye.map(|seed| Slot::Bye {
            seed,
            bye: Bye::PairingAllocated,
        });
        pairings
            .map(|&(pairing, _)| Slot::Pairing(pairing))
            .chain(bye)
            .collect()
    }
}

/// Why a round cannot be paired.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum PairingError {
    #[error("a game of an earlier round has no result")]
    Unfinished,
    #[error("seed {0} is unknown or listed twice")]
    InvalidSeed(Seed),
    #[error("fewer than two entrants are present")]
    TooFew,
    /// What happens then is up to the arbiter (Article 1.9.3).
    #[error("no pairing satisfies the absolute criteria")]
    Impossible,
}

/// Pairs the next round of a history.
pub fn pair(history: &History, request: &Request) -> Result<SwissRound, PairingError> {
    if !history.rounds().iter().all(Round::is_finished) {
        return Err(PairingError::Unfinished);
    }
    if request.present.len() < 2 {
        return Err(PairingError::TooFew);
    }
    let mut players = present_players(history, &request.present)?;
    for player in &mut players {
        player.keep_apart(&request.apart);
    }
    let rounds = u16::try_from(history.rounds().len()).unwrap_or(u16::MAX);
    // A topscorer has more than half of the possible points.
    let topscorer_threshold = request.is_last.then_some(HalfPoints(rounds));
    let roster = Roster::new(players, topscorer_threshold).ok_or(PairingError::Impossible)?;
    let (mut pairs, bye) = pair_brackets(&roster).ok_or(PairingError::Impossible)?;
    // Boards are ordered by the higher score, then by the lower, then by rank (C.04.2).
    pairs.sort_by_key(|pair| {
        let scores = (roster.score(pair.first), roster.score(pair.second));
        (Reverse(scores), pair.first)
    });
    Ok(SwissRound {
        pairings: pairs
            .into_iter()
            .map(|pair| assign_colors(&roster, pair, request.initial))
            .collect(),
        bye: bye.map(|player| roster.players[player].seed),
    })
}

fn present_players(history: &History, present: &[Seed]) -> Result<Vec<Player>, PairingError> {
    let mut players = player::players(history);
    let arrived = players
        .iter_mut()
        .filter(|player| player.has_arrived || present.contains(&player.seed));
    for (player, number) in arrived.zip(1..) {
        player.pairing_number = number;
    }
    let mut players: Vec<Option<Player>> = players.into_iter().map(Some).collect();
    present
        .iter()
        .map(|&seed| {
            let player = players.get_mut(seed.index()).and_then(Option::take);
            player.ok_or(PairingError::InvalidSeed(seed))
        })
        .collect()
}

/// Pairs all brackets from the top. Returns the pairs and the player with the PAB, or `None` if there is no complete
/// pairing.
fn pair_brackets(roster: &Roster) -> Option<(Vec<Pair>, Option<usize>)> {
    let scoregroups = roster.scoregroups();
    let (mut pairs, mut bye) = (Vec::new(), None);
    let mut mdps = Vec::new();
    for (index, residents) in scoregroups.iter().enumerate() {
        let end = residents.end;
        let bracket = Bracket {
            roster,
            mdps,
            residents: residents.clone(),
            next: scoregroups.get(index + 1).map_or(end..end, Clone::clone),
        };
        let paired = bracket.pair()?;
        pairs.extend(paired.pairs);
        bye = bye.or(paired.bye);
        mdps = paired.downfloaters;
        mdps.sort_unstable();
    }
    mdps.is_empty().then_some((pairs, bye))
}

fn assign_colors(roster: &Roster, pair: Pair, initial: Color) -> (Pairing, PairingReason) {
    let [first, second] = [pair.first, pair.second].map(|player| &roster.players[player]);
    let (color, reason) = colors::allocate(first, second, initial);
    let players = ByColor::new_with(|side| if side == color { first } else { second });
    let reason = PairingReason {
        scores: players.map(|player| player.score),
        preferences: players.map(|player| player.preference),
        colors: reason,
    };
    (Pairing::new(players.white.seed, players.black.seed), reason)
}
