//! Lists in a sentence.

use crate::{Message, Text, msg};

/// "a, b and c".
pub fn and(items: impl IntoIterator<Item = Text>) -> Text {
    ended(items, |list, last| msg!("list-and", list, last))
}

/// "a, b or c".
pub fn or(items: impl IntoIterator<Item = Text>) -> Text {
    ended(items, |list, last| msg!("list-or", list, last))
}

/// The items with commas between them, and the last one as `end` adds it.
fn ended(items: impl IntoIterator<Item = Text>, end: fn(Text, Text) -> Message) -> Text {
    let mut items: Vec<Text> = items.into_iter().collect();
    match items.pop() {
        Some(last) if !items.is_empty() => end(commas(items), last).into(),
        only => only.unwrap_or_default(),
    }
}

/// "a, b, c".
pub fn commas(items: impl IntoIterator<Item = Text>) -> Text {
    items
        .into_iter()
        .reduce(|list, next| msg!("list-comma", list, next).into())
        .unwrap_or_default()
}

/// "a, b, c and 4 more": at most `most` items.
pub fn cut(items: impl ExactSizeIterator<Item = Text>, most: usize) -> Text {
    let more = items.len().saturating_sub(most);
    let list = commas(items.take(most));
    if more == 0 {
        list
    } else {
        msg!("list-and-more", list, more).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(letters: &str) -> impl ExactSizeIterator<Item = Text> {
        let items: Vec<Text> = letters.chars().map(|c| Text::from(c.to_string())).collect();
        items.into_iter()
    }

    #[test]
    fn lists_join_any_number_of_items() {
        assert_eq!(and(letters("")).to_string(), "");
        assert_eq!(and(letters("a")).to_string(), "a");
        assert_eq!(and(letters("ab")).to_string(), "a and b");
        assert_eq!(or(letters("abc")).to_string(), "a, b or c");
        assert_eq!(commas(letters("abc")).to_string(), "a, b, c");
        assert_eq!(cut(letters("abc"), 3).to_string(), "a, b, c");
        assert_eq!(cut(letters("abcde"), 3).to_string(), "a, b, c and 2 more");
    }
}
