//! The value of an option in the move menus.

/// What a menu's choice means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Chosen {
    /// The piece on this square.
    Piece(String),
    /// The menu from this entry on: of the piece on this square, or of the pieces.
    More {
        /// Whose moves; the pieces' menu when there is none.
        piece: Option<String>,
        /// How many entries to pass over.
        skip: usize,
    },
}

impl Chosen {
    /// Reads the value of a choice of pieces, or of the entry that shows more of a menu.
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
