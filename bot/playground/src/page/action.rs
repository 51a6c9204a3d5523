//! Actions of the page: `POST /_playground/act`.

use std::sync::Arc;

use serde_json::{Value, json};

use super::view::find_user;
use crate::client::{Refused, or_refuse, refuse};
use crate::discord::{command_type, option_type};
use crate::driver::{Action, Arg, Args, Message, Reply, User};
use crate::messages::as_id;
use crate::state::{Shared, World};

/// The maximum number of users, as names come from outside.
const MAX_USERS: usize = 50;

/// Performs an action. Returns modal and choices of the response; messages are in the state.
pub(super) async fn act(shared: &Arc<Shared>, body: &Value) -> Result<Value, Refused> {
    let request = ActionRequest { shared, body };
    let name = request.text("do");
    if name == "user" {
        return request.add_user();
    }
    let user = request.user()?;
    // The bot has just replaced what was pressed, and the page shows it in a moment.
    if matches!(name, "click" | "select") && !request.is_there()? {
        return Ok(json!({"ok": true, "stale": true}));
    }
    let message = request.id("message").unwrap_or(0);
    let action = match name {
        "say" => return request.say(&user),
        "edit" => {
            let text = request.text("text");
            let edited = shared.update(|w| w.edit_as(user.id(), message, text));
            return edited.map(|()| json!({"ok": true}));
        }
        "delete" => {
            let deleted = shared.update(|w| w.delete_as(user.id(), message));
            return deleted.map(|()| json!({"ok": true}));
        }
        "react" => return request.react(&user),
        "slash" => user.slash(request.command(), request.args()?),
        "autocomplete" => {
            user.autocomplete_option(request.command(), request.args()?, request.text("focused"))
        }
        "click" => user.click(&request.message()?, request.text("component")),
        "select" => request.select(&user)?,
        "context" => request.context(&user)?,
        "submit" => user.submit(&request.reply(), request.fields()),
        unknown => return refuse(format!("there is no action {unknown:?}")),
    };
    respond(action).await
}

/// Waits for the initial response.
async fn respond(action: Action) -> Result<Value, Refused> {
    let reply = action.try_ack().await?;
    let choice = |(name, value)| json!({"name": name, "value": value});
    let choices: Value = reply.choices().into_iter().map(choice).collect();
    Ok(
        json!({"ok": true, "interaction": reply.id().to_string(), "kind": reply.kind(), "modal": reply.modal(), "choices": choices}),
    )
}

struct ActionRequest<'a> {
    shared: &'a Arc<Shared>,
    body: &'a Value,
}

impl ActionRequest<'_> {
    fn text(&self, key: &str) -> &str {
        self.body[key].as_str().unwrap_or_default()
    }

    fn id(&self, key: &str) -> Option<u64> {
        as_id(&self.body[key])
    }

    fn command(&self) -> &str {
        self.text("command").trim_start_matches('/')
    }

    fn optional_message(&self) -> Option<Message> {
        let id = self.id("message")?;
        Some(Message::new(self.shared, id))
    }

    fn message(&self) -> Result<Message, Refused> {
        or_refuse(self.optional_message(), "the message is missing")
    }

    /// The interaction that opened a modal.
    fn reply(&self) -> Reply {
        Reply::new(self.shared, self.id("interaction").unwrap_or(0))
    }

    /// The acting user in their channel. The default is the first guild channel.
    fn user(&self) -> Result<User, Refused> {
        let name = self.text("user");
        let user = self
            .shared
            .read(|w| find_user(w, name).filter(|id| *id != w.bot));
        let user = or_refuse(user, format!("there is no user {name:?}"))?;
        let channel = if self.body["channel"] == "dm" {
            self.shared.update(|w| w.dm_with(user))
        } else {
            self.id("channel").unwrap_or_else(|| {
                self.shared.read(|w| {
                    let mut channels = w.channels.values();
                    let first = channels.find(|c| c.guild.is_some());
                    first.map_or(0, |c| c.id)
                })
            })
        };
        Ok(User::new(self.shared, user, channel))
    }

    /// Whether the message still has the component.
    fn is_there(&self) -> Result<bool, Refused> {
        let (message, wanted) = (self.message()?.id, self.text("component"));
        Ok(self.shared.read(|w| {
            let message = w.messages.get(&message).filter(|m| !m.deleted);
            message.is_some_and(|m| m.component(wanted).is_some())
        }))
    }

    fn add_user(&self) -> Result<Value, Refused> {
        let name = self.text("text").trim();
        let length = name.chars().count();
        if !(2..=32).contains(&length) || name.contains(['@', '#', ':', '`', '<', '>']) {
            return refuse("a name has 2 to 32 characters, none of them @ # : ` < >");
        }
        self.shared.update(|w| {
            if w.users.len() > MAX_USERS {
                return refuse("the playground is full");
            }
            let known = w.user_named(name);
            if known.is_some_and(|user| user.is_bot) {
                return refuse("that is the bot's name");
            }
            let guild = w.guilds.keys().next().copied().unwrap_or_default();
            let id = w.user_or_member(guild, name);
            Ok(json!({"ok": true, "user": id.to_string()}))
        })
    }

    fn say(&self, user: &User) -> Result<Value, Refused> {
        let (reply_to, pings_author) = (self.optional_message(), self.body["ping"] != false);
        let posted = user.post(self.text("text"), reply_to.as_ref(), pings_author)?;
        Ok(json!({"ok": true, "message": posted.id().to_string()}))
    }

    fn react(&self, user: &User) -> Result<Value, Refused> {
        let (message, emoji) = (self.message()?.id(), self.text("text"));
        self.shared.update(|w| {
            let m = w.messages.get(&message);
            let users = m.and_then(|m| m.reactions.get(emoji));
            let has_reacted = users.is_some_and(|users| users.contains(&user.id()));
            w.set_reaction(message, user.id(), emoji, !has_reacted);
        });
        Ok(json!({"ok": true}))
    }

    fn select(&self, user: &User) -> Result<Action, Refused> {
        let values = self.body["values"].as_array().into_iter().flatten();
        let values: Vec<&str> = values.filter_map(Value::as_str).collect();
        Ok(user.select(&self.message()?, self.text("component"), &values))
    }

    fn context(&self, user: &User) -> Result<Action, Refused> {
        if let Some(message) = self.optional_message() {
            return Ok(user.context(self.command(), &message));
        }
        let name = self.text("target");
        let target = self.shared.read(|w| find_user(w, name));
        let target = or_refuse(target, format!("there is no user {name:?}"))?;
        let target = User::new(self.shared, target, user.channel().id());
        Ok(user.context(self.command(), &target))
    }

    fn fields(&self) -> Args {
        let fields = self.body["fields"].as_object().into_iter().flatten();
        let text = |v: &Value| Arg::Text(v.as_str().unwrap_or_default().to_owned());
        Args(fields.map(|(k, v)| (k.clone(), text(v))).collect())
    }

    /// The options of a command, converted to the types that it takes.
    fn args(&self) -> Result<Args, Refused> {
        let mut path = self.command().split_whitespace();
        let name = path.next().unwrap_or_default();
        self.shared.read(|w| {
            let mut commands = w.commands.values();
            let command =
                commands.find(|c| c.name() == name && c.kind() == command_type::CHAT_INPUT);
            let Some(command) = command else {
                return refuse(format!("there is no command {name:?}"));
            };
            let find = |options: &'_ Value, name: &str| {
                let mut list = options.as_array().into_iter().flatten();
                list.find(|o| o["name"] == name).cloned()
            };
            let mut options = command.body["options"].clone();
            for subcommand in path {
                let found = find(&options, subcommand).unwrap_or_default();
                options = found["options"].clone();
            }
            let given = self.body["options"].as_object().into_iter().flatten();
            let arg = |(key, value): (&String, &Value)| {
                let kind = find(&options, key).and_then(|o| o["type"].as_u64());
                // The option with the focus is still being typed.
                let kind = kind.filter(|_| self.body["focused"] != key.as_str());
                let kind = kind.unwrap_or(option_type::STRING);
                Ok((key.clone(), convert(w, kind, value)?))
            };
            given.map(arg).collect::<Result<Vec<_>, _>>().map(Args)
        })
    }
}

/// Converts what was typed to an argument of an option type.
fn convert(w: &World, kind: u64, value: &Value) -> Result<Arg, Refused> {
    let text = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    let (arg, noun) = match kind {
        option_type::INTEGER => (text.parse().ok().map(Arg::Integer), "an integer"),
        option_type::NUMBER => (text.parse().ok().map(Arg::Number), "a number"),
        option_type::BOOLEAN => return Ok(Arg::Bool(text.eq_ignore_ascii_case("true"))),
        option_type::USER | option_type::MENTIONABLE => {
            (find_user(w, &text).map(Arg::User), "a user")
        }
        option_type::CHANNEL => {
            let name = text.trim_start_matches('#');
            let mut channels = w.channels.values();
            let channel = channels.find(|c| c.id.to_string() == name || c.name == name);
            (channel.map(|c| Arg::Channel(c.id)), "a channel")
        }
        option_type::ATTACHMENT => return refuse("this page cannot upload files"),
        _ => return Ok(Arg::Text(text)),
    };
    or_refuse(arg, format!("{text:?} is not {noun}"))
}
