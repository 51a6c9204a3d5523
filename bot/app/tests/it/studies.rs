//! Hints, reviews and positions outside of play, which help no one in a rated game; and lines of premoves.

use std::sync::Arc;

use app::attachment::Attachment;
use app::commands::Completion;
use app::effect::Answer;
use app::store::memory::MemoryStore;
use app::{
    App, Command, Failure, GameId, Level, Limits, PeopleRefusal, Refusal, Report, ReviewRecord,
    Span, Which,
};
use rules_core::{Game, Variant};

use crate::common::{
    Hall, as_black, first_move, from_position, rated, reply, request, wants_review,
};

const LATER: &str = "4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1";

#[test]
fn any_position_can_be_studied_except_those_of_your_own_rated_games() {
    let mut hall = Hall::new();
    let game = hall.game_on(rated(Variant::Legan));
    let start = Variant::Legan.start().fen();
    let study = |fen: &str| Command::Study(Variant::Legan, fen.to_owned());
    for who in ["ann", "bob"] {
        hall.assert_refused(who, study(&start), PeopleRefusal::RatedPosition(game));
        let free = hall.act(who, study(LATER));
        assert!(matches!(free.answer, Answer::Study(_)) && free.outgoing.is_empty());
    }
    hall.act("cat", study(&start));
    // Counters and the side to move don't matter.
    let (placement, _) = start.split_once(' ').unwrap();
    let disguised = format!("{placement} b - - 7 30");
    hall.assert_refused("ann", study(&disguised), PeopleRefusal::RatedPosition(game));
    let refused = hall.refused("ann", study("nonsense"));
    assert!(matches!(refused, Refusal::BadStart(_)));
}

#[test]
fn neither_the_past_nor_the_near_future_of_a_rated_game_can_be_studied() {
    let mut hall = Hall::new();
    let id = hall.game_on(rated(Variant::Legan));
    let mut game = Game::new(Variant::Legan);
    let mut ahead = vec![game.position().fen()];
    for ply in 0..6 {
        let mv = game.legal_moves()[ply % 3];
        let san = game.san(mv);
        game.play(mv).unwrap();
        ahead.push(game.position().fen());
        if ply < 3 {
            hall.play(["ann", "bob"][ply % 2], &san);
        }
    }
    let study = |fen: &str| Command::Study(Variant::Legan, fen.to_owned());
    // Three half-moves were played: the past, the present, and the positions after one or two more.
    for (ply, fen) in ahead.iter().enumerate() {
        let refusal = hall.ask("ann", "room", study(fen)).err();
        let expected = Failure::from(PeopleRefusal::RatedPosition(id));
        assert_eq!(refusal, (ply <= 5).then_some(expected), "ply {ply}");
    }
    // Playing the engine from there would help too; once the game is over, everything is allowed.
    let play = |fen: &str| Command::Play {
        terms: from_position(Variant::Legan, fen),
        level: Level::HIGHEST,
    };
    hall.assert_refused("bob", play(&ahead[4]), PeopleRefusal::RatedPosition(id));
    hall.act("bob", Command::Resign(id));
    for fen in &ahead {
        hall.act("ann", study(fen));
    }
}

#[test]
fn no_position_that_leads_to_the_present_one_of_a_rated_game_is_judged() {
    let mut hall = Hall::new();
    let id = hall.game_on(rated(Variant::Latrunculi));
    hall.play_on(id, &["e4", "e5"]);
    let mut one_step_behind = Game::new(Variant::Latrunculi);
    for text in ["e4", "e6"] {
        let mv = one_step_behind.read(text).unwrap();
        one_step_behind.play(mv).unwrap();
    }
    let fen = one_step_behind.position().fen().replace(" w ", " b ");
    let play = Command::Play {
        terms: as_black(from_position(Variant::Latrunculi, &fen)),
        level: Level::HIGHEST,
    };
    for command in [Command::Study(Variant::Latrunculi, fen), play] {
        hall.assert_refused("ann", command, PeopleRefusal::RatedPosition(id));
    }
}

#[test]
fn another_variant_of_the_same_family_is_the_same_position() {
    let mut hall = Hall::new();
    let is_form = |variant: &Variant| variant.family() == Variant::Leap.family();
    hall.game_on(rated(Variant::Leap));
    let start = Variant::Leap.start().fen();
    let mut readable = 0;
    for form in Variant::ALL.into_iter().filter(is_form) {
        if rules_core::Position::from_fen(form, &start).is_ok() {
            readable += 1;
            hall.refused("ann", Command::Study(form, start.clone()));
        }
    }
    assert!(readable > 1, "some other form has the same pieces");
}

#[test]
fn premove_lines_are_completed_move_by_move() {
    let mut hall = Hall::new();
    hall.game(Variant::Latrunculi);
    hall.play("ann", "e4");
    let suggested = |hall: &Hall, who: &str, typed: &str| {
        let asker = request(who, Command::Games);
        let all = hall
            .app
            .suggest(&asker, Completion::Line(Which::Mine), typed);
        all.unwrap_or_default()
    };
    let first = suggested(&hall, "ann", "e");
    let values: Vec<_> = first.iter().map(|s| s.value.as_str()).collect();
    assert_eq!(values, ["e6", "e5"]);
    assert_eq!(first[1].label.to_string(), "if e5 then ...");
    let second = suggested(&hall, "ann", "e5 Nf");
    assert_eq!(second[0].value, "e5 Nf3");
    assert_eq!(second[0].label.to_string(), "if e5 then Nf3");
    let knights = suggested(&hall, "ann", "if e5 then N").into_iter();
    let knights: Vec<_> = knights.map(|s| s.value).collect();
    assert_eq!(knights, ["e5 Na3", "e5 Nc3", "e5 Ne2", "e5 Nf3", "e5 Nh3"]);
    let long = "e5 Nf3 Nc6 Nc3 Nf6 Nd5 Nd4 Nxd4 Nxd5 exd5 exd4 Qe";
    let label = suggested(&hall, "ann", long)[0].label.to_string();
    assert!(label.starts_with("... if Nc6 then"), "{label}");
    let fits = label.ends_with("if exd4 then Qe2+") && label.len() <= 100;
    assert!(fits, "{label}");
    let line = second[0].value.clone();
    hall.act("ann", Command::Prepare(Which::Mine, line));
    assert!(suggested(&hall, "ann", "e5 e5 ").is_empty(), "no such move");
    assert!(suggested(&hall, "bob", "").is_empty(), "bob is to move");
}

/// Ann has a rated and a casual game against bob, in which these first legal moves were made.
fn casual_copy(hall: &mut Hall, plies: usize) -> (GameId, GameId) {
    let serious = hall.game_on(rated(Variant::Legan));
    let casual = hall.game(Variant::Legan);
    for game in [serious, casual] {
        for _ in 0..plies {
            play_first_move(hall, game);
        }
    }
    (serious, casual)
}

fn play_first_move(hall: &mut Hall, game: GameId) {
    let text = first_move(&hall.record(game).replay().unwrap());
    hall.play_on(game, &[&text]);
}

#[test]
fn no_hint_is_given_for_a_position_of_an_own_rated_game() {
    let mut hall = Hall::new();
    let (serious, casual) = casual_copy(&mut hall, 2);
    let refused = hall.people_refusal("ann", Command::Hint(Which::Id(casual)));
    assert_eq!(refused, PeopleRefusal::RatedPosition(serious));
    hall.act("bob", Command::Resign(serious));
    let hint = hall.act("ann", Command::Hint(Which::Id(casual)));
    assert!(matches!(hint.answer, Answer::Hint(_)));
}

#[test]
fn no_review_helps_in_a_position_of_an_own_rated_game() {
    let mut hall = Hall::new();
    let (serious, casual) = casual_copy(&mut hall, 8);
    assert!(!wants_review(&hall.act("bob", Command::Resign(casual))));
    let analyze = || Command::Analyze(casual);
    hall.assert_refused("ann", analyze(), PeopleRefusal::RatedReview(serious));
    // Others may ask for it and see it.
    let menu = reply(hall.act("ann", Command::ChooseReview)).menu.unwrap();
    let chosen = menu.action.command(Some(&casual.to_string()));
    assert_eq!(chosen, Some(analyze()), "{menu:?}");
    let asked = hall.act("cat", analyze()).outgoing[0].id.clone();
    let found = ReviewRecord {
        game: casual,
        expectations: vec![500; 9],
        turns: Vec::new(),
    };
    hall.report(Report::Reviewed(&asked, Some(&found)));
    let sees_review = |hall: &mut Hall, who: &str| {
        let board = Command::Board(Which::Id(casual));
        let card = reply(hall.act(who, board));
        let mut attachments = card.attachments.iter();
        attachments.any(|one| matches!(one, Attachment::Graph(_)))
    };
    assert!(!sees_review(&mut hall, "ann"));
    assert!(sees_review(&mut hall, "cat"));
    // So may she once her game has moved on.
    let game = hall.record(serious).replay().unwrap();
    let next = game.san(*game.legal_moves().last().unwrap());
    hall.play_on(serious, &[&next]);
    hall.act("ann", analyze());
    assert!(sees_review(&mut hall, "ann"));
    assert!(wants_review(&hall.act("bob", Command::Resign(serious))));
}

#[test]
fn a_rated_game_in_its_opening_keeps_no_reviews_of_others() {
    let mut hall = Hall::new();
    let (_, casual) = casual_copy(&mut hall, 4);
    for _ in 0..4 {
        play_first_move(&mut hall, casual);
    }
    hall.act("bob", Command::Resign(casual));
    hall.act("ann", Command::Analyze(casual));
}

#[test]
fn the_oldest_of_more_games_than_the_limit_is_looked_at_and_paused() {
    let store = Arc::new(MemoryStore::default());
    let mut hall = Hall::over(Arc::clone(&store), Limits::default());
    let oldest = hall.game_on(rated(Variant::Legan));
    for _ in 0..3 {
        hall.game(Variant::Leto);
    }
    // The operator lowers the limit while more games are in progress, and tournaments start games beyond it.
    let fewer = Limits {
        games: 2,
        ..Limits::default()
    };
    hall.app = App::new(store, fewer);
    let start = Command::Study(Variant::Legan, Variant::Legan.start().fen());
    hall.assert_refused("ann", start, PeopleRefusal::RatedPosition(oldest));
    let flag = |hall: &Hall| hall.record(oldest).flag().unwrap();
    let before = flag(&hall);
    hall.act("ann", Command::Vacation(Some(5)));
    assert_eq!(flag(&hall), before.plus(Span::days(5)));
}
