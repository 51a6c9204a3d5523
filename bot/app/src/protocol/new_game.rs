//! A game that is being set up: everything but which game it is.

use std::fmt;

use arrayvec::ArrayString;
use rules_core::Variant;

use crate::model::{Level, Person, PlayerId, Terms};
use crate::protocol::{Command, Draft};

/// The terms of `/play` or `/challenge` before a game is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewGame {
    pub opponent: Opponent,
    /// Whether the game gets its own thread; `None` leaves it to the server's setting.
    pub thread: Option<bool>,
    /// Whether someone may accept elsewhere.
    pub elsewhere: bool,
    /// The other terms, with the usual game.
    pub draft: Draft,
}

/// The opponent of a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "an action is copied, so nothing in it is boxed"
)]
pub enum Opponent {
    Engine(Level),
    /// The first person who accepts.
    Anyone,
    Person(Named),
}

/// A person in an address: the id, and as much of the name as fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named {
    id: ArrayString<LONGEST_ID>,
    name: ArrayString<20>,
}

/// The longest id of a person: Matrix's have up to 255 bytes, and their platform before them.
const LONGEST_ID: usize = 262;

impl Named {
    /// `None` for a longer id than any platform has.
    fn new(person: &Person) -> Option<Self> {
        let mut name = ArrayString::new();
        for letter in person.name.chars() {
            if name.try_push(letter).is_err() {
                break;
            }
        }
        let id = ArrayString::from(person.id.as_str()).ok()?;
        Some(Self { id, name })
    }

    pub(crate) fn person(self) -> Person {
        Person::new(PlayerId::new(self.id.as_str()), &self.name)
    }
}

impl NewGame {
    pub fn play(terms: &Terms, level: Level) -> Self {
        Self {
            opponent: Opponent::Engine(level),
            thread: terms.thread,
            elsewhere: false,
            draft: Draft::of(terms),
        }
    }

    /// A challenge to one person, or to everyone here.
    pub fn challenge(terms: &Terms, opponent: Option<&Person>) -> Self {
        Self {
            opponent: opponent
                .and_then(Named::new)
                .map_or(Opponent::Anyone, Opponent::Person),
            elsewhere: terms.elsewhere,
            ..Self::play(terms, Level::LOWEST)
        }
    }

    /// Applies an option of the menu of terms or levels; `None` for a value that no menu has.
    pub(crate) fn with(self, value: &str) -> Option<Self> {
        match self.opponent {
            Opponent::Engine(_) => {
                let level = Level::new(value.parse().ok()?)?;
                let opponent = Opponent::Engine(level);
                Some(Self { opponent, ..self })
            }
            Opponent::Anyone | Opponent::Person(_) if value == self.elsewhere_code() => {
                let elsewhere = !self.elsewhere;
                Some(Self { elsewhere, ..self })
            }
            Opponent::Anyone | Opponent::Person(_) => {
                let draft = self.draft.with(value)?;
                Some(Self { draft, ..self })
            }
        }
    }

    /// The value of the option that decides otherwise whether someone may accept elsewhere.
    pub(crate) fn elsewhere_code(self) -> &'static str {
        if self.elsewhere {
            "elsewhere false"
        } else {
            "elsewhere true"
        }
    }

    /// The command that begins the chosen game.
    pub(crate) fn begin(self, variant: Variant) -> Command {
        let (thread, elsewhere) = (self.thread, self.elsewhere);
        let former = Terms {
            thread,
            elsewhere,
            ..Terms::of(variant)
        };
        let draft = Draft {
            variant,
            ..self.draft
        };
        let terms = draft.terms(&former);
        let opponent = match self.opponent {
            Opponent::Engine(level) => return Command::Play { terms, level },
            Opponent::Anyone => None,
            Opponent::Person(named) => Some(named.person()),
        };
        Command::Challenge { opponent, terms }
    }
}

/// As in an address: `leto,x,none,c;-;3`, `leto,x,10+5,r;te;*`, `leto,x,none,c;-;@discord:7/Ann`. A name may hold any character, so
/// the opponent comes last.
impl fmt::Display for NewGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thread = match self.thread {
            None => "-",
            Some(true) => "t",
            Some(false) => "f",
        };
        let elsewhere = if self.elsewhere { "e" } else { "" };
        write!(f, "{};{thread}{elsewhere};", self.draft)?;
        match &self.opponent {
            Opponent::Engine(level) => write!(f, "{}", level.number()),
            Opponent::Anyone => f.write_str("*"),
            Opponent::Person(Named { id, name }) => write!(f, "@{}/{name}", escaped(id)),
        }
    }
}

/// An id without a slash, which ends it in an address; ids of Matrix may have one.
fn escaped(id: &str) -> String {
    id.replace('%', "%25").replace('/', "%2F")
}

impl NewGame {
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, ';');
        let draft = parts.next()?.parse().ok()?;
        let code = parts.next()?;
        let without = code.strip_suffix('e');
        let thread = match without.unwrap_or(code) {
            "-" => None,
            "t" => Some(true),
            "f" => Some(false),
            _ => return None,
        };
        Some(Self {
            opponent: Opponent::read(parts.next()?)?,
            thread,
            elsewhere: without.is_some(),
            draft,
        })
    }
}

impl Opponent {
    fn read(text: &str) -> Option<Self> {
        if text == "*" {
            return Some(Self::Anyone);
        }
        let Some(named) = text.strip_prefix('@') else {
            return level(text).map(Self::Engine);
        };
        let (text, name) = named.split_once('/')?;
        let id = text.replace("%2F", "/").replace("%25", "%");
        if id.is_empty() || escaped(&id) != text {
            return None;
        }
        Some(Self::Person(Named {
            id: ArrayString::from(&id).ok()?,
            name: ArrayString::from(name).ok()?,
        }))
    }
}

/// A level without leading zeros or a sign, so that it is written back as it was read.
fn level(text: &str) -> Option<Level> {
    let level = Level::new(text.parse().ok()?)?;
    (level.number().to_string() == text).then_some(level)
}
