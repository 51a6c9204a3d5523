//! Messages with attributes. The resource test reads these macros as it reads `msg!`.

use text::Message;

/// A line of a menu with its explanation.
pub(super) struct Labeled {
    pub(super) label: Message,
    pub(super) detail: Message,
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

pub(super) use {field, option};
