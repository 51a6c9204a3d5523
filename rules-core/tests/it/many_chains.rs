//! Constructed positions with more chains of captures than anyone could list (LEAP-9): reading, judging and playing them stays cheap.
//! Without a bound, these tests would run for minutes and fill the memory.

use crate::common::{Random, at, legal, random_walk};
use rules_core::{
    Game, IllegalMove, Move, MoveError, MoveList, Shape, Square, Variant, Variant::Leap64Multi,
};

/// A white sail and fifteen black ones on squares that it can reach, in about a million orders.
const WEB: &str = "1k6/s1s1s1s1/8/s1S1s1s1/7K/s1s1s1s1/8/s1s1s1s1 w - - 0 1";
/// Like [`WEB`], but a knight that no sail can reach gives check.
const WEB_IN_VAIN: &str = "1k5K/s1s1sn2/8/s1S1s1s1/8/s1s1s1s1/8/s1s1s1s1 w - - 0 1";

/// A random chain of the web's sail that cannot go on: its squares.
fn walk(game: &Game, random: &mut Random) -> Vec<Square> {
    let shape = Shape::Square64;
    let mut at = shape.parse("c5").unwrap();
    let mut left: Vec<Square> = (game.position().side(!game.turn()).iter())
        .filter(|square| shape.file(*square).is_multiple_of(2))
        .collect();
    let mut path = vec![at];
    loop {
        let near = |to: &Square| {
            shape.file(*to).abs_diff(shape.file(at)) <= 2
                && shape.rank(*to).abs_diff(shape.rank(at)) <= 2
        };
        let next: Vec<Square> = left.iter().copied().filter(near).collect();
        if next.is_empty() {
            return path;
        }
        at = next[random.below(next.len())];
        left.retain(|square| *square != at);
        path.push(at);
    }
}

fn text(path: &[Square]) -> String {
    let shape = Shape::Square64;
    path.iter().map(|at| shape.name(*at).to_string()).collect()
}

#[test]
fn a_list_ends_at_its_limit_and_unlisted_moves_are_legal_too() {
    let game = at(Leap64Multi, WEB);
    let listed = game.legal_moves();
    assert_eq!(listed.len(), MoveList::MOST);
    let mut random = Random(20);
    let mut unlisted = 0;
    for _ in 0..200 {
        let path = walk(&game, &mut random);
        let mv = game.read(&text(&path)).unwrap();
        assert!(game.is_legal(&mv));
        unlisted += usize::from(!listed.contains(&mv));
        let mut next = game.clone();
        next.play(mv).unwrap();
        let left = next.position().side(next.turn()).len();
        assert_eq!(left, 16 - (path.len() - 1));
        let san = game.san(mv);
        assert_eq!(game.read(&san), Ok(mv), "{san}");
        let cut = text(&path[..path.len() - 1]);
        assert!(game.read(&cut).is_err(), "{cut}");
    }
    assert!(unlisted > 100, "{unlisted}");
    let Err(MoveError::Illegal(nowhere)) = game.read("c5c6") else {
        panic!("c5c6")
    };
    assert!(matches!(nowhere, IllegalMove::BadTarget { .. }));
}

#[test]
fn chains_that_all_leave_the_king_in_check_are_not_tried_in_every_order() {
    let game = at(Leap64Multi, WEB_IN_VAIN);
    assert!(game.position().is_check());
    assert_eq!(game.outcome(), None);
    assert_eq!(legal(&game), ["h8g8", "h8h7"]);
    let mv = game.read("Kg8").unwrap();
    assert_eq!(game.san(mv), "Kg8");
    assert!(game.read("c5a3").is_err());
    let mut next = game.clone();
    next.play(mv).unwrap();
    assert_eq!(next.outcome(), None);
}

#[test]
fn every_move_is_found_along_its_path() {
    for variant in Variant::ALL {
        for seed in 0..40 {
            random_walk(variant, seed, 80, |game| {
                let mut all = MoveList::new();
                game.position().legal_moves(&mut all);
                for mv in game.legal_moves() {
                    let path: Vec<Square> = mv.path().skip(1).collect();
                    let same = |other: &&Move| other.path().skip(1).eq(path.iter().copied());
                    let mut along = MoveList::new();
                    game.position().moves_along(&path, &mut along);
                    let mut found: Vec<_> = along.iter().filter(same).collect();
                    let mut expected: Vec<_> = all.iter().filter(same).collect();
                    found.sort();
                    expected.sort();
                    assert_eq!(found, expected, "{variant} {}", game.position());
                }
            });
        }
    }
}
