//! The viewer of finished games, and what reviews and exports say of them.

use app::card::Card;
use app::{
    Action, Command, PeopleCommand, PeopleRefusal, Refusal, Report, ReviewRecord, Setting, Step,
    TournamentCommand, TournamentView, TurningPoint, Which,
};
use rules_core::{Color, Variant};

use super::{at, casual, open, review};
use crate::common::cup::{Cup, SWISS};
use crate::common::{Hall, assert_says, assert_silent_about, moving, reply, wants_review};

#[test]
fn each_button_of_the_viewer_leads_to_its_position() {
    let mut hall = Hall::new();
    let game = casual(&mut hall);
    let mut shown = reply(hall.act("ann", open(game)));
    let press = |hall: &mut Hall, shown: &Card, step: Step| {
        let button = shown.controls[0]
            .iter()
            .find(|button| matches!(button.action, Action::StepReplay(.., other) if other == step))
            .unwrap();
        assert!(!button.disabled, "{step:?}");
        reply(hall.act("ann", button.action.command(None).unwrap()))
    };
    let place = |shown: &Card| {
        let board = shown.board.as_ref().unwrap();
        (board.game.ply(), board.viewer)
    };
    assert_eq!(place(&shown), (0, Color::White));
    let way = [
        (Step::Forward, 1),
        (Step::Forward, 2),
        (Step::Back, 1),
        (Step::Last, 5),
        (Step::Back, 4),
        (Step::Flip, 4),
    ];
    for (step, ply) in way {
        shown = press(&mut hall, &shown, step);
        assert_eq!(place(&shown).0, ply, "{step:?}");
    }
    assert_eq!(place(&shown), (4, Color::Black));
    assert!(shown.board.as_ref().unwrap().banner.is_none());
    shown = press(&mut hall, &shown, Step::First);
    assert_eq!(place(&shown), (0, Color::Black));
    let off = |shown: &Card| -> Vec<bool> {
        shown.controls[0]
            .iter()
            .map(|button| button.disabled)
            .collect()
    };
    assert_eq!(off(&shown), [true, true, false, false, false]);
    shown = press(&mut hall, &shown, Step::Last);
    assert_eq!(off(&shown), [false, false, true, true, false]);
    assert_says(&shown.text, "by resignation");
    assert!(shown.board.as_ref().unwrap().banner.is_some());
    let beyond = reply(hall.act("ann", at(game, u32::MAX)));
    assert_eq!(place(&beyond).0, 5);
}

#[test]
fn addresses_in_the_viewer_differ_even_where_buttons_lead_to_one_position() {
    let mut hall = Hall::new();
    let game = casual(&mut hall);
    for ply in 0..=5 {
        let shown = reply(hall.act("ann", at(game, ply)));
        let mut all: Vec<_> = shown
            .controls
            .iter()
            .flatten()
            .map(|b| b.action.address())
            .collect();
        all.push(shown.menu.unwrap().action.address());
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count, "at {ply}");
    }
}

#[test]
fn the_viewer_says_what_the_review_knows() {
    let mut hall = Hall::new();
    let game = casual(&mut hall);
    let before = reply(hall.act("ann", at(game, 4)));
    let analyze = |shown: &Card| {
        let mut buttons = shown.controls.iter().flatten();
        buttons
            .find(|button| matches!(button.action, Action::AnalyzeReplay(..)))
            .cloned()
    };
    let pressed = analyze(&before).unwrap().action.command(None).unwrap();
    let asked = hall.act("ann", pressed.clone());
    assert!(wants_review(&asked));
    let again = hall.act("ann", pressed);
    assert!(again.outgoing.is_empty());
    for asked in [asked, again] {
        let text = reply(asked).text;
        assert_says(&text, "4/5");
        assert_says(&text, "I'm analyzing the game");
    }
    review(&mut hall, game);
    let turn = reply(hall.act("ann", at(game, 4)));
    assert!(analyze(&turn).is_none());
    let words = turn.text.to_string();
    for said in [
        "70% for ann, 30% for bob",
        "Turning point",
        "ann played Qxf7+; 3. Qxe5+ Be7 4. Qxg7 was better.",
    ] {
        assert_says(&words, said);
    }
    let next = turn.board.unwrap().next.unwrap();
    assert_eq!(next.uci(Variant::Latrunculi.shape()).to_string(), "h5e5");
    let after = reply(hall.act("ann", at(game, 5))).text.to_string();
    assert_says(
        &after,
        "fell from 70% to 4%; 3. Qxe5+ Be7 4. Qxg7 was better",
    );
    assert_says(&after, "Accuracy\nann: ");
    let quiet = reply(hall.act("ann", at(game, 2)));
    assert_silent_about(&quiet.text, "urning point");
    assert!(quiet.board.unwrap().next.is_none());
    let menu = quiet.menu.unwrap();
    let options: Vec<_> = menu
        .options
        .iter()
        .map(|one| (one.label.to_string(), one.value.as_str()))
        .collect();
    let turn = ("Turning point: 3. Qxf7+".to_owned(), "4");
    assert_eq!(options[0], turn);
    assert_eq!(options[1], ("1. e4".to_owned(), "1"));
    let jump = menu.action.command(Some("4")).unwrap();
    assert_says(&reply(hall.act("ann", jump)).text, "4/5");
}

#[test]
fn the_menu_of_a_long_game_fits_and_reaches_its_end() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Leto);
    let cycle = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let mut played = 0;
    // Up to the fifth repetition.
    for (text, who) in cycle
        .iter()
        .cycle()
        .zip(["ann", "bob"].iter().cycle())
        .take(15)
    {
        hall.act(who, moving(Which::Id(game), text));
        played += 1;
    }
    hall.act("bob", Command::Resign(game));
    let menu = reply(hall.act("ann", open(game))).menu.unwrap();
    assert!(menu.options.len() <= 20);
    let last: u32 = menu.options.last().unwrap().value.parse().unwrap();
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
        let menu = reply(hall.act("ann", Command::People(command)))
            .menu
            .unwrap();
        assert_eq!(menu.options.len(), 1);
        let opened = menu.action.command(Some(&menu.options[0].value)).unwrap();
        assert_eq!(opened, open(game));
    }
    // A game in which nothing was played is listed, but there is nothing to see.
    let mut hall = Hall::new();
    let left = hall.game(Variant::Leto);
    hall.act("ann", Command::Abort(left));
    let asked = reply(hall.act("ann", Command::Analyze(left)));
    assert!(
        asked.controls.is_empty(),
        "nothing to replay, and no empty row"
    );
    let history = reply(hall.act("ann", Command::People(PeopleCommand::History(None))));
    assert!(history.menu.is_none());
    assert_eq!(hall.buttons(app::effect::Subject::Game(left)), ["Rematch"]);
}

#[test]
fn a_tournaments_views_open_its_finished_games() {
    let mut cup = Cup::started(SWISS, 4);
    let see = || TournamentCommand::See(TournamentView::Standings, None);
    assert!(reply(cup.act("eve", see())).menu.is_none());
    cup.play_round();
    let menu = reply(cup.act("eve", see())).menu.unwrap();
    assert_eq!(menu.options.len(), 2);
    assert!(menu.options[0].detail.to_string().starts_with("Round 1"));
    let opened = menu.action.command(Some(&menu.options[0].value)).unwrap();
    reply(cup.hall.act("eve", opened));
}

/// The message of a finished game that has this review.
fn told(expectations: Vec<u16>, turns: Vec<TurningPoint>) -> String {
    let mut hall = Hall::new();
    let game = casual(&mut hall);
    let asked = hall.act("ann", Command::Analyze(game)).outgoing[0]
        .id
        .clone();
    let found = ReviewRecord {
        game,
        expectations,
        turns,
    };
    hall.report(Report::Reviewed(&asked, Some(&found)));
    hall.text(app::effect::Subject::Game(game))
}

#[test]
fn a_review_says_since_when_the_winner_was_winning_unless_a_turning_point_does() {
    let clear = vec![500, 600, 700, 850, 900, 990];
    let turn = |ply, best: &str| TurningPoint {
        ply,
        best: best.to_owned(),
        continuation: Vec::new(),
        before: 700,
        after: 200,
    };
    let since = "\nann was winning from move 2 on.";
    let no_turn = told(clear.clone(), Vec::new());
    assert_says(no_turn, format!("There was no turning point.{since}"));
    let near = told(clear, vec![turn(0, "d2d4")]);
    assert!(near.ends_with("1. d4 was better."), "{near}");
    let late = vec![500, 600, 650, 690, 850, 990];
    let far = told(late.clone(), vec![turn(0, "d2d4")]);
    assert_says(far, format!("1. d4 was better.{since}"));
    let same = told(late, vec![turn(3, "d7d6")]);
    assert!(same.ends_with("2... d6 was better."), "{same}");
    let dip = told(vec![500, 600, 690, 850, 790, 990], Vec::new());
    assert_says(dip, since);
    let broken = told(vec![500, 850, 690, 750, 850, 990], Vec::new());
    assert_says(broken, since);
    for open in [
        // At the end only, never, and reviewed in part.
        vec![500, 500, 500, 500, 500, 990],
        vec![500, 500, 500, 500, 500, 660],
        vec![500, 600, 900, 990],
    ] {
        let open = told(open, Vec::new());
        assert!(open.ends_with("There was no turning point."), "{open}");
    }
}

#[test]
fn a_review_says_what_was_given_up_by_resigning() {
    let late = told(vec![500, 500, 500, 500, 500, 651], Vec::new());
    assert_silent_about(late, "resigned with");
    let early = told(vec![500, 500, 500, 500, 500, 650], Vec::new());
    assert!(
        early.ends_with("\nbob resigned with 35% winning chances."),
        "{early}"
    );
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
fn exported_files_are_named_only_if_they_are_attached() {
    let mut cup = Cup::started(SWISS, 4);
    let files = |cup: &mut Cup| {
        let exported = reply(cup.organize(TournamentCommand::Export));
        (exported.text.to_string(), exported.attachments.len())
    };
    let (words, count) = files(&mut cup);
    assert!(
        words.contains("(TRF) and") && !words.contains("PGN"),
        "{words}"
    );
    assert_eq!(count, 2);
    let game = cup.games()[0];
    let record = cup.game(game);
    let white = record.seats[Color::White].person().unwrap().name.clone();
    let first = record.replay().unwrap();
    let mv = first.san(first.legal_moves()[0]);
    cup.hall.act(&white, moving(Which::Id(game), &mv));
    cup.lose(game, Color::White);
    let (words, count) = files(&mut cup);
    assert!(
        words.ends_with("(CSV) and the finished games (PGN)."),
        "{words}"
    );
    assert_eq!(count, 3);
}

#[test]
fn where_a_player_missed_a_move_similar_puzzles_are_one_press_away() {
    let mut hall = Hall::new();
    let game = casual(&mut hall);
    review(&mut hall, game);
    let mut similar = |who: &str, ply| {
        let shown = reply(hall.act(who, at(game, ply)));
        let mut buttons = shown.controls.into_iter().flatten();
        let found = buttons.find(|button| button.label.to_string() == "Similar puzzles");
        found.map(|button| button.action)
    };
    let family = Variant::Latrunculi.family();
    assert_eq!(similar("ann", 4), Some(Action::PuzzleGame(family)));
    assert_eq!(similar("ann", 3), None);
    assert_eq!(similar("bob", 4), None, "it was not his move");
}
