//! `/settings`

use app::{Command, Scope};

use super::Slash;
use super::options::command;

pub(super) const SETTINGS: Slash = Slash {
    name: "settings",
    describe: |name| {
        command(
            name,
            "How boards look to you, how I call you; and this server's settings",
        )
    },
    read: |_| Ok(Command::Settings(Scope::Own, None)),
};
