//! Messages with attributes. The resource test reads these macros as it reads `msg!`.

use text::Message;

use crate::protocol::MenuOption;

/// A line of a menu with its explanation.
pub(crate) struct Labeled {
    pub(crate) label: Message,
    pub(crate) detail: Message,
}

impl Labeled {
    /// The option of a menu that sends `value`.
    pub(crate) fn sending(self, value: impl Into<String>) -> MenuOption {
        MenuOption::new(self.label, self.detail, value)
    }
}

/// The message of an option, and its `.detail`.
macro_rules! option {
    ($id:literal) => {
        $crate::messages::shorthand::Labeled {
            label: text::msg!($id),
            detail: text::Message::new(concat!($id, ".detail"), Vec::new()),
        }
    };
}

/// A field that is labeled with `.label` and shows `.example`.
macro_rules! field {
    ($id:literal, $max_length:literal) => {
        $crate::protocol::card::Field::new(
            text::Message::new(concat!($id, ".label"), Vec::new()),
            text::Message::new(concat!($id, ".example"), Vec::new()),
            $max_length,
        )
    };
}

pub(super) use field;
pub(crate) use option;
