//! `/board`, `/games`, `/watch`, `/analyze`, `/replay`, `/draw`, `/takeback`, `/resign`

use app::{Command, Which, messages};
use serenity::all::{CommandOptionType, CreateCommandOption};
use text::msg;

use super::Slash;
use super::options::{FEN_LENGTH, MOVE_LENGTH, choice, command, option, which, with_variants};

pub(super) const BOARD: Slash = Slash {
    name: "board",
    describe: |name| {
        let words = option(
            CommandOptionType::Boolean,
            "words",
            &msg!("command-board-words"),
        );
        command(name, &msg!("command-board"))
            .add_option(which())
            .add_option(words)
    },
    read: |options| {
        let which = options.which()?;
        Ok(if options.is_set("words") {
            Command::Describe(which)
        } else {
            Command::Board(which)
        })
    },
};

pub(super) const GAMES: Slash = Slash {
    name: "games",
    describe: |name| {
        let whose = option(
            CommandOptionType::String,
            "whose",
            &msg!("command-games-whose"),
        );
        let whose = choice(whose, &msg!("choice-games-mine"), "mine");
        let whose = choice(whose, &msg!("choice-games-server"), "server");
        command(name, &msg!("command-games")).add_option(whose)
    },
    read: |options| {
        Ok(match options.text("whose") {
            Some("server") => Command::GamesHere,
            _ => Command::Games,
        })
    },
};

pub(super) const WATCH: Slash = Slash {
    name: "watch",
    describe: |name| {
        let game = option(
            CommandOptionType::String,
            "game",
            &msg!("command-watch-game"),
        );
        command(name, &msg!("command-watch")).add_option(coded(game).required(true))
    },
    read: |options| match options.which()? {
        Which::Id(id) => Ok(Command::Watch(id)),
        Which::Mine => Err(messages::no_such_code("")),
    },
};

pub(super) const ANALYZE: Slash = Slash {
    name: "analyze",
    describe: |name| {
        let game = option(
            CommandOptionType::String,
            "game",
            &msg!("command-analyze-game"),
        );
        let rules = option(
            CommandOptionType::String,
            "rules",
            &msg!("command-analyze-rules"),
        );
        let position = option(
            CommandOptionType::String,
            "position",
            &msg!("command-analyze-position"),
        );
        command(name, &msg!("command-analyze"))
            .add_option(coded(game))
            .add_option(position.max_length(FEN_LENGTH))
            .add_option(with_variants(rules))
    },
    read: |options| match (options.which()?, options.text("position")) {
        (Which::Id(id), None) => Ok(Command::Analyze(id)),
        (Which::Mine, Some(fen)) => Ok(Command::Study(
            options.variant_named("rules")?.unwrap_or(options.usual),
            fen.to_owned(),
        )),
        _ => Err(messages::game_or_position()),
    },
};

pub(super) const REPLAY: Slash = Slash {
    name: "replay",
    describe: |name| {
        let game = option(
            CommandOptionType::String,
            "game",
            &msg!("command-replay-game"),
        );
        command(name, &msg!("command-replay")).add_option(coded(game))
    },
    read: |options| Ok(Command::Replay(options.which()?, None)),
};

pub(super) const DRAW: Slash = Slash {
    name: "draw",
    describe: |name| command(name, &msg!("command-draw")).add_option(which()),
    read: |options| Ok(Command::Draw(options.which()?)),
};

pub(super) const TAKE_BACK: Slash = Slash {
    name: "takeback",
    describe: |name| command(name, &msg!("command-takeback")).add_option(which()),
    read: |options| Ok(Command::TakeBack(options.which()?, None)),
};

pub(super) const RESIGN: Slash = Slash {
    name: "resign",
    describe: |name| command(name, &msg!("command-resign")).add_option(which()),
    read: |options| Ok(Command::AskResign(options.which()?)),
};

/// An option for a game's code, with suggestions.
fn coded(game: CreateCommandOption) -> CreateCommandOption {
    game.max_length(MOVE_LENGTH).set_autocomplete(true)
}
