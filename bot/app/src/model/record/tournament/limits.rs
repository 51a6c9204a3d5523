//! The ratings that may enter a tournament.

use serde::Deserialize;

use crate::model::record::defaults::stored;

stored! {
    /// A span of ratings, perhaps open at either end. A player without a rating passes if there is no lower bound.
    #[derive(Copy, Default)]
    #[serde(try_from = "Unchecked")]
    pub struct RatingLimits {
        from: Option<u16> = default,
        to: Option<u16> = default,
    }
}

#[derive(Deserialize)]
struct Unchecked {
    from: Option<u16>,
    to: Option<u16>,
}

/// A text that is not a span of ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseRatingLimitsError;

impl std::fmt::Display for ParseRatingLimitsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("not a span of ratings, like 1200-1800")
    }
}

impl std::error::Error for ParseRatingLimitsError {}

impl RatingLimits {
    /// The span between these bounds, inclusive.
    ///
    /// # Errors
    /// When no rating can satisfy both limits.
    pub fn new(from: Option<u16>, to: Option<u16>) -> Result<Self, ParseRatingLimitsError> {
        match (from, to) {
            (Some(from), Some(to)) if from > to => Err(ParseRatingLimitsError),
            _ => Ok(Self { from, to }),
        }
    }

    pub fn from(self) -> Option<u16> {
        self.from
    }

    pub fn to(self) -> Option<u16> {
        self.to
    }

    /// Whether a player with this rating may enter.
    pub fn admit(self, rating: Option<u16>) -> bool {
        let range = self.from.unwrap_or(0)..=self.to.unwrap_or(u16::MAX);
        rating.map_or(self.from.is_none(), |rating| range.contains(&rating))
    }
}

impl TryFrom<Unchecked> for RatingLimits {
    type Error = ParseRatingLimitsError;

    fn try_from(limits: Unchecked) -> Result<Self, ParseRatingLimitsError> {
        Self::new(limits.from, limits.to)
    }
}

impl std::str::FromStr for RatingLimits {
    type Err = ParseRatingLimitsError;

    /// Reads `1200-1800`, `from 1200`, `1200+`, `up to 1800`, `-1800`, and `all`.
    fn from_str(text: &str) -> Result<Self, ParseRatingLimitsError> {
        let text = text.trim().to_lowercase();
        if text == "all" {
            return Ok(Self::default());
        }
        let number = |part: &str| match part.trim() {
            "" => Ok(None),
            part => part.parse().map(Some).map_err(|_| ParseRatingLimitsError),
        };
        let (from, to) = if let Some(to) = text.strip_prefix("up to ") {
            (None, number(to)?)
        } else if let Some(from) = text.strip_prefix("from ").or(text.strip_suffix('+')) {
            (number(from)?, None)
        } else {
            let (from, to) = text
                .split_once(['-', '–'])
                .or_else(|| text.split_once(" to "))
                .ok_or(ParseRatingLimitsError)?;
            (number(from)?, number(to)?)
        };
        if from.is_none() && to.is_none() {
            return Err(ParseRatingLimitsError);
        }
        Self::new(from, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_parse_as_people_write_them() {
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
            ("1800-1200", Err(ParseRatingLimitsError)),
            ("", Err(ParseRatingLimitsError)),
            ("-", Err(ParseRatingLimitsError)),
            ("+", Err(ParseRatingLimitsError)),
            ("strong", Err(ParseRatingLimitsError)),
            ("99999999", Err(ParseRatingLimitsError)),
        ] {
            assert_eq!(text.parse(), read, "{text}");
        }
    }

    #[test]
    fn a_player_without_a_rating_passes_if_there_is_no_lower_bound() {
        let limits = |text: &str| text.parse::<RatingLimits>().unwrap();
        assert!(limits("up to 1800").admit(None));
        assert!(!limits("from 1200").admit(None));
        assert!(limits("1200-1800").admit(Some(1800)));
        assert!(!limits("1200-1800").admit(Some(1801)));
        assert!(!limits("1200-1800").admit(Some(1199)));
    }
}
