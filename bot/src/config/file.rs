//! The file, and what is said about a mistake in it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Config;

/// A mistake in the configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file is not there or may not be read.
    #[error("the configuration {} cannot be read: {source}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Something in the file is wrong.
    #[error("{}, line {line}: {what}", file.display())]
    InFile {
        /// The file.
        file: PathBuf,
        /// The line, from one.
        line: usize,
        /// What is wrong and what would be right.
        what: String,
    },
    /// An environment variable is wrong. Its value is not repeated.
    #[error("the environment variable {name} {why}")]
    Variable {
        /// Its name.
        name: &'static str,
        /// What is wrong and what would be right.
        why: String,
    },
    /// Discord was to be served without a token.
    #[error("Discord needs a token: set DISCORD_TOKEN, or token_file in the configuration")]
    NoToken,
    /// The numbers of the shards do not go together.
    #[error("shards: {0}")]
    Shards(String),
    /// The token cannot be had.
    #[error("{0}")]
    Token(String),
}

impl ConfigError {
    pub(super) fn variable(name: &'static str, why: &str) -> Self {
        Self::Variable {
            name,
            why: why.to_owned(),
        }
    }
}

pub(super) fn read(path: &Path) -> Result<Config, ConfigError> {
    let text = fs::read_to_string(path).map_err(|source| ConfigError::Unreadable {
        file: path.to_owned(),
        source,
    })?;
    parse(path, &text)
}

pub(super) fn parse(path: &Path, text: &str) -> Result<Config, ConfigError> {
    toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        let line = text
            .get(..start)
            .map_or(0, |before| before.matches('\n').count())
            + 1;
        // Only the reader's own words: its long form shows the line, in which somebody may have written a token.
        let what = explained(error.message(), key_of(text, line));
        ConfigError::InFile {
            file: path.to_owned(),
            line,
            what,
        }
    })
}

/// The key that a line sets, if it sets one.
fn key_of(text: &str, line: usize) -> Option<&str> {
    let (key, _) = text.lines().nth(line - 1)?.split_once('=')?;
    Some(key.trim())
}

/// Says what is wrong: for an unknown key the one that was probably meant, for a wrong value the key that it belongs to.
fn explained(message: &str, key: Option<&str>) -> String {
    // Names stand between backticks: the unknown one first, then those that are allowed.
    let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let unknown = message
        .strip_prefix("unknown field ")
        .and_then(|_| names.split_first());
    if let Some((unknown, allowed)) = unknown {
        if *unknown == "token" {
            return "a token does not belong in this file: put it into a file of its own and name that by token_file, or \
                    into the environment variable DISCORD_TOKEN"
                .to_owned();
        }
        let list = format!("allowed here: {}", allowed.join(", "));
        return match nearest(unknown, allowed) {
            Some(near) => format!("there is no key {unknown}; did you mean {near}? ({list})"),
            None => format!("there is no key {unknown}; {list}"),
        };
    }
    // A wrong type is reported with the value, which is nobody's business.
    let message = match message
        .strip_prefix("invalid type: ")
        .and_then(|rest| rest.split_once(", expected "))
    {
        Some((found, wanted)) => {
            let found = found.split_once(' ').map_or(found, |(kind, _)| kind);
            let wanted = if wanted == "i64" {
                "a whole number"
            } else {
                wanted
            };
            return format!("{} needs {wanted}, not this {found}", key.unwrap_or("this"));
        }
        None => message,
    };
    match key {
        Some(key)
            if message.starts_with("must ")
                || message.starts_with("is ")
                || message.starts_with("may ") =>
        {
            format!("{key} {message}")
        }
        _ => message.lines().collect::<Vec<_>>().join(", "),
    }
}

/// The name that differs least, if it is no more than a slip of the hand away.
fn nearest<'a>(word: &str, names: &[&'a str]) -> Option<&'a str> {
    let (distance, name) = names
        .iter()
        .map(|name| (distance(word, name), *name))
        .min()?;
    (distance <= 1 + name.len() / 4).then_some(name)
}

/// Letters to insert, remove or replace to make one word of the other (Levenshtein).
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    // A key from a file may be of any length; no key of ours is.
    for (n, letter) in one.chars().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = n + 1;
        for (m, &wanted) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != wanted);
            diagonal = row[m + 1];
            row[m + 1] = replaced.min(row[m] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}
