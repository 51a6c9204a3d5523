//! Any text is a custom id or is not read; one that is read is written back, and its press is answered or refused.
#![no_main]

use app::memory::MemoryStore;
use app::{App, Failure, Limits};
use libfuzzer_sys::fuzz_target;

#[path = "../../src/discord/custom_id.rs"]
mod custom_id;
mod players;

fuzz_target!(|input: (&str, &str)| {
    let (text, value) = input;
    let Some(press) = custom_id::read(text) else { return };
    let written = custom_id::write(press);
    assert!(written.len() <= 100, "{written}");
    assert_eq!(custom_id::read(&written), Some(press));
    let app = App::new(MemoryStore::default(), Limits::default());
    players::begin(&app, players::variant_of(value));
    for command in [press.command(Some(value)), press.command(None), press.written(value.to_owned())] {
        let Some(command) = command else { continue };
        for who in players::ALL {
            assert!(!matches!(players::ask(&app, who, command.clone()), Err(Failure::Store(_))));
        }
    }
});
