//! Premoves: played in the commit of the move that they answer, and hidden from everyone else.

use app::effect::Subject;
use app::{Command, End, GameId, MoveText, Refusal, Setting, Which, messages};
use rules_core::{ByColor, Reason, Variant};

use crate::common::{Hall, assert_says, assert_silent_about, called, from_position, text_of};

fn prepare(text: &str) -> Command {
    Command::Prepare(Which::Mine, text.to_owned())
}

/// A game in which it is bob's turn.
fn begun(hall: &mut Hall) -> GameId {
    let game = hall.game(Variant::Latrunculi);
    hall.play("ann", "e4");
    game
}

#[test]
fn a_premove_is_hidden_and_played_with_the_move_that_it_answers() {
    let mut hall = Hall::new();
    let game = begun(&mut hall);
    let subject = Subject::Game(game);
    let version = hall.shown(subject).version;
    let line = "if e5 then d4, if exd4 then Kd2";
    let prepared = hall.act("ann", prepare(line));
    assert_says(text_of(&prepared), line);
    assert!(prepared.outgoing.is_empty(), "nothing is posted");
    assert_eq!(hall.shown(subject).version, version);
    assert_silent_about(hall.text(subject), "d4");
    assert_silent_about(text_of(&hall.act("bob", prepare(""))), "d4");
    let before = hall.record(game);
    let answered = hall.play("bob", "e5");
    let after = hall.record(game);
    assert_eq!(after.moves, ["e2e4", "e7e5", "d2d4"]);
    assert_eq!(after.ply(), before.ply() + 2, "both in one commit");
    assert_eq!(called(&answered).unwrap(), ["t:bob"], "his turn again");
    let text = hall.text(subject);
    let both = "1... e5 (pawn e7 to e5)\n2. d4";
    assert!(text.starts_with(both), "{text}");
    hall.play("bob", "exd4");
    let record = hall.record(game);
    assert_eq!(record.moves.last().unwrap(), "e1d2");
    assert_eq!(record.conditional, ByColor::default());
}

#[test]
fn a_premove_that_ends_the_game_calls_the_player_who_prepared_it() {
    let mut hall = Hall::new();
    let fen = "7k/R7/8/8/8/2p5/8/KR6 b - - 0 1";
    let game = hall.game_on(from_position(Variant::Latrunculi, fen));
    hall.act("ann", prepare("c2 Rbb8"));
    let (ply, text) = (0, MoveText::from("c3c2").unwrap());
    let ended = hall.act("bob", Command::SureMove { game, ply, text });
    let result = hall.record(game).result.unwrap();
    assert_eq!(result.end, End::Board(Reason::Checkmate));
    assert_eq!(called(&ended).unwrap(), ["t:ann"]);
}

#[test]
fn a_new_answer_to_the_same_move_replaces_the_old_one() {
    let mut hall = Hall::new();
    let game = begun(&mut hall);
    hall.act("ann", prepare("e5 d4"));
    hall.act("ann", prepare("d5 exd5"));
    let listed = text_of(&hall.act("ann", prepare("e5 f4")));
    assert_says(&listed, "if e5 then f4");
    assert_says(&listed, "if d5 then exd5");
    assert_silent_about(&listed, "d4");
    let cleared = hall.act("ann", Command::ForgetPrepared(game));
    assert_says(text_of(&cleared), "You have no premoves");
    hall.play("bob", "e5");
    assert_eq!(hall.record(game).moves.len(), 2);
}

#[test]
fn impossible_premoves_are_refused_with_the_reason() {
    let mut hall = Hall::new();
    begun(&mut hall);
    let long = "a6 a3 b6 b3 c6 c3 d6 d3 f6 f3 g6 g3 h6 h3";
    for (who, text, why) in [
        ("bob", "e5 d4", Refusal::MoveFirst),
        ("ann", "e5", Refusal::PremoveWithoutAnswer),
        ("ann", "if e5", Refusal::PremoveWithoutAnswer),
        ("ann", "then, if", Refusal::PremoveWithoutAnswer),
        ("ann", long, Refusal::PremoveTooLong(12)),
    ] {
        assert_eq!(hall.refused(who, prepare(text)), why, "{text}");
    }
    let theirs = hall.refused("ann", prepare("e4 d4"));
    let why = "Black can't play e4 here. Write their move first, then your reply, like /premove Kxe5 Rd1.";
    assert_eq!(messages::refusal(&theirs).to_string(), why);
    let illegal = hall.refused("ann", prepare("e5 e5"));
    assert!(matches!(illegal, Refusal::Illegal(_)), "{illegal:?}");
}

#[test]
fn another_move_a_takeback_and_the_end_clear_premoves() {
    let mut hall = Hall::new();
    let game = begun(&mut hall);
    let are_cleared = |hall: &Hall| hall.record(game).conditional.white.is_empty();
    hall.act("ann", prepare("c5 d4"));
    hall.act("ann", prepare("d5 exd5"));
    hall.play("bob", "e5");
    assert_eq!(hall.record(game).moves.len(), 2);
    assert!(are_cleared(&hall));
    hall.play("ann", "d4");
    hall.act("ann", prepare("exd4 Kd2"));
    for who in ["ann", "bob"] {
        hall.act(who, Command::TakeBack(Which::Mine, None));
    }
    assert!(are_cleared(&hall));
    hall.play("ann", "d4");
    hall.act("ann", prepare("exd4 Kd2"));
    hall.act("bob", Command::Resign(game));
    assert!(are_cleared(&hall));
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
    assert_eq!(called(&moved).unwrap(), ["t:ann"]);
    assert!(hall.has_button(Subject::Game(game), "Accept draw"));
    hall.act("ann", Command::Draw(Which::Mine));
    assert_eq!(hall.record(game).result.unwrap().end, End::Agreement);
}

/// A game in which bob's king is cornered, and bob has his only moves played.
fn cornered(hall: &mut Hall) -> GameId {
    hall.set("bob", Setting::OnlyMove, "yes");
    let fen = "k7/7R/8/8/8/8/7P/7K w - - 0 1";
    hall.game_on(from_position(Variant::Latrunculi, fen))
}

#[test]
fn a_forced_move_waits_while_a_draw_is_offered_or_can_be_claimed() {
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
    assert!(hall.has_button(Subject::Game(game), "Claim draw"));
}
