//! Command arguments and modal fields, and the client's validation against the registered command.

use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};

use crate::client::{Refused, refuse};
use crate::discord::option_type::{
    BOOLEAN, CHANNEL, INTEGER, MENTIONABLE, NUMBER, STRING, SUB_COMMAND, SUB_COMMAND_GROUP, USER,
};
use crate::state::World;

/// An argument of a command, or a field of a modal.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "Discord's option types")]
pub enum Arg {
    Text(String),
    Integer(i64),
    Number(f64),
    Bool(bool),
    /// A user id.
    User(u64),
    /// A channel id.
    Channel(u64),
}

/// Arguments by name, in the order in which they are typed. Built by [`crate::args!`]; `()` is empty.
#[derive(Debug, Clone, Default)]
pub struct Args(pub Vec<(String, Arg)>);

/// Arguments of a command or fields of a modal: `args! { opponent: &bob, game: "toto40" }`. Names that are not Rust
/// identifiers are quoted: `args! { "time-control": "5+3" }`.
#[macro_export]
macro_rules! args {
    ($($name:tt : $value:expr),* $(,)?) => {
        $crate::Args(vec![$(($crate::args!(@name $name), $crate::Arg::from($value))),*])
    };
    (@name $name:ident) => { stringify!($name).to_owned() };
    (@name $name:literal) => { $name.to_owned() };
}

impl From<()> for Args {
    fn from((): ()) -> Self {
        Self::default()
    }
}

macro_rules! arg_from {
    ($($from:ty => $to:expr;)*) => {
        $(impl From<$from> for Arg {
            fn from(v: $from) -> Self {
                ($to)(v)
            }
        })*
    };
}

arg_from! {
    &str => |v: &str| Self::Text(v.to_owned());
    String => Self::Text;
    &String => |v: &String| Self::Text(v.clone());
    i64 => Self::Integer;
    i32 => |v| Self::Integer(i64::from(v));
    f64 => Self::Number;
    bool => Self::Bool;
}

impl Arg {
    /// The argument as the client shows it.
    pub(crate) fn display(&self, world: &World) -> String {
        match self {
            Self::Text(s) => s.clone(),
            Self::Integer(n) => n.to_string(),
            Self::Number(n) => n.to_string(),
            Self::Bool(b) => b.to_string(),
            Self::User(id) => format!("@{}", world.user_name(*id)),
            Self::Channel(id) => {
                let channel = world.channels.get(id);
                format!("#{}", channel.map_or("?", |c| c.name.as_str()))
            }
        }
    }
}

impl Args {
    /// The arguments as the transcript shows them: ` opponent:@bob game:toto40`.
    pub(crate) fn display(&self, world: &World) -> String {
        let args = self.0.iter();
        args.map(|(name, arg)| [" ", name, ":", &arg.display(world)].concat())
            .collect()
    }

    fn take(&mut self, name: &str) -> Option<Arg> {
        let index = self.0.iter().position(|(k, _)| k == name)?;
        Some(self.0.remove(index).1)
    }
}

/// The `options` and `resolved` of an interaction.
#[derive(Debug)]
pub(crate) struct CommandOptions {
    pub(crate) options: Value,
    pub(crate) resolved: Map<String, Value>,
}

/// The user who enters arguments, the channel, and the focused argument during autocomplete.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Input<'a> {
    pub(crate) user: u64,
    pub(crate) channel: u64,
    pub(crate) focused: Option<&'a str>,
}

/// Validates arguments against a registered command, as Discord's client does. `path` names the subcommand.
pub(crate) fn command_options(
    world: &World,
    command: &Value,
    path: &[&str],
    args: Args,
    input: Input<'_>,
) -> Result<CommandOptions, Refused> {
    let mut resolver = Resolver {
        world,
        args,
        input,
        resolved: Map::new(),
    };
    let options = resolver.options(&command["options"], path)?;
    if resolver.args.0.is_empty() {
        return Ok(CommandOptions {
            options,
            resolved: resolver.resolved,
        });
    }
    let names: Vec<_> = resolver.args.0.iter().map(|(name, _)| name).collect();
    refuse(format!("the command has no option {names:?}"))
}

struct Resolver<'a> {
    world: &'a World,
    /// Arguments not consumed yet.
    args: Args,
    input: Input<'a>,
    resolved: Map<String, Value>,
}

impl Resolver<'_> {
    fn options(&mut self, options: &Value, path: &[&str]) -> Result<Value, Refused> {
        let list = options.as_array().map_or(&[][..], Vec::as_slice);
        let is_subcommand = |o: &&Value| o["type"] == SUB_COMMAND || o["type"] == SUB_COMMAND_GROUP;
        let subcommands: Vec<&Value> = list.iter().filter(is_subcommand).collect();
        if !subcommands.is_empty() {
            let (name, rest) = path.split_first().unzip();
            let chosen = subcommands
                .iter()
                .find(|o| name.is_some_and(|name| o["name"] == *name));
            let Some(chosen) = chosen else {
                let names: Vec<_> = subcommands
                    .iter()
                    .filter_map(|o| o["name"].as_str())
                    .collect();
                return refuse(format!("one of the subcommands {names:?} is required"));
            };
            let inner = self.options(&chosen["options"], rest.unwrap_or_default())?;
            return Ok(json!([{"name": chosen["name"], "type": chosen["type"], "options": inner}]));
        }
        if let Some(extra) = path.first() {
            return refuse(format!("there is no subcommand {extra:?}"));
        }
        let mut out = Vec::new();
        for option in list {
            let name = option["name"].as_str().unwrap_or_default();
            match self.args.take(name) {
                Some(arg) => out.push(self.option(option, name, &arg)?),
                None if option["required"] == true && self.input.focused.is_none() => {
                    return refuse(format!("the option {name:?} is required"));
                }
                None => {}
            }
        }
        Ok(Value::Array(out))
    }

    fn option(&mut self, option: &Value, name: &str, arg: &Arg) -> Result<Value, Refused> {
        let kind = option["type"].as_u64().unwrap_or(0);
        if self.input.focused == Some(name) {
            if option["autocomplete"] != true {
                return refuse(format!("the option {name:?} has no autocomplete"));
            }
            let value = arg.display(self.world);
            return Ok(json!({"name": name, "type": kind, "value": value, "focused": true}));
        }
        let value = self.value(option, name, arg)?;
        let choices = option["choices"].as_array().filter(|l| !l.is_empty());
        if choices.is_some_and(|choices| !choices.iter().any(|c| c["value"] == value)) {
            return refuse(format!("{value} is not among the choices of {name:?}"));
        }
        Ok(json!({"name": name, "type": kind, "value": value}))
    }

    fn value(&mut self, option: &Value, name: &str, arg: &Arg) -> Result<Value, Refused> {
        let kind = option["type"].as_u64().unwrap_or(0);
        match (kind, arg) {
            (STRING, Arg::Text(s)) => {
                let length = i64::try_from(s.chars().count()).unwrap_or(i64::MAX);
                check_range(option, name, "length", length)?;
                Ok(json!(s))
            }
            (INTEGER, Arg::Integer(n)) => {
                check_range(option, name, "value", *n)?;
                Ok(json!(n))
            }
            (NUMBER, Arg::Integer(n)) => Ok(json!(n)),
            (NUMBER, Arg::Number(n)) => Ok(json!(n)),
            (BOOLEAN, Arg::Bool(b)) => Ok(json!(b)),
            (USER | MENTIONABLE, Arg::User(id)) => {
                let channel = self.input.channel;
                Ok(resolve_user(self.world, *id, channel, &mut self.resolved))
            }
            (CHANNEL, Arg::Channel(id)) => {
                let channel = self.world.partial_channel_json(*id, self.input.user);
                insert(&mut self.resolved, "channels", *id, channel);
                Ok(json!(id.to_string()))
            }
            _ => refuse(format!(
                "the option {name:?} of type {kind} does not take {:?}",
                arg.display(self.world)
            )),
        }
    }
}

/// Checks `min_length` and `max_length`, or `min_value` and `max_value`.
fn check_range(option: &Value, name: &str, what: &str, n: i64) -> Result<(), Refused> {
    let bound = |side: &str| option[format!("{side}_{what}")].as_i64();
    let range: RangeInclusive<i64> =
        bound("min").unwrap_or(i64::MIN)..=bound("max").unwrap_or(i64::MAX);
    if range.contains(&n) {
        return Ok(());
    }
    refuse(format!(
        "the {what} of {name:?} must be between {} and {}",
        range.start(),
        range.end()
    ))
}

/// Inserts into an object of `resolved`.
fn insert(resolved: &mut Map<String, Value>, key: &str, id: u64, object: Value) {
    resolved.entry(key).or_insert_with(|| json!({}))[id.to_string()] = object;
}

/// Adds a user to `resolved`, and the member in a guild. Returns the id as an option's value.
pub(crate) fn resolve_user(
    world: &World,
    id: u64,
    channel: u64,
    resolved: &mut Map<String, Value>,
) -> Value {
    insert(resolved, "users", id, world.user_json(id));
    if let Some(guild) = world.guild_of(channel)
        && world.is_member(guild, id)
    {
        let member = world.resolved_member_json(guild, id, channel);
        insert(resolved, "members", id, member);
    }
    json!(id.to_string())
}

/// Adds a role to `resolved`. Returns the id as a value of a select menu.
pub(crate) fn resolve_role(role: Value, resolved: &mut Map<String, Value>) -> Value {
    let id = role["id"].clone();
    if let Some(key) = id.as_str() {
        resolved.entry("roles").or_insert_with(|| json!({}))[key] = role;
    }
    id
}

/// Adds a channel to `resolved`. Returns the id as a value of a select menu.
pub(crate) fn resolve_channel(world: &World, id: u64, resolved: &mut Map<String, Value>) -> Value {
    insert(resolved, "channels", id, world.channel_json(id));
    json!(id.to_string())
}
