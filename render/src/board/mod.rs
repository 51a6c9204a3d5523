//! Boards: squares and pieces, coordinates, marks, arrows and bars.

pub(crate) mod alt;
pub(crate) mod animation;
mod bars;
mod diagonal;
pub(crate) mod layout;
pub(crate) mod scene;

use pictures::{BoardPicture, Rotation};
use rules_core::{Color, Family, Square, Variant};
use text::Lang;

use crate::paint::Context;
use crate::paint::atlas::{Atlas, Ground, Highlight};
use crate::paint::canvas::Canvas;
use crate::paint::geometry::{Area, Point, round, to_u32};
use crate::paint::pieces::Sprite;
use crate::paint::shapes::{self, ArrowKind};
use crate::paint::text::Weight;
use crate::paint::theme_colors::Ink;
use crate::{Picture, RenderError, Renderer};
use layout::Layout;
use scene::{Arrow, Scene, square_color};

impl Picture for Scene {
    fn file_name(&self) -> String {
        "board.png".to_owned()
    }

    fn draw(&self, renderer: &Renderer, lang: Lang) -> Result<Vec<u8>, RenderError> {
        renderer.still(self, lang).png()
    }

    fn alt_text(&self, lang: Lang) -> String {
        alt::describe(self, lang)
    }
}

impl Picture for BoardPicture {
    fn file_name(&self) -> String {
        Scene::from(self).file_name()
    }

    fn draw(&self, renderer: &Renderer, lang: Lang) -> Result<Vec<u8>, RenderError> {
        let still = renderer.still(&Scene::from(self), lang);
        match self.players {
            // The lower bar has room.
            Some(_) => still.png(),
            None => still.with_room_for_badge().png(),
        }
    }

    fn alt_text(&self, lang: Lang) -> String {
        Scene::from(self).alt_text(lang)
    }
}

pub(crate) fn draw(scene: &Scene, layout: &Layout, cx: Context<'_>) -> Canvas {
    let mut canvas = position(scene, layout, cx.atlas);
    coordinates(layout, cx, &mut canvas);
    selection(scene, layout, cx.atlas, &mut canvas);
    let is_threat = |arrow: &&Arrow| arrow.kind == ArrowKind::Threat;
    let others = scene.arrows.iter().filter(|arrow| !is_threat(arrow));
    for arrow in others.chain(scene.arrows.iter().filter(is_threat)) {
        draw_arrow(*arrow, layout, cx.atlas, &mut canvas);
    }
    if let Some(king) = scene.check {
        let sign = if scene.is_mate() { "#" } else { "+" };
        badge(sign, king, layout, cx, &mut canvas);
    }
    bars::draw(scene, layout, cx, &mut canvas);
    canvas
}

/// Draws the squares and pieces on the frame.
pub(crate) fn position(scene: &Scene, layout: &Layout, atlas: &Atlas) -> Canvas {
    match layout.rotation {
        Rotation::Upright => upright(scene, layout, atlas),
        Rotation::Diagonal => diagonal::draw(scene, layout, atlas),
    }
}

/// A square without its piece.
fn ground(scene: &Scene, square: Square) -> Ground {
    let highlight = if scene.check == Some(square) {
        Highlight::Check
    } else if scene.last_move.contains(&square) {
        Highlight::LastMove
    } else {
        Highlight::None
    };
    Ground {
        square: square_color(scene.variant.shape(), square),
        highlight,
    }
}

fn sprite_on(scene: &Scene, square: Square) -> Option<Sprite> {
    let piece = scene.piece_at(square)?;
    Some(Sprite::of(piece, scene.variant.family()))
}

fn upright(scene: &Scene, layout: &Layout, atlas: &Atlas) -> Canvas {
    let frame = atlas.palette.nearest(atlas.colors.frame);
    let mut canvas = Canvas::new(layout.width, layout.height, frame);
    for square in layout.shape.squares() {
        let tile = atlas.tile(ground(scene, square), sprite_on(scene, square));
        let (x, y) = layout.corner(square);
        canvas.copy(x, y, layout.side, tile);
    }
    let border = atlas.palette.nearest(atlas.colors.border);
    for [from, to] in borders(scene.variant, layout) {
        canvas.fill(bar_between(from, to, layout.border_width()), border);
    }
    canvas
}

/// Whether the squares where pawns promote are marked: in Legan Chess they are not a rank.
fn marks_promotion(variant: Variant) -> bool {
    variant.family() == Family::Legan
}

/// The edges around the fighting line, or around the squares where pawns promote.
fn borders(variant: Variant, layout: &Layout) -> Vec<[Point; 2]> {
    let mut regions = vec![layout.shape.line()];
    if marks_promotion(variant) {
        regions.extend(Color::ALL.map(|color| variant.promotion_squares(color)));
    }
    let edges = regions.into_iter().flat_map(|region| {
        let neighbors = region.iter().flat_map(|square| layout.neighbors(square));
        neighbors.filter(move |(_, next)| !region.contains(*next))
    });
    let edges = edges.map(|(square, next)| layout.shared_edge(square, next));
    edges.collect()
}

/// A horizontal or vertical bar between two points, its ends included.
fn bar_between(a: Point, b: Point, width: f32) -> Area {
    let half = width / 2.0;
    let (left, top) = (a.x.min(b.x) - half, a.y.min(b.y) - half);
    Area {
        x: round(left),
        y: round(top),
        width: to_u32((a.x - b.x).abs() + width),
        height: to_u32((a.y - b.y).abs() + width),
    }
}

fn coordinates(layout: &Layout, cx: Context<'_>, canvas: &mut Canvas) {
    let Context { atlas, fonts, .. } = cx;
    let (around, on_line) = (layout.label_size(), layout.line_name_size());
    for (texts, size, ink) in [
        (layout.labels(), around, Ink::Label),
        (layout.line_names(), on_line, Ink::Black),
    ] {
        let labels = atlas.labels(fonts, size);
        for (text, center) in texts {
            let glyph = |c| labels.iter().find(|label| label.character == c);
            let glyphs: Vec<_> = text.chars().filter_map(glyph).collect();
            let width: f32 = glyphs.iter().map(|glyph| glyph.advance).sum();
            let mut x = center.x - width / 2.0;
            // The middle of a capital is about 0.36 em above the base line; small letters look best a little higher.
            let base = center.y + size * 0.33;
            for glyph in glyphs {
                canvas.stamp(round(x), round(base), &glyph.stamp, atlas.tint(ink));
                x += glyph.advance;
            }
        }
    }
}

fn selection(scene: &Scene, layout: &Layout, atlas: &Atlas, canvas: &mut Canvas) {
    let pitch = layout.pitch();
    if let Some(square) = scene.selected {
        let width = pitch * 0.08;
        let center = layout.center(square);
        let inner = 1.0 - width / pitch;
        let corners = layout.corners(square);
        let corners = corners.map(|corner| center.toward(corner, inner));
        let outline = shapes::outline(&corners, width);
        canvas.stamp(0, 0, &outline, atlas.tint(Ink::Accent));
    }
    for target in &scene.targets {
        let center = layout.center(target.square);
        let stamp = if target.captures {
            shapes::ring(center, pitch * 0.43, pitch * 0.09)
        } else {
            shapes::disc(center, pitch * 0.15)
        };
        canvas.stamp(0, 0, &stamp, atlas.tint(Ink::Dot));
    }
}

fn draw_arrow(arrow: Arrow, layout: &Layout, atlas: &Atlas, canvas: &mut Canvas) {
    let ink = match arrow.kind {
        ArrowKind::Move => Ink::AccentArrow,
        ArrowKind::Repulsion | ArrowKind::Kidnapping => Ink::EffectArrow,
        ArrowKind::RepulsionCapture | ArrowKind::Threat => Ink::DangerArrow,
    };
    let (from, to) = (layout.center(arrow.from), layout.center(arrow.to));
    let [casing, arrow] = shapes::arrow(from, to, layout.pitch(), arrow.kind);
    canvas.stamp(0, 0, &casing, atlas.tint(Ink::Casing));
    canvas.stamp(0, 0, &arrow, atlas.tint(ink));
}

/// Draws a round sign at the upper right of a square, which shows check without color.
fn badge(sign: &str, square: Square, layout: &Layout, cx: Context<'_>, canvas: &mut Canvas) {
    let Context { atlas, fonts, .. } = cx;
    let pitch = layout.pitch();
    let middle = layout.center(square);
    let reach = match layout.rotation {
        Rotation::Upright => pitch * 0.33,
        Rotation::Diagonal => pitch * 0.3,
    };
    let center = Point::new(middle.x + reach, middle.y - reach);
    let radius = pitch * 0.17;
    for (radius, ink) in [(radius, Ink::White), (radius * 0.84, Ink::Danger)] {
        canvas.stamp(0, 0, &shapes::disc(center, radius), atlas.tint(ink));
    }
    let size = radius * 1.7;
    let line = fonts.line(sign, Weight::Bold, size, f32::MAX);
    let (x, y) = (center.x - line.width / 2.0, center.y + size * 0.36);
    canvas.stamp(round(x), round(y), &line.stamp(), atlas.tint(Ink::White));
}
