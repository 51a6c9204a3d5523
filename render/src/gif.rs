//! Whole games as animated GIF: each picture holds only what changed, as transparent as possible.

use std::time::Duration;

use rules_core::{ByColor, Color, Game, Position};

use crate::board::{self, Tools};
use crate::canvas::Canvas;
use crate::layout::{Layout, Size, Slant};
use crate::lzw;
use crate::palette::{Palette, TRANSPARENT};
use crate::scene::{PlayerBar, Scene};
use crate::theme::ThemeId;

/// No animation shows more half-moves; of longer games it shows the end.
pub const MAX_GIF_PLIES: usize = 400;

/// How a game is shown as an animation.
#[derive(Debug, Clone, PartialEq)]
pub struct GifOptions {
    /// The side at the bottom.
    pub viewer: Color,
    /// The colors.
    pub theme: ThemeId,
    /// The size of each picture; above 720 it counts as 720.
    pub size: Size,
    /// How the board lies.
    pub slant: Slant,
    /// Bars above and below the board.
    pub players: Option<ByColor<PlayerBar>>,
    /// A line that appears under the last position, such as the result.
    pub banner: Option<String>,
    /// How long each position stays, brought into 0.1 to 10 seconds.
    pub delay: Duration,
    /// How long the last position stays, likewise.
    pub hold: Duration,
}

impl Default for GifOptions {
    fn default() -> Self {
        Self {
            viewer: Color::White,
            theme: ThemeId::default(),
            size: Size::default(),
            slant: Slant::default(),
            players: None,
            banner: None,
            delay: Duration::from_millis(800),
            hold: Duration::from_secs(4),
        }
    }
}

/// What is the same in all pictures of a game.
pub(crate) fn backdrop(variant: rules_core::Variant, options: &GifOptions) -> Scene {
    let mut scene = Scene::empty(variant)
        .seen_by(options.viewer)
        .theme(options.theme)
        .size(options.size.min(Size::DESKTOP))
        .slant(options.slant);
    scene.players.clone_from(&options.players);
    // An empty line keeps the place that the last picture needs.
    scene.banner = options.banner.as_ref().map(|_| String::new());
    scene
}

/// The file. Every picture is drawn with the same layout and tools.
pub(crate) fn encode(
    game: &Game,
    options: &GifOptions,
    layout: &Layout,
    tools: Tools<'_>,
) -> Vec<u8> {
    let mut out = Vec::with_capacity(512 * 1024);
    header(layout, &tools.atlas.palette, &mut out);
    let mut shown: Option<Canvas> = None;
    let scenes = scenes(game, options);
    let last = scenes.len() - 1;
    for (ply, scene) in scenes.iter().enumerate() {
        let canvas = board::draw(scene, layout, tools);
        let delay = if ply == last {
            options.hold
        } else {
            options.delay
        };
        match &shown {
            None => image(&Patch::whole(&canvas), delay, &mut out),
            Some(before) => image(&Patch::between(before, &canvas), delay, &mut out),
        }
        shown = Some(canvas);
    }
    out.push(0x3B);
    out
}

/// One scene for each position shown, the start first.
fn scenes(game: &Game, options: &GifOptions) -> Vec<Scene> {
    let backdrop = backdrop(game.variant(), options);
    let mut captured = ByColor::<Vec<_>>::default();
    let mut scenes = vec![at(&backdrop, game.start(), &captured)];
    for (&mv, pair) in game.moves().iter().zip(game.positions().windows(2)) {
        let description = pair[0].describe(mv);
        for (_, piece) in &description.captures {
            captured[!piece.color].push(piece.role);
        }
        let mut scene = at(&backdrop, &pair[1], &captured);
        scene.show_last(&description);
        scenes.push(scene);
    }
    if let Some(last) = scenes.last_mut() {
        last.outcome = game.outcome();
        last.banner.clone_from(&options.banner);
    }
    scenes.split_off(scenes.len().saturating_sub(MAX_GIF_PLIES + 1))
}

fn at(backdrop: &Scene, position: &Position, captured: &ByColor<Vec<rules_core::Role>>) -> Scene {
    let mut scene = backdrop.clone();
    for (square, piece) in position.pieces() {
        scene = scene.put(square, Some(piece));
    }
    scene.turn = position.turn();
    scene.check = position.checked_king();
    scene.captured.clone_from(captured);
    scene
}

fn header(layout: &Layout, palette: &Palette, out: &mut Vec<u8>) {
    out.extend_from_slice(b"GIF89a");
    out.extend_from_slice(&short(layout.width));
    out.extend_from_slice(&short(layout.height));
    // A table of 256 colors for all pictures.
    out.extend_from_slice(&[0xF7, 0, 0]);
    for index in 0..=u8::MAX {
        out.extend_from_slice(&palette.color(index));
    }
    // Play again for ever.
    out.extend_from_slice(&[0x21, 0xFF, 11]);
    out.extend_from_slice(b"NETSCAPE2.0");
    out.extend_from_slice(&[3, 1, 0, 0, 0]);
}

fn image(patch: &Patch, delay: Duration, out: &mut Vec<u8>) {
    let hundredths = u16::try_from(delay.as_millis() / 10)
        .unwrap_or(u16::MAX)
        .clamp(10, 1000);
    // Leave the picture standing; one index is transparent.
    out.extend_from_slice(&[0x21, 0xF9, 4, 0b0000_0101]);
    out.extend_from_slice(&hundredths.to_le_bytes());
    out.extend_from_slice(&[TRANSPARENT, 0, 0x2C]);
    for number in [patch.left, patch.top, patch.width, patch.height] {
        out.extend_from_slice(&short(number));
    }
    out.extend_from_slice(&[0, lzw::INDEX_BITS]);
    for block in lzw::compress(&patch.indices).chunks(255) {
        out.push(u8::try_from(block.len()).unwrap_or(u8::MAX));
        out.extend_from_slice(block);
    }
    out.push(0);
}

/// No picture is 65,536 pixels wide.
fn short(number: u32) -> [u8; 2] {
    u16::try_from(number).unwrap_or(u16::MAX).to_le_bytes()
}

/// A rectangle of a picture.
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

    /// The smallest rectangle that holds all changes; what did not change is transparent in it. A single transparent
    /// pixel if nothing changed.
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
