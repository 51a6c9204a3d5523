//! `/move`, `/premove`, `/hint`

use app::Command;
use serenity::all::CommandOptionType;
use text::msg;

use super::Slash;
use super::options::{MOVE_LENGTH, command, option, which};

pub(super) const MOVE: Slash = Slash {
    name: "move",
    describe: |name| {
        command(name, &msg!("command-move"))
            .add_option(
                option(
                    CommandOptionType::String,
                    "move",
                    &msg!("command-move-move"),
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
        command(name, &msg!("command-premove"))
            .add_option(
                option(
                    CommandOptionType::String,
                    "moves",
                    &msg!("command-premove-moves"),
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
    describe: |name| command(name, &msg!("command-hint")).add_option(which()),
    read: |options| Ok(Command::Hint(options.which()?)),
};
