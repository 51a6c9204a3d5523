//! `delos render`: draws a board or a game to a file.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::Args;
use pictures::{Animation, BoardPicture, Size, Theme, UnknownTheme};
use render::{Picture, RenderError, Renderer, Scene};
use rules_core::{Color, FenError, Game, Position, ReplayError, UnknownVariant, Variant};
use text::chess::move_error;
use text::{Lang, list};

/// The picture to draw, and the file to write.
#[derive(Debug, Args)]
pub struct RenderArgs {
    /// The rules: leto, legan, toto40, leap, latrunculi or one of their forms
    #[arg(value_parser = variant)]
    variant: Variant,
    /// The position to draw, or to start from, in FEN [default: the start]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves to make first, such as e2e4 or Nf3
    #[arg(long, value_name = "MOVE", num_args = 1.., allow_hyphen_values = false)]
    moves: Vec<String>,
    #[arg(long, default_value_t, value_parser = theme, help = format!("The colors: {}", list::or(Theme::codes())))]
    theme: Theme,
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

/// Why no picture was written.
#[derive(Debug, thiserror::Error)]
pub enum RenderCommandError {
    /// The position is not valid.
    #[error("--fen: {0}")]
    Fen(#[from] FenError),
    /// A move is not legal.
    #[error("--moves: half-move {} ({text}): {why}", ply + 1)]
    Move {
        /// Number of moves before it.
        ply: usize,
        /// The move.
        text: String,
        /// The reason, as in a chat.
        why: String,
    },
    /// The file's extension names no format.
    #[error("{} must end in .png for a position or .gif for a game", .0.display())]
    Extension(PathBuf),
    /// The file cannot be written.
    #[error("{} cannot be written: {source}", file.display())]
    File {
        /// Its path.
        file: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The description cannot be printed.
    #[error("the description cannot be printed: {0}")]
    Print(io::Error),
    /// A fault of the renderer.
    #[error(transparent)]
    Render(#[from] RenderError),
}

impl RenderCommandError {
    /// Whether the command line is at fault, not the machine.
    pub fn is_mistake(&self) -> bool {
        matches!(self, Self::Fen(_) | Self::Move { .. } | Self::Extension(_))
    }
}

// clap shows the messages of these errors only if a function returns them.
fn variant(text: &str) -> Result<Variant, UnknownVariant> {
    text.parse()
}

fn theme(text: &str) -> Result<Theme, UnknownTheme> {
    text.parse()
}

/// The format of a file.
#[derive(Clone, Copy)]
enum Format {
    Png,
    Gif,
}

impl Format {
    fn of(file: &Path) -> Option<Self> {
        let extension = file.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "png" => Some(Self::Png),
            "gif" => Some(Self::Gif),
            _ => None,
        }
    }
}

impl RenderArgs {
    /// Writes the picture, and prints its description to `out`.
    pub fn run(&self, out: &mut impl Write) -> Result<(), RenderCommandError> {
        let format = Format::of(&self.output)
            .ok_or_else(|| RenderCommandError::Extension(self.output.clone()))?;
        let board = BoardPicture {
            viewer: if self.flip {
                Color::Black
            } else {
                Color::White
            },
            theme: self.theme,
            size: Size::pixels(self.size),
            ..BoardPicture::new(self.game()?)
        };
        let description = board.alt_text(Lang::ENGLISH);
        let picture: Box<dyn Picture> = match format {
            Format::Png => Box::new(Scene::from(&board)),
            Format::Gif => Box::new(Animation::new(board)),
        };
        let content = picture.draw(&Renderer::new(), Lang::ENGLISH)?;
        fs::write(&self.output, content).map_err(|source| RenderCommandError::File {
            file: self.output.clone(),
            source,
        })?;
        writeln!(out, "{description}").map_err(RenderCommandError::Print)
    }

    /// The game to draw. Fields missing at the end of a FEN get default values.
    fn game(&self) -> Result<Game, RenderCommandError> {
        let fen = match &self.fen {
            Some(fen) => Some(Position::from_fen_lenient(self.variant, fen)?.fen()),
            None => None,
        };
        let moves = self.moves.iter().flat_map(|moves| moves.split_whitespace());
        Game::replay(self.variant, fen.as_deref(), moves).map_err(|error| match error {
            ReplayError::Start(error) => error.into(),
            ReplayError::Move { ply, text, error } => RenderCommandError::Move {
                ply,
                text,
                why: Lang::ENGLISH.words(&move_error(&error)),
            },
        })
    }
}
