//! Discord's users, channels and servers as the application names them.

use app::{Context, Person, PlayerId, RoleId, RoomId, ServerId, Venue};
use serenity::all::{
    AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, ChannelId, ChannelType, GuildId,
    Member, PartialChannel, Permissions, RoleId as DiscordRole, User, UserId,
};

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
    room(&venue.room)
}

/// The channel of that name; none if it is another platform's.
pub(crate) fn room(id: &RoomId) -> Option<ChannelId> {
    markdown::number(id.as_str()).map(ChannelId::new)
}

/// The server of that name; none if it is another platform's.
pub(crate) fn server(id: &ServerId) -> Option<GuildId> {
    markdown::number(id.as_str()).map(GuildId::new)
}

/// The role of that name; none if it is another platform's.
pub(crate) fn role(id: &RoleId) -> Option<DiscordRole> {
    markdown::number(id.as_str()).map(DiscordRole::new)
}

/// What Discord says of a person and a channel with each interaction.
pub(crate) fn context(
    member: Option<&Member>,
    channel: Option<&PartialChannel>,
    guild: Option<GuildId>,
    owners: Option<&AuthorizingIntegrationOwners>,
) -> Context {
    let manages = |member: &Member| {
        let may = member.permissions.unwrap_or_default();
        may.intersects(Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR)
    };
    let roles = member.iter().flat_map(|member| &member.roles);
    // Forms do not say for whom Delos came; they were opened by a button that did.
    let installed = |owners: &AuthorizingIntegrationOwners| {
        let server = |owner: &_| matches!(owner, AuthorizingIntegrationOwner::GuildInstall(_));
        owners.0.iter().any(server)
    };
    Context {
        manages: member.is_some_and(manages),
        roles: roles
            .map(|role| RoleId::new(markdown::name(role.get())))
            .collect(),
        // The parent of any other channel is the category that it is listed under.
        parent: channel
            .filter(|channel| is_thread(channel.kind))
            .and_then(|channel| channel.parent_id)
            .map(|parent| RoomId::new(markdown::name(parent.get()))),
        guest: guild.is_some() && !owners.is_none_or(installed),
    }
}

/// Whether a channel is a thread of another one.
pub(crate) fn is_thread(kind: ChannelType) -> bool {
    matches!(
        kind,
        ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread
    )
}

/// The user of that name; none if it is another platform's.
pub(crate) fn user(id: &PlayerId) -> Option<UserId> {
    markdown::number(id.as_str()).map(UserId::new)
}
