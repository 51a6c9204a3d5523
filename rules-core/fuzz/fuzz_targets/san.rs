//! Any text is a legal move or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules_core::{Game, Position, Variant};

fuzz_target!(|input: (u8, &str, &str)| {
    let variant = Variant::ALL[usize::from(input.0) % Variant::ALL.len()];
    let start = Position::from_fen_lenient(variant, input.1).unwrap_or_else(|_| variant.start());
    let game = Game::from_position(start);
    match game.read(input.2) {
        Ok(mv) => assert!(game.is_legal(&mv)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
