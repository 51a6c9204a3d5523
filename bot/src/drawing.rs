//! Boards as pictures: drawn on blocking threads, never in the way of a chat.

use std::sync::Arc;

use app::effect::BoardPicture;
use render::{Renderer, Scene};

/// A picture ready to be posted.
#[derive(Clone, Debug)]
pub struct Picture {
    /// A PNG file.
    pub png: Vec<u8>,
    /// What it shows, in words that one can play from.
    pub alt: String,
}

/// Draws boards; cheap to clone.
#[derive(Clone, Debug)]
pub struct Artist {
    renderer: Arc<Renderer>,
}

impl Default for Artist {
    fn default() -> Self {
        Self {
            renderer: Arc::new(Renderer::new()),
        }
    }
}

impl Artist {
    /// Draws the board.
    ///
    /// # Errors
    /// When it cannot be drawn: a fault of the renderer.
    pub async fn draw(&self, board: BoardPicture) -> anyhow::Result<Picture> {
        let renderer = Arc::clone(&self.renderer);
        tokio::task::spawn_blocking(move || {
            let scene = Scene::of(&board.game).seen_by(board.seen_by);
            let scene = board.selected.into_iter().fold(scene, Scene::select);
            Ok(Picture {
                png: renderer.png(&scene)?,
                alt: render::alt_text(&scene),
            })
        })
        .await?
    }
}
