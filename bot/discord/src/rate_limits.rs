//! Rate limits: those that Discord's responses announce per route and major parameter, and the documented global one.
//!
//! Behind a rate-limiting proxy, only refusals count: other processes use up the same limits, so a response's remaining count
//! says nothing, and the proxy holds requests back itself.
//!
//! CITE: <https://discord.com/developers/docs/topics/rate-limits>

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reqwest::header::HeaderMap;
use reqwest::{Method, StatusCode};
use tokio::time::{Instant, sleep_until};

use crate::global_rate_limit::{Place, Turns};

/// The longest wait that is obeyed; after it Discord is asked again.
const MAX_WAIT: Duration = Duration::from_hours(1);
/// The shortest wait after a refusal.
const MIN_WAIT: Duration = Duration::from_millis(100);
/// The length of a window of which only a refusal is known; the next response tells.
const UNKNOWN_LENGTH: Duration = Duration::from_secs(1);
/// Number of known windows above which expired ones are forgotten.
const MANY_WINDOWS: usize = 1000;
const RESET_AFTER: &str = "x-ratelimit-reset-after";

/// The outcome of a request, according to its response.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Answered,
    /// Discord refused the request for its rate.
    SendAgain,
}

/// Requests that share a limit.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Bucket {
    pub(crate) method: Method,
    pub(crate) route: &'static str,
    /// The channel, server or interaction.
    pub(crate) major: u64,
    /// Whether the global limit applies; responses to interactions are exempt.
    pub(crate) is_global: bool,
    /// Whether a proxy limits these requests.
    pub(crate) is_proxied: bool,
}

impl Bucket {
    fn takes_turns(&self) -> bool {
        self.is_global && !self.is_proxied
    }
}

/// A bucket's announced limit and the part of it that is left.
#[derive(Clone, Copy, Debug)]
struct Window {
    limit: u32,
    remaining: u32,
    end: Instant,
    length: Duration,
}

#[derive(Debug, Default)]
struct Limits {
    windows: HashMap<Bucket, Window>,
    /// When requests of any kind are accepted again.
    global_end: Option<Instant>,
    turns: Turns,
}

impl Limits {
    /// Takes one request from a bucket, or returns when to ask again.
    fn take(&mut self, bucket: &Bucket, now: Instant) -> Result<(), Instant> {
        if let Some(end) = self.refused_until(bucket, now) {
            return Err(end);
        }
        let Some(window) = self.windows.get_mut(bucket) else {
            return Ok(());
        };
        if window.end <= now {
            window.remaining = window.limit;
            window.end = now + window.length;
        }
        if window.remaining == 0 {
            return Err(window.end);
        }
        window.remaining -= 1;
        Ok(())
    }

    /// Takes a request from a bucket, and its turn, if both are free now; returns whether they were.
    fn try_take(&mut self, bucket: &Bucket, now: Instant) -> bool {
        if self.take(bucket, now).is_err() {
            return false;
        }
        if !bucket.takes_turns() {
            return true;
        }
        let place = self.turns.queue(bucket.major);
        let taken = self.turns.take(place, now);
        self.turns.leave(place);
        taken.is_ok()
    }

    /// When Discord accepts requests of any kind again, if it refused one.
    fn refused_until(&self, bucket: &Bucket, now: Instant) -> Option<Instant> {
        self.global_end.filter(|end| bucket.is_global && *end > now)
    }

    fn record(
        &mut self,
        bucket: &Bucket,
        status: StatusCode,
        headers: &HeaderMap,
        now: Instant,
    ) -> Verdict {
        if self.windows.len() > MANY_WINDOWS {
            self.windows.retain(|_, window| window.end > now);
        }
        if status == StatusCode::TOO_MANY_REQUESTS {
            return self.record_refusal(bucket, headers, now);
        }
        if !bucket.is_proxied {
            self.record_budget(bucket, headers, now);
        }
        Verdict::Answered
    }

    fn record_refusal(&mut self, bucket: &Bucket, headers: &HeaderMap, now: Instant) -> Verdict {
        let Some(retry_after) = seconds(headers, "retry-after") else {
            return Verdict::Answered;
        };
        if bucket.is_global && headers.contains_key("x-ratelimit-global") {
            self.global_end = Some(now + retry_after.max(MIN_WAIT));
            return Verdict::SendAgain;
        }
        // `Retry-After` is in whole seconds. The other header may be about a wider limit, which isn't reached.
        let is_same = |exact: &Duration| exact.abs_diff(retry_after) <= Duration::from_secs(1);
        let exact = seconds(headers, RESET_AFTER).filter(is_same);
        let known = self.windows.get(bucket);
        let window = Window {
            // A proxy lets the next requests through again.
            limit: if bucket.is_proxied {
                u32::MAX
            } else {
                limit(headers)
            },
            remaining: 0,
            end: now + exact.unwrap_or(retry_after).max(MIN_WAIT),
            // A refusal may last longer than the windows after it.
            length: known.map_or(UNKNOWN_LENGTH, |known| known.length),
        };
        self.windows.insert(bucket.clone(), window);
        Verdict::SendAgain
    }

    fn record_budget(&mut self, bucket: &Bucket, headers: &HeaderMap, now: Instant) {
        let remaining = number(headers, "x-ratelimit-remaining");
        let (Some(length), Some(mut remaining)) = (seconds(headers, RESET_AFTER), remaining) else {
            return;
        };
        let known = self.windows.get(bucket).filter(|window| window.end > now);
        if let Some(known) = known {
            // The response doesn't count requests in flight.
            remaining = remaining.min(known.remaining);
        }
        let window = Window {
            limit: limit(headers),
            remaining,
            end: now + length,
            length: known.map_or(length, |known| known.length.max(length)),
        };
        self.windows.insert(bucket.clone(), window);
    }
}

/// Spaces requests out by the limits known so far.
#[derive(Debug, Default)]
pub(crate) struct Pacer(Mutex<Limits>);

impl Pacer {
    /// Waits until a bucket has room, and takes one request from it.
    pub(crate) async fn wait(&self, bucket: &Bucket) {
        loop {
            let taken = self.limits().take(bucket, Instant::now());
            if let Err(end) = taken {
                sleep_until(end).await;
                continue;
            }
            if bucket.takes_turns() {
                self.wait_for_turn(bucket.major).await;
            }
            // Another request may have been refused in the meantime.
            let refused = self.limits().refused_until(bucket, Instant::now());
            if refused.is_none() {
                return;
            }
        }
    }

    /// Waits for a turn under the global rate limit.
    async fn wait_for_turn(&self, major: u64) {
        let place = self.limits().turns.queue(major);
        let _queued = Queued { pacer: self, place };
        loop {
            let taken = self.limits().turns.take(place, Instant::now());
            match taken {
                Ok(()) => return,
                Err(turn) => sleep_until(turn).await,
            }
        }
    }

    /// Takes one request from a bucket that has room now; returns whether it had.
    pub(crate) fn try_take(&self, bucket: &Bucket) -> bool {
        self.limits().try_take(bucket, Instant::now())
    }

    /// Records the limits that a response announces.
    pub(crate) fn record(
        &self,
        bucket: &Bucket,
        status: StatusCode,
        headers: &HeaderMap,
    ) -> Verdict {
        self.limits()
            .record(bucket, status, headers, Instant::now())
    }

    fn limits(&self) -> MutexGuard<'_, Limits> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Leaves the queue when dropped.
struct Queued<'a> {
    pacer: &'a Pacer,
    place: Place,
}

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        self.pacer.limits().turns.leave(self.place);
    }
}

fn limit(headers: &HeaderMap) -> u32 {
    number(headers, "x-ratelimit-limit").unwrap_or(1).max(1)
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

fn number(headers: &HeaderMap, name: &str) -> Option<u32> {
    text(headers, name)?.parse().ok()
}

fn seconds(headers: &HeaderMap, name: &str) -> Option<Duration> {
    let seconds = text(headers, name)?.parse().ok()?;
    Some(Duration::try_from_secs_f64(seconds).ok()?.min(MAX_WAIT))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::global_rate_limit::MAJOR_LIMIT;

    fn bucket(route: &'static str, is_global: bool) -> Bucket {
        Bucket {
            method: Method::POST,
            route,
            major: 7,
            is_global,
            is_proxied: false,
        }
    }

    fn headers(given: &[(&'static str, &'static str)]) -> HeaderMap {
        let parsed = given
            .iter()
            .filter_map(|(name, value)| Some(((*name).parse().ok()?, value.parse().ok()?)));
        parsed.collect()
    }

    /// A limit that starts over in five seconds.
    fn window(limit: &'static str, remaining: &'static str) -> HeaderMap {
        headers(&[
            ("x-ratelimit-limit", limit),
            ("x-ratelimit-remaining", remaining),
            ("x-ratelimit-reset-after", "5.000"),
        ])
    }

    #[test]
    fn a_bucket_is_used_up_and_full_again_in_its_next_window() {
        let (mut limits, now) = (Limits::default(), Instant::now());
        let posts = bucket("messages", true);
        assert!(limits.take(&posts, now).is_ok(), "nothing is known yet");
        let announced = window("3", "2");
        // A late response to an earlier request repeats the count.
        for _ in 0..2 {
            let verdict = limits.record(&posts, StatusCode::OK, &announced, now);
            assert_eq!(verdict, Verdict::Answered);
            assert!(limits.take(&posts, now).is_ok());
        }
        let end = now + Duration::from_secs(5);
        assert_eq!(limits.take(&posts, now), Err(end));
        assert!(limits.take(&bucket("edits", true), now).is_ok());
        for _ in 0..3 {
            assert!(limits.take(&posts, end).is_ok());
        }
        assert!(limits.take(&posts, end).is_err());
    }

    #[test]
    fn requests_of_all_kinds_take_turns_and_answers_to_interactions_take_none() {
        let (mut limits, now) = (Limits::default(), Instant::now());
        let (posts, answers) = (bucket("messages", true), bucket("response", false));
        let proxied = Bucket {
            is_proxied: true,
            ..bucket("messages", true)
        };
        let taken = (0..90).filter(|_| limits.try_take(&posts, now));
        assert_eq!(taken.count(), MAJOR_LIMIT);
        assert!(limits.try_take(&answers, now));
        assert!(limits.try_take(&proxied, now));
    }

    #[test]
    fn a_refusal_says_how_long_to_wait_and_for_what() {
        let (mut limits, now) = (Limits::default(), Instant::now());
        let (posts, answers) = (bucket("messages", true), bucket("response", false));
        let refuse = |limits: &mut Limits, bucket: &Bucket, headers: &HeaderMap| {
            limits.record(bucket, StatusCode::TOO_MANY_REQUESTS, headers, now)
        };
        let one = headers(&[("retry-after", "1"), ("x-ratelimit-reset-after", "0.4")]);
        assert_eq!(refuse(&mut limits, &posts, &one), Verdict::SendAgain);
        let end = now + Duration::from_millis(400);
        assert_eq!(limits.take(&posts, now), Err(end));
        let all = headers(&[("retry-after", "2"), ("x-ratelimit-global", "true")]);
        let edits = bucket("edits", true);
        assert_eq!(refuse(&mut limits, &edits, &all), Verdict::SendAgain);
        let end = now + Duration::from_secs(2);
        assert_eq!(limits.take(&posts, now), Err(end));
        assert!(limits.take(&answers, now).is_ok());
        let none = headers(&[("retry-after", "0")]);
        assert_eq!(refuse(&mut limits, &answers, &none), Verdict::SendAgain);
        assert_eq!(limits.take(&answers, now), Err(now + MIN_WAIT));
        // Too many edits of old messages: refused for an unknown time.
        let unknown = HeaderMap::new();
        assert_eq!(refuse(&mut limits, &answers, &unknown), Verdict::Answered);
    }

    #[test]
    fn a_long_refusal_is_over_when_it_ends() {
        let (mut limits, now) = (Limits::default(), Instant::now());
        let posts = bucket("messages", true);
        let long = headers(&[("retry-after", "3600")]);
        limits.record(&posts, StatusCode::TOO_MANY_REQUESTS, &long, now);
        let end = now + Duration::from_hours(1);
        assert_eq!(limits.take(&posts, now), Err(end));
        assert!(limits.take(&posts, end).is_ok());
        assert_eq!(limits.take(&posts, end), Err(end + UNKNOWN_LENGTH));
        limits.record(&posts, StatusCode::OK, &window("5", "4"), end);
        let next = end + Duration::from_secs(5);
        for _ in 0..5 {
            assert!(limits.take(&posts, next).is_ok());
        }
        let after = next + Duration::from_secs(5);
        assert_eq!(limits.take(&posts, next), Err(after));
        // For another limit than was announced.
        let other = headers(&[
            ("retry-after", "582"),
            ("x-ratelimit-limit", "5"),
            ("x-ratelimit-remaining", "4"),
            ("x-ratelimit-reset-after", "15.000"),
        ]);
        let mut limits = Limits::default();
        limits.record(&posts, StatusCode::TOO_MANY_REQUESTS, &other, now);
        let end = now + Duration::from_secs(582);
        assert_eq!(limits.take(&posts, now), Err(end));
    }

    #[test]
    fn behind_a_proxy_only_a_refusal_counts_and_only_until_it_ends() {
        let (mut limits, now) = (Limits::default(), Instant::now());
        let posts = Bucket {
            is_proxied: true,
            ..bucket("messages", true)
        };
        let verdict = limits.record(&posts, StatusCode::OK, &window("5", "0"), now);
        assert_eq!(verdict, Verdict::Answered);
        assert!(
            limits.take(&posts, now).is_ok(),
            "the proxy holds it back itself"
        );
        let refused = headers(&[
            ("generated-by-proxy", "true"),
            ("retry-after", "1"),
            ("x-ratelimit-limit", "1"),
            ("x-ratelimit-remaining", "0"),
        ]);
        assert_eq!(
            limits.record(&posts, StatusCode::TOO_MANY_REQUESTS, &refused, now),
            Verdict::SendAgain
        );
        let end = now + Duration::from_secs(1);
        assert_eq!(limits.take(&posts, now), Err(end));
        for _ in 0..100 {
            assert!(limits.take(&posts, end).is_ok());
        }
    }

    #[test]
    fn odd_headers_are_no_limits_and_no_long_waits() {
        let read = |value| seconds(&headers(&[("retry-after", value)]), "retry-after");
        for odd in ["-1", "NaN", "inf", "soon", ""] {
            assert_eq!(read(odd), None, "{odd}");
        }
        assert_eq!(read("1e300"), None);
        assert_eq!(read("1e9"), Some(MAX_WAIT));
    }
}
