//! Consequences of a move or a game: calls by preference, forced moves, reviews, watchers, explanations.

use app::attachment::Attachment;
use app::effect::{Effect, EffectId, Handled, Subject};
use app::{
    Action, Command, GameId, Notice, Refusal, Report, ReviewRecord, Setting, Span, Tell, Which,
};
use rules_core::Variant;

use crate::common::{
    Hall, assert_says, button, called, files, moving, person, press, press_first, reply, tells,
    wants_review,
};
use crate::replays::turn;

#[test]
fn everyone_is_called_as_they_prefer() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    assert_eq!(called(&hall.play("ann", "e4")).unwrap(), ["t:bob"]);
    hall.set("ann", Setting::Pings, "direct");
    let played = hall.play("bob", "e5");
    assert_eq!(called(&played), Some(Vec::new()));
    let [tell] = tells(&played.outgoing).try_into().unwrap();
    assert_eq!(tell.notice, Notice::YourTurn { game, ply: 2 });
    assert!(hall.told(&tell).is_some());
    hall.set("bob", Setting::Pings, "none");
    let played = hall.play("ann", "Nf3");
    assert_eq!(called(&played), Some(Vec::new()));
    assert!(tells(&played.outgoing).is_empty());
    assert!(hall.told(&tell).is_none(), "it is no longer ann's move");
}

#[test]
fn in_quiet_hours_no_one_is_called_and_reminders_come_directly() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    // The clock of these tests begins shortly after midnight.
    hall.set("mod", Setting::Quiet, "22-7 UTC");
    let played = hall.play("ann", "e4");
    assert_eq!(called(&played), Some(Vec::new()));
    assert!(tells(&played.outgoing).is_empty());
    hall.set("bob", Setting::Pings, "mention");
    let tell = Tell {
        to: person("bob").id,
        notice: Notice::YourTurn { game, ply: 1 },
    };
    assert_eq!(hall.told(&tell).unwrap().room, None);
    hall.wait(Span::hours(12));
    assert!(hall.told(&tell).unwrap().room.is_some());
    assert_eq!(called(&hall.play("bob", "e5")).unwrap(), ["t:ann"]);
}

/// A game that Black resigns after eight half-moves, and the outcome of the last command.
fn finished(hall: &mut Hall) -> (GameId, Handled) {
    let game = hall.begun();
    hall.play_on(game, &["Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"]);
    let end = hall.act("bob", Command::Resign(game));
    (game, end)
}

/// The engine's review of a game, which has one turning point.
fn review(hall: &mut Hall, asked: &EffectId, game: GameId) -> usize {
    let found = ReviewRecord {
        game,
        expectations: vec![500; 12],
        turns: vec![turn(2, "d2d4")],
    };
    hall.report(Report::Reviewed(asked, Some(&found))).len()
}

#[test]
fn a_finished_game_is_reviewed_once_and_its_message_shows_it() {
    let mut hall = Hall::new();
    let (game, end) = finished(&mut hall);
    let is_review = |effect: &Effect| matches!(effect, Effect::Analyze(_));
    let wanted = end.outgoing.iter().find(|one| is_review(&one.effect));
    let asked = wanted.unwrap().id.clone();
    let before = hall.shown(Subject::Game(game));
    assert!(matches!(
        before.card.attachments[..],
        [Attachment::Animation(_), Attachment::File(_)]
    ));
    assert!(before.card.board.is_none(), "the animation ends with it");
    assert_eq!(review(&mut hall, &asked, game), 1, "the message is updated");
    let after = hall.shown(Subject::Game(game));
    assert_eq!(after.version, before.version + 1);
    let read = rules_core::pgn::read(&files(&before.card)[0].1).unwrap();
    assert_eq!(read.game.ply(), 8);
    assert_eq!(read.tag("White"), Some("ann"));
    assert_eq!(read.tag("Result"), Some("1-0"));
    let turn = "White's winning chances fell from 70% to 20%; 2. d4 was better.";
    assert_says(&after.card.text, turn);
    let is_graph = |one: &Attachment| matches!(one, Attachment::Graph(_));
    assert!(after.card.attachments.iter().any(is_graph));
    // The effect is performed again after a crash: nothing happens.
    assert_eq!(review(&mut hall, &asked, game), 0);
    let again = hall.act("ann", Command::Analyze(game));
    assert!(again.outgoing.is_empty());
    assert_eq!(reply(again).text, after.card.text);
}

#[test]
fn a_requested_review_of_a_short_game_is_stored() {
    let mut hall = Hall::new();
    let game = hall.begun();
    hall.assert_refused("ann", Command::Analyze(game), Refusal::NotOver(game));
    hall.act("bob", Command::Resign(game));
    let asked = hall.act("ann", Command::Analyze(game));
    assert!(wants_review(&asked));
    let is_stored = hall.pending().contains(&asked.outgoing[0]);
    assert!(is_stored, "a restart would lose it");
    // Pressing again while it is pending neither asks again nor uses up what one may ask for.
    for who in ["ann", "bob"].repeat(10) {
        let again = hall.act(who, Command::Analyze(game));
        assert!(again.outgoing.is_empty());
        assert_says(&reply(again).text, "I'm analyzing the game");
    }
}

#[test]
fn a_game_is_watched_until_the_watcher_stops() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    hall.assert_refused("ann", Command::Watch(game), Refusal::OwnGame(game));
    hall.act("eve", Command::Watch(game));
    let played = hall.play("ann", "e4");
    let [tell] = tells(&played.outgoing).try_into().unwrap();
    assert_eq!(tell.to, person("eve").id);
    let card = hall.told(&tell).unwrap().card;
    assert_says(&card.text, "1. e4");
    assert!(card.board.is_some());
    let stop = press_first(&card);
    let told = tells(&hall.act("ann", Command::Draw(Which::Mine)).outgoing);
    let eve = person("eve").id;
    assert!(told.iter().all(|tell| tell.to != eve), "the same board");
    let later = tells(&hall.play("bob", "e5").outgoing);
    assert!(hall.told(&tell).is_none(), "a later board is on its way");
    assert!(hall.told(&later[0]).is_some());
    hall.act("eve", stop);
    assert!(hall.told(&later[0]).is_none());
    assert!(tells(&hall.play("ann", "Nf3").outgoing).is_empty());
}

#[test]
fn watchers_are_told_of_the_start_position_after_a_takeback_and_of_an_end_there() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Latrunculi);
    hall.act("eve", Command::Watch(game));
    hall.play("ann", "e4");
    let take_back = || Command::TakeBack(Which::Mine, None);
    hall.act("ann", take_back());
    for (who, command) in [("bob", take_back()), ("ann", Command::Abort(game))] {
        let told = tells(&hall.act(who, command).outgoing);
        let watched = Notice::Watched { game, ply: 0 };
        let tell = told.iter().find(|tell| tell.notice == watched).unwrap();
        assert_eq!(tell.to, person("eve").id);
        assert!(hall.told(tell).is_some());
    }
}

#[test]
fn no_one_watches_more_than_ten_games() {
    let mut hall = Hall::new();
    let games: Vec<_> = (0..11).map(|_| hall.game(Variant::Leto)).collect();
    for &game in &games[..10] {
        hall.act("eve", Command::Watch(game));
    }
    let refused = hall.refused("eve", Command::Watch(games[10]));
    assert_eq!(refused, Refusal::WatchesTooMany(10));
    // A game that is over makes room.
    hall.act("bob", Command::Resign(games[0]));
    hall.act("eve", Command::Watch(games[10]));
}

#[test]
fn a_refused_move_is_explained_with_what_the_piece_can_do() {
    let mut hall = Hall::new();
    hall.game(Variant::Latrunculi);
    let refusal = hall.refused("ann", moving(Which::Mine, "Ng1-g3"));
    let mut card = app::card::Card::words("");
    card.controls = app::messages::refusal_controls(&refusal);
    assert!(matches!(button(&card, "Why not?"), Action::WhyNot(..)));
    let card = reply(hall.act("ann", press(&card, "Why not?")));
    assert_says(&card.text, "Knight g1 can make these moves: Nf3, Nh3");
    let board = card.board.unwrap();
    assert_eq!(board.selected, Variant::Latrunculi.shape().parse("g1"));
}
