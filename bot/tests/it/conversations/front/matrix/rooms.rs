//! Rooms, threads and direct rooms.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::people::MatrixUser;
use super::posts::{MatrixMessage, is_public, line};
use super::{MUTED, Matrix, World, number};
use crate::conversations::front::{Post as _, Room};
use crate::homeserver::{self, DELOS};

/// A room, or a thread in it.
#[derive(Clone, Debug)]
pub(crate) struct MatrixRoom {
    pub(super) world: Arc<World>,
    pub(super) room: String,
    pub(super) thread: Option<String>,
}

impl MatrixRoom {
    /// Returns the first matching message from `place` on; [`Room::next`] continues after it.
    pub(super) async fn from(
        &self,
        place: usize,
        what: &str,
        fits: impl Fn(&MatrixMessage) -> bool,
    ) -> MatrixMessage {
        let find = || {
            let mut all = self.public().into_iter();
            all.find(|one| number(one.id()) >= place && fits(one))
        };
        let found = self.world.server.when(what, find).await;
        let place = (self.room.clone(), self.thread.clone());
        let mut returned = self.world.returned.lock().unwrap();
        let returned = returned.entry(place).or_default();
        *returned = number(found.id()).max(*returned);
        found
    }

    /// Returns everyone's messages, except for commands, choices and answers to them.
    fn conversation(&self) -> Vec<homeserver::Message> {
        let all = self.world.server.messages(&self.room).into_iter();
        all.filter(|one| self.holds(one) && is_public(&self.world, one))
            .collect()
    }

    fn label(&self) -> String {
        self.room.trim_start_matches('!').replace(":hs", "")
    }

    fn holds(&self, message: &homeserver::Message) -> bool {
        if self.thread.is_some() {
            return message.thread == self.thread;
        }
        // Messages in a room are answered in threads.
        let root = message.thread.as_deref();
        let is_read = self.world.reads_threads();
        root.is_none_or(|root| is_read || !self.is_of_a_game(root))
    }

    /// Whether a thread is a game's: only there does Delos post anything but answers.
    fn is_of_a_game(&self, root: &str) -> bool {
        let all = self.world.server.messages(&self.room);
        all.iter().any(|one| {
            let is_there = one.thread.as_deref() == Some(root);
            is_there && one.sender == DELOS && !one.is_answer()
        })
    }

    fn messages(&self, all: Vec<homeserver::Message>) -> Vec<MatrixMessage> {
        let all = all.into_iter();
        all.map(|one| MatrixMessage::new(&self.world, one.id))
            .collect()
    }
}

impl PartialEq for MatrixRoom {
    fn eq(&self, other: &Self) -> bool {
        (&self.room, &self.thread) == (&other.room, &other.thread)
    }
}

impl Room for MatrixRoom {
    type On = Matrix;

    fn name(&self) -> String {
        match &self.thread {
            Some(_) => "a thread".to_owned(),
            None => self.label(),
        }
    }

    async fn next(&self) -> MatrixMessage {
        let place = (self.room.clone(), self.thread.clone());
        let what = format!("the next message in {place:?}");
        let returned = self.world.returned.lock().unwrap().get(&place).copied();
        // A deleted message was returned earlier, or is skipped.
        let sent = |one: &MatrixMessage| self.world.server.message(one.id());
        let is_own = |one: &MatrixMessage| sent(one).is_some_and(|one| one.sender == DELOS);
        self.from(returned.map_or(0, |last| last + 1), &what, is_own)
            .await
    }

    fn public(&self) -> Vec<MatrixMessage> {
        self.messages(self.conversation())
    }

    fn private(&self, words: &str) -> Option<MatrixMessage> {
        let mut all = self.world.server.all_messages();
        all.retain(|one| one.sender == DELOS && !is_public(&self.world, one));
        let mut answers = self.messages(all).into_iter();
        answers.rfind(|one| one.content().contains(words))
    }

    fn threads(&self) -> Vec<Self> {
        let mut threads = Vec::new();
        for message in self.world.server.messages(&self.room) {
            let thread = Self {
                thread: message.thread,
                ..self.clone()
            };
            let root = thread.thread.as_deref();
            if root.is_some_and(|root| self.is_of_a_game(root)) && !threads.contains(&thread) {
                threads.push(thread);
            }
        }
        threads
    }

    fn mute(&self, is_muted: bool) {
        let level = if is_muted { MUTED } else { 0 };
        self.world.server.mute(&self.room, level);
    }

    fn link(&self) -> String {
        let thread = self.thread.as_ref().map(|thread| format!("/{thread}"));
        format!("#{}{}", self.label(), thread.unwrap_or_default())
    }

    /// On Matrix, anyone who can write can start a thread.
    fn forbid_threads(&self) {
        self.world.threads_are_read.store(true, Ordering::Relaxed);
    }

    fn delete(&self) {
        self.world.server.put_out(&self.room);
    }

    /// Groups answers under their questions, since their order among other messages varies. Leaves out extra files.
    fn screen(&self, _: &MatrixUser) -> String {
        let mut all = self.world.server.messages(&self.room);
        all.retain(|one| {
            let root = self.thread.as_ref();
            !one.is_file_alone() && root.is_none_or(|root| one.thread.as_ref() == Some(root))
        });
        let mut lines = Vec::new();
        for one in all.iter().filter(|one| one.belongs_to(&all).is_none()) {
            lines.push(line(one));
            let id = Some(one.id.clone());
            let answers = all.iter().filter(|answer| answer.belongs_to(&all) == id);
            lines.extend(answers.map(line));
        }
        lines.into_iter().map(|line| line + "\n").collect()
    }
}
