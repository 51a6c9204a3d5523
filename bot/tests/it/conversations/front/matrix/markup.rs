//! Converts Matrix's HTML to the plain text that scenes read.

/// Address of links to people and rooms.
const LINK: &str = "https://matrix.to/#/";

/// Converts Delos's HTML to plain text: `**strong**`, `` `code` ``, `@name` for a link to a person, `#name` for one to a room.
pub(crate) fn plain(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    while let Some(at) = rest.find(['<', '&']) {
        let (words, after) = rest.split_at(at);
        out.push_str(words);
        let is_tag = after.starts_with('<');
        let (item, tail) = after.split_once(if is_tag { '>' } else { ';' }).unwrap();
        rest = tail;
        match item {
            "<br" => out.push('\n'),
            "<strong" | "</strong" => out.push_str("**"),
            "<code" | "</code" => out.push('`'),
            "&amp" => out.push('&'),
            "&lt" => out.push('<'),
            "&gt" => out.push('>'),
            "&quot" => out.push('"'),
            "&#39" => out.push('\''),
            link if link.starts_with("<a href=\"") => {
                out.push_str(&named(link.split('"').nth(1).unwrap()));
                rest = rest.split_once("</a>").unwrap().1;
            }
            other => panic!("{other:?} in {html:?}"),
        }
    }
    out.push_str(rest);
    out
}

fn named(address: &str) -> String {
    let path = address.strip_prefix(LINK).unwrap();
    let first = path.split('/').next().unwrap();
    let name = first.split(':').next().unwrap();
    match name.strip_prefix('!') {
        Some(room) => match path.split_once('/') {
            Some((_, event)) => format!("#{room}/{event}"),
            None => format!("#{room}"),
        },
        None => name.to_owned(),
    }
}

/// The choices at the end of a message.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choices {
    /// The message's text before the choices.
    pub(crate) words: String,
    /// Each menu's prompt, with its options' numbers and labels.
    pub(crate) menus: Vec<(String, Vec<(usize, String)>)>,
    /// The reaction and the label of each button.
    pub(crate) buttons: Vec<(Option<String>, String)>,
    /// The unparsed lines.
    pub(crate) lines: Vec<String>,
}

impl Choices {
    /// Parses the choices of a message in the form of [`plain`].
    pub(crate) fn read(text: &str) -> Self {
        let mut choices = Self::default();
        let mut words = Vec::new();
        for line in text.lines() {
            let buttons = line
                .strip_prefix("Reply or react: ")
                .or_else(|| line.strip_prefix("Reply with: "));
            if let Some(buttons) = buttons.filter(|buttons| buttons.ends_with("**")) {
                choices.buttons.extend(buttons.split(" · ").map(button));
            } else if let Some(prompt) = line.strip_suffix(" (reply with a number):") {
                choices.menus.push((prompt.to_owned(), Vec::new()));
            } else if let Some((number, label)) = option(line)
                && let Some((_, options)) = choices.menus.last_mut()
            {
                options.push((number, label));
            } else if !is_picker(line) {
                words.push(line);
                continue;
            }
            choices.lines.push(line.to_owned());
        }
        words.join("\n").trim_end().clone_into(&mut choices.words);
        choices
    }
}

fn is_picker(line: &str) -> bool {
    let ends = [
        " (reply with a member's name or ID)",
        " (reply with their IDs, like `!abc:example.org`)",
        " (reply with a power level, like `50`)",
    ];
    ends.iter().any(|end| line.ends_with(end))
}

/// Parses `✅ **Accept**`.
fn button(item: &str) -> (Option<String>, String) {
    let (key, rest) = item.split_once("**").unwrap();
    let label = rest.strip_suffix("**").unwrap().to_owned();
    let key = key.trim();
    ((!key.is_empty()).then(|| key.to_owned()), label)
}

/// Parses `3. King f6 · 5 moves`, or `**3** for 2. Qh5` where the labels begin with numbers.
fn option(line: &str) -> Option<(usize, String)> {
    let (number, rest) = match line.strip_prefix("**") {
        Some(line) => line.split_once("** for ")?,
        None => line.split_once(". ")?,
    };
    let label = rest.split(" · ").next()?;
    Some((number.parse().ok()?, label.to_owned()))
}
