//! What people can ask for, on every platform.

use rules_core::Variant;

use crate::model::ids::{
    ChallengeId, GameId, HeardId, Person, RoleId, RoomId, ServerId, TournamentId, Venue,
};
use crate::model::record::{ColorWish, Level, Terms, TimeControl};
use crate::protocol::draft::Draft;
use crate::protocol::move_choice::Chosen;
use crate::protocol::new_game::NewGame;
use crate::protocol::people::PeopleCommand;
use crate::protocol::replay::{Postable, Viewed};
use crate::protocol::setting::{Scope, Setting};
use crate::protocol::tournament::TournamentCommand;

/// A command, who gave it and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    pub who: Person,
    /// Where the command was given.
    pub venue: Venue,
    pub context: Context,
    pub command: Command,
}

impl Request {
    /// Whether the person can post something here: in a room of a server that Delos is a member of.
    pub(crate) fn may_post(&self) -> bool {
        self.venue.server.is_some() && !self.context.guest
    }
}

/// What the platform knows about the person and the room when a command is given; never stored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are independent of each other"
)]
pub struct Context {
    /// They may manage the server.
    pub manages: bool,
    /// They may manage its roles.
    pub manages_roles: bool,
    /// They may create scheduled events on it.
    pub creates_events: bool,
    /// Delos may not create scheduled events there.
    pub eventless: bool,
    /// Their roles on the server.
    pub roles: Vec<RoleId>,
    /// The role that they chose is not Delos's to give: everyone has it, an integration manages it, or it has a moderator's powers.
    pub unfit_role: bool,
    /// The channel of a thread.
    pub parent: Option<RoomId>,
    /// The rooms that this one replaces.
    pub former: Vec<RoomId>,
    /// Delos may not open threads here.
    pub threadless: bool,
    /// The person installed Delos for themselves, so it can post nothing here that others see.
    pub guest: bool,
    pub audience: Audience,
    /// The event with which a platform delivered the command, if it may deliver it again: it is acted on once.
    pub heard: Option<HeardId>,
}

/// Who reads the answer to a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Audience {
    /// Only the person who gave it.
    #[default]
    Author,
    /// Everyone in the room.
    Room,
}

impl Context {
    /// Whether no thread can be opened there; a thread holds no other threads.
    pub(crate) fn without_threads(&self) -> bool {
        self.parent.is_some() || self.threadless
    }
}

/// A command about the space to which a room is bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpaceCommand {
    /// Tells which one it is.
    Show,
    /// Binds the room to this space, as a server. The person who asks manages both.
    Bind(ServerId),
    /// Unbinds it.
    Leave,
}

/// A command of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "one command is handled at a time"
)]
pub enum Command {
    /// Challenges one person, or everyone here.
    Challenge {
        /// Who may accept; anyone if `None`.
        opponent: Option<Person>,
        terms: Terms,
    },
    /// Accepts a challenge: the game begins. A challenge that was made elsewhere is shown first.
    Accept(ChallengeId),
    /// Accepts a challenge that was made elsewhere: its game is shown here, too.
    AcceptHere(ChallengeId),
    /// Declines a challenge, or withdraws your own.
    Decline(ChallengeId),
    /// Shows a counter-offer that is being put together; starts from the challenge's terms if there is no draft.
    DraftProposal(ChallengeId, Option<Draft>),
    /// Sends a counter-offer.
    SendProposal(ChallengeId, Draft),
    /// Accepts the counter-offer of this number to your challenge.
    AgreeToProposal(ChallengeId, u8),
    /// Declines the counter-offer of this number.
    DeclineProposal(ChallengeId, u8),
    /// Starts a game against the engine.
    Play { terms: Terms, level: Level },
    /// Asks which game to start.
    ChooseGame(NewGame),
    /// Makes a move.
    Move {
        game: Which,
        /// The move in any notation that [`Game::read`](rules_core::Game::read) knows.
        text: String,
        /// Half-moves on the board that the player saw, if known.
        ply: Option<u32>,
    },
    /// Makes a move that was previewed.
    SureMove {
        game: GameId,
        /// Half-moves on the board that the player saw.
        ply: u32,
        /// The move in UCI form.
        text: MoveText,
    },
    /// Explains why a text is not a legal move, or how the move loses at once.
    WhyNot {
        game: GameId,
        /// Half-moves on the board that the player saw.
        ply: u32,
        /// What the player typed.
        text: MoveText,
    },
    /// Opens the move picker.
    Panel {
        game: GameId,
        /// Half-moves on the board that the player saw.
        ply: u32,
        /// The menu option chosen last.
        chosen: Option<Chosen>,
    },
    /// Shows the board.
    Board(Which),
    /// Describes the board in words, without a picture.
    Describe(Which),
    /// Lists your games and challenges.
    Games,
    /// Offers, accepts or claims a draw.
    Draw(Which),
    /// Declines a draw.
    DeclineDraw(GameId),
    /// Requests a takeback or grants the opponent's, with the half-moves on the board that the player saw, if known.
    TakeBack(Which, Option<u32>),
    /// Declines a takeback.
    DeclineTakeBack(GameId),
    /// Withdraws your own draw offer or takeback request.
    Withdraw(GameId),
    /// Asks for confirmation before resigning.
    AskResign(Which),
    /// Resigns.
    Resign(GameId),
    /// Reviews a finished game.
    Analyze(GameId),
    /// Shows a finished game in the viewer: from its start, or this position of it. "Mine" is your latest one.
    Replay(Which, Option<Viewed>),
    /// Reviews the finished game in the viewer, which stays open.
    AnalyzeReplay(GameId, Viewed),
    /// Posts something in this room, for everyone there.
    Post(Postable),
    /// Analyzes the position with this FEN.
    Study(Variant, String),
    /// Follows a game by direct message.
    Watch(GameId),
    /// Stops following a game.
    Unwatch(GameId),
    /// Lists the games in progress that everyone in this room sees.
    GamesHere,
    /// Shows a page (from zero) of a game's rules, or asks which game's.
    Rules(Option<Variant>, usize),
    /// Shows the rules of the game that a person plays here, or asks which game's.
    RulesOfGame(Which),
    /// Shows your preferences or the server's settings, or the values of one of them.
    Settings(Scope, Option<Setting>),
    /// Sets a setting to the value of this code; [`Setting::DEFAULT`] resets it.
    Change(Setting, String),
    /// Binds the room to a space on Matrix, or unbinds it.
    Space(SpaceCommand),
    /// Takes a vacation of this many days, or tells how many are left.
    Vacation(Option<u16>),
    /// Ends your vacation early.
    EndVacation,
    /// Tells how to start.
    Help(Occasion),
    /// Tells what this program is.
    About,
    /// A command about people.
    People(PeopleCommand),
    /// Adds premoves, or shows them if the text is empty.
    Prepare(Which, String),
    /// Clears your premoves in a game.
    ForgetPrepared(GameId),
    /// Gives a hint, in casual games outside of tournaments.
    Hint(Which),
    /// Aborts a game in which no one has moved, or asks whether to.
    AskAbort(GameId),
    /// Aborts a game in which not both sides have moved; it does not count.
    Abort(GameId),
    /// Offers or accepts a rematch with colors reversed.
    Rematch(GameId),
    /// A command for a tournament: the one with this code, or the one in progress here.
    Tournament(Option<TournamentId>, TournamentCommand),
}

impl Command {
    /// The people whom it names, besides the one who gives it.
    pub(crate) fn people(&self) -> Vec<&Person> {
        match self {
            Self::Challenge { opponent, .. } => opponent.iter().collect(),
            Self::People(command) => command.person().into_iter().collect(),
            Self::Tournament(_, command) => command.people(),
            _ => Vec::new(),
        }
    }

    /// The same, to be changed.
    pub(crate) fn people_mut(&mut self) -> Vec<&mut Person> {
        match self {
            Self::Challenge { opponent, .. } => opponent.iter_mut().collect(),
            Self::People(command) => command.person_mut().into_iter().collect(),
            Self::Tournament(_, command) => command.people_mut(),
            _ => Vec::new(),
        }
    }

    /// Whether it makes the engine think for this person, or reads a position that they set up.
    pub fn is_costly(&self) -> bool {
        match self {
            Self::Study(..) | Self::Hint(_) | Self::Rematch(_) => true,
            Self::Challenge { terms, .. } | Self::Play { terms, .. } => terms.start.is_some(),
            _ => false,
        }
    }

    /// Whether it answers an offer to play, in a room where the board is then shown.
    pub fn shows_a_board(&self) -> bool {
        matches!(
            self,
            Self::Accept(_) | Self::AcceptHere(_) | Self::AgreeToProposal(..) | Self::Rematch(_)
        )
    }

    /// The challenge whose code it names.
    pub fn challenge(&self) -> Option<ChallengeId> {
        match self {
            Self::Accept(id)
            | Self::AcceptHere(id)
            | Self::Decline(id)
            | Self::DraftProposal(id, _)
            | Self::SendProposal(id, _)
            | Self::AgreeToProposal(id, _)
            | Self::DeclineProposal(id, _) => Some(*id),
            _ => None,
        }
    }

    /// The game whose code it names, if it tells or changes anything about that game.
    pub fn game(&self) -> Option<GameId> {
        match self {
            Self::Move { game: which, .. }
            | Self::Board(which)
            | Self::Describe(which)
            | Self::Draw(which)
            | Self::TakeBack(which, _)
            | Self::AskResign(which)
            | Self::Prepare(which, _)
            | Self::Hint(which)
            | Self::RulesOfGame(which)
            | Self::Replay(which, _) => match which {
                Which::Id(id) => Some(*id),
                Which::Mine => None,
            },
            Self::SureMove { game: id, .. }
            | Self::WhyNot { game: id, .. }
            | Self::Panel { game: id, .. }
            | Self::DeclineDraw(id)
            | Self::DeclineTakeBack(id)
            | Self::Withdraw(id)
            | Self::Resign(id)
            | Self::Analyze(id)
            | Self::AnalyzeReplay(id, _)
            | Self::Post(Postable::Game(id, _))
            | Self::Watch(id)
            | Self::ForgetPrepared(id)
            | Self::AskAbort(id)
            | Self::Abort(id)
            | Self::Rematch(id) => Some(*id),
            Self::Challenge { .. }
            | Self::Accept(_)
            | Self::AcceptHere(_)
            | Self::Decline(_)
            | Self::DraftProposal(..)
            | Self::SendProposal(..)
            | Self::AgreeToProposal(..)
            | Self::DeclineProposal(..)
            | Self::Play { .. }
            | Self::ChooseGame(_)
            | Self::Games
            | Self::Study(..)
            // People who can no longer see a game can still stop watching it.
            | Self::Unwatch(_)
            | Self::GamesHere
            | Self::Rules(..)
            | Self::Settings(..)
            | Self::Change(..)
            | Self::Vacation(_)
            | Self::EndVacation
            | Self::Space(_)
            | Self::Help(_)
            | Self::About
            // A page of a history begins after a game that may be hidden.
            | Self::People(_)
            | Self::Post(Postable::Profile | Postable::Leaderboard(..))
            | Self::Tournament(..) => None,
        }
    }
}

/// Which game a command is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// The game with this code.
    Id(GameId),
    /// Your only game here, else your only game anywhere; for a move, only games in which it is your turn count.
    Mine,
}

/// When the card is shown that tells how to start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    /// Someone asked for help, or said hello.
    Asked,
    Thanked,
    /// Delos joined the server.
    Joined,
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
            elsewhere: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rematch_costs_as_much_as_the_first_game() {
        let id = GameId::draw(1, 0);
        assert!(Command::Rematch(id).is_costly());
        assert!(!Command::Resign(id).is_costly());
    }
}
