//! What a command does and takes, in words.

use text::{Message, Text, list, msg};

use crate::commands::dispatch;
use crate::messages::code;
use crate::spec::command::{CommandSpec, Kind, OptionSpec};

/// How a command is typed: `move <move> [game]`.
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

/// What a command does, and what it takes.
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

/// What all commands do.
pub(super) fn all() -> Text {
    let head = msg!("typed-command-all").into();
    dispatch::ALL.iter().map(in_one_line).fold(head, Text::line)
}

fn in_one_line(spec: &CommandSpec) -> Message {
    let about = (spec.description)();
    msg!("typed-command-line", name = code(spec.name), about = about)
}

/// What an option means, and what can be given where that is a list or a range.
fn line(option: &OptionSpec) -> Message {
    let (name, about) = (code(option.name), (option.description)());
    let choices = match option.kind {
        Kind::Choice(all) => all().into_iter().map(|choice| choice.code).collect(),
        Kind::Boolean => vec!["yes", "no"],
        _ => Vec::new(),
    };
    if !choices.is_empty() {
        let choices = list::or(choices.into_iter().map(|choice| code(choice).into()));
        return msg!(
            "typed-command-choices",
            name = name,
            about = about,
            choices = choices
        );
    }
    match option.kind.bounds() {
        Some((lowest, highest)) => msg!(
            "typed-command-range",
            name = name,
            about = about,
            lowest = lowest,
            highest = highest
        ),
        None => msg!("typed-command-line", name = name, about = about),
    }
}
