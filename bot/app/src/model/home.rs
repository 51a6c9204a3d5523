//! Homes: which of several processes performs an effect, or lets a deadline pass.

use serde::{Deserialize, Serialize};
use text::Platform;

use crate::model::ids::{ServerId, Venue};

/// The part of the world to which an effect or a deadline belongs. At any time one process serves each home.
///
/// Discord distributes servers over gateway connections by `(id >> 22) % shards`. The home is the number before the division,
/// so that the number of shards can change.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Home(i64);

impl Home {
    /// Discord outside of servers, which Discord gives to shard 0.
    pub const DIRECT: Self = Self::direct(Platform::Discord);
    /// All of Matrix: an account has one connection.
    pub const MATRIX: Self = Self::direct(Platform::Matrix);
    /// The engine's moves, which any process may find.
    pub const ENGINE: Self = Self(-2);
    /// The engine's reviews, which any process may make when it has time.
    pub const REVIEW: Self = Self(-3);

    /// The home with this number, as stored.
    pub fn new(number: i64) -> Self {
        Self(number)
    }

    pub fn number(self) -> i64 {
        self.0
    }

    /// The shard of Discord's gateway, of `shards` in all; none outside of Discord.
    pub fn shard(self, shards: u32) -> Option<u32> {
        let home = u64::try_from(self.0).ok()?;
        u32::try_from(home.checked_rem(u64::from(shards))?).ok()
    }

    /// Returns the platform whose front end performs effects of this home; `None` for the engine's work.
    pub fn platform(self) -> Option<Platform> {
        let whole = Platform::whole().find(|platform| platform.home() == self.0);
        (!self.is_engine()).then_some(whole.unwrap_or(Platform::Discord))
    }

    pub fn is_engine(self) -> bool {
        matches!(self, Self::ENGINE | Self::REVIEW)
    }

    /// The home of a room that belongs to a server, or to none.
    pub fn of_venue(venue: &Venue) -> Self {
        match &venue.server {
            Some(server) => Self::of_server(server),
            None => Self::direct(venue.room.platform()),
        }
    }

    pub fn of_server(server: &ServerId) -> Self {
        let number = server.as_str().strip_prefix("discord:");
        match number.and_then(|id| id.parse::<u64>().ok()) {
            Some(id) => Self((id >> 22).cast_signed()),
            None => Self::direct(server.platform()),
        }
    }

    /// The home of what isn't a server's: a person, an event, or a room without its server. On Discord, any process can post
    /// there.
    pub const fn direct(platform: Platform) -> Self {
        Self(platform.home())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ids::{PlayerId, RoomId};

    #[test]
    fn a_server_is_at_home_on_its_shard_and_direct_rooms_on_shard_0() {
        let server = ServerId::new("discord:81384788765712384");
        let venue = |server| Venue {
            room: RoomId::new("discord:9"),
            server,
        };
        let home = Home::of_venue(&venue(Some(server)));
        assert_eq!(
            home.shard(16),
            Some(u32::try_from((81_384_788_765_712_384_u64 >> 22) % 16).expect("small"))
        );
        assert_eq!(home.shard(1), Some(0));
        assert_eq!(Home::of_venue(&venue(None)), Home::DIRECT);
        assert_eq!(Home::DIRECT.shard(16), Some(0));
    }

    #[test]
    fn what_is_not_discords_has_no_shard() {
        let person = PlayerId::new("matrix:@ann:example.org");
        assert_eq!(Home::direct(person.platform()), Home::MATRIX);
        assert_eq!(
            Home::of_server(&ServerId::new("matrix:!room")),
            Home::MATRIX
        );
        assert_eq!(Home::MATRIX.shard(3), None);
        assert_eq!(Home::ENGINE.shard(1), None);
        assert_eq!(Home::MATRIX.platform(), Some(Platform::Matrix));
        assert_eq!(Home::DIRECT.platform(), Some(Platform::Discord));
        assert_eq!(Home::REVIEW.platform(), None);
    }
}
