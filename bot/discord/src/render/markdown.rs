//! The application's text as Discord's markdown: plain parts are escaped, people become mentions.

use app::Text;
use text::{Lang, Message, Part, msg};

use crate::ids;

/// The longest message content, in characters.
pub(crate) const CONTENT_LIMIT: usize = 2000;

/// The language of messages that everyone in a channel reads, and of direct messages: only an interaction tells the
/// user's locale.
pub(crate) fn shared_lang() -> Lang {
    Lang::ENGLISH
}

/// The text as message content in `lang`, at most [`CONTENT_LIMIT`] characters.
pub(crate) fn content(text: &Text, lang: Lang) -> String {
    let mut out = String::new();
    let mention = |mark: &str, id: &str, unknown: Message| {
        ids::number(id).map_or_else(|| lang.words(&unknown), |id| format!("{mark}{id}>"))
    };
    for part in lang.resolve(text) {
        match &part {
            Part::Plain(words) => escape(words, &mut out),
            Part::Strong(words) => {
                out.push_str("**");
                escape(words, &mut out);
                out.push_str("**");
            }
            Part::Code(words) => {
                out.push('`');
                out.extend(words.chars().filter(|&c| c != '`' && !c.is_control()));
                out.push('`');
            }
            Part::Person(id) => out.push_str(&mention("<@", id.as_str(), msg!("unknown-person"))),
            Part::Named { id, name } => match ids::number(id.as_str()) {
                Some(id) => out.extend(["<@", &id.to_string(), ">"]),
                None => escape(name, &mut out),
            },
            Part::Room(id) => out.push_str(&mention("<#", id.as_str(), msg!("unknown-room"))),
            Part::Role(id) => out.push_str(&mention("<@&", id.as_str(), msg!("unknown-role"))),
            Part::Relative(time) => out.extend(["<t:", &time.seconds().to_string(), ":R>"]),
            Part::Date(time) => out.extend(["<t:", &time.seconds().to_string(), ":f>"]),
            Part::Break => out.push('\n'),
            // Resolved above.
            Part::Message(_) => {}
        }
    }
    truncated(escape_lists(&out), CONTENT_LIMIT)
}

/// Escapes what would make lines a list: a dash before them, and numbers, such as move numbers, which Discord would change.
fn escape_lists(text: &str) -> String {
    let line = |line: &str| {
        if line.trim_start().starts_with("- ") {
            return line.replacen('-', "\\-", 1);
        }
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
        match (line.strip_suffix(rest), rest.strip_prefix(". ")) {
            (Some(number), Some(rest)) if !number.is_empty() => format!("{number}\\. {rest}"),
            _ => line.to_owned(),
        }
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Escapes Discord's markup, and keeps the text on one line.
fn escape(words: &str, out: &mut String) {
    for c in words.chars() {
        if "\\*_~|`<>#[]@".contains(c) {
            out.push('\\');
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
}

/// `text`, cut to `limit` characters, the last of them an ellipsis.
pub(crate) fn truncated(text: String, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text;
    }
    let mut cut: String = text.chars().take(limit.saturating_sub(1)).collect();
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use app::{PlayerId, Timestamp};
    use text::Name;

    use super::*;

    fn shown(text: impl Into<Text>) -> String {
        content(&text.into(), shared_lang())
    }

    #[test]
    fn plain_text_is_never_markup() {
        let evil = "**@everyone** [x](http://y) <@1> `code` ||spoiler||\n# big";
        let plain = r"\*\*\@everyone\*\* \[x\](http://y) \<\@1\> \`code\` \|\|spoiler\|\| \# big";
        assert_eq!(shown(evil), plain);
    }

    #[test]
    fn names_are_plain_wherever_they_stand() {
        for (name, plain) in [
            ("- ann", "\\- ann"),
            ("> ann", "\\> ann"),
            ("1. ann", "1\\. ann"),
            ("<t:1:R>", "\\<t:1:R\\>"),
            ("<:ann:123>", "\\<:ann:123\\>"),
            ("<#1> @here", "\\<\\#1\\> \\@here"),
            ("https://evil.com/x", "https: evil.com x"),
            ("<https://evil.com>", "\\<https: evil.com\\>"),
            ("[a](https://b.c)", "\\[a\\](https: b.c)"),
            ("\u{202E}evil", "evil"),
            ("דוד", "\u{2068}דוד\u{2069}"),
        ] {
            assert_eq!(shown(Name::new(name, 32).unwrap()), plain);
        }
    }

    #[test]
    fn move_numbers_do_not_become_a_list() {
        let lines = Text::from("7. Nxa2").line(Text::from("10. Rb1 1. e4"));
        let shown = shown(lines.line(Text::from("10... h6")).line(Text::from("3.5")));
        assert_eq!(shown, "7\\. Nxa2\n10\\. Rb1 1. e4\n10... h6\n3.5");
    }

    #[test]
    fn people_times_and_codes_become_markup() {
        let parts = [
            Part::from(&PlayerId::new("discord:12")),
            Part::Relative(Timestamp(5000)),
            Part::Break,
            Part::Code("a`b".into()),
        ];
        assert_eq!(shown(Text::new(parts)), "<@12><t:5:R>\n`ab`");
        let elsewhere = Part::from(&PlayerId::new("matrix:@a:b"));
        assert_eq!(shown(Text::new([elsewhere])), "someone");
    }

    #[test]
    fn long_text_is_truncated_between_characters() {
        let shown = shown("é".repeat(3000));
        assert_eq!(shown.chars().count(), CONTENT_LIMIT);
        assert!(shown.ends_with('…'));
    }
}
