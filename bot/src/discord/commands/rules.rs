//! `/rules`

use app::Command;
use serenity::all::CommandOptionType;
use text::msg;

use super::Slash;
use super::options::{command, option, with_variants};

pub(super) const RULES: Slash = Slash {
    name: "rules",
    describe: |name| {
        let game = option(
            CommandOptionType::String,
            "game",
            &msg!("command-rules-game"),
        );
        command(name, &msg!("command-rules")).add_option(with_variants(game))
    },
    read: |options| Ok(Command::Rules(options.variant()?, 0)),
};
