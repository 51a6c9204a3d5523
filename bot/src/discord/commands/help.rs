//! `/help`

use app::{Command, Occasion};
use text::msg;

use super::Slash;
use super::options::command;

pub(super) const HELP: Slash = Slash {
    name: "help",
    describe: |name| command(name, &msg!("command-help")),
    read: |_| Ok(Command::Help(Occasion::Asked)),
};
