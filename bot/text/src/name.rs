//! Names and other words that someone chose.

use std::fmt;
use std::ops::Deref;

use icu_properties::props::{BidiClass, DefaultIgnorableCodePoint, GeneralCategory};
use icu_properties::{CodePointMapData, CodePointSetData};
use serde::{Deserialize, Deserializer, Serialize};

/// Words that someone chose, such as a person's or a tournament's name: one line, which can neither lead elsewhere nor change
/// or hide the words around it.
///
/// It has no control characters, direction marks, invisible characters or private ones, few accents on a letter, single spaces,
/// and no links. What an earlier program stored is cleaned when it is read.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Name(String);

/// Accents on one letter; no language needs more.
const MOST_MARKS: usize = 3;

/// Replaces a name without a printable character.
const SOMEONE: &str = "someone";

/// An isolate whose direction follows its first letter (Unicode Standard Annex 9), and its end.
const ISOLATE: (char, char) = ('\u{2068}', '\u{2069}');

impl Name {
    /// Cleans `typed` and cuts it to `longest` characters; `None` if nothing is left to show.
    pub fn new(typed: &str, longest: usize) -> Option<Self> {
        // The rest of a very long text is not worth reading.
        let read: String = typed.chars().take(longest.saturating_mul(8)).collect();
        let short: String = clean(read).chars().take(longest).collect();
        let name = clean(short);
        (!name.is_empty()).then_some(Self(name))
    }

    /// Returns the name of someone whose own has no printable character.
    pub fn someone() -> Self {
        Self(SOMEONE.to_owned())
    }

    /// The words without markup.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.0
    }
}

impl<T: AsRef<str> + ?Sized> PartialEq<T> for Name {
    fn eq(&self, other: &T) -> bool {
        self.0 == other.as_ref()
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = clean(String::deserialize(deserializer)?);
        Ok(if name.is_empty() {
            Self::someone()
        } else {
            Self(name)
        })
    }
}

/// Cleans a text as [`Name`] requires.
fn clean(mut text: String) -> String {
    loop {
        // Removing one sequence may join the parts of another.
        let cleaner = without_links(&legible(&text));
        if cleaner == text {
            return text;
        }
        text = cleaner;
    }
}

/// Removes invisible characters, and marks that affect the text around them.
fn legible(text: &str) -> String {
    let mut out = String::new();
    let (mut marks, mut joiner) = (0, None);
    for c in text.chars() {
        let last = out.chars().next_back();
        if is_joiner(c) {
            joiner = Some(c);
        } else if is_mark(c) {
            joiner = None;
            marks += 1;
            if marks <= MOST_MARKS && last.is_some_and(|last| last != ' ') {
                out.push(c);
            }
        } else if is_blank(c) {
            joiner = None;
            if last.is_some_and(|last| last != ' ') {
                out.push(' ');
            }
        } else if !is_hidden(c) {
            // Emoji and some scripts are joined; nothing else needs it.
            let joins = !c.is_ascii() && last.is_some_and(|last| !last.is_ascii());
            out.extend(joiner.take().filter(|_| joins));
            out.push(c);
            marks = 0;
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// Replaces the slashes that make a link, as in `https://a` and `discord.gg/a`, with spaces.
fn without_links(text: &str) -> String {
    let is_slash = |c: char| c == '/' || c == '\\';
    let links = |word: &str| {
        word.rsplit_once(is_slash)
            .is_some_and(|(before, _)| before.is_empty() || before.contains(['.', ':', '/', '\\']))
    };
    let words = text.split(' ').map(|word| {
        if links(word) {
            word.replace(is_slash, " ")
        } else {
            word.to_owned()
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

fn is_mark(c: char) -> bool {
    let is_emoji_style = matches!(c, '\u{FE0E}' | '\u{FE0F}');
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    let marks = [
        GeneralCategory::NonspacingMark,
        GeneralCategory::EnclosingMark,
    ];
    is_emoji_style || marks.contains(&category) && !is_ignorable(c)
}

fn is_blank(c: char) -> bool {
    // Braille's pattern without dots is no white space to Unicode.
    c.is_whitespace() || c == '\u{2800}'
}

fn is_hidden(c: char) -> bool {
    let hidden = [
        GeneralCategory::Control,
        GeneralCategory::Format,
        GeneralCategory::PrivateUse,
    ];
    hidden.contains(&CodePointMapData::<GeneralCategory>::new().get(c)) || is_ignorable(c)
}

fn is_ignorable(c: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
}

/// Isolates words from surrounding text in another direction.
pub(crate) fn isolated(words: String) -> String {
    let directions = CodePointMapData::<BidiClass>::new();
    let rightward = [BidiClass::RightToLeft, BidiClass::ArabicLetter];
    if words.is_ascii()
        || !words
            .chars()
            .any(|c| rightward.contains(&directions.get(c)))
    {
        return words;
    }
    let (begin, end) = ISOLATE;
    format!("{begin}{words}{end}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Lang, Text, msg};

    fn named(typed: &str) -> String {
        Name::new(typed, 32).map_or_else(String::new, String::from)
    }

    #[test]
    fn ordinary_names_stay_as_they_are() {
        let latin = "Ann|bob.smith|AC/DC|J. R. R.|1/2|Zoë|Nguyễn Văn|@everyone|**bold**";
        let others = "דוד|محمد|ที่รัก|क्‍ष|👩‍👧|❤️‍🔥|1️⃣|♟ 3:2";
        for name in latin.split('|').chain(others.split('|')) {
            assert_eq!(named(name), name);
        }
    }

    #[test]
    fn a_name_leads_nowhere() {
        for (typed, shown) in [
            ("https://evil.com/a/b", "https: evil.com a b"),
            ("discord.gg/abc", "discord.gg abc"),
            ("see discord.com/invite/x", "see discord.com invite x"),
            ("ht\u{200B}tps:/\u{200B}/evil.com", "https: evil.com"),
            ("steam:\\\\run", "steam: run"),
            ("a:/\u{200D}/b", "a: b"),
        ] {
            assert_eq!(named(typed), shown);
        }
    }

    #[test]
    fn a_name_has_no_invisible_or_turning_characters_and_few_accents() {
        assert_eq!(named("\u{202E}nnA\u{202C}"), "nnA");
        assert_eq!(named("a\u{200D}\u{200D}b\u{2066}\u{E0041}\u{F0001}"), "ab");
        assert_eq!(named(" a \n\t\u{3000}\u{2800} b "), "a b");
        let accents = named(&format!("z{}", "\u{0301}".repeat(50)));
        assert_eq!(accents.chars().count(), 4);
        for nothing in "|\u{3164}|\u{2800}\u{200B}|\u{0301}\u{0301}|//| ".split('|') {
            assert_eq!(Name::new(nothing, 32), None, "{nothing:?}");
        }
    }

    #[test]
    fn words_of_another_direction_are_isolated_where_people_read_them() {
        let shown = |name: &str| {
            let name = Name::new(name, 32).unwrap();
            Lang::ENGLISH.plain(&Text::from(msg!("past-series", names = name)))
        };
        assert!(shown("דוד").contains("\u{2068}דוד\u{2069}"));
        assert!(!shown("Ann").contains('\u{2068}'));
    }

    /// Ordinary characters and troublesome ones.
    fn typed() -> impl Strategy<Value = String> {
        let troublesome = "[a-z./:\\\\ \u{301}\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}א\u{FE0F}👩\u{E0041}\u{3164}]{0,40}";
        prop_oneof![any::<String>(), troublesome, "\\PC{0,60}"]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn every_name_is_harmless_and_cleaned_once(typed in typed(), longest in 1_usize..40) {
            let Some(name) = Name::new(&typed, longest) else {
                return Ok(());
            };
            prop_assert!(!name.is_empty() && name.chars().count() <= longest);
            prop_assert_eq!(clean(name.to_string()), name.to_string());
            let stored = serde_json::to_string(&name).unwrap();
            prop_assert_eq!(serde_json::from_str::<Name>(&stored).unwrap(), name.clone());
            prop_assert!(!name.contains("//") && !name.contains("  "), "{name:?}");
            let turns = |c| matches!(c,
                '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
            let found = name.chars().find(|&c| c.is_control() || turns(c));
            prop_assert_eq!(found, None);
            let mut marks = 0;
            for c in name.chars() {
                marks = if is_mark(c) { marks + 1 } else { 0 };
                prop_assert!(marks <= MOST_MARKS);
            }
        }

        #[test]
        fn names_stored_by_earlier_versions_are_cleaned_when_read(typed in typed()) {
            let stored = serde_json::to_string(&typed).unwrap();
            let read: Name = serde_json::from_str(&stored).unwrap();
            let expected = Name::new(&typed, usize::MAX).unwrap_or_else(Name::someone);
            prop_assert_eq!(read, expected);
        }
    }
}
