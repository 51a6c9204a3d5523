//! A text as typed parts.

use std::fmt;

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

impl From<&str> for Part {
    fn from(words: &str) -> Self {
        Self::Plain(words.to_owned())
    }
}

impl From<String> for Part {
    fn from(words: String) -> Self {
        Self::Plain(words)
    }
}

impl From<Name> for Part {
    fn from(name: Name) -> Self {
        Self::Plain(name.into())
    }
}

impl From<&PlayerId> for Part {
    fn from(id: &PlayerId) -> Self {
        Self::Person(id.clone())
    }
}

impl From<Message> for Part {
    fn from(message: Message) -> Self {
        Self::Message(message)
    }
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
    pub fn line(mut self, more: impl Into<Self>) -> Self {
        let more = more.into();
        if !self.0.is_empty() && !more.0.is_empty() {
            self.0.push(Part::Break);
        }
        self.then(more)
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

    /// Joins texts with `separator` between them.
    pub fn join(texts: impl IntoIterator<Item = Self>, separator: &str) -> Self {
        let mut joined = Self::default();
        for (n, text) in texts.into_iter().enumerate() {
            if n > 0 {
                joined.0.push(Part::from(separator));
            }
            joined.0.extend(text.0);
        }
        joined
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
