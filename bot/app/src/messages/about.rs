//! What Delos says of itself, and what whoever runs it says through it.

use rules_core::Family;
use text::{Part, Text, text};

use crate::messages::{code, strong};
use crate::model::facts::Facts;

/// The button to what is kept about people.
pub const PRIVACY: &str = "Privacy";

/// What this program is.
pub fn about(facts: &Facts) -> Text {
    let inventors = Family::ALL.map(|family| {
        format!(
            "{} ({}, {})",
            family.name(),
            family.inventor(),
            family.year()
        )
    });
    let source = match facts.source {
        "" => text![],
        source => text![" Source: ", source, "."],
    };
    let privacy = match facts.privacy.as_deref() {
        None => text![],
        Some(page) => text![" What I keep about people: ", page, "."],
    };
    text![
        strong("Delos"),
        format!(
            " {} plays five rare chess games: {}.",
            facts.version,
            inventors.join(", ")
        )
    ]
    .line(
        text!["Free software, under the MIT license or the Apache License 2.0, as you like."]
            .then(source)
            .then(privacy),
    )
    .line(text![
        "I was started ",
        Part::Relative(facts.started),
        ". ",
        code("/play"),
        " begins a game with me, ",
        code("/challenge"),
        " one with somebody else."
    ])
}

/// Words of whoever runs Delos.
pub fn announcement(words: &str) -> Text {
    let mut lines = words.lines().map(|line| text![line]);
    let first = lines.next().unwrap_or_default();
    lines.fold(
        text![strong("From whoever runs me: ")].then(first),
        Text::line,
    )
}
