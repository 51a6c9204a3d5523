//! Where things are: squares, coordinates and bars in pixels, for every shape and either view.

use rules_core::{Color, Shape, Square};

use crate::canvas::Area;

/// How large a picture is: the edge of an 8x8 board with its frame, in pixels. Other shapes follow in proportion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(u16);

impl Size {
    /// For small screens and slow lines.
    pub const PHONE: Self = Self(480);
    /// Twice what a chat shows on a desktop, so that it stays sharp.
    pub const DESKTOP: Self = Self(720);

    /// A size in pixels, brought into the range 160 to 1080.
    #[must_use]
    pub const fn pixels(pixels: u16) -> Self {
        match pixels {
            0..160 => Self(160),
            160..=1080 => Self(pixels),
            _ => Self(1080),
        }
    }

    /// The edge of an 8x8 board with its frame.
    #[must_use]
    pub const fn get(self) -> u16 {
        self.0
    }
}

impl Default for Size {
    fn default() -> Self {
        Self::DESKTOP
    }
}

/// How the board lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Slant {
    /// Ranks level, files upright.
    #[default]
    Upright,
    /// Turned by 45 degrees, the viewer's corner down, as Legan Chess is best seen.
    Turned,
}

/// The places of one picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Layout {
    pub(crate) shape: Shape,
    pub(crate) viewer: Color,
    pub(crate) slant: Slant,
    /// Width and height of the box that a piece is drawn in; of a whole square where the board is upright.
    pub(crate) side: u32,
    /// Between the centers of neighboring squares, upright; half a diagonal, turned.
    step: f32,
    /// The board's top left corner.
    left: f32,
    top: f32,
    /// Of the whole picture.
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Width of the frame.
    pub(crate) margin: u32,
    /// Height of a player's bar; 0 without bars.
    pub(crate) bar: u32,
    /// Height of the banner; 0 without one.
    pub(crate) banner: u32,
}

/// What a picture has beside its board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extras {
    pub(crate) bars: bool,
    pub(crate) banner: bool,
}

/// A point in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Spot {
    pub(crate) x: f32,
    pub(crate) y: f32,
}

impl Spot {
    pub(crate) const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// The point `amount` of the way to another.
    pub(crate) fn toward(self, other: Self, amount: f32) -> Self {
        Self::new(
            self.x + (other.x - self.x) * amount,
            self.y + (other.y - self.y) * amount,
        )
    }

    pub(crate) fn distance(self, other: Self) -> f32 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

impl Layout {
    pub(crate) fn new(
        shape: Shape,
        viewer: Color,
        slant: Slant,
        size: Size,
        extras: Extras,
    ) -> Self {
        let edge = u32::from(size.get());
        let (files, ranks) = (u32::from(shape.files()), u32::from(shape.ranks()));
        // Ranks above 9 have two digits.
        let margin = edge * if ranks > 9 { 38 } else { 28 } / 720;
        // A tall board gets more pixels, or its squares would be too small to read.
        let longer = files.max(ranks);
        let room = edge * longer.max(9) / 9 - 2 * margin;
        let bar = if extras.bars { edge * 40 / 720 } else { 0 };
        let banner = if extras.banner { edge * 46 / 720 } else { 0 };
        let (box_side, step, extent) = match slant {
            Slant::Upright => {
                let step = room / longer.max(8);
                (step, to_f32(step), (files * step, ranks * step))
            }
            Slant::Turned => {
                let (across, down) = turned_extent(shape, viewer);
                let diagonal = 2.0 * to_f32(edge - 2 * margin) / to_f32(across.max(down));
                let box_side = to_u32(diagonal * 0.7);
                let half = |cells: u32| to_u32(to_f32(cells) * diagonal / 2.0);
                (box_side, diagonal / 2.0, (half(across), half(down)))
            }
        };
        let frame = if slant == Slant::Upright && longer == 8 {
            (edge - 8 * box_side) / 2
        } else {
            margin
        };
        Self {
            shape,
            viewer,
            slant,
            side: box_side,
            step,
            left: to_f32(frame),
            top: to_f32(frame + bar),
            width: extent.0 + 2 * frame,
            height: extent.1 + 2 * frame + 2 * bar + banner,
            margin: frame,
            bar,
            banner,
        }
    }

    /// Column and row of a square as the viewer sees it, from the top left.
    fn cell(&self, square: Square) -> (f32, f32) {
        let (file, rank) = (self.shape.file(square), self.shape.rank(square));
        self.view(f32::from(file), f32::from(rank))
    }

    fn view(&self, file: f32, rank: f32) -> (f32, f32) {
        let (files, ranks) = (f32::from(self.shape.files()), f32::from(self.shape.ranks()));
        match self.viewer {
            Color::White => (file, ranks - 1.0 - rank),
            Color::Black => (files - 1.0 - file, rank),
        }
    }

    /// The middle of a square.
    pub(crate) fn center(&self, square: Square) -> Spot {
        let (column, row) = self.cell(square);
        self.spot(column, row)
    }

    fn spot(&self, column: f32, row: f32) -> Spot {
        match self.slant {
            Slant::Upright => Spot::new(
                self.left + (column + 0.5) * self.step,
                self.top + (row + 0.5) * self.step,
            ),
            Slant::Turned => {
                let (x, y) = turn(self.shape, column, row);
                let (least_x, least_y) = least_turned(self.shape, self.viewer);
                Spot::new(
                    self.left + (x - least_x + 1.0) * self.step,
                    self.top + (y - least_y + 1.0) * self.step,
                )
            }
        }
    }

    /// Distance between the centers of two squares that share an edge.
    pub(crate) fn pitch(&self) -> f32 {
        match self.slant {
            Slant::Upright => self.step,
            Slant::Turned => self.step * std::f32::consts::SQRT_2,
        }
    }

    /// The corners of a square, in order round it.
    pub(crate) fn corners(&self, square: Square) -> [Spot; 4] {
        let Spot { x, y } = self.center(square);
        let half = self.step / 2.0;
        match self.slant {
            Slant::Upright => [
                Spot::new(x - half, y - half),
                Spot::new(x + half, y - half),
                Spot::new(x + half, y + half),
                Spot::new(x - half, y + half),
            ],
            Slant::Turned => [
                Spot::new(x, y - self.step),
                Spot::new(x + self.step, y),
                Spot::new(x, y + self.step),
                Spot::new(x - self.step, y),
            ],
        }
    }

    /// The top left pixel of the box a square's piece is drawn in.
    pub(crate) fn corner(&self, square: Square) -> (u32, u32) {
        let Spot { x, y } = self.center(square);
        let half = to_f32(self.side) / 2.0;
        (to_u32(x - half), to_u32(y - half))
    }

    /// The coordinates as text and the middle of each: rank names left of their ranks, file letters below their files.
    /// On the turned staircase letters and digits would meet, so there the outermost squares are named in full.
    pub(crate) fn labels(&self) -> Vec<(String, Spot)> {
        if self.hugs() && self.slant == Slant::Turned {
            return self.outermost_names();
        }
        let shape = self.shape;
        let gap = if self.hugs() {
            self.label_size() * 0.85
        } else {
            to_f32(self.margin) / 2.0
        };
        let beside = 0.5 + gap / self.pitch();
        let mut labels = Vec::new();
        for rank in 0..shape.ranks() {
            let squares = (0..shape.files()).filter_map(|file| shape.at(file, rank));
            let first = squares
                .map(|square| self.cell(square))
                .reduce(|a, b| if b.0 < a.0 { b } else { a });
            if let Some((column, row)) = first {
                let column = if self.hugs() { column } else { 0.0 };
                labels.push((format!("{}", rank + 1), self.spot(column - beside, row)));
            }
        }
        for (file, letter) in (0..shape.files()).zip('a'..='z') {
            let squares = (0..shape.ranks()).filter_map(|rank| shape.at(file, rank));
            let lowest = squares
                .map(|square| self.cell(square))
                .reduce(|a, b| if b.1 > a.1 { b } else { a });
            if let Some((column, row)) = lowest {
                let bottom = f32::from(shape.ranks()) - 1.0;
                let row = if self.hugs() { row } else { bottom };
                labels.push((letter.to_string(), self.spot(column, row + beside)));
            }
        }
        labels
    }

    fn outermost_names(&self) -> Vec<(String, Spot)> {
        let centers = || {
            self.shape
                .squares()
                .iter()
                .map(|square| (square, self.center(square)))
        };
        let most = centers()
            .map(|(_, center)| center.y)
            .fold(f32::MIN, f32::max);
        let least = centers()
            .map(|(_, center)| center.y)
            .fold(f32::MAX, f32::min);
        let beyond = self.step + self.label_size() * 0.6;
        let name = |(square, Spot { x, y }): (Square, Spot)| {
            let y = match y {
                y if most - y < 1.0 => y + beyond,
                y if y - least < 1.0 => y - beyond,
                _ => return None,
            };
            Some((self.shape.name(square).to_string(), Spot::new(x, y)))
        };
        centers().filter_map(name).collect()
    }

    /// Size of the coordinates, in pixels to the em.
    pub(crate) fn label_size(&self) -> f32 {
        to_f32(self.width.max(self.height)) * 22.0 / 720.0 * if self.hugs() { 0.75 } else { 1.0 }
    }

    /// On the staircase the frame is too far from most squares, so there the coordinates follow the board's edge.
    fn hugs(&self) -> bool {
        self.shape == Shape::Staircase40
    }

    /// The bar of the player at the bottom (the viewer's side) or at the top.
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

    /// The banner's place, under everything.
    pub(crate) fn banner_area(&self) -> Area {
        Area {
            x: 0,
            y: to_i32(self.height - self.banner),
            width: self.width,
            height: self.banner,
        }
    }
}

/// Column and row turned by 45 degrees. Legan's armies face each other along the long diagonal from h1 to a8; on the
/// staircase they do along the other.
fn turn(shape: Shape, column: f32, row: f32) -> (f32, f32) {
    match shape {
        Shape::Staircase40 => (column + row, row - column),
        Shape::Square64 | Shape::Cornerless44 => (column - row, column + row),
    }
}

fn turned(shape: Shape, viewer: Color) -> impl Iterator<Item = (f32, f32)> {
    shape.squares().iter().map(move |square| {
        let (file, rank) = (f32::from(shape.file(square)), f32::from(shape.rank(square)));
        let (files, ranks) = (f32::from(shape.files()), f32::from(shape.ranks()));
        match viewer {
            Color::White => turn(shape, file, ranks - 1.0 - rank),
            Color::Black => turn(shape, files - 1.0 - file, rank),
        }
    })
}

fn least_turned(shape: Shape, viewer: Color) -> (f32, f32) {
    turned(shape, viewer).fold((f32::MAX, f32::MAX), |least, at| {
        (least.0.min(at.0), least.1.min(at.1))
    })
}

/// Width and height of a turned board in half diagonals.
fn turned_extent(shape: Shape, viewer: Color) -> (u32, u32) {
    let least = least_turned(shape, viewer);
    let most = turned(shape, viewer).fold((f32::MIN, f32::MIN), |most, at| {
        (most.0.max(at.0), most.1.max(at.1))
    });
    (to_u32(most.0 - least.0) + 2, to_u32(most.1 - least.1) + 2)
}

/// Pixels as a float; pictures are far smaller than what a float holds exactly.
#[expect(
    clippy::cast_precision_loss,
    reason = "pictures have at most a few thousand pixels an edge"
)]
pub(crate) const fn to_f32(pixels: u32) -> f32 {
    pixels as f32
}

/// The nearest whole pixel; 0 for what is negative.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the conversion saturates, and negatives are meant to become 0"
)]
pub(crate) const fn to_u32(pixels: f32) -> u32 {
    pixels.round() as u32
}

/// The nearest whole pixel, saturating.
#[expect(clippy::cast_possible_truncation, reason = "the conversion saturates")]
pub(crate) const fn round(pixels: f32) -> i32 {
    pixels.round() as i32
}

/// Pixels as a signed number, saturating.
pub(crate) fn to_i32(pixels: u32) -> i32 {
    i32::try_from(pixels).unwrap_or(i32::MAX)
}
