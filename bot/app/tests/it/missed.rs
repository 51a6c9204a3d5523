//! Events that a shard missed: boards ask for moves that may be missing.

use app::effect::Subject;
use app::{Report, Span, TimeControl, Which};

use crate::common::{Hall, LIVE, THREE_DAYS, moving, shows};

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
