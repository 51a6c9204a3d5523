//! Moves: the ways to name one, and what is wrong with others.

use std::collections::HashSet;

use app::commands::{Completion, Games};
use app::effect::{Handled, Subject};
use app::{Action, Command, Refusal, Which, messages};
use rules_core::Variant;

use crate::common::{
    Hall, assert_says, from_position, game_of, moving, option_labels, option_values, reply,
};

#[test]
fn an_illegal_move_changes_nothing_and_says_why() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Toto40);
    let before = hall.shown(Subject::Game(game)).version;
    let refusal = hall.refused("ann", moving(Which::Mine, "d5d8"));
    assert!(matches!(refusal, Refusal::NoMove { .. }), "{refusal:?}");
    assert_says(messages::refusal(&refusal), "line");
    assert_eq!(hall.shown(Subject::Game(game)).version, before);
}

#[test]
fn what_remains_of_an_earlier_board_names_the_move_that_it_showed() {
    let mut hall = Hall::new();
    let game = hall.begun();
    let remains = |ply| hall.app.retired_at(game, ply).unwrap();
    assert!(remains(1).unwrap().to_string().starts_with("1. e4 "));
    assert!(remains(2).unwrap().to_string().starts_with("1... e5 "));
    assert_eq!(remains(3), None, "that move was taken back");
}

#[test]
fn only_the_player_to_move_moves_and_only_on_the_board_they_saw() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    let refused = hall.refused("bob", moving(Which::Mine, "e5"));
    assert!(matches!(refused, Refusal::NotYourTurn { .. }));
    let refused = hall.refused("eve", moving(Which::Id(game), "e4"));
    assert_eq!(refused, Refusal::NotAPlayer(game));
    let refused = hall.refused("eve", moving(Which::Mine, "e4"));
    assert_eq!(refused, Refusal::NoGame);
    hall.play("ann", "e4");
    let stale = Action::WriteMove(game, 0).command(Some("e5")).unwrap();
    let refused = hall.refused("bob", stale);
    let (seen, now) = (0, 1);
    assert_eq!(refused, Refusal::Stale { game, seen, now });
    let fresh = Action::WriteMove(game, 1).command(Some("e5")).unwrap();
    hall.act("bob", fresh);
}

#[test]
fn with_several_games_the_one_meant_is_found_or_asked_for() {
    let mut hall = Hall::new();
    let first = hall.game(Variant::Toto40);
    let second = hall.game(Variant::Latrunculi);
    // Only the second game has a square e4 that a pawn can go to.
    assert_eq!(game_of(&hall.play("ann", "e2e4").outgoing), second);
    assert_eq!(
        game_of(&hall.play("ann", "d5d7").outgoing),
        first,
        "the only one in which it is ann's turn"
    );
    match hall.refused("bob", Command::AskResign(Which::Mine)) {
        Refusal::WhichGame(candidates) => assert_eq!(candidates.len(), 2),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_move_goes_to_the_game_whose_code_comes_first() {
    let mut hall = Hall::new();
    let games = [(); 2].map(|()| hall.game(Variant::Latrunculi));
    let refused = hall.refused("ann", moving(Which::Mine, "e4"));
    assert!(matches!(refused, Refusal::WhichGame(_)));
    for game in games {
        let named = format!("`{game}` e4");
        let played = hall.act("ann", moving(Which::Mine, &named));
        assert_eq!(game_of(&played.outgoing), game);
    }
    // Completion offers the moves of all games in which it is ann's turn, with the game's code.
    for game in games {
        hall.act("bob", moving(Which::Mine, &format!("{game} e5")));
    }
    let suggested = hall.suggest("ann", Completion::Move(Which::Mine), "Nf");
    let values: HashSet<_> = suggested.iter().map(|one| one.value.clone()).collect();
    assert_eq!(values, games.map(|game| format!("{game} g1f3")).into());
    let label = suggested[0].label.to_string();
    assert!(
        label.starts_with("Nf3 – Chess Latrunculi") && label.contains("bob"),
        "{label}"
    );
    // Six letters that could be a code, but are a word.
    let played = hall.act("ann", moving(Which::Id(games[0]), "knight f3"));
    assert_eq!(game_of(&played.outgoing), games[0]);
    let foreign = format!("{} e5", games[1]);
    let refused = hall.refused("eve", moving(Which::Mine, &foreign));
    assert!(matches!(refused, Refusal::NoGame));
}

#[test]
fn the_move_panel_leads_from_piece_to_target() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    let panel = |chosen: Option<&str>| {
        Action::ChoosePiece(game, 0)
            .command(Some(chosen.unwrap_or("+0")))
            .unwrap()
    };
    let menu = |handled: Handled| reply(handled).menu.unwrap();
    let first = menu(hall.act("ann", Action::Panel(game, 0).command(None).unwrap()));
    let labels = option_labels(&first);
    assert_eq!(labels[..3], ["Knight b1", "Knight g1", "Pawn a2"]);
    assert_eq!(first.options[0].detail.to_string(), "Na3  Nc3");
    assert_eq!(first, menu(hall.act("ann", panel(None))));
    let second = menu(hall.act("ann", panel(Some("b1"))));
    let values = option_values(&second);
    assert_eq!(values, ["b1a3", "b1c3"]);
    let chosen = second.action.command(Some("b1c3")).unwrap();
    hall.act("ann", chosen.clone());
    let refused = hall.refused("ann", chosen);
    let (seen, now) = (0, 1);
    assert_eq!(refused, Refusal::Stale { game, seen, now });
    let refused = hall.refused("ann", Action::Panel(game, 1).command(None).unwrap());
    assert!(matches!(refused, Refusal::NotYourTurn { .. }));
}

#[test]
fn a_long_menu_is_paged() {
    let mut hall = Hall::new();
    let start = "7k/8/8/3Q4/8/8/8/K7 w - - 0 1";
    let game = hall.game_with_engine(from_position(Variant::Latrunculi, start));
    let mut seen = Vec::new();
    let mut value = "d5".to_owned();
    loop {
        let action = if seen.is_empty() {
            Action::ChoosePiece(game, 0)
        } else {
            Action::ChooseMove(game, 0)
        };
        let card = reply(hall.act("ann", action.command(Some(&value)).unwrap()));
        let menu = card.menu.unwrap();
        assert!(menu.options.len() <= app::card::SelectMenu::MOST);
        seen.extend(
            menu.options
                .iter()
                .map(|choice| choice.value.clone())
                .filter(|value| !value.contains('+')),
        );
        match menu.options.last() {
            Some(last) if last.value.contains('+') => value = last.value.clone(),
            _ => break,
        }
    }
    seen.sort();
    seen.dedup();
    assert_eq!(
        seen.len(),
        27,
        "a queen on d5 reaches every square of its lines"
    );
}

#[test]
fn suggestions_fit_what_is_typed_best_fit_first() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    let suggest =
        |who: &str, typed: &str| hall.suggest(who, Completion::Move(Which::Id(game)), typed);
    let all = suggest("ann", "");
    assert_eq!(all.len(), 20);
    assert!(suggest("bob", "").is_empty(), "it is not bob's turn");
    let values = |typed: &str| -> Vec<String> {
        let fitting = suggest("ann", typed).into_iter();
        fitting.map(|s| s.value).collect()
    };
    let knights = ["b1a3", "b1c3", "g1f3", "g1h3"];
    for typed in ["N", "n", "knight", "Knights", "kni"] {
        assert_eq!(values(typed), knights, "{typed}");
    }
    assert_eq!(values("pawn").len(), 16);
    assert_eq!(values("Nf"), ["g1f3"]);
    assert_eq!(values("knight g1"), ["g1f3", "g1h3"]);
    assert_eq!(values("b"), ["b2b3", "b2b4", "b1a3", "b1c3"]);
    assert_eq!(values("b1"), ["b1a3", "b1c3"]);
    assert_eq!(values("f3"), ["f2f3", "g1f3"]);
    assert_eq!(values("E4"), ["e2e4"]);
    assert_eq!(suggest("ann", "e2e4")[0].value, "e2e4");
    for nothing in ["zzz", "t", "castle", "bishop takes"] {
        assert!(suggest("ann", nothing).is_empty(), "{nothing}");
    }
    let games = |typed: &str| hall.suggest("ann", Completion::Game(Games::Own), typed);
    assert!(games("toto").is_empty());
    assert_eq!(games("")[0].value, game.to_string());
}

#[test]
fn a_suggestion_too_long_to_show_leaves_out_whole_parts() {
    let mut hall = Hall::new();
    let start = "6k1/6n1/5r2/4p3/8/2L5/1P6/R6K w - - 0 1";
    let game = hall.game_with_engine(from_position(Variant::Leto, start));
    let leap = "*2k1*/3p2/1p1p1p/6/1p1p1p/3p2/1S4/*1K1N* w - - 0 1";
    let chains = hall.game_with_engine(from_position(Variant::LeapMulti, leap));
    for game in [game, chains] {
        let all = hall.suggest("ann", Completion::Move(Which::Id(game)), "");
        assert!(!all.is_empty());
        for label in all.iter().map(|s| s.label.to_string()) {
            assert!(label.chars().count() <= 100, "{label}");
            let last = label.split([' ', ':']).next_back().unwrap();
            let whole = last == "there" || last.ends_with(|c: char| c.is_ascii_digit());
            assert!(whole, "cut: {label}");
        }
    }
    let leto = hall.suggest("ann", Completion::Move(Which::Id(game)), "Ld4");
    assert_eq!(leto[0].label.to_string(), "Ld4(e5xg7,a1-c3): Leto c3 to d4");
}

#[test]
fn why_not_adds_what_can_be_played_instead() {
    let why_not = |hall: &mut Hall, game, ply, text: &str| {
        let why = Action::WhyNot(game, ply, text.parse().unwrap());
        reply(hall.act("ann", why.command(None).unwrap()))
    };
    let mut hall = Hall::new();
    let game = hall.game(Variant::Leto);
    let second_line = |hall: &mut Hall, text: &str| {
        let card = why_not(hall, game, 0, text);
        let text = card.text.to_string();
        text.split_once('\n').unwrap().1.to_owned()
    };
    assert_eq!(
        second_line(&mut hall, "Nd4"),
        "Your knights can make these moves: Na3, Nc3, Nf3, Nh3."
    );
    assert_eq!(second_line(&mut hall, "Bb4"), "You can get to b4 with b4.");
    assert_eq!(
        second_line(&mut hall, "Bb5"),
        "None of your pieces can go to b5 right now."
    );
    assert_eq!(
        second_line(&mut hall, "Rd4"),
        "None of your rooks can move right now."
    );
    let checked = hall.game_with_engine(from_position(
        Variant::Leto,
        "k7/4l3/8/8/4N3/8/P3P3/4K3 w - - 0 1",
    ));
    let card = why_not(&mut hall, checked, 0, "a3");
    let text = card.text.to_string();
    assert!(
        text.starts_with("You'd still be in check: the Leto on e7 could throw your e4 knight over the e2 pawn onto your king on e1.\nThese moves get you out of check: "),
        "{text}"
    );
    assert_eq!(card.board.unwrap().threats.len(), 2);
    let board = hall.text(Subject::Game(checked));
    assert_says(
        &board,
        "You're in check: the Leto on e7 could throw your e4 knight over the e2 pawn onto your king on e1.",
    );
}

#[test]
fn a_refusal_that_says_it_all_offers_the_move_menu() {
    let mut hall = Hall::new();
    hall.game(Variant::Leto);
    for (text, asks) in [
        ("hello", false),
        ("Ra4", true),
        ("Bb5", true),
        ("a1=Q", true),
    ] {
        let refusal = hall.refused("ann", moving(Which::Mine, text));
        let action = messages::refusal_controls(&refusal)[0][0].action;
        assert_eq!(
            matches!(action, Action::WhyNot(..)),
            asks,
            "{text}: {action:?}"
        );
    }
}
