//! The ratings with which one may enter a tournament.

use serde::{Deserialize, Serialize};

/// A span of ratings that may be open at either end. Who has no rating yet passes where there is no least one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct RatingLimits {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<u16>,
}

#[derive(Deserialize)]
struct Unchecked {
    from: Option<u16>,
    to: Option<u16>,
}

/// A text that names no span of ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadLimits;

impl std::fmt::Display for BadLimits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("not a span of ratings, like 1200-1800")
    }
}

impl std::error::Error for BadLimits {}

impl RatingLimits {
    /// The span between these, which belong to it.
    ///
    /// # Errors
    /// When nobody could have such a rating.
    pub fn new(from: Option<u16>, to: Option<u16>) -> Result<Self, BadLimits> {
        match (from, to) {
            (Some(from), Some(to)) if from > to => Err(BadLimits),
            _ => Ok(Self { from, to }),
        }
    }

    /// The least rating.
    pub fn from(self) -> Option<u16> {
        self.from
    }

    /// The greatest rating.
    pub fn to(self) -> Option<u16> {
        self.to
    }

    /// Whether somebody with this rating may enter.
    pub fn admit(self, rating: Option<u16>) -> bool {
        match rating {
            None => self.from.is_none(),
            Some(rating) => {
                self.from.is_none_or(|from| from <= rating) && self.to.is_none_or(|to| rating <= to)
            }
        }
    }
}

impl TryFrom<Unchecked> for RatingLimits {
    type Error = BadLimits;

    fn try_from(limits: Unchecked) -> Result<Self, BadLimits> {
        Self::new(limits.from, limits.to)
    }
}

impl std::str::FromStr for RatingLimits {
    type Err = BadLimits;

    /// Reads `1200-1800`, `from 1200`, `1200+`, `up to 1800`, `-1800`, and `all`.
    fn from_str(text: &str) -> Result<Self, BadLimits> {
        let text = text.trim().to_lowercase();
        if text == "all" {
            return Ok(Self::default());
        }
        let number = |part: &str| match part.trim() {
            "" => Ok(None),
            part => part.parse().map(Some).map_err(|_| BadLimits),
        };
        let (from, to) = if let Some(to) = text.strip_prefix("up to ") {
            (None, number(to)?)
        } else if let Some(from) = text.strip_prefix("from ").or(text.strip_suffix('+')) {
            (number(from)?, None)
        } else {
            let (from, to) = text
                .split_once(['-', '–'])
                .or_else(|| text.split_once(" to "))
                .ok_or(BadLimits)?;
            (number(from)?, number(to)?)
        };
        if from.is_none() && to.is_none() {
            return Err(BadLimits);
        }
        Self::new(from, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_read_as_people_write_them() {
        let limits = |from, to| Ok(RatingLimits { from, to });
        for (text, read) in [
            ("1200-1800", limits(Some(1200), Some(1800))),
            ("1200 to 1800", limits(Some(1200), Some(1800))),
            ("1200 – 1800", limits(Some(1200), Some(1800))),
            ("From 1200", limits(Some(1200), None)),
            ("1200+", limits(Some(1200), None)),
            ("up to 1800", limits(None, Some(1800))),
            ("-1800", limits(None, Some(1800))),
            ("all", limits(None, None)),
            ("1800-1200", Err(BadLimits)),
            ("", Err(BadLimits)),
            ("-", Err(BadLimits)),
            ("+", Err(BadLimits)),
            ("strong", Err(BadLimits)),
            ("99999999", Err(BadLimits)),
        ] {
            assert_eq!(text.parse(), read, "{text}");
        }
    }

    #[test]
    fn whoever_has_no_rating_passes_where_there_is_no_least_one() {
        let limits = |text: &str| text.parse::<RatingLimits>().unwrap();
        assert!(limits("up to 1800").admit(None));
        assert!(!limits("from 1200").admit(None));
        assert!(limits("1200-1800").admit(Some(1800)));
        assert!(!limits("1200-1800").admit(Some(1801)));
        assert!(!limits("1200-1800").admit(Some(1199)));
    }
}
