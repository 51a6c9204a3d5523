//! The configuration file, and errors in it.

use std::fs;
use std::path::Path;

use super::{Config, SECRETS, SecretSetting};

pub(super) fn read(path: &Path) -> Result<Config, String> {
    let text = fs::read_to_string(path)
        .map_err(|error| format!("cannot read the configuration {}: {error}", path.display()))?;
    parse(path, &text)
}

pub(super) fn parse(path: &Path, text: &str) -> Result<Config, String> {
    toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        let before = text.get(..start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        // Only the parser's message: its long form quotes the line, which may contain a token.
        let what = explained(error.message(), key_of(text, line));
        format!("{}, line {line}: {what}", path.display())
    })
}

/// The key that a line sets, if it sets one.
fn key_of(text: &str, line: usize) -> Option<&str> {
    let (key, _) = text.lines().nth(line - 1)?.split_once('=')?;
    Some(key.trim())
}

/// Explains an error: an unknown key with the nearest known one, an invalid value with its key.
fn explained(message: &str, key: Option<&str>) -> String {
    if message.starts_with("unknown field ") {
        // Names are in backticks: the unknown one first, then the allowed ones.
        let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
        if let Some((unknown, allowed)) = names.split_first() {
            return explained_key(unknown, allowed);
        }
    }
    // The message for a wrong type quotes the value, which may be secret.
    let wrong_type = message.strip_prefix("invalid type: ");
    if let Some((found, wanted)) = wrong_type.and_then(|rest| rest.split_once(", expected ")) {
        let found = found.split_once(' ').map_or(found, |(kind, _)| kind);
        let wanted = match wanted {
            "i64" => "a whole number",
            "path string" => "a path",
            other => other,
        };
        let key = key.unwrap_or("this");
        return format!("{key} must be {wanted}, not this {found}");
    }
    let mut predicates = ["must ", "is ", "may "].into_iter();
    match key {
        Some(key) if predicates.any(|verb| message.starts_with(verb)) => format!("{key} {message}"),
        _ => message.lines().collect::<Vec<_>>().join(", "),
    }
}

/// Explains an unknown key: as a secret in the wrong place, or with the nearest known key.
fn explained_key(unknown: &str, allowed: &[&str]) -> String {
    if let Some(SecretSetting { variable, word, .. }) = secret_named(unknown, allowed) {
        return format!(
            "a {word} does not belong in this file: put it into a separate file and set {unknown}_file, or into the \
             environment variable {variable}"
        );
    }
    let list = format!("allowed here: {}", allowed.join(", "));
    match nearest(unknown, allowed) {
        Some(near) => format!("unknown key {unknown}; did you mean {near}? ({list})"),
        None => format!("unknown key {unknown}; {list}"),
    }
}

/// Returns the secret of this name. If several tables have one, that of the table with the keys `allowed` comes first.
fn secret_named(name: &str, allowed: &[&str]) -> Option<&'static SecretSetting> {
    let named = || SECRETS.iter().filter(|secret| secret.key == name);
    let here = named().find(|secret| allowed.contains(&secret.beside));
    here.or_else(|| named().next())
}

/// The nearest name, if it is no further away than a typo.
fn nearest<'a>(word: &str, names: &[&'a str]) -> Option<&'a str> {
    let distances = names
        .iter()
        .map(|name| (strsim::levenshtein(word, name), *name));
    let (distance, name) = distances.min()?;
    (distance <= 1 + name.len() / 4).then_some(name)
}
