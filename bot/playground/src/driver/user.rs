//! A person, and what they can do.

use std::panic::Location;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::args::{Args, Typing, resolve_user, wire};
use super::{Action, Channel, Message, channel_handle};
use crate::acting::{Act, Post, Refused, refuse};
use crate::json::Sight;
use crate::messages::Upload;
use crate::state::{Asked, Shared, World};

/// A person, standing in a channel.
#[derive(Debug, Clone)]
pub struct User {
    pub(super) shared: Arc<Shared>,
    pub(super) id: u64,
    pub(super) name: String,
    pub(super) place: u64,
}

/// Somebody who is known already, for the page.
pub(crate) fn hand(shared: &Arc<Shared>, id: u64, place: u64) -> User {
    let name = shared.look(|w| w.person_name(id));
    User {
        shared: Arc::clone(shared),
        id,
        name,
        place,
    }
}

/// What a context menu was opened on.
#[derive(Debug, Clone, Copy)]
pub enum Target<'a> {
    /// A message: the command is one of type 3.
    Message(&'a Message),
    /// A person: the command is one of type 2.
    User(&'a User),
}

impl<'a> From<&'a Message> for Target<'a> {
    fn from(m: &'a Message) -> Self {
        Self::Message(m)
    }
}

impl<'a> From<&'a User> for Target<'a> {
    fn from(u: &'a User) -> Self {
        Self::User(u)
    }
}

impl User {
    /// Discord's id.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The name that others see.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// `<@id>`
    #[must_use]
    pub fn mention(&self) -> String {
        format!("<@{}>", self.id)
    }

    /// The channel that this person is looking at.
    #[must_use]
    pub fn place(&self) -> Channel {
        channel_handle(&self.shared, self.place)
    }

    /// The same person in another channel; becomes a member of its server.
    #[must_use]
    pub fn at(&self, channel: &Channel) -> Self {
        let guild = self
            .shared
            .look(|w| w.channels.get(&channel.id()).and_then(|c| c.guild));
        if let Some(g) = guild {
            self.shared.change(|w| w.join(g, self.id));
        }
        Self {
            place: channel.id(),
            ..self.clone()
        }
    }

    /// The same person in the direct messages with the bot.
    #[must_use]
    pub fn dm(&self) -> Self {
        let place = self.shared.change(|w| w.dm_with(self.id));
        Self {
            place,
            ..self.clone()
        }
    }

    /// Uses a slash command; `"group sub"` names a sub-command.
    #[track_caller]
    pub fn slash(&self, command: &str, args: impl Into<Args>) -> Action {
        let (me, args, command) = (self.clone(), args.into(), command.to_owned());
        let what = format!("/{command} of {}", self.name);
        Action::new(
            &self.shared,
            Location::caller(),
            what,
            Box::new(move |w| me.command(w, &command, args, None)),
        )
    }

    /// Types a slash command up to its last argument, for which the bot offers completions: [`crate::Reply::choices`].
    #[track_caller]
    pub fn autocomplete(&self, command: &str, args: impl Into<Args>) -> Action {
        let (me, args, command) = (self.clone(), args.into(), command.to_owned());
        let what = format!("autocompletion of /{command} for {}", self.name);
        let doing = move |w: &mut World| {
            let Some((focused, _)) = args.0.last().cloned() else {
                return refuse("no argument is being typed");
            };
            me.command(w, &command, args, Some(&focused))
        };
        Action::new(&self.shared, Location::caller(), what, Box::new(doing))
    }

    /// Like [`User::autocomplete`], with the argument that is being typed named.
    #[track_caller]
    pub fn complete(&self, command: &str, args: impl Into<Args>, focused: &str) -> Action {
        let (me, args, command, focused) = (
            self.clone(),
            args.into(),
            command.to_owned(),
            focused.to_owned(),
        );
        let what = format!("autocompletion of /{command} for {}", self.name);
        Action::new(
            &self.shared,
            Location::caller(),
            what,
            Box::new(move |w| me.command(w, &command, args, Some(&focused))),
        )
    }

    fn command(
        &self,
        w: &mut World,
        command: &str,
        args: Args,
        focused: Option<&str>,
    ) -> Result<u64, Refused> {
        let mut path = command.split_whitespace();
        let Some(name) = path.next() else {
            return refuse("no command");
        };
        let path: Vec<&str> = path.collect();
        let c = w.usable_command(self.id, self.place, name, 1)?.clone();
        let line = format!("{}: /{command}{}", self.name, args.words(w));
        let typing = Typing {
            user: self.id,
            channel: self.place,
            focused,
        };
        let wired = wire(w, &c.body, &path, args, typing)?;
        let mut data =
            json!({"id": c.id.to_string(), "name": name, "type": 1, "options": wired.options});
        add_resolved(&mut data, wired.resolved);
        if let Some(g) = c.guild {
            data["guild_id"] = json!(g.to_string());
        }
        let asked = if focused.is_some() {
            Asked::Autocomplete
        } else {
            Asked::Command
        };
        w.interact(Act {
            line: focused.is_none().then_some(line),
            name: command.to_owned(),
            command_kind: u64::from(focused.is_none()),
            ..self.act(asked, data)
        })
    }

    /// Uses a command from the context menu of a message or a person.
    #[track_caller]
    pub fn context<'a>(&self, command: &str, target: impl Into<Target<'a>>) -> Action {
        let (me, command) = (self.clone(), command.to_owned());
        let (kind, id) = match target.into() {
            Target::Message(m) => (3, m.id),
            Target::User(u) => (2, u.id),
        };
        let what = format!("{command:?} of {}", self.name);
        let doing = move |w: &mut World| {
            let c = w.usable_command(me.id, me.place, &command, kind)?.clone();
            let mut resolved = Map::new();
            let on = if kind == 2 {
                resolve_user(w, id, me.place, &mut resolved);
                w.person_name(id)
            } else {
                let Some(m) = w.messages.get(&id).filter(|m| w.sees(me.id, m)) else {
                    return refuse("the message is not to be seen");
                };
                resolved.insert(
                    "messages".to_owned(),
                    json!({id.to_string(): w.message_json(m, Sight::Whole)}),
                );
                format!("a message of {}", w.person_name(m.author))
            };
            let mut data = json!({"id": c.id.to_string(), "name": command, "type": kind, "target_id": id.to_string()});
            add_resolved(&mut data, resolved);
            let line = format!("{} uses {command:?} on {on}", me.name);
            w.interact(Act {
                line: Some(line),
                name: command.clone(),
                command_kind: kind,
                ..me.act(Asked::Command, data)
            })
        };
        Action::new(&self.shared, Location::caller(), what, Box::new(doing))
    }

    pub(super) fn act(&self, asked: Asked, data: Value) -> Act {
        Act {
            user: self.id,
            channel: self.place,
            asked,
            data,
            name: String::new(),
            command_kind: 0,
            message: None,
            parent: None,
            line: None,
        }
    }

    /// Writes a message. `@name` of somebody known becomes a mention.
    ///
    /// # Panics
    /// If Discord would not let this person write that here; see [`User::try_say`].
    #[track_caller]
    pub fn say(&self, text: &str) -> Message {
        self.try_say(text)
            .unwrap_or_else(|e| panic!("{}: {e}", self.name))
    }

    /// Writes a message.
    ///
    /// # Errors
    /// No permission, too long, empty, a locked thread.
    pub fn try_say(&self, text: &str) -> Result<Message, Refused> {
        self.post(&Post {
            text: text.to_owned(),
            ..Post::default()
        })
    }

    /// Writes a message with a file.
    ///
    /// # Panics
    /// Like [`User::say`].
    #[track_caller]
    pub fn say_with(&self, text: &str, file: Upload) -> Message {
        self.post(&Post {
            text: text.to_owned(),
            files: vec![file],
            ..Post::default()
        })
        .unwrap_or_else(|e| panic!("{}: {e}", self.name))
    }

    /// Answers a message, with a ping, where that message stands.
    ///
    /// # Panics
    /// Like [`User::say`]; also for a private or deleted message.
    #[track_caller]
    pub fn reply_to(&self, message: &Message, text: &str) -> Message {
        self.try_reply_to(message, text, true)
            .unwrap_or_else(|e| panic!("{}: {e}", self.name))
    }

    /// Answers a message with the ping turned off.
    ///
    /// # Panics
    /// Like [`User::reply_to`].
    #[track_caller]
    pub fn reply_quietly(&self, message: &Message, text: &str) -> Message {
        self.try_reply_to(message, text, false)
            .unwrap_or_else(|e| panic!("{}: {e}", self.name))
    }

    pub(crate) fn try_reply_to(
        &self,
        message: &Message,
        text: &str,
        ping: bool,
    ) -> Result<Message, Refused> {
        let there = Self {
            place: message.channel().id(),
            ..self.clone()
        };
        there.post(&Post {
            text: text.to_owned(),
            reply_to: Some(message.id),
            ping,
            ..Post::default()
        })
    }

    fn post(&self, post: &Post) -> Result<Message, Refused> {
        let id = self.shared.change(|w| w.say(self.id, self.place, post))?;
        Ok(Message {
            shared: Arc::clone(&self.shared),
            id,
        })
    }

    /// Edits one's own message.
    ///
    /// # Panics
    /// If it is somebody else's.
    #[track_caller]
    pub fn edit(&self, message: &Message, text: &str) {
        self.shared
            .change(|w| w.edit_own(self.id, message.id, text))
            .unwrap_or_else(|e| panic!("{}: {e}", self.name));
    }

    /// Deletes one's own message, dismisses a private one, or deletes anybody's with the permission to manage messages.
    ///
    /// # Panics
    /// If this person may not.
    #[track_caller]
    pub fn delete(&self, message: &Message) {
        self.shared
            .change(|w| w.delete_as(self.id, message.id))
            .unwrap_or_else(|e| panic!("{}: {e}", self.name));
    }

    /// Reacts with an emoji.
    pub fn react(&self, message: &Message, emoji: &str) {
        self.shared
            .change(|w| w.react(message.id, self.id, emoji, true));
    }

    /// Takes a reaction back.
    pub fn unreact(&self, message: &Message, emoji: &str) {
        self.shared
            .change(|w| w.react(message.id, self.id, emoji, false));
    }

    /// Takes no direct messages any more: the bot gets error 50007.
    pub fn close_dms(&self) {
        self.set_dms(false);
    }

    /// Takes direct messages again.
    pub fn open_dms(&self) {
        self.set_dms(true);
    }

    fn set_dms(&self, open: bool) {
        self.shared.change(|w| {
            if let Some(p) = w.people.get_mut(&self.id) {
                p.dms_open = open;
            }
        });
    }

    /// Whether this person has the message on the screen.
    #[must_use]
    pub fn sees(&self, message: &Message) -> bool {
        self.shared.look(|w| {
            w.messages
                .get(&message.id)
                .is_some_and(|m| w.sees(self.id, m))
        })
    }
}

pub(super) fn add_resolved(data: &mut Value, resolved: Map<String, Value>) {
    if !resolved.is_empty() {
        data["resolved"] = Value::Object(resolved);
    }
}
