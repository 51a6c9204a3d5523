//! `/challenge`

use app::{Command, NewGame};
use serenity::all::{CommandOptionType, InteractionContext};
use text::msg;

use super::Slash;
use super::options::{color, command, game_kind, option, rated, start, thread, time};

pub(super) const CHALLENGE: Slash = Slash {
    name: "challenge",
    describe: |name| {
        command(name, &msg!("command-challenge"))
            .contexts(vec![InteractionContext::Guild])
            .add_option(game_kind())
            .add_option(option(
                CommandOptionType::User,
                "opponent",
                &msg!("command-challenge-opponent"),
            ))
            .add_option(time(&msg!("command-option-time")))
            .add_option(rated())
            .add_option(color())
            .add_option(start())
            .add_option(thread())
    },
    read: |options| {
        let (opponent, terms) = (options.opponent()?, options.terms()?);
        Ok(if options.names_a_game() {
            Command::Challenge { opponent, terms }
        } else {
            Command::ChooseGame(NewGame::challenge(&terms, opponent.as_ref()))
        })
    },
};
