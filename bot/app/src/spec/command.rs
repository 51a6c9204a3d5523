//! The name and options of a command, and how they are read.

use rules_core::Variant;
use text::{Message, Part, Text};

use crate::messages;
use crate::model::{Level, TournamentId};
use crate::protocol::{Command, TournamentCommand, Which};
use crate::spec::arguments::{Arguments, Given};

/// The longest start position, in characters; the longest FEN of any rule set has fewer than 150.
const FEN_LENGTH: u16 = 200;
/// The longest time control or time of day, in characters.
const TIME_LENGTH: u16 = 60;
/// The longest move, in characters: a chain of captures names every square, and people add words.
const MOVE_LENGTH: u16 = 100;
/// The longest text for a tournament or its game, in characters: a name may be typed to find its code.
const TOURNAMENT_LENGTH: u16 = 60;

/// A command, or a subcommand of one.
#[derive(Clone, Copy, Debug)]
pub struct CommandSpec {
    /// In lower case, without spaces.
    pub name: &'static str,
    /// At most 100 characters.
    pub description: fn() -> Message,
    /// In the order in which they are listed and assigned.
    pub options: &'static [OptionSpec],
    /// If not empty, one of them must be named, and `options` is empty.
    pub subcommands: &'static [CommandSpec],
    /// Whether direct conversations don't offer it.
    pub servers_only: bool,
    /// Whether only managers of the server are offered it.
    pub for_managers: bool,
    /// Whether front ends with buttons leave it out, since a button does the same.
    pub typed_only: bool,
    /// Whether a number without a name is a role, given the other options: on Matrix, roles are power levels.
    takes_role: fn(&Given) -> bool,
    read: Read,
}

/// How arguments become a command.
#[derive(Clone, Copy, Debug)]
enum Read {
    /// By the subcommand.
    Subcommand,
    Command(fn(&Arguments<'_>) -> Result<Command, Text>),
    /// A command for the tournament in the option `tournament`.
    Tournament(fn(&Arguments<'_>) -> Result<TournamentCommand, Text>),
}

/// Begins a command, which `command`, `tournament` or `group` completes.
pub(crate) const fn named(name: &'static str, description: fn() -> Message) -> Named {
    Named {
        name,
        description,
        options: &[],
    }
}

/// A command that is not complete yet: it lacks how it is read, or what it consists of.
pub(crate) struct Named {
    name: &'static str,
    description: fn() -> Message,
    options: &'static [OptionSpec],
}

impl Named {
    pub(crate) const fn options(self, options: &'static [OptionSpec]) -> Self {
        Self { options, ..self }
    }

    pub(crate) const fn command(
        self,
        read: fn(&Arguments<'_>) -> Result<Command, Text>,
    ) -> CommandSpec {
        self.read(Read::Command(read))
    }

    pub(crate) const fn tournament(
        self,
        read: fn(&Arguments<'_>) -> Result<TournamentCommand, Text>,
    ) -> CommandSpec {
        self.read(Read::Tournament(read))
    }

    /// A command that consists of subcommands.
    pub(crate) const fn group(self, subcommands: &'static [CommandSpec]) -> CommandSpec {
        CommandSpec {
            subcommands,
            ..self.read(Read::Subcommand)
        }
    }

    const fn read(self, read: Read) -> CommandSpec {
        CommandSpec {
            name: self.name,
            description: self.description,
            options: self.options,
            subcommands: &[],
            servers_only: false,
            for_managers: false,
            typed_only: false,
            takes_role: |_| false,
            read,
        }
    }
}

impl CommandSpec {
    pub(crate) const fn options(self, options: &'static [OptionSpec]) -> Self {
        Self { options, ..self }
    }

    pub(crate) const fn in_servers(mut self) -> Self {
        self.servers_only = true;
        self
    }

    pub(crate) const fn for_managers(mut self) -> Self {
        self.for_managers = true;
        self
    }

    pub(crate) const fn typed_only(mut self) -> Self {
        self.typed_only = true;
        self
    }

    pub(crate) const fn role_if(self, takes_role: fn(&Given) -> bool) -> Self {
        Self { takes_role, ..self }
    }

    /// The option for a role, if that is what a number without a name means here.
    pub(crate) fn numbered_role(&self, given: &Given, typed: &str) -> Option<&'static OptionSpec> {
        let is_role = typed.parse::<u32>().is_ok() && (self.takes_role)(given);
        let mut roles = self.options.iter();
        roles.find(|option| is_role && matches!(option.kind, Kind::Role))
    }

    pub fn subcommand(&self, name: &str) -> Option<&'static Self> {
        let mut all = self.subcommands.iter();
        all.find(|one| one.name.eq_ignore_ascii_case(name))
    }

    pub fn option(&self, name: &str) -> Option<&'static OptionSpec> {
        let mut all = self.options.iter();
        all.find(|one| one.name.eq_ignore_ascii_case(name))
    }

    /// Reads the command, with `usual` as the game where none is named.
    pub fn read(&self, given: &Given, usual: Variant) -> Result<Command, Text> {
        let arguments = Arguments { given, usual };
        match self.read {
            Read::Subcommand => Err(messages::unknown_command()),
            Read::Command(read) => read(&arguments),
            Read::Tournament(read) => {
                let typed = given.text("tournament");
                let id = typed.map(|typed| typed.trim().parse::<TournamentId>().map_err(|_| typed));
                Ok(match id.transpose() {
                    Ok(id) => Command::Tournament(id, read(&arguments)?),
                    Err(typed) => {
                        let misnamed = TournamentCommand::Misnamed(typed.to_owned());
                        Command::Tournament(None, misnamed)
                    }
                })
            }
        }
    }

    /// Returns the source of suggestions for an option, given the other options.
    pub fn completion(&self, option: &str, given: &Given) -> Option<Completion> {
        let game = || {
            let code = given.text("game").and_then(|code| code.parse().ok());
            code.map_or(Which::Mine, Which::Id)
        };
        Some(match self.option(option)?.kind {
            Kind::Move => Completion::Move(game()),
            Kind::Line => Completion::Line(game()),
            Kind::Game(games) => Completion::Game(games),
            Kind::Time => Completion::Time,
            Kind::Tournament => Completion::Tournament,
            Kind::Pairing => {
                let tournament = given.text("tournament");
                Completion::Pairing(tournament.and_then(|code| code.parse().ok()))
            }
            _ => return None,
        })
    }
}

/// An option of a command.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// In lower case, without spaces.
    pub name: &'static str,
    /// At most 100 characters.
    pub description: fn() -> Message,
    pub kind: Kind,
    pub required: bool,
    /// Whether a front end with buttons leaves it out.
    pub typed_only: bool,
}

impl OptionSpec {
    pub(crate) const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    pub(crate) const fn typed_only(mut self) -> Self {
        self.typed_only = true;
        self
    }
}

/// The values of an option. Codes are given as text, so that errors can name them.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Boolean,
    Integer {
        lowest: u32,
        highest: u32,
    },
    /// A level of the engine, as an integer.
    Level,
    /// How many half-moves came before a position, as an integer.
    Ply,
    /// The code of one of these.
    Choice(fn() -> Vec<Choice>),
    /// Any text.
    Text {
        /// In characters.
        longest: u16,
    },
    /// A FEN.
    Position,
    /// A time control.
    Time,
    /// A point in time, as people write it.
    Start,
    Move,
    /// Moves of a premove.
    Line,
    /// The code of a game.
    Game(Games),
    /// The code of a challenge.
    Challenge,
    /// The code of a tournament.
    Tournament,
    /// The code of a tournament's game in progress.
    Pairing,
    Person,
    Room,
    Role,
}

/// Which games an option is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Games {
    /// One's own in progress.
    Own,
    Finished,
    /// Games of others in progress.
    Watchable,
}

/// The source of suggestions for an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    /// Legal moves in this game.
    Move(Which),
    /// Lines of conditional moves in this game.
    Line(Which),
    /// Codes of games.
    Game(Games),
    /// Time controls.
    Time,
    /// Codes of tournaments.
    Tournament,
    /// Codes of games of a tournament, or of those in progress here.
    Pairing(Option<TournamentId>),
}

/// A value of an option, and how it is shown.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    pub code: &'static str,
    /// A name that is the same in every language, or a message.
    pub label: Part,
}

impl Choice {
    pub(crate) fn new(code: &'static str, label: impl Into<Part>) -> Self {
        let label = label.into();
        Self { code, label }
    }
}

impl Kind {
    pub(crate) const fn within(lowest: u32, highest: u32) -> Self {
        Self::Integer { lowest, highest }
    }

    pub(crate) const fn option(
        self,
        name: &'static str,
        description: fn() -> Message,
    ) -> OptionSpec {
        OptionSpec {
            name,
            description,
            kind: self,
            required: false,
            typed_only: false,
        }
    }

    /// The longest value in characters, of a kind that is given as free text.
    pub fn longest(self) -> Option<u16> {
        match self {
            Self::Text { longest } => Some(longest),
            Self::Position => Some(FEN_LENGTH),
            Self::Time | Self::Start => Some(TIME_LENGTH),
            Self::Move | Self::Line | Self::Game(_) | Self::Challenge => Some(MOVE_LENGTH),
            Self::Tournament | Self::Pairing => Some(TOURNAMENT_LENGTH),
            Self::Boolean
            | Self::Integer { .. }
            | Self::Level
            | Self::Ply
            | Self::Choice(_)
            | Self::Person
            | Self::Room
            | Self::Role => None,
        }
    }

    /// Whether values are suggested while one is typed.
    pub fn is_completed(self) -> bool {
        matches!(
            self,
            Self::Time | Self::Move | Self::Line | Self::Game(_) | Self::Tournament | Self::Pairing
        )
    }

    /// The lowest and the highest value of a number.
    pub fn bounds(self) -> Option<(u32, u32)> {
        match self {
            Self::Integer { lowest, highest } => Some((lowest, highest)),
            Self::Ply => Some((0, u32::MAX)),
            Self::Level => Some((
                Level::LOWEST.number().into(),
                Level::HIGHEST.number().into(),
            )),
            _ => None,
        }
    }
}
