//! Splits a text into words, some of them in quotes, some of them named.

use std::iter::Peekable;
use std::str::Chars;

/// A word as it was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Word {
    /// The text before a colon or an equals sign, if it can be the name of an option, and that sign.
    name: Option<(String, char)>,
    /// The rest, without quotes.
    pub(super) value: String,
    pub(super) quoted: bool,
}

impl Word {
    /// The name and the value, if it has a name.
    pub(super) fn named(&self) -> Option<(&str, &str)> {
        let (name, _) = self.name.as_ref()?;
        Some((name, &self.value))
    }

    /// All of it, where no names are expected.
    pub(super) fn plain(&self) -> String {
        match &self.name {
            Some((name, divider)) => format!("{name}{divider}{}", self.value),
            None => self.value.clone(),
        }
    }
}

/// The closing quote for an opening one; phones write curly ones.
fn closing(quote: char) -> Option<char> {
    match quote {
        '"' => Some('"'),
        '“' => Some('”'),
        '„' => Some('“'),
        '«' => Some('»'),
        _ => None,
    }
}

/// The words of a text. A quote that is not closed ends with the text.
pub(super) fn split(text: &str) -> Vec<Word> {
    let mut letters = text.chars().peekable();
    let mut words = Vec::new();
    loop {
        while letters.next_if(|letter| letter.is_whitespace()).is_some() {}
        if letters.peek().is_none() {
            return words;
        }
        words.push(word(&mut letters));
    }
}

fn word(letters: &mut Peekable<Chars<'_>>) -> Word {
    let unnamed = |value, quoted| Word {
        name: None,
        value,
        quoted,
    };
    if let Some(value) = quotation(letters) {
        return unnamed(value, true);
    }
    let mut bare = String::new();
    while let Some(letter) = letters.next_if(|letter| !letter.is_whitespace()) {
        if matches!(letter, ':' | '=') && can_be_name(&bare) {
            let quotation = quotation(letters);
            let quoted = quotation.is_some();
            let value = quotation.unwrap_or_else(|| rest(letters));
            // The address of a link.
            if letter == ':' && !quoted && value.starts_with("//") {
                return unnamed(format!("{bare}:{value}"), false);
            }
            return Word {
                name: Some((bare, letter)),
                value,
                quoted,
            };
        }
        bare.push(letter);
    }
    unnamed(bare, false)
}

/// Whether it looks like the name of an option: no square, no move and no time of day does.
fn can_be_name(bare: &str) -> bool {
    !bare.is_empty() && bare.chars().all(|letter| letter.is_ascii_alphabetic())
}

fn rest(letters: &mut Peekable<Chars<'_>>) -> String {
    std::iter::from_fn(|| letters.next_if(|letter| !letter.is_whitespace())).collect()
}

/// Reads a quotation, if a quote comes next. A backslash escapes a quote or a backslash.
fn quotation(letters: &mut Peekable<Chars<'_>>) -> Option<String> {
    let end = closing(*letters.peek()?)?;
    letters.next();
    let mut inside = String::new();
    while let Some(letter) = letters.next() {
        if letter == end {
            break;
        }
        let escaped = (letter == '\\')
            .then(|| letters.next_if(|&next| next == end || next == '\\'))
            .flatten();
        inside.push(escaped.unwrap_or(letter));
    }
    Some(inside)
}

/// A value as [`split`] reads it back behind a name.
pub(super) fn quoted(value: &str) -> String {
    let is_bare = !value.is_empty()
        && !value.contains(char::is_whitespace)
        && !value.starts_with("//")
        && value.chars().next().and_then(closing).is_none();
    if is_bare {
        return value.to_owned();
    }
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let words = split(text).into_iter();
        words
            .map(|word| match word.named() {
                Some((name, value)) => format!("{name}={value}"),
                None => word.value,
            })
            .collect()
    }

    #[test]
    fn words_are_divided_by_spaces_outside_of_quotes() {
        assert_eq!(shown("  a\n b\u{3000}c "), ["a", "b", "c"]);
        assert_eq!(shown("\"a b\" “c d” «e f»"), ["a b", "c d", "e f"]);
        assert_eq!(shown(r#""a \"b\" \\ \c""#), [r#"a "b" \ \c"#]);
        assert_eq!(shown("\"never closed"), ["never closed"]);
        assert_eq!(shown("Bob's 6\" \""), ["Bob's", "6\"", ""]);
        assert!(shown("").is_empty());
    }

    #[test]
    fn a_name_stands_before_a_colon_or_an_equals_sign() {
        assert_eq!(shown("time:5+3 time=5+3"), ["time=5+3", "time=5+3"]);
        assert_eq!(shown("name:\"a b\" name:“a:b”"), ["name=a b", "name=a:b"]);
        assert_eq!(shown("name:a:b"), ["name=a:b"]);
        for bare in [
            "e8=Q",
            "18:30",
            "@alice:example.org",
            "#a:b",
            ":a",
            "https://a.b",
        ] {
            assert_eq!(shown(bare), [bare]);
        }
    }

    proptest! {
        #[test]
        fn a_quoted_value_reads_back(value in any::<String>()) {
            let words = split(&format!("name:{}", quoted(&value)));
            prop_assert_eq!(words.len(), 1);
            prop_assert_eq!(words[0].named(), Some(("name", value.as_str())));
        }
    }
}
