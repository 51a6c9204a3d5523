//! Places of squares, coordinates and bars in pixels, for every shape and either view.

use pictures::{Rotation, Size};
use rules_core::{Color, Shape, Square};

use crate::paint::geometry::{Area, Point, round, to_f32, to_i32, to_u32};

/// The places of a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Layout {
    pub(crate) shape: Shape,
    pub(crate) viewer: Color,
    pub(crate) rotation: Rotation,
    /// Width and height of the box that a piece is drawn in: an upright square.
    pub(crate) side: u32,
    /// Upright, the distance of neighboring centers; diagonal, half of a square's diagonal across.
    step: f32,
    /// Like `step`, downward.
    step_down: f32,
    /// Width and height of the board.
    pub(crate) board: (u32, u32),
    left: f32,
    top: f32,
    /// Width and height of the whole picture.
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Width of the frame.
    pub(crate) margin: u32,
    /// Height of a player's bar; 0 without bars.
    pub(crate) bar: u32,
    /// Height of the banner; 0 without one.
    pub(crate) banner: u32,
}

/// Parts around the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extras {
    pub(crate) bars: bool,
    pub(crate) banner: bool,
}

/// Ratio of height to width of a square where the fighting line is horizontal. That board is three times as wide as it is
/// high, so its squares would be tiny on a phone. Its pictures have height to spare.
const STRETCH: u32 = 2;

/// Boards of more ranks get a larger picture, so that their squares stay readable.
const GROWS_BEYOND: u32 = 9;

/// Squares along the edge of the board that a [`Size`] describes.
fn standard() -> u32 {
    Shape::Square64.ranks().into()
}

impl Layout {
    pub(crate) fn new(
        shape: Shape,
        viewer: Color,
        rotation: Rotation,
        size: Size,
        extras: Extras,
    ) -> Self {
        let edge = u32::from(size.get());
        let (files, ranks) = (u32::from(shape.files()), u32::from(shape.ranks()));
        let longer = files.max(ranks);
        let scaled = |pixels: u32| edge * pixels / u32::from(Size::DESKTOP.get());
        let has_two_digits = ranks > 9;
        let is_flat = shape.has_line() && rotation == Rotation::Diagonal;
        // Names are beside the slanted edges of a rotated board, within its width.
        let margin = scaled(match (rotation, has_two_digits) {
            (Rotation::Diagonal, _) => 12,
            (Rotation::Upright, true) => 38,
            (Rotation::Upright, false) => 28,
        });
        let room = edge * longer.max(GROWS_BEYOND) / GROWS_BEYOND - 2 * margin;
        let bar = if extras.bars { scaled(64) } else { 0 };
        let banner = if extras.banner { scaled(46) } else { 0 };
        let (box_side, step, step_down, extent) = match rotation {
            Rotation::Upright => {
                let step = room / longer.max(standard());
                let extent = (files * step, ranks * step);
                (step, to_f32(step), to_f32(step), extent)
            }
            Rotation::Diagonal => {
                let (across, down) = diagonal_extent(shape, viewer);
                // Whole pixels, so that all squares are alike.
                let step = (edge - 2 * margin) / across.max(down);
                let step_down = step * if is_flat { STRETCH } else { 1 };
                // Pieces in neighboring rows may not hide each other.
                let box_side = to_u32(to_f32(step) * if is_flat { 1.94 } else { 1.7 });
                let extent = (across * step, down * step_down);
                (box_side, to_f32(step), to_f32(step_down), extent)
            }
        };
        let frame = match rotation {
            Rotation::Upright if longer == standard() => (edge - longer * box_side) / 2,
            Rotation::Upright => margin,
            Rotation::Diagonal => (edge - extent.0.min(edge)) / 2,
        };
        // Margins above and below the squares' names; less where a side has no names.
        let (above, right, below) = match rotation {
            _ if !shape.has_line() => (frame, frame, frame),
            Rotation::Diagonal => (scaled(30), frame, scaled(30)),
            Rotation::Upright => (frame, scaled(10), scaled(10)),
        };
        Self {
            shape,
            viewer,
            rotation,
            side: box_side,
            step,
            step_down,
            board: extent,
            left: to_f32(frame),
            top: to_f32(above + bar),
            width: extent.0 + frame + right,
            height: extent.1 + above + below + 2 * bar + banner,
            margin: frame,
            bar,
            banner,
        }
    }

    pub(crate) fn center(&self, square: Square) -> Point {
        let (column, row) = cell(self.shape, self.viewer, square);
        self.point(column, row)
    }

    fn point(&self, column: f32, row: f32) -> Point {
        match self.rotation {
            Rotation::Upright => Point::new(
                self.left + (column + 0.5) * self.step,
                self.top + (row + 0.5) * self.step,
            ),
            Rotation::Diagonal => {
                let (x, y) = rotate(self.shape, column, row);
                let (least_x, least_y) = least_rotated(self.shape, self.viewer);
                Point::new(
                    self.left + (x - least_x + 1.0) * self.step,
                    self.top + (y - least_y + 1.0) * self.step_down,
                )
            }
        }
    }

    /// Distance between opposite edges of a square.
    pub(crate) fn pitch(&self) -> f32 {
        match self.rotation {
            Rotation::Upright => self.step,
            Rotation::Diagonal => {
                2.0 * self.step * self.step_down / self.step.hypot(self.step_down)
            }
        }
    }

    /// The corners of a square, clockwise.
    pub(crate) fn corners(&self, square: Square) -> [Point; 4] {
        let Point { x, y } = self.center(square);
        let half = self.step / 2.0;
        match self.rotation {
            Rotation::Upright => [
                Point::new(x - half, y - half),
                Point::new(x + half, y - half),
                Point::new(x + half, y + half),
                Point::new(x - half, y + half),
            ],
            Rotation::Diagonal => [
                Point::new(x, y - self.step_down),
                Point::new(x + self.step, y),
                Point::new(x, y + self.step_down),
                Point::new(x - self.step, y),
            ],
        }
    }

    /// The edge between two neighbors.
    pub(crate) fn shared_edge(&self, square: Square, next: Square) -> [Point; 2] {
        let middle = self.center(square).toward(self.center(next), 0.5);
        let mut corners = self.corners(square);
        corners.sort_by(|a, b| a.distance(middle).total_cmp(&b.distance(middle)));
        [corners[0], corners[1]]
    }

    /// A square with each of its neighbors along files and ranks.
    pub(crate) fn neighbors(self, square: Square) -> impl Iterator<Item = (Square, Square)> {
        let steps = [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter();
        steps.filter_map(move |(df, dr)| Some((square, self.shape.offset(square, df, dr)?)))
    }

    /// Width of the lines between parts of the board.
    pub(crate) fn border_width(&self) -> f32 {
        (self.pitch() / 16.0).max(2.0)
    }

    /// The top left corner of the board.
    pub(crate) const fn origin(&self) -> Point {
        Point::new(self.left, self.top)
    }

    /// The top left pixel of the box of a square's piece.
    pub(crate) fn corner(&self, square: Square) -> (i32, i32) {
        let Point { x, y } = self.center(square);
        let half = to_f32(self.side) / 2.0;
        (round(x - half), round(y - half))
    }

    /// The coordinates and the center of each: ranks on the left, files below. On the staircase letters would meet digits
    /// there, so its files are above; where it lies flat, the outermost squares are named in full.
    pub(crate) fn labels(&self) -> Vec<(String, Point)> {
        if self.labels_follow_board() && self.rotation == Rotation::Diagonal {
            return self.outermost_names();
        }
        let shape = self.shape;
        let gap = match self.rotation {
            _ if self.labels_follow_board() => self.label_size() * 0.85,
            Rotation::Upright => to_f32(self.margin) / 2.0,
            Rotation::Diagonal => self.label_size() * 0.6,
        };
        let beside = 0.5 + gap / self.pitch();
        let below = f32::from(shape.ranks()) - 1.0 + beside;
        let follows = self.labels_follow_board();
        let mut labels = Vec::new();
        for rank in 0..shape.ranks() {
            let squares = (0..shape.files()).filter_map(|file| shape.at(file, rank));
            let cells = squares.map(|square| cell(self.shape, self.viewer, square));
            let first = cells.reduce(|a, b| if b.0 < a.0 { b } else { a });
            if let Some((column, row)) = first {
                let column = if follows { column } else { 0.0 };
                labels.push((format!("{}", rank + 1), self.point(column - beside, row)));
            }
        }
        for (file, letter) in (0..shape.files()).zip('a'..='z') {
            let squares = (0..shape.ranks()).filter_map(|rank| shape.at(file, rank));
            let cells = squares.map(|square| cell(self.shape, self.viewer, square));
            let highest = cells.reduce(|a, b| if b.1 < a.1 { b } else { a });
            if let Some((column, row)) = highest {
                let row = if follows { row - beside } else { below };
                labels.push((letter.to_string(), self.point(column, row)));
            }
        }
        labels
    }

    /// The names of the fighting line's squares, which are inside them: where it lies flat, below the piece; upright, in
    /// the corner that pieces leave free.
    pub(crate) fn line_names(&self) -> Vec<(String, Point)> {
        let size = self.line_name_size();
        let name = |square| {
            let Point { x, y } = self.center(square);
            let name = self.shape.name(square).to_string();
            let at = match self.rotation {
                Rotation::Upright => {
                    let half = name.chars().map(|_| size * 0.35).sum::<f32>();
                    let (left, top) = (x - self.step / 2.0, y - self.step / 2.0);
                    Point::new(left + half, top + size * 0.7)
                }
                Rotation::Diagonal => Point::new(x, y + self.step_down * 0.6),
            };
            (name, at)
        };
        self.shape.line().iter().map(name).collect()
    }

    /// Size of the names on the fighting line, in pixels to the em.
    pub(crate) fn line_name_size(&self) -> f32 {
        match self.rotation {
            Rotation::Upright => self.step * 0.21,
            Rotation::Diagonal => self.step * 0.52,
        }
    }

    /// The names of the first and last row's squares, and of those at the ends of the rows between that have no names
    /// inside.
    fn outermost_names(&self) -> Vec<(String, Point)> {
        let squares = self.shape.squares().iter();
        let centers: Vec<(Square, Point)> = squares.map(|at| (at, self.center(at))).collect();
        let size = self.label_size();
        let beyond = self.step_down + size * 0.6;
        let aside = (
            self.step / 2.0 + size * 0.85,
            self.step_down / 2.0 + size * 0.3,
        );
        let label = |&(square, Point { x, y }): &(Square, Point)| {
            let is_last = |beats: fn(f32, f32) -> bool| !centers.iter().any(|(_, c)| beats(c.y, y));
            let is_beside = |(_, other): &&(Square, Point)| (other.y - y).abs() < 1.0;
            let mut row = centers.iter().filter(is_beside);
            let at = if self.shape.line().contains(square) {
                return None;
            } else if is_last(|other, y| other > y + 1.0) {
                Point::new(x, y + beyond)
            } else if is_last(|other, y| other < y - 1.0) {
                Point::new(x, y - beyond)
            } else if row.clone().all(|(_, other)| other.x > x - 1.0) {
                Point::new(x - aside.0, y + aside.1)
            } else if row.all(|(_, other)| other.x < x + 1.0) {
                Point::new(x + aside.0, y - aside.1)
            } else {
                return None;
            };
            Some((self.shape.name(square).to_string(), at))
        };
        centers.iter().filter_map(label).collect()
    }

    /// Size of the coordinates, in pixels to the em.
    pub(crate) fn label_size(&self) -> f32 {
        let is_small = self.labels_follow_board() && self.rotation == Rotation::Upright;
        let share = if is_small { 0.75 } else { 1.0 };
        to_f32(self.width.max(self.height)) * 22.0 / 720.0 * share
    }

    /// On the staircase the frame is too far from most squares, so there the coordinates are along the board's edge.
    fn labels_follow_board(&self) -> bool {
        self.shape.has_line()
    }

    /// The bar of a player: below the board for the viewer's side, above it for the other.
    pub(crate) fn bar_area(&self, color: Color) -> Area {
        let below = self.height - self.bar - self.banner;
        let y = if color == self.viewer { below } else { 0 };
        Area {
            x: 0,
            y: to_i32(y),
            width: self.width,
            height: self.bar,
        }
    }

    pub(crate) fn banner_area(&self) -> Area {
        Area {
            x: 0,
            y: to_i32(self.height - self.banner),
            width: self.width,
            height: self.banner,
        }
    }
}

/// Column and row of a square for the viewer, from the top left.
fn cell(shape: Shape, viewer: Color, square: Square) -> (f32, f32) {
    let (file, rank) = (f32::from(shape.file(square)), f32::from(shape.rank(square)));
    let (files, ranks) = (f32::from(shape.files()), f32::from(shape.ranks()));
    match viewer {
        Color::White => (file, ranks - 1.0 - rank),
        Color::Black => (files - 1.0 - file, rank),
    }
}

/// Column and row rotated by 45 degrees, so that the armies face each other from top to bottom: in Legan Chess along the
/// diagonal from h1 to a8, on the staircase along the other.
fn rotate(shape: Shape, column: f32, row: f32) -> (f32, f32) {
    if shape.has_line() {
        (column + row, row - column)
    } else {
        (column - row, column + row)
    }
}

fn rotated(shape: Shape, viewer: Color) -> impl Iterator<Item = (f32, f32)> {
    shape.squares().iter().map(move |square| {
        let (column, row) = cell(shape, viewer, square);
        rotate(shape, column, row)
    })
}

fn least_rotated(shape: Shape, viewer: Color) -> (f32, f32) {
    rotated(shape, viewer).fold((f32::MAX, f32::MAX), |least, at| {
        (least.0.min(at.0), least.1.min(at.1))
    })
}

/// Width and height of a rotated board in half diagonals of a square.
fn diagonal_extent(shape: Shape, viewer: Color) -> (u32, u32) {
    let least = least_rotated(shape, viewer);
    let most = rotated(shape, viewer).fold((f32::MIN, f32::MIN), |most, at| {
        (most.0.max(at.0), most.1.max(at.1))
    });
    (to_u32(most.0 - least.0) + 2, to_u32(most.1 - least.1) + 2)
}

#[cfg(test)]
mod tests {
    use rules_core::Variant;

    use super::*;

    const EXTRAS: Extras = Extras {
        bars: true,
        banner: false,
    };

    fn layout(variant: Variant, viewer: Color, rotation: Rotation) -> Layout {
        Layout::new(variant.shape(), viewer, rotation, Size::DESKTOP, EXTRAS)
    }

    /// Left, top, right and bottom of a label, generously.
    fn extent(label: &str, center: Point, size: f32) -> [f32; 4] {
        let half = label.chars().map(|_| size * 0.32).sum::<f32>();
        let (x, y) = (center.x, center.y);
        [x - half, y - size * 0.4, x + half, y + size * 0.4]
    }

    #[test]
    fn labels_touch_neither_each_other_nor_the_edge() {
        for (variant, rotation) in [
            (Variant::Leap, Rotation::Upright),
            (Variant::Legan, Rotation::Upright),
            (Variant::Legan, Rotation::Diagonal),
            (Variant::Toto40, Rotation::Upright),
            (Variant::Toto40, Rotation::Diagonal),
        ] {
            for viewer in Color::ALL {
                let layout = layout(variant, viewer, rotation);
                let (width, height) = (to_f32(layout.width), to_f32(layout.height));
                let labels = layout.labels();
                let extents: Vec<_> = labels
                    .iter()
                    .map(|(label, center)| extent(label, *center, layout.label_size()))
                    .collect();
                for (i, a) in extents.iter().enumerate() {
                    let inside = a[0] >= 0.0 && a[1] >= 0.0 && a[2] <= width && a[3] <= height;
                    assert!(inside, "{variant} {viewer:?} {rotation:?} {:?}", labels[i]);
                    for (j, b) in extents.iter().enumerate().skip(i + 1) {
                        let apart = a[2] < b[0] || b[2] < a[0] || a[3] < b[1] || b[3] < a[1];
                        let both = (&labels[i], &labels[j]);
                        assert!(apart, "{variant} {viewer:?} {rotation:?} {both:?}");
                    }
                }
            }
        }
    }

    /// The edge of a square with the area of those on a board in its picture, as a chat shows it: at most this wide and high.
    fn edge(layout: &Layout, width: f32, height: f32) -> f32 {
        let scale = (width / to_f32(layout.width)).min(height / to_f32(layout.height));
        let area = match layout.rotation {
            Rotation::Upright => layout.step * layout.step_down,
            Rotation::Diagonal => 2.0 * layout.step * layout.step_down,
        };
        scale * area.sqrt()
    }

    fn on_desktop(variant: Variant, rotation: Rotation) -> f32 {
        edge(&layout(variant, Color::White, rotation), 550.0, 350.0)
    }

    fn on_phone(variant: Variant, rotation: Rotation) -> f32 {
        edge(&layout(variant, Color::White, rotation), 350.0, f32::MAX)
    }

    #[test]
    fn the_names_on_the_fighting_line_are_in_their_squares() {
        for viewer in Color::ALL {
            for &rotation in Rotation::ALL {
                let layout = layout(Variant::Toto40, viewer, rotation);
                let line = layout.shape.line();
                let names = layout.line_names();
                assert_eq!(names.len(), line.len());
                for (square, (name, at)) in line.iter().zip(&names) {
                    assert_eq!(*name, layout.shape.name(square).to_string());
                    let corners = layout.corners(square);
                    let [left, top, right, bottom] = extent(name, *at, layout.line_name_size());
                    let (xs, ys) = (corners.map(|at| at.x), corners.map(|at| at.y));
                    let within = |from: f32, to: f32, edges: [f32; 4]| {
                        edges.iter().any(|&edge| edge <= from)
                            && edges.iter().any(|&edge| to <= edge)
                    };
                    assert!(within(left, right, xs) && within(top, bottom, ys), "{name}");
                }
            }
        }
    }

    #[test]
    fn a_corner_board_has_pieces_nearly_as_large_as_an_upright_one() {
        let piece = |rotation| layout(Variant::Legan, Color::White, rotation).side;
        let (corner, upright) = (piece(Rotation::Diagonal), piece(Rotation::Upright));
        assert!(corner * 100 >= upright * 85, "{corner} and {upright}");
    }

    #[test]
    fn toto40_has_squares_as_large_as_the_other_games() {
        let usual = on_desktop(Variant::Toto40, Rotation::usual(Variant::Toto40.family()));
        let other = on_desktop(Variant::Latrunculi, Rotation::Upright);
        assert!(usual >= other, "{usual} on a desktop, others {other}");
        // Eight squares of the line side by side can't be as wide as eight squares of a rank.
        let flat = on_phone(Variant::Toto40, Rotation::Diagonal);
        let upright = on_phone(Variant::Toto40, Rotation::Upright);
        let other = on_phone(Variant::Latrunculi, Rotation::Upright);
        assert!(flat >= 0.8 * other, "{flat} on a phone, others {other}");
        assert!(upright >= other, "{upright} on a phone, others {other}");
    }
}
