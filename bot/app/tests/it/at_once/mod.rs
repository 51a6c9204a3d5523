//! Requests at the same moment: each commit's preconditions still hold when it is made.

mod interruptions;
mod limits;

use std::sync::Arc;

use app::effect::Handled;
use app::store::Index;
use app::{App, Command, GameId, Limits, Moment, Terms, Timestamp};
use rules_core::Variant;

use crate::common::hooked::{Hook, Hooked};
use crate::common::{Hall, challenge_of, game_of, invite, request};

/// A hall over a store with a hook, whose clock stands still.
struct Scene<H> {
    hall: Hall,
    store: Arc<Hooked<H>>,
}

impl<H: Hook + 'static> Scene<H> {
    fn with(hook: H, limits: Limits, seed: u64) -> Self {
        let store = Arc::new(Hooked::new(hook));
        let mut hall = Hall::over(Arc::clone(&store), limits);
        hall.seed = seed;
        Self { hall, store }
    }

    fn app(&self) -> &App {
        &self.hall.app
    }

    fn moment(&mut self) -> Moment {
        Moment {
            now: Timestamp(1_000_000_000),
            ..self.hall.moment()
        }
    }

    fn act(&mut self, who: &str, command: Command) -> Handled {
        let moment = self.moment();
        let request = request(who, command);
        self.app().handle(&request, moment).unwrap()
    }

    /// A game between ann (White) and bob.
    fn game(&mut self, terms: Terms) -> GameId {
        let made = self.act("ann", invite("bob", terms));
        let accept = Command::Accept(challenge_of(&made.outgoing));
        game_of(&self.act("bob", accept).outgoing)
    }

    fn listed(&self, index: &Index) -> usize {
        self.hall.list(index).len()
    }
}

fn toto40() -> Terms {
    Terms::of(Variant::Toto40)
}
