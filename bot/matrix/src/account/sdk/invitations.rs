//! Limits invitations.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

/// Strangers' invitations per [`MINUTE`].
const TOTAL: usize = 10;
const MINUTE: Duration = Duration::from_mins(1);

/// Invitations per [`HOUR`] from a stranger, and from the strangers of a homeserver.
const PER_PERSON: usize = 3;
const PER_SERVER: usize = 60;
const HOUR: Duration = Duration::from_hours(1);

/// Invitations per [`DAY`] from a host.
const PER_HOST: usize = 30;
const DAY: Duration = Duration::from_hours(24);

/// Interval between checks of open invitations.
const CHECK_INTERVAL: Duration = Duration::from_secs(30);
/// Open invitations per check.
const BATCH: usize = 100;

/// Limits invitations and replacements of rooms. Invitations over a limit stay open for a later check; replacements stay in the
/// state of their room.
#[derive(Debug, Default)]
pub(super) struct Invitations {
    allow_servers: Vec<String>,
    most_rooms: usize,
    recent: VecDeque<Instant>,
    /// Times of strangers' invitations, by inviter and by the inviter's homeserver.
    of: HashMap<String, VecDeque<Instant>>,
    /// People whose invitation was accepted; they aren't strangers.
    hosts: HashMap<String, Host>,
    /// By room, the inviter and the time the invitation was admitted.
    admitted: HashMap<String, (String, Instant)>,
    checked: Option<Instant>,
    /// Index of the next invitation to check.
    checked_up_to: usize,
}

#[derive(Debug, Default)]
struct Host {
    /// Times of the latest invitations.
    times: VecDeque<Instant>,
    /// Whether they were told that the next one waits.
    is_told: bool,
}

impl Invitations {
    pub(super) fn new(allow_servers: &[String], most_rooms: usize) -> Self {
        let allow_servers = allow_servers.iter();
        Self {
            allow_servers: allow_servers
                .map(|server| server.to_ascii_lowercase())
                .collect(),
            most_rooms,
            ..Self::default()
        }
    }

    /// Admits an invitation or a replacement and counts it against the limits.
    pub(super) fn admit(&mut self, inviter: &str, now: Instant) -> bool {
        let allowed = &self.allow_servers;
        let is_allowed = |server: &String| allowed.is_empty() || allowed.contains(server);
        let Some(server) = server_of(inviter).filter(is_allowed) else {
            return false;
        };
        self.expire(now);
        if let Some(host) = self.hosts.get_mut(inviter) {
            let is_admitted = host.times.len() < PER_HOST;
            if is_admitted {
                host.times.push_back(now);
                host.is_told = false;
            }
            return is_admitted;
        }
        let count = |of: &str| self.of.get(of).map_or(0, VecDeque::len);
        if self.recent.len() >= TOTAL
            || count(inviter) >= PER_PERSON
            || count(&server) >= PER_SERVER
        {
            return false;
        }
        self.recent.push_back(now);
        for of in [inviter.to_owned(), server] {
            self.of.entry(of).or_default().push_back(now);
        }
        true
    }

    /// Admits an invitation to a room of an account in `rooms` rooms, and counts it against the limits.
    pub(super) fn admit_to(
        &mut self,
        room: &str,
        inviter: &str,
        rooms: usize,
        now: Instant,
    ) -> bool {
        if rooms >= self.most_rooms || !self.admit(inviter, now) {
            return false;
        }
        let admitted = (inviter.to_owned(), now);
        self.admitted.insert(room.to_owned(), admitted);
        true
    }

    /// Records that the account joined a room. Its inviter is no longer counted as a stranger, and may have other open invitations.
    pub(super) fn accepted(&mut self, room: &str, now: Instant) {
        let Some((inviter, time)) = self.admitted.remove(room) else {
            return;
        };
        for of in server_of(&inviter).iter().chain([&inviter]) {
            if let Some(times) = self.of.get_mut(of)
                && let Some(at) = times.iter().position(|one| *one == time)
            {
                times.remove(at);
            }
        }
        self.add_host(&inviter, now);
        self.checked = None;
    }

    pub(super) fn add_host(&mut self, person: &str, now: Instant) {
        let host = self.hosts.entry(person.to_owned()).or_default();
        if host.times.is_empty() {
            host.times.push_back(now);
        }
    }

    /// Returns how long a host's next invitation waits, unless they were already told.
    pub(super) fn wait_to_tell(&mut self, host: &str, now: Instant) -> Option<Duration> {
        let host = self.hosts.get_mut(host)?;
        let is_over = host.times.len() >= PER_HOST;
        if !is_over || std::mem::replace(&mut host.is_told, true) {
            return None;
        }
        let first = host.times.front()?;
        Some(DAY.saturating_sub(now.saturating_duration_since(*first)))
    }

    /// Whether to check open invitations of an account in `rooms` rooms.
    pub(super) fn should_check(&mut self, rooms: usize, now: Instant) -> bool {
        self.expire(now);
        let is_soon = |checked: Instant| now.saturating_duration_since(checked) < CHECK_INTERVAL;
        if self.checked.is_some_and(is_soon)
            || self.recent.len() >= TOTAL
            || rooms >= self.most_rooms
        {
            return false;
        }
        self.checked = Some(now);
        true
    }

    /// Returns the next open invitations to check. Admitted ones return after an hour, since joining may have failed.
    pub(super) fn batch<T>(&mut self, mut open: Vec<T>, room: impl Fn(&T) -> String) -> Vec<T> {
        open.retain(|one| !self.admitted.contains_key(&room(one)));
        let begin = self.checked_up_to % open.len().max(1);
        open.rotate_left(begin);
        open.truncate(BATCH);
        self.checked_up_to = begin + open.len();
        open
    }

    fn expire(&mut self, now: Instant) {
        expire(&mut self.recent, now, MINUTE);
        self.of.retain(|_, times| {
            expire(times, now, HOUR);
            !times.is_empty()
        });
        self.hosts.retain(|_, host| {
            expire(&mut host.times, now, DAY);
            !host.times.is_empty()
        });
        self.admitted
            .retain(|_, (_, time)| now.saturating_duration_since(*time) < HOUR);
    }
}

fn server_of(user: &str) -> Option<String> {
    let (_, server) = user.split_once(':')?;
    Some(server.to_ascii_lowercase())
}

fn expire(times: &mut VecDeque<Instant>, now: Instant, age: Duration) {
    let is_over = |time: &mut Instant| now.saturating_duration_since(*time) >= age;
    while times.pop_front_if(is_over).is_some() {}
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Limits of an account with many rooms, and a time.
    fn begun() -> (Invitations, Instant) {
        (Invitations::new(&[], 100), Instant::now())
    }

    #[test]
    fn without_a_list_every_server_may_invite() {
        let (mut all, now) = begun();
        assert!(all.admit("@a:example.org", now));
        let mut some = Invitations::new(&["Example.org".to_owned()], 100);
        assert!(some.admit("@a:example.ORG", now));
        assert!(!some.admit("@a:example.com", now));
        assert!(!some.admit("@a:example.org:8448", now));
        assert!(!some.admit("no-id", now));
    }

    #[test]
    fn one_person_has_three_invitations_an_hour() {
        let (mut invitations, now) = begun();
        for _ in 0..PER_PERSON {
            assert!(invitations.admit("@a:example.org", now));
        }
        assert!(!invitations.admit("@a:example.org", now + MINUTE));
        assert!(invitations.admit("@b:example.org", now + MINUTE));
        assert!(invitations.admit("@a:example.org", now + HOUR));
    }

    #[test]
    fn a_host_has_thirty_invitations_a_day_and_is_told_once_when_to_go_on() {
        let (mut invitations, now) = begun();
        let host = "@a:example.org";
        assert!(invitations.admit_to("!0:hs", host, 0, now));
        invitations.accepted("!0:hs", now);
        for index in 1..PER_HOST {
            assert!(invitations.admit_to(&format!("!{index}:hs"), host, index, now + MINUTE));
        }
        assert_eq!(invitations.wait_to_tell("@b:example.org", now), None);
        assert!(!invitations.admit_to("!30:hs", host, PER_HOST, now + MINUTE));
        assert_eq!(
            invitations.wait_to_tell(host, now + MINUTE),
            DAY.checked_sub(MINUTE)
        );
        assert_eq!(invitations.wait_to_tell(host, now + MINUTE), None);
        // Strangers have their own limits.
        assert!(invitations.admit("@b:example.org", now + MINUTE));
        assert!(invitations.admit_to("!30:hs", host, PER_HOST, now + DAY));
    }

    #[test]
    fn ten_invitations_a_minute_are_admitted_and_old_ones_forgotten() {
        let (mut invitations, now) = begun();
        for index in 0..TOTAL {
            assert!(invitations.admit(&format!("@a{index}:example.org"), now));
        }
        assert!(!invitations.admit("@b:example.org", now));
        assert!(invitations.admit("@b:example.org", now + MINUTE));
        assert!(invitations.admit("@c:example.org", now + HOUR + HOUR));
        assert_eq!(invitations.of.len(), 2);
    }

    #[test]
    fn every_open_invitation_is_checked_in_turn() {
        let (mut invitations, now) = begun();
        invitations.admit_to("7", "@a:example.org", 0, now);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..3 {
            let open: Vec<usize> = (0..2 * BATCH + 50).collect();
            seen.extend(invitations.batch(open, usize::to_string));
        }
        assert_eq!(seen.len(), 2 * BATCH + 49);
    }

    #[test]
    fn one_homeserver_has_sixty_an_hour_and_accepted_ones_do_not_count() {
        let (mut invitations, mut now) = begun();
        for index in 0..PER_SERVER {
            assert!(invitations.admit(&format!("@a{index}:example.org"), now));
            now += MINUTE / 8;
        }
        assert!(!invitations.admit("@b:EXAMPLE.org", now));
        assert!(invitations.admit("@b:example.com", now));
        assert!(invitations.admit("@b:example.org", now + HOUR));
        let mut invitations = Invitations::new(&[], 1_000);
        for index in 0..=PER_SERVER {
            let (room, inviter) = (format!("!{index}:hs"), format!("@a{index}:hs"));
            assert!(invitations.admit_to(&room, &inviter, index, now), "{index}");
            invitations.accepted(&room, now);
            now += MINUTE / 8;
        }
    }

    #[test]
    fn an_invitation_over_a_limit_is_admitted_later_each_once_an_hour() {
        let now = Instant::now();
        let mut invitations = Invitations::new(&[], 2);
        let inviter = "@a:example.org";
        let batch = |invitations: &mut Invitations| {
            invitations.batch(vec!["!a:hs"], |room| (*room).to_owned())
        };
        assert!(invitations.admit_to("!a:hs", inviter, 0, now));
        assert!(batch(&mut invitations).is_empty());
        assert!(invitations.admit_to("!b:hs", inviter, 1, now));
        assert!(!invitations.should_check(2, now), "it is in enough rooms");
        assert!(!invitations.admit_to("!c:hs", inviter, 2, now));
        assert!(invitations.should_check(1, now));
        assert!(!invitations.should_check(1, now + CHECK_INTERVAL / 2));
        assert!(invitations.admit_to("!c:hs", inviter, 1, now));
        assert!(!invitations.admit_to("!d:hs", inviter, 1, now), "a fourth");
        assert_eq!(invitations.wait_to_tell(inviter, now), None, "a stranger");
        assert!(invitations.should_check(1, now + HOUR));
        assert!(invitations.admit_to("!d:hs", inviter, 1, now + HOUR));
        assert_eq!(batch(&mut invitations), ["!a:hs"]);
    }
}
