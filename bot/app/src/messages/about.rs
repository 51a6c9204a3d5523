//! The text of `/about`.

use rules_core::Family;
use text::chess::family_name;
use text::{Part, Text, list, msg};

use crate::messages::sentences;
use crate::model::facts::Facts;

/// The program's version, games, license, source and start.
pub fn about(facts: &Facts) -> Text {
    let games = Family::ALL.map(|family| {
        Text::from(msg!(
            "about-game",
            name = family_name(family),
            inventor = family.inventor(),
            year = family.year()
        ))
    });
    let privacy = facts.privacy.as_deref();
    let license = sentences([
        Some(msg!("about-license")),
        (!facts.source.is_empty()).then(|| msg!("about-source", url = facts.source)),
        privacy.map(|page| msg!("about-privacy", url = page)),
    ]);
    Text::from(msg!(
        "about-version",
        version = facts.version,
        games = list::and(games)
    ))
    .line(license)
    .line(msg!("about-start", when = Part::Relative(facts.started)))
}

/// The operator's words, which may have several lines.
pub fn announcement(words: &str) -> Text {
    let lines = words.lines().map(Text::from);
    msg!(
        "announcement",
        words = lines.fold(Text::default(), Text::line)
    )
    .into()
}
