//! `delos render`: draws a board or a game to a file.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use pictures::{Animation, BoardPicture, Size, Theme};
use render::{Picture, Renderer, Scene};
use rules_core::{Color, FenError, Game, Position, ReplayError, Variant};
use text::chess::move_error;
use text::{Lang, list};

use crate::error::Error;

/// The picture to draw, and the file to write.
#[derive(Debug, Args)]
pub struct RenderArgs {
    // clap shows the message of a parse error only if a function returns it.
    /// The rules: leto, legan, toto40, leap, latrunculi or one of their forms
    #[arg(value_parser = str::parse::<Variant>)]
    variant: Variant,
    /// The position to draw, or to start from, in FEN [default: the start]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves to make first, such as e2e4 or Nf3
    #[arg(long, value_name = "MOVE", num_args = 1.., allow_hyphen_values = false)]
    moves: Vec<String>,
    #[arg(long, default_value_t, value_parser = str::parse::<Theme>, help = format!("The colors: {}", list::or(Theme::codes())))]
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

impl RenderArgs {
    /// Writes the picture, and prints its description to `out`.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Error> {
        let extension = self.output.extension().and_then(|end| end.to_str());
        let extension = extension.unwrap_or_default().to_ascii_lowercase();
        let is_animated = match extension.as_str() {
            "png" => false,
            "gif" => true,
            _ => {
                return Err(Error::Invalid(format!(
                    "{} must end in .png for a position or .gif for a game",
                    self.output.display()
                )));
            }
        };
        let board = BoardPicture {
            viewer: if self.flip {
                Color::Black
            } else {
                Color::White
            },
            theme: self.theme,
            size: Size::pixels(self.size),
            ..BoardPicture::new(self.game().map_err(Error::Invalid)?)
        };
        let description = board.alt_text(Lang::ENGLISH);
        let picture: Box<dyn Picture> = if is_animated {
            Box::new(Animation::new(board))
        } else {
            Box::new(Scene::from(&board))
        };
        let drawn = picture.draw(&Renderer::new(), Lang::ENGLISH);
        let content = drawn.map_err(|error| Error::Other(error.to_string()))?;
        let file = self.output.display();
        fs::write(&self.output, content)
            .map_err(|error| Error::Other(format!("{file} cannot be written: {error}")))?;
        writeln!(out, "{description}")
            .map_err(|error| Error::Other(format!("the description cannot be printed: {error}")))
    }

    /// The game to draw. Fields missing at the end of a FEN get default values.
    fn game(&self) -> Result<Game, String> {
        let wrong_fen = |error: FenError| format!("--fen: {error}");
        let start = |fen: &String| Position::from_fen_lenient(self.variant, fen);
        let fen = self
            .fen
            .as_ref()
            .map(start)
            .transpose()
            .map_err(wrong_fen)?;
        let fen = fen.map(|position| position.fen());
        let moves = self.moves.iter().flat_map(|moves| moves.split_whitespace());
        Game::replay(self.variant, fen.as_deref(), moves).map_err(|error| match error {
            ReplayError::Start(error) => wrong_fen(error),
            ReplayError::Move { ply, text, error } => {
                let why = Lang::ENGLISH.words(&move_error(&error));
                format!("--moves: half-move {} ({text}): {why}", ply + 1)
            }
        })
    }
}
