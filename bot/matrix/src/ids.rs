//! Matrix's ids as the application's, and back.

use app::{HeardId, Person, PlayerId, RoleId, RoomId, ServerId, THREAD, Venue};

use store::MessageId;

/// Prefix of this platform's ids.
const PLATFORM: &str = "matrix:";

/// Prefix of the roles that are power levels.
pub(crate) const POWER: &str = "matrix:power:";

/// The longest id, in bytes, by Matrix's specification.
const LONGEST: usize = 255;

/// A person, under the name that others see.
pub fn person(user: &str, name: &str) -> Person {
    Person::under(player_id(user), [name, local_part(user)])
}

/// The application's name of a user, such as `matrix:@ann:example.org`.
pub fn player_id(user: &str) -> PlayerId {
    PlayerId::new(format!("{PLATFORM}{user}"))
}

/// The user of a player; none if it is another platform's.
pub fn user(id: &PlayerId) -> Option<&str> {
    id.as_str().strip_prefix(PLATFORM)
}

/// What stands between `@` and the colon of a user id.
pub fn local_part(user: &str) -> &str {
    let rest = user.strip_prefix('@').unwrap_or(user);
    rest.split_once(':').map_or(rest, |(local, _)| local)
}

/// Whether an id of a room or a user is one that Delos takes: what it makes of ids has separators. Homeservers may send anything.
pub fn is_plain(id: &str) -> bool {
    id.len() <= LONGEST
        && id
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'|')
}

/// Whether this can be the id of an event, which anyone can name in a reply, a thread or a reaction.
pub fn is_event(id: &str) -> bool {
    id.len() > 1 && id.starts_with('$') && is_plain(id)
}

/// Whether this can be the id of a room.
pub fn is_room(id: &str) -> bool {
    id.len() > 1 && id.starts_with('!') && is_plain(id)
}

/// The place of a message: `server` is the room or the space that it is bound to, none for a direct conversation.
pub fn venue(room: &str, thread: Option<&str>, server: Option<&str>) -> Venue {
    Venue {
        room: room_id(room, thread),
        server: server.map(|id| ServerId::new(format!("{PLATFORM}{id}"))),
    }
}

/// The application's name of a room, or of the thread in it that begins with an event.
pub fn room_id(room: &str, thread: Option<&str>) -> RoomId {
    let mut name = format!("{PLATFORM}{room}");
    if let Some(root) = thread {
        name.push(THREAD);
        name.push_str(root);
    }
    RoomId::new(name)
}

/// The room and the first event of the thread in it; none if it is another platform's.
pub fn room(id: &RoomId) -> Option<(&str, Option<&str>)> {
    let id = id.as_str().strip_prefix(PLATFORM)?;
    Some(match id.split_once(THREAD) {
        Some((room, first)) => (room, Some(first)),
        None => (id, None),
    })
}

/// The highest power level that people choose; creators of rooms have more.
pub const HIGHEST_POWER: i64 = 100;

/// The role of everyone who has a power level.
pub fn role(level: i64) -> RoleId {
    RoleId::new(format!("{POWER}{level}"))
}

/// The roles of someone with a power level: it and all below.
pub fn roles(level: i64) -> Vec<RoleId> {
    (1..=level.min(HIGHEST_POWER)).map(role).collect()
}

/// The room, or the space, of a server; none if it is another platform's.
pub fn server(id: &ServerId) -> Option<&str> {
    id.as_str().strip_prefix(PLATFORM)
}

/// The power level of a role; none if it is another platform's.
pub fn power(role: &RoleId) -> Option<i64> {
    role.as_str().strip_prefix(POWER)?.parse().ok()
}

/// The application's name of an event, such as `matrix:$abc`.
pub fn message_id(event: &str) -> MessageId {
    MessageId::new(format!("{PLATFORM}{event}"))
}

/// The application's name of an event that was heard.
pub fn heard_id(event: &str) -> HeardId {
    HeardId::new(format!("{PLATFORM}{event}"))
}

/// The event of a message; none if it is another platform's.
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
        let thread = room_id("!abc:example.org", Some("$root"));
        assert_eq!(room(&thread), Some(("!abc:example.org", Some("$root"))));
        assert_eq!(
            room(&room_id("!abc:example.org", None)),
            Some(("!abc:example.org", None))
        );
        assert_eq!(room(&RoomId::new("discord:7")), None);
    }

    #[test]
    fn messages_servers_and_roles_are_read_back() {
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
    fn ids_that_could_be_taken_for_others_are_not_plain() {
        for plain in ["!abc:example.org", "@ann:example.org", "!0VNjyJ"] {
            assert!(is_plain(plain), "{plain}");
        }
        for odd in ["!a|$b:c", "!a b:c", "!a\0:c", "!é:c", &"!".repeat(256)] {
            assert!(!is_plain(odd), "{odd}");
        }
    }

    #[test]
    fn events_and_rooms_are_told_by_their_signs() {
        let longest = format!("${}", "e".repeat(254));
        for event in ["$abc:example.org", "$0VNjyJ-_", &longest] {
            assert!(is_event(event) && !is_room(event), "{event}");
        }
        for odd in [
            "",
            "$",
            "abc",
            "!abc:hs",
            "$a b",
            "$a|b",
            &format!("{longest}e"),
        ] {
            assert!(!is_event(odd), "{odd}");
        }
        assert!(is_room("!abc:hs") && !is_room("#abc:hs") && !is_room("!"));
    }

    #[test]
    fn a_person_without_a_name_has_the_local_part_of_the_id() {
        assert_eq!(person("@ann:example.org", "").name.to_string(), "ann");
        assert_eq!(person("@ann:example.org", "Ann").name.to_string(), "Ann");
    }
}
