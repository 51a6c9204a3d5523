//! The values given with a command, from whatever front end, and how they are read.

use std::collections::BTreeMap;
use std::str::FromStr;

use rules_core::{Color, Variant};
use text::{Text, msg};

use crate::messages;
use crate::model::{
    ChallengeId, ColorWish, GameId, Level, Person, RoleId, RoomId, Terms, TimeControl,
};
use crate::protocol::{MoveText, Which};
use crate::spec::command::{CommandSpec, Kind, OptionSpec};

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Free text, a code, a choice or the ids of rooms.
    Text(String),
    Integer(i64),
    Boolean(bool),
    Person(Mention),
    Role(RoleId),
    /// A person, a role or rooms as typed, before [`Given::resolve`] looks them up.
    Named(String),
}

/// A person that a command names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mention {
    pub person: Person,
    pub is_bot: bool,
    /// Whether they are in the server in which the command is given.
    pub is_member: bool,
}

/// Looks up the people, rooms and roles around a command.
pub trait Directory {
    /// The person of a typed id or name.
    fn person(&self, typed: &str) -> Option<Mention>;

    /// The room of a typed id or name.
    fn room(&self, _typed: &str) -> Option<RoomId> {
        None
    }

    /// The ids of typed rooms, a space between two.
    ///
    /// # Errors
    /// The first that is unknown.
    fn rooms<'t>(&self, typed: &'t str) -> Result<String, &'t str> {
        let ids = listed(typed).map(|room| self.room(room).map(|id| id.to_string()).ok_or(room));
        Ok(ids.collect::<Result<Vec<_>, _>>()?.join(" "))
    }

    /// The role of a typed id or name.
    fn role(&self, _typed: &str) -> Option<RoleId> {
        None
    }

    /// Unambiguous spellings of the people whom an unknown or ambiguous name may mean, likeliest first.
    fn similar(&self, _typed: &str) -> Vec<String> {
        Vec::new()
    }
}

/// The words of a list, which spaces or commas divide.
pub fn listed(typed: &str) -> impl Iterator<Item = &str> {
    let words = typed.split(|letter: char| letter.is_whitespace() || letter == ',');
    words.filter(|word| !word.is_empty())
}

/// The values of a command's options, by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Given(BTreeMap<&'static str, Value>);

impl Given {
    /// Sets an option; a later value replaces an earlier one.
    pub fn set(&mut self, option: &OptionSpec, value: Value) {
        self.0.insert(option.name, value);
    }

    /// The value of the option of this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Looks up the people, rooms and roles named.
    ///
    /// # Errors
    /// An answer to the author, for an unknown name; `unplaced` for a word that may not be a name.
    pub(crate) fn resolve(
        &mut self,
        spec: &CommandSpec,
        directory: &impl Directory,
        unplaced: impl Fn(&str) -> Text,
    ) -> Result<(), Text> {
        for (name, value) in &mut self.0 {
            let Value::Named(typed) = value else { continue };
            let kind = spec.option(name).map(|option| option.kind);
            let found = match kind {
                Some(Kind::Room) => {
                    let ids = directory.rooms(typed).map_err(messages::no_one_named)?;
                    Some(Value::Text(ids))
                }
                Some(Kind::Role) => directory.role(typed).map(Value::Role),
                _ => directory.person(typed).map(Value::Person),
            };
            if let Some(found) = found {
                *value = found;
                continue;
            }
            let is_person = matches!(kind, Some(Kind::Person));
            let similar = is_person.then(|| directory.similar(typed));
            return Err(match &similar.unwrap_or_default()[..] {
                [] if is_person && !typed.starts_with('@') => unplaced(typed),
                [] => messages::no_one_named(typed),
                similar => messages::no_person_named(typed, similar),
            });
        }
        Ok(())
    }
}

/// The values given with a command, while it is read.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'a> {
    pub(crate) given: &'a Given,
    /// The game where none is named.
    pub(crate) usual: Variant,
}

impl Arguments<'_> {
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.given.text(name)
    }

    /// `None` if the option is omitted.
    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        match self.given.get(name) {
            Some(Value::Boolean(flag)) => Some(*flag),
            _ => None,
        }
    }

    pub(crate) fn is_set(&self, name: &str) -> bool {
        self.flag(name) == Some(true)
    }

    /// A whole number; `None` if the option is omitted or the number is out of range.
    pub(crate) fn number<N: TryFrom<i64>>(&self, name: &str) -> Option<N> {
        match self.given.get(name) {
            Some(Value::Integer(number)) => N::try_from(*number).ok(),
            _ => None,
        }
    }

    /// The page in the option `page`, counted from zero; people count from one.
    pub(crate) fn page(&self) -> Option<u16> {
        let page: u16 = self.number("page")?;
        Some(page.saturating_sub(1))
    }

    pub(crate) fn level(&self) -> Result<Level, Text> {
        let Some(Value::Integer(number)) = self.given.get("level") else {
            return Ok(Level::LOWEST);
        };
        let level = u8::try_from(*number).ok().and_then(Level::new);
        level.ok_or_else(|| {
            let [lowest, highest] = [Level::LOWEST, Level::HIGHEST].map(Level::number);
            msg!("input-no-such-level", lowest, highest).into()
        })
    }

    /// The person in an option, if any.
    pub(crate) fn anyone(&self, name: &str) -> Result<Option<Person>, Text> {
        match self.given.get(name) {
            Some(Value::Person(mention)) => Ok(Some(mention.person.clone())),
            Some(Value::Named(typed)) => Err(messages::no_one_named(typed)),
            _ => Ok(None),
        }
    }

    /// The person in an option, if any; a bot is refused.
    pub(crate) fn player(&self, name: &str) -> Result<Option<Person>, Text> {
        match self.given.get(name) {
            Some(Value::Person(mention)) if mention.is_bot => {
                Err(messages::bots_are_not_challenged())
            }
            _ => self.anyone(name),
        }
    }

    /// The member of the server in an option, if any.
    pub(crate) fn member(&self, name: &str) -> Result<Option<Person>, Text> {
        match self.given.get(name) {
            Some(Value::Person(mention)) if !mention.is_member => Err(messages::not_a_member()),
            _ => self.player(name),
        }
    }

    /// The game of the person that a command is about.
    pub(crate) fn which(&self) -> Result<Which, Text> {
        match self.text("game") {
            Some(_) => self.game("game").map(Which::Id),
            None => Ok(Which::Mine),
        }
    }

    /// The challenge whose code the option `challenge` holds.
    pub(crate) fn challenge(&self) -> Result<ChallengeId, Text> {
        let code = self.text("challenge").unwrap_or_default();
        let refusal = || {
            msg!(
                "typed-command-no-challenge",
                typed = messages::shortened(code)
            )
        };
        code.parse().map_err(|_| refusal().into())
    }

    /// The move in the option `move`, for a command that keeps it in an address.
    pub(crate) fn move_text(&self) -> Result<MoveText, Text> {
        let typed = self.text("move").unwrap_or_default();
        MoveText::from(typed).map_err(|_| messages::too_long_to_read())
    }

    /// The game whose code an option holds.
    pub(crate) fn game(&self, name: &str) -> Result<GameId, Text> {
        let code = self.text(name).unwrap_or_default();
        code.parse().map_err(|_| messages::no_such_code(code))
    }

    pub(crate) fn time(&self) -> Result<TimeControl, Text> {
        let Some(typed) = self.text("time") else {
            return Ok(TimeControl::Unlimited);
        };
        typed.parse().map_err(|why| messages::bad_time(typed, why))
    }

    /// The game in an option, or its family, if any.
    pub(crate) fn kind_of_game<G: FromStr>(&self, name: &str) -> Result<Option<G>, Text> {
        let id = self.text(name);
        let refusal = |id: &str| msg!("input-no-such-variant", typed = messages::shortened(id));
        id.map(|id| id.parse().map_err(|_| refusal(id).into()))
            .transpose()
    }

    /// Whether a game is named, or a position, which belongs to the usual one then.
    pub(crate) fn names_a_game(&self) -> bool {
        self.text("game").is_some() || self.text("start").is_some()
    }

    pub(crate) fn color(&self) -> ColorWish {
        match self.text("color") {
            Some("white") => ColorWish::Only(Color::White),
            Some("black") => ColorWish::Only(Color::Black),
            _ => ColorWish::Random,
        }
    }

    pub(crate) fn terms(&self) -> Result<Terms, Text> {
        Ok(Terms {
            variant: self.kind_of_game("game")?.unwrap_or(self.usual),
            color: self.color(),
            start: self.text("start").map(str::to_owned),
            time: self.time()?,
            rated: self.is_set("rated"),
            thread: self.flag("thread"),
            elsewhere: self.is_set("elsewhere"),
        })
    }
}

/// Letters of a name for each typo allowed.
const LETTERS_A_TYPO: usize = 3;
/// The longest text compared, in bytes: the cost is the product of both lengths, and strangers choose their names.
const LONGEST: usize = 200;

/// Counts the letters typed wrong, left out, added or swapped in `name`; `None` if there are too many. Case-sensitive.
pub fn typos(name: &str, typed: &str) -> Option<usize> {
    if name.len().max(typed.len()) > LONGEST {
        return None;
    }
    let letters = name.chars().count().min(typed.chars().count());
    let typos = strsim::osa_distance(name, typed);
    (typos <= letters / LETTERS_A_TYPO).then_some(typos)
}

/// Returns the name nearest to the text typed, if one is near.
pub(crate) fn nearest(
    names: impl Iterator<Item = &'static str>,
    typed: &str,
) -> Option<&'static str> {
    let typed = typed.to_lowercase();
    let near = names.filter_map(|name| Some((typos(name, &typed)?, name)));
    near.min().map(|(_, name)| name)
}
