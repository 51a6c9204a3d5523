//! `/about`: what this program is, and since when it has been running.

use crate::app::{App, Change};
use crate::command::Press;
use crate::effect::{Answer, Card, Control, Look};
use crate::moment::Timestamp;
use crate::people::PeoplePress;
use crate::say;
use crate::store::Store;

/// What only the running program knows of itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// Its version.
    pub version: &'static str,
    /// Where its source is to be found; empty if nobody said.
    pub source: &'static str,
    /// Where people can read what is kept about them; nothing if it is only in a file.
    pub privacy: Option<String>,
    /// When it was started.
    pub started: Timestamp,
}

impl<S: Store> App<S> {
    /// The same application, which can tell this about itself.
    #[must_use]
    pub fn with_facts(self, facts: Facts) -> Self {
        Self { facts, ..self }
    }

    pub(crate) fn about(&self) -> Change {
        let privacy = Control {
            label: say::PRIVACY,
            look: Look::Plain,
            press: Press::People(PeoplePress::Privacy),
        };
        let card = Card {
            controls: vec![vec![privacy]],
            ..Card::words(say::about(&self.facts))
        };
        Change::nothing(Answer::Private(Box::new(card)))
    }
}
