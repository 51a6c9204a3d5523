//! Animated GIF. Each frame holds only the rectangle that changed, unchanged pixels transparent, because transparent runs
//! compress best.

use super::lzw;
use crate::paint::canvas::Canvas;
use crate::paint::palette::{Palette, TRANSPARENT};

/// A file that grows frame by frame.
pub(crate) struct Gif {
    file: Vec<u8>,
    shown: Option<Canvas>,
}

impl Gif {
    /// Begins an animation that repeats forever.
    pub(crate) fn new(width: u32, height: u32, palette: &Palette) -> Self {
        let mut file = Vec::with_capacity(512 * 1024);
        file.extend_from_slice(b"GIF89a");
        file.extend_from_slice(&le16(width));
        file.extend_from_slice(&le16(height));
        // One table of 256 colors for all frames.
        file.extend_from_slice(&[0xF7, 0, 0]);
        for index in 0..=u8::MAX {
            file.extend_from_slice(&palette.color(index));
        }
        file.extend_from_slice(&[0x21, 0xFF, 11]);
        file.extend_from_slice(b"NETSCAPE2.0");
        file.extend_from_slice(&[3, 1, 0, 0, 0]);
        Self { file, shown: None }
    }

    /// Adds a frame of the animation's size, shown for hundredths of a second.
    pub(crate) fn frame(&mut self, canvas: Canvas, hundredths: u16) {
        let patch = match &self.shown {
            None => Patch::whole(&canvas),
            Some(before) => Patch::between(before, &canvas),
        };
        // Keep what is shown; one index is transparent.
        let file = &mut self.file;
        file.extend_from_slice(&[0x21, 0xF9, 4, 0b0000_0101]);
        file.extend_from_slice(&hundredths.to_le_bytes());
        file.extend_from_slice(&[TRANSPARENT, 0, 0x2C]);
        for number in [patch.left, patch.top, patch.width, patch.height] {
            file.extend_from_slice(&le16(number));
        }
        file.extend_from_slice(&[0, lzw::INDEX_BITS]);
        for block in lzw::compress(&patch.indices).chunks(255) {
            file.push(u8::try_from(block.len()).unwrap_or(u8::MAX));
            file.extend_from_slice(block);
        }
        file.push(0);
        self.shown = Some(canvas);
    }

    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.file.push(0x3B);
        self.file
    }
}

/// No picture is 65,536 pixels wide.
fn le16(number: u32) -> [u8; 2] {
    u16::try_from(number).unwrap_or(u16::MAX).to_le_bytes()
}

/// The part of a frame that is written.
struct Patch {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
    indices: Vec<u8>,
}

impl Patch {
    fn whole(canvas: &Canvas) -> Self {
        Self {
            left: 0,
            top: 0,
            width: canvas.width(),
            height: canvas.height(),
            indices: canvas.pixels.as_raw().clone(),
        }
    }

    /// The smallest rectangle with all changes, unchanged pixels transparent; a single pixel if nothing changed.
    fn between(before: &Canvas, after: &Canvas) -> Self {
        let stride = after.width() as usize;
        let (old, new) = (before.pixels.as_raw(), after.pixels.as_raw());
        let rows = || old.chunks_exact(stride).zip(new.chunks_exact(stride));
        let (mut left, mut right, mut top, mut bottom) = (stride, 0, usize::MAX, 0);
        for (y, (old, new)) in rows().enumerate().filter(|(_, (old, new))| old != new) {
            let differs = |(a, b): (&u8, &u8)| a != b;
            left = left.min(old.iter().zip(new).position(differs).unwrap_or(stride));
            right = right.max(old.iter().zip(new).rposition(differs).unwrap_or(0));
            top = top.min(y);
            bottom = y;
        }
        if top > bottom {
            (left, right, top, bottom) = (0, 0, 0, 0);
        }
        let mut indices = Vec::with_capacity((right - left + 1) * (bottom - top + 1));
        for (old, new) in rows().skip(top).take(bottom - top + 1) {
            let pixels = old[left..=right].iter().zip(&new[left..=right]);
            indices.extend(pixels.map(|(old, new)| if old == new { TRANSPARENT } else { *new }));
        }
        let pixels = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Self {
            left: pixels(left),
            top: pixels(top),
            width: pixels(right - left + 1),
            height: pixels(bottom - top + 1),
            indices,
        }
    }
}
