//! Other terms for a challenge while they are put together.

use std::fmt;
use std::str::FromStr;

use rules_core::{Color, Variant};

use crate::model::record::{ColorWish, Terms, TimeControl};

/// Terms as they are put together; the color is the challenger's, as in a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draft {
    /// The rule set.
    pub variant: Variant,
    /// The challenger's side.
    pub color: ColorWish,
    /// How much time the players have.
    pub time: TimeControl,
    /// Whether the result changes the players' ratings.
    pub rated: bool,
}

/// One thing about a draft that can be changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Color(ColorWish),
    Rated(bool),
    Time(TimeControl),
    Variant(Variant),
}

impl Draft {
    pub(crate) fn of(terms: &Terms) -> Self {
        Self {
            variant: terms.variant,
            color: terms.color,
            time: terms.time,
            rated: terms.rated,
        }
    }

    /// The draft with what was chosen from its menu; nothing for a value that is on no menu.
    pub(crate) fn with(self, value: &str) -> Option<Self> {
        let part = self.parts().into_iter().find(|part| code(*part) == value)?;
        Some(self.with_part(part))
    }

    fn with_part(self, part: Part) -> Self {
        let mut draft = self;
        match part {
            Part::Color(color) => draft.color = color,
            Part::Rated(rated) => draft.rated = rated,
            Part::Time(time) => draft.time = time,
            Part::Variant(variant) => draft.variant = variant,
        }
        // A game without clocks cannot be rated.
        draft.rated &= draft.time != TimeControl::Unlimited;
        draft
    }

    /// Everything that would make a difference, as many as a menu takes.
    pub(crate) fn parts(self) -> Vec<Part> {
        let colors = [
            ColorWish::Random,
            ColorWish::Only(Color::White),
            ColorWish::Only(Color::Black),
        ];
        let colors = colors.map(Part::Color).into_iter();
        let rated = [Part::Rated(!self.rated)].into_iter();
        let times = TimeControl::USUAL.map(Part::Time).into_iter();
        let variants = Variant::ALL.map(Part::Variant).into_iter();
        colors
            .chain(rated)
            .chain(times)
            .chain(variants)
            .filter(|part| self.with_part(*part) != self)
            .collect()
    }

    /// These terms in place of former ones: a start position that was set up belongs to its rule set.
    pub(crate) fn terms(self, former: &Terms) -> Terms {
        Terms {
            variant: self.variant,
            color: self.color,
            start: former
                .start
                .clone()
                .filter(|_| former.variant == self.variant),
            time: self.time,
            rated: self.rated,
            thread: former.thread,
        }
    }
}

fn color_code(color: ColorWish) -> &'static str {
    match color {
        ColorWish::Random => "x",
        ColorWish::Only(Color::White) => "w",
        ColorWish::Only(Color::Black) => "b",
    }
}

pub(crate) fn code(part: Part) -> String {
    match part {
        Part::Color(color) => format!("color {}", color_code(color)),
        Part::Rated(rated) => format!("rated {rated}"),
        Part::Time(time) => format!("time {time}"),
        Part::Variant(variant) => format!("game {}", variant.id()),
    }
}

/// As the address of a button holds it: `leto,w,10+5,r`.
impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rated = if self.rated { "r" } else { "c" };
        let color = color_code(self.color);
        write!(f, "{},{color},{},{rated}", self.variant.id(), self.time)
    }
}

/// A text that is no draft.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadDraft;

impl FromStr for Draft {
    type Err = BadDraft;

    fn from_str(text: &str) -> Result<Self, BadDraft> {
        let mut parts = text.split(',');
        let mut next = || parts.next().ok_or(BadDraft);
        let draft = Self {
            variant: next()?.parse().map_err(|_| BadDraft)?,
            color: match next()? {
                "x" => ColorWish::Random,
                "w" => ColorWish::Only(Color::White),
                "b" => ColorWish::Only(Color::Black),
                _ => return Err(BadDraft),
            },
            time: next()?.parse().map_err(|_| BadDraft)?,
            rated: match next()? {
                "r" => true,
                "c" => false,
                _ => return Err(BadDraft),
            },
        };
        if parts.next().is_some() {
            return Err(BadDraft);
        }
        Ok(draft)
    }
}
