//! `/play`

use app::{Command, NewGame};
use text::msg;

use super::Slash;
use super::options::{color, command, game_kind, level, start, thread, time};

pub(super) const PLAY: Slash = Slash {
    name: "play",
    describe: |name| {
        command(name, &msg!("command-play"))
            .add_option(game_kind())
            .add_option(level())
            .add_option(time(&msg!("command-option-time")))
            .add_option(color())
            .add_option(start())
            .add_option(thread())
    },
    read: |options| {
        let (terms, level) = (options.terms()?, options.level()?);
        Ok(if options.names_a_game() {
            Command::Play { terms, level }
        } else {
            Command::ChooseGame(NewGame::play(&terms, level))
        })
    },
};
