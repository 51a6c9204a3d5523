//! Actions of buttons, select menus and modals: their addresses, and the commands that they give. Their rows are in
//! [`table`](crate::protocol::table).
//!
//! An address holds everything that its control needs, so a control works after a restart and for as long as its subject exists:
//! `1:accept:k7f3q2` is a format number, a verb and the fields of the row, separated by colons.

use std::fmt::Write as _;
use std::str::FromStr;

use rules_core::{Color, Family, Variant};

use crate::model::ids::{ChallengeId, DailyId, GameId, LinkCode, Person, PlayerId, TournamentId};
use crate::model::moment::Span;
use crate::model::record::{PlanPart, Seat, Vote};
use crate::protocol::command::Command;
use crate::protocol::draft::Draft;
use crate::protocol::lesson::{LessonId, LessonPosition, PuzzleTheme};
use crate::protocol::move_choice::{Chosen, MoveText};
use crate::protocol::new_game::NewGame;
use crate::protocol::people::{PeopleCommand, Reach};
use crate::protocol::replay::{Postable, Step, Viewed};
use crate::protocol::setting::{Scope, Setting};
use crate::protocol::subject::Which;
use crate::protocol::table::actions;
use crate::protocol::tournament::{OrganizerPage, Risk, TournamentCommand, TournamentView};
use crate::protocol::tournament_draft::TournamentDraft;
use crate::protocol::word::Word;

/// The address format. A later one can still read the controls of this one.
const FORMAT: &str = "1";

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
plain_fields!(
    ChallengeId,
    DailyId,
    Draft,
    GameId,
    LessonId,
    LessonPosition,
    LinkCode,
    MoveText,
    NewGame,
    OrganizerPage,
    Risk,
    TournamentDraft,
    TournamentId,
    u8,
    u16,
    u32
);

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
    Color {
        |color| if color == Self::White { "w" } else { "b" },
        |code| match code {
            "w" => Some(Self::White),
            "b" => Some(Self::Black),
            _ => None,
        }
    },
    Option<Color> {
        |winner| match winner {
            Some(Color::White) => "w",
            Some(Color::Black) => "b",
            None => "d",
        },
        |code| match code {
            "w" => Some(Some(Color::White)),
            "b" => Some(Some(Color::Black)),
            "d" => Some(None),
            _ => None,
        }
    },
}

/// Declares [`Action`] with its addresses and commands.
macro_rules! declare {
    ($($(#[$doc:meta])* $name:ident$(($($field:ident: $type:ty),+))? = $verb:literal $(, $input:ident)? => $command:expr;)+) => {
        /// The action of a button, select menu or modal.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Action {
            $($(#[$doc])* $name$(($($type),+))?,)+
        }

        impl Action {
    /// Whether it says yes or no to an offer or a question; `None` if it answers none. What deletes data isn't done by a word.
    pub fn answer(self) -> Option<bool> {
        match self {
            Self::Accept(_)
            | Self::AcceptHere(_)
            | Self::AgreeToProposal(..)
            | Self::SureMove(..)
            | Self::AcceptDraw(_)
            | Self::TakeBackNow(_)
            | Self::Resign(_)
            | Self::Abort(_)
            | Self::AcceptInvitation(_) => Some(true),
            Self::Decline(_)
            | Self::DeclineProposal(..)
            | Self::DeclineDraw(_)
            | Self::DeclineTakeBack(_)
            | Self::DeclineInvitation(_) => Some(false),
            _ => None,
        }
    }

            /// The verbs of all addresses.
            pub const VERBS: &[&str] = &[$($verb),+];

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
                let (format, rest) = address.split_once(':')?;
                if format != FORMAT {
                    return None;
                }
                let (verb, fields) = match rest.split_once(':') {
                    Some((verb, fields)) => (verb, Some(fields)),
                    None => (rest, None),
                };
                Some(match verb {
                    $($verb => {
                        let count = 0 $($(+ { let _ = stringify!($field); 1 })+)?;
                        let mut fields = Fields::new(fields, count);
                        let action = Self::$name$(($(fields.next::<$type>()?),+))?;
                        fields.end()?;
                        action
                    })+
                    _ => return None,
                })
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

/// The fields of an address, read one by one.
struct Fields<'a>(std::vec::IntoIter<&'a str>);

impl<'a> Fields<'a> {
    /// Splits at most `count` fields: the last one may contain colons.
    fn new(fields: Option<&'a str>, count: usize) -> Self {
        let fields: Vec<_> = match fields {
            Some(fields) => fields.splitn(count.max(1), ':').collect(),
            None => Vec::new(),
        };
        Self(fields.into_iter())
    }

    fn next<T: Field>(&mut self) -> Option<T> {
        T::decode(self.0.next()?)
    }

    fn end(&mut self) -> Option<()> {
        self.0.next().is_none().then_some(())
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
