//! `settings`, `space`, `vacation`

use text::msg;

use crate::commands::given::Value;
use crate::commands::spec::{Choice, CommandSpec, Kind, OptionSpec};
use crate::model::ids::ServerId;
use crate::protocol::command::{Command, SpaceCommand};
use crate::protocol::setting::{Scope, Setting};

/// Upper limit of the option; the application knows how many days are left.
const DAYS: u32 = 365;

/// The longest value of a setting, in characters.
const LONGEST: u16 = 100;

pub(super) const SETTINGS: CommandSpec = CommandSpec::new(
    "settings",
    || msg!("command-settings"),
    |arguments| {
        let setting = arguments.text("setting").and_then(Setting::from_code);
        let Some(setting) = setting else {
            let scope = if arguments.is_set("server") {
                Scope::Server
            } else {
                Scope::Own
            };
            return Ok(Command::Settings(scope, None));
        };
        let picked = ["room", "role"].map(|name| match arguments.given.get(name) {
            Some(Value::Room(id)) => Some(id.as_str()),
            Some(Value::Role(id)) => Some(id.as_str()),
            _ => None,
        });
        let value = picked.into_iter().flatten().next();
        Ok(match value.or(arguments.text("value")) {
            Some(value) => Command::Change(setting, value.to_owned()),
            None => Command::Settings(setting.scope(), Some(setting)),
        })
    },
)
.options(&[
    OptionSpec::new(
        "setting",
        || msg!("command-settings-setting"),
        Kind::Choice(all),
    )
    .typed_only(),
    OptionSpec::new("room", || msg!("command-settings-room"), Kind::Room).typed_only(),
    OptionSpec::new("role", || msg!("command-settings-role"), Kind::Role).typed_only(),
    OptionSpec::new(
        "value",
        || msg!("command-settings-value"),
        Kind::Text { longest: LONGEST },
    )
    .typed_only(),
    OptionSpec::new("server", || msg!("command-settings-server"), Kind::Boolean).typed_only(),
]);

fn all() -> Vec<Choice> {
    let all = Setting::ALL.iter();
    all.map(|setting| Choice::new(setting.code(), setting.code()))
        .collect()
}

/// What unbinds a room.
const NONE: &str = "none";

/// The longest address of a space, in characters.
const LONGEST_ADDRESS: u16 = 255;

/// Front ends with buttons have no spaces.
pub(super) const SPACE: CommandSpec = CommandSpec::new(
    "space",
    || msg!("command-space"),
    |arguments| {
        Ok(Command::Space(match arguments.text("space") {
            None => SpaceCommand::Show,
            Some(typed) if typed.eq_ignore_ascii_case(NONE) => SpaceCommand::Leave,
            // Only the platform knows which one that is.
            Some(typed) => SpaceCommand::Bind(ServerId::new(typed)),
        }))
    },
)
.in_servers()
.typed_only()
.options(&[OptionSpec::new(
    "space",
    || msg!("command-space-space"),
    Kind::Text {
        longest: LONGEST_ADDRESS,
    },
)]);

pub(super) const VACATION: CommandSpec = CommandSpec::new(
    "vacation",
    || msg!("command-vacation"),
    |arguments| {
        Ok(if arguments.is_set("end") {
            Command::EndVacation
        } else {
            Command::Vacation(arguments.number("days"))
        })
    },
)
.options(&[
    OptionSpec::new(
        "days",
        || msg!("command-vacation-days"),
        Kind::Integer {
            lowest: 1,
            highest: DAYS,
        },
    ),
    OptionSpec::new("end", || msg!("command-vacation-end"), Kind::Boolean).typed_only(),
]);
