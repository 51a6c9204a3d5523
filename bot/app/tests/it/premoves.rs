//! Premoves: given in the opponent's turn, played in the commit of the move that they answer, hidden from everyone else.

use app::effect::{Answer, Handled, Subject};
use app::{Command, End, GameId, Refusal, Setting, Which};
use rules_core::Variant;

use crate::common::{Hall, called};

fn prepare(text: &str) -> Command {
    Command::Prepare(Which::Mine, text.to_owned())
}

fn said(handled: &Handled) -> String {
    match &handled.answer {
        Answer::Aside(card) | Answer::Secret(card) => card.text.to_string(),
        _ => String::new(),
    }
}

/// A game in which it is bob's turn.
fn begun(hall: &mut Hall) -> GameId {
    let game = hall.game(Variant::Latrunculi);
    hall.play("ann", "e4");
    game
}

#[test]
fn a_premove_is_played_with_the_move_that_it_answers() {
    let mut hall = Hall::new();
    let game = begun(&mut hall);
    let listed = said(&hall.act("ann", prepare("if e5 then d4, if exd4 then Kd2")));
    assert!(
        listed.ends_with("if e5 then d4, if exd4 then Kd2"),
        "{listed}"
    );
    let before = hall.record(game);
    let answered = hall.play("bob", "e5");
    let after = hall.record(game);
    assert_eq!(after.moves, ["e2e4", "e7e5", "d2d4"]);
    assert_eq!(after.ply(), before.ply() + 2, "both in one commit");
    assert_eq!(
        called(&answered),
        Some(vec!["t:bob".to_owned()]),
        "the turn is bob's again"
    );
    hall.play("bob", "exd4");
    assert_eq!(hall.record(game).moves.last().unwrap(), "e1d2");
    assert_eq!(
        hall.record(game).conditional,
        rules_core::ByColor::default()
    );
}

#[test]
fn another_move_clears_the_premoves_for_this_one() {
    let mut hall = Hall::new();
    let game = begun(&mut hall);
    hall.act("ann", prepare("e5 d4"));
    hall.act("ann", prepare("d5 exd5"));
    hall.play("bob", "c5");
    let record = hall.record(game);
    assert_eq!(record.moves.len(), 2);
    assert!(record.conditional.white.is_empty());
}

#[test]
fn a_new_answer_to_the_same_move_replaces_the_old_one() {
    let mut hall = Hall::new();
    let game = begun(&mut hall);
    hall.act("ann", prepare("e5 d4"));
    hall.act("ann", prepare("d5 exd5"));
    let listed = said(&hall.act("ann", prepare("e5 f4")));
    assert!(listed.contains("if e5 then f4") && listed.contains("if d5 then exd5"));
    assert!(!listed.contains("d4"), "{listed}");
    let forgotten = hall.act("ann", Command::ForgetPrepared(game));
    assert!(said(&forgotten).starts_with("You have no premoves"));
    hall.play("bob", "e5");
    assert_eq!(hall.record(game).moves.len(), 2);
}

#[test]
fn premoves_are_neither_shown_nor_change_the_board() {
    let mut hall = Hall::new();
    let game = begun(&mut hall);
    let subject = Subject::Game(game);
    let version = hall.app.show(subject).unwrap().unwrap().version;
    let handled = hall.act("ann", prepare("e5 d4"));
    assert!(handled.outgoing.is_empty(), "nothing is posted");
    assert_eq!(hall.app.show(subject).unwrap().unwrap().version, version);
    assert!(!hall.text(subject).contains("d4"));
    assert!(!said(&hall.act("bob", prepare(""))).contains("d4"));
}

#[test]
fn impossible_premoves_are_refused_with_the_reason() {
    let mut hall = Hall::new();
    begun(&mut hall);
    assert_eq!(hall.refused("bob", prepare("e5 d4")), Refusal::MoveFirst);
    assert_eq!(
        hall.refused("ann", prepare("e5")),
        Refusal::PremoveWithoutAnswer
    );
    assert_eq!(
        hall.refused("ann", prepare("then, if")),
        Refusal::PremoveWithoutAnswer
    );
    assert!(matches!(
        hall.refused("ann", prepare("e5 e5")),
        Refusal::Illegal(_)
    ));
    let long = "a6 a3 b6 b3 c6 c3 d6 d3 f6 f3 g6 g3 h6 h3";
    assert_eq!(
        hall.refused("ann", prepare(long)),
        Refusal::PremoveTooLong(12)
    );
}

#[test]
fn a_takeback_and_the_end_clear_premoves() {
    let mut hall = Hall::new();
    let game = begun(&mut hall);
    hall.play("bob", "e5");
    hall.play("ann", "d4");
    hall.act("ann", prepare("exd4 Kd2"));
    hall.act("ann", Command::TakeBack(Which::Mine, None));
    hall.act("bob", Command::TakeBack(Which::Mine, None));
    assert!(hall.record(game).conditional.white.is_empty());
    hall.play("ann", "d4");
    hall.act("ann", prepare("exd4 Kd2"));
    hall.act("bob", Command::Resign(game));
    assert!(hall.record(game).conditional.white.is_empty());
}

#[test]
fn a_draw_offer_is_not_declined_by_a_premove() {
    let mut hall = Hall::new();
    let game = begun(&mut hall);
    hall.act("ann", prepare("e5 d4"));
    hall.act("bob", Command::Draw(Which::Mine));
    let moved = hall.play("bob", "e5");
    let record = hall.record(game);
    assert_eq!(record.moves, ["e2e4", "e7e5"]);
    assert!(record.conditional.white.is_empty(), "it is her turn");
    assert_eq!(called(&moved), Some(vec!["t:ann".to_owned()]));
    assert!(
        hall.buttons(Subject::Game(game))
            .contains(&"Accept draw".to_owned())
    );
    hall.act("ann", Command::Draw(Which::Mine));
    assert_eq!(hall.record(game).result.unwrap().end, End::Agreement);
}

#[test]
fn a_forced_move_waits_while_a_draw_is_offered_or_can_be_claimed() {
    let cornered = |hall: &mut Hall| {
        hall.act("bob", Command::Change(Setting::OnlyMove, "yes".to_owned()));
        hall.game_on(app::Terms {
            start: Some("k7/7R/8/8/8/8/7P/7K w - - 0 1".to_owned()),
            ..app::Terms::of(Variant::Latrunculi)
        })
    };
    let mut hall = Hall::new();
    let game = cornered(&mut hall);
    hall.act("ann", Command::Draw(Which::Id(game)));
    hall.play("ann", "h3");
    assert_eq!(hall.record(game).moves, ["h2h3"]);
    let mut hall = Hall::new();
    let game = cornered(&mut hall);
    for _ in 0..2 {
        hall.play("ann", "Kg1");
        hall.play("ann", "Kh1");
        hall.play("bob", "Ka8");
    }
    assert_eq!(hall.record(game).ply(), 8, "bob's king was moved out twice");
    hall.play("ann", "Kg1");
    assert_eq!(hall.record(game).ply(), 9);
    assert!(
        hall.buttons(Subject::Game(game))
            .contains(&"Claim draw".to_owned())
    );
}

#[test]
fn a_forced_move_is_played_only_for_players_who_want_that() {
    for wanted in [false, true] {
        let mut hall = Hall::new();
        if wanted {
            hall.act("bob", Command::Change(Setting::OnlyMove, "yes".to_owned()));
        }
        let game = hall.game_on(app::Terms {
            start: Some("k7/7R/8/8/8/8/7P/7K w - - 0 1".to_owned()),
            ..app::Terms::of(Variant::Latrunculi)
        });
        hall.act("ann", crate::common::moving(Which::Id(game), "h3"));
        let moves = hall.record(game).moves;
        assert_eq!(moves.len(), if wanted { 2 } else { 1 }, "{moves:?}");
    }
}
