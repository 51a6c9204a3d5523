//! Rate limits as Discord's responses announce them: per route and major parameter, and for all requests.
//!
//! Behind a rate-limiting proxy, only refusals count: other processes use up the same limits, so what a response has left says
//! nothing here, and the proxy holds requests back itself.
//!
//! CITE: <https://discord.com/developers/docs/topics/rate-limits>

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reqwest::header::HeaderMap;
use reqwest::{Method, StatusCode};
use tokio::time::{Instant, sleep_until};

/// The longest wait that is obeyed; after it Discord is asked again.
const MAX_WAIT: Duration = Duration::from_hours(1);
/// The shortest wait after a refusal.
const MIN_WAIT: Duration = Duration::from_millis(100);
/// Number of known windows above which expired ones are forgotten.
const MANY_WINDOWS: usize = 1000;

/// Requests that share a limit.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Bucket {
    pub(crate) method: Method,
    pub(crate) route: &'static str,
    /// The channel, server or interaction.
    pub(crate) major: u64,
    /// Whether the limit for all requests applies; it does not to responses to interactions.
    pub(crate) is_global: bool,
    /// Whether a proxy limits these requests.
    pub(crate) is_proxied: bool,
}

/// What is known of a bucket.
#[derive(Clone, Copy, Debug)]
struct Window {
    limit: u32,
    remaining: u32,
    end: Instant,
    length: Duration,
}

#[derive(Debug, Default)]
struct Known {
    windows: HashMap<Bucket, Window>,
    /// When requests of any kind are accepted again.
    global_end: Option<Instant>,
}

impl Known {
    /// Takes one request from a bucket.
    ///
    /// # Errors
    /// When to ask again.
    fn take(&mut self, bucket: &Bucket, now: Instant) -> Result<(), Instant> {
        if bucket.is_global
            && let Some(end) = self.global_end.filter(|end| *end > now)
        {
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

    /// Records the limits in a response; returns whether to send the request again.
    fn note(
        &mut self,
        bucket: &Bucket,
        status: StatusCode,
        headers: &HeaderMap,
        now: Instant,
    ) -> bool {
        if self.windows.len() > MANY_WINDOWS {
            self.windows.retain(|_, window| window.end > now);
        }
        let reset_after = seconds(headers, "x-ratelimit-reset-after");
        let limit = number(headers, "x-ratelimit-limit").unwrap_or(1).max(1);
        if status == StatusCode::TOO_MANY_REQUESTS {
            let Some(retry_after) = seconds(headers, "retry-after") else {
                return false;
            };
            if bucket.is_global && headers.contains_key("x-ratelimit-global") {
                self.global_end = Some(now + retry_after.max(MIN_WAIT));
                return true;
            }
            // A proxy lets the next requests through again.
            let limit = if bucket.is_proxied { u32::MAX } else { limit };
            // `Retry-After` is in whole seconds.
            let length = reset_after.unwrap_or(retry_after).max(MIN_WAIT);
            let window = Window {
                limit,
                remaining: 0,
                end: now + length,
                length,
            };
            self.windows.insert(bucket.clone(), window);
            return true;
        }
        if bucket.is_proxied {
            return false;
        }
        let remaining = number(headers, "x-ratelimit-remaining");
        if let (Some(length), Some(mut remaining)) = (reset_after, remaining) {
            let known = self.windows.get(bucket).filter(|window| window.end > now);
            if let Some(known) = known {
                // Requests in flight are not among those that the response counts.
                remaining = remaining.min(known.remaining);
            }
            let window = Window {
                limit,
                remaining,
                end: now + length,
                length: known.map_or(length, |known| known.length.max(length)),
            };
            self.windows.insert(bucket.clone(), window);
        }
        false
    }
}

/// The limits known so far.
#[derive(Debug, Default)]
pub(crate) struct RateLimits(Mutex<Known>);

impl RateLimits {
    /// Waits until a request is permitted.
    pub(crate) async fn permit(&self, bucket: &Bucket) {
        loop {
            let taken = self.known().take(bucket, Instant::now());
            match taken {
                Ok(()) => return,
                Err(end) => sleep_until(end).await,
            }
        }
    }

    /// Whether a request is permitted without waiting.
    pub(crate) fn permits_now(&self, bucket: &Bucket) -> bool {
        self.known().take(bucket, Instant::now()).is_ok()
    }

    /// Records the limits in a response; returns whether to send the request again.
    pub(crate) fn note(&self, bucket: &Bucket, status: StatusCode, headers: &HeaderMap) -> bool {
        self.known().note(bucket, status, headers, Instant::now())
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
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

    #[test]
    fn a_bucket_is_used_up_and_full_again_in_its_next_window() {
        let (mut known, now) = (Known::default(), Instant::now());
        let posts = bucket("messages", true);
        assert!(known.take(&posts, now).is_ok(), "nothing is known yet");
        let announced = headers(&[
            ("x-ratelimit-limit", "3"),
            ("x-ratelimit-remaining", "2"),
            ("x-ratelimit-reset-after", "5.000"),
        ]);
        assert!(!known.note(&posts, StatusCode::OK, &announced, now));
        assert!(known.take(&posts, now).is_ok());
        // The same count once more: the response to a request that was sent before.
        assert!(!known.note(&posts, StatusCode::OK, &announced, now));
        assert!(known.take(&posts, now).is_ok());
        let end = now + Duration::from_secs(5);
        assert_eq!(known.take(&posts, now), Err(end));
        assert!(known.take(&bucket("edits", true), now).is_ok());
        for _ in 0..3 {
            assert!(known.take(&posts, end).is_ok());
        }
        assert!(known.take(&posts, end).is_err());
    }

    #[test]
    fn a_refusal_says_how_long_to_wait_and_for_what() {
        let (mut known, now) = (Known::default(), Instant::now());
        let (posts, answers) = (bucket("messages", true), bucket("response", false));
        let status = StatusCode::TOO_MANY_REQUESTS;
        let one = headers(&[("retry-after", "1"), ("x-ratelimit-reset-after", "0.4")]);
        assert!(known.note(&posts, status, &one, now));
        let end = now + Duration::from_millis(400);
        assert_eq!(known.take(&posts, now), Err(end));
        let all = headers(&[("retry-after", "2"), ("x-ratelimit-global", "true")]);
        assert!(known.note(&bucket("edits", true), status, &all, now));
        let end = now + Duration::from_secs(2);
        assert_eq!(known.take(&posts, now), Err(end));
        assert!(known.take(&answers, now).is_ok());
        let none = headers(&[("retry-after", "0")]);
        assert!(known.note(&answers, status, &none, now));
        assert_eq!(known.take(&answers, now), Err(now + MIN_WAIT));
        // Too many edits of old messages: refused, and not for a known time.
        assert!(!known.note(&answers, status, &HeaderMap::new(), now));
    }

    #[test]
    fn behind_a_proxy_only_a_refusal_counts_and_only_until_it_ends() {
        let (mut known, now) = (Known::default(), Instant::now());
        let posts = Bucket {
            is_proxied: true,
            ..bucket("messages", true)
        };
        let used_up = headers(&[
            ("x-ratelimit-limit", "5"),
            ("x-ratelimit-remaining", "0"),
            ("x-ratelimit-reset-after", "5.000"),
        ]);
        assert!(!known.note(&posts, StatusCode::OK, &used_up, now));
        assert!(
            known.take(&posts, now).is_ok(),
            "the proxy holds it back itself"
        );
        let refused = headers(&[
            ("generated-by-proxy", "true"),
            ("retry-after", "1"),
            ("x-ratelimit-limit", "1"),
            ("x-ratelimit-remaining", "0"),
        ]);
        assert!(known.note(&posts, StatusCode::TOO_MANY_REQUESTS, &refused, now));
        let end = now + Duration::from_secs(1);
        assert_eq!(known.take(&posts, now), Err(end));
        for _ in 0..100 {
            assert!(known.take(&posts, end).is_ok());
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
