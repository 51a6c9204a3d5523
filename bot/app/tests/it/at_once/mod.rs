//! Requests at the same moment: what a commit relied on still holds when it is made.

mod interruptions;
mod limits;

use std::sync::Arc;

use app::effect::Handled;
use app::{App, Command, Level, Limits, Moment, Terms, Timestamp};
use rules_core::Variant;

use crate::common::hooked::{Hook, Hooked};
use crate::common::{person, request};

/// The application over a store with a hook.
struct Scene<H> {
    app: App,
    store: Arc<Hooked<H>>,
    seed: u64,
}

impl<H: Hook + 'static> Scene<H> {
    fn with(hook: H, limits: Limits, seed: u64) -> Self {
        let store = Arc::new(Hooked::new(hook));
        Self {
            app: App::new(Arc::clone(&store), limits),
            store,
            seed,
        }
    }

    fn moment(&mut self) -> Moment {
        self.seed += 1;
        Moment {
            now: Timestamp(1_000_000_000),
            seed: self.seed,
        }
    }

    fn act(&mut self, who: &str, command: Command) -> Handled {
        let moment = self.moment();
        self.app.handle(&request(who, command), moment).unwrap()
    }
}

fn invite(to: Option<&str>) -> Command {
    Command::Challenge {
        opponent: to.map(person),
        terms: Terms::of(Variant::Toto40),
    }
}

fn play() -> Command {
    Command::Play {
        terms: Terms::of(Variant::Toto40),
        level: Level::LOWEST,
    }
}
