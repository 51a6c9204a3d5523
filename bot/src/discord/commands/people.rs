//! `/profile`, `/history`, `/leaderboard`, `/statistics`, `/block`, `/unblock`, `/blocked`, `/privacy`

use app::{Command, PeopleCommand, Person, Reach, Text, say};
use rules_core::Family;
use serenity::all::{
    CommandOptionType, CreateCommandOption, InteractionContext, Permissions, ResolvedValue,
};

use super::Slash;
use super::options::{Options, command, option};
use crate::discord::ids;

pub(super) const PROFILE: Slash = Slash {
    name: "profile",
    describe: |name| {
        command(name, "Ratings and results, yours or somebody else's")
            .add_option(person("Whose; yours if you leave it out"))
    },
    read: |options| Ok(about(PeopleCommand::Profile(named(options)))),
};

pub(super) const HISTORY: Slash = Slash {
    name: "history",
    describe: |name| {
        command(name, "Finished games, yours or somebody else's")
            .add_option(person("Whose; yours if you leave it out"))
    },
    read: |options| Ok(about(PeopleCommand::History(named(options)))),
};

pub(super) const LEADERBOARD: Slash = Slash {
    name: "leaderboard",
    describe: |name| {
        let scope = option(
            CommandOptionType::String,
            "where",
            "Games of this server, or of all",
        )
        .add_string_choice("This server", "here")
        .add_string_choice("All servers", "everywhere");
        command(name, "Who is rated best")
            .add_option(family())
            .add_option(scope)
    },
    read: |options| {
        let family = match options.text("game") {
            Some(id) => id.parse().map_err(|_| say::no_such_variant(id))?,
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
        command(
            name,
            "What was played on this server; for those who manage it",
        )
        .contexts(vec![InteractionContext::Guild])
        .default_member_permissions(Permissions::MANAGE_GUILD)
    },
    read: |_| Ok(about(PeopleCommand::Statistics)),
};

pub(super) const BLOCK: Slash = Slash {
    name: "block",
    describe: |name| {
        command(
            name,
            "Begin no games with somebody any more; they are not told",
        )
        .add_option(person("Whom").required(true))
    },
    read: |options| Ok(about(PeopleCommand::Block(wanted(options)?))),
};

pub(super) const UNBLOCK: Slash = Slash {
    name: "unblock",
    describe: |name| command(name, "Take a block back").add_option(person("Whom").required(true)),
    read: |options| Ok(about(PeopleCommand::Unblock(wanted(options)?))),
};

pub(super) const BLOCKED: Slash = Slash {
    name: "blocked",
    describe: |name| command(name, "Whom you have blocked; only you see it"),
    read: |_| Ok(about(PeopleCommand::Blocked)),
};

pub(super) const PRIVACY: Slash = Slash {
    name: "privacy",
    describe: |name| {
        let wish = option(
            CommandOptionType::String,
            "wish",
            "A copy of your data, or its deletion",
        )
        .add_string_choice("What is kept, and why", "read")
        .add_string_choice("Get a copy of my data", "export")
        .add_string_choice("Delete my data", "delete");
        command(name, "What is kept about you; get it or delete it").add_option(wish)
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

fn person(description: &str) -> CreateCommandOption {
    option(CommandOptionType::User, "person", description)
}

fn family() -> CreateCommandOption {
    let all = option(
        CommandOptionType::String,
        "game",
        "Which game; this server's usual one if you leave it out",
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
    named(options).ok_or_else(say::no_person)
}
