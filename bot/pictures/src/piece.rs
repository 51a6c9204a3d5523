//! Pictures of single pieces.

use rules_core::{Color, Family, Piece, Role, Variant};

/// A piece without a board, as it looks in a family of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceIcon {
    /// The piece.
    pub piece: Piece,
    /// The games that it is from.
    pub family: Family,
}

impl PieceIcon {
    /// Every look of a piece, once.
    pub fn all() -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for variant in Variant::ALL {
            let family = variant.family();
            for color in Color::ALL {
                for &role in variant.roles() {
                    let piece = Piece { color, role };
                    let icon = Self { piece, family };
                    if all.iter().all(|known| known.name() != icon.name()) {
                        all.push(icon);
                    }
                }
            }
        }
        all
    }

    /// The name of its look, such as `white_crowned_rook`; the same for pieces that look alike.
    pub fn name(self) -> String {
        let Piece { color, role } = self.piece;
        let side = match (self.family, color) {
            (Family::Leap, Color::White) => "red",
            (_, Color::White) => "white",
            (_, Color::Black) => "black",
        };
        let crown = match (self.family, role) {
            (Family::Latrunculi, Role::Bishop | Role::Rook) => "crowned_",
            _ => "",
        };
        format!("{side}_{crown}{}", role.name())
    }
}
