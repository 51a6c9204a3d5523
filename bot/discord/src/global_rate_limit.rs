//! Turns under the global rate limit, which answers to interactions don't count against.
//!
//! Waiting requests take turns by major parameter, so that a busy channel doesn't hold up the others.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use tokio::time::Instant;

/// Requests sent in any [`GLOBAL_WINDOW`]. Discord accepts 50; the margin is for network delays, and for requests that take no
/// turns. Several processes without a proxy may exceed it together, and then obey the refusals.
const GLOBAL_LIMIT: usize = 45;
const GLOBAL_WINDOW: Duration = Duration::from_secs(1);
/// The share of one major parameter, which leaves turns for the others.
pub(crate) const MAJOR_LIMIT: usize = 30;

/// A place in the queue. In each round, a major parameter has one request at most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Place {
    round: u64,
    ticket: u64,
}

/// The queue, and the turns taken last.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    /// The major parameters of the waiting requests.
    waiting: BTreeMap<Place, u64>,
    tickets: u64,
    /// The last requests, [`GLOBAL_LIMIT`] at most.
    sent: VecDeque<Sent>,
}

#[derive(Clone, Copy, Debug)]
struct Sent {
    major: u64,
    at: Instant,
}

impl Turns {
    /// Queues a request: in the round after its major parameter's last one, or else in the current round.
    pub(crate) fn queue(&mut self, major: u64) -> Place {
        let mut latest = self.waiting.iter().rev();
        let last = latest.find(|(_, other)| **other == major);
        let next = last.map(|(place, _)| place.round + 1);
        let present = self.waiting.keys().next().map(|place| place.round);
        self.tickets += 1;
        let place = Place {
            round: next.or(present).unwrap_or_default(),
            ticket: self.tickets,
        };
        self.waiting.insert(place, major);
        place
    }

    /// Takes the turn of a queued request, or returns when to ask again.
    pub(crate) fn take(&mut self, place: Place, now: Instant) -> Result<(), Instant> {
        let Some(&major) = self.waiting.get(&place) else {
            return Ok(());
        };
        let turn = self.turn(place, major, now);
        if turn > now {
            return Err(turn);
        }
        self.leave(place);
        if self.sent.len() == GLOBAL_LIMIT {
            self.sent.pop_front();
        }
        self.sent.push_back(Sent { major, at: now });
        Ok(())
    }

    pub(crate) fn leave(&mut self, place: Place) {
        self.waiting.remove(&place);
    }

    /// When a queued request gets its turn.
    fn turn(&self, place: Place, major: u64, now: Instant) -> Instant {
        let ahead = || self.waiting.range(..place).map(|(_, other)| *other);
        let (sent, is_same) = (self.sent.iter(), |other: &u64| *other == major);
        let of_all = next(sent.clone(), GLOBAL_LIMIT, ahead().count(), now);
        let same = sent.filter(|sent| is_same(&sent.major));
        of_all.max(next(
            same,
            MAJOR_LIMIT,
            ahead().filter(is_same).count(),
            now,
        ))
    }
}

/// Returns when a request with this many others ahead of it comes under a limit.
fn next<'s>(
    sent: impl DoubleEndedIterator<Item = &'s Sent>,
    limit: usize,
    ahead: usize,
    now: Instant,
) -> Instant {
    let latest: Vec<Instant> = sent.rev().take(limit).map(|sent| sent.at).collect();
    let unused = limit - latest.len();
    let nth = (ahead % limit).checked_sub(unused);
    let sent = nth.and_then(|nth| latest.iter().rev().nth(nth));
    let first = sent.map_or(now, |sent| now.max(*sent + GLOBAL_WINDOW));
    let windows = u32::try_from(ahead / limit).unwrap_or(u32::MAX);
    first + GLOBAL_WINDOW.saturating_mul(windows)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The times of the turns of queued requests, each asked for when the last answer said.
    fn times(turns: &mut Turns, queued: &[Place], begun: Instant) -> Vec<Duration> {
        let mut times = Vec::new();
        for place in queued {
            let mut now = begun;
            while let Err(later) = turns.take(*place, now) {
                assert!(later > now);
                now = later;
            }
            times.push(now - begun);
        }
        times
    }

    #[test]
    fn no_more_requests_are_sent_in_a_second_than_are_allowed() {
        let (mut turns, begun) = (Turns::default(), Instant::now());
        let queued: Vec<_> = (0..135).map(|major| turns.queue(major)).collect();
        let times = times(&mut turns, &queued, begun);
        for (window, sent) in (0..).zip(times.chunks(GLOBAL_LIMIT)) {
            assert!(sent.iter().all(|time| *time == GLOBAL_WINDOW * window));
        }
        let later = begun + Duration::from_mins(1);
        let one = turns.queue(1);
        assert_eq!(turns.take(one, later), Ok(()));
        assert_eq!(turns.sent.len(), GLOBAL_LIMIT);
    }

    #[test]
    fn a_burst_in_one_channel_does_not_delay_another_channel() {
        let (mut turns, begun) = (Turns::default(), Instant::now());
        let burst: Vec<_> = (0..90).map(|_| turns.queue(1)).collect();
        let (now, waiting) = burst.split_at(MAJOR_LIMIT);
        assert_eq!(times(&mut turns, now, begun), [Duration::ZERO; 30]);
        let others = [2, 3, 2].map(|major| turns.queue(major));
        // Channels alternate.
        let order: Vec<_> = turns.waiting.values().take(5).collect();
        assert_eq!(order, [&1, &2, &3, &1, &2]);
        // A request that gives up leaves no gap.
        turns.leave(others[0]);
        for other in &others[1..] {
            assert_eq!(turns.take(*other, begun), Ok(()));
        }
        assert_eq!(turns.take(waiting[0], begun), Err(begun + GLOBAL_WINDOW));
        let later = times(&mut turns, waiting, begun);
        assert_eq!(later[29..31], [1, 2].map(Duration::from_secs));
    }
}
