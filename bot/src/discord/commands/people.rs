//! `/profile`, `/history`, `/leaderboard`, `/statistics`, `/block`, `/unblock`, `/blocked`, `/privacy`

use app::{Command, PeopleCommand, Person, Reach, Text, messages};
use rules_core::Family;
use serenity::all::{
    CommandOptionType, CreateCommandOption, InteractionContext, Permissions, ResolvedValue,
};
use text::{Message, msg};

use super::Slash;
use super::options::{Options, choice, command, option};
use crate::discord::ids;

pub(super) const PROFILE: Slash = Slash {
    name: "profile",
    describe: |name| {
        command(name, &msg!("command-profile")).add_option(person(&msg!("command-profile-person")))
    },
    read: |options| Ok(about(PeopleCommand::Profile(named(options)))),
};

pub(super) const HISTORY: Slash = Slash {
    name: "history",
    describe: |name| {
        command(name, &msg!("command-history")).add_option(person(&msg!("command-history-person")))
    },
    read: |options| Ok(about(PeopleCommand::History(named(options)))),
};

pub(super) const LEADERBOARD: Slash = Slash {
    name: "leaderboard",
    describe: |name| {
        let reach = option(
            CommandOptionType::String,
            "where",
            &msg!("command-leaderboard-where"),
        );
        let reach = choice(reach, &msg!("choice-leaderboard-here"), "here");
        let reach = choice(reach, &msg!("choice-leaderboard-everywhere"), "everywhere");
        command(name, &msg!("command-leaderboard"))
            .add_option(family())
            .add_option(reach)
    },
    read: |options| {
        let family = match options.text("game") {
            Some(id) => id.parse().map_err(|_| messages::no_such_variant(id))?,
            None => options.usual.family(),
        };
        let reach = match options.text("where") {
            Some("everywhere") => Reach::Everywhere,
            _ => Reach::Here,
        };
        Ok(about(PeopleCommand::Leaderboard(family, reach, 0)))
    },
};

pub(super) const STATISTICS: Slash = Slash {
    name: "statistics",
    describe: |name| {
        command(name, &msg!("command-statistics"))
            .contexts(vec![InteractionContext::Guild])
            .default_member_permissions(Permissions::MANAGE_GUILD)
    },
    read: |_| Ok(about(PeopleCommand::Statistics)),
};

pub(super) const BLOCK: Slash = Slash {
    name: "block",
    describe: |name| {
        command(name, &msg!("command-block"))
            .add_option(person(&msg!("command-block-person")).required(true))
    },
    read: |options| Ok(about(PeopleCommand::Block(wanted(options)?))),
};

pub(super) const UNBLOCK: Slash = Slash {
    name: "unblock",
    describe: |name| {
        command(name, &msg!("command-unblock"))
            .add_option(person(&msg!("command-unblock-person")).required(true))
    },
    read: |options| Ok(about(PeopleCommand::Unblock(wanted(options)?))),
};

pub(super) const BLOCKED: Slash = Slash {
    name: "blocked",
    describe: |name| command(name, &msg!("command-blocked")),
    read: |_| Ok(about(PeopleCommand::Blocked)),
};

pub(super) const PRIVACY: Slash = Slash {
    name: "privacy",
    describe: |name| {
        let wish = option(
            CommandOptionType::String,
            "wish",
            &msg!("command-privacy-wish"),
        );
        let wish = choice(wish, &msg!("choice-privacy-read"), "read");
        let wish = choice(wish, &msg!("choice-privacy-export"), "export");
        let wish = choice(wish, &msg!("choice-privacy-delete"), "delete");
        command(name, &msg!("command-privacy")).add_option(wish)
    },
    read: |options| {
        Ok(about(match options.text("wish") {
            Some("export") => PeopleCommand::Export,
            Some("delete") => PeopleCommand::AskErase,
            _ => PeopleCommand::Privacy,
        }))
    },
};

fn about(command: PeopleCommand) -> Command {
    Command::People(command)
}

fn person(description: &Message) -> CreateCommandOption {
    option(CommandOptionType::User, "person", description)
}

fn family() -> CreateCommandOption {
    let all = option(
        CommandOptionType::String,
        "game",
        &msg!("command-option-game"),
    );
    Family::ALL.iter().fold(all, |choices, family| {
        choices.add_string_choice(family.name(), family.id())
    })
}

fn named(options: &Options<'_, '_>) -> Option<Person> {
    match options.value("person") {
        Some(ResolvedValue::User(user, member)) => Some(ids::person(
            user,
            member.and_then(|member| member.nick.as_deref()),
        )),
        _ => None,
    }
}

/// The person that a command requires.
fn wanted(options: &Options<'_, '_>) -> Result<Person, Text> {
    named(options).ok_or_else(messages::no_person)
}
