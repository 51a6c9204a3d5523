//! `/about`: what this program is, and since when it has been running.

use crate::context::{Change, Reader};
use crate::messages;
use crate::protocol::action::Action;
use crate::protocol::card::{Button, ButtonStyle, Card};
use crate::protocol::effect::Answer;

pub(crate) fn about(reader: &Reader<'_>) -> Change {
    let privacy = Button {
        label: messages::PRIVACY.into(),
        style: ButtonStyle::Plain,
        action: Action::Privacy,
    };
    let card = Card {
        controls: vec![vec![privacy]],
        ..Card::words(messages::about(reader.facts))
    };
    Change::nothing(Answer::Private(Box::new(card)))
}
