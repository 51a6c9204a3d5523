//! The value of an option in the move menus.

/// A move as the address of a button holds it; longer than any move in UCI form, chains of captures included.
pub type MoveText = arrayvec::ArrayString<48>;

/// A decoded menu option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Chosen {
    /// The piece on this square.
    Piece(String),
    /// The next page of a menu.
    More {
        /// The square of the piece whose moves it lists; `None` for the menu of pieces.
        piece: Option<String>,
        /// Options to skip.
        skip: usize,
    },
}

impl Chosen {
    /// Decodes an option's value.
    pub(crate) fn read(value: &str) -> Self {
        match value.split_once('+') {
            None => Self::Piece(value.to_owned()),
            Some((piece, skip)) => Self::More {
                piece: (!piece.is_empty()).then(|| piece.to_owned()),
                skip: skip.parse().unwrap_or(0),
            },
        }
    }

    pub(crate) fn more(piece: Option<&str>, skip: usize) -> String {
        format!("{}+{skip}", piece.unwrap_or_default())
    }
}
