//! Requests at the same moment: each commit's preconditions still hold when it is made.

mod interruptions;
mod limits;

use std::sync::Arc;

use app::{Limits, Span, Terms};
use rules_core::Variant;

use crate::common::hooked::{Hook, Hooked};
use crate::common::{Hall, manager};

/// A hall over a store with a hook, whose clock stands still.
struct Scene<H> {
    hall: Hall,
    store: Arc<Hooked<H>>,
}

impl<H: Hook + 'static> Scene<H> {
    fn with(hook: H, limits: Limits, seed: u64) -> Self {
        let store = Arc::new(Hooked::new(hook));
        let hall = Hall {
            seed,
            pace: Span::default(),
            context: manager(),
            ..Hall::over(Arc::clone(&store), limits)
        };
        Self { hall, store }
    }
}

fn toto40() -> Terms {
    Terms::of(Variant::Toto40)
}
