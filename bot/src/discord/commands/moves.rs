//! `/move`

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
