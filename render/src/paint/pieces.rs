//! The piece set, drawn for this program.
//!
//! The drawings use so little of SVG that this file reads them itself: each path has a class and a `d` of absolute commands
//! (M, L, Q, C and Z), all words separated by spaces. A test compares the result with that of `resvg`.

use rules_core::{Family, ORTHODOX_ROLES, Piece, Role, by_role};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

use super::geometry::to_f32;
use super::theme_colors::{Coat, Colors, PieceColors, Rgb};

/// A drawing: that of a role, or one of the two that Latrunculi crowns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Art {
    Plain(Role),
    CrownedBishop,
    CrownedRook,
}

impl Art {
    const COUNT: usize = Role::ALL.len() + 2;

    pub(crate) const fn of(role: Role, family: Family) -> Self {
        match (role, family) {
            (Role::Bishop, Family::Latrunculi) => Self::CrownedBishop,
            (Role::Rook, Family::Latrunculi) => Self::CrownedRook,
            _ => Self::Plain(role),
        }
    }

    /// A game's special piece: its first that chess lacks, or else the queen.
    pub(crate) fn emblem(family: Family) -> Self {
        let is_orthodox =
            |art: &Self| matches!(art, Self::Plain(role) if ORTHODOX_ROLES.contains(role));
        let roles = family.variants()[0].roles().iter();
        let mut arts = roles.map(|&role| Self::of(role, family));
        arts.find(|art| !is_orthodox(art))
            .unwrap_or(Self::Plain(Role::Queen))
    }

    const fn index(self) -> usize {
        match self {
            Self::Plain(role) => role as usize,
            Self::CrownedBishop => Role::ALL.len(),
            Self::CrownedRook => Role::ALL.len() + 1,
        }
    }

    const fn svg(self) -> &'static str {
        macro_rules! drawing {
            ($name:literal) => {
                include_str!(concat!("../../assets/pieces/", $name, ".svg"))
            };
        }
        match self {
            Self::Plain(role) => by_role!(role, drawing),
            Self::CrownedBishop => drawing!("crowned-bishop"),
            Self::CrownedRook => drawing!("crowned-rook"),
        }
    }
}

#[cfg(test)]
impl Art {
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let roles = Role::ALL.into_iter().map(Self::Plain);
        roles.chain([Self::CrownedBishop, Self::CrownedRook])
    }
}

/// A drawing in the colors of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sprite {
    pub(crate) art: Art,
    pub(crate) coat: Coat,
}

impl Sprite {
    pub(crate) const COUNT: usize = Coat::ALL.len() * Art::COUNT;

    pub(crate) const fn of(piece: Piece, family: Family) -> Self {
        Self {
            art: Art::of(piece.role, family),
            coat: Coat::of(piece.color, family),
        }
    }

    pub(crate) const fn index(self) -> usize {
        self.art.index() + Art::COUNT * (self.coat as usize)
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
    fn each_game_has_its_own_emblem() {
        let emblems = [
            Art::Plain(Role::Leto),
            Art::Plain(Role::Queen),
            Art::Plain(Role::Hawk),
            Art::Plain(Role::Sail),
            Art::CrownedRook,
        ];
        assert_eq!(Family::ALL.map(Art::emblem), emblems);
    }

    #[test]
    fn an_svg_library_draws_the_pieces_alike() {
        for colors in Theme::ALL.iter().map(|theme| Colors::of(*theme)) {
            for coat in Coat::ALL {
                let inks = coat.colors(colors);
                for art in Art::all() {
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
