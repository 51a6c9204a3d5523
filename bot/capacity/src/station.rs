//! Where jobs wait: processor cores, and Discord's limit for requests.

use std::collections::{HashMap, VecDeque};

/// Index of a job.
pub(crate) type Job = usize;

/// Whether a job goes before others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Priority {
    /// Someone waits.
    High,
    Low,
}

/// A job that waits for a core.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    job: Job,
    since: f64,
    seconds: f64,
}

/// Equal cores, with one queue for each priority.
#[derive(Debug)]
pub(crate) struct Cores {
    /// All of them; none if there are as many as needed.
    count: Option<usize>,
    busy: usize,
    high: VecDeque<Waiting>,
    low: VecDeque<Waiting>,
    /// Seconds of work that were asked for.
    pub(crate) offered: f64,
    /// How long each job with a high priority waited, in seconds.
    pub(crate) waits: Vec<f64>,
}

impl Cores {
    pub(crate) fn new(count: Option<usize>) -> Self {
        Self {
            count,
            busy: 0,
            high: VecDeque::new(),
            low: VecDeque::new(),
            offered: 0.0,
            waits: Vec::new(),
        }
    }

    /// Asks for a core; returns when the job is done if it begins at once.
    pub(crate) fn ask(
        &mut self,
        job: Job,
        seconds: f64,
        priority: Priority,
        now: f64,
    ) -> Option<f64> {
        self.offered += seconds;
        if self.count.is_none_or(|count| self.busy < count) {
            self.busy += 1;
            if priority == Priority::High {
                self.waits.push(0.0);
            }
            return Some(now + seconds);
        }
        let waiting = Waiting {
            job,
            since: now,
            seconds,
        };
        match priority {
            Priority::High => self.high.push_back(waiting),
            Priority::Low => self.low.push_back(waiting),
        }
        None
    }

    /// Frees a core; returns the job that takes it, and when that is done.
    pub(crate) fn free(&mut self, now: f64) -> Option<(Job, f64)> {
        if let Some(next) = self.high.pop_front() {
            self.waits.push(now - next.since);
            return Some((next.job, now + next.seconds));
        }
        if let Some(next) = self.low.pop_front() {
            return Some((next.job, now + next.seconds));
        }
        self.busy -= 1;
        None
    }

    /// Jobs with a high priority that wait.
    pub(crate) fn backlog(&self) -> usize {
        self.high.len()
    }
}

/// Requests that wait, one for each game.
#[derive(Debug)]
struct Request {
    game: u64,
    since: f64,
}

/// Discord's limit for all requests of a bot, kept by a proxy: a token bucket that holds one second's requests.
#[derive(Debug)]
pub(crate) struct Gate {
    /// Requests per second; none without a limit.
    rate: Option<f64>,
    tokens: f64,
    refilled: f64,
    queue: VecDeque<Request>,
    /// The jobs of each waiting request.
    jobs: HashMap<u64, Vec<Job>>,
    /// Requests that people's moves led to.
    pub(crate) wanted: usize,
    pub(crate) passed: usize,
    /// Requests that were joined with a waiting one for the same message.
    pub(crate) joined: usize,
    /// How long each request waited, in seconds.
    pub(crate) waits: Vec<f64>,
}

impl Gate {
    pub(crate) fn new(rate: Option<f64>) -> Self {
        Self {
            rate,
            tokens: rate.unwrap_or(0.0),
            refilled: 0.0,
            queue: VecDeque::new(),
            jobs: HashMap::new(),
            wanted: 0,
            passed: 0,
            joined: 0,
            waits: Vec::new(),
        }
    }

    /// Asks to send a request about a game's message; returns whether it passes at once.
    pub(crate) fn ask(&mut self, job: Job, game: u64, now: f64) -> bool {
        self.wanted += 1;
        if let Some(jobs) = self.jobs.get_mut(&game) {
            self.joined += 1;
            jobs.push(job);
            return false;
        }
        if self.queue.is_empty() && self.take(now) {
            self.passed += 1;
            self.waits.push(0.0);
            return true;
        }
        self.queue.push_back(Request { game, since: now });
        self.jobs.insert(game, vec![job]);
        false
    }

    /// The jobs whose request passes now.
    pub(crate) fn pass(&mut self, now: f64) -> Vec<Job> {
        if self.queue.is_empty() || !self.take(now) {
            return Vec::new();
        }
        let Some(request) = self.queue.pop_front() else {
            return Vec::new();
        };
        self.passed += 1;
        self.waits.push(now - request.since);
        self.jobs.remove(&request.game).unwrap_or_default()
    }

    /// When the next waiting request may pass.
    pub(crate) fn next(&self) -> Option<f64> {
        let rate = self.rate?;
        let missing = (1.0 - self.tokens).max(0.0);
        (!self.queue.is_empty()).then(|| self.refilled + missing / rate)
    }

    pub(crate) fn backlog(&self) -> usize {
        self.queue.len()
    }

    fn take(&mut self, now: f64) -> bool {
        // Rounding must not leave a request that passes at this very time.
        const ROUNDING: f64 = 1e-6;
        let Some(rate) = self.rate else { return true };
        self.tokens = rate.min(self.tokens + (now - self.refilled) * rate);
        self.refilled = now;
        let is_free = self.tokens >= 1.0 - ROUNDING;
        if is_free {
            self.tokens -= 1.0;
        }
        is_free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gate_passes_a_burst_and_then_its_rate() {
        let mut gate = Gate::new(Some(5.0));
        let at_once = (0..8).filter(|&job| gate.ask(job, job as u64, 0.0)).count();
        assert_eq!(at_once, 5);
        let mut passed = Vec::new();
        while let Some(now) = gate.next() {
            passed.extend(gate.pass(now).into_iter().map(|job| (job, now)));
        }
        let jobs: Vec<_> = passed.iter().map(|(job, _)| *job).collect();
        assert_eq!(jobs, [5, 6, 7], "in order");
        assert!((passed[2].1 - 0.6).abs() < 1e-3, "{passed:?}");
    }

    #[test]
    fn what_waits_for_the_same_message_is_joined() {
        let mut gate = Gate::new(Some(1.0));
        assert!(gate.ask(0, 7, 0.0));
        assert!(!gate.ask(1, 8, 0.0));
        assert!(!gate.ask(2, 8, 0.5));
        let now = gate.next().expect("one waits");
        assert_eq!(gate.pass(now), [1, 2]);
        assert_eq!((gate.wanted, gate.passed, gate.joined), (3, 2, 1));
        assert_eq!(gate.next(), None);
    }

    #[test]
    fn who_waits_for_a_person_goes_first() {
        let mut cores = Cores::new(Some(1));
        assert_eq!(cores.ask(0, 1.0, Priority::Low, 0.0), Some(1.0));
        assert_eq!(cores.ask(1, 1.0, Priority::Low, 0.0), None);
        assert_eq!(cores.ask(2, 1.0, Priority::High, 0.5), None);
        assert_eq!(cores.free(1.0), Some((2, 2.0)));
        assert_eq!(cores.free(2.0), Some((1, 3.0)));
        assert_eq!(cores.free(3.0), None);
        assert_eq!(cores.waits, [0.5]);
    }
}
