//! `/board`, `/games`, `/draw`, `/takeback`, `/resign`: what one does about a game beside moving.

use app::Command;

use super::Slash;
use super::options::{command, which};

pub(super) const BOARD: Slash = Slash {
    name: "board",
    describe: |name| command(name, "Look at the board; only you see it").add_option(which()),
    read: |options| Ok(Command::Board(options.which()?)),
};

pub(super) const GAMES: Slash = Slash {
    name: "games",
    describe: |name| command(name, "Your games and challenges; only you see them"),
    read: |_| Ok(Command::Games),
};

pub(super) const DRAW: Slash = Slash {
    name: "draw",
    describe: |name| command(name, "Offer a draw, agree to one, or claim one").add_option(which()),
    read: |options| Ok(Command::Draw(options.which()?)),
};

pub(super) const TAKE_BACK: Slash = Slash {
    name: "takeback",
    describe: |name| {
        command(name, "Ask to take your last move back, or allow it").add_option(which())
    },
    read: |options| Ok(Command::TakeBack(options.which()?)),
};

pub(super) const RESIGN: Slash = Slash {
    name: "resign",
    describe: |name| command(name, "Give up a game").add_option(which()),
    read: |options| Ok(Command::AskResign(options.which()?)),
};
