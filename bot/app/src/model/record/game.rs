//! A game: who plays, the moves, how it ended.

use rules_core::{ByColor, Claim, Color, Game, Reason, ReplayError, Variant};
use serde::{Deserialize, Serialize};

use crate::model::ids::{GameId, Person, PlayerId, Venue};
use crate::model::key::{Index, IndexRow};
use crate::model::level::Level;
use crate::model::moment::Timestamp;
use crate::model::record::clock::Clock;
use crate::model::record::defaults::is_default;
use crate::model::record::thread::Thread;
use crate::model::record::time_control::TimeControl;
use crate::model::record::tournament::Event;

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
    /// The player's name in plain letters, as on a picture.
    pub fn name(&self) -> String {
        match self {
            Self::Person(person) => person.name.clone(),
            Self::Engine(level) => level.player_name(),
        }
    }

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
    /// The loser's time ran out.
    TimeForfeit,
    /// The game was given up before both sides had moved: it does not count.
    Abandonment,
    /// The organizer of a tournament decided it.
    Adjudication,
}

impl End {
    /// The ends that are not the rules' own, by the word they are stored as.
    const OTHERS: [(Self, &'static str); 7] = [
        (Self::Claim(Claim::Threefold), "claim-threefold"),
        (Self::Claim(Claim::FiftyMoves), "claim-fifty-moves"),
        (Self::Resignation, "resignation"),
        (Self::Agreement, "agreement"),
        (Self::TimeForfeit, "time-forfeit"),
        (Self::Abandonment, "abandonment"),
        (Self::Adjudication, "adjudication"),
    ];

    /// Whether nobody did anything to end it.
    pub(crate) fn is_by_time(self) -> bool {
        matches!(self, Self::TimeForfeit | Self::Abandonment)
    }

    pub(crate) fn code(self) -> &'static str {
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

/// An offer that was made, and perhaps answered, in the present position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Offer {
    /// Who offered.
    pub by: Color,
    /// Whether the other side said no.
    pub declined: bool,
}

impl Offer {
    /// A new one.
    pub(crate) fn of(by: Color) -> Self {
        Self {
            by,
            declined: false,
        }
    }

    /// Whether it is for this side to answer.
    pub(crate) fn is_open_to(self, side: Color) -> bool {
        self.by != side && !self.declined
    }
}

/// That a finished game was counted: in its players' records, and perhaps in their ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Counted {
    /// Its place in the order of all counted games; about when it ended.
    pub at: Timestamp,
    /// The players' ratings wherever they played, before and after, if it was rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<ByColor<RatingChange>>,
}

/// What a game did to a rating, in whole points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RatingChange {
    /// The rating with which the game was played.
    pub before: u16,
    /// The rating after it.
    pub after: u16,
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
    /// How much time they have.
    #[serde(default, skip_serializing_if = "is_default")]
    pub time: TimeControl,
    /// The clocks; none without a time control that has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// Whether the result changes the players' ratings.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rated: bool,
    /// Where in a tournament it is played; a game that outlasts its tournament loses this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<Event>,
    /// Where its board is shown.
    pub venue: Venue,
    /// The thread that it has for itself, or is to get.
    #[serde(default, skip_serializing_if = "is_default")]
    pub thread: Thread,
    /// When it began.
    pub began: Timestamp,
    /// When it was last changed by somebody.
    pub touched: Timestamp,
    /// How many of the last changes cannot be seen on the board, or on its clocks alone: they call nobody, and leave it to
    /// the change before them who is called.
    #[serde(default, skip_serializing_if = "is_default")]
    pub quiet: u64,
    /// The draw offer that waits for an answer, or was declined in this position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_offer: Option<Offer>,
    /// The wish of this position to take a move back, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take_back_offer: Option<Offer>,
    /// Whether its board could not be posted of late: then its players are told by themselves what everybody should see.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unseen: bool,
    /// The lines of moves that each side has prepared: the opponent's move first, one's own answer after it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub conditional: ByColor<Vec<Vec<String>>>,
    /// How many of the last half-moves were made by themselves, as prepared or as the only legal ones.
    #[serde(default, skip_serializing_if = "is_default")]
    pub answered: u32,
    /// What the engine thought of its last positions, in hundredths of a pawn, the latest last.
    #[serde(default, skip_serializing_if = "is_default")]
    pub engine_scores: Vec<i16>,
    /// How often moves were taken back.
    #[serde(default, skip_serializing_if = "is_default")]
    pub take_backs: u32,
    /// The result, once there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// The game that followed this one at a button's action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<GameId>,
    /// Who called it off, when it was somebody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aborted_by: Option<Color>,
    /// Whether the organizer of a tournament annulled it: it counts for nothing, and is held against nobody.
    #[serde(default, skip_serializing_if = "is_default")]
    pub annulled: bool,
    /// That and how the result was counted, once it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<Counted>,
}

impl GameRecord {
    /// Half-moves after which no more can be stored. Toto40 knows no draw by repetition or move count, so a game needs
    /// some bound; a record of this length stays below the store's limit for a value.
    pub const MAX_PLIES: usize = 3000;

    /// A casual game without clocks that begins now, from its rule set's own start.
    pub fn new(
        id: GameId,
        variant: Variant,
        seats: ByColor<Seat>,
        venue: Venue,
        now: Timestamp,
    ) -> Self {
        Self {
            id,
            variant,
            start: None,
            moves: Vec::new(),
            seats,
            time: TimeControl::Unlimited,
            clock: None,
            rated: false,
            event: None,
            venue,
            thread: Thread::None,
            began: now,
            touched: now,
            quiet: 0,
            draw_offer: None,
            take_back_offer: None,
            unseen: false,
            conditional: ByColor::default(),
            answered: 0,
            engine_scores: Vec::new(),
            take_backs: 0,
            result: None,
            rematch: None,
            aborted_by: None,
            annulled: false,
            counted: None,
        }
    }

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

    /// Whether more depends on it than the game itself: in a rated game and in a tournament's nobody is helped, and no move is
    /// taken back.
    pub fn is_serious(&self) -> bool {
        self.rated || self.event.is_some()
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

    pub(crate) fn index_rows(&self) -> Vec<IndexRow> {
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
        rows.extend(self.counted.map(|counted| IndexRow {
            index: Index::Counted,
            order: counted.at.0,
        }));
        if self.result.is_none() {
            rows.push(row(Index::Ongoing));
            rows.push(row(Index::OngoingIn(self.venue.room.clone())));
            let server = self.venue.server.clone();
            rows.extend(server.map(|server| row(Index::OngoingOn(server))));
            rows.extend(self.wakes().map(|wakes| IndexRow {
                index: Index::Due,
                order: wakes.0,
            }));
        }
        rows
    }
}
