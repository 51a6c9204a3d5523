//! Boards: stills and animations of games, start positions, and diagrams of rules; single pieces.

#![allow(missing_docs, reason = "plain data whose fields say what they are")]

use std::time::Duration;

use rules_core::{ByColor, Color, Family, Game, Move, Piece, Role, Square, Variant};
use serde::{Deserialize, Serialize};
use text::Text;

use crate::Theme;

/// The last position of a game.
#[derive(Clone, Debug)]
pub struct BoardPicture {
    /// The game up to the position.
    pub game: Game,
    /// The side at the bottom.
    pub viewer: Color,
    /// A piece whose targets are marked.
    pub selected: Option<Square>,
    /// Moves that would capture the king, from and to, besides those of Letos that give check.
    pub threats: Vec<(Square, Square)>,
    /// A move that could be played next; its arrows replace those for the last move.
    pub next: Option<Move>,
    /// A bar above and below the board, where there are players.
    pub players: Option<ByColor<PlayerBar>>,
    /// A line under the board of a game that is over, such as the result.
    pub banner: Option<Text>,
    pub theme: Theme,
    pub size: Size,
    pub rotation: Rotation,
}

impl BoardPicture {
    /// The board alone, White at the bottom, in the default look.
    pub fn new(game: Game) -> Self {
        let rotation = Rotation::usual(game.variant().family());
        Self {
            game,
            viewer: Color::White,
            selected: None,
            threats: Vec::new(),
            next: None,
            players: None,
            banner: None,
            theme: Theme::default(),
            size: Size::default(),
            rotation,
        }
    }
}

/// A player as the bar shows them. The turn and the captured pieces come from the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayerBar {
    pub name: String,
    /// Such as `1500?`, after the name.
    pub rating: Option<String>,
    /// Such as `4:05` or `2 days`, at the right end.
    pub clock: Option<Text>,
}

impl PlayerBar {
    /// A bar with a name alone.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    #[must_use]
    pub fn rating(mut self, rating: impl Into<String>) -> Self {
        self.rating = Some(rating.into());
        self
    }

    #[must_use]
    pub fn clock(mut self, clock: impl Into<Text>) -> Self {
        self.clock = Some(clock.into());
        self
    }
}

/// A game move by move.
#[derive(Clone, Debug)]
pub struct Animation {
    /// The game and the look of its board, which has a banner at the end only. No piece is selected.
    pub board: BoardPicture,
    /// Number of half-moves to show, counted from the end of the game.
    pub plies: usize,
    /// Time for each position, clamped to between 0.1 and 10 seconds.
    pub delay: Duration,
    /// Time for the last position, clamped alike.
    pub hold: Duration,
}

impl Animation {
    /// The whole game at the default pace.
    pub const fn new(board: BoardPicture) -> Self {
        Self {
            board,
            plies: usize::MAX,
            delay: Duration::from_millis(800),
            hold: Duration::from_secs(4),
        }
    }
}

/// The start positions of the games with their names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Gallery {
    pub theme: Theme,
}

/// A piece without a board, as it looks in a family of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceIcon {
    pub piece: Piece,
    /// The games that it is from.
    pub family: Family,
}

impl PieceIcon {
    /// Every look of a piece, once.
    pub fn all() -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for variant in Variant::ALL {
            let family = variant.family();
            for color in Color::ALL {
                for &role in variant.roles() {
                    let piece = Piece { color, role };
                    let icon = Self { piece, family };
                    if all.iter().all(|known| known.name() != icon.name()) {
                        all.push(icon);
                    }
                }
            }
        }
        all
    }

    /// The name of its look, such as `white_crowned_rook`; the same for pieces that look alike.
    pub fn name(self) -> String {
        let Piece { color, role } = self.piece;
        let side = self.family.variants()[0].color_name(color).to_lowercase();
        let crown = match (self.family, role) {
            (Family::Latrunculi, Role::Bishop | Role::Rook) => "crowned_",
            _ => "",
        };
        format!("{side}_{crown}{}", role.name())
    }
}

/// A diagram that explains a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleDiagram {
    pub variant: Variant,
    /// Which of the game's diagrams, such as `rook` or `throw`: lower case with hyphens.
    pub id: &'static str,
    pub theme: Theme,
}

/// The edge of an 8x8 board with its frame in pixels, 160 to 1080. Other shapes are in proportion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Size(u16);

impl Size {
    pub const MIN: Self = Self(160);
    /// For small screens and slow connections.
    pub const PHONE: Self = Self(480);
    /// Twice what a chat shows on a desktop, so that it stays sharp.
    pub const DESKTOP: Self = Self(720);
    pub const MAX: Self = Self(1080);

    /// The size nearest to a number of pixels.
    pub fn pixels(pixels: u16) -> Self {
        Self(pixels).clamp(Self::MIN, Self::MAX)
    }

    pub const fn get(self) -> u16 {
        self.0
    }
}

impl Default for Size {
    fn default() -> Self {
        Self::DESKTOP
    }
}

/// How a board lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rotation {
    /// Ranks run across, files upward.
    Upright,
    /// Turned by 45 degrees: in Legan Chess the viewer's corner is down, in Toto40 the fighting line lies flat.
    Diagonal,
}

impl Rotation {
    /// Both, in the order of menus.
    pub const ALL: &[Self] = &[Self::Upright, Self::Diagonal];

    /// How a game's board lies unless someone chooses otherwise.
    pub const fn usual(family: Family) -> Self {
        match family {
            Family::Toto40 => Self::Diagonal,
            _ => Self::Upright,
        }
    }

    /// The word by which it is stored and sent.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Upright => "upright",
            Self::Diagonal => "diagonal",
        }
    }

    /// The rotation with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.code() == code)
    }
}
