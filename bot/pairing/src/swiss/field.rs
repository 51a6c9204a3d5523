//! Everybody who is to be paired in a round, ranked, with what may and what should not happen between two of them.

use std::ops::Range;

use rules_core::Color;

use super::card::{Card, Float, Law, Strength};
use super::completion::largest_matching;
use crate::round::HalfPoints;

/// The entrants of a round by rank: score, then seed (Article 1.2). Places in this order are what `usize` means in the
/// modules beside this one.
#[derive(Debug)]
pub(super) struct Field {
    cards: Vec<Card>,
    legal: Vec<bool>,
    law: Law,
    /// The score of whoever gets the pairing-allocated bye (criterion C5); none when nobody does.
    bye_score: Option<HalfPoints>,
}

/// No round is possible that breaks no absolute criterion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Incomplete;

impl Field {
    pub(super) fn new(mut cards: Vec<Card>, law: Law) -> Result<Self, Incomplete> {
        cards.sort_by_key(|card| (std::cmp::Reverse(card.score), card.seed));
        let size = cards.len();
        let mut legal = vec![false; size * size];
        for one in 0..size {
            for two in one + 1..size {
                let allowed = law.allows(&cards[one], &cards[two]);
                legal[one * size + two] = allowed;
                legal[two * size + one] = allowed;
            }
        }
        let mut field = Self {
            cards,
            legal,
            law,
            bye_score: None,
        };
        let everybody: Vec<usize> = (0..size).collect();
        if size.is_multiple_of(2) {
            return field
                .can_complete(&everybody, false)
                .then_some(field)
                .ok_or(Incomplete);
        }
        let mut scores: Vec<HalfPoints> = field.cards.iter().map(|card| card.score).collect();
        scores.dedup();
        for score in scores.into_iter().rev() {
            field.bye_score = Some(score);
            if field.can_complete(&everybody, true) {
                return Ok(field);
            }
        }
        Err(Incomplete)
    }

    pub(super) fn card(&self, place: usize) -> &Card {
        &self.cards[place]
    }

    pub(super) fn len(&self) -> usize {
        self.cards.len()
    }

    pub(super) fn bye_score(&self) -> Option<HalfPoints> {
        self.bye_score
    }

    /// Whether colors may have to be refused to topscorers.
    pub(super) fn has_topscorers(&self) -> bool {
        self.law.topscore.is_some()
    }

    /// The places of each score, the highest one first.
    pub(super) fn score_groups(&self) -> Vec<Range<usize>> {
        let mut begin = 0;
        self.cards
            .chunk_by(|one, two| one.score == two.score)
            .map(|group| {
                let range = begin..begin + group.len();
                begin = range.end;
                range
            })
            .collect()
    }

    pub(super) fn legal(&self, one: usize, two: usize) -> bool {
        self.legal[one * self.cards.len() + two]
    }

    /// Whether criteria C2 and C5 let this one have the bye.
    pub(super) fn may_have_bye(&self, place: usize) -> bool {
        let card = &self.cards[place];
        self.bye_score == Some(card.score) && !card.barred_from_bye
    }

    /// Whether all of these can be paired with each other, with or without a bye among them (criterion C4).
    pub(super) fn can_complete(&self, places: &[usize], with_bye: bool) -> bool {
        let bye = places.len();
        let vertices = places.len() + usize::from(with_bye);
        if vertices % 2 == 1 {
            return false;
        }
        // The bye first: it has the fewest to choose from.
        let order: Vec<usize> = (0..vertices).rev().collect();
        largest_matching(vertices, &order, &|one, two| {
            self.link(places, one, two, bye)
        })
        .iter()
        .all(Option::is_some)
    }

    /// Whether two of `places` may be matched, where the number after the last of them is the bye.
    pub(super) fn link(&self, places: &[usize], one: usize, two: usize, bye: usize) -> bool {
        if two == bye {
            self.may_have_bye(places[one])
        } else {
            self.legal(places[one], places[two])
        }
    }

    /// How well the colors of a pairing turn out.
    pub(super) fn colors(&self, one: usize, two: usize) -> ColorQuality {
        ColorQuality::of(&self.cards[one], &self.cards[two])
    }

    /// Whether somebody had that float so many rounds ago: 0 is the last round.
    pub(super) fn had_float(&self, place: usize, float: Float, ago: usize) -> bool {
        self.cards[place].floats[ago] == Some(float)
    }
}

/// Which of the criteria about colors a pairing keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "four criteria that hold or do not"
)]
pub(super) struct ColorQuality {
    /// C10: nobody's color difference goes beyond two.
    pub(super) balanced: bool,
    /// C11: nobody has the same color three times in a row.
    pub(super) varied: bool,
    /// C12: both get the color they should have.
    pub(super) preferred: bool,
    /// C13: nobody is refused a color they strongly should have.
    pub(super) strong: bool,
}

impl ColorQuality {
    pub(super) const PERFECT: Self = Self {
        balanced: true,
        varied: true,
        preferred: true,
        strong: true,
    };

    fn of(one: &Card, two: &Card) -> Self {
        let (Some(first), Some(second)) = (one.preference, two.preference) else {
            return Self::PERFECT;
        };
        if first.color != second.color {
            return Self::PERFECT;
        }
        let both = |strength| first.strength >= strength && second.strength >= strength;
        let both_absolute = both(Strength::Absolute);
        let wide = |card: &Card| card.difference.abs() > 1;
        Self {
            balanced: !(both_absolute && wide(one) && wide(two)),
            varied: !(both_absolute && someone_has_a_third(one, two, first.color)),
            preferred: false,
            strong: both_absolute || !both(Strength::Strong),
        }
    }
}

/// Whether one of two who must have `color` gets the other one for the third time: the one with the narrower color
/// difference does not get it.
fn someone_has_a_third(one: &Card, two: &Card, color: Color) -> bool {
    match one.difference.abs().cmp(&two.difference.abs()) {
        std::cmp::Ordering::Equal => one.repeated().is_some() && one.repeated() == two.repeated(),
        std::cmp::Ordering::Less => one.repeated() == Some(!color),
        std::cmp::Ordering::Greater => two.repeated() == Some(!color),
    }
}
