//! Commands and the requests that carry them, on every platform.

use rules_core::{Family, Variant};

use crate::model::{
    ChallengeId, ColorWish, DailyId, EffectiveSettings, GameId, HeardId, Level, Person, RoleId,
    RoomId, ServerId, Terms, TimeControl, TournamentId, Venue, Vote,
};
use crate::protocol::row::declare_commands;
use crate::protocol::table::commands;
use crate::protocol::{
    Chosen, Discretion, Draft, LessonId, LessonPosition, MoveText, Need, NewGame, PeopleCommand,
    Postable, PuzzleTheme, Reads, Scope, Setting, TournamentCommand, Viewed, Which,
};

/// A command with its author and place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    pub who: Person,
    pub venue: Venue,
    pub context: Context,
    pub command: Command,
}

impl Request {
    /// A request in the usual context.
    pub fn new(who: Person, venue: Venue, command: Command) -> Self {
        Self {
            who,
            venue,
            context: Context::default(),
            command,
        }
    }

    /// The author and the people named in the command.
    pub(crate) fn people_mut(&mut self) -> impl Iterator<Item = &mut Person> {
        std::iter::once(&mut self.who).chain(self.command.people_mut())
    }

    /// Whether the person can post something here: in a room of a server that Delos is a member of.
    pub(crate) fn may_post(&self) -> bool {
        self.venue.server.is_some() && !self.context.guest
    }
}

/// The platform's facts about the author and the room at the time of a command; never stored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are independent of each other"
)]
pub struct Context {
    /// The author may manage the server.
    pub manages: bool,
    /// The author may manage the server's roles.
    pub manages_roles: bool,
    /// The author may create scheduled events on the server.
    pub creates_events: bool,
    /// Delos may not create scheduled events there.
    pub eventless: bool,
    /// The author's roles on the server.
    pub roles: Vec<RoleId>,
    /// Delos must not give the chosen role: everyone has it, an integration manages it, or it has moderator permissions.
    pub unfit_role: bool,
    /// The channel of a thread.
    pub parent: Option<RoomId>,
    /// The rooms that this one replaces.
    pub former: Vec<RoomId>,
    /// Delos may not open threads here.
    pub threadless: bool,
    /// The person installed Delos for themselves, so it can post nothing here that others see.
    pub guest: bool,
    /// Given by a press below a message that can be edited, not typed.
    pub pressed: bool,
    pub audience: Audience,
    /// The event that carried the command, if the platform may deliver it again. It is acted on once.
    pub heard: Option<HeardId>,
}

/// The readers of an answer.
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

commands!(declare_commands);

impl Command {
    /// The people named in the command, besides its author.
    fn people_mut(&mut self) -> Vec<&mut Person> {
        match self {
            Self::Challenge { opponent, .. } => opponent.iter_mut().collect(),
            Self::People(command) => command.person_mut().into_iter().collect(),
            Self::Tournament(_, command) => command.people_mut(),
            _ => Vec::new(),
        }
    }

    /// Whether it starts, or leads to, a game that gets its own thread where threads can be opened.
    pub fn wants_thread(&self, settings: &EffectiveSettings) -> bool {
        match self {
            Self::Challenge { terms, .. } | Self::Play { terms, .. } => {
                terms.thread.unwrap_or(settings.threads())
            }
            Self::ChooseGame(game) => game.thread.unwrap_or(settings.threads()),
            Self::AcceptHere(_) | Self::Begin(_) => settings.threads(),
            _ => false,
        }
    }

    /// Whether it posts something besides a game's board, for which the room must be allowed and Delos a member.
    pub fn posts(&self) -> bool {
        matches!(self, Self::Post(_))
    }

    /// Whether it starts a game, for which the room must be allowed and the board must be postable.
    pub fn begins_a_game(&self) -> bool {
        matches!(
            self,
            Self::Challenge { .. }
                | Self::Play { .. }
                | Self::Begin(_)
                | Self::ChooseGame(_)
                | Self::AcceptHere(_)
                | Self::Tournament(
                    _,
                    TournamentCommand::Create { .. } | TournamentCommand::Draft { .. }
                )
        )
    }

    /// Whether it accepts an offer to play, so that the board is shown in the room.
    pub fn shows_a_board(&self) -> bool {
        matches!(
            self,
            Self::Accept(_) | Self::AcceptHere(_) | Self::AgreeToProposal(..) | Self::Rematch(_)
        )
    }

    /// The challenge whose code it names.
    pub fn challenge(&self) -> Option<ChallengeId> {
        match self.reads() {
            Reads::Challenge(id) => Some(id),
            _ => None,
        }
    }

    /// The game whose code it names, if it shows or changes anything about that game.
    pub fn game(&self) -> Option<GameId> {
        self.reads().named_game()
    }
}

/// The occasion for the card that explains how to start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    /// Someone asked for help, or said hello.
    Asked,
    Thanked,
    /// Delos joined the server.
    Joined,
}

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
