//! The commands as front ends offer them: slash commands, or typed ones. Here are the columns of their table that name what lies
//! above it: use cases, and the words for them.

#![allow(missing_docs, reason = "plain data whose names say it")]

mod typed;

use std::sync::LazyLock;

use crate::context::{Change, Ctx, Result};
use crate::protocol::table::{commands, people_commands};
use crate::protocol::{Command, OfferStep, PeopleCommand, Request};
pub use crate::spec::arguments::{Arguments, Directory, Given, Mention, Value, listed, typos};
pub use crate::spec::command::{Choice, CommandSpec, Completion, Games, Kind, OptionSpec};
use crate::{challenge, game, help, lesson, notify, people, privacy, settings, tournament};
pub use typed::{Call, Parsed, Said, is_like_a_move, is_nearly_a_command, parse, said};

/// Declares what calls the use cases of a table's rows, and collects the words for them.
macro_rules! dispatch {
    (
        $ctx:ident, $request:ident;
        $(#[$enum_doc:meta])*
        $enum:ident:
        $(
            $(#[$doc:meta])*
            $name:ident
            $(($($field:ident: $type:ty),+))?
            $({ $($(#[$member_doc:meta])* $member:ident: $member_type:ty),+ $(,)? })?
            : $need:expr, $discretion:expr, $reads:expr $(, costs $costs:expr)?
            => $run:expr $(, named $named:expr)?;
        )+
    ) => {
        impl $enum {
            pub(crate) fn run(&self, $ctx: &Ctx<'_>, $request: &Request) -> Result<Change> {
                match self {
                    $(Self::$name $(($($field),+))? $({ $($member),+ })? => $run,)+
                }
            }

            fn named() -> Vec<CommandSpec> {
                let mut all = Vec::new();
                $($(all.extend($named);)?)+
                all
            }
        }
    };
}
commands!(dispatch, ctx, request);
people_commands!(dispatch, ctx, request);

/// In the order in which front ends offer them.
pub static ALL: LazyLock<Vec<CommandSpec>> = LazyLock::new(Command::named);

/// The command of this name, in upper or lower case.
pub fn find(name: &str) -> Option<&'static CommandSpec> {
    ALL.iter().find(|spec| spec.name.eq_ignore_ascii_case(name))
}
