//! A counter-offer that is being put together.

use std::fmt;
use std::str::FromStr;

use rules_core::{Color, Variant};

use crate::model::record::{ColorWish, Terms, TimeControl};
use crate::protocol::field::ParseFieldError;

/// Terms of a counter-offer in the making.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draft {
    pub variant: Variant,
    /// The challenger's color.
    pub color: ColorWish,
    pub time: TimeControl,
    pub rated: bool,
}

/// A change to one part of a draft.
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

    /// Applies a menu option's value; `None` for a value that no menu has.
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

    /// Every change that makes a difference; few enough for one menu.
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

    /// Complete terms. A custom start position is kept only if the game stays the same.
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
            elsewhere: former.elsewhere,
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

/// As in a button's address: `leto,w,10+5,r`.
impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rated = if self.rated { "r" } else { "c" };
        let color = color_code(self.color);
        write!(f, "{},{color},{},{rated}", self.variant.id(), self.time)
    }
}

impl FromStr for Draft {
    type Err = ParseFieldError;

    fn from_str(text: &str) -> Result<Self, ParseFieldError> {
        let mut parts = text.split(',');
        let mut next = || parts.next().ok_or(ParseFieldError);
        let draft = Self {
            variant: next()?.parse().map_err(|_| ParseFieldError)?,
            color: match next()? {
                "x" => ColorWish::Random,
                "w" => ColorWish::Only(Color::White),
                "b" => ColorWish::Only(Color::Black),
                _ => return Err(ParseFieldError),
            },
            time: next()?.parse().map_err(|_| ParseFieldError)?,
            rated: match next()? {
                "r" => true,
                "c" => false,
                _ => return Err(ParseFieldError),
            },
        };
        if parts.next().is_some() {
            return Err(ParseFieldError);
        }
        Ok(draft)
    }
}
