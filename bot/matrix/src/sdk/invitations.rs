//! Who may invite the account, and how often.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

/// How many invitations are passed on in [`MINUTE`].
const ALL: usize = 10;
const MINUTE: Duration = Duration::from_mins(1);

/// How many invitations of one person are passed on in [`HOUR`].
const OF_ONE: usize = 3;
const HOUR: Duration = Duration::from_hours(1);

/// Decides which invitations are passed on. The others stay open, and can be repeated.
#[derive(Debug)]
pub(super) struct Invitations {
    allow_servers: Vec<String>,
    recent: VecDeque<Instant>,
    of_one: HashMap<String, VecDeque<Instant>>,
}

impl Invitations {
    pub(super) fn new(allow_servers: &[String]) -> Self {
        Self {
            allow_servers: allow_servers
                .iter()
                .map(|server| server.to_ascii_lowercase())
                .collect(),
            recent: VecDeque::new(),
            of_one: HashMap::new(),
        }
    }

    /// Whether an invitation is passed on, which then counts.
    pub(super) fn admit(&mut self, inviter: &str, now: Instant) -> bool {
        if !self.allows(inviter) {
            return false;
        }
        expire(&mut self.recent, now, MINUTE);
        self.of_one.retain(|_, times| {
            expire(times, now, HOUR);
            !times.is_empty()
        });
        let of_one = self.of_one.get(inviter).map_or(0, VecDeque::len);
        if self.recent.len() >= ALL || of_one >= OF_ONE {
            return false;
        }
        self.recent.push_back(now);
        self.of_one
            .entry(inviter.to_owned())
            .or_default()
            .push_back(now);
        true
    }

    fn allows(&self, inviter: &str) -> bool {
        let Some((_, server)) = inviter.split_once(':') else {
            return false;
        };
        self.allow_servers.is_empty() || self.allow_servers.contains(&server.to_ascii_lowercase())
    }
}

fn expire(times: &mut VecDeque<Instant>, now: Instant, age: Duration) {
    while times
        .front()
        .is_some_and(|&time| now.saturating_duration_since(time) >= age)
    {
        times.pop_front();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_list_every_server_may_invite() {
        let now = Instant::now();
        assert!(Invitations::new(&[]).admit("@a:example.org", now));
        let mut some = Invitations::new(&["Example.org".to_owned()]);
        assert!(some.admit("@a:example.ORG", now));
        assert!(!some.admit("@a:example.com", now));
        assert!(!some.admit("@a:example.org:8448", now));
        assert!(!some.admit("no-id", now));
    }

    #[test]
    fn one_person_has_three_invitations_an_hour() {
        let now = Instant::now();
        let mut invitations = Invitations::new(&[]);
        for _ in 0..OF_ONE {
            assert!(invitations.admit("@a:example.org", now));
        }
        assert!(!invitations.admit("@a:example.org", now + MINUTE));
        assert!(invitations.admit("@b:example.org", now + MINUTE));
        assert!(invitations.admit("@a:example.org", now + HOUR));
    }

    #[test]
    fn all_together_have_ten_a_minute_and_no_memory_of_old_ones() {
        let now = Instant::now();
        let mut invitations = Invitations::new(&[]);
        for index in 0..ALL {
            assert!(invitations.admit(&format!("@a{index}:example.org"), now));
        }
        assert!(!invitations.admit("@b:example.org", now));
        assert!(invitations.admit("@b:example.org", now + MINUTE));
        assert!(invitations.admit("@c:example.org", now + HOUR + HOUR));
        assert_eq!(invitations.of_one.len(), 1);
    }
}
