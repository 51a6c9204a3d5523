//! Draws pictures on blocking threads, so that they never delay a chat.

use std::num::NonZero;
use std::sync::Arc;
use std::time::Instant;

use render::{Picture, RenderError, Renderer};
use text::Lang;
use tokio::sync::Semaphore;

use crate::telemetry::{self, Step};

/// A picture as a file.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The file's name with its extension.
    pub file_name: String,
    /// The bytes.
    pub content: Vec<u8>,
    /// The description for people who cannot see it.
    pub alt_text: String,
}

/// Draws pictures; cheap to clone.
#[derive(Clone, Debug)]
pub struct Artist {
    renderer: Arc<Renderer>,
    /// A permit for each core: drawing more at once takes memory and is no faster.
    permits: Arc<Semaphore>,
}

impl Default for Artist {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            renderer: Arc::new(Renderer::new()),
            permits: Arc::new(Semaphore::new(cores)),
        }
    }
}

impl Artist {
    /// Draws a picture with its words in a language.
    ///
    /// # Errors
    /// A fault of the renderer.
    pub async fn draw(
        &self,
        picture: Box<dyn Picture + Send>,
        lang: Lang,
    ) -> anyhow::Result<Drawing> {
        let renderer = Arc::clone(&self.renderer);
        let begun = Instant::now();
        let permit = Arc::clone(&self.permits).acquire_owned().await?;
        let drawing = tokio::task::spawn_blocking(move || {
            let drawing = Drawing {
                file_name: picture.file_name(),
                content: picture.draw(&renderer, lang)?,
                alt_text: picture.alt_text(lang),
            };
            drop(permit);
            Ok::<_, RenderError>(drawing)
        });
        let drawing = drawing.await?;
        telemetry::done(Step::Drawn, begun.elapsed());
        Ok(drawing?)
    }
}

#[cfg(test)]
mod tests {
    use app::messages::{Illustration, Shown};
    use pictures::{RuleDiagram, Theme};
    use rules_core::Variant;

    use super::*;

    #[tokio::test]
    async fn every_diagram_of_the_rules_exists_and_is_drawn() {
        let artist = Artist::default();
        let mut drawn = 0;
        for &variant in &Variant::ALL {
            for page in app::messages::rules(variant) {
                if let Some(Illustration {
                    shows: Shown::Diagram(id),
                    ..
                }) = page.picture
                {
                    let theme = Theme::Wood;
                    let diagram = Box::new(RuleDiagram { variant, id, theme });
                    let drawing = artist.draw(diagram, Lang::ENGLISH).await;
                    let drawing = drawing.expect("is drawn");
                    assert!(drawing.content.starts_with(b"\x89PNG"), "{variant} {id}");
                    assert_eq!(drawing.file_name, format!("{id}.png"));
                    drawn += 1;
                }
            }
        }
        assert!(drawn > 40, "{drawn}");
    }
}
