//! Names of color themes; `render/src/paint/theme_colors.rs` has the colors.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use text::{Message, Text, list, msg};

/// Declares [`Theme`]: a row has a name, the code in commands and in stored data, its message in menus, and what explains it there.
macro_rules! themes {
    ($($(#[$meta:meta])+ $name:ident = $code:literal, $label:expr, $detail:expr;)+) => {
        /// The colors of a picture.
        #[derive(
            Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize,
        )]
        #[serde(rename_all = "lowercase")]
        pub enum Theme {
            $($(#[$meta])+ $name,)+
        }

        impl Theme {
            /// Every theme, in the order of menus.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The word that names it in commands and in stored data.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)+
                }
            }

            /// Its name in a menu, and what explains it there.
            pub fn words(self) -> [Message; 2] {
                match self {
                    $(Self::$name => [$label, $detail],)+
                }
            }
        }
    };
}

themes! {
    /// Warm brown.
    #[default]
    Wood = "wood", msg!("option-theme-wood"), msg!("option-theme-wood.detail");
    /// Cool gray blue.
    Sea = "sea", msg!("option-theme-sea"), msg!("option-theme-sea.detail");
    /// Green.
    Meadow = "meadow", msg!("option-theme-meadow"), msg!("option-theme-meadow.detail");
    /// Dim squares for dark rooms.
    Night = "night", msg!("option-theme-night"), msg!("option-theme-night.detail");
    /// High contrast, safe for color-blind eyes.
    Contrast = "contrast", msg!("option-theme-contrast"), msg!("option-theme-contrast.detail");
}

impl Theme {
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
