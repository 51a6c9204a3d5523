//! The application's text in Discord's markdown: what is plain stays plain, people become mentions.

use app::{PlayerId, Text};
use text::{Lang, Part};

/// The longest message content, in characters.
pub(crate) const CONTENT: usize = 2000;
/// What this platform's names begin with.
const PLATFORM: &str = "discord:";

/// The lasting name of a Discord user, channel or server.
pub(crate) fn name(id: u64) -> String {
    format!("{PLATFORM}{id}")
}

/// The Discord number behind a lasting name; none for another platform's.
pub(crate) fn number(name: &str) -> Option<u64> {
    name.strip_prefix(PLATFORM)?
        .parse()
        .ok()
        .filter(|&id| id != 0)
}

/// The text as message content, at most [`CONTENT`] characters.
pub(crate) fn content(text: &Text) -> String {
    let mut out = String::new();
    for part in Lang::ENGLISH.resolve(text) {
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
            Part::Person(id) => out.push_str(&mention(id)),
            Part::Room(id) => out.push_str(&named("<#", id.as_str(), "a channel")),
            Part::Role(id) => out.push_str(&named("<@&", id.as_str(), "a role")),
            Part::Relative(time) => out.extend(["<t:", &time.seconds().to_string(), ":R>"]),
            Part::Date(time) => out.extend(["<t:", &time.seconds().to_string(), ":f>"]),
            Part::Break => out.push('\n'),
            // Resolved already.
            Part::Message(_) => {}
        }
    }
    shortened(without_lists(&out), CONTENT)
}

/// The same with a backslash in the number of a line that begins with one, such as a move's: Discord would make a list of
/// such lines and number them anew.
fn without_lists(text: &str) -> String {
    let line = |line: &str| {
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
        match (line.strip_suffix(rest), rest.strip_prefix(". ")) {
            (Some(number), Some(rest)) if !number.is_empty() => format!("{number}\\. {rest}"),
            _ => line.to_owned(),
        }
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

fn mention(id: &PlayerId) -> String {
    named("<@", id.as_str(), "somebody")
}

fn named(mark: &str, name: &str, unknown: &str) -> String {
    number(name).map_or_else(|| unknown.to_owned(), |id| format!("{mark}{id}>"))
}

/// Puts a backslash before everything that Discord would read as markup, and keeps the text on its line.
fn escape(words: &str, out: &mut String) {
    for c in words.chars() {
        if "\\*_~|`<>#[]".contains(c) {
            out.push('\\');
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
}

/// `text`, cut to `most` characters with a mark that it was cut.
pub(crate) fn shortened(text: String, most: usize) -> String {
    if text.chars().count() <= most {
        return text;
    }
    let mut cut: String = text.chars().take(most.saturating_sub(1)).collect();
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use app::Timestamp;

    use super::*;

    #[test]
    fn plain_words_are_never_markup() {
        let evil = "**@everyone** [x](http://y) <@1> `code` ||spoiler||\n# big";
        let shown = content(&Text::from(evil));
        assert_eq!(
            shown,
            r"\*\*@everyone\*\* \[x\](http://y) \<@1\> \`code\` \|\|spoiler\|\| \# big"
        );
    }

    #[test]
    fn numbers_of_moves_stay_what_they_are() {
        let lines = Text::from("7. Nxa2").line(Text::from("10. Rb1 1. e4"));
        let lines = lines.line(Text::from("10... h6")).line(Text::from("3.5"));
        assert_eq!(content(&lines), "7\\. Nxa2\n10\\. Rb1 1. e4\n10... h6\n3.5");
    }

    #[test]
    fn people_times_and_codes_take_their_discord_form() {
        let parts = [
            Part::from(&PlayerId::new("discord:12")),
            Part::Relative(Timestamp(5000)),
            Part::Break,
            Part::Code("a`b".into()),
        ];
        assert_eq!(content(&Text::new(parts)), "<@12><t:5:R>\n`ab`");
        assert_eq!(
            content(&Text::new([Part::from(&PlayerId::new("matrix:@a:b"))])),
            "somebody"
        );
    }

    #[test]
    fn long_text_is_cut_between_characters() {
        let shown = content(&Text::from("é".repeat(3000)));
        assert_eq!(shown.chars().count(), CONTENT);
        assert!(shown.ends_with('…'));
    }
}
