//! One value as it is typed.

use text::{Text, list, msg};

use crate::commands::given::Value;
use crate::commands::spec::{Choice, Kind, OptionSpec};
use crate::messages::code;
use crate::model::ids::{ChallengeId, GameId, TournamentId};
use crate::model::record::TimeControl;

/// Reads the value of an option.
///
/// # Errors
/// An answer to the person, which says what the value can be.
pub(super) fn read(option: &OptionSpec, typed: &str) -> Result<Value, Text> {
    let name = || code(option.name);
    match option.kind {
        Kind::Boolean => {
            let value = yes_or_no(typed).map(Value::Boolean);
            value.ok_or_else(|| msg!("typed-command-yes-or-no", option = name()).into())
        }
        Kind::Integer { .. } | Kind::Level => {
            let (lowest, highest) = option.kind.bounds().unwrap_or_default();
            let number = typed
                .parse()
                .ok()
                .filter(|n| (lowest..=highest).contains(n));
            number.map(|n| Value::Integer(n.into())).ok_or_else(|| {
                msg!(
                    "typed-command-number",
                    option = name(),
                    lowest = lowest,
                    highest = highest
                )
                .into()
            })
        }
        Kind::Choice(all) => {
            let all = all();
            let chosen = chosen(&all, typed);
            chosen.ok_or_else(|| {
                let codes = all.iter().map(|choice| code(choice.code).into());
                msg!(
                    "typed-command-choice",
                    option = name(),
                    choices = list::or(codes)
                )
                .into()
            })
        }
        Kind::Person | Kind::Room | Kind::Role => Ok(Value::Named(typed.to_owned())),
        Kind::Text { .. }
        | Kind::Position
        | Kind::Time
        | Kind::Start
        | Kind::Move
        | Kind::Line
        | Kind::Game(_)
        | Kind::Challenge
        | Kind::Tournament
        | Kind::Pairing => {
            let longest = option.kind.longest().unwrap_or(u16::MAX);
            if typed.chars().count() > longest.into() {
                let message = msg!("typed-command-long", option = name(), longest = longest);
                return Err(message.into());
            }
            Ok(Value::Text(typed.to_owned()))
        }
    }
}

fn yes_or_no(typed: &str) -> Option<bool> {
    match typed.to_ascii_lowercase().as_str() {
        "yes" | "y" | "true" | "on" => Some(true),
        "no" | "n" | "false" | "off" => Some(false),
        _ => None,
    }
}

/// A choice by its code, or by its English name without regard to spaces.
fn chosen(all: &[Choice], typed: &str) -> Option<Value> {
    let plain = |text: &str| -> String {
        let letters = text.chars().filter(|letter| letter.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let sought = plain(typed);
    let is_named = |choice: &&Choice| {
        plain(choice.code) == sought
            || plain(&Text::new([choice.label.clone()]).to_string()) == sought
    };
    let choice = all.iter().find(is_named)?;
    Some(Value::Text(choice.code.to_owned()))
}

/// Whether words without a name can be meant for an option of this kind. Free text can be anything, so it is not asked about here.
pub(super) fn fits(option: &OptionSpec, typed: &str) -> bool {
    match option.kind {
        Kind::Boolean | Kind::Integer { .. } | Kind::Level | Kind::Choice(_) => {
            read(option, typed).is_ok()
        }
        Kind::Text { .. } | Kind::Move | Kind::Line => !typed.is_empty(),
        Kind::Position => typed.contains('/'),
        Kind::Time => typed.parse::<TimeControl>().is_ok(),
        // Points in time are written in too many ways, and roles have any name.
        Kind::Start | Kind::Role => false,
        // A move with a piece's letter may look like a code.
        Kind::Game(_) | Kind::Pairing => is_lower(typed) && typed.parse::<GameId>().is_ok(),
        Kind::Challenge => is_lower(typed) && typed.parse::<ChallengeId>().is_ok(),
        Kind::Tournament => is_lower(typed) && typed.parse::<TournamentId>().is_ok(),
        Kind::Person => typed.starts_with(['@', '<']),
        Kind::Room => typed.starts_with(['#', '!']),
    }
}

fn is_lower(typed: &str) -> bool {
    !typed.contains(|letter: char| letter.is_ascii_uppercase())
}

/// The most words that a value without quotes can have.
pub(super) fn most_words(kind: Kind) -> usize {
    match kind {
        Kind::Text { .. } | Kind::Move | Kind::Line => usize::MAX,
        Kind::Position | Kind::Time => 8,
        Kind::Choice(_) => 4,
        _ => 1,
    }
}

/// A value as it is typed, without quotes. A person is written by their id.
pub(super) fn written(value: &Value) -> String {
    match value {
        Value::Text(text) | Value::Named(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Boolean(true) => "yes".to_owned(),
        Value::Boolean(false) => "no".to_owned(),
        Value::Person(mention) => mention.person.id.to_string(),
        Value::Room(id) => id.to_string(),
        Value::Role(id) => id.to_string(),
    }
}
