//! Games from their beginning to their end, against people and the engine.

use app::effect::{Answer, Effect, Outgoing, Subject};
use app::store::memory::MemoryStore;
use app::{ColorWish, Command, GameId, Level, Refusal, Terms, Which};
use rules_core::{Color, Variant};

use crate::common::{Hall, called, game_of, moving};

/// Makes a move, also if that is asked about.
pub(crate) fn insist(hall: &mut Hall, who: &str, game: GameId, text: &str) {
    if let Answer::Aside(card) | Answer::Secret(card) =
        hall.act(who, moving(Which::Id(game), text)).answer
    {
        let sure = card.controls[0][0].action.command(None);
        hall.act(who, sure.expect("a command"));
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
fn ending(variant: Variant, start: Option<&str>, moves: &str) -> String {
    let mut hall = Hall::new();
    let game = hall.game_on(Terms {
        start: start.map(str::to_owned),
        ..Terms::of(variant)
    });
    for text in moves.split_whitespace() {
        let turn = hall.record(game).replay().unwrap().turn();
        let who = if turn == Color::White { "ann" } else { "bob" };
        insist(&mut hall, who, game, text);
    }
    assert!(hall.record(game).result.is_some(), "{moves} ends the game");
    let text = hall.text(Subject::Game(game));
    text.lines().rev().nth(1).unwrap().to_owned()
}

#[test]
fn a_result_says_what_happened() {
    let to = Variant::Toto40;
    let no_move = toto40("Kh1 Ph2 Ng2 Pf4 Pf5 ph3 pg6 kf7", "b L 9");
    let retaken = "d5d7 e8e6 c6c7 e6d7 a8a9";
    for (moves, sentence) in [
        (
            "d5d7 a12a11",
            "@t:ann won: @t:bob didn't get a piece onto the fighting line.",
        ),
        (
            retaken,
            "@t:bob won: @t:ann didn't get a piece onto the fighting line.",
        ),
        (
            "d5d7 e8e6 d7d5",
            "@t:bob won: @t:ann left the fighting line.",
        ),
        ("d5d7 f7e6 d7e6", "@t:ann won by capturing @t:bob's king."),
    ] {
        assert_eq!(ending(to, None, moves), sentence);
    }
    assert_eq!(
        ending(to, Some(&no_move), "g6f5"),
        "@t:bob won: @t:ann has no legal move."
    );
    let leap_stalemate = "*1Dk1*/6/1N4/1pS1P1/1P4/6/1DDK2/*4* w - - 10 68";
    let knights = "g1f3 g8f6 f3g1 f6g8 ".repeat(4);
    for (variant, start, moves, sentence) in [
        (
            Variant::LeapOptional,
            leap_stalemate,
            "d2d1",
            "@t:ann won by stalemate: @t:bob has no legal move.",
        ),
        (
            Variant::Leap,
            "*3k*/6/6/6/2p3/1P4/6/*3K* w - - 0 1",
            "b3c4",
            "@t:ann won by bare king: @t:bob has only a king left.",
        ),
        (
            Variant::LeapMulti,
            "*4*/1k4/6/1p4/6/1D4/6/*3K* w - - 0 1",
            "b3b5b7",
            "@t:ann won by capturing @t:bob's king.",
        ),
        (
            Variant::Latrunculi,
            "1r4k1/8/8/8/8/8/P4PPP/6K1 w - - 0 1",
            "a3 Rb1",
            "@t:bob won by checkmate.",
        ),
        (
            Variant::Legan,
            "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1",
            "g5g6",
            "The game is drawn by stalemate.",
        ),
        (
            Variant::Legan,
            "k7/1Q6/8/8/8/8/8/K7 b - - 0 1",
            "a8b7",
            "The game is drawn: neither side can win.",
        ),
        (
            Variant::Latrunculi,
            Variant::Latrunculi.start_fen(),
            &knights,
            "The game is drawn: the same position occurred five times.",
        ),
        (
            Variant::Legan,
            "k7/8/8/8/8/8/7R/K7 w - - 149 99",
            "h2h3",
            "The game is drawn: 75 moves without a capture or a pawn move.",
        ),
    ] {
        assert_eq!(ending(variant, Some(start), moves), sentence, "{start}");
    }
}

#[test]
fn a_toto40_game_ends_when_a_side_misses_the_line() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Toto40);
    assert_eq!(
        called(&hall.play("ann", "d5d7")),
        Some(vec!["t:bob".to_owned()])
    );
    assert!(
        hall.text(Subject::Game(game)).starts_with("1. Rd7 (rook"),
        "{}",
        hall.text(Subject::Game(game))
    );
    insist(&mut hall, "bob", game, "a11");
    assert_eq!(hall.buttons(Subject::Game(game)), ["Rematch", "Replay"]);
    assert!(matches!(
        hall.refused("ann", moving(Which::Id(game), "d7d5")),
        Refusal::GameOver(..)
    ));
    assert_eq!(
        hall.refused("ann", moving(Which::Mine, "d7d5")),
        Refusal::NoGame
    );
}

#[test]
fn draws_are_offered_once_for_each_position() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    let draw = Command::Draw(Which::Id(game));
    assert_eq!(called(&hall.act("ann", draw.clone())), None);
    assert_eq!(
        hall.buttons(Subject::Game(game))[..3],
        ["Accept draw", "Decline draw", "Withdraw"]
    );
    assert_eq!(
        hall.refused("ann", draw.clone()),
        Refusal::DrawOffered { open: true }
    );
    assert_eq!(
        hall.refused("ann", Command::DeclineDraw(game)),
        Refusal::NoDrawOffer
    );
    hall.act("bob", Command::DeclineDraw(game));
    assert_eq!(
        hall.refused("ann", draw.clone()),
        Refusal::DrawOffered { open: false }
    );
    hall.play("ann", "e4");
    hall.act("ann", draw.clone());
    hall.act("bob", draw);
    assert!(
        hall.text(Subject::Game(game))
            .contains("The game is drawn by agreement.")
    );
}

#[test]
fn resigning_is_asked_about_and_then_done() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Toto40);
    let asked = hall.act("bob", Command::AskResign(Which::Mine));
    let (Answer::Aside(card) | Answer::Secret(card)) = asked.answer else {
        panic!("a private question")
    };
    assert_eq!(
        card.text.to_string(),
        "Resign your game of Toto40 against @t:ann? This can't be undone."
    );
    let yes = card.controls[0][0].action.command(None).expect("a command");
    assert_eq!(
        called(&hall.act("bob", yes)),
        Some(vec!["t:ann".to_owned()])
    );
    assert!(
        hall.text(Subject::Game(game))
            .contains("@t:ann won by resignation.")
    );
}

#[test]
fn the_engine_is_asked_and_its_answer_is_a_move_like_any_other() {
    let mut hall = Hall::new();
    let terms = Terms {
        color: ColorWish::Only(Color::Black),
        ..Terms::of(Variant::Latrunculi)
    };
    let handled = hall.act(
        "ann",
        Command::Play {
            terms,
            level: Level::LOWEST,
        },
    );
    let game = game_of(&handled.outgoing);
    let (id, think) = asked_thought(&handled.outgoing);
    assert!(
        hall.text(Subject::Game(game))
            .starts_with("Delos (1 Beginner) is thinking"),
        "{}",
        hall.text(Subject::Game(game))
    );
    let moment = hall.moment();
    let outgoing = hall.app.thought(&id, &think, "e2e4", moment).unwrap();
    assert_eq!(outgoing.len(), 1, "the board is shown, ann is to move");
    let moment = hall.moment();
    assert!(
        hall.app
            .thought(&id, &think, "e2e4", moment)
            .unwrap()
            .is_empty(),
        "the same thought again is harmless"
    );
    let left: Vec<_> = hall
        .app
        .store()
        .outgoing(99)
        .unwrap()
        .into_iter()
        .filter(|o| matches!(o.effect, Effect::Think(_)))
        .collect();
    assert!(left.is_empty(), "the request is done: {left:?}");
    let handled = hall.play("ann", "e5");
    assert_eq!(
        called(&handled),
        None,
        "one message changes; no one is called"
    );
    assert_eq!(asked_thought(&handled.outgoing).1.ply, 2);
    assert_eq!(
        hall.refused("ann", Command::Draw(Which::Mine)),
        Refusal::EngineDeclines
    );
}

fn asked_thought(outgoing: &[Outgoing]) -> (app::effect::EffectId, app::effect::Think) {
    let asked = outgoing.iter().find_map(|o| match &o.effect {
        Effect::Think(think) => Some((o.id.clone(), think.clone())),
        _ => None,
    });
    asked.expect("the engine is asked")
}

#[test]
fn the_same_commands_at_the_same_moments_end_the_same() {
    let run = || {
        let mut hall = Hall::new();
        let game = hall.game(Variant::Latrunculi);
        hall.play("ann", "e4");
        hall.play("bob", "e5");
        (
            hall.app.store().outgoing(99).unwrap(),
            hall.text(Subject::Game(game)),
        )
    };
    assert_eq!(run(), run());
}

#[test]
fn the_memory_store_keeps_the_contract() {
    app::store::contract::check(&MemoryStore::default());
}
