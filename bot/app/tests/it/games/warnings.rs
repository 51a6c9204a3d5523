//! Warnings of moves that lose at once: on the board, in menus, and before a beginner's move.

use app::card::Card;
use app::commands::Completion;
use app::effect::{Answer, Subject};
use app::{Action, Audience, Command, GameId, Refusal, Setting, Which};
use rules_core::{Color, Variant};

use super::endings::{insist, toto40};
use crate::common::cup::{Cup, SWISS};
use crate::common::{
    Hall, assert_says, assert_silent_about, from_position, labels, moving, press, press_first,
    rated, reply,
};

/// White may not leave the back rank: a3 allows Rb1#, h3 does not.
const BACK_RANK: &str = "1r4k1/8/8/8/8/8/P4PPP/6K1 w - - 0 1";

fn set_up(hall: &mut Hall, variant: Variant, fen: &str) -> GameId {
    hall.game_on(from_position(variant, fen))
}

/// The question before a move, if the player is asked.
fn asked(hall: &mut Hall, who: &str, game: GameId, text: &str) -> Option<Card> {
    let handled = hall.act(who, moving(Which::Id(game), text));
    handled.answer.into_card()
}

#[test]
fn a_board_of_toto40_reminds_of_the_fighting_line() {
    let entered = "The fighting line is now in play: end this turn and every later one with a piece on it, or you lose.";
    let empty = "You have no piece on the fighting line: get one there this turn, or you lose.";
    let mut hall = Hall::new();
    let game = hall.game(Variant::Toto40);
    let says = |hall: &Hall| {
        let text = hall.text(Subject::Game(game));
        (text.contains(entered), text.contains(empty))
    };
    assert_eq!(says(&hall), (false, false));
    // Bob and ann read once that it is in play; then ann's only piece there is captured.
    for (text, said) in [
        ("d5d7", (true, false)),
        ("e8e6", (true, false)),
        ("c6c7", (false, false)),
        ("e6d7", (false, true)),
    ] {
        let who = hall.to_move(game);
        insist(&mut hall, &who, game, text);
        assert_eq!(says(&hall), said, "{text}");
    }
}

#[test]
fn a_king_that_can_be_captured_is_not_said_to_be_in_check() {
    let mut hall = Hall::new();
    let fen = toto40("Kd7 Rc8 ke8 nf5 re7", "w L 1");
    let game = set_up(&mut hall, Variant::Toto40, &fen);
    let text = hall.text(Subject::Game(game));
    assert_says(&text, "Your king can be captured by the ");
    assert_silent_about(&text, "in check");
}

#[test]
fn beginners_are_asked_before_a_losing_move_of_any_kind_and_told_why() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Toto40);
    assert!(asked(&mut hall, "ann", game, "d5d7").is_none());
    assert!(asked(&mut hall, "bob", game, "a12a11").is_some());
    let king = asked(&mut hall, "bob", game, "f7e6").unwrap();
    assert_says(&king.text, "@t:ann could capture your king with Rxe6.");
    let board = king.board.as_ref().unwrap();
    assert_eq!(board.game.ply(), 2, "the board after the move");
    assert_eq!(board.game.san(board.next.unwrap()), "Rxe6");
    assert_eq!(labels(&king), ["Play it anyway", "Another move"]);
    assert_eq!(hall.record(game).moves, ["d5d7"], "nothing was played");
    hall.act("bob", press_first(&king));
    let moves = hall.record(game).moves;
    assert_eq!(moves, ["d5d7", "f7e6"], "no second question");

    let mut hall = Hall::new();
    let game = set_up(&mut hall, Variant::Latrunculi, BACK_RANK);
    let mate = asked(&mut hall, "ann", game, "a3").unwrap().text;
    assert_says(&mate, "@t:bob could checkmate you with Rb1#.");
    let typed = Action::WriteMove(game, 0).command(Some("a3"));
    let chosen = Action::ChooseMove(game, 0).command(Some("a2a3"));
    let replied = Some(moving(Which::Id(game), "a2-a3"));
    let direct = Some(moving(Which::Mine, "pawn to a3"));
    for command in [typed, chosen, replied, direct] {
        let answer = hall.act("ann", command.unwrap()).answer;
        let is_asked = matches!(answer, Answer::Aside(_) | Answer::Secret(_));
        assert!(is_asked, "{answer:?}");
    }
    assert!(hall.record(game).moves.is_empty());
    assert!(asked(&mut hall, "ann", game, "h3").is_none());
}

#[test]
fn a_public_question_does_not_give_away_how_the_move_loses() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Toto40);
    hall.play("ann", "d5d7");
    hall.context.audience = Audience::Room;
    let asked_publicly = asked(&mut hall, "bob", game, "f7e6").unwrap();
    hall.context.audience = Audience::Author;
    let text = asked_publicly.text.to_string();
    assert_eq!(text, "Ke6 (king f7 to e6) loses at once. Play it anyway?");
    assert!(asked_publicly.board.is_none(), "an arrow shows the reply");
    let offered = ["Play it anyway", "Another move", "Why?"];
    assert_eq!(labels(&asked_publicly), offered);
    let why = || press(&asked_publicly, "Why?");
    let told = reply(hall.act("bob", why()));
    assert_says(&told.text, "Rxe6");
    assert!(told.board.unwrap().next.is_some());
    let refused = hall.refused("ann", why());
    assert!(matches!(refused, Refusal::NotYourTurn { .. }));
    hall.act("bob", press_first(&asked_publicly));
    assert_eq!(hall.record(game).moves, ["d5d7", "f7e6"]);
}

#[test]
fn no_one_is_asked_where_every_move_loses_or_about_a_premove() {
    let mut hall = Hall::new();
    // The rook mates on a1 whatever the king does.
    let fen = "r6k/8/8/8/8/1q6/7P/7K w - - 0 1";
    let game = set_up(&mut hall, Variant::Latrunculi, fen);
    assert!(asked(&mut hall, "ann", game, "h3").is_none());
    let game = hall.game(Variant::Toto40);
    let premove = "d5d7 f7e6".to_owned();
    hall.act("bob", Command::Prepare(Which::Id(game), premove));
    hall.play_on(game, &["d5d7"]);
    assert_eq!(hall.record(game).moves, ["d5d7", "f7e6"]);
}

#[test]
fn players_are_warned_in_their_first_ten_games_or_as_they_choose() {
    let mut hall = Hall::new();
    let warned = |hall: &mut Hall| {
        let game = set_up(hall, Variant::Latrunculi, BACK_RANK);
        let warned = asked(hall, "ann", game, "a3").is_some();
        if warned {
            hall.play("ann", "h3");
        }
        hall.play("bob", "Rb2");
        hall.act("ann", Command::Resign(game));
        warned
    };
    for finished in 0..12 {
        assert_eq!(warned(&mut hall), finished < 10, "{finished}");
    }
    hall.set("ann", Setting::Warnings, "yes");
    assert!(warned(&mut hall));
    hall.set("ann", Setting::Warnings, "no");
    assert!(!warned(&mut hall));
    let another = hall.game(Variant::Toto40);
    hall.set("ann", Setting::Warnings, Setting::DEFAULT);
    hall.play_on(another, &["d5d7", "e8e6"]);
    assert!(asked(&mut hall, "ann", another, "d7d5").is_some());
}

/// The pieces' and a piece's moves in the menus of the player to move, and the moves offered while one is typed.
fn menus(hall: &mut Hall, game: GameId, piece: &str, typed: &str) -> [String; 3] {
    let who = hall.to_move(game);
    let ply = hall.record(game).ply();
    let mut menu = |action: Action, chosen| {
        let card = reply(hall.act(&who, action.command(chosen).unwrap()));
        card.menu.unwrap().options
    };
    let mut pieces = menu(Action::Panel(game, ply), None).into_iter();
    let of_piece = pieces.find(|one| one.label.to_string().to_lowercase().ends_with(piece));
    let moves = menu(Action::ChoosePiece(game, ply), Some(piece)).remove(0);
    let offered = hall.suggest(&who, Completion::Move(Which::Id(game)), typed);
    [
        of_piece.unwrap().detail,
        moves.label,
        offered[0].label.clone(),
    ]
    .map(|text| text.to_string())
}

#[test]
fn menus_mark_moves_that_lose_at_once_except_in_rated_games() {
    let mut hall = Hall::new();
    let marked = [
        "Loses at once: a11",
        "a11 (loses at once)",
        "a11 (loses at once): pawn a12 to a11",
    ];
    let plain = ["a11", "a11", "a11: pawn a12 to a11"];
    let game = hall.game(Variant::Toto40);
    hall.play("ann", "d5d7");
    let shown = |hall: &mut Hall, game| menus(hall, game, "a12", "a11");
    assert_eq!(shown(&mut hall, game), marked);
    hall.set("bob", Setting::Warnings, "no");
    assert_eq!(shown(&mut hall, game), plain);
    hall.set("bob", Setting::Warnings, "yes");
    let serious = serious_toto40(&mut hall);
    let same = shown(&mut hall, game);
    assert_eq!(same, plain, "it would help in the rated game");
    assert_eq!(shown(&mut hall, serious), plain);
}

/// A rated game of Toto40 in which Black can leave the king to be captured from d7, or leave the line with a11.
fn serious_toto40(hall: &mut Hall) -> GameId {
    let game = hall.game_on(rated(Variant::Toto40));
    hall.act("ann", moving(Which::Id(game), "d5d7"));
    game
}

#[test]
fn rated_games_warn_beginners_of_broken_rules_but_not_of_replies() {
    let mut hall = Hall::new();
    for finished in 0..12 {
        let game = serious_toto40(&mut hall);
        let question = asked(&mut hall, "bob", game, "a12a11");
        assert_eq!(question.is_some(), finished < 10, "{finished}");
        if let Some(card) = question {
            assert_says(&card.text, "you'd have no piece on the fighting line");
            let hung = asked(&mut hall, "bob", game, "f7e6");
            assert!(hung.is_none(), "a reply wins");
            hall.act("bob", Command::Resign(game));
        }
        assert!(hall.record(game).result.is_some());
    }
    let mut hall = Hall::new();
    hall.set("bob", Setting::Warnings, "no");
    let game = serious_toto40(&mut hall);
    assert!(asked(&mut hall, "bob", game, "a12a11").is_none());
    // So do games of tournaments.
    let mut cup = Cup::started(SWISS, 2);
    let game = cup.games()[0];
    cup.white_moves(game);
    let black = cup.name(game, Color::Black);
    let question = asked(&mut cup.hall, &black, game, "a12a11").unwrap();
    assert_says(&question.text, "you'd have no piece on the fighting line");
}

#[test]
fn the_question_before_each_move_says_that_it_loses_at_once() {
    let mut hall = Hall::new();
    hall.set("bob", Setting::Confirm, "yes");
    let game = hall.game(Variant::Toto40);
    hall.play("ann", "d5d7");
    let safe = asked(&mut hall, "bob", game, "e8e6").unwrap();
    assert_silent_about(&safe.text, "loses");
    assert_eq!(safe.controls[0][0].label.to_string(), "Make this move");
    let losing = asked(&mut hall, "bob", game, "a11").unwrap();
    assert_says(&losing.text, "This loses at once");
}
