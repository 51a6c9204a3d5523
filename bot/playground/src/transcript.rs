//! Channels as plain text, for snapshot tests. Ids and times are omitted, so that it is the same in every run.

use serde_json::Value;

use crate::discord::component;
use crate::mentions;
use crate::state::{FileState, MessageState, World};

impl World {
    /// A message: speaker, content, embeds, files with alt text, components.
    pub(crate) fn describe(&self, m: &MessageState, speaker: &str) -> String {
        let mut head = speaker.to_owned();
        let reference = m.reference.filter(|_| m.interaction.is_none());
        if let Some(r) = reference.and_then(|r| self.messages.get(&r)) {
            head = format!("{head} (to {})", self.user_name(r.author));
        }
        let text = if m.is_loading() {
            "is thinking...".to_owned()
        } else {
            self.readable(&m.content)
        };
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for e in &m.embeds {
            lines.extend(self.embed_lines(m, e));
        }
        lines.extend(m.attachments().map(file_line));
        for row in &m.components {
            let parts = row["components"].as_array().into_iter().flatten();
            let parts: Vec<_> = parts.map(component_text).collect();
            lines.push(parts.join(" "));
        }
        let mut lines = lines.into_iter();
        let first = format!("{head}: {}", lines.next().unwrap_or_default());
        let others = lines.map(|line| format!("\n    {line}"));
        let first = first.trim_end().to_owned();
        [first].into_iter().chain(others).collect()
    }

    fn embed_lines(&self, m: &MessageState, e: &Value) -> Vec<String> {
        let mut out = Vec::new();
        let mut line = |key: &str, v: &Value| {
            if let Some(s) = v.as_str().filter(|s| !s.is_empty()) {
                out.extend(self.readable(s).lines().enumerate().map(|(n, l)| {
                    let start = if n == 0 { key } else { "  " };
                    format!("| {start}{l}")
                }));
            }
        };
        line("by ", &e["author"]["name"]);
        line("# ", &e["title"]);
        line("", &e["description"]);
        for f in e["fields"].as_array().into_iter().flatten() {
            let name = f["name"].as_str().unwrap_or_default();
            line(&format!("{name}: "), &f["value"]);
        }
        line("-- ", &e["footer"]["text"]);
        let image = m.files.iter().find(|f| f.is_at(&e["image"]["url"]));
        out.extend(image.map(|f| format!("| {}", file_line(f))));
        out
    }

    /// Replaces ids by names, and timestamps by `<time>`.
    pub(crate) fn readable(&self, text: &str) -> String {
        mentions::replaced(text, '<', |_, after| {
            let (tag, tail) = after.split_once('>')?;
            Some((self.readable_tag(tag)?, tail))
        })
    }

    fn readable_tag(&self, tag: &str) -> Option<String> {
        let text = match tag.split_at_checked(1)? {
            ("@", id) => {
                let id = id.trim_start_matches('!').parse().ok()?;
                format!("@{}", self.user_name(id))
            }
            ("#", id) => {
                let channel = self.channels.get(&id.parse::<u64>().ok()?)?;
                format!("#{}", channel.name)
            }
            ("/", command) => format!("/{}", command.split_once(':')?.0),
            ("t", time) if time.starts_with(':') => match time.rsplit_once(':') {
                Some((before, style)) if !before.is_empty() => format!("<time:{style}>"),
                _ => "<time>".to_owned(),
            },
            _ => return None,
        };
        Some(text)
    }

    /// All events of a channel, in order. `(only alice)` marks what only one user saw.
    pub(crate) fn transcript(&self, channel: u64) -> String {
        let mut out = String::new();
        let channel = self.channels.get(&channel).into_iter();
        for l in channel.flat_map(|c| &c.log) {
            if let Some(user) = l.visible_to {
                out.push_str(&["(only ", &self.user_name(user), ") "].concat());
            }
            out.push_str(&l.text);
            out.push('\n');
        }
        out
    }

    /// The messages of a channel that a user currently sees.
    pub(crate) fn screen(&self, channel: u64, user: u64) -> String {
        let mut out = String::new();
        for m in self.screen_messages(user, channel) {
            if m.visible_to.is_some() {
                out.push_str("(only you) ");
            }
            out.push_str(&self.describe(m, &self.user_name(m.author)));
            for (emoji, users) in &m.reactions {
                out.push_str(&["\n    ", emoji, " ", &users.len().to_string()].concat());
            }
            out.push('\n');
        }
        out
    }
}

fn file_line(f: &FileState) -> String {
    let is_picture = f.content_type.starts_with("image/");
    let kind = if is_picture { "picture" } else { "file" };
    match &f.description {
        Some(text) => format!("[{kind} {}: {text}]", f.name),
        None => format!("[{kind} {}]", f.name),
    }
}

/// `[Accept]`, `[Undo, disabled]`, `[Choose a piece: Queen, Rook]`
fn component_text(c: &Value) -> String {
    let emoji = c["emoji"]["name"].as_str();
    let label = c["label"].as_str().filter(|l| !l.is_empty());
    let mut out = emoji.into_iter().chain(label).collect::<Vec<_>>().join(" ");
    if c["type"] != component::BUTTON {
        let options = c["options"].as_array().into_iter().flatten();
        let options: Vec<_> = options.filter_map(|o| o["label"].as_str()).collect();
        let placeholder = c["placeholder"].as_str().unwrap_or("Make a selection");
        out = format!("{placeholder}: {}", options.join(", "));
    }
    if c["disabled"] == true {
        out.push_str(", disabled");
    }
    format!("[{out}]")
}
