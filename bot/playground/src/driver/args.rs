//! The arguments of a command or a modal, and their check against what the bot has registered.

use serde_json::{Map, Value, json};

use super::{Channel, User};
use crate::acting::{Refused, refuse};
use crate::messages::Upload;
use crate::state::World;

/// One argument: what a person types or picks.
#[derive(Debug, Clone)]
pub enum Arg {
    /// A string.
    Text(String),
    /// An integer.
    Integer(i64),
    /// A number with a fraction.
    Number(f64),
    /// Yes or no.
    Bool(bool),
    /// A person, by id.
    User(u64),
    /// A channel, by id.
    Channel(u64),
    /// A file that is uploaded with the command.
    File(Upload),
}

/// Arguments by name, in the order in which they were typed. Made by [`crate::args!`]; `()` is none.
#[derive(Debug, Clone, Default)]
pub struct Args(pub Vec<(String, Arg)>);

/// Arguments of a command or fields of a modal: `args! { opponent: &bob, game: "toto40" }`. Names that are no Rust identifiers
/// go in quotes: `args! { "time-control": "5+3" }`.
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
    &User => |v: &User| Self::User(v.id());
    &Channel => |v: &Channel| Self::Channel(v.id());
    Upload => Self::File;
}

impl Arg {
    pub(crate) fn words(&self, world: &World) -> String {
        match self {
            Self::Text(s) => s.clone(),
            Self::Integer(n) => n.to_string(),
            Self::Number(n) => n.to_string(),
            Self::Bool(b) => b.to_string(),
            Self::User(id) => format!("@{}", world.person_name(*id)),
            Self::Channel(id) => format!(
                "#{}",
                world.channels.get(id).map_or("?", |c| c.name.as_str())
            ),
            Self::File(f) => f.name.clone(),
        }
    }
}

impl Args {
    /// As the transcript shows them: `opponent:@bob game:toto40`.
    pub(crate) fn words(&self, world: &World) -> String {
        let words = self
            .0
            .iter()
            .map(|(k, v)| [" ", k, ":", &v.words(world)].concat());
        words.collect()
    }

    fn take(&mut self, name: &str) -> Option<Arg> {
        let at = self.0.iter().position(|(k, _)| k == name)?;
        Some(self.0.remove(at).1)
    }
}

/// Arguments in the form in which the gateway sends them.
#[derive(Debug)]
pub(crate) struct Wired {
    pub(crate) options: Value,
    pub(crate) resolved: Map<String, Value>,
}

/// Who gives arguments, where, and which one is being typed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Typing<'a> {
    pub(crate) user: u64,
    pub(crate) channel: u64,
    pub(crate) focused: Option<&'a str>,
}

/// Checks arguments as Discord's client does.
pub(crate) fn wire(
    world: &mut World,
    body: &Value,
    path: &[&str],
    mut args: Args,
    typing: Typing<'_>,
) -> Result<Wired, Refused> {
    let mut resolved = Map::new();
    let options = level(
        world,
        &body["options"],
        path,
        &mut args,
        typing,
        &mut resolved,
    )?;
    if args.0.is_empty() {
        Ok(Wired { options, resolved })
    } else {
        let names: Vec<_> = args.0.iter().map(|(k, _)| k).collect();
        refuse(format!("the command has no option {names:?}"))
    }
}

fn level(
    world: &mut World,
    options: &Value,
    path: &[&str],
    args: &mut Args,
    typing: Typing<'_>,
    resolved: &mut Map<String, Value>,
) -> Result<Value, Refused> {
    let none = Vec::new();
    let list = options.as_array().unwrap_or(&none);
    let nested: Vec<&Value> = list
        .iter()
        .filter(|o| o["type"] == 1 || o["type"] == 2)
        .collect();
    if !nested.is_empty() {
        let Some(sub) = path
            .first()
            .and_then(|p| nested.iter().find(|o| o["name"] == *p))
        else {
            let names: Vec<_> = nested.iter().filter_map(|o| o["name"].as_str()).collect();
            return refuse(format!("one of the sub-commands {names:?} is needed"));
        };
        let inner = level(
            world,
            &sub["options"],
            path.get(1..).unwrap_or_default(),
            args,
            typing,
            resolved,
        )?;
        return Ok(json!([{"name": sub["name"], "type": sub["type"], "options": inner}]));
    }
    if let Some(extra) = path.first() {
        return refuse(format!("there is no sub-command {extra:?}"));
    }
    let mut out = Vec::new();
    for def in list {
        let name = def["name"].as_str().unwrap_or_default();
        match args.take(name) {
            Some(arg) => out.push(one(world, def, name, arg, typing, resolved)?),
            None if def["required"] == true && typing.focused.is_none() => {
                return refuse(format!("the option {name:?} is required"));
            }
            None => {}
        }
    }
    Ok(Value::Array(out))
}

fn one(
    world: &mut World,
    def: &Value,
    name: &str,
    arg: Arg,
    typing: Typing<'_>,
    resolved: &mut Map<String, Value>,
) -> Result<Value, Refused> {
    let kind = def["type"].as_u64().unwrap_or(0);
    if typing.focused == Some(name) {
        if def["autocomplete"] != true {
            return refuse(format!("the option {name:?} has no autocompletion"));
        }
        let text = arg.words(world);
        return Ok(json!({"name": name, "type": kind, "value": text, "focused": true}));
    }
    let value = match (kind, arg) {
        (3, Arg::Text(s)) => {
            in_range(
                def,
                name,
                "length",
                i64::try_from(s.chars().count()).unwrap_or(i64::MAX),
            )?;
            json!(s)
        }
        (4, Arg::Integer(n)) => {
            in_range(def, name, "value", n)?;
            json!(n)
        }
        (10, Arg::Integer(n)) => json!(n),
        (10, Arg::Number(n)) => json!(n),
        (5, Arg::Bool(b)) => json!(b),
        (6 | 9, Arg::User(id)) => resolve_user(world, id, typing.channel, resolved),
        (7, Arg::Channel(id)) => {
            let c = world.partial_channel_json(id, typing.user);
            entry(resolved, "channels").insert(id.to_string(), c);
            json!(id.to_string())
        }
        (11, Arg::File(f)) => {
            let stored = world.store_file(typing.channel, &f.name, &f, None, true);
            entry(resolved, "attachments").insert(stored.id.to_string(), stored.json());
            json!(stored.id.to_string())
        }
        (_, arg) => {
            return refuse(format!(
                "the option {name:?} of type {kind} does not take {:?}",
                arg.words(world)
            ));
        }
    };
    let choices = def["choices"].as_array().filter(|l| !l.is_empty());
    if choices.is_some_and(|l| !l.iter().any(|c| c["value"] == value)) {
        return refuse(format!("{value} is not among the choices of {name:?}"));
    }
    Ok(json!({"name": name, "type": kind, "value": value}))
}

fn in_range(def: &Value, name: &str, what: &str, n: i64) -> Result<(), Refused> {
    let bound = |side: &str| def[format!("{side}_{what}")].as_f64();
    #[expect(
        clippy::cast_precision_loss,
        reason = "Discord's integers fit into 53 bits"
    )]
    let x = n as f64;
    if bound("min").is_some_and(|b| x < b) || bound("max").is_some_and(|b| x > b) {
        return refuse(format!(
            "the {what} of {name:?} must be within {:?} and {:?}",
            bound("min"),
            bound("max")
        ));
    }
    Ok(())
}

fn entry<'m>(resolved: &'m mut Map<String, Value>, key: &str) -> &'m mut Map<String, Value> {
    let slot = resolved.entry(key).or_insert_with(|| json!({}));
    if !slot.is_object() {
        *slot = json!({});
    }
    match slot {
        Value::Object(m) => m,
        _ => unreachable!("it was made an object"),
    }
}

/// Puts a person into `resolved`; the member too where there is a server.
pub(crate) fn resolve_user(
    world: &World,
    id: u64,
    channel: u64,
    resolved: &mut Map<String, Value>,
) -> Value {
    entry(resolved, "users").insert(id.to_string(), world.user_json(id));
    if let Some(g) = world.channels.get(&channel).and_then(|c| c.guild)
        && world
            .guilds
            .get(&g)
            .is_some_and(|s| s.members.contains_key(&id) || (id == world.bot && s.bot.is_some()))
    {
        entry(resolved, "members")
            .insert(id.to_string(), world.resolved_member_json(g, id, channel));
    }
    json!(id.to_string())
}
