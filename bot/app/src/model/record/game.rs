//! Games: players, moves and result.

use rules_core::{ByColor, Claim, Color, Game, Reason, ReplayError, Variant};
use serde::{Deserialize, Serialize};

use crate::model::level::Level;
use crate::model::record::defaults::{is_default, stored};
use crate::model::record::{Clock, Elsewhere, Event, TimeControl};
use crate::model::{
    ChallengeId, GameId, Index, IndexRow, Person, PlayerId, RoomId, Span, Timestamp, Venue,
};

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
}

impl Serialize for End {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let found = Self::all().find(|(end, _)| end == self);
        serializer.serialize_str(found.map_or("", |(_, code)| code))
    }
}

impl<'de> Deserialize<'de> for End {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = String::deserialize(deserializer)?;
        let found = Self::all().find(|(_, word)| *word == code);
        found
            .map(|(end, _)| end)
            .ok_or_else(|| serde::de::Error::custom(format!("no game ends by {code:?}")))
    }
}

/// Whether a game has its own thread.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Thread {
    /// The board is shown in the game's room.
    #[default]
    None,
    /// Still to be opened in the game's room.
    Wanted {
        /// The challenge to whose message it is attached; `None` for a message of its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        beneath: Option<ChallengeId>,
    },
    /// The game's room is a thread.
    Own {
        /// The room that holds the thread; the game moves there if the thread is gone.
        parent: RoomId,
        /// Whether it is still to be closed after the game; false in records of versions that closed none.
        #[serde(default, skip_serializing_if = "is_default")]
        closes: bool,
    },
}

stored! {
    /// The result of a finished game.
    #[derive(Copy)]
    pub struct GameResult {
        /// `None` in a draw.
        pub winner: Option<Color> = default,
        pub end: End,
        pub at: Timestamp,
    }

    /// An offer in the current position.
    #[derive(Copy)]
    pub struct Offer {
        pub by: Color,
        pub declined: bool,
        pub withdrawn: bool = default,
    }
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
    /// Of a draw, by this side.
    Draw(Color),
    /// Of a takeback, by this side.
    TakeBack(Color),
}

impl OpenOffer {
    pub fn by(self) -> Color {
        match self {
            Self::Draw(by) | Self::TakeBack(by) => by,
        }
    }
}

stored! {
    /// Marks a finished game as counted in its players' records, and in their ratings if it was rated.
    #[derive(Copy)]
    pub struct Counted {
        /// Its place in the order of counted games: about the time it ended.
        pub at: Timestamp,
        /// The players' ratings in [`Pool::Everywhere`](crate::Pool::Everywhere), if it was rated.
        pub ratings: Option<ByColor<RatingChange>> = default,
    }

    /// The change of a rating by a game, in whole points.
    #[derive(Copy)]
    pub struct RatingChange {
        pub before: u16,
        pub after: u16,
        /// Whether the new rating is provisional.
        pub provisional: bool = default,
    }

    /// A game. Its position follows from the variant, the start and the moves.
    pub struct GameRecord {
        pub id: GameId,
        pub variant: Variant,
        /// FEN of the first position, if it isn't the variant's own.
        pub start: Option<String> = default,
        /// The moves in UCI notation.
        pub moves: Vec<String>,
        pub seats: ByColor<Seat>,
        pub time: TimeControl = default,
        /// `None` without a time control.
        pub clock: Option<Clock> = default,
        /// Whether the result changes the players' ratings.
        pub rated: bool = default,
        /// Its place in a tournament; removed if the game outlasts the tournament.
        pub event: Option<Event> = default,
        pub venue: Venue,
        /// The thread that it has or will get.
        pub thread: Thread = default,
        /// The second venue, for players who meet from two places.
        pub elsewhere: Option<Elsewhere> = default,
        pub began: Timestamp,
        /// When a player last changed it.
        pub touched: Timestamp,
        /// The latest changes that call no one; see [`GameRecord::board_version`].
        #[serde(rename = "quiet")]
        pub silent_changes: u64 = default,
        /// The draw offer in this position: pending, declined or withdrawn.
        pub draw_offer: Option<Offer> = default,
        /// The takeback request in this position: pending, declined or withdrawn.
        pub take_back_offer: Option<Offer> = default,
        /// The move in UCI notation that the player to move has just taken back.
        pub taken_back: Option<String> = default,
        /// When a message with the player's move may have been lost.
        pub gap: Option<Timestamp> = default,
        /// Whether its board could not be posted recently; its players are then notified directly.
        pub unseen: bool = default,
        /// Each side's premoves: lines of an expected move and the reply to it.
        pub conditional: ByColor<Vec<Vec<String>>> = default,
        /// Number of the last half-moves that were played automatically, as premoves or as the only legal move.
        pub answered: u32 = default,
        /// The engine's evaluations of its last positions in centipawns, latest last.
        pub engine_scores: Vec<i16> = default,
        /// Number of takebacks.
        pub take_backs: u32 = default,
        /// Number of hints that someone who plays against the engine asked it for.
        pub hints: u32 = default,
        pub result: Option<GameResult> = default,
        /// The rematch that followed this game.
        pub rematch: Option<GameId> = default,
        /// The side that pressed Abort, if any.
        pub aborted_by: Option<Color> = default,
        /// Whether a tournament's organizer annulled it: it counts for no one.
        pub annulled: bool = default,
        /// How the result was counted.
        pub counted: Option<Counted> = default,
        /// Since it was counted, the account of this seat was linked to another at these times, whose name it has now.
        pub joined: ByColor<Vec<Timestamp>> = default,
    }
}

impl GameRecord {
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
            time: TimeControl::default(),
            clock: None,
            rated: false,
            event: None,
            venue,
            thread: Thread::default(),
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

    /// Most half-moves. Toto40 has no draw by repetition or move count, so games need a bound; a record of this length
    /// stays below the store's limit for a value.
    pub const MAX_PLIES: usize = 3000;

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
        let by = |offer: Offer| offer.is_open().then_some(offer.by);
        let draw = self.draw_offer.and_then(by).map(OpenOffer::Draw);
        draw.or(self.take_back_offer.and_then(by).map(OpenOffer::TakeBack))
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
        let row = |index: Index| index.at(self.touched.0);
        let of = match self.result {
            Some(_) => Index::FinishedOf,
            None => Index::OngoingOf,
        };
        let people = self.people().map(|person| row(of(person.id.clone())));
        let mut rows: Vec<_> = people.collect();
        if let Some(counted) = self.counted {
            let indexes = self.servers().cloned().map(Index::FinishedOn);
            let indexes = indexes.chain([Index::Counted]);
            rows.extend(indexes.map(|index| index.at(counted.at.0)));
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
