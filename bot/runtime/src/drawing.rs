//! Attachments of messages: files, and pictures that are drawn on blocking threads.

use std::fmt;
use std::num::NonZero;
use std::sync::Arc;
use std::time::Instant;

use app::attachment::Attachment as Declared;
use app::card::Card;
use bytes::Bytes;
use render::{Picture, RenderError, Renderer};
use text::Lang;
use tokio::sync::Semaphore;

use crate::telemetry::{self, Step};

/// A file that a message carries, for every front end.
#[derive(Clone, PartialEq, Eq)]
pub struct Attachment {
    /// The file's name with its extension.
    pub name: String,
    /// The media type, such as `image/png`.
    pub media_type: String,
    /// The bytes, which may be private.
    pub content: Bytes,
    /// The description for people who cannot see it.
    pub alt_text: String,
    /// The width and the height in pixels, of a picture.
    pub dimensions: Option<(u32, u32)>,
}

impl Attachment {
    fn new(name: String, content: Vec<u8>, alt_text: String) -> Self {
        Self {
            media_type: media_type(&name).to_owned(),
            dimensions: render::dimensions(&content),
            content: content.into(),
            name,
            alt_text,
        }
    }
}

/// The media type of a file by its extension.
fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.') {
        Some((_, "png")) => "image/png",
        Some((_, "gif")) => "image/gif",
        Some((_, "csv")) => "text/csv",
        Some((_, "json")) => "application/json",
        Some((_, "pgn")) => "application/x-chess-pgn",
        _ => "application/octet-stream",
    }
}

/// Leaves the content out.
impl fmt::Debug for Attachment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attachment")
            .field("name", &self.name)
            .field("bytes", &self.content.len())
            .field("dimensions", &self.dimensions)
            .finish_non_exhaustive()
    }
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
    /// Removes a card's pictures and files, and returns them drawn. If the card describes its pictures in words, appends the
    /// descriptions to its text instead. A picture that can't be drawn, which would be a bug, is left out.
    pub async fn take_attachments(&self, card: &mut Card, lang: Lang) -> Vec<Attachment> {
        let mut pictures: Vec<Box<dyn Picture + Send>> = Vec::new();
        let mut files = Vec::new();
        if let Some(board) = card.board.take() {
            pictures.push(Box::new(board));
        }
        for declared in card.attachments.drain(..) {
            pictures.push(match declared {
                Declared::Curve(curve) => Box::new(curve),
                Declared::Table(table) => Box::new(table),
                Declared::Pairings(pairings) => Box::new(pairings),
                Declared::Crosstable(table) => Box::new(table),
                Declared::Bracket(bracket) => Box::new(bracket),
                Declared::Podium(podium) => Box::new(podium),
                Declared::Diagram(diagram) => Box::new(diagram),
                Declared::Animation(animation) => animation,
                Declared::Graph(graph) => Box::new(graph),
                Declared::Gallery(gallery) => Box::new(gallery),
                Declared::File(file) => {
                    let (name, about) = (file.name.to_owned(), lang.plain(&file.about));
                    files.push(Attachment::new(name, file.content, about));
                    continue;
                }
            });
        }
        let mut drawn = Vec::new();
        for picture in pictures {
            if card.pictures_in_words {
                card.text = std::mem::take(&mut card.text).line(picture.alt_text(lang));
            } else {
                let name = picture.file_name();
                match self.draw(picture, lang).await {
                    Ok(picture) => drawn.push(picture),
                    Err(error) => tracing::error!(%error, name, "picture not drawn"),
                }
            }
        }
        drawn.extend(files);
        drawn
    }

    /// Draws a picture with its words in a language.
    pub async fn draw(
        &self,
        picture: Box<dyn Picture + Send>,
        lang: Lang,
    ) -> anyhow::Result<Attachment> {
        let renderer = Arc::clone(&self.renderer);
        let begun = Instant::now();
        let permit = Arc::clone(&self.permits).acquire_owned().await?;
        let drawing = tokio::task::spawn_blocking(move || {
            let content = picture.draw(&renderer, lang)?;
            let drawing = Attachment::new(picture.file_name(), content, picture.alt_text(lang));
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
    use app::attachment::File;
    use app::messages::Shown;
    use pictures::{Animation, BoardPicture, RuleDiagram, Theme};
    use rules_core::{Game, Variant};

    use super::*;

    #[tokio::test]
    async fn every_diagram_of_the_rules_exists_and_is_drawn() {
        let artist = Artist::default();
        let mut drawn = 0;
        for &variant in &Variant::ALL {
            for page in app::messages::rules(variant).pages {
                let Some(Shown::Diagram(id)) = page.picture.map(|picture| picture.shows) else {
                    continue;
                };
                let theme = Theme::Wood;
                let diagram = Box::new(RuleDiagram { variant, id, theme });
                let drawing = artist.draw(diagram, Lang::ENGLISH).await;
                let drawing = drawing.expect("is drawn");
                assert!(drawing.content.starts_with(b"\x89PNG"), "{variant} {id}");
                assert_eq!(drawing.name, format!("{id}.png"));
                drawn += 1;
            }
        }
        assert!(drawn > 40, "{drawn}");
    }

    /// A card, and what it carries.
    async fn carried(pictures_in_words: bool) -> (Card, Vec<Attachment>) {
        let board = BoardPicture::new(Game::new(Variant::Leto));
        let pgn = File {
            name: "game.pgn",
            about: text::text!["The game"],
            content: b"1. e4".to_vec(),
        };
        let mut card = Card {
            board: Some(board.clone()),
            attachments: vec![
                Declared::File(pgn),
                Declared::Animation(Box::new(Animation::new(board))),
            ],
            pictures_in_words,
            ..Card::words(text::text!["Here"])
        };
        let artist = Artist::default();
        let carried = artist.take_attachments(&mut card, Lang::ENGLISH).await;
        (card, carried)
    }

    #[tokio::test]
    async fn everything_that_a_card_carries_is_taken_out_with_its_type_and_size() {
        let (card, carried) = carried(false).await;
        assert!(card.board.is_none() && card.attachments.is_empty());
        assert_eq!(card.text.to_string(), "Here");
        let types: Vec<_> = carried.iter().map(|one| one.media_type.as_str()).collect();
        assert_eq!(types[..2], ["image/png", "image/gif"]);
        let [board, animation, pgn] = &carried[..] else {
            panic!("{carried:?}");
        };
        for picture in [board, animation] {
            let (width, height) = picture.dimensions.expect("a picture has a size");
            assert!(width > 100 && height > 100, "{picture:?}");
            assert!(!picture.alt_text.is_empty());
        }
        assert_eq!(
            (pgn.name.as_str(), &*pgn.content),
            ("game.pgn", &b"1. e4"[..])
        );
        assert_eq!((pgn.alt_text.as_str(), pgn.dimensions), ("The game", None));
    }

    #[tokio::test]
    async fn pictures_in_words_become_lines_of_the_text_and_files_stay() {
        let (card, carried) = carried(true).await;
        assert_eq!(carried.len(), 1);
        let words = card.text.to_string();
        assert_eq!(words.lines().count(), 3, "{words}");
    }
}
