//! `/challenge`

use app::Command;
use serenity::all::{CommandOptionType, InteractionContext};

use super::Slash;
use super::options::{color, command, game_kind, option, rated, start, thread, time};

pub(super) const CHALLENGE: Slash = Slash {
    name: "challenge",
    describe: |name| {
        command(name, "Invite somebody, or everybody here, to a game")
            .contexts(vec![InteractionContext::Guild])
            .add_option(game_kind())
            .add_option(option(
                CommandOptionType::User,
                "opponent",
                "Who may accept; leave it out to ask everybody",
            ))
            .add_option(time())
            .add_option(rated())
            .add_option(color())
            .add_option(start())
            .add_option(thread())
    },
    read: |options| {
        Ok(Command::Challenge {
            opponent: options.opponent()?,
            terms: options.terms()?,
        })
    },
};
