//! Building blocks of descriptions.

use text::{Lang, Message, Text, msg};

use crate::paint::text::sanitized;

/// The longest description of a picture in characters, the limit of chat platforms.
pub const MAX_ALT_CHARS: usize = 1024;

/// A description that grows sentence by sentence.
pub(crate) struct Description {
    lang: Lang,
    words: String,
}

impl Description {
    pub(crate) const fn new(lang: Lang) -> Self {
        let words = String::new();
        Self { lang, words }
    }

    pub(crate) fn sentence(&mut self, message: &Message) {
        self.push(&self.lang.words(message));
    }

    /// Appends words that end in a period.
    pub(crate) fn push(&mut self, words: &str) {
        if !self.words.is_empty() {
            self.words.push(' ');
        }
        self.words += words;
    }

    /// Appends a list, as much of it as fits, and how many items are left out.
    pub(crate) fn list(&mut self, items: impl ExactSizeIterator<Item = String>) {
        let mut left = items.len();
        let mut joint = " ";
        for item in items {
            let item = format!("{joint}{item}");
            let more = self.lang.words(&msg!("table-more", count = left));
            let end = format!("{joint}{more}.");
            if self.length() + item.chars().count() + end.chars().count() > MAX_ALT_CHARS {
                self.words += &end;
                return;
            }
            self.words += &item;
            left -= 1;
            joint = "; ";
        }
        if joint != " " {
            self.words.push('.');
        }
    }

    pub(crate) fn length(&self) -> usize {
        self.words.chars().count()
    }

    /// The description, cut if it is too long.
    pub(crate) fn finish(self) -> String {
        if self.length() <= MAX_ALT_CHARS {
            return self.words;
        }
        let mut words: String = self.words.chars().take(MAX_ALT_CHARS - 1).collect();
        words.push('…');
        words
    }
}

/// At most `max` characters of a text, safe to show.
pub(crate) fn short(text: &str, max: usize) -> String {
    sanitized(text).take(max).collect()
}

/// At most `max` characters of a text in a language, safe to show.
pub(crate) fn short_text(text: &Text, lang: Lang, max: usize) -> String {
    short(&lang.plain(text), max)
}
