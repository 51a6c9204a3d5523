//! What is kept: games and challenges as they stand in the store, and the index rows by which they are found again.

use rules_core::{ByColor, Claim, Color, Game, Reason, ReplayError, Variant};
use serde::{Deserialize, Serialize};

use crate::ids::{ChallengeId, GameId, Person, PlayerId, Venue};
use crate::moment::Timestamp;
use crate::store::{Index, IndexRow, Key};

/// How well the engine plays, from [`Level::LOWEST`] to [`Level::HIGHEST`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Level(u8);

impl Level {
    /// The level a beginner beats.
    pub const LOWEST: Self = Self(1);
    /// Full strength.
    pub const HIGHEST: Self = Self(10);

    /// The level of that number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        (Self::LOWEST.0..=Self::HIGHEST.0)
            .contains(&number)
            .then_some(Self(number))
    }

    /// Its number, from 1 to 10.
    pub fn number(self) -> u8 {
        self.0
    }
}

/// Who holds a side of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// Somebody, with the name they bore when the game began.
    Person(Person),
    /// The engine at this level.
    Engine(Level),
}

impl Seat {
    /// The person who sits here, if it is one.
    pub fn person(&self) -> Option<&Person> {
        match self {
            Self::Person(person) => Some(person),
            Self::Engine(_) => None,
        }
    }
}

/// How a game ended; the first four words are those of PGN's Termination tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The rules of the game ended it.
    Board(Reason),
    /// The player to move claimed a draw.
    Claim(Claim),
    /// The loser gave up.
    Resignation,
    /// Both agreed to a draw.
    Agreement,
}

impl End {
    /// The ends that are not the rules' own, by the word they are stored as.
    const OTHERS: [(Self, &'static str); 4] = [
        (Self::Claim(Claim::Threefold), "claim-threefold"),
        (Self::Claim(Claim::FiftyMoves), "claim-fifty-moves"),
        (Self::Resignation, "resignation"),
        (Self::Agreement, "agreement"),
    ];

    fn code(self) -> &'static str {
        match self {
            Self::Board(reason) => reason.code(),
            other => Self::OTHERS
                .iter()
                .find(|(end, _)| *end == other)
                .map_or("", |(_, code)| code),
        }
    }

    fn from_code(code: &str) -> Option<Self> {
        let board = Reason::ALL
            .iter()
            .find(|reason| reason.code() == code)
            .map(|&reason| Self::Board(reason));
        board.or_else(|| {
            Self::OTHERS
                .iter()
                .find(|(_, word)| *word == code)
                .map(|&(end, _)| end)
        })
    }
}

impl Serialize for End {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for End {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = String::deserialize(deserializer)?;
        Self::from_code(&code)
            .ok_or_else(|| serde::de::Error::custom(format!("no game ends by {code:?}")))
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// Who won; nobody in a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Color>,
    /// What ended the game.
    pub end: End,
    /// When it ended.
    pub at: Timestamp,
}

/// A draw offer that was made, and perhaps answered, in the present position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawOffer {
    /// Who offered.
    pub by: Color,
    /// Whether the other side said no.
    pub declined: bool,
}

/// A game: its rule set, its start, its moves, and who plays it where. The position follows from these.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its public code.
    pub id: GameId,
    /// The rule set.
    pub variant: Variant,
    /// FEN of the first position, when it is not the rule set's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves in UCI form, White's first one first (unless `start` says otherwise).
    pub moves: Vec<String>,
    /// Who plays.
    pub seats: ByColor<Seat>,
    /// Where its board is shown.
    pub venue: Venue,
    /// When it began.
    pub began: Timestamp,
    /// When it was last changed by somebody.
    pub touched: Timestamp,
    /// The draw offer of this position, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_offer: Option<DrawOffer>,
    /// The result, once there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

impl GameRecord {
    /// Half-moves after which no more can be stored. Toto40 knows no draw by repetition or move count, so a game needs
    /// some bound; a record of this length stays below the store's limit for a value.
    pub const MAX_PLIES: usize = 3000;

    /// Plays the moves again.
    ///
    /// # Errors
    /// When the record holds a move that its rule set does not allow: a damaged store, or a rule that was changed.
    pub fn replay(&self) -> Result<Game, ReplayError> {
        Game::replay(
            self.variant,
            self.start.as_deref(),
            self.moves.iter().map(String::as_str),
        )
    }

    /// Half-moves played.
    pub fn ply(&self) -> u32 {
        u32::try_from(self.moves.len()).unwrap_or(u32::MAX)
    }

    /// The side that `player` plays; White for somebody who plays both.
    pub fn side_of(&self, player: &PlayerId) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| self.seats[color].person().is_some_and(|p| p.id == *player))
    }

    /// The people who play it, without the engine.
    pub fn people(&self) -> impl Iterator<Item = &Person> {
        Color::ALL
            .into_iter()
            .filter_map(|color| self.seats[color].person())
    }

    fn index_rows(&self) -> Vec<IndexRow> {
        let order = self.touched.0;
        let row = |index| IndexRow { index, order };
        let mine = |id: PlayerId| {
            if self.result.is_some() {
                Index::FinishedOf(id)
            } else {
                Index::OngoingOf(id)
            }
        };
        let mut rows: Vec<_> = self
            .people()
            .map(|person| row(mine(person.id.clone())))
            .collect();
        if self.result.is_none() {
            rows.push(row(Index::OngoingIn(self.venue.room.clone())));
        }
        rows
    }
}

/// The side that somebody wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColorWish {
    /// Chance decides when the game begins.
    #[default]
    Random,
    /// This one.
    Only(Color),
}

/// What is played, as a challenge proposes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// The rule set.
    pub variant: Variant,
    /// The side of whoever proposes.
    #[serde(default)]
    pub color: ColorWish,
    /// FEN of the first position, when it is not the rule set's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
}

/// What became of a challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChallengeState {
    /// It waits for an answer.
    Open,
    /// Somebody took it, and this game began.
    Accepted {
        /// Who took it.
        by: Person,
        /// The game.
        game: GameId,
    },
    /// The person asked said no.
    Declined,
    /// Whoever made it took it back.
    Withdrawn,
    /// Nobody answered in time.
    Expired,
}

/// An invitation to a game, to one person or to everybody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChallengeRecord {
    /// Its public code.
    pub id: ChallengeId,
    /// Who made it.
    pub by: Person,
    /// Who may take it; anybody when there is nobody here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Person>,
    /// What is to be played.
    pub terms: Terms,
    /// Where it was made, and the game will be shown.
    pub venue: Venue,
    /// When it was made.
    pub made: Timestamp,
    /// When it lapses if nobody answers.
    pub expires: Timestamp,
    /// Whether it still stands.
    pub state: ChallengeState,
}

impl ChallengeRecord {
    fn index_rows(&self) -> Vec<IndexRow> {
        if self.state != ChallengeState::Open {
            return Vec::new();
        }
        let order = self.expires.0;
        let row = |index| IndexRow { index, order };
        let mut rows = vec![
            row(Index::Due),
            row(Index::ChallengesBy(self.by.id.clone())),
        ];
        rows.extend(
            self.to
                .iter()
                .map(|person| row(Index::ChallengesTo(person.id.clone()))),
        );
        rows
    }
}

/// Anything that the store keeps under a [`Key`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Record {
    /// A game, in progress or finished.
    Game(GameRecord),
    /// A challenge, open or answered.
    Challenge(ChallengeRecord),
}

impl Record {
    /// Its name in the store.
    pub fn key(&self) -> Key {
        match self {
            Self::Game(game) => Key::Game(game.id),
            Self::Challenge(challenge) => Key::Challenge(challenge.id),
        }
    }

    /// The rows by which it is found; they replace those of its former state.
    pub fn index_rows(&self) -> Vec<IndexRow> {
        match self {
            Self::Game(game) => game.index_rows(),
            Self::Challenge(challenge) => challenge.index_rows(),
        }
    }
}

impl From<GameRecord> for Record {
    fn from(game: GameRecord) -> Self {
        Self::Game(game)
    }
}

impl From<ChallengeRecord> for Record {
    fn from(challenge: ChallengeRecord) -> Self {
        Self::Challenge(challenge)
    }
}
