//! What goes wrong on purpose with requests: failures, delays, lost answers, held requests, rate limits.

use std::collections::HashMap;
use std::time::Duration;

/// A failure for the requests of one route; build it with [`Fault::on`] and hand it to [`crate::Playground::inject`].
///
/// Without a further call it happens once.
#[derive(Debug, Clone)]
pub struct Fault {
    pub(crate) route: String,
    delay: Option<Duration>,
    what: What,
    when: When,
}

/// What happens to a request that a fault has struck, after the delay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// It is carried out as always.
    Nothing,
    Status(u16, u64),
    RateLimited {
        after: Duration,
        global: bool,
    },
    /// It is carried out, and the connection ends before the answer.
    LoseAnswer,
    /// The connection ends and nothing is carried out.
    Cut,
}

#[derive(Debug, Clone, Copy)]
enum When {
    Times(usize),
    Always,
    Every { n: usize, seen: usize },
    Chance { percent: u8, state: u64 },
}

impl Fault {
    /// A route as in [`crate::Call::route`], `POST /channels/{channel}/messages`, or its beginning followed by `*`; `*` alone is
    /// every route. The fault does nothing until one of the other methods says what.
    #[must_use]
    pub fn on(route: &str) -> Self {
        Self {
            route: route.to_owned(),
            delay: None,
            what: What::Nothing,
            when: When::Times(1),
        }
    }

    /// Answer with this HTTP status; nothing is carried out.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        self.what = What::Status(status, 0);
        self
    }

    /// Answer with this HTTP status and this error code of Discord's.
    #[must_use]
    pub fn code(mut self, status: u16, code: u64) -> Self {
        self.what = What::Status(status, code);
        self
    }

    /// Answer 429 for this route, with `Retry-After` and the `X-RateLimit` headers.
    #[must_use]
    pub fn rate_limited(mut self, after: Duration) -> Self {
        self.what = What::RateLimited {
            after,
            global: false,
        };
        self
    }

    /// Answer 429 for all routes of the bot.
    #[must_use]
    pub fn rate_limited_globally(mut self, after: Duration) -> Self {
        self.what = What::RateLimited {
            after,
            global: true,
        };
        self
    }

    /// Wait this (real) time before anything else.
    #[must_use]
    pub fn delay(mut self, by: Duration) -> Self {
        self.delay = Some(by);
        self
    }

    /// Carry the request out, then end the connection without an answer. A bot that repeats an answer to an interaction then meets
    /// 40060, as on Discord; expect `one-ack`.
    #[must_use]
    pub fn lose_answer(mut self) -> Self {
        self.what = What::LoseAnswer;
        self
    }

    /// End the connection without carrying anything out.
    #[must_use]
    pub fn cut(mut self) -> Self {
        self.what = What::Cut;
        self
    }

    /// For this many requests.
    #[must_use]
    pub fn times(mut self, n: usize) -> Self {
        self.when = When::Times(n);
        self
    }

    /// Until [`crate::Playground::clear_faults`].
    #[must_use]
    pub fn always(mut self) -> Self {
        self.when = When::Always;
        self
    }

    /// For the `n`-th matching request, the `2n`-th, and so on.
    #[must_use]
    pub fn every(mut self, n: usize) -> Self {
        self.when = When::Every {
            n: n.max(1),
            seen: 0,
        };
        self
    }

    /// For about so many of a hundred requests; the same ones for the same seed and the same order of requests.
    #[must_use]
    pub fn chance(mut self, percent: u8, seed: u64) -> Self {
        self.when = When::Chance {
            percent,
            state: seed,
        };
        self
    }

    fn strikes(&mut self) -> bool {
        match &mut self.when {
            When::Times(left) => {
                let now = *left > 0;
                *left = left.saturating_sub(1);
                now
            }
            When::Always => true,
            When::Every { n, seen } => {
                *seen += 1;
                *seen % *n == 0
            }
            When::Chance { percent, state } => {
                // splitmix64
                *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mut z = *state;
                z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                (z ^ (z >> 31)) % 100 < u64::from(*percent)
            }
        }
    }
}

/// Whether a pattern (see [`Fault::on`]) covers a route.
pub(crate) fn covers(pattern: &str, route: &str) -> bool {
    pattern
        .strip_suffix('*')
        .map_or(pattern == route, |start| route.starts_with(start))
}

#[derive(Debug)]
pub(crate) struct HoldState {
    pub(crate) key: u64,
    pub(crate) route: String,
    pub(crate) arrived: usize,
}

/// Everything that is wrong at present.
#[derive(Debug, Default)]
pub(crate) struct Trouble {
    pub(crate) faults: Vec<Fault>,
    pub(crate) holds: Vec<HoldState>,
    pub(crate) next_hold: u64,
    pub(crate) limits: Option<RateLimits>,
    windows: HashMap<(String, String), Window>,
    global: Window,
}

#[derive(Debug, Default, Clone, Copy)]
struct Window {
    start_ms: u64,
    used: u32,
}

/// How many requests are allowed; give it to [`crate::Playground::enforce_rate_limits`].
#[derive(Debug, Clone)]
pub struct RateLimits {
    /// Route, requests, and the milliseconds in which so many are allowed; for each channel or webhook by itself.
    pub routes: Vec<(&'static str, u32, u64)>,
    /// Requests in a second over all routes but those of interactions.
    pub global: u32,
}

impl RateLimits {
    /// The documented global limit, and for the routes the numbers that bot authors have observed (Discord publishes none).
    #[must_use]
    pub fn discord() -> Self {
        let routes = vec![
            ("POST /channels/{channel}/messages", 5, 5000),
            ("PATCH /channels/{channel}/messages/{message}", 5, 5000),
            ("DELETE /channels/{channel}/messages/{message}", 5, 1000),
            (
                "PUT /channels/{channel}/messages/{message}/reactions/{emoji}/@me",
                1,
                250,
            ),
            ("POST /webhooks/{app}/{token}", 5, 2000),
            ("PATCH /webhooks/{app}/{token}/messages/@original", 5, 2000),
            ("PATCH /webhooks/{app}/{token}/messages/{message}", 5, 2000),
            ("POST /users/@me/channels", 10, 10_000),
            ("POST /channels/{channel}/typing", 5, 5000),
        ];
        Self { routes, global: 50 }
    }
}

/// A 429, or the headers of a request that may pass.
#[derive(Debug, Default, Clone)]
pub(crate) struct Toll {
    pub(crate) headers: Vec<(&'static str, String)>,
    /// Milliseconds to wait, and whether for all routes.
    pub(crate) refused: Option<(u64, bool)>,
}

impl Toll {
    pub(crate) fn refused(after_ms: u64, global: bool) -> Self {
        let mut headers = vec![
            ("retry-after", after_ms.div_ceil(1000).max(1).to_string()),
            (
                "x-ratelimit-scope",
                if global { "global" } else { "user" }.to_owned(),
            ),
        ];
        if global {
            headers.push(("x-ratelimit-global", "true".to_owned()));
        } else {
            headers.extend(bucket(1, 0, after_ms, 0, "injected"));
        }
        Self {
            headers,
            refused: Some((after_ms, global)),
        }
    }
}

fn bucket(
    limit: u32,
    left: u32,
    reset_ms: u64,
    now_ms: u64,
    name: &str,
) -> Vec<(&'static str, String)> {
    let seconds = |ms: u64| format!("{}.{:03}", ms / 1000, ms % 1000);
    vec![
        ("x-ratelimit-limit", limit.to_string()),
        ("x-ratelimit-remaining", left.to_string()),
        ("x-ratelimit-reset", seconds(now_ms + reset_ms)),
        ("x-ratelimit-reset-after", seconds(reset_ms)),
        ("x-ratelimit-bucket", name.to_owned()),
    ]
}

impl Trouble {
    /// The delay and the fate of a request.
    pub(crate) fn strike(&mut self, route: &str) -> (Option<Duration>, What) {
        for f in &mut self.faults {
            if covers(&f.route, route) && f.strikes() {
                return (f.delay, f.what);
            }
        }
        (None, What::Nothing)
    }

    /// Counts a request against the limits that are enforced. `major` is the channel or webhook that it concerns.
    pub(crate) fn toll(&mut self, route: &str, major: &str, now_ms: u64) -> Toll {
        let Some(limits) = &self.limits else {
            return Toll::default();
        };
        if !route.contains(" /interactions/") && !route.contains(" /webhooks/") {
            if now_ms >= self.global.start_ms + 1000 {
                self.global = Window {
                    start_ms: now_ms,
                    used: 0,
                };
            }
            self.global.used += 1;
            if self.global.used > limits.global {
                return Toll::refused(
                    (self.global.start_ms + 1000).saturating_sub(now_ms).max(1),
                    true,
                );
            }
        }
        let Some((_, count, period)) = limits.routes.iter().find(|(r, ..)| *r == route).copied()
        else {
            return Toll::default();
        };
        if self.windows.len() > 10_000 {
            self.windows.retain(|_, w| w.start_ms + 60_000 > now_ms);
        }
        let w = self
            .windows
            .entry((route.to_owned(), major.to_owned()))
            .or_default();
        if now_ms >= w.start_ms + period {
            *w = Window {
                start_ms: now_ms,
                used: 0,
            };
        }
        let left_ms = (w.start_ms + period).saturating_sub(now_ms);
        if w.used >= count {
            let mut toll = Toll::refused(left_ms, false);
            toll.headers.retain(|(name, _)| {
                !name.starts_with("x-ratelimit-") || *name == "x-ratelimit-scope"
            });
            toll.headers.extend(bucket(
                count,
                0,
                left_ms,
                now_ms,
                route_hash(route).as_str(),
            ));
            return toll;
        }
        w.used += 1;
        Toll {
            headers: bucket(
                count,
                count - w.used,
                left_ms,
                now_ms,
                route_hash(route).as_str(),
            ),
            refused: None,
        }
    }
}

/// A name for a bucket that says nothing, as Discord's do (FNV-1a).
fn route_hash(route: &str) -> String {
    let hash = route.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| {
        (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_strikes_once_unless_told_otherwise() {
        let mut t = Trouble::default();
        t.faults.push(Fault::on("GET /users/{user}").status(500));
        assert_eq!(t.strike("GET /gateway").1, What::Nothing);
        assert_eq!(t.strike("GET /users/{user}").1, What::Status(500, 0));
        assert_eq!(t.strike("GET /users/{user}").1, What::Nothing);
    }

    #[test]
    fn every_third_request_and_a_seeded_share_repeat() {
        let mut f = Fault::on("*").cut().every(3);
        let hits: Vec<bool> = (0..6).map(|_| f.strikes()).collect();
        assert_eq!(hits, [false, false, true, false, false, true]);
        let run = |seed| {
            let mut f = Fault::on("*").cut().chance(20, seed);
            (0..1000).map(|_| f.strikes()).collect::<Vec<_>>()
        };
        assert_eq!(run(7), run(7));
        let share = run(7).iter().filter(|x| **x).count();
        assert!((150..250).contains(&share), "{share}");
    }

    #[test]
    fn a_star_covers_what_begins_alike_and_no_star_only_the_route_itself() {
        assert!(
            covers("POST /channels*", "POST /channels/{channel}/messages")
                && covers("*", "GET /gateway")
        );
        assert!(!covers(
            "POST /channels/{channel}/messages",
            "POST /channels/{channel}/messages/{message}/threads"
        ));
    }

    #[test]
    fn the_sixth_message_in_five_seconds_waits_and_another_channel_does_not() {
        let mut t = Trouble {
            limits: Some(RateLimits::discord()),
            ..Trouble::default()
        };
        let route = "POST /channels/{channel}/messages";
        for left in (0..5).rev() {
            let toll = t.toll(route, "1", 1_000_000);
            assert!(
                toll.refused.is_none()
                    && toll
                        .headers
                        .contains(&("x-ratelimit-remaining", left.to_string()))
            );
        }
        let toll = t.toll(route, "1", 1_002_500);
        assert_eq!(toll.refused, Some((2500, false)));
        assert!(
            toll.headers.contains(&("retry-after", "3".to_owned()))
                && toll
                    .headers
                    .contains(&("x-ratelimit-reset-after", "2.500".to_owned()))
        );
        assert!(t.toll(route, "2", 1_002_500).refused.is_none());
        assert!(t.toll(route, "1", 1_005_000).refused.is_none());
        for _ in 0..49 {
            t.toll("GET /gateway", "", 1_009_000);
        }
        t.toll("GET /gateway", "", 1_009_000);
        assert_eq!(
            t.toll("GET /gateway", "", 1_009_400).refused,
            Some((600, true))
        );
    }
}
