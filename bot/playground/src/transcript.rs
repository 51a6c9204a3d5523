//! Channels as plain text, for snapshot tests. Ids and times are omitted, so that it is the same in every run.

use serde_json::Value;

use crate::discord::component;
use crate::state::{FileState, MessageState, World};

impl World {
    /// A message: speaker, content, embeds, files with alt text, components.
    pub(crate) fn describe(&self, m: &MessageState, speaker: &str) -> String {
        let mut head = speaker.to_owned();
        if let Some(r) = m
            .reference
            .and_then(|r| self.messages.get(&r))
            .filter(|_| m.interaction.is_none())
        {
            head = format!("{head} (to {})", self.user_name(r.author));
        }
        let text = if m.is_loading() {
            "is thinking...".to_owned()
        } else {
            self.readable(&m.content)
        };
        let mut lines = Vec::new();
        lines.extend(text.lines().map(str::to_owned));
        for e in &m.embeds {
            lines.extend(self.embed_lines(m, e));
        }
        lines.extend(m.attachments().map(file_line));
        for row in &m.components {
            let parts: Vec<_> = row["components"]
                .as_array()
                .into_iter()
                .flatten()
                .map(component_text)
                .collect();
            lines.push(parts.join(" "));
        }
        let first = lines.first().cloned().unwrap_or_default();
        let mut out = format!("{head}: {first}").trim_end().to_owned();
        for l in lines.iter().skip(1) {
            out.push_str("\n    ");
            out.push_str(l);
        }
        out
    }

    fn embed_lines(&self, m: &MessageState, e: &Value) -> Vec<String> {
        let mut out = Vec::new();
        let mut line = |key: &str, v: &Value| {
            if let Some(s) = v.as_str().filter(|s| !s.is_empty()) {
                out.extend(self.readable(s).lines().enumerate().map(|(n, l)| {
                    if n == 0 {
                        format!("| {key}{l}")
                    } else {
                        format!("|   {l}")
                    }
                }));
            }
        };
        line("by ", &e["author"]["name"]);
        line("# ", &e["title"]);
        line("", &e["description"]);
        for f in e["fields"].as_array().into_iter().flatten() {
            line(
                &format!("{}: ", f["name"].as_str().unwrap_or_default()),
                &f["value"],
            );
        }
        line("-- ", &e["footer"]["text"]);
        let image = e["image"]["url"].as_str().and_then(|u| {
            m.files
                .iter()
                .find(|f| u == f.url || u.strip_prefix("attachment://") == Some(&f.name))
        });
        out.extend(image.map(|f| format!("| {}", file_line(f))));
        out
    }

    /// Replaces ids by names, and timestamps by `<time>`.
    pub(crate) fn readable(&self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('<') {
            out.push_str(before);
            let Some((inside, tail)) = after.split_once('>') else {
                out.push('<');
                rest = after;
                continue;
            };
            let replacement = match inside.split_at_checked(1) {
                Some(("@", id)) => id
                    .trim_start_matches('!')
                    .parse()
                    .ok()
                    .map(|id| format!("@{}", self.user_name(id))),
                Some(("#", id)) => id
                    .parse()
                    .ok()
                    .and_then(|id: u64| self.channels.get(&id))
                    .map(|c| format!("#{}", c.name)),
                Some(("/", command)) => command.split_once(':').map(|(name, _)| format!("/{name}")),
                Some(("t", time)) if time.starts_with(':') => Some(match time.rsplit_once(':') {
                    Some((before, style)) if !before.is_empty() => format!("<time:{style}>"),
                    _ => "<time>".to_owned(),
                }),
                _ => None,
            };
            if let Some(text) = replacement {
                out.push_str(&text);
                rest = tail;
            } else {
                out.push('<');
                rest = after;
            }
        }
        out.push_str(rest);
        out
    }

    /// All events of a channel, in order. `(only alice)` marks what only one user saw.
    pub(crate) fn transcript(&self, channel: u64) -> String {
        let Some(c) = self.channels.get(&channel) else {
            return String::new();
        };
        let mut out = String::new();
        for l in &c.log {
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
        let Some(c) = self.channels.get(&channel) else {
            return String::new();
        };
        let mut out = String::new();
        for m in c
            .messages
            .iter()
            .filter_map(|m| self.messages.get(m))
            .filter(|m| self.sees(user, m) && !m.dismissed)
        {
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
    let kind = if f.content_type.starts_with("image/") {
        "picture"
    } else {
        "file"
    };
    f.description.as_ref().map_or_else(
        || format!("[{kind} {}]", f.name),
        |d| format!("[{kind} {}: {d}]", f.name),
    )
}

/// `[Accept]`, `[Undo, disabled]`, `[Choose a piece: Queen, Rook]`
fn component_text(c: &Value) -> String {
    let emoji = c["emoji"]["name"].as_str();
    let label = c["label"].as_str().filter(|l| !l.is_empty());
    let mut out = match (emoji, label) {
        (Some(e), Some(l)) => format!("{e} {l}"),
        (Some(e), None) => e.to_owned(),
        (None, l) => l.unwrap_or_default().to_owned(),
    };
    if c["type"] != component::BUTTON {
        let options: Vec<_> = c["options"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|o| o["label"].as_str())
            .collect();
        out = format!(
            "{}: {}",
            c["placeholder"].as_str().unwrap_or("Make a selection"),
            options.join(", ")
        );
    }
    if c["disabled"] == true {
        out.push_str(", disabled");
    }
    format!("[{out}]")
}
