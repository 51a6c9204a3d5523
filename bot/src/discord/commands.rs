//! The slash commands: what Discord is told of them, and how their options become the application's commands.

use app::{ColorWish, Command, GameId, Level, Person, Terms, Text, Which, say};
use rules_core::{Color, Variant};
use serenity::all::{
    CommandOptionType, CreateCommand, CreateCommandOption, InstallationContext, InteractionContext,
    ResolvedOption, ResolvedValue,
};

use super::people;

/// The longest start position that is read, in characters; the longest FEN of any rule set has fewer than 150.
const FEN_LENGTH: u16 = 200;
/// The longest move that is read: a chain of captures names every square, and people write words around it.
const MOVE_LENGTH: u16 = 100;

/// Every slash command, as it is registered.
pub(crate) fn all() -> Vec<CreateCommand> {
    vec![
        command("challenge", "Invite somebody, or everybody here, to a game")
            .contexts(vec![InteractionContext::Guild])
            .add_option(game_kind())
            .add_option(option(
                CommandOptionType::User,
                "opponent",
                "Who may accept; leave it out to ask everybody",
            ))
            .add_option(color())
            .add_option(start()),
        command("play", "Play against Delos")
            .add_option(game_kind())
            .add_option(level())
            .add_option(color())
            .add_option(start()),
        command("move", "Make a move")
            .add_option(
                option(
                    CommandOptionType::String,
                    "move",
                    "e4, Rxd7, d5d7, or choose from the list",
                )
                .required(true)
                .max_length(MOVE_LENGTH)
                .set_autocomplete(true),
            )
            .add_option(which()),
        command("board", "Look at the board; only you see it").add_option(which()),
        command("games", "Your games and challenges; only you see them"),
        command("draw", "Offer a draw, agree to one, or claim one").add_option(which()),
        command("resign", "Give up a game").add_option(which()),
    ]
}

fn command(name: &str, description: &str) -> CreateCommand {
    CreateCommand::new(name)
        .description(description)
        .integration_types(vec![InstallationContext::Guild])
        .contexts(vec![InteractionContext::Guild, InteractionContext::BotDm])
}

fn option(kind: CommandOptionType, name: &str, description: &str) -> CreateCommandOption {
    CreateCommandOption::new(kind, name, description)
}

fn game_kind() -> CreateCommandOption {
    let all = option(CommandOptionType::String, "game", "Which game").required(true);
    Variant::ALL.iter().fold(all, |choices, variant| {
        choices.add_string_choice(variant.name(), variant.id())
    })
}

fn level() -> CreateCommandOption {
    let (low, high) = (Level::LOWEST.number(), Level::HIGHEST.number());
    option(
        CommandOptionType::Integer,
        "level",
        &format!("How well Delos plays, {low} to {high}"),
    )
    .min_int_value(low.into())
    .max_int_value(high.into())
}

fn color() -> CreateCommandOption {
    option(
        CommandOptionType::String,
        "color",
        "Your side; by lot if you leave it out",
    )
    .add_string_choice("White (moves first)", "white")
    .add_string_choice("Black", "black")
    .add_string_choice("By lot", "random")
}

fn start() -> CreateCommandOption {
    option(
        CommandOptionType::String,
        "start",
        "FEN of a position to begin from",
    )
    .max_length(FEN_LENGTH)
}

fn which() -> CreateCommandOption {
    option(
        CommandOptionType::String,
        "game",
        "Which of your games, if you play several",
    )
    .max_length(MOVE_LENGTH)
    .set_autocomplete(true)
}

/// The option that somebody is typing into.
#[derive(Debug)]
pub(crate) enum Typing<'a> {
    /// A move, in this game.
    Move(Which, &'a str),
    /// The code of a game.
    Game(&'a str),
}

/// What is being typed, as far as Delos can complete it.
pub(crate) fn typing<'a>(options: &[ResolvedOption<'a>]) -> Option<Typing<'a>> {
    let (name, typed) = options.iter().find_map(|option| match option.value {
        ResolvedValue::Autocomplete { value, .. } => Some((option.name, value)),
        _ => None,
    })?;
    match name {
        "move" => Some(Typing::Move(
            Options(options).which().unwrap_or(Which::Mine),
            typed,
        )),
        "game" => Some(Typing::Game(typed)),
        _ => None,
    }
}

/// Reads a slash command; what is wrong with it, in words, if it asks for something that does not exist.
pub(crate) fn read(name: &str, options: &[ResolvedOption<'_>]) -> Result<Command, Text> {
    let options = Options(options);
    Ok(match name {
        "challenge" => Command::Challenge {
            opponent: options.opponent()?,
            terms: options.terms()?,
        },
        "play" => Command::Play {
            terms: options.terms()?,
            level: options.level()?,
        },
        "move" => Command::Move {
            game: options.which()?,
            text: options.text("move").unwrap_or_default().to_owned(),
            ply: None,
        },
        "board" => Command::Board(options.which()?),
        "games" => Command::Games,
        "draw" => Command::Draw(options.which()?),
        "resign" => Command::AskResign(options.which()?),
        _ => return Err(say::unknown_command()),
    })
}

/// The options of one command.
struct Options<'a, 'b>(&'b [ResolvedOption<'a>]);

impl Options<'_, '_> {
    fn value(&self, name: &str) -> Option<&ResolvedValue<'_>> {
        self.0
            .iter()
            .find(|option| option.name == name)
            .map(|option| &option.value)
    }

    fn text(&self, name: &str) -> Option<&str> {
        match self.value(name) {
            Some(ResolvedValue::String(text)) => Some(text),
            _ => None,
        }
    }

    fn which(&self) -> Result<Which, Text> {
        match self.text("game") {
            None => Ok(Which::Mine),
            Some(code) => code
                .parse::<GameId>()
                .map(Which::Id)
                .map_err(|_| say::no_such_code(code)),
        }
    }

    fn opponent(&self) -> Result<Option<Person>, Text> {
        match self.value("opponent") {
            Some(ResolvedValue::User(user, _)) if user.bot => Err(say::bots_are_not_challenged()),
            Some(ResolvedValue::User(user, member)) => Ok(Some(people::person(
                user,
                member.and_then(|m| m.nick.as_deref()),
            ))),
            _ => Ok(None),
        }
    }

    fn level(&self) -> Result<Level, Text> {
        match self.value("level") {
            Some(ResolvedValue::Integer(number)) => u8::try_from(*number)
                .ok()
                .and_then(Level::new)
                .ok_or_else(|| say::no_such_level(Level::LOWEST, Level::HIGHEST)),
            _ => Ok(Level::LOWEST),
        }
    }

    fn terms(&self) -> Result<Terms, Text> {
        let id = self.text("game").unwrap_or_default();
        let variant: Variant = id.parse().map_err(|_| say::no_such_variant(id))?;
        let color = match self.text("color") {
            Some("white") => ColorWish::Only(Color::White),
            Some("black") => ColorWish::Only(Color::Black),
            _ => ColorWish::Random,
        };
        Ok(Terms {
            variant,
            color,
            start: self.text("start").map(str::to_owned),
        })
    }
}
