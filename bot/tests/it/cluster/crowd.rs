//! Hundreds of people join one tournament at once, through several processes on one PostgreSQL database.

use std::sync::Barrier;
use std::sync::atomic::Ordering;

use crate::common::entries::Door;
use crate::common::server::database;

const PEOPLE: usize = 64;
const PROCESSES: usize = 4;
/// Commands that each process runs concurrently.
const THREADS: usize = 8;

#[test]
fn everyone_enters_a_tournament_at_once_through_four_processes() {
    let Some(url) = database() else { return };
    let doors: Vec<Door> = (0..PROCESSES)
        .map(|_| Door::open(url.clone(), THREADS))
        .collect();
    let tournament = doors[0].announce();
    let start = Barrier::new(PROCESSES * THREADS);
    std::thread::scope(|scope| {
        for thread in 0..PROCESSES * THREADS {
            let (door, start) = (&doors[thread % PROCESSES], &start);
            scope.spawn(move || {
                start.wait();
                for person in (thread..PEOPLE).step_by(PROCESSES * THREADS) {
                    let entered = door.enter(tournament, person);
                    assert!(entered.is_ok(), "person {person}: {entered:?}");
                }
            });
        }
    });
    assert_eq!(doors[1].entrants(tournament), PEOPLE);
    let counted = doors.iter().map(|door| &door.counts);
    let conflicts: usize = counted
        .map(|counts| counts.conflicts.load(Ordering::Relaxed))
        .sum();
    assert!(conflicts > 0, "they came one after another");
}
