//! `delos render`: draws a board or a game to a file.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::Args;
use render::{GifOptions, RenderError, Renderer, Scene, Size, ThemeId, UnknownTheme};
use rules_core::{Color, FenError, Game, Position, ReplayError, UnknownVariant, Variant};

/// What to draw, and where to write it.
#[derive(Debug, Args)]
pub struct Diagram {
    /// The rules: leto, legan, toto40, leap, latrunculi or one of their forms
    #[arg(value_parser = variant)]
    variant: Variant,
    /// The position to draw, or to start from, in FEN [default: the start]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves to make first, such as e2e4 or Nf3
    #[arg(long, value_name = "MOVE", num_args = 1.., allow_hyphen_values = false)]
    moves: Vec<String>,
    /// The colors: wood, sea, meadow, night or contrast
    #[arg(long, default_value_t, value_parser = theme)]
    theme: ThemeId,
    /// Edge of an 8x8 board in pixels, 160 to 1080 (an animation has at most 720)
    #[arg(long, value_name = "PIXELS", default_value_t = Size::DESKTOP.get(), value_parser = clap::value_parser!(u16).range(160..=1080))]
    size: u16,
    /// Put the second player's side at the bottom
    #[arg(long)]
    flip: bool,
    /// Where to write: FILE.png for the last position, FILE.gif for the whole game
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum DiagramError {
    /// The position cannot be read.
    #[error("--fen: {0}")]
    Fen(#[from] FenError),
    /// A move cannot be made.
    #[error("--moves: {0}")]
    Moves(#[from] ReplayError),
    /// The file's name says neither format.
    #[error("{} should end in .png or .gif: that says what to draw", .0.display())]
    Ending(PathBuf),
    /// The file cannot be written.
    #[error("{} cannot be written: {source}", file.display())]
    File {
        /// Which one.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The words for the picture cannot be printed.
    #[error("the description cannot be printed: {0}")]
    Print(io::Error),
    /// A fault of the renderer.
    #[error(transparent)]
    Render(#[from] RenderError),
}

impl DiagramError {
    /// Whether the command line must be mended, not the machine.
    pub fn is_mistake(&self) -> bool {
        matches!(self, Self::Fen(_) | Self::Moves(_) | Self::Ending(_))
    }
}

// `FromStr` would do, but clap shows what these say only if it is asked by a function.
fn variant(text: &str) -> Result<Variant, UnknownVariant> {
    text.parse()
}

fn theme(text: &str) -> Result<ThemeId, UnknownTheme> {
    text.parse()
}

/// What a file's ending asks for.
#[derive(Clone, Copy)]
enum Format {
    Png,
    Gif,
}

impl Format {
    fn of(file: &Path) -> Option<Self> {
        let ending = file.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "png" => Some(Self::Png),
            "gif" => Some(Self::Gif),
            _ => None,
        }
    }
}

impl Diagram {
    /// Writes the picture, and prints it in words to `out`.
    ///
    /// # Errors
    /// When there is a mistake in what was asked, or the file cannot be written.
    pub fn make(&self, out: &mut impl Write) -> Result<(), DiagramError> {
        let format =
            Format::of(&self.output).ok_or_else(|| DiagramError::Ending(self.output.clone()))?;
        let game = self.game()?;
        let size = Size::pixels(self.size);
        let viewer = if self.flip {
            Color::Black
        } else {
            Color::White
        };
        let scene = Scene::of(&game)
            .seen_by(viewer)
            .theme(self.theme)
            .size(size);
        let renderer = Renderer::new();
        let picture = match format {
            Format::Png => renderer.png(&scene)?,
            Format::Gif => {
                let options = GifOptions {
                    viewer,
                    theme: self.theme,
                    size,
                    ..GifOptions::default()
                };
                renderer.gif(&game, &options)?
            }
        };
        fs::write(&self.output, picture).map_err(|source| DiagramError::File {
            file: self.output.clone(),
            source,
        })?;
        writeln!(out, "{}", render::alt_text(&scene)).map_err(DiagramError::Print)
    }

    /// The game to draw. Fields missing at the end of a FEN get default values.
    fn game(&self) -> Result<Game, DiagramError> {
        let fen = match &self.fen {
            Some(fen) => Some(Position::from_fen_lenient(self.variant, fen)?.fen()),
            None => None,
        };
        let moves = self.moves.iter().flat_map(|moves| moves.split_whitespace());
        Ok(Game::replay(self.variant, fen.as_deref(), moves)?)
    }
}
