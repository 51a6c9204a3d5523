//! `profile`, `history`, `leaderboard`, `statistics`, `block`, `unblock`, `blocked`, `privacy`, `link`, `unlink`

use rules_core::{Color, Family};
use text::{Text, msg};

use crate::commands::completion::Games;
use crate::commands::given::Arguments;
use crate::commands::options::{PAGE, SHARE, SIDE, SURE};
use crate::commands::spec::{Choice, CommandSpec, Kind, OptionSpec};
use crate::messages;
use crate::model::ids::Person;
use crate::protocol::command::Command;
use crate::protocol::people::{PeopleCommand, Reach};
use crate::protocol::replay::Postable;

pub(super) const PROFILE: CommandSpec = CommandSpec::new(
    "profile",
    || msg!("command-profile"),
    |arguments| {
        Ok(if arguments.is_set("share") {
            Command::Post(Postable::Profile)
        } else {
            about(PeopleCommand::Profile(arguments.anyone("person")?))
        })
    },
)
.options(&[
    OptionSpec::new("person", || msg!("command-profile-person"), Kind::Person),
    SHARE,
]);

pub(super) const HISTORY: CommandSpec = CommandSpec::new(
    "history",
    || msg!("command-history"),
    |arguments| {
        if arguments.text("before").is_some() {
            let side = match arguments.text("side") {
                Some("black") => Color::Black,
                _ => Color::White,
            };
            let before = arguments.game("before")?;
            return Ok(about(PeopleCommand::OlderHistory(before, side)));
        }
        Ok(about(PeopleCommand::History(arguments.anyone("person")?)))
    },
)
.options(&[
    OptionSpec::new("person", || msg!("command-history-person"), Kind::Person),
    OptionSpec::new(
        "before",
        || msg!("command-history-before"),
        Kind::Game(Games::Finished),
    )
    .typed_only(),
    SIDE,
]);

pub(super) const LEADERBOARD: CommandSpec = CommandSpec::new(
    "leaderboard",
    || msg!("command-leaderboard"),
    |arguments| {
        let family = match arguments.text("game") {
            Some(id) => id.parse().map_err(|_| messages::no_such_variant(id))?,
            None => arguments.usual.family(),
        };
        let reach = match arguments.text("where") {
            Some("everywhere") => Reach::Everywhere,
            _ => Reach::Here,
        };
        let page = arguments.page().unwrap_or(0);
        Ok(if arguments.is_set("share") {
            Command::Post(Postable::Leaderboard(family, reach, page))
        } else {
            about(PeopleCommand::Leaderboard(family, reach, page))
        })
    },
)
.options(&[
    OptionSpec::new(
        "game",
        || msg!("command-option-game"),
        Kind::Choice(families),
    ),
    OptionSpec::new(
        "where",
        || msg!("command-leaderboard-where"),
        Kind::Choice(|| {
            vec![
                Choice::new("here", msg!("choice-leaderboard-here")),
                Choice::new("everywhere", msg!("choice-leaderboard-everywhere")),
            ]
        }),
    ),
    PAGE,
    SHARE,
]);

pub(super) const STATISTICS: CommandSpec = CommandSpec::new(
    "statistics",
    || msg!("command-statistics"),
    |_| Ok(about(PeopleCommand::Statistics)),
)
.in_servers()
.for_managers();

pub(super) const BLOCK: CommandSpec = CommandSpec::new(
    "block",
    || msg!("command-block"),
    |arguments| Ok(about(PeopleCommand::Block(wanted(arguments)?))),
)
.options(&[OptionSpec::new("person", || msg!("command-block-person"), Kind::Person).required()]);

pub(super) const UNBLOCK: CommandSpec = CommandSpec::new(
    "unblock",
    || msg!("command-unblock"),
    |arguments| Ok(about(PeopleCommand::Unblock(wanted(arguments)?))),
)
.options(&[OptionSpec::new("person", || msg!("command-unblock-person"), Kind::Person).required()]);

pub(super) const BLOCKED: CommandSpec = CommandSpec::new(
    "blocked",
    || msg!("command-blocked"),
    |_| Ok(about(PeopleCommand::Blocked)),
);

pub(super) const PRIVACY: CommandSpec = CommandSpec::new(
    "privacy",
    || msg!("command-privacy"),
    |arguments| {
        let sure = arguments.is_set("sure");
        Ok(about(match arguments.text("wish") {
            Some("export") => PeopleCommand::Export,
            Some("delete") if sure => PeopleCommand::Erase,
            Some("delete") => PeopleCommand::AskErase,
            _ => PeopleCommand::Privacy,
        }))
    },
)
.options(&[
    OptionSpec::new(
        "wish",
        || msg!("command-privacy-wish"),
        Kind::Choice(|| {
            vec![
                Choice::new("read", msg!("choice-privacy-read")),
                Choice::new("export", msg!("choice-privacy-export")),
                Choice::new("delete", msg!("choice-privacy-delete")),
            ]
        }),
    ),
    SURE,
]);

pub(super) const LINK: CommandSpec = CommandSpec::new(
    "link",
    || msg!("command-link"),
    |arguments| {
        let Some(typed) = arguments.text("code") else {
            return Ok(about(PeopleCommand::Link));
        };
        let code = typed.parse().map_err(|_| messages::no_link_code(typed))?;
        Ok(about(if arguments.is_set("sure") {
            PeopleCommand::ConfirmLink(code)
        } else {
            PeopleCommand::LinkTo(code)
        }))
    },
)
.options(&[
    OptionSpec::new(
        "code",
        || msg!("command-link-code"),
        Kind::Text { longest: 20 },
    ),
    SURE,
]);

pub(super) const UNLINK: CommandSpec = CommandSpec::new(
    "unlink",
    || msg!("command-unlink"),
    |arguments| {
        Ok(about(if arguments.is_set("sure") {
            PeopleCommand::Unlink
        } else {
            PeopleCommand::AskUnlink
        }))
    },
)
.options(&[SURE]);

fn about(command: PeopleCommand) -> Command {
    Command::People(command)
}

fn families() -> Vec<Choice> {
    let all = Family::ALL.iter();
    all.map(|family| Choice::new(family.id(), family.name()))
        .collect()
}

/// The person that a command requires.
fn wanted(arguments: &Arguments<'_>) -> Result<Person, Text> {
    arguments.anyone("person")?.ok_or_else(messages::no_person)
}
