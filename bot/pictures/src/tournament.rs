//! Views of tournaments.

#![allow(missing_docs, reason = "plain data whose fields say what they are")]

use rules_core::{ByColor, Variant};
use text::Text;

use crate::Theme;

/// The pairings of a round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pairings {
    /// The heading, such as the tournament and the round.
    pub title: Text,
    /// The names of the sides.
    pub sides: ByColor<Text>,
    /// In the order of the boards. The first 32 are shown, and how many more there are.
    pub lines: Vec<PairingLine>,
    pub theme: Theme,
}

/// A line of [`Pairings`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PairingLine {
    Game {
        /// The number of the board.
        board: String,
        players: ByColor<PairedPlayer>,
        /// Such as `1–0`, or a dash during the game.
        result: String,
        /// The game's code, a few letters; may be empty.
        code: String,
    },
    /// A player without an opponent.
    Bye {
        player: PairedPlayer,
        /// Such as `bye (1 point)`.
        note: Text,
    },
}

/// A player in a [`PairingLine`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PairedPlayer {
    pub name: String,
    /// Points before the round, such as `3½`; empty where points do not count.
    pub points: String,
    /// Whether this player won the game.
    pub won: bool,
    /// Whether a bar at the left edge points the line out.
    pub marked: bool,
}

/// Every result of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Crosstable {
    /// The heading, such as the tournament and the round.
    pub title: Text,
    /// Numbers of rounds or of opponents. The first 16 are shown.
    pub columns: Vec<String>,
    /// The leader first. The first 32 are shown, and how many more there are.
    pub rows: Vec<CrosstableRow>,
    pub theme: Theme,
}

/// A player's line of a [`Crosstable`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CrosstableRow {
    /// The number of the line, or the rank.
    pub rank: String,
    pub name: String,
    /// One result for each column, such as `1`, `½`, `+` or `12w1`.
    pub results: Vec<String>,
    pub score: String,
    /// The tie-break; there is no column if all are empty.
    pub tie_break: String,
}

/// The tree of a knockout, or a part of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bracket {
    /// The heading, such as the tournament.
    pub title: Text,
    /// From left to right; the last six are shown. A round may have half as many matches as the one before, match `n`
    /// being fed by `2n` and `2n + 1`; or as many, match `n` being fed by `n` and from elsewhere.
    pub rounds: Vec<BracketRound>,
    pub theme: Theme,
}

/// A column of a [`Bracket`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BracketRound {
    /// Such as `Quarterfinals`.
    pub title: Text,
    /// From top to bottom.
    pub matches: Vec<[BracketSide; 2]>,
}

/// A side of a match in a [`Bracket`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum BracketSide {
    /// Not decided yet.
    #[default]
    Open,
    /// No one: the other side advances without a game.
    Bye,
    Player {
        /// Of a person or the engine.
        name: Text,
        /// Such as `1½`; empty before the match.
        score: String,
        /// Whether this side won the match.
        won: bool,
    },
}

/// The winners of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Podium {
    /// The heading: the tournament's name.
    pub title: Text,
    /// The game, whose special piece is the ornament.
    pub variant: Variant,
    /// The best first. The first four are shown, since two can share the third place.
    pub places: Vec<PodiumPlace>,
    pub theme: Theme,
}

/// A place on a [`Podium`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PodiumPlace {
    /// 1 to 3. Players who share a rank stand equally high.
    pub rank: u8,
    pub name: String,
    /// Such as `4½ points`; may be empty.
    pub points: Text,
}
