//! The application's text as a message's plain text and HTML: both say the same, and nothing in a name is ever markup.

use std::collections::{HashMap, HashSet};

use crate::account::Member;
use app::{PlayerId, RoomId, Timestamp};
use text::{Lang, Message, Name, Part, Platform, Text, msg};

use super::ids;

/// The longest HTML of a text, in bytes; its plain text is no longer. An event has at most 64 KiB, of which encryption takes a
/// quarter; a message has two texts in both forms, a picture's description, and what the choices do.
pub(crate) const LIMIT: usize = 8_000;

/// The longest name of a person or a room, in characters.
const LONGEST_NAME: usize = 60;

/// Where links to people, rooms and messages lead.
const LINK: &str = "https://matrix.to/#/";

/// The language of what everyone in a room reads; Matrix does not tell anyone's.
pub(crate) fn lang() -> Lang {
    Lang::ENGLISH.on(Platform::Matrix)
}

/// A text as it is sent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Words {
    /// Without markup: what notifications, screen readers and old clients show.
    pub(crate) body: String,
    /// The same as HTML; none if it needs no markup.
    pub(crate) html: Option<String>,
}

impl Words {
    /// The HTML, also where the plain text would do.
    pub(crate) fn into_html(self) -> String {
        self.html.unwrap_or_else(|| escaped(&self.body))
    }
}

/// What people and rooms are called where names are only words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    people: HashMap<String, String>,
    rooms: HashMap<String, String>,
}

impl Names {
    /// The names of some of a room's members; those whose names are alike are called by their user ids.
    pub(crate) fn of(members: &[Member]) -> Self {
        let mut owners: HashMap<String, Vec<&Member>> = HashMap::new();
        for member in members {
            let name = own_name(member).to_lowercase();
            owners.entry(name).or_default().push(member);
        }
        let called = |alike: Vec<&Member>| match alike[..] {
            [member] if !member.shares_name => vec![(member.id.clone(), own_name(member))],
            _ => alike
                .into_iter()
                .map(|member| (member.id.clone(), member.id.clone()))
                .collect(),
        };
        Self {
            people: owners.into_values().flat_map(called).collect(),
            rooms: HashMap::new(),
        }
    }

    /// Adds the name of a room.
    pub(crate) fn add_room(&mut self, room: &str, name: &str) {
        if let Some(name) = Name::new(name, LONGEST_NAME) {
            self.rooms.insert(room.to_owned(), name.into());
        }
    }

    /// What a person is called: by the name in the room, else by the first part of the user id.
    fn person(&self, user: &str) -> String {
        let known = self.people.get(user).cloned();
        known.unwrap_or_else(|| local_name(user))
    }
}

/// The name that a member chose, unless it could be taken for another's id.
fn own_name(member: &Member) -> String {
    Name::new(&member.name, LONGEST_NAME)
        .filter(|name| !name.starts_with('@'))
        .map_or_else(|| local_name(&member.id), String::from)
}

fn local_name(user: &str) -> String {
    let local = Name::new(ids::local_part(user), LONGEST_NAME);
    local.unwrap_or_else(Name::someone).into()
}

/// The text as it is sent at `now`, cut to [`LIMIT`].
pub(crate) fn words(text: &Text, lang: Lang, now: Timestamp, names: &Names) -> Words {
    let parts = lang.resolve(text);
    let dates = parts.iter().filter_map(|part| match part {
        Part::Date(time) => Some(*time),
        _ => None,
    });
    let mut writer = Writer {
        lang,
        now,
        names,
        told: dates.collect(),
        body: String::new(),
        html: String::new(),
        is_marked: false,
    };
    for part in &parts {
        if !writer.write(part) {
            writer.body.push('…');
            writer.html.push('…');
            break;
        }
    }
    Words {
        body: writer.body,
        html: writer.is_marked.then_some(writer.html),
    }
}

/// Plain text as HTML.
pub(crate) fn escaped(words: &str) -> String {
    let mut out = String::new();
    for c in words.chars() {
        escape(c, &mut out);
    }
    out
}

fn escape(c: char, out: &mut String) {
    match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        '\'' => out.push_str("&#39;"),
        '\n' => out.push_str("<br>"),
        c => out.push(c),
    }
}

/// Words in which `@room` is no mention of everyone in any client: a word joiner is in between.
fn harmless(words: &str) -> String {
    let mut out = String::new();
    for (at, c) in words.char_indices() {
        out.push(c);
        let next = words.get(at + 1..at + 5);
        if c == '@' && next.is_some_and(|next| next.eq_ignore_ascii_case("room")) {
            out.push('\u{2060}');
        }
    }
    out
}

/// `text`, cut to `limit` bytes, the last character an ellipsis.
pub(crate) fn truncated(text: String, limit: usize) -> String {
    if text.len() <= limit {
        return text;
    }
    let mut cut = String::new();
    for c in text.chars() {
        if cut.len() + c.len_utf8() + '…'.len_utf8() > limit {
            break;
        }
        cut.push(c);
    }
    cut.push('…');
    cut
}

/// The address of a link to a person, a room, or a message in it.
pub(crate) fn link<'i>(ids: impl IntoIterator<Item = &'i str>) -> String {
    let path: Vec<_> = ids
        .into_iter()
        .map(|id| id.bytes().map(percent_encoded).collect::<String>())
        .collect();
    format!("{LINK}{}", path.join("/"))
}

/// Percent-encodes a byte of an id, unless it is one that most ids have.
fn percent_encoded(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || b"@:!$.-_=".contains(&byte) {
        char::from(byte).to_string()
    } else {
        format!("%{byte:02X}")
    }
}

/// A text on its way into both forms.
struct Writer<'n> {
    lang: Lang,
    now: Timestamp,
    names: &'n Names,
    /// Points in time that the text tells in full.
    told: HashSet<Timestamp>,
    body: String,
    html: String,
    is_marked: bool,
}

impl Writer<'_> {
    /// Adds a part; returns false if there is no room for all of it.
    fn write(&mut self, part: &Part) -> bool {
        match part {
            Part::Plain(words) => self.plain(words),
            Part::Strong(words) => self.tagged("strong", |writer| writer.plain(words)),
            Part::Code(words) => self.tagged("code", |writer| writer.exactly(words)),
            Part::Named { id, name } if ids::user(id).is_none() => self.plain(name),
            Part::Person(id) | Part::Named { id, .. } => self.person(id),
            Part::Room(id) => self.room(id),
            Part::Role(id) => {
                let level = ids::power(id);
                self.message(&level.map_or(msg!("unknown-role"), |level| {
                    msg!("numbered-role", number = level)
                }))
            }
            Part::Relative(time) => {
                let moment = self.relative(*time);
                self.plain(&moment)
            }
            Part::Date(time) => {
                let date = self.date(*time);
                self.plain(&date)
            }
            Part::Break => self.push("\n", "<br>"),
            // Resolved before.
            Part::Message(_) => true,
        }
    }

    /// Adds the same in both forms.
    fn push(&mut self, body: &str, html: &str) -> bool {
        let is_room = self.html.len().max(self.body.len()) + html.len().max(body.len()) <= LIMIT;
        if is_room {
            self.body.push_str(body);
            self.html.push_str(html);
        }
        is_room
    }

    fn character(&mut self, c: char) -> bool {
        let mut html = String::new();
        let c = if c.is_control() { ' ' } else { c };
        escape(c, &mut html);
        self.push(c.encode_utf8(&mut [0; 4]), &html)
    }

    /// Adds words in one line.
    fn plain(&mut self, words: &str) -> bool {
        harmless(words).chars().all(|c| self.character(c))
    }

    /// Adds something to type or copy.
    fn exactly(&mut self, words: &str) -> bool {
        words.chars().all(|c| self.character(c))
    }

    /// Adds words within an element, which is closed even if they do not fit.
    fn tagged(&mut self, tag: &str, write: impl FnOnce(&mut Self) -> bool) -> bool {
        self.is_marked = true;
        self.html.extend(["<", tag, ">"]);
        let is_whole = write(self);
        self.html.extend(["</", tag, ">"]);
        is_whole
    }

    fn message(&mut self, message: &Message) -> bool {
        let words = self.lang.words(message);
        self.plain(&words)
    }

    fn person(&mut self, id: &PlayerId) -> bool {
        let Some(user) = ids::user(id) else {
            return self.message(&msg!("unknown-person"));
        };
        let name = self.isolated(self.names.person(user));
        self.linked(&name, &link([user]), "")
    }

    fn room(&mut self, id: &RoomId) -> bool {
        let Some((room, thread)) = ids::room(id) else {
            return self.message(&msg!("unknown-room"));
        };
        let name = match self.names.rooms.get(room) {
            Some(name) => self.isolated(name.clone()),
            None => self.lang.words(&msg!("unknown-room")),
        };
        let name = match thread {
            Some(_) => self.lang.words(&msg!("thread-in-room", room = name)),
            None => name,
        };
        let address = link(std::iter::once(room).chain(thread));
        self.linked(&name, &address, &format!(" ({address})"))
    }

    /// Adds a link; `more` follows it in the plain text alone.
    fn linked(&mut self, name: &str, address: &str, more: &str) -> bool {
        self.is_marked = true;
        let html = format!("<a href=\"{address}\">{}</a>", escaped(name));
        self.push(&format!("{name}{more}"), &html)
    }

    /// A name among words of another direction.
    fn isolated(&self, name: String) -> String {
        harmless(&self.lang.plain(&Text::from(name)))
    }

    /// "in 3 hours (18:30 UTC)"; without the clock if the text tells it elsewhere.
    fn relative(&self, time: Timestamp) -> String {
        let (message, is_far) = distance(self.now, time);
        let clock = if is_far {
            self.date(time)
        } else {
            self.clock(time)
        };
        let message = if self.told.contains(&time) {
            message
        } else {
            msg!("moment-with-clock", moment = message, clock = clock)
        };
        self.lang.words(&message)
    }

    /// "18:30 UTC"
    fn clock(&self, time: Timestamp) -> String {
        let at = utc(time);
        let clock = msg!(
            "moment-clock",
            hour = format!("{:02}", at.hour()),
            minute = format!("{:02}", at.minute())
        );
        self.lang.words(&clock)
    }

    /// "22 November 2026, 18:30 UTC"
    fn date(&self, time: Timestamp) -> String {
        let at = utc(time);
        self.lang.words(&msg!(
            "moment-date",
            day = at.day(),
            month = at.month(),
            year = at.year(),
            clock = self.clock(time)
        ))
    }
}

fn utc(time: Timestamp) -> jiff::civil::DateTime {
    let at = jiff::Timestamp::from_millisecond(time.0).unwrap_or_default();
    at.to_zoned(jiff::tz::TimeZone::UTC).datetime()
}

/// How far a point in time is from another one, and whether that is a day or more.
fn distance(now: Timestamp, time: Timestamp) -> (Message, bool) {
    let is_ahead = time >= now;
    let milliseconds = time.since(now).0.max(now.since(time).0);
    let rounded = |of: i64, unit: i64| (of + unit / 2) / unit;
    let minutes = rounded(milliseconds, 60_000);
    let hours = rounded(minutes, 60);
    let days = rounded(hours, 24);
    match (minutes, hours, is_ahead) {
        (0, ..) => (msg!("moment-now"), false),
        (1..60, _, true) => (msg!("moment-in-minutes", count = minutes), false),
        (1..60, _, false) => (msg!("moment-minutes-ago", count = minutes), false),
        (_, ..24, true) => (msg!("moment-in-hours", count = hours), false),
        (_, ..24, false) => (msg!("moment-hours-ago", count = hours), false),
        (_, _, true) => (msg!("moment-in-days", count = days), true),
        (_, _, false) => (msg!("moment-days-ago", count = days), true),
    }
}

#[cfg(test)]
mod tests;
