//! Text that a front end can show on its own platform: it escapes what is plain, and names people in its own way.

use std::fmt;

use crate::ids::{PlayerId, RoleId, RoomId};
use crate::moment::Timestamp;

/// A piece of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Words, shown as they are: nothing in them is markup.
    Plain(String),
    /// Words that stand out.
    Strong(String),
    /// Something to be typed or copied exactly.
    Code(String),
    /// A person, by whatever they are called now.
    Person(PlayerId),
    /// A room, by its present name.
    Room(RoomId),
    /// A role, by its present name.
    Role(RoleId),
    /// A point in time, as "in 3 hours", in the reader's own language and zone.
    Relative(Timestamp),
    /// A point in time, as "22 November 2026 18:30", in the reader's own language and zone.
    Date(Timestamp),
    /// The end of a line.
    Break,
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

impl From<&PlayerId> for Part {
    fn from(id: &PlayerId) -> Self {
        Self::Person(id.clone())
    }
}

/// A message's words, in reading order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text(Vec<Part>);

impl Text {
    /// Joins the parts as they are, without blanks between them.
    pub fn new(parts: impl IntoIterator<Item = Part>) -> Self {
        Self(parts.into_iter().collect())
    }

    /// The parts in reading order.
    pub fn parts(&self) -> &[Part] {
        &self.0
    }

    /// This text with `more` behind it.
    #[must_use]
    pub fn then(mut self, more: Self) -> Self {
        self.0.extend(more.0);
        self
    }

    /// This text with `more` on a line of its own behind it; an empty one adds nothing.
    #[must_use]
    pub fn line(mut self, more: Self) -> Self {
        if !self.0.is_empty() && !more.0.is_empty() {
            self.0.push(Part::Break);
        }
        self.then(more)
    }

    /// Whether there is nothing to read.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<&str> for Text {
    fn from(words: &str) -> Self {
        Self::new([Part::from(words)])
    }
}

impl From<String> for Text {
    fn from(words: String) -> Self {
        Self::new([Part::from(words)])
    }
}

/// The words without any markup, people as `@id`: for logs and tests.
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in &self.0 {
            match part {
                Part::Plain(words) | Part::Strong(words) | Part::Code(words) => {
                    f.write_str(words)?;
                }
                Part::Person(id) => write!(f, "@{id}")?,
                Part::Room(id) => write!(f, "#{id}")?,
                Part::Role(id) => write!(f, "@{id}")?,
                Part::Relative(time) | Part::Date(time) => write!(f, "<{}>", time.seconds())?,
                Part::Break => f.write_str("\n")?,
            }
        }
        Ok(())
    }
}

/// Joins words, people and marked words into a [`Text`]: `text!["Well met, ", &id, "!"]`.
macro_rules! text {
    ($($part:expr),* $(,)?) => {
        $crate::text::Text::new([$($crate::text::Part::from($part)),*])
    };
}
pub(crate) use text;
