//! A user and their actions.

use std::sync::Arc;

use serde_json::{Value, json};

use super::args::{Args, Resolver, resolve_user};
use super::{Action, Arg, Channel, Message};
use crate::client::{Refused, or_refuse, refuse};
use crate::discord::command_type;
use crate::state::{InteractionState, InteractionType, Shared, World};

/// A user looking at a channel.
#[derive(Debug, Clone)]
pub struct User {
    pub(super) shared: Arc<Shared>,
    pub(super) id: u64,
    pub(super) name: String,
    pub(super) channel: u64,
}

/// The target of a context menu command: a message or a user.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    kind: u64,
    id: u64,
}

impl From<&Message> for Target {
    fn from(message: &Message) -> Self {
        let (kind, id) = (command_type::MESSAGE, message.id);
        Self { kind, id }
    }
}

impl From<&User> for Target {
    fn from(user: &User) -> Self {
        let (kind, id) = (command_type::USER, user.id);
        Self { kind, id }
    }
}

impl User {
    pub(crate) fn new(shared: &Arc<Shared>, id: u64, channel: u64) -> Self {
        Self {
            shared: Arc::clone(shared),
            id,
            name: shared.read(|w| w.user_name(id)),
            channel,
        }
    }

    /// The snowflake.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The display name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// `<@id>`
    pub fn mention(&self) -> String {
        format!("<@{}>", self.id)
    }

    /// The channel that this user is looking at.
    pub fn channel(&self) -> Channel {
        Channel::new(&self.shared, self.channel)
    }

    /// This user in another channel. They join its guild.
    #[must_use]
    pub fn at(&self, channel: &Channel) -> Self {
        if let Some(guild) = self.shared.read(|w| w.guild_of(channel.id())) {
            self.shared.update(|w| w.join(guild, self.id));
        }
        self.in_channel(channel.id())
    }

    /// This user in their DM with the bot.
    #[must_use]
    pub fn dm(&self) -> Self {
        self.in_channel(self.shared.update(|w| w.dm_with(self.id)))
    }

    fn in_channel(&self, channel: u64) -> Self {
        Self {
            channel,
            ..self.clone()
        }
    }

    /// Uses a slash command. `"group sub"` names a subcommand.
    #[track_caller]
    pub fn slash(&self, command: &str, args: impl Into<Args>) -> Action {
        let (user, args, command) = (self.clone(), args.into(), command.to_owned());
        let description = format!("/{command} of {}", self.name);
        Action::new(&self.shared, description, move |w| {
            let line = format!("{}: /{command}{}", user.name, args.display(w));
            let data = user.command_data(w, &command, args, None)?;
            let interaction = user.interaction(InteractionType::Command, command);
            w.interact(interaction, &data, Some(line))
        })
    }

    /// Types a slash command up to its last argument, for which the bot autocompletes: [`crate::Reply::choices`].
    #[track_caller]
    pub fn autocomplete(&self, command: &str, args: impl Into<Args>) -> Action {
        let args = args.into();
        let focused = args.0.last().map(|(name, _)| name.clone());
        self.autocomplete_option(command, args, &focused.unwrap_or_default())
    }

    /// Like [`User::autocomplete`], with the focus on a given argument.
    #[track_caller]
    pub(crate) fn autocomplete_option(&self, command: &str, args: Args, focused: &str) -> Action {
        let (user, command, focused) = (self.clone(), command.to_owned(), focused.to_owned());
        let description = format!("autocomplete of /{command} for {}", self.name);
        Action::new(&self.shared, description, move |w| {
            if focused.is_empty() {
                return refuse("no argument has the focus");
            }
            let data = user.command_data(w, &command, args, Some(&focused))?;
            let interaction = user.interaction(InteractionType::Autocomplete, command);
            w.interact(interaction, &data, None)
        })
    }

    /// The `data` of a slash command or its autocomplete.
    fn command_data(
        &self,
        w: &World,
        command: &str,
        args: Args,
        focused: Option<&str>,
    ) -> Result<Value, Refused> {
        let mut path = command.split_whitespace();
        let name = or_refuse(path.next(), "no command")?;
        let path: Vec<&str> = path.collect();
        let kind = command_type::CHAT_INPUT;
        let c = w.usable_command(self.id, self.channel, name, kind)?;
        let mut data = json!({"id": c.id.to_string(), "name": name, "type": kind});
        if let Some(guild) = c.guild {
            data["guild_id"] = json!(guild.to_string());
        }
        let resolver = Resolver {
            world: w,
            user: self.id,
            channel: self.channel,
            focused,
            args,
            data,
        };
        resolver.resolve(&c.body, &path)
    }

    /// Uses a context menu command on a message or a user.
    #[track_caller]
    pub fn context(&self, command: &str, target: impl Into<Target>) -> Action {
        let (user, command, target) = (self.clone(), command.to_owned(), target.into());
        let (kind, target) = (target.kind, target.id);
        let description = format!("{command:?} of {}", self.name);
        Action::new(&self.shared, description, move |w| {
            let id = w.usable_command(user.id, user.channel, &command, kind)?.id;
            let (id, target_id) = (id.to_string(), target.to_string());
            let mut data = json!({"id": id, "name": command, "type": kind, "target_id": target_id});
            let noun = user.resolve_target(w, kind, target, &mut data)?;
            let line = format!("{} uses {command:?} on {noun}", user.name);
            let interaction = user.interaction(InteractionType::Command, command);
            w.interact(interaction, &data, Some(line))
        })
    }

    /// Adds the target of a context menu command to `resolved`. Returns its description.
    fn resolve_target(
        &self,
        w: &World,
        kind: u64,
        target: u64,
        data: &mut Value,
    ) -> Result<String, Refused> {
        if kind == command_type::USER {
            resolve_user(data, w, target, self.channel);
            return Ok(w.user_name(target));
        }
        let message = w.messages.get(&target);
        let Some(m) = message.filter(|m| w.sees(self.id, m)) else {
            return refuse(format!("{} does not see this message", self.name));
        };
        data["resolved"]["messages"][target.to_string()] = w.message_json(m);
        Ok(format!("a message of {}", w.user_name(m.author)))
    }

    /// An interaction of this user in their channel, not sent yet. Its `name` is the command or the custom id.
    pub(super) fn interaction(&self, kind: InteractionType, name: String) -> InteractionState {
        InteractionState {
            kind,
            name,
            user: self.id,
            channel: self.channel,
            ..InteractionState::default()
        }
    }

    /// Posts a message. `@name` of a known user becomes a mention. Panics if the client refuses; see [`User::try_say`].
    #[track_caller]
    pub fn say(&self, text: &str) -> Message {
        self.unwrap(self.try_say(text))
    }

    /// Posts a message.
    pub fn try_say(&self, text: &str) -> Result<Message, Refused> {
        self.post(text, None, true)
    }

    /// Replies to a message in its channel, with a ping. Panics like [`User::say`], also for an ephemeral or deleted
    /// message.
    #[track_caller]
    pub fn reply_to(&self, message: &Message, text: &str) -> Message {
        self.unwrap(self.post(text, Some(message), true))
    }

    /// Replies to a message with the ping turned off. Panics like [`User::reply_to`].
    #[track_caller]
    pub fn reply_quietly(&self, message: &Message, text: &str) -> Message {
        self.unwrap(self.post(text, Some(message), false))
    }

    /// Posts a message, or a reply in the channel of another message.
    pub(crate) fn post(
        &self,
        text: &str,
        reply_to: Option<&Message>,
        pings_author: bool,
    ) -> Result<Message, Refused> {
        let channel = reply_to.map_or(self.channel, |m| m.channel().id());
        let reply_to = reply_to.map(Message::id);
        let say = |w: &mut World| w.say(self.id, channel, text, reply_to, pings_author);
        let id = self.shared.update(say)?;
        Ok(Message::new(&self.shared, id))
    }

    #[track_caller]
    fn unwrap<T>(&self, result: Result<T, Refused>) -> T {
        result.unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// Edits a message of their own. Panics if it is not their own.
    #[track_caller]
    pub fn edit(&self, message: &Message, text: &str) {
        let edited = self.shared.update(|w| w.edit_as(self.id, message.id, text));
        self.unwrap(edited);
    }

    /// Deletes a message of their own, dismisses an ephemeral one, or deletes any with the permission to manage messages.
    /// Panics if the client refuses.
    #[track_caller]
    pub fn delete(&self, message: &Message) {
        let deleted = self.shared.update(|w| w.delete_as(self.id, message.id));
        self.unwrap(deleted);
    }

    /// Adds a reaction.
    pub fn react(&self, message: &Message, emoji: &str) {
        self.shared.update(|w| w.react(message.id, self.id, emoji));
    }

    /// Removes a reaction.
    pub fn unreact(&self, message: &Message, emoji: &str) {
        self.shared
            .update(|w| w.unreact(message.id, self.id, emoji));
    }

    /// Rejects direct messages: the bot gets error 50007.
    pub fn close_dms(&self) {
        self.set_dms_open(false);
    }

    /// Accepts direct messages again.
    pub fn open_dms(&self) {
        self.set_dms_open(true);
    }

    fn set_dms_open(&self, open: bool) {
        self.shared.update(|w| {
            if let Some(user) = w.users.get_mut(&self.id) {
                user.dms_open = open;
            }
        });
    }

    /// Whether this user sees a message.
    pub fn sees(&self, message: &Message) -> bool {
        self.shared.read(|w| {
            let message = w.messages.get(&message.id);
            message.is_some_and(|m| w.sees(self.id, m))
        })
    }
}

impl From<&User> for Arg {
    fn from(user: &User) -> Self {
        Self::User(user.id())
    }
}

impl Channel {
    /// Denies a user permissions here.
    pub fn deny(&self, user: &User, permissions: u64) {
        self.shared.update(|w| {
            w.overwrite(self.id, user.id(), 0, permissions);
        });
    }

    /// The messages that a user currently sees.
    pub fn screen(&self, user: &User) -> String {
        self.shared.read(|w| w.screen(self.id, user.id()))
    }
}
