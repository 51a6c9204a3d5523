//! Notices: recipients, times, and notices that are out of date; and boards that ask for moves that a shard may have missed.

use app::effect::Subject;
use app::{Command, GameId, Report, Setting, Span, Tell, TimeControl, Timestamp, Which};

use crate::common::{Hall, LIVE, THREE_DAYS, assert_says, is_silent, moving, reply, shows, tells};

/// Lets time pass hour by hour; returns the notices sent, each with the hours left then.
fn hours(hall: &mut Hall, hours: i64, all: i64) -> Vec<(i64, Tell)> {
    let begun = hall.now;
    let mut told = Vec::new();
    for _ in 0..hours {
        let sent = hall.pass(Span::hours(1));
        let left = all - (hall.now - begun) / Span::hours(1).0;
        told.extend(tells(&sent).into_iter().map(|tell| (left, tell)));
    }
    told
}

fn note_unseen(hall: &mut Hall, game: GameId) -> Vec<Tell> {
    tells(&hall.report(Report::NotPosted(game.into())))
}

fn note_seen(hall: &mut Hall, game: GameId) {
    assert!(hall.report(Report::Posted(game.into())).is_empty());
}

fn recipients(tells: &[Tell]) -> Vec<&str> {
    tells.iter().map(|tell| tell.to.as_str()).collect()
}

#[test]
fn the_player_to_move_is_reminded_three_times() {
    let mut hall = Hall::new();
    hall.begun_with(THREE_DAYS);
    let flag = Timestamp(hall.now).plus(Span::days(3)).seconds();
    let told = hours(&mut hall, 71, 72);
    let when: Vec<_> = told.iter().map(|(left, _)| *left).collect();
    assert_eq!(when, [36, 14, 1], "each once");
    assert!(told.iter().all(|(_, tell)| tell.to.as_str() == "t:ann"));
    let said = hall.told(&told[2].1).unwrap();
    assert_says(&said.card.text, format!("Your time runs out <{flag}>."));
    assert!(said.room.is_some(), "they can be called in the room");
}

#[test]
fn missed_reminders_are_sent_as_one() {
    let mut hall = Hall::new();
    hall.begun_with(THREE_DAYS);
    assert_eq!(tells(&hall.pass(Span::hours(70))).len(), 1);
    assert!(hall.tick().is_empty());
}

#[test]
fn live_games_and_games_without_a_clock_have_no_reminders() {
    let live = TimeControl::Live {
        minutes: 180,
        increment: 0,
    };
    for time in [TimeControl::Unlimited, live] {
        let mut hall = Hall::new();
        hall.begun_with(time);
        assert_eq!(hours(&mut hall, 2, 3), []);
    }
}

#[test]
fn a_reminder_leaves_the_board_as_it_is_and_is_dropped_after_the_move() {
    let mut hall = Hall::new();
    let game = hall.begun_with(THREE_DAYS);
    let shown = |hall: &Hall| hall.shown(Subject::Game(game)).version;
    let before = shown(&hall);
    let told = hours(&mut hall, 60, 72);
    assert_eq!(told.len(), 2);
    assert_eq!(shown(&hall), before, "a pending effect finds its version");
    let (_, tell) = &told[1];
    for (wanted, is_told) in [("no", false), ("yes", true)] {
        hall.set("ann", Setting::Reminders, wanted);
        assert_eq!(hall.told(tell).is_some(), is_told);
    }
    hall.play("ann", "d4");
    assert!(hall.told(tell).is_none());
    assert_eq!(shown(&hall), before + 3);
}

#[test]
fn players_whose_board_cannot_be_posted_are_told_of_each_turn() {
    let mut hall = Hall::new();
    let game = hall.begun_with(TimeControl::Unlimited);
    let told = note_unseen(&mut hall, game);
    assert_eq!(recipients(&told), ["t:ann", "t:bob"]);
    assert!(note_unseen(&mut hall, game).is_empty());
    let moved = hall.play("ann", "d4");
    let told = tells(&moved.outgoing);
    assert_eq!(recipients(&told), ["t:bob"], "a notice of his turn");
    let card = reply(moved);
    assert!(card.board.is_some() && !card.controls.is_empty());
    assert_says(&card.text, "I can't post this game's board");
    // The clock of these tests starts shortly after midnight.
    hall.set("mod", Setting::Quiet, "22-7 UTC");
    let moved = tells(&hall.play("bob", "d5").outgoing);
    assert_eq!(recipients(&moved), ["t:ann"]);
    assert_eq!(hall.told(&moved[0]).unwrap().room, None);
    hall.set("bob", Setting::Pings, "none");
    assert!(tells(&hall.play("ann", "exd5").outgoing).is_empty());
    hall.set("mod", Setting::Quiet, "default");
    hall.set("bob", Setting::Pings, "default");
    note_seen(&mut hall, game);
    let moved = hall.play("bob", "Nf6");
    assert!(is_silent(&moved) && tells(&moved.outgoing).is_empty());
}

#[test]
fn the_end_of_a_game_whose_board_cannot_be_posted_is_told() {
    let mut hall = Hall::new();
    let game = hall.begun_with(THREE_DAYS);
    note_unseen(&mut hall, game);
    let told = tells(&hall.act("ann", Command::Resign(game)).outgoing);
    assert_eq!(recipients(&told), ["t:bob"]);
    assert_says(hall.told_text(&told[0]), "won");
}

/// Reports a gap; returns the subjects whose messages change.
fn missed(hall: &mut Hall, shard: u32, shards: u32) -> Vec<Subject> {
    let outgoing = hall.report(Report::Missed { shard, shards });
    shows(&outgoing).map(|show| show.subject).collect()
}

#[test]
fn boards_of_present_games_ask_once_until_the_next_move() {
    let mut hall = Hall::new();
    let live = hall.game_with(LIVE);
    let daily = hall.game_with(THREE_DAYS);
    let untimed = hall.game_with(TimeControl::Unlimited);
    let both = [untimed, live].map(Subject::Game);
    assert_eq!(missed(&mut hall, 0, 1), both);
    assert!(hall.record(daily).gap.is_none(), "its players look again");
    assert_eq!(missed(&mut hall, 0, 1), [], "they say so already");
    hall.act("ann", moving(Which::Id(live), "e4"));
    assert_eq!(missed(&mut hall, 0, 1), [Subject::Game(live)]);
    assert_eq!(missed(&mut hall, 1, 2), [], "another shard's");
    hall.act("bob", moving(Which::Id(live), "e5"));
    hall.wait(Span::hours(2));
    assert_eq!(missed(&mut hall, 0, 1), [], "no one waits for it now");
}
