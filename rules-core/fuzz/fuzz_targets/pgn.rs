//! Any text is PGN or an error. A game reads back from the PGN written of it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules_core::pgn;

fuzz_target!(|text: &str| {
    let Ok(read) = pgn::read(text) else { return };
    let written = pgn::write(&read.game, &[], read.result);
    assert_eq!(pgn::read(&written).map(|again| again.game.moves().to_vec()), Ok(read.game.moves().to_vec()));
});
