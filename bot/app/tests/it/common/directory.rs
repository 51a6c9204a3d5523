//! Names in typed commands.

use app::commands::{Directory, Mention};
use app::{Person, PlayerId, RoleId, RoomId};

/// Knows everyone and everything, by the typed name.
pub(crate) struct Everyone;

impl Directory for Everyone {
    fn person(&self, typed: &str) -> Option<Mention> {
        Some(Mention {
            person: Person::new(PlayerId::new(typed), "someone"),
            is_bot: false,
            is_member: true,
        })
    }

    fn room(&self, typed: &str) -> Option<RoomId> {
        Some(RoomId::new(typed))
    }

    fn role(&self, typed: &str) -> Option<RoleId> {
        Some(RoleId::new(typed))
    }
}
