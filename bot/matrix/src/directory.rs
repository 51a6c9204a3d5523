//! Looks up the people, rooms and power levels that a command names.

use std::collections::HashMap;

use crate::account::{Homeserver, Member, Result};
use app::commands::{Directory, Mention, listed, typos};
use app::{RoleId, RoomId};

use crate::ids;

/// Suggestions for a misspelled name.
const SUGGESTIONS: usize = 5;
/// The shortest text that is searched for within names.
const MIN_SUBSTRING: usize = 3;

pub(super) struct RoomDirectory<'a> {
    pub(super) me: &'a str,
    /// The people named by id, or all members.
    pub(super) members: Vec<Member>,
    /// Room ids by the aliases that were typed.
    pub(super) aliases: HashMap<String, String>,
}

impl<'a> RoomDirectory<'a> {
    /// Fetches what these typed people and rooms need. Fetches all members only for a name.
    pub(super) async fn for_names(
        homeserver: &'a dyn Homeserver,
        room: &str,
        people: &[&str],
        rooms: &[&str],
    ) -> Result<Self> {
        let mut found = Self {
            me: homeserver.me(),
            members: Vec::new(),
            aliases: HashMap::new(),
        };
        let people = people.iter().map(|typed| without_link(typed).trim());
        let (ids, names): (Vec<_>, Vec<_>) = people.partition(|typed| is_user_id(typed));
        if names.is_empty() {
            for id in ids {
                found.members.extend(homeserver.member(room, id).await?);
            }
        } else {
            found.members = homeserver.members(room).await?;
        }
        let rooms = rooms.iter().flat_map(|typed| listed(typed));
        let aliases: Vec<_> = rooms
            .map(without_link)
            .filter(|one| is_alias(one))
            .collect();
        for alias in aliases {
            match homeserver.room_of(alias).await {
                Ok(id) => found.aliases.extend(id.map(|id| (alias.to_owned(), id))),
                Err(error) if error.is_transient() => return Err(error),
                Err(error) => tracing::info!(%error, "room alias not resolved"),
            }
        }
        Ok(found)
    }
}

impl Directory for RoomDirectory<'_> {
    /// Finds a person by user id, local part, unique display name or link.
    fn person(&self, typed: &str) -> Option<Mention> {
        let typed = without_link(typed).trim();
        let mut members = self.members.iter();
        let by_id = members.clone().find(|member| member.id == typed);
        let member = by_id.or_else(|| {
            let called = members.find(|member| is_called(member, typed))?;
            let is_unique = !members.any(|member| is_called(member, typed));
            is_unique.then_some(called)
        });
        if let Some(member) = member {
            return Some(Mention {
                person: ids::person(&member.id, &member.name),
                is_bot: member.id == self.me,
                is_member: true,
            });
        }
        is_user_id(typed).then(|| Mention {
            person: ids::person(typed, ""),
            is_bot: false,
            is_member: false,
        })
    }

    fn similar(&self, typed: &str) -> Vec<String> {
        let typed = without_link(typed)
            .trim()
            .trim_start_matches('@')
            .to_lowercase();
        if typed.is_empty() {
            return Vec::new();
        }
        let others = self.members.iter().filter(|member| member.id != self.me);
        let mut near: Vec<_> = others
            .filter_map(|member| Some((distance(member, &typed)?, &member.id)))
            .collect();
        near.sort();
        let nearest = near.into_iter().take(SUGGESTIONS);
        nearest.map(|(_, id)| id.clone()).collect()
    }

    fn room(&self, typed: &str) -> Option<RoomId> {
        let typed = without_link(typed).trim();
        let typed = self.aliases.get(typed).map_or(typed, String::as_str);
        let rest = typed.strip_prefix('!')?;
        let is_id = !rest.is_empty() && !rest.contains(|c: char| c.is_whitespace() || c == '|');
        is_id.then(|| ids::room_id(typed, None))
    }

    fn role(&self, typed: &str) -> Option<RoleId> {
        let level: i64 = typed.trim().parse().ok()?;
        (1..=ids::HIGHEST_POWER)
            .contains(&level)
            .then(|| ids::role(level))
    }
}

fn is_called(member: &Member, typed: &str) -> bool {
    let typed = typed.strip_prefix('@').unwrap_or(typed);
    let same = |name: &str| name.to_lowercase() == typed.to_lowercase();
    !typed.is_empty() && (same(&member.name) || same(ids::local_part(&member.id)))
}

/// Returns the distance of a member's names from a typed one in lower case: 0 for a prefix, `None` if too far.
fn distance(member: &Member, typed: &str) -> Option<usize> {
    let names = [&member.name, ids::local_part(&member.id)].map(str::to_lowercase);
    let typed_name = ids::local_part(typed);
    let distance = |name: &String| {
        if name.starts_with(typed_name) {
            return Some(0);
        }
        let letters = name.chars().count().min(typed_name.chars().count());
        if letters >= MIN_SUBSTRING && name.contains(typed_name) {
            return Some(1);
        }
        typos(name, typed_name)
    };
    names.iter().filter_map(distance).min()
}

pub(super) fn without_link(typed: &str) -> &str {
    let rest = typed.trim_matches(['<', '>']);
    let rest = rest.strip_prefix("https://matrix.to/#/").unwrap_or(rest);
    rest.split('?').next().unwrap_or(rest)
}

fn is_user_id(typed: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_graphic() && c != '|';
    // A comma after an id is none of it.
    let is_of_server = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
    parts(typed, '@').is_some_and(|(local, server)| {
        local.chars().all(is_of_name) && server.chars().all(is_of_server)
    })
}

/// Whether this can be a room alias, such as `#chess:example.org`.
fn is_alias(typed: &str) -> bool {
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control();
    parts(typed, '#').is_some() && typed.chars().all(is_plain)
}

/// Returns the local part and the server of what may be an id with this sigil.
fn parts(typed: &str, sigil: char) -> Option<(&str, &str)> {
    let (local, server) = typed.strip_prefix(sigil)?.split_once(':')?;
    let is_id = typed.len() <= 255 && !local.is_empty() && !server.is_empty();
    is_id.then_some((local, server))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::member;

    fn directory(members: &[(&str, &str)]) -> RoomDirectory<'static> {
        RoomDirectory {
            me: "@delos:hs",
            members: members.iter().map(|(id, name)| member(id, name)).collect(),
            aliases: HashMap::from([("#hall:hs".to_owned(), "!hall:hs".to_owned())]),
        }
    }

    #[test]
    fn people_are_found_by_id_link_or_unique_name() {
        let directory = directory(&[
            ("@delos:hs", "Delos"),
            ("@ann:hs", "Ann"),
            ("@bob:hs", "Bob"),
            ("@bob2:hs", "bob"),
        ]);
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
        for unknown in [
            "",
            "@",
            "@:",
            "zoe",
            "@zoe",
            "@zoe:a b",
            "@zoe|x:hs",
            "@zoe:far,",
        ] {
            assert_eq!(person(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn an_unknown_name_suggests_similar_ones() {
        let directory = directory(&[
            ("@delos:hs", "Delos"),
            ("@robert:hs", "Bob"),
            ("@bob2:hs", "bob"),
            ("@carol:hs", "Carol Danvers"),
        ]);
        let similar = |typed: &str| directory.similar(typed);
        assert_eq!(similar("bob"), ["@bob2:hs", "@robert:hs"]);
        for carol in ["@Carol:other", "@carol:hs,", "Carol", "carlo", "danvers"] {
            assert_eq!(similar(carol), ["@carol:hs"], "{carol}");
        }
        for no_one in ["", "@", "delos", "xyz", "an"] {
            assert_eq!(similar(no_one), [""; 0], "{no_one}");
        }
    }

    #[test]
    fn rooms_are_named_by_id_and_roles_by_number() {
        let directory = directory(&[]);
        let room = |typed: &str| directory.room(typed).map(|id| id.to_string());
        assert_eq!(room("!a:hs").as_deref(), Some("matrix:!a:hs"));
        for alias in ["#hall:hs", "https://matrix.to/#/#hall:hs?via=hs"] {
            assert_eq!(room(alias).as_deref(), Some("matrix:!hall:hs"));
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
