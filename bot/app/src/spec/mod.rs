//! What a command is called and what it takes, and how its values are read. The commands themselves are beside their use cases.

#![allow(missing_docs, reason = "plain data whose names say it")]

pub(crate) mod arguments;
pub(crate) mod command;
pub(crate) mod completion;
pub(crate) mod options;
pub(crate) mod spelling;
