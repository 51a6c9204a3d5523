//! Commands as people type them: `challenge @bob leto rated time:5+3`.
//!
//! The words after the name are values of options, in any order: each goes to the first option that it fits. `name:value` or
//! `name=value` names the option, quotes keep several words together, and the name of a Boolean option alone turns it on.

mod options;
mod said;
mod unnamed;
mod usage;
mod value;
mod words;

use std::fmt;

use rules_core::Variant;
use text::{Text, list, msg};

use crate::commands;
use crate::commands::typed::usage::usage;
use crate::messages::{code, shortened};
use crate::protocol::Command;
use crate::spec::{CommandSpec, Directory, Given, nearest};

pub use said::{Said, is_like_a_move, said};

/// The longest text that is read as a command, in characters.
const LONGEST: usize = 1000;

const MOST_WORDS: usize = 64;

/// The command whose other words are the name of a command, or [`COMMANDS`].
const HELP: &str = "help";

const COMMANDS: &str = "commands";

/// A text read as a command.
#[derive(Clone, PartialEq, Debug)]
pub enum Parsed {
    Call(Call),
    /// An explanation of a command.
    Help(Text),
}

/// A command with its values.
#[derive(Clone)]
pub struct Call {
    spec: &'static CommandSpec,
    /// The part of it that was named, if it has any.
    subcommand: Option<&'static CommandSpec>,
    pub given: Given,
}

impl PartialEq for Call {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name() && self.given == other.given
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Call").field(&self.written()).finish()
    }
}

impl Call {
    /// `subcommand` belongs to `spec`.
    pub fn new(
        spec: &'static CommandSpec,
        subcommand: Option<&'static CommandSpec>,
        given: Given,
    ) -> Self {
        Self {
            spec,
            subcommand,
            given,
        }
    }

    /// As it is typed: `move`, `tournament join`.
    pub fn name(&self) -> String {
        match self.subcommand {
            Some(part) => format!("{} {}", self.spec.name, part.name),
            None => self.spec.name.to_owned(),
        }
    }

    /// The subcommand if there is one, else the command itself.
    pub fn leaf(&self) -> &'static CommandSpec {
        self.subcommand.unwrap_or(self.spec)
    }

    /// Looks up the people, rooms and roles named.
    pub fn resolve(&mut self, directory: &impl Directory) -> Result<(), Text> {
        let (leaf, usage) = (self.leaf(), usage(self.spec, self.subcommand));
        let unplaced = |word: &str| options::unplaced(&usage, word);
        self.given.resolve(leaf, directory, unplaced)
    }

    /// The command, with `usual` as the game where none is named.
    pub fn read(&self, usual: Variant) -> Result<Command, Text> {
        self.leaf().read(&self.given, usual)
    }

    /// Formats the call so that [`parse`] reads it back, with the name of each option.
    pub fn written(&self) -> String {
        let mut text = self.name();
        for option in self.leaf().options {
            if let Some(value) = self.given.get(option.name) {
                text.push(' ');
                text += option.name;
                text.push(':');
                text += &words::quoted(&value::written(value));
            }
        }
        text
    }
}

/// Whether the first word is a command's name, or nearly one.
pub fn is_nearly_a_command(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let known = commands::ALL.iter().map(|spec| spec.name);
    nearest(known, first.strip_prefix('/').unwrap_or(first)).is_some()
}

/// Reads a command without its prefix.
///
/// # Errors
/// An answer to the author, with the nearest commands.
pub fn parse(text: &str) -> Result<Parsed, Text> {
    if text.chars().count() > LONGEST {
        return Err(msg!("typed-command-too-long").into());
    }
    let words = words::split(text);
    if words.len() > MOST_WORDS {
        return Err(msg!("typed-command-too-long").into());
    }
    let Some((name, rest)) = words.split_first() else {
        return options::called(find(HELP)?, None, &[]).map(Parsed::Call);
    };
    let name = name.plain();
    let name = name.strip_prefix('/').unwrap_or(&name);
    let spec = find(name)?;
    match (spec.name, rest.split_first()) {
        (HELP, Some((all, []))) if all.plain().eq_ignore_ascii_case(COMMANDS) => {
            Ok(Parsed::Help(usage::all()))
        }
        (HELP, Some((about, rest))) => {
            let spec = find(&about.plain())?;
            let subcommand = rest.first().map(|part| part_of(spec, &part.plain()));
            Ok(Parsed::Help(usage::about(spec, subcommand.transpose()?)))
        }
        _ if spec.subcommands.is_empty() => options::called(spec, None, rest).map(Parsed::Call),
        (_, Some((part, rest))) => {
            options::called(spec, Some(part_of(spec, &part.plain())?), rest).map(Parsed::Call)
        }
        (_, None) => Err(msg!(
            "typed-command-incomplete",
            name = code(spec.name),
            names = names(spec.subcommands)
        )
        .into()),
    }
}

fn find(name: &str) -> Result<&'static CommandSpec, Text> {
    commands::find(name).ok_or_else(|| {
        let typed = shortened(name);
        let known = commands::ALL.iter().map(|spec| spec.name);
        match nearest(known, name) {
            Some(meant) => msg!("typed-command-similar", typed, name = code(meant)),
            None => msg!(
                "typed-command-unknown",
                typed,
                names = names(&commands::ALL)
            ),
        }
        .into()
    })
}

fn part_of(spec: &'static CommandSpec, name: &str) -> Result<&'static CommandSpec, Text> {
    spec.subcommand(name).ok_or_else(|| {
        if spec.subcommands.is_empty() {
            return options::unplaced(&usage(spec, None), name);
        }
        let typed = shortened(name);
        let known = spec.subcommands.iter().map(|part| part.name);
        if let Some(meant) = nearest(known, name) {
            let meant = code(format_args!("{} {meant}", spec.name));
            return msg!("typed-command-similar", typed, name = meant).into();
        }
        msg!(
            "typed-command-unknown-part",
            name = code(spec.name),
            typed,
            names = names(spec.subcommands)
        )
        .into()
    })
}

fn names(specs: &'static [CommandSpec]) -> Text {
    list::commas(specs.iter().map(|spec| code(spec.name).into()))
}
