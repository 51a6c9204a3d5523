//! Routes of the API that Delos uses.

use reqwest::Method;
use serenity::all::{
    ApplicationId, ChannelId, GuildId, MessageId, RoleId, ScheduledEventId, UserId,
};

use crate::pacer::Bucket;
use crate::token::Token;

/// A route with its parameters.
#[derive(Clone, Copy)]
pub(super) enum Route<'a> {
    Gateway,
    Channel(ChannelId),
    Messages(ChannelId),
    Message(ChannelId, MessageId),
    Threads(ChannelId, MessageId),
    Typing(ChannelId),
    DirectMessages,
    OwnUser,
    Member(GuildId, UserId),
    MemberRole(GuildId, UserId, RoleId),
    ScheduledEvents(GuildId),
    ScheduledEvent(GuildId, ScheduledEventId),
    Commands(ApplicationId),
    Emoji(ApplicationId),
    Callback(&'a Token),
    FollowUps(&'a Token),
    Response(&'a Token),
}

impl Route<'_> {
    pub(super) fn path(self) -> String {
        match self {
            Self::Gateway => "/gateway/bot".to_owned(),
            Self::Channel(channel) => format!("/channels/{channel}"),
            Self::Messages(channel) => format!("/channels/{channel}/messages"),
            Self::Message(channel, message) => format!("/channels/{channel}/messages/{message}"),
            Self::Threads(channel, message) => {
                format!("/channels/{channel}/messages/{message}/threads")
            }
            Self::Typing(channel) => format!("/channels/{channel}/typing"),
            Self::DirectMessages => "/users/@me/channels".to_owned(),
            Self::OwnUser => "/users/@me".to_owned(),
            Self::Member(guild, user) => format!("/guilds/{guild}/members/{user}"),
            Self::MemberRole(guild, user, role) => {
                format!("/guilds/{guild}/members/{user}/roles/{role}")
            }
            Self::ScheduledEvents(guild) => format!("/guilds/{guild}/scheduled-events"),
            Self::ScheduledEvent(guild, event) => {
                format!("/guilds/{guild}/scheduled-events/{event}")
            }
            Self::Commands(application) => format!("/applications/{application}/commands"),
            Self::Emoji(application) => format!("/applications/{application}/emojis"),
            Self::Callback(token) => {
                format!(
                    "/interactions/{}/{}/callback",
                    token.interaction,
                    token.secret.expose()
                )
            }
            Self::FollowUps(token) => {
                format!("/webhooks/{}/{}", token.application, token.secret.expose())
            }
            Self::Response(token) => {
                let (application, secret) = (token.application, token.secret.expose());
                format!("/webhooks/{application}/{secret}/messages/@original")
            }
        }
    }

    /// Whether it answers an interaction. Such requests don't count against the global limit, and expire in seconds or minutes.
    fn is_answer(self) -> bool {
        matches!(
            self,
            Self::Callback(_) | Self::FollowUps(_) | Self::Response(_)
        )
    }

    /// Whether it waits for the global rate limit, and behind the outbox. The gateway's URL doesn't: shards need it to connect, and
    /// to find out whether Discord can be reached.
    pub(super) fn is_global(self) -> bool {
        !self.is_answer() && !matches!(self, Self::Gateway)
    }

    pub(super) fn bucket(self, method: &Method) -> Bucket {
        let (name, major) = match self {
            Self::Gateway => ("gateway", 0),
            Self::Channel(channel) => ("channel", channel.get()),
            Self::Messages(channel) => ("messages", channel.get()),
            Self::Message(channel, _) => ("message", channel.get()),
            Self::Threads(channel, _) => ("threads", channel.get()),
            Self::Typing(channel) => ("typing", channel.get()),
            Self::DirectMessages => ("direct messages", 0),
            Self::OwnUser => ("own user", 0),
            Self::Member(guild, _) => ("member", guild.get()),
            Self::MemberRole(guild, ..) => ("member role", guild.get()),
            Self::ScheduledEvents(guild) => ("scheduled events", guild.get()),
            Self::ScheduledEvent(guild, _) => ("scheduled event", guild.get()),
            Self::Commands(_) => ("commands", 0),
            Self::Emoji(_) => ("emoji", 0),
            Self::Callback(token) => ("callback", token.interaction.get()),
            Self::FollowUps(token) => ("follow-ups", token.interaction.get()),
            Self::Response(token) => ("response", token.interaction.get()),
        };
        Bucket {
            method: method.clone(),
            route: name,
            major,
            is_global: self.is_global(),
            is_proxied: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_connect_while_many_boards_are_pending() {
        assert!(!Route::Gateway.bucket(&Method::GET).is_global);
        let board = Route::Messages(ChannelId::new(7));
        assert!(board.bucket(&Method::POST).is_global);
    }
}
