//! A scene as palette indices: squares and pieces, coordinates, marks, arrows.

use rules_core::Square;

use crate::atlas::{Atlas, Ground, Ink, Mark, Memo};
use crate::bars;
use crate::canvas::{Area, Canvas};
use crate::layout::{Layout, Slant, Spot, round, to_u32};
use crate::marks;
use crate::pieces::Figure;
use crate::scene::{Arrow, ArrowKind, Scene, field};
use crate::text::{Fonts, Weight};
use crate::theme::mix;
use crate::turned;

/// What a picture is drawn with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tools<'a> {
    pub(crate) atlas: &'a Atlas,
    pub(crate) fonts: &'a Fonts,
}

/// The whole picture.
pub(crate) fn draw(scene: &Scene, layout: &Layout, tools: Tools<'_>) -> Canvas {
    let atlas = tools.atlas;
    let frame = atlas.ground_index(atlas.theme.frame);
    let mut canvas = match layout.slant {
        Slant::Upright => upright(scene, layout, atlas, frame),
        Slant::Turned => turned::draw(scene, layout, atlas, &mut Memo::new(&atlas.palette)),
    };
    fighting_line(layout, atlas, &mut canvas);
    coordinates(layout, tools, &mut canvas);
    selection(scene, layout, atlas, &mut canvas);
    for arrow in &scene.arrows {
        draw_arrow(*arrow, layout, atlas, &mut canvas);
    }
    if let Some(king) = scene.check {
        badge(
            if scene.is_mate() { "#" } else { "+" },
            king,
            layout,
            tools,
            &mut canvas,
        );
    }
    bars::draw(scene, layout, tools, &mut canvas);
    canvas
}

/// What lies under a square's piece.
pub(crate) fn ground(scene: &Scene, square: Square) -> Ground {
    let mark = if scene.check == Some(square) {
        Mark::Check
    } else if scene.last.contains(&square) {
        Mark::Last
    } else {
        Mark::Plain
    };
    Ground {
        field: field(scene.variant.shape(), square),
        mark,
    }
}

/// One square of an upright board, with its piece.
pub(crate) fn square(
    scene: &Scene,
    layout: &Layout,
    atlas: &Atlas,
    square: Square,
    canvas: &mut Canvas,
) {
    let family = scene.variant.family();
    let figure = scene
        .piece_at(square)
        .map(|piece| Figure::of(piece, family));
    let (x, y) = layout.corner(square);
    canvas.tile(x, y, layout.side, atlas.tile(ground(scene, square), figure));
}

/// A figure on whatever is there, `side` pixels wide and high, its top left corner at `corner`.
pub(crate) fn figure(
    figure: Figure,
    side: u32,
    corner: (i32, i32),
    atlas: &Atlas,
    canvas: &mut Canvas,
) {
    let Some(sprite) = figure.raster(atlas.theme, side) else {
        return;
    };
    let mut memo = Memo::new(&atlas.palette);
    canvas.sprite(corner.0, corner.1, &sprite, |pixel, under| {
        let under = atlas.palette.color(under);
        let alpha = u32::from(pixel.alpha());
        let color = pixel.demultiply();
        let ink = [color.red(), color.green(), color.blue()];
        memo.nearest(mix(under, ink, alpha + alpha / 255))
    });
}

fn upright(scene: &Scene, layout: &Layout, atlas: &Atlas, frame: u8) -> Canvas {
    let mut canvas = Canvas::new(layout.width, layout.height, frame);
    for place in layout.shape.squares() {
        square(scene, layout, atlas, place, &mut canvas);
    }
    canvas
}

/// Edges between the fighting line and the two sections.
pub(crate) fn fighting_line(layout: &Layout, atlas: &Atlas, canvas: &mut Canvas) {
    let line = layout.shape.line();
    if line.is_empty() {
        return;
    }
    let width = (layout.pitch() / 16.0).max(2.0);
    for place in line {
        let corners = layout.corners(place);
        let center = layout.center(place);
        for (df, dr) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let Some(neighbor) = layout.shape.offset(place, df, dr) else {
                continue;
            };
            // The shared edge is made of the two corners nearest to the neighbor.
            let other = layout.center(neighbor);
            let middle = center.toward(other, 0.5);
            let mut edge = corners;
            edge.sort_by(|a, b| a.distance(middle).total_cmp(&b.distance(middle)));
            match layout.slant {
                Slant::Upright => canvas.fill(
                    bar_between(edge[0], edge[1], width),
                    atlas.ground_index(atlas.theme.border),
                ),
                Slant::Turned => {
                    let stamp = marks::polyline(&edge[..2], width);
                    canvas.stamp(0, 0, &stamp, atlas.tint(Ink::Border));
                }
            }
        }
    }
}

/// A level or upright bar between two points, its ends included.
fn bar_between(a: Spot, b: Spot, width: f32) -> Area {
    let half = width / 2.0;
    let (left, top) = (a.x.min(b.x) - half, a.y.min(b.y) - half);
    Area {
        x: round(left),
        y: round(top),
        width: to_u32((a.x - b.x).abs() + width),
        height: to_u32((a.y - b.y).abs() + width),
    }
}

fn coordinates(layout: &Layout, tools: Tools<'_>, canvas: &mut Canvas) {
    let Tools { atlas, fonts } = tools;
    let size = layout.label_size();
    let tint = atlas.tint(Ink::Label);
    for (text, spot) in layout.labels() {
        let glyphs: Vec<_> = text
            .chars()
            .filter_map(|c| atlas.label(fonts, size, c))
            .collect();
        let width: f32 = glyphs.iter().map(|glyph| glyph.2).sum();
        let mut x = spot.x - width / 2.0;
        // The middle of a capital is about 0.36 em above the base line; letters look best a little higher.
        let base = spot.y + size * 0.33;
        for (_, stamp, advance) in glyphs {
            canvas.stamp(round(x), round(base), stamp, tint);
            x += advance;
        }
    }
}

fn selection(scene: &Scene, layout: &Layout, atlas: &Atlas, canvas: &mut Canvas) {
    let pitch = layout.pitch();
    if let Some(square) = scene.selected {
        let width = pitch * 0.08;
        let center = layout.center(square);
        let inner = 1.0 - width / pitch;
        let corners = layout
            .corners(square)
            .map(|corner| center.toward(corner, inner));
        canvas.stamp(
            0,
            0,
            &marks::outline(&corners, width),
            atlas.tint(Ink::Accent),
        );
    }
    for target in &scene.targets {
        let center = layout.center(target.square);
        let stamp = if target.captures {
            marks::ring(center, pitch * 0.43, pitch * 0.09)
        } else {
            marks::disc(center, pitch * 0.15)
        };
        canvas.stamp(0, 0, &stamp, atlas.tint(Ink::Dot));
    }
}

fn draw_arrow(arrow: Arrow, layout: &Layout, atlas: &Atlas, canvas: &mut Canvas) {
    let ink = match arrow.kind {
        ArrowKind::Move => Ink::AccentArrow,
        ArrowKind::Throw | ArrowKind::Carry => Ink::EffectArrow,
        ArrowKind::ThrowCapture => Ink::DangerArrow,
    };
    let (from, to) = (layout.center(arrow.from), layout.center(arrow.to));
    let [casing, arrow] = marks::arrow(from, to, layout.pitch(), arrow.kind);
    canvas.stamp(0, 0, &casing, atlas.tint(Ink::Casing));
    canvas.stamp(0, 0, &arrow, atlas.tint(ink));
}

/// A round sign at the upper right of a square: the second cue of check, which needs no color.
fn badge(sign: &str, square: Square, layout: &Layout, tools: Tools<'_>, canvas: &mut Canvas) {
    let Tools { atlas, fonts } = tools;
    let pitch = layout.pitch();
    let middle = layout.center(square);
    let reach = match layout.slant {
        Slant::Upright => pitch * 0.33,
        Slant::Turned => pitch * 0.3,
    };
    let center = Spot::new(middle.x + reach, middle.y - reach);
    let radius = pitch * 0.17;
    canvas.stamp(0, 0, &marks::disc(center, radius), atlas.tint(Ink::White));
    canvas.stamp(
        0,
        0,
        &marks::disc(center, radius * 0.84),
        atlas.tint(Ink::Danger),
    );
    let size = radius * 1.7;
    let line = fonts.line(sign, Weight::Bold, size, f32::MAX);
    let (x, y) = (center.x - line.width / 2.0, center.y + size * 0.36);
    canvas.stamp(round(x), round(y), &line.stamp(), atlas.tint(Ink::White));
}
