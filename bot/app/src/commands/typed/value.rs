//! One value as it is typed.

use text::{Part, Text, list, msg};

use crate::commands::typed::said;
use crate::messages::code;
use crate::model::{ChallengeId, GameId, TimeControl, TournamentId};
use crate::spec::{Choice, Kind, OptionSpec, Value};

/// Reads the value of an option.
///
/// # Errors
/// An answer to the author, with the possible values.
pub(super) fn read(option: &OptionSpec, typed: &str) -> Result<Value, Text> {
    let name = || code(option.name);
    match option.kind {
        Kind::Boolean => {
            let value = yes_or_no(typed).map(Value::Boolean);
            value.ok_or_else(|| msg!("typed-command-yes-or-no", option = name()).into())
        }
        Kind::Integer { .. } | Kind::Level | Kind::Ply => {
            let (lowest, highest) = option.kind.bounds().unwrap_or_default();
            match typed.parse::<u32>() {
                Ok(number) if (lowest..=highest).contains(&number) => {
                    Ok(Value::Integer(number.into()))
                }
                _ => Err(msg!("typed-command-number", option = name(), lowest, highest).into()),
            }
        }
        Kind::Choice(all) => {
            let all = all();
            chosen(&all, typed).ok_or_else(|| {
                let choices = list::or(all.iter().map(|choice| code(choice.code).into()));
                msg!("typed-command-choice", option = name(), choices).into()
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
                return Err(msg!("typed-command-long", option = name(), longest).into());
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

/// A choice by its code, or by a name that is the same in every language, without regard to spaces.
fn chosen(all: &[Choice], typed: &str) -> Option<Value> {
    let plain = |text: &str| -> String {
        let letters = text.chars().filter(|letter| letter.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let sought = plain(typed);
    let is_named = |choice: &&Choice| {
        let name = match &choice.label {
            Part::Plain(name) => name,
            _ => choice.code,
        };
        plain(choice.code) == sought || plain(name) == sought
    };
    let choice = all.iter().find(is_named)?;
    Some(Value::Text(choice.code.to_owned()))
}

/// How well words without a name fit an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fit {
    /// They look like its values.
    Sure,
    /// They can be its value, and as well another's.
    Unsure,
    /// They may be a person's name, or a code that looks like a move, if they mean nothing else.
    Last,
}

/// How words without a name fit an option, if they do.
pub(super) fn fit(option: &OptionSpec, typed: &str) -> Option<Fit> {
    // A move and a word may look like a code, and a name without digits too.
    let code = |is_code: bool| {
        let is_lower = !typed.contains(|letter: char| letter.is_ascii_uppercase());
        let has_digit = typed.contains(|letter: char| letter.is_ascii_digit());
        let fit = match has_digit {
            true if are_squares(typed) => Fit::Last,
            true => Fit::Sure,
            false => Fit::Unsure,
        };
        (is_code && is_lower && !said::is_known_word(typed)).then_some(fit)
    };
    let sure = |fits: bool| fits.then_some(Fit::Sure);
    match option.kind {
        // A bare "yes" may be another option's text, and the name alone sets this one, too.
        Kind::Boolean => read(option, typed).is_ok().then_some(Fit::Unsure),
        Kind::Integer { .. } | Kind::Level | Kind::Choice(_) => sure(read(option, typed).is_ok()),
        Kind::Text { .. } | Kind::Move | Kind::Line if typed.is_empty() => None,
        Kind::Text { .. } | Kind::Move | Kind::Line if option.required => Some(Fit::Sure),
        Kind::Text { .. } | Kind::Move | Kind::Line => Some(Fit::Unsure),
        Kind::Position => sure(typed.contains('/')),
        Kind::Time => sure(typed.parse::<TimeControl>().is_ok()),
        // These are mistaken for others, or others for them. Rooms are found by `is_room`.
        Kind::Ply | Kind::Start | Kind::Role | Kind::Room => None,
        Kind::Game(_) | Kind::Pairing => code(typed.parse::<GameId>().is_ok()),
        Kind::Challenge => code(typed.parse::<ChallengeId>().is_ok()),
        Kind::Tournament => code(typed.parse::<TournamentId>().is_ok()),
        Kind::Person if typed.starts_with(['@', '<']) => Some(Fit::Sure),
        Kind::Person => typed.chars().any(char::is_alphabetic).then_some(Fit::Last),
    }
}

pub(super) fn is_room(typed: &str) -> bool {
    typed.starts_with(['#', '!'])
}

/// Whether a text is a move by its squares: `a1c3e5`, `e7xf8q`.
fn are_squares(typed: &str) -> bool {
    let letters: Vec<char> = typed.chars().filter(|letter| *letter != 'x').collect();
    letters.chunks(2).all(|letters| match letters {
        [file, rank] => matches!(file, 'a'..='h') && rank.is_ascii_digit(),
        promotion => promotion.len() == 1,
    })
}

/// Maximum number of words that a value without quotes can have.
pub(super) fn most_words(kind: Kind) -> usize {
    match kind {
        Kind::Text { .. } | Kind::Move | Kind::Line => usize::MAX,
        Kind::Position | Kind::Time | Kind::Choice(_) => 8,
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
        Value::Role(id) => id.to_string(),
    }
}
