//! Names of color themes; `render/src/paint/theme_colors.rs` has the colors.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use text::{Text, list};

/// The colors of a picture.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Warm brown.
    #[default]
    Wood,
    /// Cool gray blue.
    Sea,
    /// Green.
    Meadow,
    /// Dim squares for dark rooms.
    Night,
    /// High contrast, safe for color-blind eyes.
    Contrast,
}

impl Theme {
    /// Every theme, in the order of menus.
    pub const ALL: &[Self] = &[
        Self::Wood,
        Self::Sea,
        Self::Meadow,
        Self::Night,
        Self::Contrast,
    ];

    /// The word that names it in commands and in stored data.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Wood => "wood",
            Self::Sea => "sea",
            Self::Meadow => "meadow",
            Self::Night => "night",
            Self::Contrast => "contrast",
        }
    }

    /// The theme with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|theme| theme.code() == code)
    }

    /// The codes, to list them in a sentence.
    pub fn codes() -> impl Iterator<Item = Text> {
        Self::ALL.iter().map(|theme| theme.code().into())
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// The text is not the code of a theme; the message lists the codes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no such theme; the themes are {}", list::and(Theme::codes()))]
pub struct UnknownTheme;

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(text: &str) -> Result<Self, UnknownTheme> {
        Self::from_code(&text.trim().to_ascii_lowercase()).ok_or(UnknownTheme)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_theme_is_stored_and_typed_by_its_code() {
        for &theme in Theme::ALL {
            let stored = serde_json::to_string(&theme).unwrap();
            assert_eq!(stored, format!("\"{}\"", theme.code()));
            assert_eq!(serde_json::from_str::<Theme>(&stored).unwrap(), theme);
            assert_eq!(theme.to_string().parse(), Ok(theme));
            assert!(UnknownTheme.to_string().contains(theme.code()));
        }
        assert_eq!(" Night".parse(), Ok(Theme::Night));
        assert_eq!("pink".parse::<Theme>(), Err(UnknownTheme));
    }
}
