//! Actions of buttons, select menus and modals: their addresses, and the commands that they give. Their rows are in
//! [`table`](crate::protocol::table).
//!
//! An address holds everything that its control needs, so a control works after a restart and for as long as its subject exists:
//! `1:accept:k7f3q2` is a format number, a verb and the fields of the row, separated by colons.

use std::fmt::Write as _;
use std::str::FromStr;

use rules_core::{Color, Family, Variant};

use crate::model::{
    ChallengeId, DailyId, GameId, LinkCode, Person, PlanPart, PlayerId, Seat, Span, TournamentId,
    Vote,
};
use crate::protocol::draft;
use crate::protocol::table::actions;
use crate::protocol::{
    Chosen, Command, Draft, LessonId, LessonPosition, MoveText, NewGame, OrganizerPage,
    PeopleCommand, Postable, PuzzleTheme, Reach, Risk, Scope, Setting, Step, TournamentCommand,
    TournamentDraft, TournamentView, Viewed, Which, Word,
};

/// The address format. A later one can still read the controls of this one.
const FORMAT: &str = "1";

/// The text is not a valid field of an address, or names no lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseFieldError;

macro_rules! parsed_by_read {
    ($($field:ty),*) => {$(
        impl FromStr for $field {
            type Err = ParseFieldError;

            fn from_str(text: &str) -> Result<Self, ParseFieldError> {
                Self::read(text).ok_or(ParseFieldError)
            }
        }
    )*};
}
parsed_by_read! { Draft, LessonId, LessonPosition, NewGame, OrganizerPage, Risk, TournamentDraft }

/// A field of an address. Only the last one may contain colons.
trait Field: Sized {
    fn encode(&self, address: &mut String);
    fn decode(text: &str) -> Option<Self>;
}

/// Fields that are written by `Display` and read by `FromStr`.
macro_rules! plain_fields {
    ($($field:ty),*) => {$(
        impl Field for $field {
            fn encode(&self, address: &mut String) {
                let _ = write!(address, "{self}");
            }

            fn decode(text: &str) -> Option<Self> {
                Self::from_str(text).ok()
            }
        }
    )*};
}
plain_fields! {
    ChallengeId, DailyId, Draft, GameId, LessonId, LessonPosition, LinkCode, MoveText, NewGame,
    OrganizerPage, Risk, TournamentDraft, TournamentId, u8, u16, u32
}

/// Fields with a short code of their own.
macro_rules! coded_fields {
    ($($field:ty { $code:expr, $read:expr }),* $(,)?) => {$(
        impl Field for $field {
            fn encode(&self, address: &mut String) {
                let code: fn(Self) -> &'static str = $code;
                address.push_str(code(*self));
            }

            fn decode(text: &str) -> Option<Self> {
                let read: fn(&str) -> Option<Self> = $read;
                read(text)
            }
        }
    )*};
}
coded_fields! {
    Family { Self::id, |id| id.parse().ok() },
    PlanPart { Self::code, Self::from_code },
    PuzzleTheme { Self::code, Self::from_code },
    Reach { Self::code, Self::from_code },
    Scope { Self::code, Self::from_code },
    Setting { Self::code, Self::from_code },
    Step { Self::code, Self::from_code },
    TournamentView { Self::code, Self::from_code },
    Vote { Self::code, Self::from_code },
    Variant { Self::id, |id| id.parse().ok() },
    Word { Self::code, Self::from_code },
    Color { draft::color_code, draft::color },
    Option<Color> {
        |winner| winner.map_or("d", draft::color_code),
        |code| match code {
            "d" => Some(None),
            code => draft::color(code).map(Some),
        }
    },
}

/// Declares [`Action`] with its addresses and commands.
macro_rules! declare {
    ($($(#[$doc:meta])* $name:ident$(($($field:ident: $type:ty),+))? = $verb:literal $(, $input:ident)? => $command:expr
        $(, says $answer:literal)?, typed [$($example:literal),+ $(,)?];)+) => {
        /// The action of a button, select menu or modal.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Action {
            $($(#[$doc])* $name$(($($type),+))?,)+
        }

        impl Action {
            /// The verbs of all addresses, each with its examples for tests.
            pub const EXAMPLES: &[(&str, &[&str])] = &[$(($verb, &[$($example),+])),+];

            /// The address of a control that does this, at most 100 characters.
            pub fn address(self) -> String {
                let mut address = String::from(FORMAT);
                match self {
                    $(Self::$name$(($($field),+))? => {
                        address.push_str(concat!(":", $verb));
                        $($(address.push(':'); $field.encode(&mut address);)+)?
                    })+
                }
                address
            }

            /// Parses an address; `None` for one that this program did not write.
            pub fn from_address(address: &str) -> Option<Self> {
                let rest = address.strip_prefix(FORMAT)?.strip_prefix(':')?;
                match rest.split(':').next()? {
                    $($verb => {
                        let count = 0 $($(+ { let _ = stringify!($field); 1 })+)?;
                        // The last field may contain colons.
                        let mut fields = rest.splitn(1 + usize::max(count, 1), ':').skip(1);
                        let action = Self::$name$(($(<$type as Field>::decode(fields.next()?)?),+))?;
                        fields.next().is_none().then_some(action)
                    })+
                    _ => None,
                }
            }

            /// Whether it says yes or no to an offer or a question; `None` if it answers none. What deletes data isn't done by a word.
            pub fn answer(self) -> Option<bool> {
                match self {
                    $(Self::$name { .. } => None::<bool>$(.or(Some($answer)))?,)+
                }
            }

            /// Returns the command; `None` without the `input` that a menu or modal needs, or for invalid input.
            pub fn command(self, input: Option<&str>) -> Option<Command> {
                match self {
                    $(Self::$name$(($($field),+))? => {
                        $(let $input = input?;)?
                        Some($command)
                    })+
                }
            }
        }
    };
}

impl Action {
    /// Returns the action for a chosen option: some parts of a plan open a modal.
    #[must_use]
    pub fn chosen(self, value: Option<&str>) -> Self {
        match (self, value.and_then(PlanPart::from_code)) {
            (Self::ChangePlan(id), Some(part)) if part.is_written() => Self::EditPlan(id, part),
            _ => self,
        }
    }
}

/// The command of a tournament's control.
fn tournament(id: TournamentId, command: TournamentCommand) -> Command {
    Command::Tournament(Some(id), command)
}

fn replay(game: GameId, viewed: Option<Viewed>) -> Command {
    Command::Replay(Which::Id(game), viewed)
}

/// The command for a part of a plan that was chosen from a menu; `None` for one that is written.
fn plan_change(id: TournamentId, part: PlanPart) -> Option<Command> {
    let command = match part {
        PlanPart::Format => TournamentCommand::Manage(OrganizerPage::Format),
        PlanPart::Role => TournamentCommand::Manage(OrganizerPage::Role),
        PlanPart::WinnersRole => TournamentCommand::Manage(OrganizerPage::WinnersRole),
        part if part.is_written() => return None,
        part => TournamentCommand::Edit(part, None),
    };
    Some(tournament(id, command))
}

/// The entrant of a menu's option, or the menu's next page.
fn removal(id: TournamentId, value: &str) -> Option<Command> {
    let page = value.parse().ok().map(TournamentCommand::Manage);
    let risk = || value.parse().ok().map(TournamentCommand::Ask);
    Some(tournament(id, page.or_else(risk)?))
}

/// The game of a menu's option, or the menu's next page.
fn managed_game(id: TournamentId, value: &str) -> Option<Command> {
    let game = value.parse().ok().map(OrganizerPage::Game);
    let page = game.or_else(|| value.parse().ok())?;
    Some(tournament(id, TournamentCommand::Manage(page)))
}

/// A person chosen from the platform's list: their id, a space, their name.
fn person_chosen(value: &str) -> Option<Person> {
    let (id, name) = value.split_once(' ')?;
    Some(Person::new(PlayerId::new(id), name))
}

fn panel(game: GameId, ply: u32, chosen: Option<Chosen>) -> Command {
    Command::Panel { game, ply, chosen }
}

/// A move of a menu's option, or the menu's next page.
fn chosen_move(game: GameId, ply: u32, value: &str) -> Command {
    match Chosen::read(value) {
        Chosen::Piece(text) => written_move(game, ply, &text),
        more @ Chosen::More { .. } => panel(game, ply, Some(more)),
    }
}

/// A move of a menu's option, or the menu's next page.
fn lesson_move(at: LessonPosition, value: &str) -> Command {
    match Chosen::read(value) {
        Chosen::Piece(text) => Command::TryInLesson(at, text),
        more @ Chosen::More { .. } => Command::Lesson(at, Some(more)),
    }
}

fn written_move(game: GameId, ply: u32, text: &str) -> Command {
    Command::Move {
        game: Which::Id(game),
        text: text.to_owned(),
        ply: Some(ply),
    }
}

actions!(declare);
