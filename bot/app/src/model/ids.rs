//! Ids of people, places and games, shared by front ends and the application.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use text::opaque_id;

pub use text::{Name, PlayerId, RoleId, RoomId};

opaque_id! {
    /// A community with rooms, members and moderators: a Discord server.
    ServerId
    /// An event in a server's list of scheduled events.
    ServerEventId
    /// A platform's id of an event, such as a message with a command. Never reused.
    HeardId
}

/// The place in which a command was given and is answered.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Venue {
    /// A channel, thread or direct conversation.
    pub room: RoomId,
    /// `None` for a direct conversation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<ServerId>,
}

impl Venue {
    /// A room of a server.
    pub fn on_server(room: impl Into<String>, server: impl Into<String>) -> Self {
        Self {
            room: RoomId::new(room),
            server: Some(ServerId::new(server)),
        }
    }

    pub fn direct(room: impl Into<String>) -> Self {
        let (room, server) = (RoomId::new(room), None);
        Self { room, server }
    }
}

/// Between a room and what names a thread in it, where threads have no ids of their own: on Matrix.
pub const THREAD: char = '|';

/// Returns the room that holds a thread, if the id tells, and otherwise the room itself.
pub(crate) fn without_thread(room: &RoomId) -> RoomId {
    match room.as_str().split_once(THREAD) {
        Some((holder, _)) => RoomId::new(holder),
        None => room.clone(),
    }
}

/// A person, with their current name.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Person {
    /// The platform's permanent id.
    pub id: PlayerId,
    /// Display name: at most [`Person::NAME_LENGTH`] characters.
    pub name: Name,
}

impl Person {
    /// Longest name in characters, which is also Discord's limit.
    pub const NAME_LENGTH: usize = 32;

    /// Cleans and truncates `name`; one of which nothing can be shown becomes "someone".
    pub fn new(id: PlayerId, name: &str) -> Self {
        Self::under(id, [name])
    }

    /// Under the first of `names` of which something can be shown.
    pub fn under<'n>(id: PlayerId, names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut names = names.into_iter();
        let name = names.find_map(|name| Name::new(name, Self::NAME_LENGTH));
        Self {
            id,
            name: name.unwrap_or_else(Name::someone),
        }
    }
}

/// Digits of a public code (Crockford's base 32): without `i l o u`, which are misread.
const CODE_LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Letters in a public code, such as `k7f3q2`, for 32^6 (about 10^9) codes.
const CODE_LENGTH: usize = 6;

/// Letters in a secret code without the hyphen in its middle, for 32^8 (about 10^12) codes.
const LINK_CODE_LENGTH: usize = 8;

/// A random id that replaces a person whose data was deleted.
pub(crate) fn ghost(seed: u64) -> PlayerId {
    PlayerId::ghost(Code::<CODE_LENGTH>::draw(seed, 0))
}

/// A code of `LENGTH` letters and digits, which people read and type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Code<const LENGTH: usize>(u64);

impl<const LENGTH: usize> Code<LENGTH> {
    /// Derives the `attempt`-th code of a random `seed`.
    fn draw(seed: u64, attempt: u32) -> Self {
        Self(spread(seed, attempt) & ((1 << (5 * LENGTH)) - 1))
    }
}

/// `SplitMix64` (Steele, Lea and Flood 2014): one step spreads every bit of the seed over the whole word.
fn spread(seed: u64, attempt: u32) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(u64::from(attempt) + 1));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The value of a letter in a code, in upper or lower case, misread ones included.
fn digit(letter: u8) -> Result<u64, ParseCodeError> {
    let letter = match letter.to_ascii_lowercase() {
        b'o' => b'0',
        b'i' | b'l' => b'1',
        other => other,
    };
    let mut digits = (0..).zip(CODE_LETTERS);
    let digit = digits.find(|(_, digit)| **digit == letter);
    digit.map(|(value, _)| value).ok_or(ParseCodeError)
}

impl<const LENGTH: usize> fmt::Display for Code<LENGTH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in (0..LENGTH).rev() {
            let digit = (self.0 >> (5 * place)) & 31;
            let letter = usize::try_from(digit).map_or(b'0', |digit| CODE_LETTERS[digit]);
            write!(f, "{}", char::from(letter))?;
        }
        Ok(())
    }
}

impl<const LENGTH: usize> FromStr for Code<LENGTH> {
    type Err = ParseCodeError;

    fn from_str(text: &str) -> Result<Self, ParseCodeError> {
        if text.len() != LENGTH {
            return Err(ParseCodeError);
        }
        let mut letters = text.bytes();
        let value = letters.try_fold(0_u64, |value, letter| Ok(value << 5 | digit(letter)?));
        value.map(Self)
    }
}

/// Not six letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseCodeError;

impl fmt::Display for ParseCodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a code has {CODE_LENGTH} letters and digits, such as k7f3q2"
        )
    }
}

impl std::error::Error for ParseCodeError {}

/// Stores a type as it is written. The closure words the error for a text, given why that can't be parsed.
macro_rules! stored_as_written {
    ($name:ident, $error:expr) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                let error = $error;
                let parsed = text.parse::<Self>();
                parsed.map_err(|why| serde::de::Error::custom(error(&text, why)))
            }
        }
    };
}

pub(crate) use stored_as_written;

/// A secret code that links two accounts, written as `k7f3-q2hx`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkCode(Code<LINK_CODE_LENGTH>);

stored_as_written!(LinkCode, |_, why| why);

impl LinkCode {
    /// Derives the `attempt`-th code of a random seed.
    pub fn draw(seed: u64, attempt: u32) -> Self {
        Self(Code::draw(seed, attempt))
    }
}

impl fmt::Display for LinkCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.0.to_string();
        let (first, second) = letters.split_at(LINK_CODE_LENGTH / 2);
        write!(f, "{first}-{second}")
    }
}

/// Hides the code: it is a secret.
impl fmt::Debug for LinkCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LinkCode(***)")
    }
}

impl FromStr for LinkCode {
    type Err = ParseCodeError;

    /// With or without the hyphen.
    fn from_str(text: &str) -> Result<Self, ParseCodeError> {
        text.trim().replace('-', "").parse().map(Self)
    }
}

macro_rules! code_ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Code<CODE_LENGTH>);

        stored_as_written!($name, |_, why| why);

        impl $name {
            /// Derives the `attempt`-th code of a random seed; a taken code calls for another attempt.
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
            type Err = ParseCodeError;

            fn from_str(text: &str) -> Result<Self, ParseCodeError> {
                text.trim().trim_start_matches('#').parse().map(Self)
            }
        }
    )*};
}

code_ids! {
    /// A game's public code, never reused.
    GameId
    /// A challenge's public code.
    ChallengeId
    /// The public code of a server's puzzle of one day.
    DailyId
    /// A tournament's public code, never reused.
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
    fn a_link_code_is_read_with_or_without_its_hyphen_and_never_logged() {
        for attempt in 0..1000 {
            let code = LinkCode::draw(42, attempt);
            let written = code.to_string();
            assert_eq!(written.len(), 9);
            assert_eq!(written.parse(), Ok(code));
            assert_eq!(written.replace('-', "").to_uppercase().parse(), Ok(code));
            assert!(!format!("{code:?}").contains(&written));
        }
        for text in ["", "k7f3-q2h", "k7f3-q2hxx", "k7f3-q2hu", "k7f3-q2é"] {
            assert_eq!(text.parse::<LinkCode>(), Err(ParseCodeError), "{text}");
        }
    }

    #[test]
    fn anything_else_is_not_a_code() {
        for text in ["", "k7f3q", "k7f3q22", "k7f3qu", "k7f3qé", "ééé"] {
            assert_eq!(text.parse::<GameId>(), Err(ParseCodeError), "{text}");
        }
    }

    #[test]
    fn a_person_has_the_first_name_that_can_be_shown() {
        let under = |names: [&str; 3]| Person::under(PlayerId::new("t:1"), names).name;
        assert_eq!(under(["\u{3164}", "Ann", "ann1"]), "Ann");
        assert_eq!(under([" ", "\u{200B}\u{2800}", "ann1"]), "ann1");
        assert_eq!(under(["", "", ""]), "someone");
    }

    #[test]
    fn names_lose_control_characters_and_length() {
        let id = PlayerId::new("t:1");
        assert_eq!(Person::new(id.clone(), " A\u{0}n\nn ").name, "An n");
        assert_eq!(Person::new(id.clone(), "\n").name, "someone");
        assert_eq!(
            Person::new(id, &"é".repeat(100)).name.chars().count(),
            Person::NAME_LENGTH
        );
    }
}
