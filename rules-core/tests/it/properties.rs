//! Properties of every position.

use crate::common::{Random, random_walk, uci};
use proptest::prelude::*;
use rules_core::{
    Game, IllegalMove, MoveError, MoveList, MoveSyntaxError, Piece, Position, Role, Variant, perft,
    pgn,
};

fn variant() -> impl Strategy<Value = Variant> {
    prop::sample::select(Variant::ALL.to_vec())
}

/// A random game of at most `plies` half-moves.
fn game(variant: Variant, seed: u64, plies: usize) -> Game {
    let mut game = Game::new(variant);
    random_walk(variant, seed, plies, |next| game = next.clone());
    game
}

/// The moves that an error offers instead.
fn listed(error: MoveError) -> Vec<String> {
    match error {
        MoveError::Syntax(MoveSyntaxError::Unreadable { uci, san }) => vec![uci, san],
        MoveError::Ambiguous(moves)
        | MoveError::PromotionMissing(moves)
        | MoveError::Illegal(
            IllegalMove::MustCapture(moves)
            | IllegalMove::UnfinishedChain(moves)
            | IllegalMove::BrokenChain { turns: moves, .. },
        ) => moves,
        _ => Vec::new(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_position_reads_back_from_its_fen_with_the_same_key(variant in variant(), seed: u64, plies in 0_usize..120) {
        let game = game(variant, seed, plies);
        let read = Position::from_fen(variant, &game.position().fen()).unwrap();
        prop_assert_eq!(read.fen(), game.position().fen());
        prop_assert_eq!(read.hash(), game.position().hash());
        prop_assert_eq!(read.placement_key(), game.position().placement_key());
        prop_assert!(read.same_position(game.position()));
    }

    #[test]
    fn undoing_every_move_leads_to_the_start(variant in variant(), seed: u64, plies in 0_usize..60) {
        let mut game = game(variant, seed, plies);
        let moves = game.moves().to_vec();
        let end = *game.position();
        while game.undo().is_some() {}
        prop_assert_eq!(*game.position(), variant.start());
        for mv in moves {
            prop_assert!(game.is_legal(&mv));
            game.play(mv).unwrap();
        }
        prop_assert_eq!(*game.position(), end);
    }

    #[test]
    fn a_game_reads_back_from_its_pgn(variant in variant(), seed: u64, plies in 0_usize..80, from in 0_usize..10) {
        let start = *game(variant, seed, from).position();
        let mut game = Game::from_position(start);
        let mut random = Random(seed);
        for _ in 0..plies {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[random.below(moves.len())]).unwrap();
        }
        let text = pgn::write(&game, &[("White", "A \"quoted\" \\ name"), ("Annotator", "Carol")], None);
        prop_assert!(text.lines().all(|line| line.len() <= 120));
        let read = pgn::read(&text).unwrap();
        prop_assert_eq!(read.game.moves(), game.moves());
        prop_assert_eq!(read.game.position(), game.position());
        prop_assert_eq!(read.tag("White"), Some("A \"quoted\" \\ name"));
    }

    #[test]
    fn captures_are_the_legal_moves_that_capture(variant in variant(), seed: u64, plies in 0_usize..100) {
        let game = game(variant, seed, plies);
        let position = game.position();
        let mut all = MoveList::new();
        position.legal_moves(&mut all);
        let mut captures = MoveList::new();
        position.captures(&mut captures);
        prop_assert_eq!(perft(position, 1), all.len() as u64);
        let mut expected: Vec<_> = all.iter().copied().filter(|mv| position.is_capture(*mv)).collect();
        let mut found = captures.to_vec();
        expected.sort();
        found.sort();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn any_text_is_answered(variant in variant(), seed: u64, plies in 0_usize..30, text in ".{0,40}") {
        let game = game(variant, seed, plies);
        match game.read(&text) {
            Ok(mv) => prop_assert!(game.is_legal(&mv)),
            Err(error) => {
                for san in listed(error) {
                    prop_assert!(game.read(&san).is_ok(), "{}", san);
                }
            }
        }
    }

    #[test]
    fn any_two_squares_are_a_legal_or_an_illegal_move(variant in variant(), seed: u64, plies in 0_usize..60, a in 0_usize..64, b in 0_usize..64) {
        let game = game(variant, seed, plies);
        let shape = variant.shape();
        let squares: Vec<_> = shape.squares().iter().collect();
        let text = format!("{}{}", shape.name(squares[a % squares.len()]), shape.name(squares[b % squares.len()]));
        match game.read(&text) {
            Ok(mv) => prop_assert_eq!(uci(&game, mv), text),
            Err(error) => prop_assert!(!matches!(error, MoveError::Syntax(_)), "{:?}", error),
        }
    }

    #[test]
    fn any_text_as_fen_or_pgn_is_answered(variant in variant(), text in "[pnbrqkPNBRQKLGSADH1-8/* w-]{0,90}") {
        let _ = Position::from_fen(variant, &text);
        let _ = Position::from_fen_lenient(variant, &text);
        let _ = pgn::read(&text);
    }
}

#[test]
fn a_description_agrees_with_the_position_after_the_move() {
    for variant in Variant::ALL {
        random_walk(variant, 11, 60, |game| {
            let before = game.position();
            for mv in game.legal_moves() {
                let next = before.play_unchecked(&mv);
                let description = before.describe(mv);
                let mut pieces: Vec<_> = before.pieces().collect();
                pieces.retain(|piece| {
                    piece.0 != description.from()
                        && !description.captures.contains(piece)
                        && !description.shifts.iter().any(|shift| shift.from == piece.0)
                });
                let mut land = |to, piece: Piece, promoted: Option<Role>| {
                    let role = promoted.unwrap_or(piece.role);
                    pieces.push((to, Piece { role, ..piece }));
                };
                for shift in &description.shifts {
                    land(shift.to, shift.piece, shift.promoted);
                }
                land(description.to(), description.piece, description.promotion);
                pieces.sort();
                let same = pieces.into_iter().eq(next.pieces());
                assert!(same, "{before} {}", game.san(mv));
            }
        });
    }
}

#[test]
fn pgn_of_other_programs_is_read() {
    let text = "\u{feff}[Event \"?\"]\n[Variant \"Legan\"]\n[Result \"1-0\"]\n\n% a line of another program\n1. Nf4 {[%clk 0:01:00] good} \
                (1. Ng5 c5 {a (nested) one}) 1... c5 $1 ; to the end of the line\n2. Nfh3!? {x} 1-0\n\n[Variant \"toto40\"]\n\n1.a9 *\n";
    let first = pgn::read(text).unwrap();
    assert_eq!(first.game.sans(), ["Nf4", "c5", "Nfh3"]);
    let won = pgn::PgnResult::Won(rules_core::Color::White);
    assert_eq!(first.result, Some(won));
    let compact = pgn::read("[Variant \"toto40\"]\n\n1.a9 *\n").unwrap();
    assert_eq!(compact.game.sans(), ["a9"]);
    for wrong in [
        "",
        "[Variant",
        "[Variant \"chess\"]\n\n1. e4",
        "1. e4 *",
        "[Variant \"legan\"]\n{",
        "[Variant \"legan\"]\n1. Nf4 (",
        "[Variant \"legan\"]\n1. Qh7",
    ] {
        assert!(pgn::read(wrong).is_err(), "{wrong}");
    }
}
