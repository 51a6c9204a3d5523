//! Routes of the API that Delos uses.

use reqwest::Method;
use serenity::all::{
    ApplicationId, ChannelId, GuildId, MessageId, RoleId, ScheduledEventId, UserId,
};

use crate::rate_limits::Bucket;
use crate::token::Token;

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
        self.parts().2
    }

    /// The name and the major parameter of its bucket, and its path.
    fn parts(self) -> (&'static str, u64, String) {
        let channel = |id: ChannelId, rest: &str| (id.get(), format!("/channels/{id}{rest}"));
        let guild = |id: GuildId, rest: &str| (id.get(), format!("/guilds/{id}/{rest}"));
        let application = |id: ApplicationId, rest: &str| (0, format!("/applications/{id}/{rest}"));
        let webhook = |token: &Token, rest: &str| {
            let (application, secret) = (token.application, token.secret.expose());
            let path = format!("/webhooks/{application}/{secret}{rest}");
            (token.interaction.get(), path)
        };
        let (name, (major, path)) = match self {
            Self::Gateway => ("gateway", (0, "/gateway/bot".to_owned())),
            Self::Channel(id) => ("channel", channel(id, "")),
            Self::Messages(id) => ("messages", channel(id, "/messages")),
            Self::Message(id, message) => ("message", channel(id, &format!("/messages/{message}"))),
            Self::Threads(id, message) => {
                let rest = format!("/messages/{message}/threads");
                ("threads", channel(id, &rest))
            }
            Self::Typing(id) => ("typing", channel(id, "/typing")),
            Self::DirectMessages => ("direct messages", (0, "/users/@me/channels".to_owned())),
            Self::OwnUser => ("own user", (0, "/users/@me".to_owned())),
            Self::Member(id, user) => ("member", guild(id, &format!("members/{user}"))),
            Self::MemberRole(id, user, role) => {
                let rest = format!("members/{user}/roles/{role}");
                ("member role", guild(id, &rest))
            }
            Self::ScheduledEvents(id) => ("scheduled events", guild(id, "scheduled-events")),
            Self::ScheduledEvent(id, event) => {
                let rest = format!("scheduled-events/{event}");
                ("scheduled event", guild(id, &rest))
            }
            Self::Commands(id) => ("commands", application(id, "commands")),
            Self::Emoji(id) => ("emoji", application(id, "emojis")),
            Self::Callback(token) => {
                let (id, secret) = (token.interaction, token.secret.expose());
                let path = format!("/interactions/{id}/{secret}/callback");
                ("callback", (id.get(), path))
            }
            Self::FollowUps(token) => ("follow-ups", webhook(token, "")),
            Self::Response(token) => ("response", webhook(token, "/messages/@original")),
        };
        (name, major, path)
    }

    /// Whether it waits for the global rate limit, and behind the outbox. Answers to interactions don't count against that limit, and
    /// expire in seconds or minutes. Shards need the gateway's URL to connect, and to find out whether Discord can be reached.
    pub(super) fn is_global(self) -> bool {
        !matches!(
            self,
            Self::Gateway | Self::Callback(_) | Self::FollowUps(_) | Self::Response(_)
        )
    }

    pub(super) fn bucket(self, method: &Method) -> Bucket {
        let (route, major, _) = self.parts();
        Bucket {
            method: method.clone(),
            route,
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
