//! Slash commands and their options.

use app::commands::{self, CommandSpec, Completion, Given, Mention, Value};
use app::{Command, Text, messages};
use rules_core::Variant;
use serenity::all::{ResolvedOption, ResolvedValue};

use crate::ids;

/// Reads a slash command, with `usual` as the game where none is named.
pub(crate) fn command(
    name: &str,
    options: &[ResolvedOption<'_>],
    usual: Variant,
) -> Result<Command, Text> {
    let (spec, options) = named(name, options).ok_or_else(messages::unknown_command)?;
    spec.read(&given(spec, options), usual)
}

/// Returns how to complete the option that is being typed, and its text so far.
pub(crate) fn completion<'a>(
    name: &str,
    options: &[ResolvedOption<'a>],
) -> Option<(Completion, &'a str)> {
    let (spec, options) = named(name, options)?;
    let (option, typed) = options.iter().find_map(|option| match option.value {
        ResolvedValue::Autocomplete { value, .. } => Some((option.name, value)),
        _ => None,
    })?;
    Some((spec.completion(option, &given(spec, options))?, typed))
}

/// Returns the command or subcommand, and its options.
fn named<'a, 'b>(
    name: &str,
    options: &'b [ResolvedOption<'a>],
) -> Option<(&'static CommandSpec, &'b [ResolvedOption<'a>])> {
    let spec = commands::find(name)?;
    if spec.subcommands.is_empty() {
        return Some((spec, options));
    }
    options.iter().find_map(|option| match &option.value {
        ResolvedValue::SubCommand(inner) => Some((spec.subcommand(option.name)?, &**inner)),
        _ => None,
    })
}

/// Reads the values of the options that the command has.
fn given(spec: &CommandSpec, options: &[ResolvedOption<'_>]) -> Given {
    let mut given = Given::default();
    for option in options {
        if let Some(known) = spec.option(option.name)
            && let Some(value) = value(&option.value)
        {
            given.set(known, value);
        }
    }
    given
}

fn value(value: &ResolvedValue<'_>) -> Option<Value> {
    Some(match value {
        ResolvedValue::String(text) => Value::Text((*text).to_owned()),
        ResolvedValue::Integer(number) => Value::Integer(*number),
        ResolvedValue::Boolean(flag) => Value::Boolean(*flag),
        ResolvedValue::User(user, member) => Value::Person(Mention {
            person: ids::person(user, member.and_then(|member| member.nick.as_deref())),
            is_bot: user.bot,
            is_member: member.is_some(),
        }),
        _ => return None,
    })
}
