//! Games: players, moves and result.

use rules_core::{ByColor, Claim, Color, Game, Reason, ReplayError, Variant};
use serde::{Deserialize, Serialize};

use crate::model::ids::{GameId, Person, PlayerId, Venue};
use crate::model::key::{Index, IndexRow};
use crate::model::level::Level;
use crate::model::moment::{Span, Timestamp};
use crate::model::record::clock::Clock;
use crate::model::record::defaults::is_default;
use crate::model::record::elsewhere::Elsewhere;
use crate::model::record::thread::Thread;
use crate::model::record::time_control::TimeControl;
use crate::model::record::tournament::Event;

/// Time from the end of a game until its thread is closed: its players can talk about it and ask for a rematch.
const UNTIL_CLOSED: Span = Span::minutes(10);

/// A player of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// With their name when the game began.
    Person(Person),
    Engine(Level),
}

impl Seat {
    /// The player's name without markup.
    pub fn name(&self) -> String {
        match self {
            Self::Person(person) => person.name.to_string(),
            Self::Engine(level) => level.player_name(),
        }
    }

    /// The person; `None` for the engine.
    pub fn person(&self) -> Option<&Person> {
        match self {
            Self::Person(person) => Some(person),
            Self::Engine(_) => None,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// By the rules of the game.
    Board(Reason),
    /// The player to move claimed a draw.
    Claim(Claim),
    Resignation,
    /// Both agreed to a draw.
    Agreement,
    /// The loser's time ran out.
    TimeForfeit,
    /// Left before both sides had moved: the game does not count.
    Abandonment,
    /// By a tournament's organizer.
    Adjudication,
    /// The loser of a tournament's game did not make the first move in time (FIDE Laws 6.7.1).
    Forfeit,
}

impl End {
    /// The ends other than the rules' own, with the codes under which they are stored.
    const OTHERS: [(Self, &'static str); 8] = [
        (Self::Claim(Claim::Threefold), "claim-threefold"),
        (Self::Claim(Claim::FiftyMoves), "claim-fifty-moves"),
        (Self::Resignation, "resignation"),
        (Self::Agreement, "agreement"),
        (Self::TimeForfeit, "time-forfeit"),
        (Self::Abandonment, "abandonment"),
        (Self::Adjudication, "adjudication"),
        (Self::Forfeit, "forfeit"),
    ];

    /// Whether the game ended without anyone's action.
    pub(crate) fn is_by_time(self) -> bool {
        matches!(self, Self::TimeForfeit | Self::Abandonment | Self::Forfeit)
    }

    /// Every end with its code.
    fn all() -> impl Iterator<Item = (Self, &'static str)> {
        let board = Reason::ALL.map(|reason| (Self::Board(reason), reason.code()));
        board.into_iter().chain(Self::OTHERS)
    }

    pub(crate) fn code(self) -> &'static str {
        let found = Self::all().find(|(end, _)| *end == self);
        found.map_or("", |(_, code)| code)
    }

    fn from_code(code: &str) -> Option<Self> {
        let found = Self::all().find(|(_, word)| *word == code);
        found.map(|(end, _)| end)
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
    /// `None` in a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Color>,
    pub end: End,
    pub at: Timestamp,
}

/// An offer in the current position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Offer {
    pub by: Color,
    pub declined: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub withdrawn: bool,
}

impl Offer {
    /// An unanswered offer.
    pub(crate) fn of(by: Color) -> Self {
        Self {
            by,
            declined: false,
            withdrawn: false,
        }
    }

    /// Whether it waits for an answer.
    pub fn is_open(self) -> bool {
        !self.declined && !self.withdrawn
    }

    /// Whether `side` can answer it.
    pub(crate) fn is_open_to(self, side: Color) -> bool {
        self.by != side && self.is_open()
    }
}

/// An offer that waits for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenOffer {
    /// Of a draw.
    Draw {
        /// The side that offered.
        by: Color,
    },
    /// Of a takeback.
    TakeBack {
        /// The side that asked.
        by: Color,
    },
}

impl OpenOffer {
    /// Returns the side that made the offer.
    pub fn by(self) -> Color {
        match self {
            Self::Draw { by } | Self::TakeBack { by } => by,
        }
    }
}

/// Marks a finished game as counted in its players' records, and in their ratings if it was rated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Counted {
    /// Its place in the order of counted games: about the time it ended.
    pub at: Timestamp,
    /// The players' ratings in [`Pool::Everywhere`](crate::Pool::Everywhere), if it was rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<ByColor<RatingChange>>,
}

/// The change of a rating by a game, in whole points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RatingChange {
    pub before: u16,
    pub after: u16,
    /// Whether the new rating is provisional.
    #[serde(default, skip_serializing_if = "is_default")]
    pub provisional: bool,
}

/// A game. Its position follows from the variant, the start and the moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    pub id: GameId,
    pub variant: Variant,
    /// FEN of the first position, if it isn't the variant's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves in UCI notation.
    pub moves: Vec<String>,
    pub seats: ByColor<Seat>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub time: TimeControl,
    /// `None` without a time control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// Whether the result changes the players' ratings.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rated: bool,
    /// Its place in a tournament; removed if the game outlasts the tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<Event>,
    pub venue: Venue,
    /// The thread that it has or will get.
    #[serde(default, skip_serializing_if = "is_default")]
    pub thread: Thread,
    /// The second venue, for players who meet from two places.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<Elsewhere>,
    pub began: Timestamp,
    /// When a player last changed it.
    pub touched: Timestamp,
    /// The latest changes that call no one; see [`GameRecord::board_version`].
    #[serde(rename = "quiet", default, skip_serializing_if = "is_default")]
    pub silent_changes: u64,
    /// The draw offer in this position: pending, declined or withdrawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_offer: Option<Offer>,
    /// The takeback request in this position: pending, declined or withdrawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take_back_offer: Option<Offer>,
    /// The move in UCI notation that the player to move has just taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_back: Option<String>,
    /// When a message with the player's move may have been lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<Timestamp>,
    /// Whether its board could not be posted recently; its players are then notified directly.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unseen: bool,
    /// Each side's premoves: lines of an expected move and the reply to it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub conditional: ByColor<Vec<Vec<String>>>,
    /// Number of the last half-moves that were played automatically, as premoves or as the only legal move.
    #[serde(default, skip_serializing_if = "is_default")]
    pub answered: u32,
    /// The engine's evaluations of its last positions in centipawns, latest last.
    #[serde(default, skip_serializing_if = "is_default")]
    pub engine_scores: Vec<i16>,
    /// Number of takebacks.
    #[serde(default, skip_serializing_if = "is_default")]
    pub take_backs: u32,
    /// Number of hints that someone who plays against the engine asked it for.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hints: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// The rematch that followed this game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<GameId>,
    /// The side that pressed Abort, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aborted_by: Option<Color>,
    /// Whether a tournament's organizer annulled it: it counts for no one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub annulled: bool,
    /// How the result was counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<Counted>,
    /// Since it was counted, the account of this seat was linked to another at these times, whose name it has now.
    #[serde(default, skip_serializing_if = "is_default")]
    pub joined: ByColor<Vec<Timestamp>>,
}

impl GameRecord {
    /// Most half-moves. Toto40 has no draw by repetition or move count, so games need a bound; a record of this length
    /// stays below the store's limit for a value.
    pub const MAX_PLIES: usize = 3000;

    /// A casual game without clocks that begins now, from the variant's own start.
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
            elsewhere: None,
            began: now,
            touched: now,
            silent_changes: 0,
            draw_offer: None,
            take_back_offer: None,
            taken_back: None,
            gap: None,
            unseen: false,
            conditional: ByColor::default(),
            answered: 0,
            engine_scores: Vec::new(),
            take_backs: 0,
            hints: 0,
            result: None,
            rematch: None,
            aborted_by: None,
            annulled: false,
            counted: None,
            joined: ByColor::default(),
        }
    }

    /// Replays the moves.
    ///
    /// # Errors
    /// When the record holds an illegal move: a damaged store, or a changed rule.
    pub fn replay(&self) -> Result<Game, ReplayError> {
        Game::replay(
            self.variant,
            self.start.as_deref(),
            self.moves.iter().map(String::as_str),
        )
    }

    /// Whether it is rated or part of a tournament: such games have no hints or takebacks, and warn
    /// beginners only of moves that themselves end the game by a rule.
    pub fn is_serious(&self) -> bool {
        self.rated || self.event.is_some()
    }

    /// The version of the record at its latest change that had a new message or called someone, given its present version.
    pub(crate) fn board_version(&self, version: u64) -> u64 {
        version.saturating_sub(self.silent_changes)
    }

    /// Notes that this change is announced by its own message: the board has a new version.
    pub(crate) fn note_shown_change(&mut self) {
        self.silent_changes = 0;
    }

    /// Notes that this change is not a move, offer or result: the board keeps its version, and players called to it stay called.
    pub(crate) fn note_silent_change(&mut self) {
        self.silent_changes += 1;
    }

    /// The offer that waits for an answer: there is one at most.
    pub fn open_offer(&self) -> Option<OpenOffer> {
        let open = |offer: Option<Offer>| offer.filter(|offer| offer.is_open());
        let draw = open(self.draw_offer).map(|offer| OpenOffer::Draw { by: offer.by });
        draw.or_else(|| {
            open(self.take_back_offer).map(|offer| OpenOffer::TakeBack { by: offer.by })
        })
    }

    /// The side that has to answer an offer, or else to move.
    pub fn awaited_side(&self) -> Color {
        self.open_offer()
            .map_or_else(|| self.turn(), |offer| !offer.by())
    }

    /// When the threads of a finished game are closed; `None` if they stay open, or if another game followed there.
    pub(crate) fn closes_threads(&self) -> Option<Timestamp> {
        let closes = |site| matches!(self.thread_at(site), Thread::Own { closes: true, .. });
        let is_last = self.rematch.is_none() && self.sites().any(closes);
        let result = self.result.filter(|_| is_last)?;
        Some(result.at.plus(UNTIL_CLOSED))
    }

    /// Half-moves played.
    pub fn ply(&self) -> u32 {
        u32::try_from(self.moves.len()).unwrap_or(u32::MAX)
    }

    /// The side that `player` plays; White if they play both.
    pub fn side_of(&self, player: &PlayerId) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| self.seats[color].person().is_some_and(|p| p.id == *player))
    }

    /// Gives the seats of an account to the account to which it was linked at that time.
    pub(crate) fn rename(&mut self, from: &PlayerId, to: &PlayerId, at: Timestamp) {
        for color in Color::ALL {
            if let Seat::Person(person) = &mut self.seats[color]
                && person.id == *from
            {
                person.id = to.clone();
                if self.counted.is_some() {
                    self.joined[color].push(at);
                }
            }
        }
    }

    /// The players, without the engine.
    pub fn people(&self) -> impl Iterator<Item = &Person> {
        Color::ALL
            .into_iter()
            .filter_map(|color| self.seats[color].person())
    }

    pub(crate) fn index_rows(&self) -> Vec<IndexRow> {
        let order = self.touched.0;
        let row = |index: Index| index.at(order);
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
        if let Some(counted) = self.counted {
            let order = counted.at.0;
            let indexes = self.servers().cloned().map(Index::FinishedOn);
            let indexes = indexes.chain([Index::Counted]);
            rows.extend(indexes.map(|index| index.at(order)));
        }
        let closes = self.closes_threads();
        rows.extend(closes.map(|closes| Index::Due.at(closes.0)));
        if self.result.is_none() {
            rows.push(row(Index::Ongoing));
            rows.push(row(Index::OngoingIn(self.venue.room.clone())));
            let servers = self.servers().cloned();
            rows.extend(servers.map(|server| row(Index::OngoingOn(server))));
            rows.extend(self.wakes().map(|wakes| Index::Due.at(wakes.0)));
        }
        rows
    }
}
