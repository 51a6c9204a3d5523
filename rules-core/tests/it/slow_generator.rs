//! Compares with a second, slow implementation of the rules at every node of random games.

use crate::common::{Random, legal, uci};
use crate::slow::{Slow, Turn};
use rules_core::{Color, Family, Game, Move, Piece, Position, Role, Square, Variant};
use std::collections::BTreeMap;

/// Turns played at a node: there may be thousands of chains of captures.
const MAX_TURNS: usize = 300;

/// The turns that superko allows (TOTO-11).
fn allowed(slow: &Slow, game: &Game) -> Vec<Turn> {
    let mut turns = slow.turns();
    if game.variant() == Variant::Toto40 {
        let slow = |p: &Position| Slow::from_fen(Variant::Toto40, &p.fen());
        let past: Vec<_> = game
            .positions()
            .iter()
            .map(|p| slow(p).placement())
            .collect();
        turns.retain(|turn| !past.contains(&turn.after.placement()));
    }
    turns
}

fn compare_from(mut game: Game, random: &mut Random, plies: usize) {
    let variant = game.variant();
    for _ in 0..plies {
        let fen = game.position().fen();
        let slow = Slow::from_fen(variant, &fen);
        assert_eq!(slow.fen(), fen);
        let turns = allowed(&slow, &game);
        let mut names: Vec<String> = turns.iter().map(|turn| turn.uci.clone()).collect();
        names.sort();
        assert_eq!(legal(&game), names, "{variant} {fen}");
        let in_check = slow.in_check(fen.contains(" w "));
        assert_eq!(game.position().is_check(), in_check, "{variant} {fen}");
        if let Some((reason, _)) = slow.won() {
            let won = game.outcome().filter(|outcome| outcome.winner.is_some());
            let won = won.map(|outcome| outcome.reason.code());
            assert_eq!(won, Some(reason), "{variant} {fen}");
        }
        let moves = game.legal_moves().into_iter();
        let by_name: BTreeMap<String, Move> = moves.map(|mv| (uci(&game, mv), mv)).collect();
        for turn in turns.iter().take(MAX_TURNS) {
            let mv = by_name[&turn.uci];
            let next = game.position().play_unchecked(&mv);
            assert_eq!(next.fen(), turn.after.fen(), "{variant} {fen} {}", turn.uci);
        }
        if turns.is_empty() {
            return;
        }
        // Prefers captures, to reach endings.
        let captures = |turn: &&Turn| turn.after.placement().len() < slow.placement().len();
        let captures: Vec<&Turn> = turns.iter().filter(captures).collect();
        let chosen = if captures.is_empty() || random.below(3) > 0 {
            &turns[random.below(turns.len())]
        } else {
            captures[random.below(captures.len())]
        };
        let mv = game.read(&chosen.uci).unwrap();
        game.play(mv).unwrap();
    }
}

#[test]
fn both_implementations_agree_at_every_node_of_random_games() {
    for variant in Variant::ALL {
        for seed in 0..3 {
            compare_from(Game::new(variant), &mut Random(seed), 60);
        }
    }
}

#[test]
#[ignore = "takes long; `.ci/run deep` runs it"]
fn both_implementations_agree_in_many_long_random_games() {
    for variant in Variant::ALL {
        for seed in 100..104 {
            compare_from(Game::new(variant), &mut Random(seed), 250);
        }
    }
}

#[test]
fn both_implementations_agree_on_every_puzzle() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../bot/lessons/data/puzzles.txt"
    );
    let mut variant = Variant::Leto;
    for line in std::fs::read_to_string(file).unwrap().lines() {
        let parts: Vec<_> = line.split('|').collect();
        let [fen, moves, ..] = parts[..] else {
            // The variant of the lines below.
            variant = line.parse().unwrap();
            continue;
        };
        // Lines leave out the last fields where they say nothing.
        let fen = Position::from_fen_lenient(variant, fen).unwrap().fen();
        let mut game = Game::replay(variant, Some(&fen), []).unwrap();
        let mut slow = Slow::from_fen(variant, &fen);
        for uci in moves.split(' ') {
            let turns = allowed(&slow, &game);
            let turn = turns.into_iter().find(|turn| turn.uci == uci);
            game.play(game.read(uci).unwrap()).unwrap();
            slow = turn.unwrap_or_else(|| panic!("{line}: {uci}")).after;
            assert_eq!(slow.fen(), game.position().fen(), "{line}");
        }
        let won = game.outcome().and_then(|outcome| outcome.winner);
        if won.is_some() && variant != Variant::Toto40 {
            let ended = slow.won().is_some() || slow.turns().is_empty();
            assert!(ended, "{line}");
        }
    }
}

/// A random placement of few or many pieces, often with kings and castling partners at home.
fn scattered(variant: Variant, random: &mut Random) -> Option<Position> {
    let shape = variant.shape();
    let squares: Vec<Square> = shape.squares().iter().collect();
    let mut letters: Vec<Option<char>> = vec![None; shape.len()];
    let start = variant.start();
    let at_home = random.below(2) == 0;
    for color in Color::ALL {
        let partners = [Role::King, Role::Rook, Role::Dabbabah, Role::Knight];
        for (square, piece) in start.pieces().filter(|(_, piece)| piece.color == color) {
            if at_home && partners.contains(&piece.role) {
                letters[square.index()] = Some(piece.letter());
            }
        }
        if !at_home {
            let role = Role::King;
            letters[random.below(squares.len())] = Some(Piece { color, role }.letter());
        }
    }
    let most = if variant.chains_captures() { 9 } else { 20 };
    for _ in 0..4 + random.below(most) {
        let mut role = variant.roles()[1 + random.below(variant.roles().len() - 1)];
        if variant.family() == Family::Leto && random.below(3) == 0 {
            role = Role::Leto;
        }
        let place = random.below(squares.len());
        let color = Color::ALL[random.below(2)];
        if shape.section(!color).contains(squares[place]) {
            continue;
        }
        if !letters[place].is_some_and(|letter| letter.eq_ignore_ascii_case(&'k')) {
            letters[place] = Some(Piece { color, role }.letter());
        }
    }
    let rank = |rank: u8| -> String {
        let letter = |file| match shape.at(file, rank) {
            Some(square) => letters[square.index()].unwrap_or('1'),
            None => '*',
        };
        (0..shape.files()).map(letter).collect()
    };
    let ranks: Vec<String> = (0..shape.ranks()).rev().map(rank).collect();
    let turn = ['w', 'b'][random.below(2)];
    let rest = match variant {
        Variant::Toto40 => "L 1",
        Variant::Legan => "- - 0 1",
        _ => "KQkq - 0 1",
    };
    Position::from_fen_lenient(variant, &format!("{} {turn} {rest}", ranks.join("/"))).ok()
}

fn compare_scattered(seed: u64, positions: usize) {
    let mut random = Random(seed);
    for variant in Variant::ALL {
        let mut compared = 0;
        for _ in 0..100 * positions {
            if compared == positions {
                break;
            }
            if let Some(position) = scattered(variant, &mut random) {
                compare_from(Game::from_position(position), &mut random, 3);
                compared += 1;
            }
        }
        assert_eq!(compared, positions, "{variant}: too few legal positions");
    }
}

#[test]
fn both_implementations_agree_on_random_positions() {
    compare_scattered(1, 15);
}

#[test]
#[ignore = "takes long; `.ci/run deep` runs it"]
fn both_implementations_agree_on_many_random_positions() {
    compare_scattered(2, 300);
}
