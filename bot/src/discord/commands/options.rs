//! Options shared by several commands.

use app::{ColorWish, GameId, Level, Person, Terms, Text, TimeControl, Which, messages};
use rules_core::{Color, Variant};
use serenity::all::{
    CommandOptionType, CreateCommand, CreateCommandOption, InstallationContext, InteractionContext,
    ResolvedOption, ResolvedValue,
};
use text::{Lang, Message, msg};

use crate::discord::ids;

/// The longest start position, in characters; the longest FEN of any rule set has fewer than 150.
pub(super) const FEN_LENGTH: u16 = 200;
/// The longest time control, in characters.
const TIME_LENGTH: u16 = 60;
/// The longest move, in characters: a chain of captures names every square, and people add words.
pub(super) const MOVE_LENGTH: u16 = 100;

/// Discord's locales (<https://discord.com/developers/docs/reference#locales>). It rejects commands with any other.
const LOCALES: [&str; 32] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl",
    "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th",
    "zh-CN", "ja", "zh-TW", "ko",
];

/// The words of a message by locale, where they are in another language than English.
fn translations(message: &Message) -> impl Iterator<Item = (&'static str, String)> {
    LOCALES.into_iter().filter_map(|locale| {
        let lang = Lang::best(locale);
        (lang != Lang::ENGLISH).then(|| (locale, lang.words(message)))
    })
}

/// A command that works in servers and direct messages.
pub(super) fn command(name: &str, description: &Message) -> CreateCommand {
    let described = CreateCommand::new(name).description(Lang::ENGLISH.words(description));
    translations(description)
        .fold(described, |command, (locale, words)| {
            command.description_localized(locale, words)
        })
        .integration_types(vec![InstallationContext::Guild, InstallationContext::User])
        .contexts(vec![
            InteractionContext::Guild,
            InteractionContext::BotDm,
            InteractionContext::PrivateChannel,
        ])
}

pub(super) fn option(
    kind: CommandOptionType,
    name: &str,
    description: &Message,
) -> CreateCommandOption {
    let described = CreateCommandOption::new(kind, name, Lang::ENGLISH.words(description));
    translations(description).fold(described, |option, (locale, words)| {
        option.description_localized(locale, words)
    })
}

/// Adds a choice to an option of type string.
pub(super) fn choice(
    option: CreateCommandOption,
    label: &Message,
    value: &str,
) -> CreateCommandOption {
    let english = Lang::ENGLISH.words(label);
    option.add_string_choice_localized(english, value, translations(label))
}

pub(super) fn game_kind() -> CreateCommandOption {
    let all = option(
        CommandOptionType::String,
        "game",
        &msg!("command-option-game"),
    );
    with_variants(all)
}

/// Adds every game as a choice.
pub(super) fn with_variants(option: CreateCommandOption) -> CreateCommandOption {
    Variant::ALL.iter().fold(option, |choices, variant| {
        choices.add_string_choice(variant.name(), variant.id())
    })
}

pub(super) fn level() -> CreateCommandOption {
    with_levels(option(
        CommandOptionType::Integer,
        "level",
        &msg!("command-option-level", lowest = Level::LOWEST.to_string()),
    ))
}

/// Adds every level as a choice.
pub(super) fn with_levels(option: CreateCommandOption) -> CreateCommandOption {
    Level::all().fold(option, |choices, level| {
        choices.add_int_choice(level.to_string(), level.number().into())
    })
}

pub(super) fn color() -> CreateCommandOption {
    let color = option(
        CommandOptionType::String,
        "color",
        &msg!("command-option-color"),
    );
    let color = choice(color, &msg!("choice-color-white"), "white");
    let color = choice(color, &msg!("choice-color-black"), "black");
    choice(color, &msg!("choice-color-random"), "random")
}

pub(super) fn start() -> CreateCommandOption {
    option(
        CommandOptionType::String,
        "start",
        &msg!("command-option-start"),
    )
    .max_length(FEN_LENGTH)
}

/// The time control of a game, described by `description`.
pub(super) fn time(description: &Message) -> CreateCommandOption {
    option(CommandOptionType::String, "time", description)
        .max_length(TIME_LENGTH)
        .set_autocomplete(true)
}

pub(super) fn rated() -> CreateCommandOption {
    option(
        CommandOptionType::Boolean,
        "rated",
        &msg!("command-option-rated"),
    )
}

pub(super) fn thread() -> CreateCommandOption {
    option(
        CommandOptionType::Boolean,
        "thread",
        &msg!("command-option-thread"),
    )
}

pub(super) fn which() -> CreateCommandOption {
    option(
        CommandOptionType::String,
        "game",
        &msg!("command-option-your-game"),
    )
    .max_length(MOVE_LENGTH)
    .set_autocomplete(true)
}

/// The options given with one command.
pub(super) struct Options<'a, 'b> {
    pub(super) given: &'b [ResolvedOption<'a>],
    /// The game where none is named.
    pub(super) usual: Variant,
}

fn value<'b>(given: &'b [ResolvedOption<'_>], name: &str) -> Option<&'b ResolvedValue<'b>> {
    given
        .iter()
        .find(|option| option.name == name)
        .map(|option| &option.value)
}

/// The game that a command is about.
pub(super) fn which_of(given: &[ResolvedOption<'_>]) -> Result<Which, Text> {
    match value(given, "game") {
        Some(ResolvedValue::String(code)) => code
            .parse::<GameId>()
            .map(Which::Id)
            .map_err(|_| messages::no_such_code(code)),
        _ => Ok(Which::Mine),
    }
}

impl Options<'_, '_> {
    pub(super) fn value(&self, name: &str) -> Option<&ResolvedValue<'_>> {
        value(self.given, name)
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        match self.value(name) {
            Some(ResolvedValue::String(text)) => Some(text),
            _ => None,
        }
    }

    pub(super) fn which(&self) -> Result<Which, Text> {
        which_of(self.given)
    }

    /// The person in an option, if any; a bot is refused.
    pub(super) fn person(&self, name: &str) -> Result<Option<Person>, Text> {
        match self.value(name) {
            Some(ResolvedValue::User(user, _)) if user.bot => {
                Err(messages::bots_are_not_challenged())
            }
            Some(ResolvedValue::User(user, member)) => Ok(Some(ids::person(
                user,
                member.and_then(|m| m.nick.as_deref()),
            ))),
            _ => Ok(None),
        }
    }

    pub(super) fn opponent(&self) -> Result<Option<Person>, Text> {
        self.person("opponent")
    }

    pub(super) fn is_set(&self, name: &str) -> bool {
        self.flag(name) == Some(true)
    }

    /// `None` if the option is omitted.
    fn flag(&self, name: &str) -> Option<bool> {
        match self.value(name) {
            Some(ResolvedValue::Boolean(flag)) => Some(*flag),
            _ => None,
        }
    }

    /// A whole number; `usual` if the option is omitted.
    pub(super) fn number(&self, name: &str, usual: u16) -> u16 {
        match self.value(name) {
            Some(ResolvedValue::Integer(number)) => u16::try_from(*number).unwrap_or(usual),
            _ => usual,
        }
    }

    pub(super) fn level(&self) -> Result<Level, Text> {
        match self.value("level") {
            Some(ResolvedValue::Integer(number)) => u8::try_from(*number)
                .ok()
                .and_then(Level::new)
                .ok_or_else(|| messages::no_such_level(Level::LOWEST, Level::HIGHEST)),
            _ => Ok(Level::LOWEST),
        }
    }

    pub(super) fn time(&self) -> Result<TimeControl, Text> {
        let typed = self.text("time");
        typed.map_or(Ok(TimeControl::Unlimited), |typed| {
            typed.parse().map_err(|why| messages::bad_time(typed, why))
        })
    }

    /// The game in the option `game`, if any.
    pub(super) fn variant(&self) -> Result<Option<Variant>, Text> {
        self.variant_named("game")
    }

    /// The game in an option, if any.
    pub(super) fn variant_named(&self, name: &str) -> Result<Option<Variant>, Text> {
        let id = self.text(name);
        id.map(|id| id.parse().map_err(|_| messages::no_such_variant(id)))
            .transpose()
    }

    /// Whether a game is named, or a position, which belongs to the usual one then.
    pub(super) fn names_a_game(&self) -> bool {
        self.text("game").is_some() || self.text("start").is_some()
    }

    pub(super) fn terms(&self) -> Result<Terms, Text> {
        let variant = self.variant()?.unwrap_or(self.usual);
        let color = match self.text("color") {
            Some("white") => ColorWish::Only(Color::White),
            Some("black") => ColorWish::Only(Color::Black),
            _ => ColorWish::Random,
        };
        Ok(Terms {
            variant,
            color,
            start: self.text("start").map(str::to_owned),
            time: self.time()?,
            rated: self.is_set("rated"),
            thread: self.flag("thread"),
        })
    }
}
