//! A text as typed parts.

use std::fmt;

use rules_core::SquareName;

use crate::catalog::Lang;
use crate::id::{PlayerId, RoleId, RoomId};
use crate::message::Message;
use crate::name::Name;
use crate::time::Timestamp;

/// A piece of a [`Text`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Words without markup; a front end escapes them.
    Plain(String),
    /// Emphasized words.
    Strong(String),
    /// Something to type or copy exactly.
    Code(String),
    /// A person, by their current name.
    Person(PlayerId),
    /// A person by their current name; by the given one on a platform that is not theirs.
    Named {
        /// Their account.
        id: PlayerId,
        /// Their name on other platforms.
        name: String,
    },
    /// A room, by its current name.
    Room(RoomId),
    /// A role, by its current name.
    Role(RoleId),
    /// A point in time as "in 3 hours", in the reader's language and zone.
    Relative(Timestamp),
    /// A point in time as "22 November 2026 18:30", in the reader's language and zone.
    Date(Timestamp),
    /// A line break.
    Break,
    /// Words to look up in the reader's language. [`Lang::resolve`] leaves none of these.
    Message(Message),
}

macro_rules! part_from {
    ($($source:ident: $type:ty => $part:expr),* $(,)?) => {
        $(impl From<$type> for Part {
            fn from($source: $type) -> Self {
                $part
            }
        })*
    };
}
part_from! {
    words: &str => Self::Plain(words.to_owned()),
    words: String => Self::Plain(words),
    words: &String => Self::Plain(words.clone()),
    name: Name => Self::Plain(name.into()),
    name: &Name => Self::Plain(name.to_string()),
    square: SquareName => Self::Plain(square.to_string()),
    id: &PlayerId => Self::Person(id.clone()),
    id: &RoomId => Self::Room(id.clone()),
    id: &RoleId => Self::Role(id.clone()),
    message: Message => Self::Message(message),
}

/// Text in reading order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text(Vec<Part>);

impl Text {
    /// Joins the parts without spaces between them.
    pub fn new(parts: impl IntoIterator<Item = Part>) -> Self {
        Self(parts.into_iter().collect())
    }

    /// The parts in reading order.
    pub fn parts(&self) -> &[Part] {
        &self.0
    }

    /// Appends `more`.
    #[must_use]
    pub fn then(mut self, more: impl Into<Self>) -> Self {
        self.0.extend(more.into().0);
        self
    }

    /// Appends `more` on a new line; an empty `more` adds nothing.
    #[must_use]
    pub fn line(self, more: impl Into<Self>) -> Self {
        self.after(Part::Break, more.into())
    }

    /// Appends `more` after a space; an empty `more` adds nothing.
    #[must_use]
    pub fn sentence(self, more: impl Into<Self>) -> Self {
        self.after(Part::from(" "), more.into())
    }

    fn after(mut self, separator: Part, more: Self) -> Self {
        if !self.0.is_empty() && !more.0.is_empty() {
            self.0.push(separator);
        }
        self.then(more)
    }

    /// Puts each text that isn't empty on a line of its own.
    pub fn lines(texts: impl IntoIterator<Item: Into<Self>>) -> Self {
        texts.into_iter().fold(Self::default(), Self::line)
    }

    /// Joins sentences by spaces; an empty one adds nothing.
    pub fn sentences(texts: impl IntoIterator<Item: Into<Self>>) -> Self {
        texts.into_iter().fold(Self::default(), Self::sentence)
    }

    /// Replaces people by the text that `rename` returns for them, if any.
    pub fn with_people<E>(
        mut self,
        rename: &mut dyn FnMut(&PlayerId) -> Result<Option<Part>, E>,
    ) -> Result<Self, E> {
        for part in &mut self.0 {
            match part {
                Part::Person(id) => {
                    if let Some(other) = rename(id)? {
                        *part = other;
                    }
                }
                Part::Named { id, name } => {
                    if let Some(other) = rename(id)? {
                        *part = match other {
                            account @ Part::Person(_) => account,
                            _ => Part::Plain(std::mem::take(name)),
                        };
                    }
                }
                Part::Message(message) => message.rename_people(rename)?,
                _ => {}
            }
        }
        Ok(self)
    }

    /// Joins texts with `separator` between them; an empty one adds nothing.
    pub fn join(texts: impl IntoIterator<Item = Self>, separator: &str) -> Self {
        let join = |joined: Self, text| joined.after(Part::from(separator), text);
        texts.into_iter().fold(Self::default(), join)
    }

    /// Whether it has no parts.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<P: Into<Part>> From<P> for Text {
    fn from(part: P) -> Self {
        Self(vec![part.into()])
    }
}

/// Empty without a message.
impl From<Option<Message>> for Text {
    fn from(message: Option<Message>) -> Self {
        message.map_or_else(Self::default, Self::from)
    }
}

/// English without markup, people as `@id`: for logs and tests.
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Lang::ENGLISH.plain(self))
    }
}

/// Joins words, people and messages into a [`Text`]: `text![&id, ": ", msg!("draw-offered")]`.
#[macro_export]
macro_rules! text {
    ($($part:expr),* $(,)?) => {
        $crate::Text::new([$($crate::Part::from($part)),*])
    };
}
