//! Boards turned by 45 degrees. Squares are lozenges here, so nothing can be copied in rectangles: the board is drawn
//! in full color and brought into the palette afterward.

use image::GrayImage;
use tiny_skia::{
    Color, FillRule, GradientStop, Paint, Path, PathBuilder, Pixmap, PixmapPaint, Point,
    RadialGradient, Shader, SpreadMode, Transform,
};

use crate::atlas::{Atlas, Mark, Memo, glow};
use crate::board::ground;
use crate::canvas::Canvas;
use crate::layout::{Layout, Spot, round, to_f32};
use crate::palette::glow_color;
use crate::pieces::Figure;
use crate::scene::Scene;
use crate::theme::Rgb;

/// Squares and pieces on the frame's color.
pub(crate) fn draw(scene: &Scene, layout: &Layout, atlas: &Atlas, memo: &mut Memo<'_>) -> Canvas {
    let blank = || {
        Canvas::new(
            layout.width,
            layout.height,
            atlas.ground_index(atlas.theme.frame),
        )
    };
    let Some(mut pixmap) = Pixmap::new(layout.width, layout.height) else {
        return blank();
    };
    pixmap.fill(opaque(atlas.theme.frame));
    for square in layout.shape.squares() {
        let ground = ground(scene, square);
        let plain = atlas.theme.plain[ground.field as usize];
        let shader = match ground.mark {
            Mark::Plain => Shader::SolidColor(opaque(plain)),
            Mark::Last => Shader::SolidColor(opaque(atlas.theme.last[ground.field as usize])),
            Mark::Check => glow_shader(atlas, plain, layout.center(square), layout.pitch() / 2.0),
        };
        if let Some(path) = lozenge(layout.corners(square)) {
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
    let family = scene.variant.family();
    for square in layout.shape.squares() {
        let figure = scene
            .piece_at(square)
            .map(|piece| Figure::of(piece, family));
        if let Some(piece) = figure.and_then(|figure| figure.raster(atlas.theme, layout.side)) {
            let Spot { x, y } = layout.center(square);
            let half = to_f32(layout.side) / 2.0;
            let (x, y) = (round(x - half), round(y - half));
            pixmap.draw_pixmap(
                x,
                y,
                piece.as_ref(),
                &PixmapPaint::default(),
                Transform::identity(),
                None,
            );
        }
    }
    GrayImage::from_raw(layout.width, layout.height, memo.indices(&pixmap))
        .map_or_else(blank, |pixels| Canvas { pixels })
}

fn lozenge(corners: [Spot; 4]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let [first, rest @ ..] = corners;
    builder.move_to(first.x, first.y);
    for corner in rest {
        builder.line_to(corner.x, corner.y);
    }
    builder.close();
    builder.finish()
}

fn glow_shader(atlas: &Atlas, plain: Rgb, center: Spot, radius: f32) -> Shader<'static> {
    const STOPS: u8 = 12;
    let stops = (0..=STOPS).map(|stop| {
        let place = f32::from(stop) / f32::from(STOPS);
        let color = glow_color(atlas.theme, plain, glow(place * 1.25));
        GradientStop::new(place, opaque(color))
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
