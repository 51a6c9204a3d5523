//! Boards rotated by 45 degrees. Their squares are diamonds, which cannot be copied as rectangles, so the board is drawn in
//! full color and then brought into the palette.

use image::GrayImage;
use tiny_skia::{
    Color, FillRule, GradientStop, Paint, Path, PathBuilder, Pixmap, PixmapPaint, Point,
    RadialGradient, Shader, SpreadMode, Transform,
};

use super::layout::Layout;
use super::scene::Scene;
use super::{ground, sprite_on};
use crate::paint::atlas::{Atlas, Highlight, Quantizer, glow};
use crate::paint::canvas::Canvas;
use crate::paint::geometry::{self, round, to_f32};
use crate::paint::palette::glow_color;
use crate::paint::theme_colors::Rgb;

/// Draws squares and pieces.
pub(super) fn draw(scene: &Scene, layout: &Layout, atlas: &Atlas) -> Canvas {
    let blank = || {
        let frame = atlas.palette.nearest(atlas.colors.frame);
        Canvas::new(layout.width, layout.height, frame)
    };
    let Some(mut pixmap) = Pixmap::new(layout.width, layout.height) else {
        return blank();
    };
    pixmap.fill(opaque(atlas.colors.frame));
    for square in layout.shape.squares() {
        let ground = ground(scene, square);
        let plain = atlas.colors.plain[ground.square as usize];
        let last_move = atlas.colors.last[ground.square as usize];
        let shader = match ground.highlight {
            Highlight::None => Shader::SolidColor(opaque(plain)),
            Highlight::LastMove => Shader::SolidColor(opaque(last_move)),
            Highlight::Check => {
                glow_shader(atlas, plain, layout.center(square), layout.pitch() / 2.0)
            }
        };
        if let Some(path) = diamond(layout.corners(square)) {
            let paint = Paint {
                shader,
                ..Paint::default()
            };
            pixmap.fill_path(
                &path,
                &paint,
                FillRule::Winding,
                Transform::identity(),
                None,
            );
        }
    }
    for square in layout.shape.squares() {
        let sprite = sprite_on(scene, square);
        if let Some(sprite) = sprite.and_then(|sprite| atlas.sprite(sprite)) {
            let center = layout.center(square);
            let half = to_f32(layout.side) / 2.0;
            pixmap.draw_pixmap(
                round(center.x - half),
                round(center.y - half),
                sprite.as_ref(),
                &PixmapPaint::default(),
                Transform::identity(),
                None,
            );
        }
    }
    let indices = Quantizer::new(&atlas.palette).indices(&pixmap);
    GrayImage::from_raw(layout.width, layout.height, indices)
        .map_or_else(blank, |pixels| Canvas { pixels })
}

fn diamond(corners: [geometry::Point; 4]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let [first, rest @ ..] = corners;
    builder.move_to(first.x, first.y);
    for corner in rest {
        builder.line_to(corner.x, corner.y);
    }
    builder.close();
    builder.finish()
}

fn glow_shader(atlas: &Atlas, plain: Rgb, center: geometry::Point, radius: f32) -> Shader<'static> {
    const STOPS: u8 = 12;
    let stops = (0..=STOPS).map(|stop| {
        let position = f32::from(stop) / f32::from(STOPS);
        let color = glow_color(atlas.colors, plain, glow(position * 1.25));
        GradientStop::new(position, opaque(color))
    });
    let at = Point::from_xy(center.x, center.y);
    RadialGradient::new(
        at,
        0.0,
        at,
        radius * 1.25,
        stops.collect(),
        SpreadMode::Pad,
        Transform::identity(),
    )
    .unwrap_or(Shader::SolidColor(opaque(plain)))
}

fn opaque([r, g, b]: Rgb) -> Color {
    Color::from_rgba8(r, g, b, 255)
}
