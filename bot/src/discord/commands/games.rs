//! `/board`, `/games`, `/watch`, `/analyze`, `/draw`, `/takeback`, `/resign`

use app::{Command, Which, say};
use serenity::all::CommandOptionType;

use super::Slash;
use super::options::{FEN_LENGTH, MOVE_LENGTH, command, option, which, with_variants};

pub(super) const BOARD: Slash = Slash {
    name: "board",
    describe: |name| {
        let words = option(
            CommandOptionType::Boolean,
            "words",
            "The position in words, without a picture",
        );
        command(name, "Look at the board; only you see it")
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
            "Yours if you leave it out",
        )
        .add_string_choice("Mine", "mine")
        .add_string_choice("Everybody's on this server", "server");
        command(
            name,
            "Games in progress and challenges; only you see the list",
        )
        .add_option(whose)
    },
    read: |options| {
        Ok(match options.text("whose") {
            Some("server") => Command::ServerGames,
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
            "The code under its board, like k7f3q2",
        );
        command(name, "Follow a game of others by direct message")
            .add_option(game.max_length(MOVE_LENGTH).required(true))
    },
    read: |options| match options.which()? {
        Which::Id(id) => Ok(Command::Watch(id)),
        Which::Mine => Err(say::no_such_code("")),
    },
};

pub(super) const ANALYZE: Slash = Slash {
    name: "analyze",
    describe: |name| {
        let game = option(
            CommandOptionType::String,
            "game",
            "The code of a finished game, like k7f3q2",
        );
        let rules = option(
            CommandOptionType::String,
            "rules",
            "Which game the position is of; this server's usual one if you leave it out",
        );
        let position = option(
            CommandOptionType::String,
            "position",
            "FEN of any position, in place of a game",
        );
        command(
            name,
            "Let me go through a finished game, or look at a position",
        )
        .add_option(game.max_length(MOVE_LENGTH))
        .add_option(position.max_length(FEN_LENGTH))
        .add_option(with_variants(rules))
    },
    read: |options| match (options.which()?, options.text("position")) {
        (Which::Id(id), None) => Ok(Command::Analyze(id)),
        (Which::Mine, Some(fen)) => Ok(Command::Study(
            options.variant_named("rules")?.unwrap_or(options.usual),
            fen.to_owned(),
        )),
        _ => Err(say::game_or_position()),
    },
};

pub(super) const DRAW: Slash = Slash {
    name: "draw",
    describe: |name| command(name, "Offer a draw, agree to one, or claim one").add_option(which()),
    read: |options| Ok(Command::Draw(options.which()?)),
};

pub(super) const TAKE_BACK: Slash = Slash {
    name: "takeback",
    describe: |name| {
        command(name, "Ask to take your last move back, or allow it").add_option(which())
    },
    read: |options| Ok(Command::TakeBack(options.which()?, None)),
};

pub(super) const RESIGN: Slash = Slash {
    name: "resign",
    describe: |name| command(name, "Give up a game").add_option(which()),
    read: |options| Ok(Command::AskResign(options.which()?)),
};
