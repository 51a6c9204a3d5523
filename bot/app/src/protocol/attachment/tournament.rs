//! Pictures of tournaments as data.

use rules_core::Variant;

/// Who plays whom in a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairingsPicture {
    /// The heading.
    pub title: String,
    /// What the sides are called, White's first.
    pub sides: [String; 2],
    /// The first board first.
    pub lines: Vec<PairingLine>,
}

/// A line of a [`PairingsPicture`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PairingLine {
    /// Two who meet.
    Game {
        /// The number of the board, from 1.
        board: String,
        /// White and Black.
        players: [PairingPlayer; 2],
        /// How it ended, or a dash.
        result: String,
        /// The game's code.
        code: String,
    },
    /// A player without an opponent.
    Free {
        /// Who.
        player: PairingPlayer,
        /// What that brings.
        note: String,
    },
}

/// A player in a [`PairingLine`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PairingPlayer {
    /// Who it is.
    pub name: String,
    /// What they had before the round; empty where points do not count.
    pub points: String,
    /// Whether they have won the game.
    pub won: bool,
    /// Whether it is who asked.
    pub marked: bool,
}

/// Who met whom with what result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrosstablePicture {
    /// The heading.
    pub title: String,
    /// Numbers of rounds or of opponents.
    pub columns: Vec<String>,
    /// The leader first.
    pub rows: Vec<CrosstableLine>,
}

/// One line of a [`CrosstablePicture`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrosstableLine {
    /// Its number: unlike places, lines are not shared.
    pub line: String,
    /// Who it is.
    pub name: String,
    /// One text for each column.
    pub results: Vec<String>,
    /// The points.
    pub points: String,
}

/// One part of a knockout bracket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BracketPicture {
    /// The heading.
    pub title: String,
    /// From the left to the right.
    pub rounds: Vec<BracketRound>,
}

/// A column of a [`BracketPicture`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BracketRound {
    /// What it is called.
    pub title: String,
    /// Its matches from top to bottom.
    pub matches: Vec<[BracketSide; 2]>,
}

/// A side of a match in a [`BracketPicture`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BracketSide {
    /// The name; `None` until the player is known.
    pub name: Option<String>,
    /// The points; empty before the match.
    pub points: String,
    /// Whether they go on.
    pub won: bool,
}

/// The best of a tournament that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PodiumPicture {
    /// The tournament.
    pub title: String,
    /// Whose piece is the ornament.
    pub variant: Variant,
    /// The winner first; two may share the third place.
    pub places: Vec<PodiumPlace>,
}

/// Who stands on a step of a [`PodiumPicture`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PodiumPlace {
    /// 1 to 3.
    pub rank: u8,
    /// Who it is.
    pub name: String,
    /// The points in words; empty where they do not count.
    pub points: String,
}
