//! `/settings`

use app::{Command, Scope};
use text::msg;

use super::Slash;
use super::options::command;

pub(super) const SETTINGS: Slash = Slash {
    name: "settings",
    describe: |name| command(name, &msg!("command-settings")),
    read: |_| Ok(Command::Settings(Scope::Own, None)),
};
