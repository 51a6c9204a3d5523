//! Names and options of commands, and how their values are read. Each command is declared beside its use case.

#![allow(missing_docs, reason = "plain data whose names say it")]

pub(crate) mod arguments;
pub(crate) mod command;
pub(crate) mod options;
pub(crate) mod spelling;
