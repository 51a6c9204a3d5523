//! Arbitrary text as a custom id: it is parsed or rejected. A parsed id survives a round trip, and a press is answered or
//! refused.
#![no_main]

use app::store::memory::MemoryStore;
use app::{Action, App, Failure, Limits};
use libfuzzer_sys::fuzz_target;

mod players;

fuzz_target!(|input: (&str, &str)| {
    let (address, value) = input;
    let Some(action) = Action::from_address(address) else { return };
    let written = action.address();
    assert!(written.len() <= 100, "{written}");
    assert_eq!(Action::from_address(&written), Some(action));
    let app = App::new(MemoryStore::default(), Limits::default());
    players::begin(&app, players::variant_of(value));
    for command in [action.command(Some(value)), action.command(None)] {
        let Some(command) = command else { continue };
        for who in players::ALL {
            assert!(!matches!(players::ask(&app, who, command.clone()), Err(Failure::Store(_))));
        }
    }
});
