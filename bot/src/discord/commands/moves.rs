//! `/move`, `/premove`, `/hint`

use app::Command;
use serenity::all::CommandOptionType;

use super::Slash;
use super::options::{MOVE_LENGTH, command, option, which};

pub(super) const MOVE: Slash = Slash {
    name: "move",
    describe: |name| {
        command(name, "Make a move")
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
            .add_option(which())
    },
    read: |options| {
        Ok(Command::Move {
            game: options.which()?,
            text: options.text("move").unwrap_or_default().to_owned(),
            ply: None,
        })
    },
};

pub(super) const PREMOVE: Slash = Slash {
    name: "premove",
    describe: |name| {
        command(name, "Prepare an answer to what the other side may play")
            .add_option(
                option(
                    CommandOptionType::String,
                    "moves",
                    "What they play and your answer: Kxe5 Rd1; leave it out to see what you prepared",
                )
                .max_length(MOVE_LENGTH)
                .set_autocomplete(true),
            )
            .add_option(which())
    },
    read: |options| {
        let moves = options.text("moves").unwrap_or_default().to_owned();
        Ok(Command::Prepare(options.which()?, moves))
    },
};

pub(super) const HINT: Slash = Slash {
    name: "hint",
    describe: |name| {
        command(name, "Where to look, in a casual game; only you see it").add_option(which())
    },
    read: |options| Ok(Command::Hint(options.which()?)),
};
