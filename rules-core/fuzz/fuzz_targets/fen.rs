//! Any text is a position or an error. A position reads back from its FEN, and so does the position after each of its moves.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules_core::{MoveList, Position, Variant, perft};

fuzz_target!(|input: (u8, &str)| {
    let variant = Variant::ALL[usize::from(input.0) % Variant::ALL.len()];
    let _ = Position::from_fen_lenient(variant, input.1);
    let Ok(position) = Position::from_fen(variant, input.1) else { return };
    assert_eq!(Position::from_fen(variant, &position.fen()), Ok(position));
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    assert_eq!(moves.is_empty(), !position.can_move());
    if moves.len() < MoveList::MOST {
        assert_eq!(moves.len() as u64, perft(&position, 1));
    }
    for mv in moves.iter().take(100) {
        let next = position.play_unchecked(mv);
        assert_eq!(Position::from_fen(variant, &next.fen()).map(|read| read.fen()), Ok(next.fen()));
    }
});
