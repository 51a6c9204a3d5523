//! The viewer of finished games, and what reviews say of them.

use std::collections::HashSet;

use app::card::Card;
use app::effect::Subject;
use app::{
    Action, Command, PeopleCommand, PeopleRefusal, Refusal, Setting, Step, TurningPoint, Which,
};
use rules_core::{Color, Variant};

use super::{at, casual, open, review, review_of_a_mistake, turn};
use crate::common::{
    Hall, assert_says, assert_silent_about, button, has_label, press, reply, wants_review,
};

#[test]
fn each_button_of_the_viewer_has_an_address_and_leads_to_its_position() {
    let mut hall = Hall::new();
    let game = casual(&mut hall);
    let mut shown = reply(hall.act("ann", open(game)));
    let press = |hall: &mut Hall, shown: &Card, step: Step| {
        let mut buttons = shown.controls[0].iter();
        let button = buttons
            .find(|button| matches!(button.action, Action::StepReplay(.., other) if other == step))
            .unwrap();
        assert!(!button.disabled, "{step:?}");
        reply(hall.act("ann", button.action.command(None).unwrap()))
    };
    let place = |shown: &Card| {
        let board = shown.board.as_ref().unwrap();
        (board.game.ply(), board.viewer)
    };
    let off = |shown: &Card| -> Vec<bool> {
        let buttons = shown.controls[0].iter();
        buttons.map(|button| button.disabled).collect()
    };
    assert_eq!(place(&shown), (0, Color::White));
    for (step, ply, viewer) in [
        (Step::Forward, 1, Color::White),
        (Step::Forward, 2, Color::White),
        (Step::Back, 1, Color::White),
        (Step::Last, 5, Color::White),
        (Step::Back, 4, Color::White),
        (Step::Flip, 4, Color::Black),
        (Step::First, 0, Color::Black),
        (Step::Last, 5, Color::Black),
    ] {
        shown = press(&mut hall, &shown, step);
        assert_eq!(place(&shown), (ply, viewer), "{step:?}");
        let (first, last) = (ply == 0, ply == 5);
        assert_eq!(off(&shown), [first, first, last, last, false]);
        assert_eq!(shown.board.as_ref().unwrap().banner.is_some(), last);
    }
    assert_says(&shown.text, "by resignation");
    let beyond = reply(hall.act("ann", at(game, u32::MAX)));
    assert_eq!(place(&beyond).0, 5);
    // Even where two buttons lead to one position.
    for ply in 0..=5 {
        let shown = reply(hall.act("ann", at(game, ply)));
        let actions = shown.controls.iter().flatten().map(|button| button.action);
        let actions: Vec<_> = actions.chain(shown.menu.map(|menu| menu.action)).collect();
        let addresses: HashSet<_> = actions.iter().map(|action| action.address()).collect();
        assert_eq!(addresses.len(), actions.len(), "at {ply}");
    }
}

#[test]
fn the_viewer_says_what_the_review_knows() {
    let mut hall = Hall::new();
    let game = casual(&mut hall);
    let before = reply(hall.act("ann", at(game, 4)));
    let pressed = press(&before, "Analyze");
    let asked = hall.act("ann", pressed.clone());
    assert!(wants_review(&asked));
    let again = hall.act("ann", pressed);
    assert!(again.outgoing.is_empty());
    for asked in [asked, again] {
        let text = reply(asked).text;
        assert_says(&text, "4/5");
        assert_says(&text, "I'm analyzing the game");
    }
    review_of_a_mistake(&mut hall, game);
    let turn = reply(hall.act("ann", at(game, 4)));
    assert!(!has_label(&turn, "Analyze"));
    for said in [
        "70% for ann, 30% for bob",
        "Turning point",
        "ann played Qxf7+; 3. Qxe5+ Be7 4. Qxg7 was better.",
    ] {
        assert_says(&turn.text, said);
    }
    let next = turn.board.unwrap().next.unwrap();
    assert_eq!(next.uci(Variant::Latrunculi.shape()).to_string(), "h5e5");
    let after = reply(hall.act("ann", at(game, 5))).text;
    let fell = "fell from 70% to 4%; 3. Qxe5+ Be7 4. Qxg7 was better";
    assert_says(&after, fell);
    assert_says(&after, "Accuracy\nann: ");
    let quiet = reply(hall.act("ann", at(game, 2)));
    assert_silent_about(&quiet.text, "urning point");
    assert!(quiet.board.unwrap().next.is_none());
    let menu = quiet.menu.unwrap();
    let options = menu.options.iter();
    let options = options.map(|one| format!("{} => {}", one.label, one.value));
    let first: Vec<_> = options.take(2).collect();
    assert_eq!(first, ["Turning point: 3. Qxf7+ => 4", "1. e4 => 1"]);
    let jump = menu.action.command(Some("4")).unwrap();
    assert_says(&reply(hall.act("ann", jump)).text, "4/5");
}

#[test]
fn the_menu_of_a_long_game_fits_and_reaches_its_end() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Leto);
    // Up to the fifth repetition.
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(4);
    let played = 15;
    hall.play_on(game, &moves[..played]);
    hall.act("bob", Command::Resign(game));
    let menu = reply(hall.act("ann", open(game))).menu.unwrap();
    assert!(menu.options.len() <= 20);
    let last: usize = menu.options.last().unwrap().value.parse().unwrap();
    assert!(last <= played && last + 2 >= played, "{last}");
}

#[test]
fn a_person_who_prefers_words_gets_the_position_in_words() {
    let mut hall = Hall::new();
    let game = casual(&mut hall);
    hall.set("ann", Setting::WordsOnly, "yes");
    let shown = reply(hall.act("ann", at(game, 1)));
    assert!(shown.board.is_none());
    assert_says(&shown.text, "king e1");
    let letos = app::messages::position(&Variant::Leto.start());
    assert_says(&letos, "Letos ");
}

#[test]
fn without_a_code_the_latest_game_opens_and_games_in_progress_never_do() {
    let mut hall = Hall::new();
    let refused = hall.refused("ann", Command::Replay(Which::Mine, None));
    assert_eq!(refused, Refusal::People(PeopleRefusal::NoFinishedGame));
    casual(&mut hall);
    let latest = casual(&mut hall);
    let shown = reply(hall.act("ann", Command::Replay(Which::Mine, None)));
    assert_says(&shown.text, latest.to_string());
    let ongoing = hall.game(Variant::Leto);
    for who in ["ann", "cat"] {
        hall.assert_refused(who, open(ongoing), Refusal::NotOver(ongoing));
    }
}

#[test]
fn lists_open_the_games_that_they_list() {
    let mut hall = Hall::new();
    let game = casual(&mut hall);
    for command in [PeopleCommand::History(None), PeopleCommand::Profile(None)] {
        let listed = reply(hall.act("ann", Command::People(command)));
        let menu = listed.menu.unwrap();
        assert_eq!(menu.options.len(), 1);
        let opened = menu.action.command(Some(&menu.options[0].value)).unwrap();
        assert_eq!(opened, open(game));
    }
    // A game in which nothing was played is listed, but there is nothing to see.
    let mut hall = Hall::new();
    let left = hall.game(Variant::Leto);
    hall.act("ann", Command::Abort(left));
    let asked = reply(hall.act("ann", Command::Analyze(left)));
    assert!(asked.controls.is_empty(), "no replay, and no empty row");
    let history = reply(hall.act("ann", Command::People(PeopleCommand::History(None))));
    assert!(history.menu.is_none());
    assert_eq!(hall.buttons(Subject::Game(left)), ["Rematch"]);
}

/// The message of a finished game that has this review.
fn told(expectations: Vec<u16>, turns: Vec<TurningPoint>) -> String {
    let mut hall = Hall::new();
    let game = casual(&mut hall);
    review(&mut hall, game, expectations, turns);
    hall.text(Subject::Game(game))
}

#[test]
fn a_review_says_since_when_one_was_winning_and_what_resigning_gave_up() {
    let clear = vec![500, 600, 700, 850, 900, 990];
    let late = vec![500, 600, 650, 690, 850, 990];
    let since = "\nann was winning from move 2 on.";
    let no_turn = "There was no turning point.";
    assert_says(told(clear.clone(), Vec::new()), format!("{no_turn}{since}"));
    let far = told(late.clone(), vec![turn(0, "d2d4")]);
    assert_says(far, format!("1. d4 was better.{since}"));
    for interrupted in [
        vec![500, 600, 690, 850, 790, 990],
        vec![500, 850, 690, 750, 850, 990],
    ] {
        assert_says(told(interrupted, Vec::new()), since);
    }
    for (expectations, turns, end) in [
        (clear, vec![turn(0, "d2d4")], "1. d4 was better."),
        (late, vec![turn(3, "d7d6")], "2... d6 was better."),
        // At the end only, never, and reviewed in part.
        (vec![500, 500, 500, 500, 500, 990], vec![], no_turn),
        (vec![500, 500, 500, 500, 500, 660], vec![], no_turn),
        (vec![500, 600, 900, 990], vec![], no_turn),
        // Resigned with little and with more to lose.
        (vec![500, 500, 500, 500, 500, 651], vec![], no_turn),
        (
            vec![500, 500, 500, 500, 500, 650],
            vec![],
            "\nbob resigned with 35% winning chances.",
        ),
    ] {
        let said = told(expectations, turns);
        assert!(said.ends_with(end), "{said}");
    }
}

#[test]
fn a_review_says_how_well_each_side_played_as_far_as_it_goes() {
    for (expectations, said) in [
        (
            vec![500, 500, 430, 310, 470, 40],
            "Accuracy\nann: 29% (1 mistake, 1 blunder)\nbob: 65% (1 blunder)",
        ),
        (
            vec![500, 500, 500, 450],
            "Accuracy up to move 2\nann: 86% (1 inaccuracy)\nbob: 100% (no mistakes)",
        ),
        (
            vec![500, 500],
            "Accuracy up to move 1\nann: 100% (no mistakes)",
        ),
    ] {
        assert_says(told(expectations, Vec::new()), said);
    }
    for nothing in [vec![], vec![500]] {
        assert_silent_about(told(nothing, Vec::new()), "Accuracy");
    }
}

#[test]
fn where_a_player_missed_a_move_similar_puzzles_are_one_press_away() {
    let mut hall = Hall::new();
    let game = casual(&mut hall);
    review_of_a_mistake(&mut hall, game);
    let mut view = |who: &str, ply| reply(hall.act(who, at(game, ply)));
    let puzzles = button(&view("ann", 4), "Similar puzzles");
    assert_eq!(puzzles, Action::PuzzleGame(Variant::Latrunculi.family()));
    assert!(!has_label(&view("ann", 3), "Similar puzzles"));
    let of_bob = view("bob", 4);
    assert!(
        !has_label(&of_bob, "Similar puzzles"),
        "it was not his move"
    );
}
