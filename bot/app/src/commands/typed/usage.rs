//! Explains commands and their options.

use text::{Message, Text, list, msg};

use crate::commands;
use crate::messages::code;
use crate::spec::{CommandSpec, Kind, OptionSpec};

/// The syntax of a command: `move <move> [game]`.
pub(super) fn usage(spec: &CommandSpec, subcommand: Option<&CommandSpec>) -> Text {
    let mut usage = spec.name.to_owned();
    if let Some(part) = subcommand {
        usage.push(' ');
        usage += part.name;
    }
    for option in subcommand.unwrap_or(spec).options {
        let (begin, end) = if option.required {
            ('<', '>')
        } else {
            ('[', ']')
        };
        usage.extend([' ', begin]);
        usage += option.name;
        usage.push(end);
    }
    code(usage).into()
}

pub(super) fn about(spec: &CommandSpec, subcommand: Option<&CommandSpec>) -> Text {
    let leaf = subcommand.unwrap_or(spec);
    let head = msg!(
        "typed-command-about",
        usage = usage(spec, subcommand),
        about = (leaf.description)()
    );
    let parts = leaf.subcommands.iter().map(in_one_line);
    parts
        .chain(leaf.options.iter().map(line))
        .fold(head.into(), Text::line)
}

pub(super) fn all() -> Text {
    let head = msg!("typed-command-all").into();
    commands::ALL.iter().map(in_one_line).fold(head, Text::line)
}

fn in_one_line(spec: &CommandSpec) -> Message {
    let about = (spec.description)();
    msg!("typed-command-line", name = code(spec.name), about)
}

fn line(option: &OptionSpec) -> Message {
    let (name, about) = (code(option.name), (option.description)());
    let choices = match option.kind {
        Kind::Choice(all) => all().into_iter().map(|choice| choice.code).collect(),
        Kind::Boolean => vec!["yes", "no"],
        _ => Vec::new(),
    };
    if !choices.is_empty() {
        let choices = list::or(choices.into_iter().map(|choice| code(choice).into()));
        return msg!("typed-command-choices", name, about, choices);
    }
    match option.kind.bounds() {
        Some((lowest, highest)) => msg!("typed-command-range", name, about, lowest, highest),
        None => msg!("typed-command-line", name, about),
    }
}
