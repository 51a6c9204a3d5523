//! Rate limits: their enforcement and Discord's headers.

use std::collections::HashMap;

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
        if !limited.is_global {
            let headers = bucket_headers("injected".to_owned(), 1, 0, limited.retry_after_ms, 0);
            verdict.headers.extend(headers);
        }
        verdict
    }

    fn limited(limited: RateLimited) -> Self {
        let seconds = limited.retry_after_ms.div_ceil(1000).max(1);
        let scope = if limited.is_global { "global" } else { "user" };
        let mut headers = vec![
            ("retry-after", seconds.to_string()),
            ("x-ratelimit-scope", scope.to_owned()),
        ];
        if limited.is_global {
            headers.push(("x-ratelimit-global", "true".to_owned()));
        }
        Self {
            headers,
            limited: Some(limited),
        }
    }
}

/// The `X-RateLimit` headers. The window ends in `reset_ms`.
fn bucket_headers(
    bucket: String,
    limit: u32,
    remaining: u32,
    reset_ms: u64,
    now_ms: u64,
) -> [(&'static str, String); 5] {
    let seconds = |ms: u64| format!("{}.{:03}", ms / 1000, ms % 1000);
    [
        ("x-ratelimit-limit", limit.to_string()),
        ("x-ratelimit-remaining", remaining.to_string()),
        ("x-ratelimit-reset", seconds(now_ms + reset_ms)),
        ("x-ratelimit-reset-after", seconds(reset_ms)),
        ("x-ratelimit-bucket", bucket),
    ]
}

/// The body of a 429.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RateLimited {
    pub(crate) retry_after_ms: u64,
    /// Whether it is for all routes rather than for one.
    pub(crate) is_global: bool,
}

impl RateLimited {
    pub(crate) fn on_route(retry_after_ms: u64) -> Self {
        Self {
            retry_after_ms,
            is_global: false,
        }
    }

    pub(crate) fn globally(retry_after_ms: u64) -> Self {
        Self {
            retry_after_ms,
            is_global: true,
        }
    }
}

/// The enforced rate limits and their windows.
#[derive(Debug, Default)]
pub(crate) struct RateLimitState {
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
            (self.start_ms, self.used) = (now_ms, 0);
        }
    }

    fn remaining_ms(self, now_ms: u64, length_ms: u64) -> u64 {
        (self.start_ms + length_ms).saturating_sub(now_ms)
    }
}

impl RateLimitState {
    /// Counts a request against the enforced rate limits. `major` is its major parameter: the channel or webhook.
    pub(crate) fn check(&mut self, route: &str, major: &str, now_ms: u64) -> RateLimitVerdict {
        let Some(limits) = &self.limits else {
            return RateLimitVerdict::default();
        };
        if !route.contains(" /interactions/") && !route.contains(" /webhooks/") {
            self.global.roll(now_ms, GLOBAL_WINDOW_MS);
            self.global.used += 1;
            if self.global.used > limits.global {
                let remaining_ms = self.global.remaining_ms(now_ms, GLOBAL_WINDOW_MS);
                let limited = RateLimited::globally(remaining_ms.max(1));
                return RateLimitVerdict::limited(limited);
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
            RateLimitVerdict::limited(RateLimited::on_route(reset_ms))
        } else {
            window.used += 1;
            RateLimitVerdict::default()
        };
        let (most, name) = (limit.requests, bucket_name(route));
        let remaining = most.saturating_sub(window.used);
        let headers = bucket_headers(name, most, remaining, reset_ms, now_ms);
        verdict.headers.extend(headers);
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
    fn the_sixth_message_in_five_seconds_is_limited_in_its_channel_only() {
        let mut state = RateLimitState {
            limits: Some(RateLimits::discord()),
            ..RateLimitState::default()
        };
        let route = "POST /channels/{channel}/messages";
        for remaining in (0..5).rev() {
            let verdict = state.check(route, "1", 1_000_000);
            let header = ("x-ratelimit-remaining", remaining.to_string());
            assert!(verdict.limited.is_none() && verdict.headers.contains(&header));
        }
        let verdict = state.check(route, "1", 1_002_500);
        assert_eq!(verdict.limited, Some(RateLimited::on_route(2500)));
        for (name, value) in [
            ("retry-after", "3"),
            ("x-ratelimit-reset-after", "2.500"),
            ("x-ratelimit-remaining", "0"),
        ] {
            let header = (name, value.to_owned());
            assert!(verdict.headers.contains(&header), "{header:?}");
        }
        let mut passes = |route, channel, now_ms| {
            let verdict = state.check(route, channel, now_ms);
            verdict.limited.is_none()
        };
        assert!(passes(route, "2", 1_002_500));
        assert!(passes(route, "1", 1_005_000));
        for _ in 0..50 {
            assert!(passes("GET /gateway", "", 1_009_000));
        }
        assert_eq!(
            state.check("GET /gateway", "", 1_009_400).limited,
            Some(RateLimited::globally(600))
        );
    }
}
