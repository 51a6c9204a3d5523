//! Formats texts as plain text and HTML. Names are escaped.

use std::collections::{HashMap, HashSet};

use app::{PlayerId, RoomId, Timestamp};
use text::{Lang, Message, Name, Part, Platform, Text, msg};

use crate::account::Member;
use crate::ids;

/// Length of the HTML and of the plain text, in bytes. An event has at most 64 KiB, of which encryption takes a quarter; a message
/// has two texts in both forms, a picture's description, and the choices.
pub(crate) const LIMIT: usize = 8_000;

/// Length of a person's or room's name, in characters.
const NAME_LENGTH: usize = 60;

/// Prefix of links to people, rooms and messages.
const LINK: &str = "https://matrix.to/#/";

/// Returns the language of all messages: Matrix doesn't tell people's languages.
pub(crate) fn lang() -> Lang {
    Lang::ENGLISH.on(Platform::Matrix)
}

/// A text in both forms.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Formatted {
    /// Plain text, for notifications, screen readers and old clients.
    pub(crate) body: String,
    /// HTML; `None` if the text needs no markup.
    pub(crate) html: Option<String>,
}

impl Formatted {
    /// Returns the HTML, even if it has no markup.
    pub(crate) fn into_html(self) -> String {
        self.html.unwrap_or_else(|| escaped(&self.body))
    }
}

/// Display names of people and rooms.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    people: HashMap<String, String>,
    rooms: HashMap<String, String>,
}

impl Names {
    /// Returns the names of members. Those with equal names get their user ids.
    pub(crate) fn of(members: &[Member]) -> Self {
        let mut owners: HashMap<String, Vec<&Member>> = HashMap::new();
        for member in members {
            let name = display_name(member).to_lowercase();
            owners.entry(name).or_default().push(member);
        }
        let mut names = Self::default();
        for alike in owners.values() {
            for member in alike {
                let name = match &alike[..] {
                    [member] if !member.shares_name => display_name(member),
                    _ => member.id.clone(),
                };
                names.people.insert(member.id.clone(), name);
            }
        }
        names
    }

    pub(crate) fn add_room(&mut self, room: &str, name: &str) {
        if let Some(name) = Name::new(name, NAME_LENGTH) {
            self.rooms.insert(room.to_owned(), name.into());
        }
    }

    /// Returns a person's name, or else the local part of the user id.
    fn person(&self, user: &str) -> String {
        let known = self.people.get(user).cloned();
        known.unwrap_or_else(|| local_name(user))
    }
}

/// Returns a member's display name, unless it looks like a user id.
fn display_name(member: &Member) -> String {
    Name::new(&member.name, NAME_LENGTH)
        .filter(|name| !name.starts_with('@'))
        .map_or_else(|| local_name(&member.id), String::from)
}

fn local_name(user: &str) -> String {
    let local = Name::new(ids::local_part(user), NAME_LENGTH);
    local.unwrap_or_else(Name::someone).into()
}

/// Formats a text at `now`, cut to [`LIMIT`].
pub(crate) fn formatted(text: &Text, lang: Lang, now: Timestamp, names: &Names) -> Formatted {
    let parts = lang.resolve(text);
    let dates = parts.iter().filter_map(|part| match part {
        Part::Date(time) => Some(*time),
        _ => None,
    });
    let mut writer = Writer {
        lang,
        now,
        names,
        dates: dates.collect(),
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
    Formatted {
        body: writer.body,
        html: writer.is_marked.then_some(writer.html),
    }
}

pub(crate) fn escaped(words: &str) -> String {
    let mut out = String::new();
    words.chars().for_each(|c| escape(c, &mut out));
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

/// Inserts a word joiner into `@room`, so that no client takes it for a mention of everyone.
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

/// Cuts a text to `limit` bytes, ending with an ellipsis.
pub(crate) fn truncated(mut text: String, limit: usize) -> String {
    if text.len() <= limit {
        return text;
    }
    text.truncate(text.floor_char_boundary(limit.saturating_sub('…'.len_utf8())));
    text.push('…');
    text
}

/// Returns a link to a person, a room, or a message in it.
pub(crate) fn link<'i>(ids: impl IntoIterator<Item = &'i str>) -> String {
    let encoded = |id: &str| id.bytes().map(percent_encoded).collect::<String>();
    let path: Vec<_> = ids.into_iter().map(encoded).collect();
    format!("{LINK}{}", path.join("/"))
}

/// Percent-encodes a byte of an id, unless most ids have it.
fn percent_encoded(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || b"@:!$.-_=".contains(&byte) {
        char::from(byte).to_string()
    } else {
        format!("%{byte:02X}")
    }
}

struct Writer<'n> {
    lang: Lang,
    now: Timestamp,
    names: &'n Names,
    /// Times that the text gives in full.
    dates: HashSet<Timestamp>,
    body: String,
    html: String,
    is_marked: bool,
}

impl Writer<'_> {
    /// Adds a part. Returns false if it was cut.
    fn write(&mut self, part: &Part) -> bool {
        match part {
            Part::Plain(words) => self.plain(words),
            Part::Strong(words) => self.tagged("strong", |writer| writer.plain(words)),
            Part::Code(words) => self.tagged("code", |writer| writer.exactly(words)),
            Part::Named { id, name } if ids::user(id).is_none() => self.plain(name),
            Part::Person(id) | Part::Named { id, .. } => self.person(id),
            Part::Room(id) => self.room(id),
            Part::Role(id) => match ids::power(id) {
                Some(number) => self.message(&msg!("numbered-role", number)),
                None => self.message(&msg!("unknown-role")),
            },
            Part::Relative(time) => self.plain(&self.relative(*time)),
            Part::Date(time) => self.plain(&self.date(*time)),
            Part::Break => self.push("\n", "<br>"),
            // `resolve` leaves none.
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

    fn plain(&mut self, words: &str) -> bool {
        harmless(words).chars().all(|c| self.character(c))
    }

    /// Adds a text to type or copy, unchanged.
    fn exactly(&mut self, words: &str) -> bool {
        words.chars().all(|c| self.character(c))
    }

    /// Adds an element, which is closed even if its text is cut.
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

    /// Adds a link; `more` follows it in the plain text only.
    fn linked(&mut self, name: &str, address: &str, more: &str) -> bool {
        self.is_marked = true;
        let html = format!("<a href=\"{address}\">{}</a>", escaped(name));
        self.push(&format!("{name}{more}"), &html)
    }

    /// Isolates a name in another writing direction.
    fn isolated(&self, name: String) -> String {
        harmless(&self.lang.plain(&Text::from(name)))
    }

    /// "in 3 hours (18:30 UTC)"; without the clock if the text gives the time elsewhere.
    fn relative(&self, time: Timestamp) -> String {
        let (moment, is_far) = distance(self.now, time);
        if self.dates.contains(&time) {
            return self.lang.words(&moment);
        }
        let clock = if is_far {
            self.date(time)
        } else {
            self.clock(time)
        };
        self.lang.words(&msg!("moment-with-clock", moment, clock))
    }

    /// "18:30 UTC"
    fn clock(&self, time: Timestamp) -> String {
        let at = utc(time);
        let [hour, minute] = [at.hour(), at.minute()].map(|part| format!("{part:02}"));
        self.lang.words(&msg!("moment-clock", hour, minute))
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

/// Returns the time between two moments in words, and whether it is a day or more.
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
