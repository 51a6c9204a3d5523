//! A picture of palette indices, and stamps: coverage masks that an ink is laid through.

use image::{GrayImage, Luma};
use imageproc::drawing::draw_filled_rect_mut;
use imageproc::rect::Rect;
use tiny_skia::{FillRule, Mask, Path, Pixmap, PremultipliedColorU8, Transform};

use super::geometry::{Area, round, to_u32};
use super::palette::{COVERAGE_STEPS, Tint};

/// The widest row of pictures, in pixels.
const MAX_ROW: u32 = 8192;

/// A gray image whose values are palette indices.
#[derive(Debug, Clone)]
pub(crate) struct Canvas {
    pub(crate) pixels: GrayImage,
}

impl Canvas {
    pub(crate) fn new(width: u32, height: u32, ground: u8) -> Self {
        Self {
            pixels: GrayImage::from_pixel(width, height, Luma([ground])),
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
            for (x, y, &pixel) in canvas.pixels.enumerate_pixels() {
                column.pixels.put_pixel(x, top + y, pixel);
            }
            top += canvas.height();
        }
        column
    }

    /// How many pixels the next picture may reach into this one's box.
    fn overlap(&self, next: &Self, ground: u8) -> u32 {
        let rows = self.height().min(next.height());
        let before: Vec<u32> = (0..rows)
            .map(|y| self.free(y, ground, Side::Right))
            .collect();
        let after: Vec<u32> = (0..rows)
            .map(|y| next.free(y, ground, Side::Left))
            .collect();
        let least = |free: &[u32]| free.iter().copied().min().unwrap_or(0);
        // The gap between two boxes must remain, upward and downward too.
        let gap = least(&before) + least(&after);
        let room = (0..before.len()).map(|y| {
            let near = y.saturating_sub(gap as usize)..before.len().min(y + gap as usize + 1);
            before[y] + least(&after[near])
        });
        let room = room.min().unwrap_or(0).saturating_sub(gap);
        room.min(self.width()).min(next.width())
    }

    /// Counts the pixels of ground at one end of a row.
    fn free(&self, y: u32, ground: u8, from: Side) -> u32 {
        let width = self.width();
        let bare = |&x: &u32| {
            let x = match from {
                Side::Left => x,
                Side::Right => width - 1 - x,
            };
            self.pixels.get_pixel(x, y).0 == [ground]
        };
        (0..width).take_while(bare).map(|_| 1).sum()
    }

    pub(crate) fn width(&self) -> u32 {
        self.pixels.width()
    }

    pub(crate) fn height(&self) -> u32 {
        self.pixels.height()
    }

    /// Fills a rectangle, clipped to the picture.
    pub(crate) fn fill(&mut self, area: Area, index: u8) {
        if area.width > 0 && area.height > 0 {
            let rect = Rect::at(area.x, area.y).of_size(area.width, area.height);
            draw_filled_rect_mut(&mut self.pixels, rect, Luma([index]));
        }
    }

    /// Copies a square tile of `side` pixels; does nothing unless all of it is inside the picture.
    pub(crate) fn tile(&mut self, x: u32, y: u32, side: u32, tile: &[u8]) {
        if x + side > self.width() || y + side > self.height() {
            return;
        }
        let (stride, side) = (self.width() as usize, side as usize);
        let start = y as usize * stride + x as usize;
        let rows = self.pixels.as_mut()[start..].chunks_mut(stride);
        for (row, source) in rows.zip(tile.chunks_exact(side)) {
            row[..side].copy_from_slice(source);
        }
    }

    /// Blends an image's visible pixels in: `blend` returns the index for a pixel over an index.
    pub(crate) fn overlay(
        &mut self,
        x: i32,
        y: i32,
        image: &Pixmap,
        mut blend: impl FnMut(PremultipliedColorU8, u8) -> u8,
    ) {
        for (row, pixels) in (0..).zip(image.pixels().chunks_exact(image.width() as usize)) {
            for (column, &pixel) in (0..).zip(pixels) {
                let at = u32::try_from(x + column)
                    .ok()
                    .zip(u32::try_from(y + row).ok());
                let place = at.and_then(|(x, y)| self.pixels.get_pixel_mut_checked(x, y));
                if let Some(under) = place.filter(|_| pixel.alpha() > 0) {
                    under.0 = [blend(pixel, under.0[0])];
                }
            }
        }
    }

    /// Lays an ink through a stamp whose origin is at (`x`, `y`), clipped to the picture.
    pub(crate) fn stamp(&mut self, x: i32, y: i32, stamp: &Stamp, tint: &Tint) {
        let (width, height) = (self.width(), self.height());
        let stride = width as usize;
        let pixels = self.pixels.as_mut();
        for (row, coverage) in (0..).zip(stamp.coverage.chunks_exact(stamp.width as usize)) {
            let Some(y) = u32::try_from(y + stamp.y + row)
                .ok()
                .filter(|&y| y < height)
            else {
                continue;
            };
            for (column, &coverage) in (0..).zip(coverage) {
                if coverage == 0 {
                    continue;
                }
                let Some(x) = u32::try_from(x + stamp.x + column).ok() else {
                    continue;
                };
                if x < width {
                    let step = (usize::from(coverage) * COVERAGE_STEPS + 127) / 255;
                    let pixel = &mut pixels[y as usize * stride + x as usize];
                    *pixel = tint[step][usize::from(*pixel)];
                }
            }
        }
    }
}

/// An end of a row of pixels.
#[derive(Debug, Clone, Copy)]
enum Side {
    Left,
    Right,
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
        Self {
            x: 0,
            y: 0,
            width: 1,
            coverage: Vec::new(),
        }
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

    fn try_of(path: &Path) -> Option<Self> {
        let bounds = path.bounds();
        let (left, top) = (bounds.left().floor() - 1.0, bounds.top().floor() - 1.0);
        let (width, height) = (bounds.right() - left + 2.0, bounds.bottom() - top + 2.0);
        let places = [left.abs(), top.abs(), width, height];
        if places
            .iter()
            .any(|&place| place.is_nan() || place > MAX_STAMP)
        {
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
