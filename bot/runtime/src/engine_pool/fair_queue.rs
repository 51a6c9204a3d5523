//! Fair queuing of requests with deadlines. It has no threads or clock of its own, so tests simulate a busy evening at once.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use app::PlayerId;

/// Minimum time for an answer, however late it is: a weak answer is better than none.
const MIN_TIME: Duration = Duration::from_millis(2);
/// Share of the available time that is spent on thinking; the rest is for what comes before and after.
const THINKING_SHARE: f64 = 0.7;
/// Window of the moving average of [`FairQueue::overhead`], in answers.
const OVERHEAD_WINDOW: u32 = 8;

/// Pending requests, a queue for each client. Clients take turns, so none waits longer because another asks for much.
#[derive(Debug)]
pub(super) struct FairQueue<T> {
    queues: HashMap<PlayerId, VecDeque<Request<T>>>,
    /// The clients with a queue, the next one first.
    turns: VecDeque<PlayerId>,
    threads: u32,
    /// How much longer recent answers took than the time they were given.
    overhead: Duration,
}

#[derive(Debug)]
pub(super) struct Request<T> {
    /// Unique among all requests.
    pub(super) id: u64,
    /// When the answer is due.
    pub(super) deadline: Instant,
    /// Thinking time on an idle machine.
    pub(super) target_time: Duration,
    pub(super) work: T,
}

impl<T> FairQueue<T> {
    pub(super) fn new(threads: usize) -> Self {
        Self {
            queues: HashMap::new(),
            turns: VecDeque::new(),
            threads: u32::try_from(threads).unwrap_or(u32::MAX).max(1),
            overhead: Duration::ZERO,
        }
    }

    /// Records how much longer an answer took than the time it was given: on a busy machine that may exceed the time itself.
    pub(super) fn record_overhead(&mut self, overhead: Duration) {
        self.overhead = (self.overhead * (OVERHEAD_WINDOW - 1) + overhead) / OVERHEAD_WINDOW;
    }

    pub(super) fn push(&mut self, client: PlayerId, request: Request<T>) {
        let queue = self.queues.entry(client.clone()).or_default();
        if queue.is_empty() {
            self.turns.push_back(client);
        }
        queue.push_back(request);
    }

    /// Removes the next request; returns it with its thinking time.
    pub(super) fn pop(&mut self, now: Instant) -> Option<(Request<T>, Duration)> {
        let share = self.fair_share(now);
        let client = self.turns.pop_front()?;
        let queue = self.queues.get_mut(&client)?;
        let request = queue.pop_front()?;
        if queue.is_empty() {
            self.queues.remove(&client);
        } else {
            self.turns.push_back(client);
        }
        let time = share.min(request.target_time).max(MIN_TIME);
        Some((request, time))
    }

    /// Removes a canceled request; returns whether it was still pending.
    pub(super) fn cancel(&mut self, client: &PlayerId, id: u64) -> bool {
        let Some(queue) = self.queues.get_mut(client) else {
            return false;
        };
        let before = queue.len();
        queue.retain(|request| request.id != id);
        let is_cancelled = queue.len() < before;
        if queue.is_empty() {
            self.queues.remove(client);
            self.turns.retain(|other| other != client);
        }
        is_cancelled
    }

    pub(super) fn len(&self) -> usize {
        self.queues.values().map(VecDeque::len).sum()
    }

    /// The time for each request that lets all of them keep their deadlines: those due by a deadline share the time until then
    /// equally. Requests that are already late do not slow down the others.
    fn fair_share(&self, now: Instant) -> Duration {
        let mut deadlines: Vec<Duration> = self
            .queues
            .values()
            .flatten()
            .map(|request| request.deadline.saturating_duration_since(now))
            .filter(|left| !left.is_zero())
            .collect();
        deadlines.sort_unstable();
        // Each of the other threads may be at work on one more.
        (self.threads..)
            .zip(&deadlines)
            .map(|(before, left)| left.mul_f64(THINKING_SHARE) * self.threads / before)
            .min()
            .unwrap_or(MIN_TIME)
            .saturating_sub(self.overhead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(name: impl std::fmt::Display) -> PlayerId {
        PlayerId::new(format!("t:{name}"))
    }

    fn request(id: u64, deadline: Instant, target_time: Duration) -> Request<()> {
        Request {
            id,
            deadline,
            target_time,
            work: (),
        }
    }

    /// A request as it was served.
    struct Served {
        id: u64,
        time: Duration,
        at: Instant,
    }

    /// Serves everything with simulated threads that take all the time they are given, and the overhead.
    fn serve(
        queue: &mut FairQueue<()>,
        threads: usize,
        start: Instant,
        overhead: Duration,
    ) -> Vec<Served> {
        let mut free = vec![start; threads];
        let mut served = Vec::new();
        while queue.len() > 0 {
            let thread = (0..threads).min_by_key(|&n| free[n]).unwrap();
            let (request, time) = queue.pop(free[thread]).unwrap();
            free[thread] += time + overhead;
            queue.record_overhead(overhead);
            served.push(Served {
                id: request.id,
                time,
                at: free[thread],
            });
        }
        served
    }

    #[test]
    fn two_hundred_games_on_two_threads_are_all_answered_in_time() {
        // On an idle machine, and on one where everything takes long.
        for (overhead, least) in [(3, 50), (60, 2)] {
            let start = Instant::now();
            let mut queue = FairQueue::new(2);
            let deadline = start + Duration::from_secs(10);
            for game in 0..200 {
                let request = request(game, deadline, Duration::from_secs(2));
                queue.push(client(game), request);
            }
            let overhead = Duration::from_millis(overhead);
            let served = serve(&mut queue, 2, start, overhead);
            assert_eq!(served.len(), 200);
            for (place, Served { id, time, at }) in (0..).zip(&served) {
                assert_eq!(*id, place, "first come, first served");
                assert!(*at <= deadline, "game {id} is late with {overhead:?}");
                assert!(*time >= Duration::from_millis(least), "{id}: {time:?}");
            }
        }
    }

    #[test]
    fn a_client_with_many_requests_does_not_delay_the_others() {
        let start = Instant::now();
        let mut queue = FairQueue::new(1);
        let deadline = start + Duration::from_secs(10);
        let others = [("bob", 100), ("cem", 200), ("cem", 201)];
        for (name, id) in (0..50).map(|id| ("ann", id)).chain(others) {
            let request = request(id, deadline, Duration::from_secs(2));
            queue.push(client(name), request);
        }
        let served = serve(&mut queue, 1, start, Duration::ZERO);
        let order: Vec<u64> = served.iter().map(|served| served.id).collect();
        assert_eq!(order[..6], [0, 100, 200, 1, 201, 2]);
    }

    #[test]
    fn a_lone_request_gets_its_target_time_and_a_late_one_hurts_only_itself() {
        let start = Instant::now();
        let now = start + Duration::from_secs(30);
        let soon = now + Duration::from_secs(10);
        let target = Duration::from_secs(1);
        let mut queue = FairQueue::new(1);
        queue.push(client("ann"), request(1, soon, target));
        assert_eq!(queue.pop(now).unwrap().1, target);
        queue.push(client("bob"), request(2, start, target));
        queue.push(client("ann"), request(3, soon, target));
        assert_eq!(queue.pop(now).unwrap().0.id, 2);
        let (next, time) = queue.pop(now).unwrap();
        assert_eq!((next.id, time), (3, target));
        queue.push(client("bob"), request(4, start, target));
        assert_eq!(queue.pop(now).unwrap().1, MIN_TIME);
    }

    #[test]
    fn a_cancelled_request_is_not_served_and_leaves_its_time_to_the_others() {
        let start = Instant::now();
        let deadline = start + Duration::from_secs(4);
        let target = Duration::from_secs(2);
        let mut queue = FairQueue::new(1);
        for id in 0..10 {
            queue.push(client(id % 3), request(id, deadline, target));
        }
        for id in (0..10).filter(|id| *id != 4) {
            assert!(queue.cancel(&client(id % 3), id));
        }
        assert!(!queue.cancel(&client(0), 0));
        assert_eq!(queue.len(), 1);
        let (request, time) = queue.pop(start).unwrap();
        assert_eq!((request.id, time), (4, target));
        assert!(queue.pop(start).is_none());
    }
}
