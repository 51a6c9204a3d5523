//! The commands as front ends offer them: slash commands, or typed ones.

#![allow(missing_docs, reason = "plain data whose names say it")]

mod dispatch;
mod typed;

pub use crate::spec::arguments::{Arguments, Directory, Given, Mention, Value, listed};
pub use crate::spec::command::{Choice, CommandSpec, Completion, Games, Kind, OptionSpec, Place};
pub use crate::spec::spelling::typos;
pub use dispatch::{ALL, find};
pub use typed::{Call, Parsed, Said, is_like_a_move, is_nearly_a_command, parse, said};
