//! Swiss rounds by the FIDE Dutch system, C.04.3 as in force since 1 February 2026.
//!
//! [`pair`] goes from the highest score group to the lowest. Each bracket's pairing is the one that the handbook's
//! procedure of transpositions and exchanges would accept; it is found by matchings of greatest weight, in which every
//! criterion is one count and the order of the procedure follows them. Nothing is left to chance: the same history always
//! gives the same round.

mod bracket;
mod card;
mod completion;
mod criteria;
mod field;
mod order;

use std::fmt;

use rules_core::Color;
use serde::{Deserialize, Serialize};

pub use card::{ColorReason, Float, Preference, Strength};

use crate::history::History;
use crate::round::{Bye, HalfPoints, Pairing, Round, Seed, Slot};
use bracket::Bracket;
use card::{Card, Law};
use field::Field;

/// What the pairing of a round needs beside the history.
#[derive(Clone, Debug)]
pub struct Request {
    /// Who is to be paired: everybody who takes part and has not asked to be away.
    pub present: Vec<Seed>,
    /// Whether it is the last round, in which those who lead need not get the color they should have.
    pub is_last: bool,
    /// The color of odd seeds when neither side has played yet: drawn once for the tournament.
    pub initial: Color,
}

/// Why two were paired.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Why {
    /// White's points before the round.
    pub white_score: HalfPoints,
    /// Black's points before the round.
    pub black_score: HalfPoints,
    /// Which color White should have had.
    pub white_preference: Option<Preference>,
    /// Which color Black should have had.
    pub black_preference: Option<Preference>,
    /// By which rule the colors were given.
    pub colors: ColorReason,
}

impl Why {
    /// Whether one side floats: their points differ.
    pub fn float_of(&self, color: Color) -> Option<Float> {
        let (own, other) = match color {
            Color::White => (self.white_score, self.black_score),
            Color::Black => (self.black_score, self.white_score),
        };
        match own.cmp(&other) {
            std::cmp::Ordering::Greater => Some(Float::Down),
            std::cmp::Ordering::Less => Some(Float::Up),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// Who has the bye, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WhyBye {
    /// Who has it.
    pub seed: Seed,
    /// Their points before the round: no lower score could have it.
    pub score: HalfPoints,
    /// How many of those present had it before, or had a point without a game, and could not have it again.
    pub barred: usize,
}

/// A round as it was paired.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SwissRound {
    /// The games, the first board first, and why.
    pub pairings: Vec<(Pairing, Why)>,
    /// Who is left over, if the number is odd.
    pub bye: Option<WhyBye>,
}

impl SwissRound {
    /// Its slots, the games first.
    pub fn slots(&self) -> Vec<Slot> {
        let games = self
            .pairings
            .iter()
            .map(|&(pairing, _)| Slot::Pairing(pairing));
        let bye = self.bye.map(|why| Slot::Bye {
            seed: why.seed,
            bye: Bye::PairingAllocated,
        });
        games.chain(bye).collect()
    }
}

/// Why no round was paired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairingError {
    /// A game of an earlier round has no result yet.
    Unfinished,
    /// Somebody present is not on the list, or is named twice.
    Stranger(Seed),
    /// Fewer than two are present.
    TooFew,
    /// However they are paired, somebody meets an opponent again, or gets a color or a bye that the rules do not allow
    /// (Article 1.9.3 leaves it to the arbiter what to do).
    Impossible,
}

impl fmt::Display for PairingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unfinished => f.write_str("a game of an earlier round has no result"),
            Self::Stranger(seed) => write!(f, "number {seed} is not on the list, or twice"),
            Self::TooFew => f.write_str("fewer than two are present"),
            Self::Impossible => f.write_str("no pairing keeps the absolute criteria"),
        }
    }
}

impl std::error::Error for PairingError {}

/// Pairs the round that follows a history.
///
/// # Errors
/// When the history or the request does not allow a round.
pub fn pair(history: &History, request: &Request) -> Result<SwissRound, PairingError> {
    if !history.rounds().iter().all(Round::is_finished) {
        return Err(PairingError::Unfinished);
    }
    if request.present.len() < 2 {
        return Err(PairingError::TooFew);
    }
    let cards = present_cards(history, &request.present)?;
    let barred = cards.iter().filter(|card| card.barred_from_bye).count();
    let law = Law::of_round(history.rounds().len(), request.is_last);
    let field = Field::new(cards, law).map_err(|_| PairingError::Impossible)?;
    let (mut pairs, bye) = pair_brackets(&field).ok_or(PairingError::Impossible)?;
    // C.04.2: boards by the higher score, then by the sum of both, then by rank.
    pairs.sort_by_key(|&(one, two)| {
        let (high, low) = (field.card(one).score, field.card(two).score);
        (std::cmp::Reverse((high, low)), one)
    });
    Ok(SwissRound {
        pairings: pairs
            .into_iter()
            .map(|(one, two)| seat(field.card(one), field.card(two), request.initial))
            .collect(),
        bye: bye.map(|place| WhyBye {
            seed: field.card(place).seed,
            score: field.card(place).score,
            barred,
        }),
    })
}

fn present_cards(history: &History, present: &[Seed]) -> Result<Vec<Card>, PairingError> {
    let mut cards = card::cards(history);
    // C.04.2: whoever comes late has no number before.
    let mut number = 0;
    for card in &mut cards {
        if card.took_part || present.contains(&card.seed) {
            number += 1;
            card.number = number;
        }
    }
    let mut all: Vec<Option<Card>> = cards.into_iter().map(Some).collect();
    present
        .iter()
        .map(|&seed| {
            let card = all.get_mut(seed.index()).and_then(Option::take);
            card.ok_or(PairingError::Stranger(seed))
        })
        .collect()
}

type Pairs = Vec<(usize, usize)>;

/// All brackets from the top; the pairs, the higher-ranked one first, and the bye.
fn pair_brackets(field: &Field) -> Option<(Pairs, Option<usize>)> {
    let groups = field.score_groups();
    let (mut pairs, mut bye) = (Vec::new(), None);
    let mut movers = Vec::new();
    for (number, residents) in groups.iter().enumerate() {
        let end = residents.end;
        let bracket = Bracket {
            field,
            movers,
            residents: residents.clone(),
            next: groups.get(number + 1).map_or(end..end, Clone::clone),
            bye_is_due: field.bye_score().is_some() && bye.is_none(),
        };
        let paired = bracket.pair()?;
        pairs.extend(paired.pairs);
        bye = bye.or(paired.bye);
        movers = paired.downfloaters;
        movers.sort_unstable();
    }
    movers.is_empty().then_some((pairs, bye))
}

fn seat(first: &Card, second: &Card, initial: Color) -> (Pairing, Why) {
    let (color, colors) = card::allocate(first, second, initial);
    let (white, black) = match color {
        Color::White => (first, second),
        Color::Black => (second, first),
    };
    let why = Why {
        white_score: white.score,
        black_score: black.score,
        white_preference: white.preference,
        black_preference: black.preference,
        colors,
    };
    (Pairing::new(white.seed, black.seed), why)
}
