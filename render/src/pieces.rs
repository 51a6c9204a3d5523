//! The piece set: own drawings as SVG, colored by a style sheet and rasterized by `resvg`.

use resvg::{tiny_skia, usvg};
use rules_core::{Color, Family, Piece, Role};

use crate::theme::{PieceInk, Rgb, Theme};

/// What is drawn; fourteen drawings serve the twelve roles, for Latrunculi crowns its rooks and bishops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Art {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
    Leto,
    Kwagga,
    Alfil,
    Dabbabah,
    Sail,
    Hawk,
    CrownedBishop,
    CrownedRook,
}

impl Art {
    pub(crate) const COUNT: usize = 14;

    pub(crate) const fn of(role: Role, family: Family) -> Self {
        match (role, family) {
            (Role::Bishop, Family::Latrunculi) => Self::CrownedBishop,
            (Role::Rook, Family::Latrunculi) => Self::CrownedRook,
            (Role::Pawn, _) => Self::Pawn,
            (Role::Knight, _) => Self::Knight,
            (Role::Bishop, _) => Self::Bishop,
            (Role::Rook, _) => Self::Rook,
            (Role::Queen, _) => Self::Queen,
            (Role::King, _) => Self::King,
            (Role::Leto, _) => Self::Leto,
            (Role::Kwagga, _) => Self::Kwagga,
            (Role::Alfil, _) => Self::Alfil,
            (Role::Dabbabah, _) => Self::Dabbabah,
            (Role::Sail, _) => Self::Sail,
            (Role::Hawk, _) => Self::Hawk,
        }
    }

    const fn svg(self) -> &'static str {
        match self {
            Self::Pawn => include_str!("../assets/pieces/pawn.svg"),
            Self::Knight => include_str!("../assets/pieces/knight.svg"),
            Self::Bishop => include_str!("../assets/pieces/bishop.svg"),
            Self::Rook => include_str!("../assets/pieces/rook.svg"),
            Self::Queen => include_str!("../assets/pieces/queen.svg"),
            Self::King => include_str!("../assets/pieces/king.svg"),
            Self::Leto => include_str!("../assets/pieces/leto.svg"),
            Self::Kwagga => include_str!("../assets/pieces/kwagga.svg"),
            Self::Alfil => include_str!("../assets/pieces/alfil.svg"),
            Self::Dabbabah => include_str!("../assets/pieces/dabbabah.svg"),
            Self::Sail => include_str!("../assets/pieces/sail.svg"),
            Self::Hawk => include_str!("../assets/pieces/hawk.svg"),
            Self::CrownedBishop => include_str!("../assets/pieces/crowned-bishop.svg"),
            Self::CrownedRook => include_str!("../assets/pieces/crowned-rook.svg"),
        }
    }
}

/// A drawing of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Figure {
    pub(crate) art: Art,
    pub(crate) color: Color,
}

impl Figure {
    pub(crate) const COUNT: usize = 2 * Art::COUNT;

    pub(crate) const fn of(piece: Piece, family: Family) -> Self {
        Self {
            art: Art::of(piece.role, family),
            color: piece.color,
        }
    }

    pub(crate) const fn index(self) -> usize {
        self.art as usize + Art::COUNT * (self.color as usize)
    }

    /// The figure on nothing, `side` pixels wide and high; empty only if `side` is 0 or beyond all memory.
    pub(crate) fn raster(self, theme: &Theme, side: u32) -> Option<tiny_skia::Pixmap> {
        let ink = match self.color {
            Color::White => theme.white,
            Color::Black => theme.black,
        };
        let options = usvg::Options {
            style_sheet: Some(style_sheet(ink)),
            ..usvg::Options::default()
        };
        let tree = usvg::Tree::from_str(self.art.svg(), &options).ok()?;
        let mut pixmap = tiny_skia::Pixmap::new(side, side)?;
        #[expect(clippy::cast_precision_loss, reason = "a side is a few hundred pixels")]
        let scale = side as f32 / tree.size().width();
        let transform = tiny_skia::Transform::from_scale(scale, scale);
        resvg::render(&tree, transform, &mut pixmap.as_mut());
        Some(pixmap)
    }
}

/// Overrides the colors written in the drawings, which are White's on paper.
fn style_sheet(ink: PieceInk) -> String {
    let hex = |[r, g, b]: Rgb| format!("#{r:02x}{g:02x}{b:02x}");
    let [fill, outline, detail, bone] = [ink.fill, ink.outline, ink.detail, ink.bone].map(hex);
    format!(
        "path.body{{fill:{fill};stroke:{outline}}}path.line{{fill:none;stroke:{detail}}}\
         path.solid{{fill:{detail}}}path.bone{{fill:{bone};stroke:{outline}}}"
    )
}
