//! Fault injection: failures, delays, dropped responses, held requests.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::rate_limits::RateLimited;
use crate::time::millis;

/// A failure of the requests to one route. Build it with [`Fault::on`] and pass it to [`crate::Playground::inject`].
///
/// It applies once, unless told otherwise.
#[derive(Debug, Clone)]
#[must_use = "a fault does nothing until it is injected"]
pub struct Fault {
    pub(crate) route: String,
    strike: Strike,
    schedule: Schedule,
}

#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Strike {
    pub(crate) delay: Option<Duration>,
    pub(crate) effect: Effect,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    #[default]
    None,
    /// An error response; `code` 0 for none. The request has no effect.
    Error {
        status: u16,
        code: u64,
    },
    RateLimited(RateLimited),
    /// The request takes effect, and the connection ends before the response.
    DropResponse,
    /// The request takes effect, and the JSON of the response ends in the middle.
    CutResponse,
    /// The connection ends and the request has no effect.
    Cut,
}

#[derive(Debug, Clone, Copy)]
enum Schedule {
    Times(usize),
    Every { n: usize, seen: usize },
    Chance { percent: u8, seed: u64 },
}

impl Fault {
    /// A fault on a route as in [`crate::Call::route`], such as `POST /channels/{channel}/messages`, or on all routes
    /// with a prefix, given with a trailing `*`. It has no effect until another method sets one.
    pub fn on(route: &str) -> Self {
        Self {
            route: route.to_owned(),
            strike: Strike::default(),
            schedule: Schedule::Times(1),
        }
    }

    /// Responds with an HTTP status; the request has no effect.
    pub fn status(self, status: u16) -> Self {
        self.code(status, 0)
    }

    /// Responds with an HTTP status and a JSON error code; the request has no effect.
    pub fn code(self, status: u16, code: u64) -> Self {
        self.with(Effect::Error { status, code })
    }

    /// Responds with a 429 for this route, with `Retry-After` and the `X-RateLimit` headers.
    pub fn rate_limited(self, retry_after: Duration) -> Self {
        let limited = RateLimited::on_route(millis(retry_after));
        self.with(Effect::RateLimited(limited))
    }

    /// Responds with a global 429.
    pub fn rate_limited_globally(self, retry_after: Duration) -> Self {
        let limited = RateLimited::globally(millis(retry_after));
        self.with(Effect::RateLimited(limited))
    }

    fn with(mut self, effect: Effect) -> Self {
        self.strike.effect = effect;
        self
    }

    /// Waits in real time before anything else.
    pub fn delay(mut self, by: Duration) -> Self {
        self.strike.delay = Some(by);
        self
    }

    /// Carries out the request, and ends the connection without a response. A bot that then retries an initial response
    /// gets 40060, as on Discord.
    pub fn drop_response(self) -> Self {
        self.with(Effect::DropResponse)
    }

    /// Carries out the request, and responds with the first half of the JSON.
    pub fn cut_response(self) -> Self {
        self.with(Effect::CutResponse)
    }

    /// Ends the connection; the request has no effect.
    pub fn cut(self) -> Self {
        self.with(Effect::Cut)
    }

    /// Applies to the next `n` requests.
    pub fn times(mut self, n: usize) -> Self {
        self.schedule = Schedule::Times(n);
        self
    }

    /// Applies until [`crate::Playground::clear_faults`].
    pub fn always(self) -> Self {
        self.times(usize::MAX)
    }

    /// Applies to every `n`-th request.
    pub fn every(mut self, n: usize) -> Self {
        let n = n.max(1);
        self.schedule = Schedule::Every { n, seen: 0 };
        self
    }

    /// Applies to a random share of the requests. The same seed selects the same requests.
    pub fn chance(mut self, percent: u8, seed: u64) -> Self {
        self.schedule = Schedule::Chance { percent, seed };
        self
    }

    /// Whether the fault applies to the next matching request.
    fn applies(&mut self) -> bool {
        match &mut self.schedule {
            Schedule::Times(left) => {
                let applies = *left > 0;
                *left = left.saturating_sub(1);
                applies
            }
            Schedule::Every { n, seen } => {
                *seen += 1;
                *seen % *n == 0
            }
            Schedule::Chance { percent, seed } => {
                // CITE: splitmix64, https://prng.di.unimi.it/splitmix64.c
                *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mut z = *seed;
                z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                (z ^ (z >> 31)) % 100 < u64::from(*percent)
            }
        }
    }
}

/// Whether a pattern of [`Fault::on`] matches a route.
pub(crate) fn matches(pattern: &str, route: &str) -> bool {
    pattern
        .strip_suffix('*')
        .map_or(pattern == route, |prefix| route.starts_with(prefix))
}

#[derive(Debug)]
pub(crate) struct HoldState {
    pub(crate) route: String,
    pub(crate) arrived: usize,
}

#[derive(Debug, Default)]
pub(crate) struct FaultState {
    pub(crate) faults: Vec<Fault>,
    /// The oldest first.
    pub(crate) holds: BTreeMap<u64, HoldState>,
    pub(crate) last_hold: u64,
}

impl FaultState {
    /// Takes the first fault that applies to a request.
    pub(crate) fn strike(&mut self, route: &str) -> Strike {
        let mut faults = self.faults.iter_mut();
        faults
            .find_map(|f| (matches(&f.route, route) && f.applies()).then_some(f.strike))
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_applies_once_by_default() {
        let mut state = FaultState::default();
        let fault = Fault::on("GET /users/{user}").status(500);
        let (status, code) = (500, 0);
        state.faults.push(fault);
        assert_eq!(state.strike("GET /gateway").effect, Effect::None);
        let error = Effect::Error { status, code };
        assert_eq!(state.strike("GET /users/{user}").effect, error);
        assert_eq!(state.strike("GET /users/{user}").effect, Effect::None);
    }

    #[test]
    fn every_third_request_and_a_seeded_share_repeat() {
        let mut f = Fault::on("*").cut().every(3);
        let hits: Vec<bool> = (0..6).map(|_| f.applies()).collect();
        assert_eq!(hits, [false, false, true, false, false, true]);
        let run = |seed| {
            let mut f = Fault::on("*").cut().chance(20, seed);
            (0..1000).map(|_| f.applies()).collect::<Vec<_>>()
        };
        assert_eq!(run(7), run(7));
        let share = run(7).iter().filter(|x| **x).count();
        assert!((150..250).contains(&share), "{share}");
    }

    #[test]
    fn a_star_matches_a_prefix_and_no_star_only_the_route_itself() {
        assert!(matches(
            "POST /channels*",
            "POST /channels/{channel}/messages"
        ));
        assert!(matches("*", "GET /gateway"));
        assert!(!matches(
            "POST /channels/{channel}/messages",
            "POST /channels/{channel}/messages/{message}/threads"
        ));
    }
}
