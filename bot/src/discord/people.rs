//! Discord's users, channels and servers as the application names them.

use app::{Person, PlayerId, RoomId, ServerId, Venue};
use serenity::all::{ChannelId, GuildId, User, UserId};

use super::markdown;

/// The person, by the name that others see here.
pub(crate) fn person(user: &User, nick: Option<&str>) -> Person {
    let shown = nick.or(user.global_name.as_deref()).unwrap_or(&user.name);
    Person::new(PlayerId::new(markdown::name(user.id.get())), shown)
}

/// The place where something was said.
pub(crate) fn venue(channel: ChannelId, guild: Option<GuildId>) -> Venue {
    Venue {
        room: RoomId::new(markdown::name(channel.get())),
        server: guild.map(|guild| ServerId::new(markdown::name(guild.get()))),
    }
}

/// The channel of a venue; none if it is another platform's.
pub(crate) fn channel(venue: &Venue) -> Option<ChannelId> {
    markdown::number(venue.room.as_str()).map(ChannelId::new)
}

/// The user of that name; none if it is another platform's.
pub(crate) fn user(id: &PlayerId) -> Option<UserId> {
    markdown::number(id.as_str()).map(UserId::new)
}
