//! Who is served next, and for how long: without threads or a clock of its own, so that a busy evening can be played through at once.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::time::{Duration, Instant};

/// What an answer gets at least, however late it is: a weak answer is better than none.
const LEAST: Duration = Duration::from_millis(2);
/// Of the time that there is for each, the part that is given away; the rest is for what comes before and after thinking.
const GIVEN: f64 = 0.7;
/// Over how many answers it is learned what they take beside their time.
const MEMORY: u32 = 8;

/// Requests that wait, each in the line of the party that it is for. Parties take turns, so that nobody waits longer because somebody
/// else asks for much.
#[derive(Debug)]
pub(super) struct Schedule<P, T> {
    lines: HashMap<P, VecDeque<Waiting<T>>>,
    /// The parties with a line, the next one first.
    turns: VecDeque<P>,
    waiting: usize,
    threads: u32,
    /// What an answer has lately taken beside the time it was given.
    besides: Duration,
}

/// A request in its line.
#[derive(Debug)]
pub(super) struct Waiting<T> {
    /// Distinguishes it from all others.
    pub(super) number: u64,
    /// When the answer must be there.
    pub(super) deadline: Instant,
    /// The time that it would take if nobody else waited.
    pub(super) wish: Duration,
    pub(super) work: T,
}

impl<P: Clone + Eq + Hash, T> Schedule<P, T> {
    pub(super) fn new(threads: usize) -> Self {
        Self {
            lines: HashMap::new(),
            turns: VecDeque::new(),
            waiting: 0,
            threads: u32::try_from(threads).unwrap_or(u32::MAX).max(1),
            besides: Duration::ZERO,
        }
    }

    /// Takes account of what an answer took beside the time it was given: on a busy machine that may be more than the thought itself.
    pub(super) fn took(&mut self, besides: Duration) {
        self.besides = (self.besides * (MEMORY - 1) + besides) / MEMORY;
    }

    /// Puts a request at the end of its party's line.
    pub(super) fn push(&mut self, party: P, request: Waiting<T>) {
        self.waiting += 1;
        let line = self.lines.entry(party.clone()).or_default();
        if line.is_empty() {
            self.turns.push_back(party);
        }
        line.push_back(request);
    }

    /// Takes out the request that is next, and the time it may take.
    pub(super) fn pop(&mut self, now: Instant) -> Option<(Waiting<T>, Duration)> {
        let share = self.share(now);
        let party = self.turns.pop_front()?;
        let line = self.lines.get_mut(&party)?;
        let request = line.pop_front()?;
        if line.is_empty() {
            self.lines.remove(&party);
        } else {
            self.turns.push_back(party);
        }
        self.waiting -= 1;
        let time = share.min(request.wish).max(LEAST);
        Some((request, time))
    }

    /// Takes out a request that nobody wants any more. Answers whether it still waited.
    pub(super) fn withdraw(&mut self, party: &P, number: u64) -> bool {
        let Some(line) = self.lines.get_mut(party) else {
            return false;
        };
        let before = line.len();
        line.retain(|request| request.number != number);
        let withdrawn = before - line.len();
        self.waiting -= withdrawn;
        if line.is_empty() {
            self.lines.remove(party);
            self.turns.retain(|other| other != party);
        }
        withdrawn > 0
    }

    pub(super) fn len(&self) -> usize {
        self.waiting
    }

    /// The time for each request with which all of them keep their deadlines: of those that wait until a deadline, each gets an equal
    /// part of the time until then. What is late already does not make the others worse.
    fn share(&self, now: Instant) -> Duration {
        let mut deadlines: Vec<Duration> = self
            .lines
            .values()
            .flatten()
            .map(|request| request.deadline.saturating_duration_since(now))
            .filter(|left| !left.is_zero())
            .collect();
        deadlines.sort_unstable();
        // One more than wait may be at work on each thread but this one.
        (self.threads..)
            .zip(&deadlines)
            .map(|(before, left)| left.mul_f64(GIVEN) * self.threads / before)
            .min()
            .unwrap_or(LEAST)
            .saturating_sub(self.besides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(number: u64, deadline: Instant, wish: Duration) -> Waiting<u64> {
        Waiting {
            number,
            deadline,
            wish,
            work: number,
        }
    }

    /// Serves everything with threads that take all the time they are given and a little more, in a time of their own; answers who was
    /// served when.
    fn serve<P: Clone + Eq + Hash>(
        schedule: &mut Schedule<P, u64>,
        threads: usize,
        start: Instant,
        besides: Duration,
    ) -> Vec<(u64, Duration, Instant)> {
        let mut free = vec![start; threads];
        let mut served = Vec::new();
        while schedule.len() > 0 {
            let thread = (0..threads).min_by_key(|&n| free[n]).unwrap();
            let (request, time) = schedule.pop(free[thread]).unwrap();
            free[thread] += time + besides;
            schedule.took(besides);
            served.push((request.number, time, free[thread]));
        }
        served
    }

    #[test]
    fn two_hundred_games_on_two_threads_are_all_answered_in_time() {
        // On a machine with nothing else to do, and on one where everything takes long.
        for (besides, least) in [(3, 50), (60, 2)] {
            let start = Instant::now();
            let mut schedule = Schedule::new(2);
            let deadline = start + Duration::from_secs(10);
            for game in 0..200 {
                schedule.push(game, request(game, deadline, Duration::from_secs(2)));
            }
            let besides = Duration::from_millis(besides);
            let served = serve(&mut schedule, 2, start, besides);
            assert_eq!(served.len(), 200);
            for (place, (game, time, at)) in (0..).zip(&served) {
                assert_eq!(*game, place, "first come, first served");
                assert!(*at <= deadline, "game {game} is late with {besides:?}");
                assert!(*time >= Duration::from_millis(least), "{game}: {time:?}");
            }
        }
    }

    #[test]
    fn who_asks_for_much_does_not_keep_others_waiting() {
        let start = Instant::now();
        let mut schedule = Schedule::new(1);
        let deadline = start + Duration::from_secs(10);
        for number in 0..50 {
            schedule.push("ann", request(number, deadline, Duration::from_secs(2)));
        }
        schedule.push("bob", request(100, deadline, Duration::from_secs(2)));
        schedule.push("cem", request(200, deadline, Duration::from_secs(2)));
        schedule.push("cem", request(201, deadline, Duration::from_secs(2)));
        let order: Vec<u64> = serve(&mut schedule, 1, start, Duration::ZERO)
            .iter()
            .map(|(number, ..)| *number)
            .take(6)
            .collect();
        assert_eq!(order, [0, 100, 200, 1, 201, 2]);
    }

    #[test]
    fn alone_a_request_gets_what_it_wishes_and_a_late_one_hurts_only_itself() {
        let start = Instant::now();
        let now = start + Duration::from_secs(30);
        let wish = Duration::from_secs(1);
        let mut schedule = Schedule::new(1);
        schedule.push("ann", request(1, now + Duration::from_secs(10), wish));
        assert_eq!(schedule.pop(now).unwrap().1, wish);
        schedule.push("bob", request(2, start, wish));
        schedule.push("ann", request(3, now + Duration::from_secs(10), wish));
        assert_eq!(schedule.pop(now).unwrap().0.number, 2);
        let (request, time) = schedule.pop(now).unwrap();
        assert_eq!((request.number, time), (3, wish));
        schedule.push("bob", self::request(4, start, wish));
        assert_eq!(schedule.pop(now).unwrap().1, LEAST);
    }

    #[test]
    fn what_is_withdrawn_is_not_served_and_leaves_its_time_to_the_others() {
        let start = Instant::now();
        let deadline = start + Duration::from_secs(4);
        let wish = Duration::from_secs(2);
        let mut schedule = Schedule::new(1);
        for number in 0..10 {
            schedule.push(number % 3, request(number, deadline, wish));
        }
        for number in (0..10).filter(|number| *number != 4) {
            assert!(schedule.withdraw(&(number % 3), number));
        }
        assert!(!schedule.withdraw(&0, 0));
        assert_eq!(schedule.len(), 1);
        let (request, time) = schedule.pop(start).unwrap();
        assert_eq!((request.number, time), (4, wish));
        assert!(schedule.pop(start).is_none());
    }
}
