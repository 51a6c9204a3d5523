//! Moves that lose at once.

use crate::common::{at, random_walk};
use rules_core::{Blunder, Game, Move, Reason, Variant};

/// How a move from this position loses at once: the winning reply in SAN, if it takes one, and the reason.
fn blunder(variant: Variant, fen: &str, mv: &str) -> Option<(Option<String>, Reason)> {
    let mut game = at(variant, fen);
    let mv = game.read(mv).unwrap();
    let found = game.blunders(&[mv])[0];
    game.play(mv).unwrap();
    found.map(|Blunder { reply, reason }| (reply.map(|reply| game.san(reply)), reason))
}

#[test]
fn leaving_the_line_hanging_the_king_and_allowing_mate_lose_at_once() {
    let mut entered = Game::new(Variant::Toto40);
    entered.play(entered.read("d5d7").unwrap()).unwrap();
    let toto = |mv| blunder(Variant::Toto40, &entered.position().fen(), mv);
    assert_eq!(toto("a12a11"), Some((None, Reason::LeftLine)));
    let king = (Some("Rxe6".to_owned()), Reason::KingCaptured);
    assert_eq!(toto("f7e6"), Some(king));
    assert_eq!(toto("e8e6"), None);
    let back_rank = |mv| blunder(Variant::Latrunculi, "1r4k1/8/8/8/8/8/P4PPP/6K1", mv);
    let mate = (Some("Rb1#".to_owned()), Reason::Checkmate);
    assert_eq!(back_rank("a3"), Some(mate));
    assert_eq!(back_rank("h3"), None);
}

#[test]
fn a_move_that_draws_leaves_no_reply_that_wins() {
    let after = |clock| {
        let fen = format!("1r4k1/8/8/8/8/B7/5PPP/6K1 w - - {clock} 100");
        blunder(Variant::Latrunculi, &fen, "Bc5")
    };
    let mate = (Some("Rb1#".to_owned()), Reason::Checkmate);
    assert_eq!(after(148), Some(mate));
    assert_eq!(after(149), None);
}

#[test]
fn in_leap_chess_a_bare_king_loses_at_once() {
    let leap = |mv| blunder(Variant::LeapOptional, "*3k*/6/6/4p1/6/3P2/6/*K3*", mv);
    let bare = (Some("exd4".to_owned()), Reason::BareKing);
    assert_eq!(leap("d3d4"), Some(bare));
    assert_eq!(leap("b1c1"), None);
}

#[test]
fn blunders_are_the_moves_after_which_the_game_or_a_reply_ends_in_a_loss() {
    let mut found = 0;
    for variant in Variant::ALL {
        for seed in 0..6 {
            random_walk(variant, seed, 60, |game| {
                let moves = game.legal_moves();
                for (&mv, blunder) in moves.iter().zip(game.blunders(&moves)) {
                    let is_blunder = loses_at_once(game, mv);
                    assert_eq!(blunder.is_some(), is_blunder, "{}", game.san(mv));
                    found += usize::from(is_blunder);
                }
            });
        }
    }
    assert!(found > 100, "{found}");
}

fn loses_at_once(game: &Game, mv: Move) -> bool {
    let winner = Some(!game.turn());
    let won = |game: &Game| game.outcome().is_some_and(|end| end.winner == winner);
    let mut after = game.clone();
    after.play(mv).unwrap();
    won(&after)
        || after.outcome().is_none()
            && after.legal_moves().iter().any(|&reply| {
                let mut end = after.clone();
                end.play(reply).unwrap();
                won(&end)
            })
}
