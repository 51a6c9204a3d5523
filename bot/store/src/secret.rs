//! Passwords and tokens.

use std::fmt;

/// A secret string, formatted as `***`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Parses a token, ignoring space around it.
    pub fn token(text: &str) -> Result<Self, &'static str> {
        let token = text.trim();
        if token.is_empty() {
            Err("is empty")
        } else if token.chars().any(|c| !c.is_ascii_graphic()) {
            Err("has characters that no token has: copy the token again, without the word Bot")
        } else {
            Ok(Self(token.to_owned()))
        }
    }

    /// The secret, for the one place that needs it.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}
