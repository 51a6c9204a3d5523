//! Discord's ids as the application's, and back.

use app::{Context, Person, PlayerId, RoleId, RoomId, ServerEventId, ServerId, Timestamp, Venue};
use serenity::all::{
    AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, ChannelId, ChannelType, GuildId,
    InteractionContext, Member, MessageId, PartialChannel, Permissions, RoleId as DiscordRole,
    ScheduledEventId, User, UserId,
};

/// A user or channel that messages are sent to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Recipient {
    User(UserId),
    Channel(ChannelId),
}

/// Prefix of this platform's ids.
const PLATFORM: &str = "discord:";

/// Returns the application's name of a Discord id, such as `discord:81384788765712384`.
pub(crate) fn name(id: u64) -> String {
    format!("{PLATFORM}{id}")
}

/// Returns the Discord id in a name; `None` if it is another platform's.
pub(crate) fn number(name: &str) -> Option<u64> {
    name.strip_prefix(PLATFORM)?
        .parse()
        .ok()
        .filter(|&id| id != 0)
}

pub(crate) fn is_own(name: &str) -> bool {
    name.starts_with(PLATFORM)
}

/// A person, under the name that others see here.
pub(crate) fn person(user: &User, nick: Option<&str>) -> Person {
    let names = [nick, user.global_name.as_deref(), Some(&user.name)];
    Person::under(
        PlayerId::new(name(user.id.get())),
        names.into_iter().flatten(),
    )
}

pub(crate) fn venue(channel: ChannelId, guild: Option<GuildId>) -> Venue {
    Venue {
        room: room_id(channel),
        server: guild.map(server_id),
    }
}

pub(crate) fn room_id(channel: ChannelId) -> RoomId {
    RoomId::new(name(channel.get()))
}

pub(crate) fn server_id(guild: GuildId) -> ServerId {
    ServerId::new(name(guild.get()))
}

/// Returns a room's channel, unless it is on another platform.
pub(crate) fn room(id: &RoomId) -> Option<ChannelId> {
    number(id.as_str()).map(ChannelId::new)
}

pub(crate) fn server(id: &ServerId) -> Option<GuildId> {
    number(id.as_str()).map(GuildId::new)
}

pub(crate) fn role(id: &RoleId) -> Option<DiscordRole> {
    number(id.as_str()).map(DiscordRole::new)
}

pub(crate) fn event_id(event: ScheduledEventId) -> ServerEventId {
    ServerEventId::new(name(event.get()))
}

pub(crate) fn user(id: &PlayerId) -> Option<UserId> {
    number(id.as_str()).map(UserId::new)
}

/// Reads the member's permissions and roles, and the channel's parent, which Discord sends with each interaction.
pub(crate) fn context(member: Option<&Member>, channel: Option<&PartialChannel>) -> Context {
    let permissions = member
        .and_then(|member| member.permissions)
        .unwrap_or_default();
    let has = |permission| permissions.intersects(permission | Permissions::ADMINISTRATOR);
    let roles = member.iter().flat_map(|member| &member.roles);
    Context {
        manages: has(Permissions::MANAGE_GUILD),
        manages_roles: has(Permissions::MANAGE_ROLES),
        creates_events: has(Permissions::CREATE_EVENTS),
        roles: roles.map(|role| RoleId::new(name(role.get()))).collect(),
        parent: channel.and_then(parent),
        threadless: channel.is_some_and(|channel| is_voice(channel.kind)),
        ..Context::default()
    }
}

/// Returns the channel of a thread. The parent of any other channel is its category.
pub(crate) fn parent(channel: &PartialChannel) -> Option<RoomId> {
    let parent = channel.parent_id.filter(|_| is_thread(channel.kind))?;
    Some(RoomId::new(name(parent.get())))
}

pub(crate) fn message_id(message: MessageId) -> store::MessageId {
    store::MessageId::new(name(message.get()))
}

pub(crate) fn message(id: &store::MessageId) -> Option<MessageId> {
    number(id.as_str()).map(MessageId::new)
}

/// When a message was posted, by Discord's clock.
pub(crate) fn posted_at(message: MessageId) -> Timestamp {
    Timestamp(message.created_at().unix_timestamp() * 1000)
}

/// Whether someone who installed Delos for themselves uses it where it is no member: on a server that it has not joined, in a
/// group, or in a conversation between two others.
pub(crate) fn is_guest(
    guild: Option<GuildId>,
    owners: Option<&AuthorizingIntegrationOwners>,
    place: Option<InteractionContext>,
) -> bool {
    // Modals do not carry the owners; the button that opened one did.
    let is_installed = |owners: &AuthorizingIntegrationOwners| {
        let server = |owner: &_| matches!(owner, AuthorizingIntegrationOwner::GuildInstall(_));
        owners.0.iter().any(server)
    };
    let is_private = place == Some(InteractionContext::PrivateChannel);
    is_private || guild.is_some() && !owners.is_none_or(is_installed)
}

pub(crate) fn is_thread(kind: ChannelType) -> bool {
    matches!(
        kind,
        ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread
    )
}

/// Whether it is the chat of a voice or stage channel, in which no thread can be opened.
pub(crate) fn is_voice(kind: ChannelType) -> bool {
    matches!(kind, ChannelType::Voice | ChannelType::Stage)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_voice_channel_has_no_threads() {
        let context = |kind: u8| {
            let channel = serde_json::json!({ "id": "5", "name": "chat", "type": kind });
            context(None, Some(&serde_json::from_value(channel).unwrap()))
        };
        assert!(context(2).threadless && context(13).threadless);
        assert!(!context(0).threadless);
    }

    #[test]
    fn delos_is_a_guest_where_it_is_no_member() {
        let owners = |json| serde_json::from_str::<AuthorizingIntegrationOwners>(json).unwrap();
        let (server, own) = (owners(r#"{"0":"7"}"#), owners(r#"{"1":"8"}"#));
        let guild = Some(GuildId::new(7));
        let is_guest = |guild, owners, place| is_guest(guild, Some(owners), Some(place));
        assert!(is_guest(guild, &own, InteractionContext::Guild));
        assert!(is_guest(None, &own, InteractionContext::PrivateChannel));
        assert!(!is_guest(guild, &server, InteractionContext::Guild));
        assert!(!is_guest(None, &own, InteractionContext::BotDm));
    }
}
