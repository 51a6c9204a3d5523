//! Each byte picks a legal move. SAN reads back, and undoing a move restores the position.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules_core::{Game, Position, Variant};

fuzz_target!(|bytes: &[u8]| {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let mut game = Game::new(Variant::ALL[usize::from(*first) % Variant::ALL.len()]);
    for byte in bytes.iter().take(300) {
        let moves = game.legal_moves();
        if moves.is_empty() {
            assert!(game.outcome().is_some());
            break;
        }
        let mv = moves[usize::from(*byte) % moves.len()];
        assert_eq!(game.read(&game.san(mv)), Ok(mv));
        let before = *game.position();
        game.play(mv).unwrap();
        game.undo();
        assert_eq!(*game.position(), before);
        game.play(mv).unwrap();
        let read = Position::from_fen(game.variant(), &game.position().fen());
        assert_eq!(read.map(|position| position.hash()), Ok(game.position().hash()));
    }
});
