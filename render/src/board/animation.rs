//! Games as animations.

use std::time::Duration;

use pictures::{Animation, Size};
use rules_core::{ByColor, Game, Position, Role};
use text::{Lang, Text};

use super::layout::Layout;
use super::scene::Scene;
use crate::encode::gif::Gif;
use crate::paint::Context;
use crate::{Picture, RenderError, Renderer};

/// Half-moves of the longest animation; of longer games it shows the end.
pub const MAX_GIF_PLIES: usize = 400;

impl Picture for Animation {
    fn file_name(&self) -> String {
        "game.gif".to_owned()
    }

    fn draw(&self, renderer: &Renderer, lang: Lang) -> Result<Vec<u8>, RenderError> {
        Ok(renderer.animation(self, lang))
    }

    /// Describes the last position.
    fn alt_text(&self, lang: Lang) -> String {
        Scene::from(&self.board).over().alt_text(lang)
    }
}

/// The part that all frames share. It has a banner if the last frame has one, so that all have the same size.
pub(crate) fn backdrop(animation: &Animation) -> Scene {
    let board = &animation.board;
    let mut scene = Scene::empty(board.game.variant())
        .viewer(board.viewer)
        .theme(board.theme)
        .size(board.size.min(Size::DESKTOP))
        .rotation(board.rotation);
    scene.players.clone_from(&board.players);
    scene.banner = board.banner.as_ref().map(|_| Text::default());
    scene
}

/// Draws every position with the same layout.
pub(crate) fn draw(animation: &Animation, layout: &Layout, cx: Context<'_>) -> Vec<u8> {
    let mut gif = Gif::new(layout.width, layout.height, &cx.atlas.palette);
    let scenes = scenes(animation);
    let last = scenes.len() - 1;
    for (ply, scene) in scenes.iter().enumerate() {
        let delay = if ply == last {
            animation.hold
        } else {
            animation.delay
        };
        gif.frame(super::draw(scene, layout, cx), hundredths(delay));
    }
    gif.finish()
}

/// Hundredths of a second, 0.1 to 10 seconds.
fn hundredths(delay: Duration) -> u16 {
    let hundredths = u16::try_from(delay.as_millis() / 10).unwrap_or(u16::MAX);
    hundredths.clamp(10, 1000)
}

/// A scene for each position, the start first.
fn scenes(animation: &Animation) -> Vec<Scene> {
    let game: &Game = &animation.board.game;
    let backdrop = backdrop(animation);
    let mut captured = ByColor::<Vec<_>>::default();
    let mut scenes = vec![frame(&backdrop, game.start(), &captured)];
    for (&mv, pair) in game.moves().iter().zip(game.positions().windows(2)) {
        let description = pair[0].describe(mv);
        for (_, piece) in &description.captures {
            captured[!piece.color].push(piece.role);
        }
        let mut scene = frame(&backdrop, &pair[1], &captured);
        scene.show_move(&description);
        scenes.push(scene);
    }
    if let Some(last) = scenes.last_mut() {
        last.outcome = game.outcome();
        last.banner.clone_from(&animation.board.banner);
    }
    let shown = animation.plies.min(MAX_GIF_PLIES) + 1;
    scenes.split_off(scenes.len().saturating_sub(shown))
}

fn frame(backdrop: &Scene, position: &Position, captured: &ByColor<Vec<Role>>) -> Scene {
    let mut scene = backdrop.clone();
    scene.show_position(position);
    scene.captured.clone_from(captured);
    scene
}
