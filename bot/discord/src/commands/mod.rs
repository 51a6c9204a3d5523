//! Slash commands: the application's table of commands in Discord's terms.

mod registration;

use app::commands::{self, CommandSpec, Completion, Given, Mention, Value};
use app::{Command, Text, messages};
use rules_core::Variant;
use serenity::all::{CreateCommand, ResolvedOption, ResolvedValue};

use crate::ids;

/// All slash commands as Discord registers them.
pub(crate) fn all() -> Vec<CreateCommand> {
    let slash = commands::ALL.iter().filter(|spec| !spec.typed_only);
    slash.map(registration::command).collect()
}

/// Reads a slash command, with `usual` as the game where none is named.
///
/// # Errors
/// An answer to the user, for a value that does not exist.
pub(crate) fn read(
    name: &str,
    options: &[ResolvedOption<'_>],
    usual: Variant,
) -> Result<Command, Text> {
    let (spec, options) = named(name, options).ok_or_else(messages::unknown_command)?;
    spec.read(&given(spec, options), usual)
}

/// What completes the option being typed into, and what is typed there so far.
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

/// The command or subcommand, and its options.
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

/// The values of the options that the command has.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slash_commands_are_registered_as_they_always_were() {
        let registered = serde_json::to_string_pretty(&all()).unwrap();
        insta::assert_snapshot!(registered);
    }
}
