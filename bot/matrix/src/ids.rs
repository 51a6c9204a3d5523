//! Converts between Matrix's ids and the application's.

use app::{HeardId, Person, PlayerId, RoleId, RoomId, ServerId, THREAD, Venue};

use store::MessageId;

/// Prefix of this platform's ids.
const PLATFORM: &str = "matrix:";

/// Prefix of roles, which are power levels.
pub(crate) const POWER: &str = "matrix:power:";

/// The longest id in bytes, by the Matrix specification.
const MAX_LENGTH: usize = 255;

/// Returns a person with their display name.
pub fn person(user: &str, name: &str) -> Person {
    Person::under(player_id(user), [name, local_part(user)])
}

/// Returns a player's id, such as `matrix:@ann:example.org`.
pub fn player_id(user: &str) -> PlayerId {
    PlayerId::new(format!("{PLATFORM}{user}"))
}

/// Returns the user id of a Matrix player.
pub fn user(id: &PlayerId) -> Option<&str> {
    id.as_str().strip_prefix(PLATFORM)
}

/// Returns the part of a user id between `@` and the colon.
pub fn local_part(user: &str) -> &str {
    let rest = user.strip_prefix('@').unwrap_or(user);
    rest.split_once(':').map_or(rest, |(local, _)| local)
}

/// Whether a room or user id is safe to use in stored ids, which have separators. Homeservers may send anything.
pub fn is_plain(id: &str) -> bool {
    id.len() <= MAX_LENGTH
        && id
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'|')
}

/// Whether this can be an event id. Replies, threads and reactions can name anything.
pub fn is_event(id: &str) -> bool {
    id.len() > 1 && id.starts_with('$') && is_plain(id)
}

/// Whether this can be a room id.
pub fn is_room(id: &str) -> bool {
    id.len() > 1 && id.starts_with('!') && is_plain(id)
}

/// Returns the venue of a message: `server` is the room or its space, `None` in a direct room.
pub fn venue(room: &str, thread: Option<&str>, server: Option<&str>) -> Venue {
    Venue {
        room: room_id(room, thread),
        server: server.map(server_id),
    }
}

/// Returns the id of a room or space as a server.
pub fn server_id(room: &str) -> ServerId {
    ServerId::new(format!("{PLATFORM}{room}"))
}

/// Returns the id of a room, or of a thread in it by its first event.
pub fn room_id(room: &str, thread: Option<&str>) -> RoomId {
    let mut name = format!("{PLATFORM}{room}");
    if let Some(root) = thread {
        name.push(THREAD);
        name.push_str(root);
    }
    RoomId::new(name)
}

/// Returns a Matrix room and the first event of its thread.
pub fn room(id: &RoomId) -> Option<(&str, Option<&str>)> {
    let id = id.as_str().strip_prefix(PLATFORM)?;
    Some(match id.split_once(THREAD) {
        Some((room, first)) => (room, Some(first)),
        None => (id, None),
    })
}

/// The highest power level in use; creators of rooms have more.
pub const HIGHEST_POWER: i64 = 100;

/// Returns the role of a power level.
pub fn role(level: i64) -> RoleId {
    RoleId::new(format!("{POWER}{level}"))
}

/// Returns the roles of a member: their power level and all below.
pub fn roles(level: i64) -> Vec<RoleId> {
    (1..=level.min(HIGHEST_POWER)).map(role).collect()
}

/// Returns the room or space of a Matrix server.
pub fn server(id: &ServerId) -> Option<&str> {
    id.as_str().strip_prefix(PLATFORM)
}

/// Returns the power level of a Matrix role.
pub fn power(role: &RoleId) -> Option<i64> {
    role.as_str().strip_prefix(POWER)?.parse().ok()
}

/// Returns a message's id, such as `matrix:$abc`.
pub fn message_id(event: &str) -> MessageId {
    MessageId::new(format!("{PLATFORM}{event}"))
}

/// Returns the id by which a handled event is recognized.
pub fn heard_id(event: &str) -> HeardId {
    HeardId::new(format!("{PLATFORM}{event}"))
}

/// Returns the event of a Matrix message.
pub fn event(id: &MessageId) -> Option<&str> {
    id.as_str().strip_prefix(PLATFORM)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_back() {
        let ann = player_id("@ann:example.org");
        assert_eq!(user(&ann), Some("@ann:example.org"));
        assert_eq!(user(&PlayerId::new("discord:7")), None);
        for place in [
            ("!abc:example.org", Some("$root")),
            ("!abc:example.org", None),
        ] {
            assert_eq!(room(&room_id(place.0, place.1)), Some(place));
        }
        assert_eq!(room(&RoomId::new("discord:7")), None);
        assert_eq!(event(&message_id("$abc")), Some("$abc"));
        assert_eq!(event(&MessageId::new("discord:7")), None);
        let venue = venue("!abc", None, Some("!space"));
        assert_eq!(server(&venue.server.unwrap()), Some("!space"));
        assert_eq!(server(&ServerId::new("discord:7")), None);
        for (role, level) in [
            ("matrix:power:50", Some(50)),
            ("matrix:power:-1", Some(-1)),
            ("matrix:power:", None),
            ("matrix:50", None),
            ("discord:50", None),
        ] {
            assert_eq!(power(&RoleId::new(role)), level, "{role}");
        }
    }

    #[test]
    fn ids_with_separators_are_not_plain() {
        for plain in ["!abc:example.org", "@ann:example.org", "!0VNjyJ"] {
            assert!(is_plain(plain), "{plain}");
        }
        for invalid in ["!a|$b:c", "!a b:c", "!a\0:c", "!é:c", &"!".repeat(256)] {
            assert!(!is_plain(invalid), "{invalid}");
        }
    }

    #[test]
    fn events_and_rooms_are_recognized_by_their_sigils() {
        let longest = format!("${}", "e".repeat(254));
        for event in ["$abc:example.org", "$0VNjyJ-_", &longest] {
            assert!(is_event(event) && !is_room(event), "{event}");
        }
        let too_long = format!("{longest}e");
        for invalid in ["", "$", "abc", "!abc:hs", "$a b", "$a|b", &too_long] {
            assert!(!is_event(invalid), "{invalid}");
        }
        assert!(is_room("!abc:hs") && !is_room("#abc:hs") && !is_room("!"));
    }

    #[test]
    fn a_person_without_a_name_has_the_local_part_of_the_id() {
        assert_eq!(person("@ann:example.org", "").name.to_string(), "ann");
        assert_eq!(person("@ann:example.org", "Ann").name.to_string(), "Ann");
    }
}
