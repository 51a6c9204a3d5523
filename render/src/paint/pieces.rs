//! The piece set, drawn for this program.
//!
//! The drawings use so little of SVG that this file reads them itself: each path has a class and a `d` of absolute commands
//! (M, L, Q, C and Z), all words separated by spaces. A test compares the result with that of `resvg`.

use rules_core::{Family, Piece, Role};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

use super::geometry::to_f32;
use super::theme_colors::{Coat, Colors, PieceColors, Rgb};

/// A drawing, in the order of [`Role`], and two more, since Latrunculi crowns its rooks and bishops.
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
    pub(crate) const ALL: [Self; 14] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
        Self::Leto,
        Self::Kwagga,
        Self::Alfil,
        Self::Dabbabah,
        Self::Sail,
        Self::Hawk,
        Self::CrownedBishop,
        Self::CrownedRook,
    ];

    pub(crate) const fn of(role: Role, family: Family) -> Self {
        match (role, family) {
            (Role::Bishop, Family::Latrunculi) => Self::CrownedBishop,
            (Role::Rook, Family::Latrunculi) => Self::CrownedRook,
            _ => Self::ALL[role as usize],
        }
    }

    const fn svg(self) -> &'static str {
        match self {
            Self::Pawn => include_str!("../../assets/pieces/pawn.svg"),
            Self::Knight => include_str!("../../assets/pieces/knight.svg"),
            Self::Bishop => include_str!("../../assets/pieces/bishop.svg"),
            Self::Rook => include_str!("../../assets/pieces/rook.svg"),
            Self::Queen => include_str!("../../assets/pieces/queen.svg"),
            Self::King => include_str!("../../assets/pieces/king.svg"),
            Self::Leto => include_str!("../../assets/pieces/leto.svg"),
            Self::Kwagga => include_str!("../../assets/pieces/kwagga.svg"),
            Self::Alfil => include_str!("../../assets/pieces/alfil.svg"),
            Self::Dabbabah => include_str!("../../assets/pieces/dabbabah.svg"),
            Self::Sail => include_str!("../../assets/pieces/sail.svg"),
            Self::Hawk => include_str!("../../assets/pieces/hawk.svg"),
            Self::CrownedBishop => include_str!("../../assets/pieces/crowned-bishop.svg"),
            Self::CrownedRook => include_str!("../../assets/pieces/crowned-rook.svg"),
        }
    }
}

/// A drawing in the colors of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sprite {
    pub(crate) art: Art,
    pub(crate) coat: Coat,
}

impl Sprite {
    pub(crate) const COUNT: usize = Coat::ALL.len() * Art::ALL.len();

    pub(crate) const fn of(piece: Piece, family: Family) -> Self {
        Self {
            art: Art::of(piece.role, family),
            coat: Coat::of(piece.color, family),
        }
    }

    pub(crate) const fn index(self) -> usize {
        self.art as usize + Art::ALL.len() * (self.coat as usize)
    }

    /// Draws on a transparent ground of `side` by `side` pixels; `None` if `side` is 0 or too large.
    pub(crate) fn raster(self, colors: &Colors, side: u32) -> Option<Pixmap> {
        let mut pixmap = Pixmap::new(side, side)?;
        self.paint(colors, to_f32(side) / VIEW_BOX, &mut pixmap);
        Some(pixmap)
    }

    /// Draws like [`Self::raster`] for a ground of any color: black pieces get a light edge.
    pub(crate) fn on_any_ground(self, colors: &Colors, side: u32) -> Option<Pixmap> {
        let mut pixmap = Pixmap::new(side, side)?;
        let scale = to_f32(side) / VIEW_BOX;
        if self.coat == Coat::Black {
            let edge = Stroke {
                width: 9.0,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            let transform = Transform::from_scale(scale, scale);
            for (_, path) in paths(self.art.svg()) {
                pixmap.stroke_path(&path, &paint(colors.black.detail), &edge, transform, None);
            }
        }
        self.paint(colors, scale, &mut pixmap);
        Some(pixmap)
    }

    fn paint(self, colors: &Colors, scale: f32, pixmap: &mut Pixmap) {
        let inks = self.coat.colors(colors);
        let transform = Transform::from_scale(scale, scale);
        let stroke = Stroke {
            width: 3.0,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        for (class, path) in paths(self.art.svg()) {
            let (fill, line) = fill_and_line(class, inks);
            if let Some(fill) = fill {
                pixmap.fill_path(&path, &paint(fill), FillRule::Winding, transform, None);
            }
            if let Some(line) = line {
                pixmap.stroke_path(&path, &paint(line), &stroke, transform, None);
            }
        }
    }
}

/// Width and height of a drawing.
const VIEW_BOX: f32 = 90.0;

/// The colors that the paths of a class are filled and stroked with.
fn fill_and_line(class: &str, inks: PieceColors) -> (Option<Rgb>, Option<Rgb>) {
    match class {
        "body" => (Some(inks.fill), Some(inks.outline)),
        "line" => (None, Some(inks.detail)),
        "solid" => (Some(inks.detail), None),
        "bone" => (Some(inks.bone), Some(inks.outline)),
        _ => (None, None),
    }
}

fn paint([r, g, b]: Rgb) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(r, g, b, u8::MAX);
    paint
}

/// The paths of a drawing from back to front, each with its class.
fn paths(svg: &str) -> impl Iterator<Item = (&str, Path)> {
    svg.split("<path ").skip(1).filter_map(|element| {
        let mut quoted = element.split('"').skip(1).step_by(2);
        Some((quoted.next()?, path(quoted.next()?)?))
    })
}

fn path(commands: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    let mut words = commands.split(' ');
    while let Some(command) = words.next() {
        let mut next = || words.next()?.parse().ok();
        match command {
            "M" => path.move_to(next()?, next()?),
            "L" => path.line_to(next()?, next()?),
            "Q" => path.quad_to(next()?, next()?, next()?, next()?),
            "C" => path.cubic_to(next()?, next()?, next()?, next()?, next()?, next()?),
            "Z" => path.close(),
            _ => return None,
        }
    }
    path.finish()
}

#[cfg(test)]
mod tests {
    use pictures::Theme;
    use resvg::usvg;

    use super::*;

    /// A sprite as an SVG library draws it.
    fn by_library(sprite: Sprite, inks: PieceColors, side: u32) -> Pixmap {
        let hex = |[r, g, b]: Rgb| format!("#{r:02x}{g:02x}{b:02x}");
        let [fill, outline, detail, bone] =
            [inks.fill, inks.outline, inks.detail, inks.bone].map(hex);
        let style = format!(
            "path.body{{fill:{fill};stroke:{outline}}}path.line{{fill:none;stroke:{detail}}}\
             path.solid{{fill:{detail}}}path.bone{{fill:{bone};stroke:{outline}}}"
        );
        let options = usvg::Options {
            style_sheet: Some(style),
            ..usvg::Options::default()
        };
        let tree = usvg::Tree::from_str(sprite.art.svg(), &options).unwrap();
        let mut pixmap = Pixmap::new(side, side).unwrap();
        let scale = to_f32(side) / tree.size().width();
        let scale = Transform::from_scale(scale, scale);
        resvg::render(&tree, scale, &mut pixmap.as_mut());
        pixmap
    }

    #[test]
    fn an_svg_library_draws_the_pieces_alike() {
        for colors in Theme::ALL.iter().map(|theme| Colors::of(*theme)) {
            for coat in Coat::ALL {
                let inks = coat.colors(colors);
                for art in Art::ALL {
                    let sprite = Sprite { art, coat };
                    for side in [27, 84] {
                        let expected = by_library(sprite, inks, side);
                        assert_eq!(sprite.raster(colors, side), Some(expected), "{sprite:?}");
                    }
                }
            }
        }
    }
}
