//! The columns of the table of commands that name what lies above it: use cases, and the words for them.

use std::sync::LazyLock;

use crate::context::failure::Result;
use crate::context::{Change, Ctx};
use crate::protocol::command::{Command, Request};
use crate::protocol::people::PeopleCommand;
use crate::protocol::table::{commands, people_commands};
use crate::spec::command::CommandSpec;
use crate::{challenge, game, help, lesson, notify, people, privacy, settings, tournament};

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
            /// Works out what the command changes.
            pub(crate) fn run(&self, $ctx: &Ctx<'_>, $request: &Request) -> Result<Change> {
                match self {
                    $(Self::$name $(($($field),+))? $({ $($member),+ })? => $run,)+
                }
            }

            /// The words for these commands.
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
