//! The configuration file, and errors in it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Config;

/// An error in the configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file is missing or not readable.
    #[error("cannot read the configuration {}: {source}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A line of the file is invalid.
    #[error("{}, line {line}: {what}", file.display())]
    InFile {
        /// The file.
        file: PathBuf,
        /// The line, counted from one.
        line: usize,
        /// The error, and the allowed values.
        what: String,
    },
    /// An environment variable is invalid; its value is not repeated.
    #[error("the environment variable {name} {why}")]
    Variable {
        /// Its name.
        name: &'static str,
        /// The error, and the allowed values.
        why: String,
    },
    /// There is no token for Discord, and no account on Matrix.
    #[error(
        "there is no platform to serve: set DISCORD_TOKEN, or token_file in [discord], or an account in [matrix]"
    )]
    NoToken,
    /// A secret cannot be read, or settings are incomplete or inconsistent.
    #[error("{0}")]
    Other(String),
    /// Matrix is configured, but was left out of this build.
    #[error(
        "[matrix] needs a Delos that was built with Matrix: cargo run --release --features matrix"
    )]
    NoMatrix,
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
        // Only the parser's message: its long form quotes the line, which may contain a token.
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

/// Explains an error: an unknown key with the nearest known one, an invalid value with its key.
fn explained(message: &str, key: Option<&str>) -> String {
    // Names are in backticks: the unknown one first, then the allowed ones.
    let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let unknown = message
        .strip_prefix("unknown field ")
        .and_then(|_| names.split_first());
    if let Some((unknown, allowed)) = unknown {
        return explained_key(unknown, allowed);
    }
    // The message for a wrong type quotes the value, which may be secret.
    let message = match message
        .strip_prefix("invalid type: ")
        .and_then(|rest| rest.split_once(", expected "))
    {
        Some((found, wanted)) => {
            let found = found.split_once(' ').map_or(found, |(kind, _)| kind);
            let wanted = match wanted {
                "i64" => "a whole number",
                "path string" => "a path",
                other => other,
            };
            return format!(
                "{} must be {wanted}, not this {found}",
                key.unwrap_or("this")
            );
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

/// Explains an unknown key: as a secret in the wrong place, or with the nearest known key.
fn explained_key(unknown: &str, allowed: &[&str]) -> String {
    if let Some((what, variable)) = secret_named(unknown, allowed) {
        return format!(
            "a {what} does not belong in this file: put it into a separate file and set {unknown}_file, or into the \
             environment variable {variable}"
        );
    }
    let list = format!("allowed here: {}", allowed.join(", "));
    match nearest(unknown, allowed) {
        Some(near) => format!("unknown key {unknown}; did you mean {near}? ({list})"),
        None => format!("unknown key {unknown}; {list}"),
    }
}

/// Returns the word for a secret and its environment variable, if a table with these keys has a secret of this name.
fn secret_named(name: &str, allowed: &[&str]) -> Option<(&'static str, &'static str)> {
    let is_of_matrix = allowed.contains(&"homeserver");
    match (name, is_of_matrix) {
        ("password", true) => Some(("secret", "DELOS_MATRIX_PASSWORD")),
        ("token", true) => Some(("secret", "DELOS_MATRIX_TOKEN")),
        ("recovery_key", true) => Some(("secret", "DELOS_MATRIX_RECOVERY_KEY")),
        ("password", false) => Some(("password", "DELOS_STORE_PASSWORD")),
        ("token", false) => Some(("token", "DISCORD_TOKEN")),
        _ => None,
    }
}

/// The nearest name, if it is no further away than a typo.
fn nearest<'a>(word: &str, names: &[&'a str]) -> Option<&'a str> {
    let (distance, name) = names
        .iter()
        .map(|name| (distance(word, name), *name))
        .min()?;
    (distance <= 1 + name.len() / 4).then_some(name)
}

/// Levenshtein distance.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    // A key in a file may have any length; known keys are shorter.
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
