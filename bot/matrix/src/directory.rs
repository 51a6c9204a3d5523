//! Finds the people, rooms and power levels that a command names.

use std::collections::HashMap;

use crate::account::{Error, Homeserver, Member};
use app::commands::{Directory, Mention, typos};
use app::{Person, RoleId, RoomId};

use super::ids;

/// The most people who may be meant by a name.
const MOST_SIMILAR: usize = 5;
/// The fewest letters that are looked for within names.
const LETTERS_TO_FIND: usize = 3;

/// The names in a room.
pub(super) struct RoomDirectory<'a> {
    pub(super) me: &'a str,
    /// Those who may be named, or all.
    pub(super) members: Vec<Member>,
    /// Ids of rooms by the addresses that are named.
    pub(super) addresses: HashMap<String, String>,
}

impl<'a> RoomDirectory<'a> {
    /// What it takes to find these people and rooms, as they are typed. All members are looked through only for a name.
    pub(super) async fn for_names(
        homeserver: &'a dyn Homeserver,
        room: &str,
        people: &[&str],
        rooms: &[&str],
    ) -> Result<Self, Error> {
        let mut found = Self {
            me: homeserver.me(),
            members: Vec::new(),
            addresses: HashMap::new(),
        };
        let people = people.iter().map(|typed| linked(typed).trim());
        let (ids, names): (Vec<_>, Vec<_>) = people.partition(|typed| is_user_id(typed));
        if names.is_empty() {
            for id in ids {
                found.members.extend(homeserver.member(room, id).await?);
            }
        } else {
            found.members = homeserver.members(room).await?;
        }
        for address in rooms.iter().map(|typed| linked(typed).trim()) {
            if !is_address(address) {
                continue;
            }
            match homeserver.room_of(address).await {
                Ok(Some(id)) => {
                    found.addresses.insert(address.to_owned(), id);
                }
                Ok(None) => {}
                Err(error) if error.is_transient() => return Err(error),
                Err(error) => tracing::info!(%error, "address of a room not found"),
            }
        }
        Ok(found)
    }
}

impl Directory for RoomDirectory<'_> {
    /// By user id, with or without the homeserver, or by the name that only one member has. Links to people work, too.
    fn person(&self, typed: &str) -> Option<Mention> {
        let typed = linked(typed).trim();
        let by_id = self.members.iter().find(|member| member.id == typed);
        let member = by_id.or_else(|| self.only(|member| is_called(member, typed)));
        if let Some(member) = member {
            return Some(Mention {
                person: ids::person(&member.id, &member.name),
                is_bot: member.id == self.me,
                is_member: true,
            });
        }
        is_user_id(typed).then(|| Mention {
            person: stranger(typed),
            is_bot: false,
            is_member: false,
        })
    }

    /// The ids of members whose name begins with what was typed, is in it, or is spelled nearly so.
    fn similar(&self, typed: &str) -> Vec<String> {
        let typed = linked(typed).trim().trim_start_matches('@').to_lowercase();
        if typed.is_empty() {
            return Vec::new();
        }
        let others = self.members.iter().filter(|member| member.id != self.me);
        let mut near: Vec<_> = others
            .filter_map(|member| Some((distance(member, &typed)?, &member.id)))
            .collect();
        near.sort();
        let nearest = near.into_iter().take(MOST_SIMILAR);
        nearest.map(|(_, id)| id.clone()).collect()
    }

    /// By id or address.
    fn room(&self, typed: &str) -> Option<RoomId> {
        let typed = linked(typed).trim();
        let typed = self.addresses.get(typed).map_or(typed, String::as_str);
        let rest = typed.strip_prefix('!')?;
        let is_id = !rest.is_empty() && !rest.contains(|c: char| c.is_whitespace() || c == '|');
        is_id.then(|| ids::room_id(typed, None))
    }

    /// By its number.
    fn role(&self, typed: &str) -> Option<RoleId> {
        let level: i64 = typed.trim().parse().ok()?;
        (1..=ids::HIGHEST_POWER)
            .contains(&level)
            .then(|| ids::role(level))
    }
}

impl RoomDirectory<'_> {
    fn only(&self, is_meant: impl Fn(&Member) -> bool) -> Option<&Member> {
        let mut meant = self.members.iter().filter(|member| is_meant(member));
        let first = meant.next()?;
        meant.next().is_none().then_some(first)
    }
}

fn is_called(member: &Member, typed: &str) -> bool {
    let typed = typed.strip_prefix('@').unwrap_or(typed);
    let same = |name: &str| name.to_lowercase() == typed.to_lowercase();
    !typed.is_empty() && (same(&member.name) || same(ids::local_part(&member.id)))
}

/// How unlike a member's names are to what was typed, in lower case: 0 where one of them begins with it; none if they are too unlike.
fn distance(member: &Member, typed: &str) -> Option<usize> {
    let names = [&member.name, ids::local_part(&member.id)].map(str::to_lowercase);
    let typed_name = ids::local_part(typed);
    let distance = |name: &String| {
        if name.starts_with(typed_name) {
            return Some(0);
        }
        let letters = name.chars().count().min(typed_name.chars().count());
        if letters >= LETTERS_TO_FIND && name.contains(typed_name) {
            return Some(1);
        }
        typos(name, typed_name)
    };
    names.iter().filter_map(distance).min()
}

/// The id behind a link to a person or room.
pub(super) fn linked(typed: &str) -> &str {
    let rest = typed.trim_matches(['<', '>']);
    let rest = rest.strip_prefix("https://matrix.to/#/").unwrap_or(rest);
    rest.split('?').next().unwrap_or(rest)
}

fn is_user_id(typed: &str) -> bool {
    let Some((local, server)) = typed.strip_prefix('@').and_then(|id| id.split_once(':')) else {
        return false;
    };
    typed.len() <= 255
        && !local.is_empty()
        && !server.is_empty()
        && typed.chars().all(|c| c.is_ascii_graphic() && c != '|')
}

/// Whether this can be the address of a room, such as `#chess:example.org`.
fn is_address(typed: &str) -> bool {
    let Some((local, server)) = typed
        .strip_prefix('#')
        .and_then(|address| address.split_once(':'))
    else {
        return false;
    };
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control();
    typed.len() <= 255 && !local.is_empty() && !server.is_empty() && typed.chars().all(is_plain)
}

fn stranger(user: &str) -> Person {
    ids::person(user, "")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(crate) fn member(id: &str, name: &str) -> Member {
        Member {
            id: id.to_owned(),
            name: name.to_owned(),
            shares_name: false,
            power: 0,
        }
    }

    #[test]
    fn people_are_found_by_id_by_link_or_by_a_name_that_only_one_has() {
        let members = [
            member("@delos:hs", "Delos"),
            member("@ann:hs", "Ann"),
            member("@bob:hs", "Bob"),
            member("@bob2:hs", "bob"),
        ];
        let directory = RoomDirectory {
            me: "@delos:hs",
            members: members.into(),
            addresses: HashMap::new(),
        };
        let person = |typed: &str| {
            let mention = directory.person(typed)?;
            let is = (mention.is_bot, mention.is_member);
            Some((mention.person.id.to_string(), is))
        };
        let found = |id: &str, is| Some((format!("matrix:{id}"), is));
        for ann in [
            "@ann:hs",
            "ann",
            "@Ann",
            "https://matrix.to/#/@ann:hs",
            "<https://matrix.to/#/@ann:hs?via=hs>",
        ] {
            assert_eq!(person(ann), found("@ann:hs", (false, true)), "{ann}");
        }
        assert_eq!(person("bob"), None, "two are called so");
        assert_eq!(person("@bob2:hs"), found("@bob2:hs", (false, true)));
        assert_eq!(person("Delos"), found("@delos:hs", (true, true)));
        assert_eq!(person("@zoe:far"), found("@zoe:far", (false, false)));
        for unknown in ["", "@", "@:", "zoe", "@zoe", "@zoe:a b", "@zoe|x:hs"] {
            assert_eq!(person(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn a_name_that_is_no_ones_suggests_those_that_are_like_it() {
        let members = [
            member("@delos:hs", "Delos"),
            member("@robert:hs", "Bob"),
            member("@bob2:hs", "bob"),
            member("@carol:hs", "Carol Danvers"),
        ];
        let directory = RoomDirectory {
            me: "@delos:hs",
            members: members.into(),
            addresses: HashMap::new(),
        };
        let similar = |typed: &str| directory.similar(typed);
        assert_eq!(similar("bob"), ["@bob2:hs", "@robert:hs"]);
        assert_eq!(similar("@Carol:other"), ["@carol:hs"]);
        assert_eq!(similar("Carol"), ["@carol:hs"]);
        assert_eq!(similar("carlo"), ["@carol:hs"]);
        assert_eq!(similar("danvers"), ["@carol:hs"]);
        for no_one in ["", "@", "delos", "xyz", "an"] {
            assert_eq!(similar(no_one), [""; 0], "{no_one}");
        }
    }

    #[test]
    fn rooms_are_named_by_id_and_roles_by_number() {
        let directory = RoomDirectory {
            me: "",
            members: Vec::new(),
            addresses: HashMap::from([("#hall:hs".to_owned(), "!hall:hs".to_owned())]),
        };
        let room = |typed: &str| directory.room(typed).map(|id| id.to_string());
        assert_eq!(room("!a:hs").as_deref(), Some("matrix:!a:hs"));
        for address in ["#hall:hs", "https://matrix.to/#/#hall:hs?via=hs"] {
            assert_eq!(room(address).as_deref(), Some("matrix:!hall:hs"));
        }
        for none in ["#a:hs", "!", "!a|b", "a"] {
            assert_eq!(room(none), None, "{none}");
        }
        let role = |typed: &str| directory.role(typed).map(|id| id.to_string());
        assert_eq!(role(" 50 ").as_deref(), Some("matrix:power:50"));
        for none in ["0", "-1", "101", "mods"] {
            assert_eq!(role(none), None, "{none}");
        }
    }
}
