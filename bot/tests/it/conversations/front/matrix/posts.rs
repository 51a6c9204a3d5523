//! Messages and answers on Matrix, as scenes read them.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use super::markup::{Choices, plain};
use super::rooms::MatrixRoom;
use super::{Matrix, World, number};
use crate::conversations::front::{Post, Room as _};
use crate::homeserver::{DELOS, Message, name_of};

impl Message {
    pub(crate) fn is_answer(&self) -> bool {
        self.question().is_some()
    }

    /// Returns the message that an answer is shown under: the question, or the target of a reaction.
    pub(super) fn belongs_to(&self, all: &[Self]) -> Option<String> {
        let question = self.question()?;
        let is_there = all.iter().any(|one| one.id == question);
        let reacted_to = self.reply_to.as_ref().or(self.thread.as_ref());
        Some(match reacted_to {
            Some(to) if !is_there => to.clone(),
            _ => question.to_owned(),
        })
    }

    /// Returns the event that it answers.
    fn question(&self) -> Option<&str> {
        let rest = self.transaction.as_deref()?.strip_prefix("a:")?;
        rest.split(':').next()
    }

    /// Whether it is one of a message's extra files.
    pub(super) fn is_file_alone(&self) -> bool {
        let file = self.attached.as_ref();
        file.is_some_and(|file| file.alt_text == self.body && self.html.is_none())
    }

    /// Returns the text without the picture's description.
    fn text(&self) -> String {
        self.html
            .as_deref()
            .map_or_else(|| self.body.clone(), plain)
    }

    fn beneath(&self) -> Choices {
        let words = self.text();
        // Only Delos offers choices.
        if self.sender == DELOS {
            return Choices::read(&words);
        }
        Choices {
            words,
            ..Choices::default()
        }
    }
}

/// Whether a message is part of the conversation: not a command, a choice, or an answer to one.
pub(super) fn is_public(world: &World, message: &Message) -> bool {
    if message.sender != DELOS {
        return !world.is_asked(&message.id);
    }
    let answers = message
        .question()
        .is_some_and(|event| world.is_asked(event));
    !answers && !message.is_file_alone()
}

/// Returns a message as a line of the conversation.
pub(super) fn line(message: &Message) -> String {
    let mut head = match message.sender.as_str() {
        DELOS => "Delos".to_owned(),
        sender => name_of(sender).to_owned(),
    };
    if message.room.starts_with("!direct-") {
        head += " (directly)";
    } else if message.thread.is_some() {
        head += " (in a thread)";
    }
    let choices = message.beneath();
    let mut lines: Vec<String> = if message.is_file_alone() {
        Vec::new()
    } else {
        choices.words.lines().map(str::to_owned).collect()
    };
    if let Some(file) = &message.attached {
        let kind = file.dimensions.map_or("file", |_| "picture");
        lines.push(format!("[{kind} {}: {}]", file.name, file.alt_text));
    }
    lines.extend(choices.lines);
    let mut called = message.called.clone();
    called.dedup();
    if message.sender == DELOS && !called.is_empty() {
        lines.push(format!("(calls {})", called.join(", ")));
    }
    for line in &mut lines {
        *line = without_ids(line);
    }
    if lines.is_empty() {
        lines.push(String::new());
    }
    let first = format!("{head}: {}", lines[0]);
    lines[0].replace_range(.., first.trim_end());
    lines.join("\n    ")
}

/// Removes the event ids behind a room's name.
fn without_ids(text: &str) -> String {
    let mut pieces = text.split("/$");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        out.push_str("/…");
        out.push_str(piece.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    out
}

/// A message. A private answer's handle shows the latest answer to a choice under it.
#[derive(Clone, Debug)]
pub(crate) struct MatrixMessage {
    world: Arc<World>,
    id: String,
    /// Ids of the choices under it.
    presses: Arc<Mutex<Vec<String>>>,
}

impl PartialEq for MatrixMessage {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl MatrixMessage {
    pub(super) fn new(world: &Arc<World>, id: String) -> Self {
        Self {
            world: Arc::clone(world),
            id,
            presses: Arc::default(),
        }
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn is_pressed_by(&self, event: String) {
        self.presses.lock().unwrap().push(event);
    }

    /// Returns the message and the answers to choices under it, latest first.
    fn forms(&self) -> Vec<Message> {
        let presses = self.presses.lock().unwrap();
        let answer = |event: &String| self.world.server.sent_with(&format!("a:{event}"));
        let later = presses.iter().rev().filter_map(answer);
        later.chain(self.world.server.message(&self.id)).collect()
    }

    /// Returns its current form.
    pub(super) fn now(&self) -> Message {
        let mut forms = self.forms().into_iter();
        forms.next().expect("the message is there")
    }

    /// Returns the latest form with a button, and the button's reaction.
    pub(super) fn with_button(&self, label: &str) -> (Message, Option<String>) {
        for form in self.forms() {
            let buttons = form.beneath().buttons;
            if let Some((key, _)) = buttons.into_iter().find(|(_, other)| other == label) {
                return (form, key);
            }
            // A hidden choice: a reply does the same.
            let press = form.fields.get("org.delos.press");
            if press.is_some_and(|press| !press[label.to_lowercase()].is_null()) {
                return (form, None);
            }
        }
        panic!("no {label:?} beneath {}", self.shown());
    }

    /// Returns the latest form with a menu or a picker, and the number of the option with this value or label. A picker has no
    /// numbers.
    pub(super) fn with_option(&self, menu: &str, values: &[&str]) -> (Message, Option<usize>) {
        // Discord shows "More..." in a menu's place.
        let menu = match menu {
            "More..." => "Change something",
            menu => menu,
        };
        for form in self.forms() {
            let choices = form.beneath();
            let menus = choices.menus.into_iter();
            for (_, options) in menus.filter(|(prompt, _)| prompt == menu) {
                let is_chosen = |(number, label): &(usize, String)| {
                    let value = value_of(&form, *number);
                    values == [label.as_str()] || value.is_some_and(|value| values == [value])
                };
                if let Some((number, _)) = options.into_iter().find(is_chosen) {
                    return (form, Some(number));
                }
            }
            if choices.lines.iter().any(|line| line.starts_with(menu))
                && form.fields.contains_key("org.delos.form")
            {
                return (form, None);
            }
        }
        // A label chooses what is not listed yet.
        for form in self.forms() {
            let words = form.choices();
            let is_word = |value: &&str| {
                let word = value.to_lowercase();
                words.contains(&word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned())
            };
            if values.iter().any(is_word) {
                return (form, None);
            }
        }
        panic!("no {values:?} in {menu:?} beneath {}", self.shown());
    }

    /// Returns the files that don't fit into the message.
    fn more_files(&self) -> Vec<::matrix::Attachment> {
        let now = self.now();
        let Some(transaction) = &now.transaction else {
            return Vec::new();
        };
        // A board's transaction ids contain its game, other messages' their message.
        let beginning = match transaction.strip_prefix("s:") {
            Some(subject) => format!("f:{}:", subject.split(':').next().unwrap()),
            None => format!("{transaction}:"),
        };
        let all = self.world.server.messages(&now.room).into_iter();
        let more = all.filter(|one| {
            let sent_with = one.transaction.as_deref();
            sent_with.is_some_and(|id| id.starts_with(&beginning))
        });
        more.filter_map(|one| one.attached).collect()
    }

    fn all_files(&self) -> Vec<::matrix::Attachment> {
        let own = self.now().attached;
        own.into_iter().chain(self.more_files()).collect()
    }

    async fn when_sent(&self, name: &str) -> ::matrix::Attachment {
        let sent = || self.all_files().into_iter().find(|file| file.name == name);
        self.world.server.when(name, sent).await
    }
}

/// Returns the value of an option by its number.
fn value_of(message: &Message, number: usize) -> Option<String> {
    let press = message.fields.get("org.delos.press")?.as_object()?;
    let does = press.get(&number.to_string())?;
    Some(does.get(1)?.as_str()?.to_owned())
}

impl Post for MatrixMessage {
    type On = Matrix;

    fn place(&self) -> u64 {
        u64::try_from(number(&self.id)).unwrap()
    }

    fn changes(&self) -> usize {
        let forms = self.forms();
        forms.len() + forms.iter().map(|form| form.edits).sum::<usize>()
    }

    fn content(&self) -> String {
        self.now().beneath().words
    }

    /// Leaves out extra files, which arrive later as separate messages.
    fn shown(&self) -> String {
        let forms = self.forms();
        forms.first().map_or_else(|| "(deleted)".to_owned(), line)
    }

    fn labels(&self) -> Vec<String> {
        let buttons = self.now().beneath().buttons.into_iter();
        buttons.map(|(_, label)| label).collect()
    }

    fn options(&self) -> Vec<String> {
        let now = self.now();
        let menus = now.beneath().menus.into_iter();
        let options = menus.flat_map(|(_, options)| options);
        let values = options.filter_map(|(number, _)| value_of(&now, number));
        values.collect()
    }

    fn pings(&self) -> Vec<String> {
        let called = self.now().called;
        let names: BTreeSet<_> = called.iter().map(|id| name_of(id)).collect();
        names.into_iter().map(str::to_owned).collect()
    }

    fn files(&self) -> Vec<(String, usize)> {
        let files = self.all_files().into_iter();
        files.map(|file| (file.name, file.content.len())).collect()
    }

    async fn file(&self, name: &str) -> Vec<u8> {
        self.when_sent(name).await.content.to_vec()
    }

    async fn alt_text(&self, name: &str) -> String {
        self.when_sent(name).await.alt_text
    }

    fn is_ephemeral(&self) -> bool {
        let first = self.world.server.message(&self.id);
        first.is_some_and(|first| !is_public(&self.world, &first) && first.called.is_empty())
    }

    fn is_secret(&self) -> bool {
        self.is_ephemeral() && self.now().room.starts_with("!direct-")
    }

    fn channel(&self) -> MatrixRoom {
        let now = self.now();
        let room = MatrixRoom {
            world: Arc::clone(&self.world),
            room: now.room.clone(),
            thread: None,
        };
        match now.thread {
            // Games are not played in the thread of an answer.
            Some(thread) if !now.is_answer() && !self.world.reads_threads() => MatrixRoom {
                thread: Some(thread),
                ..room
            },
            _ => room,
        }
    }

    async fn answers(&self, n: usize) -> Vec<Self> {
        let place = self.channel();
        let later = || {
            // Private answers go to another room.
            if let Some(answer) = self.world.server.sent_with(&format!("a:{}", self.id)) {
                return Some(vec![Self::new(&self.world, answer.id)]);
            }
            let all = place.public().into_iter();
            let own = all.filter(|one| {
                let now = one.now();
                now.sender == DELOS && !now.is_answer() && one.place() > self.place()
            });
            Some(own.collect::<Vec<_>>()).filter(|later| later.len() >= n)
        };
        let what = format!("{n} messages after {}", self.shown());
        self.world.server.when(&what, later).await
    }

    async fn until(&self, what: &str, mut condition: impl FnMut(&Self) -> bool) -> Self {
        let fits = || condition(self).then_some(());
        let what = format!("{what} in {}", self.id);
        self.world.server.when(&what, fits).await;
        self.clone()
    }

    async fn moved_on(&self, words: &str) -> Self {
        let fits = |one: &Self| one.now().sender == DELOS && one.content().contains(words);
        self.channel().from(number(&self.id), words, fits).await
    }
}
