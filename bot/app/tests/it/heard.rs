//! Events that a platform delivers more than once: what they ask for is done once.

use app::store::Index;
use app::{
    Command, Failure, HeardId, HeardRecord, Moment, Occasion, Refusal, Span, Terms, Timestamp,
    Which,
};
use rules_core::Variant;
use text::Platform;

use crate::common::{Hall, is_silent, moving, open_challenge, reply};

fn event(n: u32) -> HeardId {
    HeardId::new(format!("matrix:$event-{n}"))
}

fn noted(hall: &Hall) -> usize {
    hall.list(&Index::Heard).len()
}

#[test]
fn a_command_that_is_delivered_again_changes_nothing() {
    let mut hall = Hall::new();
    let mut challenge = |heard| {
        hall.context.heard = heard;
        hall.act("ann", open_challenge(Terms::of(Variant::Toto40)))
    };
    assert_eq!(challenge(Some(event(1))).outgoing.len(), 1);
    let again = challenge(Some(event(1)));
    assert!(is_silent(&again), "{:?}", again.answer);
    assert_eq!(again.outgoing, []);
    let next = challenge(Some(event(2)));
    assert_eq!(next.outgoing.len(), 1, "another event is another command");
    assert_eq!(challenge(None).outgoing.len(), 1);
    // An answer that changes nothing is given again.
    hall.context.heard = Some(event(3));
    for _ in 0..2 {
        reply(hall.act("ann", Command::Help(Occasion::Asked)));
    }
    assert_eq!(noted(&hall), 2);
}

#[test]
fn a_refused_command_is_not_carried_out_when_it_is_delivered_again() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Toto40);
    hall.context.heard = Some(event(1));
    let move_of_black = || moving(Which::Id(game), "Kf6");
    let refused = hall.refused("bob", move_of_black());
    assert!(matches!(refused, Refusal::NotYourTurn { .. }));
    hall.context.heard = Some(event(2));
    hall.act("ann", moving(Which::Id(game), "Re5"));
    hall.context.heard = Some(event(1));
    let again = hall.act("bob", move_of_black());
    // It was answered when it was not allowed.
    assert_eq!(again.outgoing, []);
    hall.context.heard = Some(event(3));
    assert!(!hall.act("bob", move_of_black()).outgoing.is_empty());
}

#[test]
fn acknowledged_events_are_forgotten_two_days_later() {
    let mut hall = Hall::new();
    for n in 0..450 {
        hall.context.heard = Some(event(n));
        let refused = hall.ask("bob", "room", Command::Draw(Which::Mine));
        assert!(matches!(refused, Err(Failure::Refused(_))));
    }
    assert_eq!(noted(&hall), 450);
    let first = Timestamp(1_001_000).plus(HeardRecord::KEPT);
    let pass = |now: Timestamp| {
        let moment = Moment { now, seed: 7 };
        let outgoing = hall.app.pass_time_on(Platform::Matrix, moment).unwrap();
        assert_eq!(outgoing, []);
        noted(&hall)
    };
    // An absence of a year: they come again.
    assert_eq!(hall.app.next_due_on(Platform::Matrix), Ok(None));
    assert_eq!(pass(first.plus(Span::days(365))), 450);
    hall.app.note_acknowledged(Timestamp(1_001_001));
    assert_eq!(pass(first.plus(Span::days(365))), 449);
    hall.app.note_acknowledged(Timestamp(2_000_000));
    let first = Timestamp(1_002_000).plus(HeardRecord::KEPT);
    assert_eq!(hall.app.next_due_on(Platform::Matrix), Ok(Some(first)));
    assert_eq!(hall.app.next_due_on(Platform::Discord), Ok(None));
    assert_eq!(pass(Timestamp(first.0 - 1)), 449);
    assert_eq!(pass(first), 448);
    let later = first.plus(Span::hours(1));
    while pass(later) > 0 {}
}
