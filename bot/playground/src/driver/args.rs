//! Command arguments and modal fields, and the client's validation against the registered command.

use serde_json::{Value, json};

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

/// Arguments that a user enters, validated against a registered command as Discord's client does.
pub(super) struct Resolver<'a> {
    pub(super) world: &'a World,
    pub(super) user: u64,
    pub(super) channel: u64,
    /// The argument with the focus during autocomplete.
    pub(super) focused: Option<&'a str>,
    /// Arguments not consumed yet.
    pub(super) args: Args,
    /// The `data` of the interaction, which gets `options` and `resolved`.
    pub(super) data: Value,
}

impl Resolver<'_> {
    /// Returns the `data`. `path` names the subcommand.
    pub(super) fn resolve(mut self, command: &Value, path: &[&str]) -> Result<Value, Refused> {
        self.data["options"] = self.options(&command["options"], path)?;
        if self.args.0.is_empty() {
            return Ok(self.data);
        }
        let names: Vec<_> = self.args.0.iter().map(|(name, _)| name).collect();
        refuse(format!("the command has no option {names:?}"))
    }

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
                let names = subcommands.iter().filter_map(|o| o["name"].as_str());
                let names: Vec<_> = names.collect();
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
                None if option["required"] == true && self.focused.is_none() => {
                    return refuse(format!("the option {name:?} is required"));
                }
                None => {}
            }
        }
        Ok(Value::Array(out))
    }

    fn option(&mut self, option: &Value, name: &str, arg: &Arg) -> Result<Value, Refused> {
        let kind = option["type"].as_u64().unwrap_or(0);
        if self.focused == Some(name) {
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
                resolve_user(&mut self.data, self.world, *id, self.channel);
                Ok(json!(id.to_string()))
            }
            (CHANNEL, Arg::Channel(id)) => {
                let channel = self.world.partial_channel_json(*id, self.user);
                self.data["resolved"]["channels"][id.to_string()] = channel;
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
    let min = bound("min").unwrap_or(i64::MIN);
    let max = bound("max").unwrap_or(i64::MAX);
    if (min..=max).contains(&n) {
        return Ok(());
    }
    refuse(format!(
        "the {what} of {name:?} must be between {min} and {max}"
    ))
}

/// Adds a user to the `resolved` of an interaction's data, and the member in a guild.
pub(super) fn resolve_user(data: &mut Value, world: &World, id: u64, channel: u64) {
    data["resolved"]["users"][id.to_string()] = world.user_json(id);
    if let Some(guild) = world.guild_of(channel)
        && world.is_member(guild, id)
    {
        let member = world.resolved_member_json(guild, id, channel);
        data["resolved"]["members"][id.to_string()] = member;
    }
}

/// Returns a JSON string, or an empty one in place of any other value.
pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
