//! `/about`

use app::Command;

use super::Slash;
use super::options::command;

pub(super) const ABOUT: Slash = Slash {
    name: "about",
    describe: |name| command(name, "What Delos is, its version, and who made the games"),
    read: |_| Ok(Command::About),
};
