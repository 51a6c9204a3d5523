//! Boards rotated by 45 degrees. Their squares are diamonds, which cannot be copied as rectangles, and pieces reach beyond
//! them. So the empty board is drawn in full color once and then copied, and marks and pieces are laid over it.

use tiny_skia::{Color, FillRule, Paint, Pixmap, Transform};

use super::layout::Layout;
use super::scene::{Scene, square_color};
use super::{borders, ground, marks_promotion, sprite_on};
use crate::paint::atlas::{Atlas, Backdrop, Highlight, Quantizer, glow};
use crate::paint::canvas::Canvas;
use crate::paint::geometry::{Point, round};
use crate::paint::palette::GLOW;
use crate::paint::shapes;
use crate::paint::theme_colors::{Ink, Rgb};

/// Draws squares, borders and pieces.
pub(super) fn draw(scene: &Scene, layout: &Layout, atlas: &Atlas) -> Canvas {
    let board = (layout.shape, marks_promotion(scene.variant), scene.viewer);
    let backdrop = atlas.backdrop(board, || backdrop(scene, layout, atlas));
    let frame = atlas.palette.nearest(atlas.colors.frame);
    let mut canvas = Canvas::new(layout.width, layout.height, frame);
    let Point { x, y } = layout.origin();
    let (left, top) = (round(x), round(y));
    let board = &backdrop.board;
    canvas.copy(left, top, board.width(), board.pixels.as_raw());
    for square in layout.shape.squares() {
        let Point { x, y } = layout.center(square);
        let (x, y) = (round(x), round(y));
        let ground = ground(scene, square);
        match ground.highlight {
            Highlight::None => {}
            Highlight::LastMove => {
                let tint = atlas.last_move_tint(ground.square);
                canvas.stamp(x, y, &backdrop.square, tint);
            }
            Highlight::Check => canvas.stamp(x, y, &backdrop.glow, atlas.tint(Ink::Danger)),
        }
    }
    for border in &backdrop.borders {
        canvas.stamp(left, top, border, atlas.tint(Ink::Border));
    }
    for square in layout.shape.squares() {
        if let Some(sprite) = sprite_on(scene, square) {
            let (x, y) = layout.corner(square);
            atlas.draw_sprite(sprite, layout.side, (x, y), &mut canvas);
        }
    }
    canvas
}

fn backdrop(scene: &Scene, layout: &Layout, atlas: &Atlas) -> Backdrop {
    let origin = layout.origin();
    let corners = |corners: [Point; 4], from: Point| {
        corners.map(|corner| Point::new(corner.x - from.x, corner.y - from.y))
    };
    let (width, height) = layout.board;
    let mut board = Canvas::new(width, height, atlas.palette.nearest(atlas.colors.frame));
    if let Some(mut pixmap) = Pixmap::new(width, height) {
        pixmap.fill(opaque(atlas.colors.frame));
        for square in layout.shape.squares() {
            let color = atlas.colors.plain[square_color(layout.shape, square) as usize];
            let mut paint = Paint::default();
            paint.set_color(opaque(color));
            if let Some(path) = shapes::polygon(&corners(layout.corners(square), origin)) {
                let (rule, at) = (FillRule::Winding, Transform::identity());
                pixmap.fill_path(&path, &paint, rule, at, None);
            }
        }
        let indices = Quantizer::new(&atlas.palette).indices(&pixmap);
        board.copy(0, 0, width, &indices);
    }
    let first = layout.shape.squares().first();
    let around_center = |square| corners(layout.corners(square), layout.center(square));
    let square = first.and_then(|square| shapes::polygon(&around_center(square)));
    let square = shapes::stamp(square);
    let radius = layout.pitch() / 2.0;
    let glow = square
        .clone()
        .weaken(|x, y| glow(x.hypot(y) / radius) * GLOW / 256);
    let width = layout.border_width();
    let borders = borders(scene.variant, layout).into_iter().map(|edge| {
        let edge = edge.map(|end| Point::new(end.x - origin.x, end.y - origin.y));
        shapes::polyline(&edge, width)
    });
    Backdrop {
        board,
        glow,
        square,
        borders: borders.collect(),
    }
}

fn opaque([r, g, b]: Rgb) -> Color {
    Color::from_rgba8(r, g, b, 255)
}
