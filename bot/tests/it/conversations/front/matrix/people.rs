//! People with clients, who type and react.

use std::fmt::Write as _;
use std::sync::Arc;

use ::matrix::{EventKind, Reaction};
use playground::{Arg, Args};

use super::posts::MatrixMessage;
use super::rooms::MatrixRoom;
use super::{Matrix, World};
use crate::conversations::front::{Answer, Person, Post as _};
use crate::homeserver;

/// Someone with a client, looking at a room or a thread.
#[derive(Clone, Debug)]
pub(crate) struct MatrixUser {
    pub(super) name: String,
    pub(super) channel: MatrixRoom,
}

impl MatrixUser {
    fn world(&self) -> &Arc<World> {
        &self.channel.world
    }

    pub(super) fn user(&self) -> homeserver::User {
        self.world().server.user(&self.name)
    }

    fn types(&self, text: &str) -> homeserver::Message {
        let room = &self.channel.room;
        match &self.channel.thread {
            None => self.user().say(room, text),
            Some(thread) => {
                let beginning = self.world().server.message(thread).unwrap();
                self.user().say_in_thread(&beginning, text)
            }
        }
    }

    /// Records an event as a command or choice, and waits until Delos has handled it.
    async fn asked(&self, event: String, of: Option<&MatrixMessage>) -> MatrixReply {
        let world = self.world();
        world.asked.lock().unwrap().insert(event.clone());
        let of = of.filter(|of| of.is_ephemeral()).cloned();
        if let Some(of) = &of {
            of.is_pressed_by(event.clone());
        }
        let what = format!("{event} of {} to be carried out", self.name);
        let done = || world.server.has_handled(&event).then_some(());
        world.server.when(&what, done).await;
        MatrixReply {
            world: Arc::clone(world),
            event,
            of,
        }
    }

    /// Reacts to a message; returns `None` if the person has already done so.
    fn reacts(&self, message: &homeserver::Message, key: &str) -> Option<String> {
        let reaction = (self.name.clone(), message.id.clone(), key.to_owned());
        if !self.world().reacted.lock().unwrap().insert(reaction) {
            return None;
        }
        let reaction = EventKind::Reaction(Reaction {
            to: message.id.clone(),
            key: key.to_owned(),
        });
        let server = &self.world().server;
        Some(server.add_event(&message.room, &self.user().id, reaction))
    }

    fn answers(&self, message: &homeserver::Message, word: &str) -> String {
        self.user().reply(message, word).id
    }

    /// Returns a person, room or power level as a reply names it.
    fn named(value: &str) -> String {
        match value.strip_prefix('#') {
            Some(room) => format!("!{room}:hs"),
            None => value.to_owned(),
        }
    }
}

/// Returns a command as people type it.
fn typed(command: &str, args: &Args) -> String {
    let mut text = command.to_owned();
    for (name, value) in &args.0 {
        let value = match value {
            Arg::Text(text) => text.replace('\\', "\\\\").replace('"', "\\\""),
            Arg::Integer(number) => number.to_string(),
            Arg::Bool(true) => "yes".to_owned(),
            Arg::Bool(false) => "no".to_owned(),
            other => panic!("{other:?} is not typed"),
        };
        let _ = write!(text, " {name}:\"{value}\"");
    }
    text
}

impl Person for MatrixUser {
    type On = Matrix;

    fn name(&self) -> &str {
        &self.name
    }

    fn arg(&self) -> Arg {
        Arg::Text(self.user().id)
    }

    fn dm(&self) -> Self {
        let room = self.world().server.direct(&self.name);
        Self {
            channel: MatrixRoom {
                room,
                thread: None,
                ..self.channel.clone()
            },
            ..self.clone()
        }
    }

    fn at(&self, channel: &MatrixRoom) -> Self {
        let server = &self.world().server;
        if !server.has_member(&channel.room, &self.name) {
            server.set_member(&channel.room, &self.name, 0);
        }
        Self {
            channel: channel.clone(),
            ..self.clone()
        }
    }

    fn channel(&self) -> MatrixRoom {
        self.channel.clone()
    }

    fn close_dms(&self) {
        self.world().server.refuse_direct(&self.name);
    }

    fn open_dms(&self) {
        self.world().server.accept_direct(&self.name);
    }

    async fn slash(&self, command: &str, args: impl Into<Args>) -> MatrixReply {
        let text = typed(command, &args.into());
        let asked = self.types(&format!("!delos {text}"));
        self.asked(asked.id, None).await
    }

    async fn click(&self, message: &MatrixMessage, button: &str) -> MatrixReply {
        let (form, key) = message.with_button(button);
        // Reactions are public, so they only press public buttons.
        let key = key.filter(|_| !message.is_ephemeral());
        let event = key.and_then(|key| self.reacts(&form, &key));
        let event = event.unwrap_or_else(|| self.answers(&form, button));
        self.asked(event, Some(message)).await
    }

    async fn select(&self, message: &MatrixMessage, menu: &str, values: &[&str]) -> MatrixReply {
        let (form, number) = message.with_option(menu, values);
        let word = if let Some(number) = number {
            number.to_string()
        } else {
            let named = values.iter().map(|value| Self::named(value));
            named.collect::<Vec<_>>().join(" ")
        };
        let event = self.answers(&form, &word);
        self.asked(event, Some(message)).await
    }

    async fn submit(&self, form: &MatrixReply, fields: impl Into<Args>) -> MatrixReply {
        let question = form.message().await;
        let lines = fields.into().0.into_iter().map(|(_, value)| match value {
            Arg::Text(text) => text,
            other => panic!("{other:?} is no text"),
        });
        let text = lines.collect::<Vec<_>>().join("\n");
        let event = self.answers(&question.now(), &text);
        self.asked(event, form.of.as_ref()).await
    }

    fn say(&self, text: &str) -> MatrixMessage {
        let (user, room) = (self.user(), &self.channel.room);
        let said = match text.strip_prefix("@Delos") {
            Some(rest) => user.mention(room, rest.trim()),
            None => self.types(text),
        };
        MatrixMessage::new(self.world(), said.id)
    }

    fn reply_to(&self, message: &MatrixMessage, text: &str) -> MatrixMessage {
        let said = self.user().reply(&message.now(), text);
        MatrixMessage::new(self.world(), said.id)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct MatrixReply {
    world: Arc<World>,
    event: String,
    /// The private message whose choice it answers.
    of: Option<MatrixMessage>,
}

impl Answer for MatrixReply {
    type On = Matrix;

    async fn message(&self) -> MatrixMessage {
        let what = format!("an answer to {}", self.event);
        let sent = || self.messages().pop();
        self.world.server.when(&what, sent).await
    }

    fn messages(&self) -> Vec<MatrixMessage> {
        let sent = self.world.server.sent_with(&format!("a:{}", self.event));
        let message = sent.map(|one| MatrixMessage::new(&self.world, one.id));
        message.into_iter().collect()
    }
}
