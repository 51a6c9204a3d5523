//! Names and options of commands, and how their values are read. Each command is declared beside its use case.

#![allow(missing_docs, reason = "plain data whose names say it")]

pub(crate) mod arguments;
pub(crate) mod command;
pub(crate) mod options;

pub(crate) use arguments::{Arguments, Directory, Given, Value, nearest};
pub(crate) use command::{Choice, CommandSpec, Completion, Games, Kind, Named, OptionSpec, named};
pub(crate) use options::{
    AT, CHALLENGE, CODE, COLOR, ELSEWHERE, GAME, LEVEL, ON_BOARD, PAGE, RATED, SHARE, SIDE, START,
    SURE, THREAD, TIME, TOURNAMENT, WHICH, families, variants,
};
