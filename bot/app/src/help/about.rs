//! `/about`: what this program is, and since when it has been running.

use crate::context::{Change, Reader};
use crate::messages;
use crate::protocol::button::Press;
use crate::protocol::card::{Card, Control, Look};
use crate::protocol::effect::Answer;
use crate::protocol::people::PeoplePress;

pub(crate) fn about(reader: &Reader<'_>) -> Change {
    let privacy = Control {
        label: messages::PRIVACY,
        look: Look::Plain,
        press: Press::People(PeoplePress::Privacy),
    };
    let card = Card {
        controls: vec![vec![privacy]],
        ..Card::words(messages::about(reader.facts))
    };
    Change::nothing(Answer::Private(Box::new(card)))
}
