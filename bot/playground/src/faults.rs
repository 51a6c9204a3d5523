//! Fault injection and rate limits: failures, delays, dropped responses, held requests.

use std::collections::HashMap;
use std::time::Duration;

/// A failure of the requests to one route. Build it with [`Fault::on`] and pass it to [`crate::Playground::inject`].
///
/// It applies once, unless told otherwise.
#[derive(Debug, Clone)]
pub struct Fault {
    pub(crate) route: String,
    delay: Option<Duration>,
    effect: Effect,
    schedule: Schedule,
}

/// What happens to a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    None,
    /// An error response; `code` 0 for none. The request has no effect.
    Error {
        status: u16,
        code: u64,
    },
    RateLimited(RateLimited),
    /// The request takes effect, and the connection ends before the response.
    DropResponse,
    /// The connection ends and the request has no effect.
    Cut,
}

/// The body of a 429.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RateLimited {
    pub(crate) retry_after_ms: u64,
    pub(crate) scope: Scope,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    Route,
    Global,
}

#[derive(Debug, Clone, Copy)]
enum Schedule {
    Times(usize),
    Always,
    Every { n: usize, seen: usize },
    Chance { percent: u8, state: u64 },
}

impl Fault {
    /// A fault on a route as in [`crate::Call::route`], such as `POST /channels/{channel}/messages`, or on all routes
    /// with a prefix, given with a trailing `*`. It has no effect until another method sets one.
    #[must_use]
    pub fn on(route: &str) -> Self {
        Self {
            route: route.to_owned(),
            delay: None,
            effect: Effect::None,
            schedule: Schedule::Times(1),
        }
    }

    /// Responds with an HTTP status; the request has no effect.
    #[must_use]
    pub fn status(self, status: u16) -> Self {
        self.code(status, 0)
    }

    /// Responds with an HTTP status and a JSON error code; the request has no effect.
    #[must_use]
    pub fn code(mut self, status: u16, code: u64) -> Self {
        self.effect = Effect::Error { status, code };
        self
    }

    /// Responds with a 429 for this route, with `Retry-After` and the `X-RateLimit` headers.
    #[must_use]
    pub fn rate_limited(self, retry_after: Duration) -> Self {
        self.with_rate_limit(retry_after, Scope::Route)
    }

    /// Responds with a global 429.
    #[must_use]
    pub fn rate_limited_globally(self, retry_after: Duration) -> Self {
        self.with_rate_limit(retry_after, Scope::Global)
    }

    fn with_rate_limit(mut self, retry_after: Duration, scope: Scope) -> Self {
        self.effect = Effect::RateLimited(RateLimited {
            retry_after_ms: u64::try_from(retry_after.as_millis()).unwrap_or(u64::MAX),
            scope,
        });
        self
    }

    /// Waits in real time before anything else.
    #[must_use]
    pub fn delay(mut self, by: Duration) -> Self {
        self.delay = Some(by);
        self
    }

    /// Carries out the request, and ends the connection without a response. A bot that then retries an initial response
    /// gets 40060, as on Discord; expect `one-ack`.
    #[must_use]
    pub fn drop_response(mut self) -> Self {
        self.effect = Effect::DropResponse;
        self
    }

    /// Ends the connection; the request has no effect.
    #[must_use]
    pub fn cut(mut self) -> Self {
        self.effect = Effect::Cut;
        self
    }

    /// Applies to the next `n` requests.
    #[must_use]
    pub fn times(mut self, n: usize) -> Self {
        self.schedule = Schedule::Times(n);
        self
    }

    /// Applies until [`crate::Playground::clear_faults`].
    #[must_use]
    pub fn always(mut self) -> Self {
        self.schedule = Schedule::Always;
        self
    }

    /// Applies to every `n`-th request.
    #[must_use]
    pub fn every(mut self, n: usize) -> Self {
        self.schedule = Schedule::Every {
            n: n.max(1),
            seen: 0,
        };
        self
    }

    /// Applies to a random share of the requests. The same seed selects the same requests.
    #[must_use]
    pub fn chance(mut self, percent: u8, seed: u64) -> Self {
        self.schedule = Schedule::Chance {
            percent,
            state: seed,
        };
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
            Schedule::Always => true,
            Schedule::Every { n, seen } => {
                *seen += 1;
                *seen % *n == 0
            }
            Schedule::Chance { percent, state } => {
                // CITE: splitmix64, https://prng.di.unimi.it/splitmix64.c
                *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mut z = *state;
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
    pub(crate) key: u64,
    pub(crate) route: String,
    /// Requests that are held.
    pub(crate) arrived: usize,
}

/// The injected faults, holds and enforced rate limits.
#[derive(Debug, Default)]
pub(crate) struct FaultState {
    pub(crate) faults: Vec<Fault>,
    pub(crate) holds: Vec<HoldState>,
    pub(crate) last_hold: u64,
    pub(crate) limits: Option<RateLimits>,
    /// By route and major parameter.
    windows: HashMap<(String, String), Window>,
    global: Window,
}

/// A fixed window of a rate limit.
#[derive(Debug, Default, Clone, Copy)]
struct Window {
    start_ms: u64,
    used: u32,
}

impl Window {
    /// Starts a new window if this one is over.
    fn roll(&mut self, now_ms: u64, length_ms: u64) {
        if now_ms >= self.start_ms + length_ms {
            *self = Self {
                start_ms: now_ms,
                used: 0,
            };
        }
    }

    fn remaining_ms(self, now_ms: u64, length_ms: u64) -> u64 {
        (self.start_ms + length_ms).saturating_sub(now_ms)
    }
}

/// The rate limits for [`crate::Playground::enforce_rate_limits`].
#[derive(Debug, Clone)]
pub struct RateLimits {
    /// Limits per route and major parameter (channel or webhook).
    pub routes: Vec<RouteLimit>,
    /// Requests per second over all routes except those of interactions.
    pub global: u32,
}

/// The rate limit of a route.
#[derive(Debug, Clone, Copy)]
pub struct RouteLimit {
    /// As in [`crate::Call::route`].
    pub route: &'static str,
    /// Requests allowed per window.
    pub requests: u32,
    /// The length of the window.
    pub window_ms: u64,
}

/// The length of the global window.
const GLOBAL_WINDOW_MS: u64 = 1000;

impl RateLimits {
    /// The documented global limit, and limits that bot authors observed for the routes, since Discord publishes none.
    #[must_use]
    pub fn discord() -> Self {
        let limit = |route, requests, window_ms| RouteLimit {
            route,
            requests,
            window_ms,
        };
        let routes = vec![
            limit("POST /channels/{channel}/messages", 5, 5000),
            limit("PATCH /channels/{channel}/messages/{message}", 5, 5000),
            limit("DELETE /channels/{channel}/messages/{message}", 5, 1000),
            limit(
                "PUT /channels/{channel}/messages/{message}/reactions/{emoji}/@me",
                1,
                250,
            ),
            limit("POST /webhooks/{app}/{token}", 5, 2000),
            limit("PATCH /webhooks/{app}/{token}/messages/@original", 5, 2000),
            limit("PATCH /webhooks/{app}/{token}/messages/{message}", 5, 2000),
            limit("POST /users/@me/channels", 10, 10_000),
            limit("POST /channels/{channel}/typing", 5, 5000),
        ];
        Self { routes, global: 50 }
    }
}

/// The outcome of the rate limits for a request.
#[derive(Debug, Default, Clone)]
pub(crate) struct RateLimitVerdict {
    pub(crate) headers: Vec<(&'static str, String)>,
    /// `None` if the request may pass.
    pub(crate) limited: Option<RateLimited>,
}

impl RateLimitVerdict {
    /// An injected 429.
    pub(crate) fn injected(limited: RateLimited) -> Self {
        let mut verdict = Self::limited(limited);
        if limited.scope == Scope::Route {
            let bucket = Bucket {
                limit: 1,
                remaining: 0,
                reset_ms: limited.retry_after_ms,
                name: "injected".to_owned(),
            };
            verdict.headers.extend(bucket.headers(0));
        }
        verdict
    }

    fn limited(limited: RateLimited) -> Self {
        let seconds = limited.retry_after_ms.div_ceil(1000).max(1);
        let mut headers = vec![("retry-after", seconds.to_string())];
        match limited.scope {
            Scope::Route => headers.push(("x-ratelimit-scope", "user".to_owned())),
            Scope::Global => headers.extend([
                ("x-ratelimit-scope", "global".to_owned()),
                ("x-ratelimit-global", "true".to_owned()),
            ]),
        }
        Self {
            headers,
            limited: Some(limited),
        }
    }
}

/// The `X-RateLimit` headers.
struct Bucket {
    limit: u32,
    remaining: u32,
    /// Time to the end of the window.
    reset_ms: u64,
    name: String,
}

impl Bucket {
    fn headers(self, now_ms: u64) -> [(&'static str, String); 5] {
        let seconds = |ms: u64| format!("{}.{:03}", ms / 1000, ms % 1000);
        [
            ("x-ratelimit-limit", self.limit.to_string()),
            ("x-ratelimit-remaining", self.remaining.to_string()),
            ("x-ratelimit-reset", seconds(now_ms + self.reset_ms)),
            ("x-ratelimit-reset-after", seconds(self.reset_ms)),
            ("x-ratelimit-bucket", self.name),
        ]
    }
}

/// The faults of a request.
#[derive(Debug)]
pub(crate) struct Strike {
    pub(crate) delay: Option<Duration>,
    pub(crate) effect: Effect,
}

impl FaultState {
    /// Takes the first fault that applies to a request.
    pub(crate) fn strike(&mut self, route: &str) -> Strike {
        let mut faults = self.faults.iter_mut();
        let fault = faults.find_map(|f| (matches(&f.route, route) && f.applies()).then_some(&*f));
        Strike {
            delay: fault.and_then(|f| f.delay),
            effect: fault.map_or(Effect::None, |f| f.effect),
        }
    }

    /// Counts a request against the enforced rate limits. `major` is its major parameter: the channel or webhook.
    pub(crate) fn check_rate_limit(
        &mut self,
        route: &str,
        major: &str,
        now_ms: u64,
    ) -> RateLimitVerdict {
        let Some(limits) = &self.limits else {
            return RateLimitVerdict::default();
        };
        if !route.contains(" /interactions/") && !route.contains(" /webhooks/") {
            self.global.roll(now_ms, GLOBAL_WINDOW_MS);
            self.global.used += 1;
            if self.global.used > limits.global {
                let remaining_ms = self.global.remaining_ms(now_ms, GLOBAL_WINDOW_MS);
                return RateLimitVerdict::limited(RateLimited {
                    retry_after_ms: remaining_ms.max(1),
                    scope: Scope::Global,
                });
            }
        }
        let Some(&limit) = limits.routes.iter().find(|limit| limit.route == route) else {
            return RateLimitVerdict::default();
        };
        if self.windows.len() > 10_000 {
            self.windows.retain(|_, w| w.start_ms + 60_000 > now_ms);
        }
        let key = (route.to_owned(), major.to_owned());
        let window = self.windows.entry(key).or_default();
        window.roll(now_ms, limit.window_ms);
        let reset_ms = window.remaining_ms(now_ms, limit.window_ms);
        let is_limited = window.used >= limit.requests;
        let mut verdict = if is_limited {
            RateLimitVerdict::limited(RateLimited {
                retry_after_ms: reset_ms,
                scope: Scope::Route,
            })
        } else {
            window.used += 1;
            RateLimitVerdict::default()
        };
        let bucket = Bucket {
            limit: limit.requests,
            remaining: limit.requests.saturating_sub(window.used),
            reset_ms,
            name: bucket_name(route),
        };
        verdict.headers.extend(bucket.headers(now_ms));
        verdict
    }
}

/// An opaque name, like Discord's: the FNV-1a hash of the route.
fn bucket_name(route: &str) -> String {
    let hash = route.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| {
        (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_applies_once_by_default() {
        let mut state = FaultState::default();
        let fault = Fault::on("GET /users/{user}").status(500);
        let error = Effect::Error {
            status: 500,
            code: 0,
        };
        state.faults.push(fault);
        assert_eq!(state.strike("GET /gateway").effect, Effect::None);
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

    #[test]
    fn the_sixth_message_in_five_seconds_is_limited_in_its_channel_only() {
        let mut state = FaultState {
            limits: Some(RateLimits::discord()),
            ..FaultState::default()
        };
        let route = "POST /channels/{channel}/messages";
        for remaining in (0..5).rev() {
            let verdict = state.check_rate_limit(route, "1", 1_000_000);
            let header = ("x-ratelimit-remaining", remaining.to_string());
            assert!(verdict.limited.is_none() && verdict.headers.contains(&header));
        }
        let verdict = state.check_rate_limit(route, "1", 1_002_500);
        let limited = |retry_after_ms, scope| {
            Some(RateLimited {
                retry_after_ms,
                scope,
            })
        };
        assert_eq!(verdict.limited, limited(2500, Scope::Route));
        for header in [
            ("retry-after", "3"),
            ("x-ratelimit-reset-after", "2.500"),
            ("x-ratelimit-remaining", "0"),
        ] {
            let header = (header.0, header.1.to_owned());
            assert!(verdict.headers.contains(&header), "{header:?}");
        }
        let mut passes = |route, channel, now_ms| {
            let verdict = state.check_rate_limit(route, channel, now_ms);
            verdict.limited.is_none()
        };
        assert!(passes(route, "2", 1_002_500));
        assert!(passes(route, "1", 1_005_000));
        for _ in 0..50 {
            assert!(passes("GET /gateway", "", 1_009_000));
        }
        assert_eq!(
            state
                .check_rate_limit("GET /gateway", "", 1_009_400)
                .limited,
            limited(600, Scope::Global)
        );
    }
}
