//! Who, where and which: the names by which a front end and the application speak of people, places and games.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use text::opaque_id;

pub use text::{PlayerId, RoleId, RoomId};

opaque_id! {
    /// A community with rooms, members and moderators: a Discord server.
    ServerId
}

/// Where something was said, and where its answer belongs.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Venue {
    /// The channel, thread or direct conversation.
    pub room: RoomId,
    /// The server that holds the room; none for a direct conversation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<ServerId>,
}

/// A person as the front end shows them at this moment.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Person {
    /// The platform's lasting name for them.
    pub id: PlayerId,
    /// What others see, at most [`Person::NAME_LENGTH`] characters, without control characters.
    pub name: String,
}

impl Person {
    /// The longest name kept, in characters; Discord allows as many.
    pub const NAME_LENGTH: usize = 32;

    /// Cleans and shortens `name`; an empty one becomes "somebody".
    pub fn new(id: PlayerId, name: &str) -> Self {
        let clean: String = name
            .chars()
            .filter(|c| !c.is_control())
            .take(Self::NAME_LENGTH)
            .collect();
        let clean = clean.trim();
        let name = if clean.is_empty() { "somebody" } else { clean }.to_owned();
        Self { id, name }
    }
}

/// The letters of a public code: digits and lower case without `i l o u`, which are misread.
const CODE_LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Letters in a public code; 32^6 is a thousand million.
const CODE_LENGTH: usize = 6;

/// A name for a person whose data was deleted: it tells nothing of who they were.
pub(crate) fn ghost(seed: u64) -> PlayerId {
    PlayerId::ghost(Code::draw(seed, 0))
}

/// A short public code of six letters, for instance `k7f3q2`: people read it, type it, and find it in button addresses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Code(u32);

impl Code {
    /// The code that chance `seed` gives at the `attempt`-th try; the same seed gives the same codes.
    fn draw(seed: u64, attempt: u32) -> Self {
        // SplitMix64 (Steele, Lea and Flood 2014): one step spreads every bit of the seed over the whole word.
        let mut z =
            seed.wrapping_add(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(u64::from(attempt) + 1));
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let bits = (z ^ (z >> 31)) & ((1 << (5 * CODE_LENGTH)) - 1);
        Self(u32::try_from(bits).unwrap_or(0))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in (0..CODE_LENGTH).rev() {
            let digit = (self.0 >> (5 * place)) & 31;
            write!(f, "{}", char::from(CODE_LETTERS[digit as usize]))?;
        }
        Ok(())
    }
}

impl FromStr for Code {
    type Err = BadCode;

    fn from_str(text: &str) -> Result<Self, BadCode> {
        let text = text.trim().trim_start_matches('#');
        if text.len() != CODE_LENGTH {
            return Err(BadCode);
        }
        let mut value = 0;
        for letter in text.bytes() {
            let letter = match letter.to_ascii_lowercase() {
                b'o' => b'0',
                b'i' | b'l' => b'1',
                other => other,
            };
            let digit = CODE_LETTERS
                .iter()
                .position(|&l| l == letter)
                .ok_or(BadCode)?;
            value = value << 5 | u32::try_from(digit).map_err(|_| BadCode)?;
        }
        Ok(Self(value))
    }
}

/// A text that is not a code of six letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadCode;

impl fmt::Display for BadCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a code has {CODE_LENGTH} letters and digits, like k7f3q2"
        )
    }
}

impl std::error::Error for BadCode {}

macro_rules! code_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Code);

        impl $name {
            /// The code that chance gives at the `attempt`-th try, should the first be taken.
            pub fn draw(seed: u64, attempt: u32) -> Self {
                Self(Code::draw(seed, attempt))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($name), self.0)
            }
        }

        impl FromStr for $name {
            type Err = BadCode;

            fn from_str(text: &str) -> Result<Self, BadCode> {
                text.parse().map(Self)
            }
        }

        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

code_id! {
    /// Names a game for ever, finished ones too.
    GameId
}

code_id! {
    /// Names an invitation to a game.
    ChallengeId
}

code_id! {
    /// Names a tournament for ever.
    TournamentId
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_reads_back_as_it_was_written() {
        for attempt in 0..1000 {
            let id = GameId::draw(42, attempt);
            assert_eq!(id.to_string().parse(), Ok(id));
            assert_eq!(id.to_string().len(), CODE_LENGTH);
        }
        assert_eq!("#K7F3Q2".parse::<GameId>(), "k7f3q2".parse());
        assert_eq!("oil000".parse::<GameId>(), "011000".parse());
    }

    #[test]
    fn anything_else_is_not_a_code() {
        for text in ["", "k7f3q", "k7f3q22", "k7f3qu", "k7f3qé", "ééé"] {
            assert_eq!(text.parse::<GameId>(), Err(BadCode), "{text}");
        }
    }

    #[test]
    fn names_lose_control_characters_and_length() {
        let id = PlayerId::new("t:1");
        assert_eq!(Person::new(id.clone(), " A\u{0}n\nn ").name, "Ann");
        assert_eq!(Person::new(id.clone(), "\n").name, "somebody");
        assert_eq!(
            Person::new(id, &"é".repeat(100)).name.chars().count(),
            Person::NAME_LENGTH
        );
    }
}
