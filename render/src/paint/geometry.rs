//! Points, and numbers of pixels.

/// A point in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f32,
    pub(crate) y: f32,
}

impl Point {
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

/// A rectangle in pixels; it may lie outside the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Area {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// Pixels as a float; pictures are far smaller than what a float holds exactly.
#[expect(
    clippy::cast_precision_loss,
    reason = "pictures have at most a few thousand pixels an edge"
)]
pub(crate) const fn to_f32(pixels: u32) -> f32 {
    pixels as f32
}

/// A coordinate as a float.
#[expect(
    clippy::cast_precision_loss,
    reason = "pictures have at most a few thousand pixels an edge"
)]
pub(crate) const fn signed_to_f32(pixels: i32) -> f32 {
    pixels as f32
}

/// The nearest whole number of pixels; 0 for negative ones.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the conversion saturates, and negatives become 0"
)]
pub(crate) const fn to_u32(pixels: f32) -> u32 {
    pixels.round() as u32
}

/// The nearest whole coordinate, saturating.
#[expect(clippy::cast_possible_truncation, reason = "the conversion saturates")]
pub(crate) const fn round(pixels: f32) -> i32 {
    pixels.round() as i32
}

/// A number of pixels as a coordinate, saturating.
pub(crate) fn to_i32(pixels: u32) -> i32 {
    i32::try_from(pixels).unwrap_or(i32::MAX)
}
