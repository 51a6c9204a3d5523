//! `/about`

use app::Command;
use text::msg;

use super::Slash;
use super::options::command;

pub(super) const ABOUT: Slash = Slash {
    name: "about",
    describe: |name| command(name, &msg!("command-about")),
    read: |_| Ok(Command::About),
};
