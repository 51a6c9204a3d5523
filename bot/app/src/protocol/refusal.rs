//! Why a command was not carried out: nothing has changed then.

use rules_core::{FenError, WhyNot};

use crate::model::ids::{ChallengeId, GameId, Person, RoleId, RoomId};
use crate::model::moment::Timestamp;
use crate::model::record::{
    BadQuietHours, ChallengeState, GameResult, PlanPart, RatingLimits, Seat,
};
use crate::protocol::command::MoveText;
use crate::protocol::people_refusal::PeopleRefusal;

/// Why a person may not do what they asked for; [`messages::refusal`](crate::messages::refusal) tells them.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// No game has this code.
    NoSuchGame(GameId),
    /// No challenge has this code.
    NoSuchChallenge(ChallengeId),
    /// They play no game that could be meant.
    NoGame,
    /// More than one of their games could be meant.
    WhichGame(Vec<Candidate>),
    /// They only watch this game.
    NotAPlayer(GameId),
    /// It is the other side's turn.
    NotYourTurn {
        /// Who is to move.
        waiting_for: Seat,
    },
    /// The board has moved on since they looked at it.
    Stale {
        /// The game.
        game: GameId,
        /// Half-moves played on the board they saw.
        seen: u32,
        /// Half-moves played by now.
        now: u32,
    },
    /// The game is over.
    GameOver(GameId, GameResult),
    /// The move is not legal, or cannot be read.
    Illegal(WhyNot),
    /// What they wrote in their game is no legal move.
    NoMove {
        /// The game.
        game: GameId,
        /// Half-moves played.
        ply: u32,
        /// What they wrote, its beginning if it is long.
        typed: MoveText,
        /// What is wrong with it.
        why: WhyNot,
    },
    /// Games of this length cannot be continued.
    TooLong,
    /// One cannot accept one's own challenge.
    OwnChallenge,
    /// One cannot challenge oneself.
    Oneself,
    /// The challenge is for somebody else.
    NotForYou {
        /// Who may answer it.
        to: Option<Person>,
        /// Who made it.
        by: Person,
    },
    /// They have only so many days of vacation left.
    NoVacationLeft(u16),
    /// The other terms are no others.
    SameTerms,
    /// Other terms were proposed, and the challenger has not answered yet.
    ProposalWaits(Person),
    /// Other terms were proposed as often as that can be done.
    TooManyProposals(u8),
    /// Only the challenger answers other terms.
    NotYourProposal(Person),
    /// These other terms were answered, or are not proposed any more.
    NoProposal,
    /// The challenge was answered, taken back or has lapsed.
    ChallengeClosed(ChallengeState),
    /// They have as many games in progress as one person may have.
    TooManyGames(Person, usize),
    /// They have as many open challenges as one person may have.
    TooManyChallenges(usize),
    /// The position to begin from cannot be played.
    BadStart(FenError),
    /// The position to begin from is the end of a game.
    StartIsOver,
    /// The position to begin from has more legal moves than can be listed.
    StartTooWide,
    /// Only a game between two people, from the usual start and with a clock, can be rated.
    NotRatable,
    /// They have offered a draw that waits for an answer, or was declined in this position.
    DrawOffered {
        /// Whether it was declined.
        declined: bool,
    },
    /// There is no draw offer to decline.
    NoDrawOffer,
    /// They asked to take a move back in this position before.
    TakeBackAsked {
        /// Whether it was declined.
        declined: bool,
    },
    /// Nobody has asked to take a move back.
    NoTakeBackOffer,
    /// They have not moved yet.
    NothingToTakeBack,
    /// No move is taken back in a rated game or a tournament's.
    RatedTakeBack,
    /// Both sides have moved: leaving now is resigning.
    TooLateToAbort,
    /// A tournament's game counts from its beginning.
    NoAbort(GameId),
    /// The game is still going on.
    NotOver(GameId),
    /// One prepares answers while the other side is to move.
    MoveFirst,
    /// The engine answers at once: there is nothing to prepare.
    NoConditionsWithEngine,
    /// They have as many lines prepared as one player may have.
    TooManyConditions(usize),
    /// The line has more moves than are kept, or goes on after the game's end.
    ConditionTooLong(usize),
    /// The line does not end in a move of one's own.
    ConditionWithoutAnswer,
    /// There is no help in a rated game or a tournament's.
    RatedHint,
    /// They have asked for another game already.
    RematchAsked,
    /// The other game has begun already.
    RematchBegan(GameId),
    /// The engine does not agree to draws.
    EngineDeclines,
    /// It is their own game that they want to watch.
    OwnGame(GameId),
    /// They watch as many games as one person may.
    WatchesTooMany(usize),
    /// As many people watch the game as may.
    TooManyWatchers(GameId),
    /// They may not change the settings of this server.
    NotAManager,
    /// There is no server here whose settings could be meant.
    NotOnAServer,
    /// A setting has no such value.
    NoSuchValue,
    /// The text names no quiet hours.
    BadQuietHours(BadQuietHours),
    /// Games of this server are begun in these rooms only.
    Elsewhere(Vec<RoomId>),
    /// Delos can post nothing here that others see.
    Guest,
    /// It is about people.
    People(PeopleRefusal),
    /// A tournament does not allow it.
    Tournament(TournamentRefusal),
    /// So many commands changed the same thing at once that this one found no gap.
    Busy,
}

/// Why somebody may not do something about a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TournamentRefusal {
    /// There is no tournament here, or none of that code.
    Unknown,
    /// Only whoever organizes may do this.
    NotTheOrganizer,
    /// A server has as many tournaments as it may have.
    TooMany(usize),
    /// The plan of a tournament makes no sense.
    BadPlan,
    /// The tournament has begun.
    Begun,
    /// The tournament has not begun.
    NotBegun,
    /// The tournament is over.
    Over,
    /// They have entered already.
    Entered,
    /// They have not entered.
    NotEntered,
    /// No more can enter.
    Full(u16),
    /// Fewer than two have entered.
    TooFew,
    /// There is no half-point bye here, or not any more.
    NoHalfPointBye,
    /// The tournament is not paused.
    NotPaused,
    /// There is nothing that could be put off.
    NothingToPostpone,
    /// The tournament has to be paused first.
    PauseFirst,
    /// The game is not one of the round that is played.
    NotOfThisRound(GameId),
    /// There is nothing that could be taken back.
    NothingToUndo,
    /// This part of a plan cannot be read, or not be changed like this.
    BadPart(PlanPart),
    /// Their rating is not among those that may enter.
    NotAdmitted(RatingLimits),
    /// Only those with this role may enter.
    NeedsRole(RoleId),
    /// The organizer has withdrawn them.
    Removed,
    /// They did not come to a game, and are out.
    Absent,
    /// By the plan that would come back the tournament would have begun already.
    WouldHaveBegun,
}

impl From<TournamentRefusal> for Refusal {
    fn from(refusal: TournamentRefusal) -> Self {
        Self::Tournament(refusal)
    }
}

/// A game that could have been meant.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// Its code.
    pub game: GameId,
    /// The rule set's name.
    pub variant: &'static str,
    /// The other side.
    pub opponent: Seat,
    /// When somebody last did something in it.
    pub touched: Timestamp,
}
