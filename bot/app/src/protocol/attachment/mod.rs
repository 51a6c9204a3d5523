//! What goes with a card beside its board: pictures as data, and files. A front end draws the one and attaches both.

use rules_core::{ByColor, Variant};
use text::Text;

use crate::model::record::Theme;
use crate::protocol::card::BoardPicture;

mod tournament;
pub use tournament::{
    BracketPicture, BracketRound, BracketSide, CrosstableLine, CrosstablePicture, PairingLine,
    PairingPlayer, PairingsPicture, PodiumPicture, PodiumPlace,
};

/// Something enclosed with a [`Card`](crate::protocol::card::Card).
#[derive(Clone, Debug)]
pub enum Enclosure {
    /// Ratings over time.
    Curve(CurvePicture),
    /// Names in their order with figures.
    Table(TablePicture),
    /// Who plays whom in a round of a tournament.
    Pairings(PairingsPicture),
    /// Who met whom in a tournament.
    Crosstable(CrosstablePicture),
    /// A knockout bracket.
    Bracket(BracketPicture),
    /// The best of a tournament.
    Podium(PodiumPicture),
    /// A rule in pictures.
    Diagram(Diagram),
    /// A whole game, moving.
    Animation(Box<Animation>),
    /// White's prospects in the course of a game.
    Graph(Graph),
    /// A file to be kept.
    File(File),
}

/// A rule in pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// Whose rule it is.
    pub variant: Variant,
    /// Which one, by the name that the pictures' maker gives it.
    pub name: &'static str,
    /// The colors.
    pub theme: Theme,
}

/// A whole game, shown move by move.
#[derive(Clone, Debug)]
pub struct Animation {
    /// The game and how its board looks.
    pub board: BoardPicture,
    /// A line under the last position.
    pub banner: String,
}

/// White's prospects in the course of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    /// The heading.
    pub title: String,
    /// What the sides are called.
    pub names: ByColor<String>,
    /// White's expected score in thousandths, at the start and after each half-move.
    pub expectations: Vec<u16>,
    /// Half-moves that are marked, counted from one.
    pub moments: Vec<usize>,
    /// The colors.
    pub theme: Theme,
}

/// Ratings over time, one line for each kind of game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CurvePicture {
    /// Whose ratings these are.
    pub title: Text,
    /// One for each kind of game.
    pub series: Vec<Series>,
}

/// One line of a [`CurvePicture`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Series {
    /// The kind of game.
    pub name: String,
    /// Seconds since 1970 and the rating then.
    pub points: Vec<(i64, u16)>,
}

/// A leaderboard, or any list of names with a few figures each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TablePicture {
    /// The heading.
    pub title: Text,
    /// Headings of the figures.
    pub columns: Vec<Text>,
    /// The lines.
    pub rows: Vec<TableLine>,
}

/// One line of a [`TablePicture`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableLine {
    /// Its place.
    pub rank: String,
    /// Who it is.
    pub name: String,
    /// The figures, one for each column.
    pub cells: Vec<String>,
    /// Whether it is the line of the player who asked.
    pub marked: bool,
}

/// A file.
#[derive(Clone, PartialEq, Eq)]
pub struct File {
    /// Its name, with an ending that says what it is.
    pub name: &'static str,
    /// What it is, for those who cannot see its name.
    pub about: Text,
    /// What is in it.
    pub content: Vec<u8>,
}

/// The content may be private: it is not shown.
impl std::fmt::Debug for File {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("File")
            .field("name", &self.name)
            .field("bytes", &self.content.len())
            .finish_non_exhaustive()
    }
}
