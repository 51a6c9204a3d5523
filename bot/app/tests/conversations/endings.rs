//! Games from their beginning to their end, against people and the engine.

use app::effect::{Answer, Effect, Outgoing, Subject};
use app::store::memory::MemoryStore;
use app::{ColorWish, Command, Level, Refusal, Terms, Which};
use rules_core::{Color, Variant};

use crate::common::{Hall, called, game_of, moving};

#[test]
fn a_toto40_game_ends_when_a_side_leaves_the_line() {
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
    hall.play("bob", "a11");
    let end = hall.text(Subject::Game(game));
    assert!(
        end.contains("@t:ann won: @t:bob has no piece on the fighting line."),
        "{end}"
    );
    assert_eq!(hall.buttons(Subject::Game(game)), ["Rematch"]);
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
    assert_eq!(
        called(&hall.act("ann", draw.clone())),
        Some(vec!["t:bob".to_owned()])
    );
    assert_eq!(
        hall.buttons(Subject::Game(game)),
        ["Accept draw", "Decline draw"]
    );
    assert_eq!(
        hall.refused("ann", draw.clone()),
        Refusal::DrawOffered { declined: false }
    );
    assert_eq!(
        hall.refused("ann", Command::DeclineDraw(game)),
        Refusal::NoDrawOffer
    );
    hall.act("bob", Command::DeclineDraw(game));
    assert_eq!(
        hall.refused("ann", draw.clone()),
        Refusal::DrawOffered { declined: true }
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
    let Answer::Private(card) = asked.answer else {
        panic!("a private question")
    };
    assert_eq!(
        card.text.to_string(),
        "Do you want to resign your game of Toto40 against @t:ann? You'll lose this game."
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
