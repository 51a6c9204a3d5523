//! A picture of palette indices, and stamps: coverage masks that an ink is laid through.

use image::{GrayImage, Luma};
use tiny_skia::{FillRule, Mask, Path, Transform};

use super::geometry::{Area, round, signed_to_f32, to_i32, to_u32};
use super::palette::{COVERAGE_STEPS, TRANSPARENT, Tint};

/// The widest row of pictures, in pixels.
const MAX_ROW: u32 = 8192;

/// A gray image whose values are palette indices.
#[derive(Debug, Clone)]
pub(crate) struct Canvas {
    pub(crate) pixels: GrayImage,
}

impl Canvas {
    pub(crate) fn new(width: u32, height: u32, ground: u8) -> Self {
        let pixels = vec![ground; width as usize * height as usize];
        Self {
            pixels: GrayImage::from_vec(width, height, pixels).unwrap_or_default(),
        }
    }

    /// Pictures side by side on a ground of one color, as many as fit into [`MAX_ROW`]. Pictures whose outlines fit into
    /// each other, as staircases do, move together until the gap is as narrow as between two boxes.
    pub(crate) fn row(canvases: &[Self], ground: u8) -> Self {
        let mut places: Vec<(u32, &Self)> = Vec::new();
        for canvas in canvases {
            let x = places.last().map_or(0, |&(x, before)| {
                x + before.width() - before.overlap(canvas, ground)
            });
            if x + canvas.width() > MAX_ROW {
                break;
            }
            places.push((x, canvas));
        }
        let ends = places.iter().map(|(x, canvas)| x + canvas.width());
        let width = ends.max().unwrap_or(1);
        let height = canvases.iter().map(Self::height).max().unwrap_or(1);
        let mut row = Self::new(width, height, ground);
        for (left, canvas) in places {
            for (x, y, &pixel) in canvas.pixels.enumerate_pixels() {
                if pixel.0 != [ground] {
                    row.pixels.put_pixel(left + x, y, pixel);
                }
            }
        }
        row
    }

    /// Pictures below each other on a ground of one color.
    pub(crate) fn column(canvases: &[Self], ground: u8) -> Self {
        let width = canvases.iter().map(Self::width).max().unwrap_or(1);
        let height = canvases.iter().map(Self::height).sum::<u32>().max(1);
        let mut column = Self::new(width, height, ground);
        let mut top = 0;
        for canvas in canvases {
            column.copy(0, to_i32(top), canvas.width(), canvas.pixels.as_raw());
            top += canvas.height();
        }
        column
    }

    /// How many pixels the next picture may reach into this one's box.
    fn overlap(&self, next: &Self, ground: u8) -> u32 {
        let bare = |pixel: &&Luma<u8>| pixel.0 == [ground];
        let rows = self.pixels.rows().zip(next.pixels.rows());
        let free = rows.map(|(row, next)| {
            let before = row.rev().take_while(bare).count();
            (before, next.take_while(bare).count())
        });
        let (before, after): (Vec<usize>, Vec<usize>) = free.unzip();
        let least = |free: &[usize]| free.iter().copied().min().unwrap_or(0);
        // The gap between two boxes must remain, upward and downward too.
        let gap = least(&before) + least(&after);
        let room = (0..before.len()).map(|y| {
            let near = y.saturating_sub(gap)..before.len().min(y + gap + 1);
            before[y] + least(&after[near])
        });
        let room = room.min().unwrap_or(0).saturating_sub(gap);
        let most = self.width().min(next.width());
        u32::try_from(room).unwrap_or(u32::MAX).min(most)
    }

    pub(crate) fn width(&self) -> u32 {
        self.pixels.width()
    }

    pub(crate) fn height(&self) -> u32 {
        self.pixels.height()
    }

    /// Fills a rectangle, clipped to the picture.
    pub(crate) fn fill(&mut self, area: Area, index: u8) {
        let rows = visible(area.y, area.height as usize, self.height() as usize);
        let columns = visible(area.x, area.width as usize, self.width() as usize);
        let stride = self.width().max(1) as usize;
        let all = self.pixels.chunks_exact_mut(stride);
        for row in all.skip(rows.to).take(rows.length) {
            row[columns.to..columns.to + columns.length].fill(index);
        }
    }

    /// Copies a rectangle of palette indices, row by row `width` pixels wide, clipped to the picture.
    pub(crate) fn copy(&mut self, x: i32, y: i32, width: u32, indices: &[u8]) {
        self.rows(x, y, width, indices, |row, source| {
            row.copy_from_slice(source);
        });
    }

    /// Copies like [`Self::copy`], but leaves what is under [`TRANSPARENT`].
    pub(crate) fn copy_opaque(&mut self, x: i32, y: i32, width: u32, indices: &[u8]) {
        self.rows(x, y, width, indices, |row, source| {
            for (pixel, &index) in row.iter_mut().zip(source) {
                if index != TRANSPARENT {
                    *pixel = index;
                }
            }
        });
    }

    /// Lays an ink through a stamp whose origin is at (`x`, `y`), clipped to the picture.
    pub(crate) fn stamp(&mut self, x: i32, y: i32, stamp: &Stamp, tint: &Tint) {
        let (x, y) = (x + stamp.x, y + stamp.y);
        self.rows(x, y, stamp.width, &stamp.coverage, |row, coverage| {
            for (pixel, &coverage) in row.iter_mut().zip(coverage) {
                if coverage > 0 {
                    let step = (usize::from(coverage) * COVERAGE_STEPS + 127) / 255;
                    *pixel = tint[step][usize::from(*pixel)];
                }
            }
        });
    }

    /// Calls `draw` with each visible row under a rectangle of values and with the values over it.
    fn rows(&mut self, x: i32, y: i32, width: u32, values: &[u8], draw: impl Fn(&mut [u8], &[u8])) {
        let (stride, width) = (self.width() as usize, width as usize);
        if stride == 0 || width == 0 {
            return;
        }
        let rows = visible(y, values.len() / width, self.height() as usize);
        let columns = visible(x, width, stride);
        let under = self.pixels.chunks_exact_mut(stride).skip(rows.to);
        let over = values.chunks_exact(width).skip(rows.from);
        for (under, over) in under.zip(over).take(rows.length) {
            draw(
                &mut under[columns.to..columns.to + columns.length],
                &over[columns.from..columns.from + columns.length],
            );
        }
    }
}

/// The part of a run of pixels that lies inside the picture.
struct Visible {
    /// Its start in the run.
    from: usize,
    /// Its start in the picture.
    to: usize,
    length: usize,
}

fn visible(start: i32, length: usize, room: usize) -> Visible {
    let ahead = usize::try_from(start.unsigned_abs()).unwrap_or(usize::MAX);
    let (from, to) = if start < 0 { (ahead, 0) } else { (0, ahead) };
    let (from, to) = (from.min(length), to.min(room));
    Visible {
        from,
        to,
        length: (length - from).min(room - to),
    }
}

/// Coverage of a shape, 0 to 255, row by row, and the place of its top left corner.
#[derive(Debug, Clone)]
pub(crate) struct Stamp {
    x: i32,
    y: i32,
    width: u32,
    coverage: Vec<u8>,
}

/// The largest width and height of a stamp; pictures are smaller.
const MAX_STAMP: f32 = 4096.0;

impl Stamp {
    /// The inside of a path, with smooth edges; empty if the path has no area or is too large.
    pub(crate) fn of(path: &Path) -> Self {
        Self::try_of(path).unwrap_or_else(Self::empty)
    }

    /// A stamp that changes nothing.
    pub(crate) const fn empty() -> Self {
        Self::square(1, Vec::new())
    }

    /// This stamp minus another one with the same origin.
    pub(crate) fn without(mut self, other: &Self) -> Self {
        let (width, other_width) = (self.width as usize, other.width as usize);
        for (row, coverage) in (self.y..).zip(self.coverage.chunks_exact_mut(width)) {
            let row = usize::try_from(row - other.y).ok();
            let start = row.map(|row| row * other_width);
            let theirs = start.and_then(|start| other.coverage.get(start..start + other_width));
            let Some(theirs) = theirs else {
                continue;
            };
            for (column, coverage) in (self.x..).zip(coverage) {
                let column = usize::try_from(column - other.x).ok();
                let taken = column.and_then(|column| theirs.get(column));
                *coverage = coverage.saturating_sub(taken.copied().unwrap_or(0));
            }
        }
        self
    }

    /// Keeps `share` 256ths of the ink at each point.
    pub(crate) fn weaken(mut self, share: impl Fn(f32, f32) -> u32) -> Self {
        for (y, row) in (self.y..).zip(self.coverage.chunks_exact_mut(self.width as usize)) {
            for (x, coverage) in (self.x..).zip(row) {
                let share = share(signed_to_f32(x) + 0.5, signed_to_f32(y) + 0.5);
                let kept = u32::from(*coverage) * share / 256;
                *coverage = u8::try_from(kept).unwrap_or(u8::MAX);
            }
        }
        self
    }

    /// A square of `side` pixels with this coverage, row by row.
    pub(crate) const fn square(side: u32, coverage: Vec<u8>) -> Self {
        Self {
            x: 0,
            y: 0,
            width: side,
            coverage,
        }
    }

    fn try_of(path: &Path) -> Option<Self> {
        let bounds = path.bounds();
        let (left, top) = (bounds.left().floor() - 1.0, bounds.top().floor() - 1.0);
        let (width, height) = (bounds.right() - left + 2.0, bounds.bottom() - top + 2.0);
        let places = [left.abs(), top.abs(), width, height];
        // True for NaN, too.
        if !places.iter().all(|place| *place <= MAX_STAMP) {
            return None;
        }
        let mut mask = Mask::new(to_u32(width.floor()), to_u32(height.floor()))?;
        let shift = Transform::from_translate(-left, -top);
        mask.fill_path(path, FillRule::Winding, true, shift);
        Some(Self {
            x: round(left),
            y: round(top),
            width: mask.width(),
            coverage: mask.take(),
        })
    }
}
