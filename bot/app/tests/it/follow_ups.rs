//! What follows a move or a game: calls by preference, forced moves, reviews, watchers, explanations.

use app::attachment::Attachment;
use app::effect::{Answer, Effect, Handled, Subject};
use app::{
    Command, Context, GameId, Moment, Notice, Refusal, ReviewRecord, Setting, Tell, Timestamp,
    TurningPoint,
};
use rules_core::Variant;

use crate::common::{Hall, called};

fn change(setting: Setting, value: &str) -> Command {
    Command::Change(setting, value.to_owned())
}

fn told(handled: &Handled) -> Vec<Tell> {
    let tells = handled.outgoing.iter().filter_map(|o| match &o.effect {
        Effect::Tell(tell) => Some(tell.clone()),
        _ => None,
    });
    tells.collect()
}

#[test]
fn everyone_is_called_as_they_prefer() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    assert_eq!(called(&hall.play("ann", "e4")).unwrap(), ["t:bob"]);
    hall.act("ann", change(Setting::Pings, "direct"));
    let played = hall.play("bob", "e5");
    assert_eq!(called(&played), Some(Vec::new()));
    let [tell] = &told(&played)[..] else {
        panic!("one notice: {played:?}");
    };
    assert_eq!(tell.notice, Notice::YourTurn { game, ply: 2 });
    let words = hall
        .app
        .told(tell, app::Timestamp(hall.now))
        .unwrap()
        .unwrap()
        .card
        .text
        .to_string();
    assert!(
        words.starts_with("It's your turn in Chess Latrunculi"),
        "{words}"
    );
    hall.act("bob", change(Setting::Pings, "none"));
    let played = hall.play("ann", "Nf3");
    assert_eq!(
        (called(&played), told(&played)),
        (Some(Vec::new()), Vec::new())
    );
    // The notice came too late: it is no longer ann's move.
    assert!(
        hall.app
            .told(tell, app::Timestamp(hall.now))
            .unwrap()
            .is_none()
    );
}

#[test]
fn no_one_is_called_in_quiet_hours() {
    let mut hall = Hall::new();
    hall.game(Variant::Latrunculi);
    hall.context = Context {
        manages: true,
        ..Context::default()
    };
    // The clock of these tests begins shortly after midnight.
    hall.act("mod", change(Setting::Quiet, "22-7 UTC"));
    let played = hall.play("ann", "e4");
    assert_eq!(
        (called(&played), told(&played)),
        (Some(Vec::new()), Vec::new())
    );
    hall.now += 12 * 3_600_000;
    assert_eq!(called(&hall.play("bob", "e5")).unwrap(), ["t:ann"]);
}

#[test]
fn reminders_stop_for_those_who_do_not_want_them() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    let tell = Tell {
        to: crate::common::person("ann").id,
        notice: Notice::TimeRunsOut { game, ply: 0 },
    };
    hall.act("ann", change(Setting::Reminders, "no"));
    assert!(
        hall.app
            .told(&tell, app::Timestamp(hall.now))
            .unwrap()
            .is_none()
    );
}

/// A game that Black resigns after eight half-moves, and how the last command was handled.
fn finished(hall: &mut Hall) -> (GameId, Handled) {
    let game = hall.game(Variant::Latrunculi);
    for moves in ["e4 e5", "Nf3 Nc6", "Bb5 a6", "Ba4 Nf6"] {
        for (who, text) in ["ann", "bob"].into_iter().zip(moves.split(' ')) {
            hall.play(who, text);
        }
    }
    let end = hall.act("bob", Command::Resign(game));
    (game, end)
}

#[test]
fn a_finished_game_is_reviewed_once_and_its_message_shows_it() {
    let mut hall = Hall::new();
    let (game, end) = finished(&mut hall);
    let wanted = end
        .outgoing
        .iter()
        .find(|o| matches!(o.effect, Effect::Analyze(_)));
    let asked = wanted.unwrap().id.clone();
    let before = hall.app.show(Subject::Game(game)).unwrap().unwrap();
    assert!(matches!(
        before.card.attachments[..],
        [Attachment::Animation(_), Attachment::File(_)]
    ));
    assert!(
        before.card.board.is_none(),
        "the animation ends with the board"
    );
    let found = ReviewRecord {
        game,
        expectations: vec![500; 12],
        turns: vec![TurningPoint {
            ply: 2,
            best: "d2d4".to_owned(),
            before: 700,
            after: 200,
        }],
    };
    let moment = |n: i64| Moment {
        now: Timestamp(2_000_000 + n),
        seed: 77,
    };
    let outgoing = hall.app.reviewed(&asked, Some(&found), moment(1)).unwrap();
    assert_eq!(outgoing.len(), 1, "its message is brought up to date");
    let after = hall.app.show(Subject::Game(game)).unwrap().unwrap();
    assert_eq!(after.version, before.version + 1);
    let text = after.card.text.to_string();
    assert!(
        text.contains("White's winning chances fell from 70% to 20%; d4 was better."),
        "{text}"
    );
    assert!(
        after
            .card
            .attachments
            .iter()
            .any(|e| matches!(e, Attachment::Graph(_)))
    );
    // The effect is performed again after a crash: nothing happens.
    assert!(
        hall.app
            .reviewed(&asked, Some(&found), moment(2))
            .unwrap()
            .is_empty()
    );
    let again = hall.act("ann", Command::Analyze(game));
    assert!(again.outgoing.is_empty());
    assert!(
        matches!(again.answer, Answer::Aside(card) | Answer::Secret(card) if card.text == after.card.text)
    );
}

#[test]
fn the_score_of_a_finished_game_reads_back() {
    let mut hall = Hall::new();
    let (game, _) = finished(&mut hall);
    let shown = hall.app.show(Subject::Game(game)).unwrap().unwrap();
    let file = shown
        .card
        .attachments
        .iter()
        .find_map(|attached| match attached {
            Attachment::File(file) => Some(String::from_utf8(file.content.clone()).unwrap()),
            _ => None,
        });
    let read = rules_core::pgn::read(&file.unwrap()).unwrap();
    assert_eq!(read.tag("White"), Some("ann"));
    assert!(read.game.ply() == 8);
    assert_eq!(read.tag("Result"), Some("1-0"));
}

#[test]
fn a_requested_review_of_a_short_game_is_stored() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    hall.play("ann", "e4");
    hall.play("bob", "e5");
    hall.act("bob", Command::Resign(game));
    let asked = hall.act("ann", Command::Analyze(game)).outgoing;
    assert_eq!(asked.len(), 1, "{asked:?}");
    let stored = hall.app.store().outgoing(usize::MAX).unwrap();
    assert!(stored.contains(&asked[0]), "a restart would lose it");
}

#[test]
fn a_game_in_progress_is_not_reviewed() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Leto);
    assert_eq!(
        hall.refused("ann", Command::Analyze(game)),
        Refusal::NotOver(game)
    );
}

#[test]
fn a_forced_move_is_played_for_those_who_want_that() {
    let mut hall = Hall::new();
    hall.act("bob", change(Setting::OnlyMove, "yes"));
    let game = hall.game_on(app::Terms {
        start: Some("k7/8/2K5/8/8/8/8/1R6 w - - 0 1".to_owned()),
        ..app::Terms::of(Variant::Latrunculi)
    });
    // Kc7 leaves Ka7 as the only move.
    let played = hall.play("ann", "Kc7");
    assert_eq!(
        called(&played).unwrap(),
        ["t:ann"],
        "it is ann's move again"
    );
    assert!(hall.text(Subject::Game(game)).contains("1... Ka7"));
}

#[test]
fn a_game_is_watched_until_the_watcher_stops() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    assert_eq!(
        hall.refused("ann", Command::Watch(game)),
        Refusal::OwnGame(game)
    );
    hall.act("eve", Command::Watch(game));
    let played = hall.play("ann", "e4");
    let [tell] = &told(&played)[..] else {
        panic!("one notice: {played:?}");
    };
    assert_eq!(tell.to, crate::common::person("eve").id);
    let shown = hall
        .app
        .told(tell, app::Timestamp(hall.now))
        .unwrap()
        .unwrap();
    assert!(shown.card.text.to_string().contains("1. e4"));
    assert!(shown.card.board.is_some());
    let stop = shown.card.controls[0][0].action.command(None).unwrap();
    for offer in [
        Command::Draw(app::Which::Mine),
        Command::TakeBack(app::Which::Mine, None),
    ] {
        assert!(told(&hall.act("ann", offer)).is_empty(), "the same board");
    }
    let later = told(&hall.play("bob", "e5"));
    assert!(
        hall.app
            .told(tell, app::Timestamp(hall.now))
            .unwrap()
            .is_none(),
        "a later board is on its way"
    );
    assert!(
        hall.app
            .told(&later[0], app::Timestamp(hall.now))
            .unwrap()
            .is_some()
    );
    hall.act("eve", stop);
    assert!(
        hall.app
            .told(&later[0], app::Timestamp(hall.now))
            .unwrap()
            .is_none()
    );
    assert!(told(&hall.play("ann", "Nf3")).is_empty());
}

#[test]
fn no_one_watches_more_than_ten_games() {
    let mut hall = Hall::new();
    let games: Vec<_> = (0..11).map(|_| hall.game(Variant::Leto)).collect();
    for &game in &games[..10] {
        hall.act("eve", Command::Watch(game));
    }
    assert_eq!(
        hall.refused("eve", Command::Watch(games[10])),
        Refusal::WatchesTooMany(10)
    );
    // A game that is over makes room.
    hall.act("bob", Command::Resign(games[0]));
    hall.act("eve", Command::Watch(games[10]));
    let listed = hall.act("eve", Command::GamesHere);
    let (Answer::Aside(card) | Answer::Secret(card)) = listed.answer else {
        panic!("a list")
    };
    assert!(card.text.to_string().contains("Leto Chess: ann – bob"));
}

#[test]
fn a_refused_move_is_explained_with_what_the_piece_can_do() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    assert!(
        hall.text(Subject::Game(game))
            .contains("New to Chess Latrunculi")
    );
    let typed = crate::common::moving(app::Which::Mine, "Ng1-g3");
    let refusal = hall.refused("ann", typed);
    let button = app::messages::refusal_controls(&refusal)[0][0].clone();
    assert_eq!(button.label.to_string(), "Why not?");
    let asked = button.action.command(None).unwrap();
    let answer = hall.act("ann", asked).answer;
    let (Answer::Aside(card) | Answer::Secret(card)) = answer else {
        panic!("an answer")
    };
    let text = card.text.to_string();
    assert!(
        text.contains("Knight g1 can make these moves: Nf3, Nh3"),
        "{text}"
    );
    let board = card.board.unwrap();
    assert_eq!(board.selected, Variant::Latrunculi.shape().parse("g1"));
}
