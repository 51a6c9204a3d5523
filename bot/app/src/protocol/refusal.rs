//! Why a command was refused. A refused command changes nothing.

use rules_core::{Color, FenError, MoveError, Variant};

use crate::model::{
    ChallengeId, ChallengeState, GameId, GameResult, ParseQuietHoursError, Person, PlanPart,
    RatingLimits, RoleId, RoomId, Seat, Timestamp, TournamentId,
};
use crate::protocol::{MoveText, PeopleRefusal};

/// Why a command was refused; [`messages::refusal`](crate::messages::refusal) puts it into words.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// No game has this code.
    NoSuchGame(GameId),
    /// No challenge has this code.
    NoSuchChallenge(ChallengeId),
    /// The person plays no game that could be meant.
    NoGame,
    /// More than one of their games could be meant.
    WhichGame(Vec<Candidate>),
    /// They only watch this game.
    NotAPlayer(GameId),
    /// It is the other side's turn.
    NotYourTurn {
        /// The player to move.
        waiting_for: Seat,
    },
    /// The board has changed since they looked at it.
    Stale {
        game: GameId,
        /// Half-moves on the board that they saw.
        seen: u32,
        /// Half-moves played by now.
        now: u32,
    },
    GameOver(GameId, GameResult),
    /// The player's time is up, but another process ends the game, or may give time back first.
    TimeUp(GameId),
    /// A setting's room belongs to another server.
    OtherServersRoom,
    /// A control names a position that its lesson doesn't lead to.
    NotInLesson,
    /// The move is not legal, or cannot be read.
    Illegal(MoveError),
    /// A message in their game is not a legal move.
    NoMove {
        game: GameId,
        /// Half-moves played.
        ply: u32,
        /// The message, cut off if it is long.
        typed: MoveText,
        why: MoveError,
    },
    /// The game has as many half-moves as a record can hold.
    TooLong,
    /// They tried to accept their own challenge.
    OwnChallenge,
    /// They tried to challenge themselves.
    SelfChallenge,
    /// The challenge is for someone else.
    NotForYou {
        /// The person who may answer it; `None` where only its maker may do what was tried.
        to: Option<Person>,
        /// Its maker.
        by: Person,
    },
    /// Everyone may accept the challenge, so no one proposes other terms.
    OpenToAll,
    /// They have only this many vacation days left this year.
    NoVacationLeft(u16),
    /// The counter-offer proposes the terms of the challenge.
    SameTerms,
    /// A proposal is waiting for this challenger's answer.
    ProposalPending(Person),
    /// The game would be shown where they ask from, too, so they can only take this challenger's terms.
    ProposalElsewhere(Person),
    /// Terms have been proposed as often as allowed.
    TooManyProposals(u8),
    /// Only the challenger, this person, answers a proposal.
    NotYourProposal(Person),
    /// The proposal was answered or replaced.
    NoProposal,
    /// The challenge was answered, taken back or has expired.
    ChallengeClosed(ChallengeState),
    /// This person has as many games in progress as allowed.
    TooManyGames(Person, usize),
    /// They have as many open challenges as allowed.
    TooManyChallenges(usize),
    /// The start position cannot be played.
    BadStart(FenError),
    /// The start position ends the game.
    StartIsOver,
    /// The start position has more legal moves than can be listed.
    StartTooWide,
    /// A rated game needs two people, the normal start position and a clock.
    NotRatable,
    /// A draw has been offered in this position.
    DrawOffered {
        /// Whether the offer waits for an answer; otherwise it was declined or withdrawn.
        open: bool,
    },
    /// There is no draw offer to decline.
    NoDrawOffer,
    /// They answered "yes" or "no", but nothing is offered to them.
    NoOffer,
    /// Another offer in the game waits for an answer.
    OfferOpen,
    /// They already asked for a takeback in this position.
    TakebackRequested {
        /// Whether the request waits for an answer; otherwise it was declined or withdrawn.
        open: bool,
    },
    /// No one has asked for a takeback.
    NoTakebackRequest,
    /// They have no open offer.
    NothingToWithdraw,
    /// They have not moved yet.
    NothingToTakeBack,
    /// Rated games and tournament games have no takebacks.
    RatedTakeback,
    /// Both sides have moved, so leaving is resigning.
    TooLateToAbort,
    /// A tournament game counts from the start.
    NoAbort(GameId),
    /// The game is in progress.
    NotOver(GameId),
    /// Premoves are for the other side's turn.
    MoveFirst,
    /// The engine answers at once, so premoves are useless.
    NoPremovesWithEngine,
    /// They have as many lines of premoves as allowed.
    TooManyPremoves(usize),
    /// The line has more half-moves than allowed, or continues after the end of the game.
    PremoveTooLong(usize),
    /// The line does not end in a move of the player who set it.
    PremoveWithoutAnswer,
    /// The line expects a move that the opponent, of this color, can't make.
    NotTheirMove {
        variant: Variant,
        color: Color,
        typed: String,
    },
    /// Rated games and tournament games have no hints.
    RatedHint,
    /// They have already asked for a rematch.
    RematchRequested,
    /// The rematch has already started.
    RematchStarted(GameId),
    /// The engine declines a draw.
    EngineDeclines,
    /// They play the game that they want to watch.
    OwnGame(GameId),
    /// They watch as many games as allowed.
    WatchesTooMany(usize),
    /// The game has as many watchers as allowed.
    TooManyWatchers(GameId),
    /// They may not change the settings of this server.
    NotAManager,
    /// The command needs a server and came from a direct conversation.
    NotOnAServer,
    /// The setting has no such value.
    NoSuchValue,
    /// The text is not a range of quiet hours.
    BadQuietHours(ParseQuietHoursError),
    /// The text is not a time zone.
    BadZone,
    /// This server's games may start only in these rooms.
    Elsewhere(Vec<RoomId>),
    /// Delos cannot post anything here that others see.
    Guest,
    People(PeopleRefusal),
    Tournament(TournamentRefusal),
    /// Every attempt met a write conflict.
    Busy,
    /// This person has as many costly commands under way as allowed.
    TooManyAtOnce(usize),
    /// All people together have as many costly commands under way as allowed.
    Overloaded,
}

impl Refusal {
    /// Whether it reveals something private in answer to any command: a block, a game that may be played elsewhere, or a pending
    /// deletion.
    pub fn is_secret(&self) -> bool {
        matches!(
            self,
            Self::People(
                PeopleRefusal::Blocked(_)
                    | PeopleRefusal::NotBlocked(_)
                    | PeopleRefusal::TooManyBlocked(_)
                    | PeopleRefusal::RatedPosition(_)
                    | PeopleRefusal::RatedReview(_)
                    | PeopleRefusal::BeingDeleted
            )
        )
    }
}

/// Why a tournament does not allow a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TournamentRefusal {
    /// There is no tournament here.
    Unknown,
    /// There is none with that code; these are in progress here.
    NoSuchCode(String, Vec<(TournamentId, String)>),
    /// Only an organizer may do this.
    NotTheOrganizer,
    /// The server has as many tournaments as allowed.
    TooMany(usize),
    /// The server announced too many; the next one is allowed then.
    TooOften(Timestamp),
    /// The plan contradicts itself.
    BadPlan,
    Begun,
    NotBegun,
    Over,
    Canceled,
    /// The person who asks has already joined.
    Entered,
    /// The person who asks has not joined.
    NotEntered,
    /// The player whom the organizer named has already joined.
    PlayerEntered,
    /// The player whom the organizer named has not joined.
    PlayerNotEntered,
    /// This many have joined, the most allowed.
    Full(u16),
    /// Fewer than two have joined.
    TooFew,
    /// There are no half-point byes, or no more of them.
    NoHalfPointBye,
    NotPaused,
    NothingToPostpone,
    PauseFirst,
    /// The game does not belong to the current round.
    NotOfThisRound(GameId),
    NothingToUndo,
    BadStart(StartTimeError),
    /// This part of a plan cannot be read, or cannot be changed like this.
    BadPart(PlanPart),
    /// Their rating is outside these limits.
    NotAdmitted(RatingLimits),
    /// Only members with this role may join.
    NeedsRole(RoleId),
    /// This role cannot go to the winners.
    UnfitRole,
    /// They may not manage roles, and so choose no role for the winners.
    MayNotGiveRoles,
    /// They may not create events on the server, and so have Delos create none.
    MayNotCreateEvents,
    /// Delos may not create events on the server.
    CannotSchedule,
    /// An event needs a start time.
    EventWithoutStart,
    /// The organizer has withdrawn them.
    Removed,
    /// They were withdrawn for missing a game.
    Absent,
    /// A player of the game has left the tournament.
    PlayerLeft,
    NotInvited,
    /// This person was invited to something else: to enter, or to take another's place.
    InvitedOtherwise(Person),
    /// As many people as allowed are invited.
    TooManyInvited(usize),
    /// An organizer does not decide their own games.
    OwnGame,
    /// An organizer does not decide about their own place.
    OwnPlace,
    /// The undone change would bring back a start time in the past.
    WouldHaveBegun,
}

/// Why a text is no start of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StartTimeError {
    /// It is not a time.
    Unreadable,
    Past(Timestamp),
    /// The clocks of this zone skip it.
    Skipped(String),
    /// The clocks of this zone show it twice.
    Repeated(String),
}

impl From<TournamentRefusal> for Refusal {
    fn from(refusal: TournamentRefusal) -> Self {
        Self::Tournament(refusal)
    }
}

/// A game that could have been meant.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    pub game: GameId,
    /// The variant's name.
    pub variant: Variant,
    pub opponent: Seat,
    pub is_your_turn: bool,
    /// When a player last did something in it.
    pub touched: Timestamp,
}
