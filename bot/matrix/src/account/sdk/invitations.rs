//! Who may invite the account, and how often.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use super::Account;
use crate::account::event::{Event, EventKind};

/// How many invitations are passed on in [`MINUTE`].
const ALL: usize = 10;
const MINUTE: Duration = Duration::from_mins(1);

/// How many invitations of one person, and of all people of one homeserver, are passed on in [`HOUR`].
const OF_ONE: usize = 3;
const OF_SERVER: usize = 60;
const HOUR: Duration = Duration::from_hours(1);

/// Between two looks at the invitations that are open.
const LOOK: Duration = Duration::from_secs(30);
/// The most that are looked at.
const PART: usize = 100;

/// Decides which invitations and replacements of rooms are passed on. Other invitations stay open and are looked at again; a
/// replacement stays in the state of its room, of which [`Account::replaced`] tells.
#[derive(Debug)]
pub(super) struct Invitations {
    allow_servers: Vec<String>,
    most_rooms: usize,
    recent: VecDeque<Instant>,
    /// By inviter, and by the homeserver of inviters.
    of: HashMap<String, VecDeque<Instant>>,
    /// When the invitation to a room was passed on.
    passed: HashMap<String, Instant>,
    looked: Option<Instant>,
    /// Where the next look begins.
    looked_up_to: usize,
}

impl Invitations {
    pub(super) fn new(allow_servers: &[String], most_rooms: usize) -> Self {
        Self {
            allow_servers: allow_servers
                .iter()
                .map(|server| server.to_ascii_lowercase())
                .collect(),
            most_rooms,
            recent: VecDeque::new(),
            of: HashMap::new(),
            passed: HashMap::new(),
            looked: None,
            looked_up_to: 0,
        }
    }

    /// Whether something that leads to another room is passed on, which then counts.
    pub(super) fn admit(&mut self, inviter: &str, now: Instant) -> bool {
        let Some(server) = server_of(inviter).filter(|server| self.allows(server)) else {
            return false;
        };
        self.expire(now);
        let count = |of: &str| self.of.get(of).map_or(0, VecDeque::len);
        if self.recent.len() >= ALL || count(inviter) >= OF_ONE || count(&server) >= OF_SERVER {
            return false;
        }
        self.recent.push_back(now);
        for of in [inviter.to_owned(), server] {
            self.of.entry(of).or_default().push_back(now);
        }
        true
    }

    /// Whether an invitation of an account in this number of rooms is passed on, which then counts.
    pub(super) fn admit_to(
        &mut self,
        room: &str,
        inviter: &str,
        rooms: usize,
        now: Instant,
    ) -> bool {
        self.expire(now);
        if rooms >= self.most_rooms || !self.admit(inviter, now) {
            return false;
        }
        self.passed.insert(room.to_owned(), now);
        true
    }

    /// Whether to look at the invitations that are open, of an account in this number of rooms.
    pub(super) fn should_look(&mut self, rooms: usize, now: Instant) -> bool {
        self.expire(now);
        let is_soon = |looked: Instant| now.saturating_duration_since(looked) < LOOK;
        if self.looked.is_some_and(is_soon) || self.recent.len() >= ALL || rooms >= self.most_rooms
        {
            return false;
        }
        self.looked = Some(now);
        true
    }

    /// What to look at of so many open invitations: another part each time. Those that were passed on are so again after an hour:
    /// joining may have failed.
    pub(super) fn part<T>(&mut self, mut open: Vec<T>, room: impl Fn(&T) -> String) -> Vec<T> {
        open.retain(|one| !self.passed.contains_key(&room(one)));
        let begin = self.looked_up_to % open.len().max(1);
        open.rotate_left(begin);
        open.truncate(PART);
        self.looked_up_to = begin + open.len();
        open
    }

    fn expire(&mut self, now: Instant) {
        expire(&mut self.recent, now, MINUTE);
        self.of.retain(|_, times| {
            expire(times, now, HOUR);
            !times.is_empty()
        });
        self.passed
            .retain(|_, time| now.saturating_duration_since(*time) < HOUR);
    }

    fn allows(&self, server: &str) -> bool {
        self.allow_servers.is_empty() || self.allow_servers.iter().any(|allowed| allowed == server)
    }
}

fn server_of(user: &str) -> Option<String> {
    let (_, server) = user.split_once(':')?;
    Some(server.to_ascii_lowercase())
}

fn expire(times: &mut VecDeque<Instant>, now: Instant, age: Duration) {
    while times
        .front()
        .is_some_and(|&time| now.saturating_duration_since(time) >= age)
    {
        times.pop_front();
    }
}

impl Account {
    /// What was heard, without what leads to a room that is not joined now.
    pub(super) fn admitted(&self, heard: Vec<Event>, invitations: &mut Invitations) -> Vec<Event> {
        let now = Instant::now();
        let rooms = self.client.joined_rooms().len();
        heard
            .into_iter()
            .filter(|one| {
                let is_admitted = match one.kind {
                    // It was accepted.
                    EventKind::Invited { .. } if self.joined(&one.room).is_ok() => true,
                    EventKind::Invited { .. } => {
                        invitations.admit_to(&one.room, &one.sender, rooms, now)
                    }
                    // Managers of a room can name any room as its replacement, again and again.
                    EventKind::Upgraded { .. } => invitations.admit(&one.sender, now),
                    _ => true,
                };
                if !is_admitted {
                    tracing::info!(account = %self.me, "left an invitation alone for now");
                }
                is_admitted
            })
            .collect()
    }

    /// Invitations that an earlier sync or run brought, that are still open, and that may be passed on now.
    pub(super) async fn open_invitations(&self, invitations: &mut Invitations) -> Vec<Event> {
        let now = Instant::now();
        let rooms = self.client.joined_rooms().len();
        if !invitations.should_look(rooms, now) {
            return Vec::new();
        }
        let mut open = Vec::new();
        let all = self.client.invited_rooms();
        for room in invitations.part(all, |room| room.room_id().to_string()) {
            let (Ok(invitation), Ok(is_direct)) =
                (room.invite_details().await, room.is_direct().await)
            else {
                continue;
            };
            let (room, sender) = (
                room.room_id().to_string(),
                invitation.inviter_id.to_string(),
            );
            let rooms = rooms + open.len();
            if invitations.admit_to(&room, &sender, rooms, now) {
                open.push(Event {
                    id: format!("invitation {room} {sender} again"),
                    room,
                    sender,
                    event: EventKind::Invited { is_direct },
                });
            }
        }
        open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_list_every_server_may_invite() {
        let now = Instant::now();
        assert!(Invitations::new(&[], 100).admit("@a:example.org", now));
        let mut some = Invitations::new(&["Example.org".to_owned()], 100);
        assert!(some.admit("@a:example.ORG", now));
        assert!(!some.admit("@a:example.com", now));
        assert!(!some.admit("@a:example.org:8448", now));
        assert!(!some.admit("no-id", now));
    }

    #[test]
    fn one_person_has_three_invitations_an_hour() {
        let now = Instant::now();
        let mut invitations = Invitations::new(&[], 100);
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
        let mut invitations = Invitations::new(&[], 100);
        for index in 0..ALL {
            assert!(invitations.admit(&format!("@a{index}:example.org"), now));
        }
        assert!(!invitations.admit("@b:example.org", now));
        assert!(invitations.admit("@b:example.org", now + MINUTE));
        assert!(invitations.admit("@c:example.org", now + HOUR + HOUR));
        assert_eq!(invitations.of.len(), 2);
    }

    #[test]
    fn every_open_invitation_is_looked_at_in_its_turn() {
        let mut invitations = Invitations::new(&[], 100);
        invitations.admit_to("7", "@a:example.org", 0, Instant::now());
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..3 {
            let open: Vec<usize> = (0..2 * PART + 50).collect();
            seen.extend(invitations.part(open, usize::to_string));
        }
        assert_eq!(seen.len(), 2 * PART + 49);
    }

    #[test]
    fn one_homeserver_has_sixty_an_hour() {
        let mut now = Instant::now();
        let mut invitations = Invitations::new(&[], 100);
        for index in 0..OF_SERVER {
            assert!(invitations.admit(&format!("@a{index}:example.org"), now));
            now += MINUTE / 8;
        }
        assert!(!invitations.admit("@b:EXAMPLE.org", now));
        assert!(invitations.admit("@b:example.com", now));
        assert!(invitations.admit("@b:example.org", now + HOUR));
    }

    #[test]
    fn an_invitation_over_a_limit_is_passed_on_later_and_each_once_an_hour() {
        let now = Instant::now();
        let mut invitations = Invitations::new(&[], 2);
        let inviter = "@a:example.org";
        assert!(invitations.admit_to("!a:hs", inviter, 0, now));
        assert!(
            invitations
                .part(vec!["!a:hs"], |room| (*room).to_owned())
                .is_empty()
        );
        assert!(invitations.admit_to("!b:hs", inviter, 1, now));
        assert!(
            !invitations.should_look(2, now),
            "it is in as many as it may be"
        );
        assert!(!invitations.admit_to("!c:hs", inviter, 2, now));
        assert!(invitations.should_look(1, now));
        assert!(!invitations.should_look(1, now + LOOK / 2));
        assert!(invitations.admit_to("!c:hs", inviter, 1, now));
        assert!(
            !invitations.admit_to("!d:hs", inviter, 1, now),
            "a fourth one"
        );
        assert!(invitations.should_look(1, now + HOUR));
        assert!(invitations.admit_to("!d:hs", inviter, 1, now + HOUR));
        assert_eq!(
            invitations.part(vec!["!a:hs"], |room| (*room).to_owned()),
            ["!a:hs"]
        );
    }
}
