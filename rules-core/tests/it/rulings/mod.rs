//! Every ruling, by its number. The vectors and the slow generator also cover what rulings say about all moves of a position.

mod all;
mod latrunculi;
mod leap;
mod legan;
mod leto;
mod toto40;

use crate::common::{at, legal, whole};
use rules_core::{Color, Game, Reason, Variant};

fn after(variant: Variant, fen: &str, moves: &str) -> Game {
    let game = Game::replay(variant, Some(&whole(fen)), moves.split_whitespace());
    game.unwrap_or_else(|error| panic!("{fen} {moves}: {error}"))
}

fn fen_after(variant: Variant, fen: &str, mv: &str) -> String {
    after(variant, fen, mv).position().fen()
}

fn san(variant: Variant, fen: &str, mv: &str) -> String {
    let game = at(variant, fen);
    let read = game.read(mv);
    game.san(read.unwrap_or_else(|why| panic!("{fen} {mv}: {why}")))
}

fn can(variant: Variant, fen: &str, mv: &str) -> bool {
    legal(&at(variant, fen)).iter().any(|found| found == mv)
}

fn from(variant: Variant, fen: &str, square: &str) -> Vec<String> {
    let all = legal(&at(variant, fen));
    all.into_iter()
        .filter_map(|mv| mv.strip_prefix(square).map(str::to_owned))
        .collect()
}

/// The winner of a game and the reason, if it has ended.
fn end(game: &Game) -> Option<(Option<Color>, Reason)> {
    let outcome = game.outcome();
    outcome.map(|outcome| (outcome.winner, outcome.reason))
}

fn ends(variant: Variant, fen: &str) -> Option<(Option<Color>, Reason)> {
    end(&at(variant, fen))
}

const WHITE: Option<Color> = Some(Color::White);
const BLACK: Option<Color> = Some(Color::Black);

/// Number of rulings by prefix.
const RULINGS: [(&str, usize); 6] = [
    ("ALL", 10),
    ("LEGAN", 6),
    ("LATR", 5),
    ("LEAP", 11),
    ("TOTO", 13),
    ("LETO", 15),
];

#[test]
fn every_ruling_is_cited_by_a_test() {
    let it = format!("{}/tests/it", env!("CARGO_MANIFEST_DIR"));
    let mut tests = String::new();
    for folder in ["", "/rulings", "/reading"] {
        for entry in std::fs::read_dir(format!("{it}{folder}")).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                tests += &std::fs::read_to_string(path).unwrap();
            }
        }
    }
    for (game, count) in RULINGS {
        for number in 1..=count {
            let cited = format!("fn {}_{number}_", game.to_lowercase());
            assert!(tests.contains(&cited), "no test for {game}-{number}");
        }
    }
}
