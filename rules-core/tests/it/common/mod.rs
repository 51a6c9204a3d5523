//! Test vectors and random walks.

use rules_core::{Game, Move, Position, Variant};

/// Reads a file of `tests/data`.
pub(crate) fn data(name: &str) -> String {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// One line of a vector file.
#[derive(Debug, serde::Deserialize)]
pub(crate) struct Vector {
    pub(crate) moves: Vec<String>,
    pub(crate) fen: String,
    pub(crate) legal: Vec<String>,
    pub(crate) san: Vec<String>,
    pub(crate) check: bool,
    pub(crate) outcome: String,
    pub(crate) reason: Option<String>,
    pub(crate) claim: bool,
    pub(crate) perft2: u64,
}

impl Vector {
    pub(crate) fn game(&self, variant: Variant) -> Game {
        Game::replay(variant, None, self.moves.iter().map(String::as_str)).unwrap()
    }
}

pub(crate) fn vectors(variant: Variant) -> Vec<Vector> {
    let text = data(&format!("{}.jsonl", variant.id()));
    let vectors = text.lines().map(serde_json::from_str);
    vectors.map(Result::unwrap).collect()
}

/// A placement alone has White to move, without rights.
pub(crate) fn whole(fen: &str) -> String {
    let rest = if fen.contains(' ') { "" } else { " w - - 0 1" };
    format!("{fen}{rest}")
}

/// A game that starts at a position.
pub(crate) fn at(variant: Variant, fen: &str) -> Game {
    let position = Position::from_fen(variant, &whole(fen));
    Game::from_position(position.unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// The UCI form (ALL-7).
pub(crate) fn uci(game: &Game, mv: Move) -> String {
    mv.uci(game.variant().shape()).to_string()
}

/// All legal moves in UCI form, sorted.
pub(crate) fn legal(game: &Game) -> Vec<String> {
    let moves = game.legal_moves().into_iter();
    let mut moves: Vec<String> = moves.map(|mv| uci(game, mv)).collect();
    moves.sort();
    moves
}

/// A pseudo-random generator with a fixed seed.
pub(crate) struct Random(pub u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

/// Plays a random game of at most `plies` half-moves and calls `look` for every position.
pub(crate) fn random_walk(variant: Variant, seed: u64, plies: usize, mut look: impl FnMut(&Game)) {
    let mut random = Random(seed);
    let mut game = Game::new(variant);
    look(&game);
    for _ in 0..plies {
        let moves = game.legal_moves();
        if moves.is_empty() {
            return;
        }
        game.play(moves[random.below(moves.len())]).unwrap();
        look(&game);
    }
}
