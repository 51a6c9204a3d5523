//! A counter-offer that is being put together.

use std::fmt;

use rules_core::{Color, Variant};

use crate::model::{ColorWish, Terms, TimeControl};

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
        let sides = Color::ALL.map(ColorWish::Only);
        let colors = std::iter::once(ColorWish::Random).chain(sides);
        colors
            .map(Part::Color)
            .chain([Part::Rated(!self.rated)])
            .chain(TimeControl::USUAL.map(Part::Time))
            .chain(Variant::ALL.map(Part::Variant))
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

    pub(super) fn read(text: &str) -> Option<Self> {
        let parts: Vec<_> = text.split(',').collect();
        let [variant, wish, time, rated] = parts[..] else {
            return None;
        };
        Some(Self {
            variant: variant.parse().ok()?,
            color: match wish {
                "x" => ColorWish::Random,
                code => ColorWish::Only(color(code)?),
            },
            time: time.parse().ok()?,
            rated: match rated {
                "r" => true,
                "c" => false,
                _ => return None,
            },
        })
    }
}

pub(super) fn color_code(color: Color) -> &'static str {
    match color {
        Color::White => "w",
        Color::Black => "b",
    }
}

pub(super) fn color(code: &str) -> Option<Color> {
    let mut all = Color::ALL.into_iter();
    all.find(|color| color_code(*color) == code)
}

fn wish_code(wish: ColorWish) -> &'static str {
    match wish {
        ColorWish::Random => "x",
        ColorWish::Only(color) => color_code(color),
    }
}

pub(crate) fn code(part: Part) -> String {
    match part {
        Part::Color(color) => format!("color {}", wish_code(color)),
        Part::Rated(rated) => format!("rated {rated}"),
        Part::Time(time) => format!("time {time}"),
        Part::Variant(variant) => format!("game {}", variant.id()),
    }
}

/// As in a button's address: `leto,w,10+5,r`.
impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rated = if self.rated { "r" } else { "c" };
        let color = wish_code(self.color);
        write!(f, "{},{color},{},{rated}", self.variant.id(), self.time)
    }
}
