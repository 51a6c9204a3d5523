//! Notices: who is told what and when, and that outdated notices are dropped.

use app::effect::{Answer, Effect, Outgoing};
use app::{GameId, Span, Tell, TimeControl, Timestamp};
use rules_core::Variant;

use crate::common::{Hall, timed};

fn begin(hall: &mut Hall, time: TimeControl) -> GameId {
    let game = hall.game_on(timed(Variant::Latrunculi, time));
    hall.play("ann", "e4");
    hall.play("bob", "e5");
    game
}

fn tells(outgoing: Vec<Outgoing>) -> Vec<Tell> {
    let tell = |outgoing: Outgoing| match outgoing.effect {
        Effect::Tell(tell) => Some(tell),
        _ => None,
    };
    outgoing.into_iter().filter_map(tell).collect()
}

/// Lets time pass hour by hour; returns the notices sent, each with the hours left then.
fn hours(hall: &mut Hall, hours: i64, begun: i64, all: i64) -> Vec<(i64, Tell)> {
    let mut told = Vec::new();
    for _ in 0..hours {
        hall.now += Span::hours(1).0;
        let moment = hall.moment();
        let left = all - (moment.now.0 - begun) / Span::hours(1).0;
        let outgoing = hall.app.pass_time(moment).unwrap();
        told.extend(tells(outgoing).into_iter().map(|tell| (left, tell)));
    }
    told
}

#[test]
fn the_player_to_move_is_reminded_with_half_a_fifth_and_an_hour_left() {
    let mut hall = Hall::new();
    begin(&mut hall, TimeControl::PerMove { days: 3 });
    let begun = hall.now;
    let told = hours(&mut hall, 71, begun, 72);
    let when: Vec<_> = told.iter().map(|(left, _)| *left).collect();
    assert_eq!(when, [36, 14, 1], "each once");
    assert!(told.iter().all(|(_, tell)| tell.to.as_str() == "t:ann"));
    let said = hall
        .app
        .told(&told[2].1, app::Timestamp(hall.now))
        .unwrap()
        .unwrap();
    let flag = Timestamp(begun).plus(Span::days(3)).seconds();
    let text = said.card.text.to_string();
    assert!(
        text.contains("your turn in Chess Latrunculi duo milia et septum against @t:bob ("),
        "{text}"
    );
    assert!(
        text.ends_with(&format!("Your time runs out <{flag}>.")),
        "{text}"
    );
    assert!(said.room.is_some(), "they can be called in the room");
}

#[test]
fn missed_reminders_are_sent_as_one() {
    let mut hall = Hall::new();
    begin(&mut hall, TimeControl::PerMove { days: 3 });
    hall.now += Span::hours(70).0;
    let moment = hall.moment();
    let told = tells(hall.app.pass_time(moment).unwrap());
    assert_eq!(told.len(), 1);
    let moment = hall.moment();
    assert!(hall.app.pass_time(moment).unwrap().is_empty());
}

#[test]
fn a_reminder_is_not_sent_once_the_move_is_made() {
    let mut hall = Hall::new();
    begin(&mut hall, TimeControl::PerMove { days: 3 });
    let begun = hall.now;
    let told = hours(&mut hall, 37, begun, 72);
    let tell = &told[0].1;
    assert!(
        hall.app
            .told(tell, app::Timestamp(hall.now))
            .unwrap()
            .is_some()
    );
    hall.play("ann", "d4");
    assert!(
        hall.app
            .told(tell, app::Timestamp(hall.now))
            .unwrap()
            .is_none()
    );
}

#[test]
fn live_games_and_games_without_a_clock_have_no_reminders() {
    for time in [
        TimeControl::Unlimited,
        TimeControl::Live {
            minutes: 180,
            increment: 0,
        },
    ] {
        let mut hall = Hall::new();
        begin(&mut hall, time);
        let begun = hall.now;
        assert_eq!(hours(&mut hall, 2, begun, 3), []);
    }
}

#[test]
fn a_reminder_leaves_the_board_as_it_is_and_the_next_board_is_still_shown() {
    let mut hall = Hall::new();
    let game = begin(&mut hall, TimeControl::PerMove { days: 3 });
    let subject = app::effect::Subject::Game(game);
    let shown = |hall: &Hall| hall.app.show(subject).unwrap().unwrap().version;
    let before = shown(&hall);
    let begun = hall.now;
    assert_eq!(hours(&mut hall, 60, begun, 72).len(), 2);
    assert_eq!(
        shown(&hall),
        before,
        "an effect that waits finds its version"
    );
    hall.play("ann", "d4");
    assert_eq!(shown(&hall), before + 3);
}

#[test]
fn players_whose_board_cannot_be_posted_are_told_once_and_then_of_each_turn() {
    let mut hall = Hall::new();
    let game = begin(&mut hall, TimeControl::Unlimited);
    let moment = hall.moment();
    let told = tells(hall.app.note_unseen(game, moment).unwrap());
    let who: Vec<_> = told.iter().map(|tell| tell.to.as_str()).collect();
    assert_eq!(who, ["t:ann", "t:bob"]);
    let text = hall
        .app
        .told(&told[0], app::Timestamp(hall.now))
        .unwrap()
        .unwrap()
        .card
        .text
        .to_string();
    assert!(
        text.contains("/move") && text.contains("moderator"),
        "{text}"
    );
    let moment = hall.moment();
    assert!(tells(hall.app.note_unseen(game, moment).unwrap()).is_empty());
    let moved = tells(hall.play("ann", "d4").outgoing);
    assert_eq!(moved.len(), 1, "bob gets a notice of his turn");
    assert_eq!(moved[0].to.as_str(), "t:bob");
    let moment = hall.moment();
    assert!(hall.app.note_seen(game, moment).unwrap().is_empty());
    assert!(tells(hall.play("bob", "d5").outgoing).is_empty());
}

#[test]
fn a_player_sees_the_board_in_the_answer_where_it_cannot_be_posted() {
    let mut hall = Hall::new();
    let game = begin(&mut hall, TimeControl::PerMove { days: 3 });
    let seen = hall.play("ann", "d4").answer;
    assert!(matches!(seen, Answer::Seen), "{seen:?}");
    let moment = hall.moment();
    hall.app.note_unseen(game, moment).unwrap();
    let (Answer::Aside(card) | Answer::Secret(card)) = hall.play("bob", "d5").answer else {
        panic!("a board")
    };
    assert!(card.board.is_some() && !card.controls.is_empty());
    let text = card.text.to_string();
    assert!(text.starts_with("I can't post this game's board"), "{text}");
    let moment = hall.moment();
    hall.app.note_seen(game, moment).unwrap();
    let seen = hall.play("ann", "exd5").answer;
    assert!(matches!(seen, Answer::Seen), "{seen:?}");
}

#[test]
fn the_end_of_a_game_whose_board_cannot_be_posted_is_told() {
    let mut hall = Hall::new();
    let game = begin(&mut hall, TimeControl::PerMove { days: 3 });
    let moment = hall.moment();
    hall.app.note_unseen(game, moment).unwrap();
    let told = tells(hall.act("ann", app::Command::Resign(game)).outgoing);
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].to.as_str(), "t:bob");
    let said = hall.app.told(&told[0], Timestamp(hall.now)).unwrap();
    let text = said.unwrap().card.text.to_string();
    assert!(text.contains("won"), "{text}");
}
