//! `/about`: what this program is, and how long it has been running.

use text::msg;

use crate::context::{Change, Reader};
use crate::messages;
use crate::protocol::action::Action;
use crate::protocol::card::{Button, ButtonStyle, Card};
use crate::protocol::command::Command;
use crate::protocol::effect::Answer;
use crate::spec::command::CommandSpec;

pub(crate) const ABOUT: CommandSpec =
    CommandSpec::new("about", || msg!("command-about"), |_| Ok(Command::About));

pub(crate) fn about(reader: &Reader<'_>) -> Change {
    let privacy = Button::new(msg!("button-privacy"), ButtonStyle::Plain, Action::Privacy);
    let card = Card {
        controls: vec![vec![privacy]],
        ..Card::words(messages::about(reader.facts))
    };
    Change::nothing(Answer::Aside(Box::new(card)))
}
