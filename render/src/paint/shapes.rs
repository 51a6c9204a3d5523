//! Shapes that are laid over the board: dots, rings, lines, arrows.

use tiny_skia::{LineCap, LineJoin, Path, PathBuilder, Stroke, StrokeDash};

use super::canvas::Stamp;
use super::geometry::Point;

/// The meaning of an arrow. Kinds differ in form as well as in color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArrowKind {
    /// A suggested move, or one of a chain of captures: broad.
    Move,
    /// A piece repulsed to an empty square: thin.
    Repulsion,
    /// A piece repulsed onto another one, which is captured: thin, in the color of danger.
    RepulsionCapture,
    /// A kidnapped piece: dashed.
    Kidnapping,
    /// A capture of the king: hollow.
    Threat,
}

pub(crate) fn disc(center: Point, radius: f32) -> Stamp {
    stamp(PathBuilder::from_circle(center.x, center.y, radius))
}

/// A circle's outline, whose middle has this radius.
pub(crate) fn ring(center: Point, radius: f32, width: f32) -> Stamp {
    let circle = PathBuilder::from_circle(center.x, center.y, radius);
    stamp(circle.and_then(|circle| circle.stroke(&pen(width), 1.0)))
}

/// The outline of a polygon, half of it on either side of the edges.
pub(crate) fn outline(corners: &[Point], width: f32) -> Stamp {
    stamp(polygon(corners).and_then(|path| path.stroke(&pen(width), 1.0)))
}

pub(crate) fn polyline(points: &[Point], width: f32) -> Stamp {
    stamp(line(points).and_then(|path| path.stroke(&pen(width), 1.0)))
}

pub(crate) fn dashed_polyline(points: &[Point], width: f32) -> Stamp {
    let dashed = line(points).and_then(|path| {
        let dash = StrokeDash::new(vec![width * 2.5, width * 2.0], 0.0)?;
        path.dash(&dash, 1.0)?.stroke(&pen(width), 1.0)
    });
    stamp(dashed)
}

/// An arrow between the centers of two squares, on a board whose squares are `pitch` pixels wide: the casing around it,
/// and the arrow itself.
pub(crate) fn arrow(from: Point, to: Point, pitch: f32, kind: ArrowKind) -> [Stamp; 2] {
    let Some(path) = arrow_path(from, to, pitch, kind) else {
        return [Stamp::empty(), Stamp::empty()];
    };
    if kind == ArrowKind::Threat {
        let outline = stamp(path.stroke(&pen(pitch * 0.05), 1.0));
        return [Stamp::of(&path), outline];
    }
    let edge = Stroke {
        width: 2.0 * (pitch / 45.0).max(0.8),
        line_join: LineJoin::Round,
        ..Stroke::default()
    };
    let arrow = Stamp::of(&path);
    [stamp(path.stroke(&edge, 1.0)).without(&arrow), arrow]
}

fn arrow_path(from: Point, to: Point, pitch: f32, kind: ArrowKind) -> Option<Path> {
    let width = match kind {
        ArrowKind::Move => pitch * 0.17,
        ArrowKind::Threat => pitch * 0.14,
        ArrowKind::Repulsion | ArrowKind::RepulsionCapture | ArrowKind::Kidnapping => pitch * 0.11,
    };
    let distance = from.distance(to);
    if distance < pitch * 0.2 {
        return None;
    }
    let at = |pixels: f32| from.toward(to, pixels / distance);
    let (tail, tip) = (at(pitch * 0.22), at(distance - pitch * 0.08));
    let head = (width * 2.1).min(distance * 0.45);
    let neck = at(distance - pitch * 0.08 - head);
    // A unit vector across the arrow.
    let across = Point::new((from.y - to.y) / distance, (to.x - from.x) / distance);
    let side = |at: Point, by: f32| Point::new(at.x + across.x * by, at.y + across.y * by);
    if kind == ArrowKind::Threat {
        let (shaft, wing) = (width * 0.5, width * 1.6);
        return polygon(&[
            side(tail, shaft),
            side(neck, shaft),
            side(neck, wing),
            tip,
            side(neck, -wing),
            side(neck, -shaft),
            side(tail, -shaft),
        ]);
    }
    let mut builder = PathBuilder::new();
    let mut stroke = Stroke {
        width,
        line_cap: LineCap::Round,
        ..Stroke::default()
    };
    if kind == ArrowKind::Kidnapping {
        stroke.line_cap = LineCap::Butt;
        stroke.dash = StrokeDash::new(vec![width * 1.25, width * 0.75], 0.0);
    }
    // The shaft runs a little into the head, so that no seam shows.
    let shaft_end = neck.toward(tip, 0.1);
    if let Some(shaft) = line(&[tail, shaft_end]).and_then(|shaft| match &stroke.dash {
        Some(dash) => shaft.dash(dash, 1.0)?.stroke(&stroke, 1.0),
        None => shaft.stroke(&stroke, 1.0),
    }) {
        builder.push_path(&shaft);
    }
    if let Some(head) = polygon(&clockwise([
        side(neck, head * 0.62),
        tip,
        side(neck, -head * 0.62),
    ])) {
        builder.push_path(&head);
    }
    builder.finish()
}

/// Overlapping parts of a path add up only if they run in the same direction.
fn clockwise(corners: [Point; 3]) -> [Point; 3] {
    let [a, b, c] = corners;
    let area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    if area < 0.0 { [a, c, b] } else { corners }
}

fn pen(width: f32) -> Stroke {
    Stroke {
        width,
        line_join: LineJoin::Miter,
        line_cap: LineCap::Round,
        ..Stroke::default()
    }
}

/// The inside of a path, if there is one.
pub(crate) fn stamp(path: Option<Path>) -> Stamp {
    path.map_or_else(Stamp::empty, |path| Stamp::of(&path))
}

pub(crate) fn polygon(corners: &[Point]) -> Option<Path> {
    let mut builder = trace(corners);
    builder.close();
    builder.finish()
}

fn line(points: &[Point]) -> Option<Path> {
    trace(points).finish()
}

fn trace(points: &[Point]) -> PathBuilder {
    let mut builder = PathBuilder::new();
    for (place, point) in points.iter().enumerate() {
        match place {
            0 => builder.move_to(point.x, point.y),
            _ => builder.line_to(point.x, point.y),
        }
    }
    builder
}
