//! `/vacation`

use app::Command;
use serenity::all::CommandOptionType;
use text::msg;

use super::Slash;
use super::options::{command, option};

/// Upper limit of the option; the application knows how many days are left.
const DAYS: u64 = 365;

pub(super) const VACATION: Slash = Slash {
    name: "vacation",
    describe: |name| {
        let days = option(
            CommandOptionType::Integer,
            "days",
            &msg!("command-vacation-days"),
        );
        command(name, &msg!("command-vacation"))
            .add_option(days.min_int_value(1).max_int_value(DAYS))
    },
    read: |options| {
        let days = options.value("days").is_some();
        Ok(Command::Vacation(days.then(|| options.number("days", 0))))
    },
};
