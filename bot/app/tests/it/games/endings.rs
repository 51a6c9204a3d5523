//! Games from their beginning to their end, against people and the engine.

use app::effect::Subject;
use app::store::memory::MemoryStore;
use app::{Command, Found, GameId, Refusal, Terms, Which};
use rules_core::Variant;

use crate::common::{
    Hall, as_black, as_white, called, from_position, game_of, moving, press_first, thought_of,
    thoughts,
};

/// Makes a move, and confirms it if that is asked.
pub(crate) fn insist(hall: &mut Hall, who: &str, game: GameId, text: &str) {
    let handled = hall.act(who, moving(Which::Id(game), text));
    if let Some(question) = handled.answer.into_card() {
        hall.act(who, press_first(&question));
    }
}

/// A position of Toto40 with these pieces: `"Kc6 kf7"`.
pub(crate) fn toto40(pieces: &str, rest: &str) -> String {
    let shape = Variant::Toto40.shape();
    let piece = |file, rank| match shape.at(file, rank) {
        Some(square) => {
            let name = shape.name(square).to_string();
            let mut pieces = pieces.split_whitespace();
            pieces
                .find(|piece| piece.get(1..) == Some(&name))
                .map_or('1', |piece| piece.chars().next().unwrap())
        }
        None => '*',
    };
    let row = |rank| -> String { (0..shape.files()).map(|file| piece(file, rank)).collect() };
    let rows: Vec<_> = (0..shape.ranks()).rev().map(row).collect();
    format!("{} {rest}", rows.join("/"))
}

/// Plays a game to its end, and returns the sentence about it.
fn ending(terms: Terms, moves: &str) -> String {
    let mut hall = Hall::new();
    let game = hall.game_on(terms);
    for text in moves.split_whitespace() {
        let who = hall.to_move(game);
        insist(&mut hall, &who, game, text);
    }
    assert!(hall.record(game).result.is_some(), "{moves} ends the game");
    let text = hall.text(Subject::Game(game));
    text.lines().rev().nth(1).unwrap().to_owned()
}

/// Moves from the start of Toto40, and the sentence about the result.
const TOTO40: &str = "
d5d7 a12a11 => @t:ann won: @t:bob didn't get a piece onto the fighting line.
d5d7 e8e6 c6c7 e6d7 a8a9 => @t:bob won: @t:ann didn't get a piece onto the fighting line.
d5d7 e8e6 d7d5 => @t:bob won: @t:ann left the fighting line.
d5d7 f7e6 d7e6 => @t:ann won by capturing @t:bob's king.
";

#[test]
fn a_result_of_toto40_says_what_happened() {
    let lines = TOTO40.lines().filter_map(|line| line.split_once(" => "));
    for (moves, sentence) in lines {
        assert_eq!(ending(Terms::of(Variant::Toto40), moves), sentence);
    }
    let no_move = toto40("Kh1 Ph2 Ng2 Pf4 Pf5 ph3 pg6 kf7", "b L 9");
    let sentence = ending(from_position(Variant::Toto40, &no_move), "g6f5");
    assert_eq!(sentence, "@t:bob won: @t:ann has no legal move.");
}

#[test]
fn a_result_says_what_happened() {
    let knights = "g1f3 g8f6 f3g1 f6g8 ".repeat(4);
    let usual = Variant::Latrunculi.start_fen();
    let endings = [
        (
            (Variant::LeapOptional, "d2d1"),
            "*1Dk1*/6/1N4/1pS1P1/1P4/6/1DDK2/*4* w - - 10 68",
            "@t:ann won by stalemate: @t:bob has no legal move.",
        ),
        (
            (Variant::Leap, "b3c4"),
            "*3k*/6/6/6/2p3/1P4/6/*3K* w - - 0 1",
            "@t:ann won by bare king: @t:bob has only a king left.",
        ),
        (
            (Variant::LeapMulti, "b3b5b7"),
            "*4*/1k4/6/1p4/6/1D4/6/*3K* w - - 0 1",
            "@t:ann won by capturing @t:bob's king.",
        ),
        (
            (Variant::Latrunculi, "a3 Rb1"),
            "1r4k1/8/8/8/8/8/P4PPP/6K1 w - - 0 1",
            "@t:bob won by checkmate.",
        ),
        (
            (Variant::Legan, "g5g6"),
            "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1",
            "The game is drawn by stalemate.",
        ),
        (
            (Variant::Legan, "a8b7"),
            "k7/1Q6/8/8/8/8/8/K7 b - - 0 1",
            "The game is drawn: neither side can win.",
        ),
        (
            (Variant::Latrunculi, &knights),
            usual,
            "The game is drawn: the same position occurred five times.",
        ),
        (
            (Variant::Legan, "h2h3"),
            "k7/8/8/8/8/8/7R/K7 w - - 149 99",
            "The game is drawn: 75 moves without a capture or a pawn move.",
        ),
    ];
    for ((variant, moves), start, sentence) in endings {
        let terms = from_position(variant, start);
        assert_eq!(ending(terms, moves), sentence, "{start}");
    }
}

#[test]
fn a_game_that_is_over_takes_no_moves() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Toto40);
    let moved = hall.play("ann", "d5d7");
    assert_eq!(called(&moved).unwrap(), ["t:bob"]);
    insist(&mut hall, "bob", game, "a11");
    assert_eq!(hall.buttons(Subject::Game(game)), ["Rematch", "Replay"]);
    let refused = hall.refused("ann", moving(Which::Id(game), "d7d5"));
    assert!(matches!(refused, Refusal::GameOver(..)));
    hall.assert_refused("ann", moving(Which::Mine, "d7d5"), Refusal::NoGame);
}

#[test]
fn the_engines_answer_is_a_move_like_any_other() {
    let mut hall = Hall::new();
    let terms = as_black(Terms::of(Variant::Latrunculi));
    let asked = hall.act("ann", crate::common::play(terms)).outgoing;
    let text = hall.text(Subject::Game(game_of(&asked)));
    let thinking = "Delos at level 1 is thinking";
    assert!(text.starts_with(thinking), "{text}");
    let shown = hall.engine_plays(&asked, "e2e4");
    assert_eq!(shown.len(), 1, "the board is shown, ann is to move");
    let again = hall.engine_plays(&asked, "e2e4");
    assert!(again.is_empty(), "the same thought again is harmless");
    assert!(thoughts(&hall.pending()).is_empty(), "the request is done");
    let handled = hall.play("ann", "e5");
    assert_eq!(called(&handled), None, "the message changes in place");
    assert_eq!(thought_of(&handled.outgoing).1.ply, 2);
    hall.assert_refused("ann", Command::Draw(Which::Mine), Refusal::EngineDeclines);
}

#[test]
fn scores_of_moves_taken_back_do_not_make_the_engine_agree_to_a_draw() {
    let mut hall = Hall::new();
    hall.game_with_engine(as_white(Terms::of(Variant::Latrunculi)));
    for _ in 0..3 {
        let handled = hall.play("ann", "e4");
        let (uci, score) = ("e7e5", Some(-150));
        hall.engine_plays(&handled.outgoing, Found { uci, score });
        hall.act("ann", Command::TakeBack(Which::Mine, None));
    }
    hall.assert_refused("ann", Command::Draw(Which::Mine), Refusal::EngineDeclines);
}

#[test]
fn the_same_commands_at_the_same_moments_end_the_same() {
    let run = || {
        let mut hall = Hall::new();
        let game = hall.begun();
        (hall.pending(), hall.text(Subject::Game(game)))
    };
    assert_eq!(run(), run());
}

#[test]
fn the_memory_store_keeps_the_contract() {
    app::store::contract::check(&MemoryStore::default());
}
