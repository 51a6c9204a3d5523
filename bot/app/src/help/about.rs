//! `/about`: what this program is, and how long it has been running.

use text::msg;

use crate::context::{Change, Reader};
use crate::messages;
use crate::protocol::action::Action;
use crate::protocol::card::{Button, Card};
use crate::protocol::command::Command;
use crate::spec::command::{CommandSpec, named};

pub(crate) const ABOUT: CommandSpec =
    named("about", || msg!("command-about")).command(|_| Ok(Command::About));

pub(crate) fn about(reader: &Reader<'_>) -> Change {
    let privacy = Button::plain(msg!("button-privacy"), Action::Privacy);
    let card = Card::with_buttons(messages::about(reader.facts), [privacy]);
    Change::aside(card)
}
