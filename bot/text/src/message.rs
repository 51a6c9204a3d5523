//! A message by its id, with its arguments.

use std::fmt;

use crate::catalog::Lang;
use crate::id::PlayerId;
use crate::parts::{Part, Text};

/// A message of the Fluent resources; made by [`msg!`](crate::msg).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    id: &'static str,
    args: Vec<(&'static str, Arg)>,
}

/// An argument of a [`Message`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arg {
    /// Inserted as it is. If it is one [`Message`], a message can select by its id:
    /// `{ $piece-id -> [role-queen] … *[other] … }` for an argument `piece`.
    Text(Text),
    /// Inserted in digits, and selects plural forms.
    Number(i64),
    /// Selects a variant by its key; made by [`key`].
    Key(&'static str),
}

/// An argument that selects a variant of a message by name.
pub fn key(name: &'static str) -> Arg {
    Arg::Key(name)
}

impl Message {
    /// The message with this id, or `id.attribute`; use [`msg!`](crate::msg), which the tests of the resources read.
    pub fn new(id: &'static str, args: Vec<(&'static str, Arg)>) -> Self {
        Self { id, args }
    }

    /// The message without arguments with an id that data derive, such as a lesson's; `None` if English doesn't have it.
    pub fn known(id: &'static str) -> Option<Self> {
        let message = Self::new(id, Vec::new());
        Lang::ENGLISH.has(&message).then_some(message)
    }

    /// The id, perhaps with an attribute: `id.attribute`.
    pub fn id(&self) -> &'static str {
        self.id
    }

    pub(crate) fn args(&self) -> &[(&'static str, Arg)] {
        &self.args
    }

    /// See [`Text::with_people`].
    pub(crate) fn rename_people<E>(
        &mut self,
        rename: &mut dyn FnMut(&PlayerId) -> Result<Option<Part>, E>,
    ) -> Result<(), E> {
        for (_, arg) in &mut self.args {
            if let Arg::Text(text) = arg {
                *text = std::mem::take(text).with_people(rename)?;
            }
        }
        Ok(())
    }
}

/// English without markup: for logs and tests.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Lang::ENGLISH.plain(&Text::from(self.clone())))
    }
}

impl<T: Into<Text>> From<T> for Arg {
    fn from(text: T) -> Self {
        Self::Text(text.into())
    }
}

macro_rules! arg_from_number {
    ($($number:ty),*) => {
        $(impl From<$number> for Arg {
            fn from(number: $number) -> Self {
                Self::Number(i64::from(number))
            }
        })*
    };
}
arg_from_number!(u8, u16, u32, i8, i16, i32, i64);

impl From<usize> for Arg {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

/// Names a message and its arguments: `msg!("draw-offered", by = seat(by), moves = 3)`, or `moves` for `moves = moves`.
///
/// The id is a literal `"id"` or `"id.attribute"`. A test reads all uses and compares ids and arguments with the resources.
#[macro_export]
macro_rules! msg {
    ($id:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::Message::new(
            $id,
            vec![$((stringify!($name), $crate::Arg::from($crate::msg!(@value $name $(= $value)?)))),*],
        )
    };
    (@value $name:ident) => {
        $name
    };
    (@value $name:ident = $value:expr) => {
        $value
    };
}
