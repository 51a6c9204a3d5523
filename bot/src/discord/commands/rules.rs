//! `/rules`

use app::Command;

use super::Slash;
use super::options::{command, game_kind};

pub(super) const RULES: Slash = Slash {
    name: "rules",
    describe: |name| {
        command(name, "How a game is played, with pictures; only you see it")
            .add_option(game_kind().description("Whose rules"))
    },
    read: |options| Ok(Command::Rules(options.variant()?, 0)),
};
