//! What people can ask for, in the same words on every platform.

use rules_core::Variant;

use crate::model::ids::{ChallengeId, GameId, Person, RoleId, RoomId, TournamentId, Venue};
use crate::model::record::{ColorWish, Level, Terms, TimeControl};
use crate::protocol::draft::Draft;
use crate::protocol::move_choice::Chosen;
use crate::protocol::people::PeopleCommand;
use crate::protocol::setting::{Scope, Setting};
use crate::protocol::tournament::TournamentCommand;

/// A command with who gave it and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Who wants it.
    pub who: Person,
    /// Where they said so.
    pub venue: Venue,
    /// What the platform knows of them there.
    pub context: Context,
    /// What they want.
    pub command: Command,
}

/// What the platform knows of a person and a room at the moment of a command; it is asked each time and never stored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Context {
    /// Whether they may manage the server.
    pub manages: bool,
    /// Their roles on the server.
    pub roles: Vec<RoleId>,
    /// The room of which this one is a thread.
    pub parent: Option<RoomId>,
    /// Whether Delos came here with this person alone and can post nothing that others see.
    pub guest: bool,
}

/// What a person can ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Invite one person, or everybody here, to a game.
    Challenge {
        /// Who may accept; anybody when there is nobody here.
        opponent: Option<Person>,
        /// What is to be played.
        terms: Terms,
    },
    /// Take a challenge: the game begins.
    Accept(ChallengeId),
    /// Say no to a challenge, or take one's own back.
    Decline(ChallengeId),
    /// Put other terms for a challenge together; the present ones if there is no draft yet.
    DraftProposal(ChallengeId, Option<Draft>),
    /// Propose them.
    SendProposal(ChallengeId, Draft),
    /// Agree to the other terms that were proposed for one's challenge; they are counted.
    AgreeToProposal(ChallengeId, u8),
    /// Keep to one's own terms.
    DeclineProposal(ChallengeId, u8),
    /// Begin a game with the engine.
    Play {
        /// What is to be played.
        terms: Terms,
        /// How well the engine plays.
        level: Level,
    },
    /// Make a move.
    Move {
        /// In which game.
        game: Which,
        /// The move in any notation.
        text: String,
        /// The number of half-moves played when the mover looked at the board, if that is known.
        ply: Option<u32>,
    },
    /// Make a move that was shown before.
    SureMove {
        /// In which game.
        game: GameId,
        /// The number of half-moves played when it was shown.
        ply: u32,
        /// The move.
        text: MoveText,
    },
    /// Be told why what was written is no move.
    WhyNot {
        /// In which game.
        game: GameId,
        /// The number of half-moves played then.
        ply: u32,
        /// What was written.
        text: MoveText,
    },
    /// Choose a move from menus.
    Panel {
        /// In which game.
        game: GameId,
        /// The number of half-moves played when they looked at the board.
        ply: u32,
        /// What was chosen so far.
        chosen: Option<Chosen>,
    },
    /// ButtonStyle at the board.
    Board(Which),
    /// Have the board described in words, without a picture.
    Describe(Which),
    /// List one's games.
    Games,
    /// Offer a draw, agree to the draw that was offered, or claim one.
    Draw(Which),
    /// Say no to the draw that was offered.
    DeclineDraw(GameId),
    /// Ask to take one's last move back, or agree that the other side does; with the number of half-moves on the board that they
    /// looked at, if it is known.
    TakeBack(Which, Option<u32>),
    /// Say no to taking a move back.
    DeclineTakeBack(GameId),
    /// Be asked whether one wants to resign.
    AskResign(Which),
    /// Resign.
    Resign(GameId),
    /// Have a finished game gone through.
    Analyze(GameId),
    /// Hear what the engine thinks of the position with this FEN.
    Study(Variant, String),
    /// Follow a game by direct message.
    Watch(GameId),
    /// Follow it no more.
    Unwatch(GameId),
    /// List the games in progress on this server.
    ServerGames,
    /// Read a game's rules, at the page of this number (counted from nought); or be asked which game's.
    Rules(Option<Variant>, usize),
    /// ButtonStyle at one's preferences or the server's settings, perhaps at the values of one.
    Settings(Scope, Option<Setting>),
    /// Choose a value, by its code; [`Setting::DEFAULT`] takes the choice back.
    Change(Setting, String),
    /// Take so many days of vacation; without a number, hear how many are left.
    Vacation(Option<u16>),
    /// Come back from a vacation before its end.
    EndVacation,
    /// Be told what this program is.
    About,
    /// Something about people.
    People(PeopleCommand),
    /// Prepare answers to what the other side may play; without any, see what is prepared.
    Prepare(Which, String),
    /// Forget what one has prepared in a game.
    ForgetPrepared(GameId),
    /// Have the engine's hint where to look, in a casual game outside of tournaments.
    Hint(Which),
    /// Leave a game in which not both sides have moved: it does not count.
    Abort(GameId),
    /// Play another game like this finished one, colors changed.
    Rematch(GameId),
    /// Do something about a tournament: the one of this code, or the one that is under way here.
    Tournament(Option<TournamentId>, TournamentCommand),
}

/// Which game is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// The one of this code.
    Id(GameId),
    /// The only one that it can be: one's own in this room, or failing that anywhere, and for a move one in which it is one's turn.
    Mine,
}

/// A move as the address of a button holds it; longer than any move in UCI form, chains of captures included.
pub type MoveText = arrayvec::ArrayString<48>;

impl Terms {
    /// A casual game without clocks from the rule set's own start, chance deciding the sides.
    pub fn of(variant: Variant) -> Self {
        Self {
            variant,
            color: ColorWish::Random,
            start: None,
            time: TimeControl::Unlimited,
            rated: false,
            thread: None,
        }
    }
}
