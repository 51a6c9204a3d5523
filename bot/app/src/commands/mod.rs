//! The one table of commands, from which each front end makes its own: slash commands, or typed ones.

#![allow(missing_docs, reason = "plain data whose names say it")]

mod completion;
mod given;
mod options;
mod spec;
mod spelling;
mod table;
mod typed;

pub use completion::{Completion, Games};
pub use given::{Arguments, Directory, Given, Mention, Value};
pub use spec::{Choice, CommandSpec, Kind, OptionSpec, Place};
pub use spelling::typos;
pub use table::{ALL, find};
pub use typed::{Call, Parsed, parse};
