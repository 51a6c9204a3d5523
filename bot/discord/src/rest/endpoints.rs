//! The requests that Delos sends, but for scheduled events.

use reqwest::Method;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use serenity::all::{
    ApplicationId, ChannelId, CreateInteractionResponse, CreateThread, EmojiId, GuildId, MessageId,
    PartialChannel, RoleId, UserId,
};

use super::client::Rest;
use super::error::Result;
use super::message::{Author, HistoryMessage, Payload, Sent};
use super::route::Route;
use crate::emoji::EmojiIds;
use crate::token::Token;

/// Maximum number of messages in one response.
pub(crate) const PAGE: usize = 100;

/// The gateway's URL and session limits.
#[derive(Debug, Deserialize)]
pub(crate) struct Gateway {
    pub(crate) url: String,
    /// The number of shards that Discord recommends.
    pub(crate) shards: u32,
    pub(crate) session_start_limit: SessionStartLimit,
}

#[derive(Debug, Deserialize)]
pub(crate) struct SessionStartLimit {
    /// Sessions left today.
    pub(crate) remaining: u64,
    /// Milliseconds until that number is reset.
    pub(crate) reset_after: u64,
    /// Sessions that may begin at once, every five seconds.
    pub(crate) max_concurrency: u32,
}

/// A member of a server.
#[derive(Debug, Deserialize)]
pub(crate) struct Member {
    pub(crate) user: Account,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Account {
    /// Absent for people.
    #[serde(default)]
    pub(crate) bot: bool,
}

/// A channel that was just opened.
#[derive(Deserialize)]
struct Opened {
    id: ChannelId,
}

/// Changes to a thread.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct ThreadChanges {
    pub(crate) archived: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) locked: Option<bool>,
}

impl ThreadChanges {
    pub(crate) const ARCHIVED: Self = Self {
        archived: true,
        locked: None,
    };
    pub(crate) const OPEN: Self = Self {
        archived: false,
        locked: None,
    };
}

/// The application's emoji.
#[derive(Deserialize)]
struct AllEmoji {
    items: Vec<OneEmoji>,
}

#[derive(Deserialize)]
struct OneEmoji {
    id: EmojiId,
    name: String,
}

impl Rest {
    /// Posts a message, unless its turn comes when it `is_late`; one with the nonce of a recent message returns that one.
    pub(crate) async fn post(
        &self,
        channel: ChannelId,
        message: &Payload,
        is_late: impl Fn() -> bool,
    ) -> Result<Sent> {
        self.read_in_time(Method::POST, Route::Messages(channel), message, is_late)
            .await
    }

    pub(crate) async fn edit(
        &self,
        channel: ChannelId,
        id: MessageId,
        message: &Payload,
    ) -> Result<()> {
        self.call(Method::PATCH, Route::Message(channel, id), Some(message))
            .await
    }

    /// A channel's messages before this one or the latest, newest first, [`PAGE`] at most.
    pub(crate) async fn history(
        &self,
        channel: ChannelId,
        before: Option<MessageId>,
    ) -> Result<Vec<HistoryMessage>> {
        let mut query = vec![("limit", PAGE.to_string())];
        query.extend(before.map(|id| ("before", id.to_string())));
        self.get(Route::Messages(channel), &query).await
    }

    /// Opens a thread that is attached to a message.
    pub(crate) async fn open_thread(
        &self,
        channel: ChannelId,
        message: MessageId,
        thread: &CreateThread<'_>,
    ) -> Result<ChannelId> {
        let body = Payload::from(json!(thread));
        let route = Route::Threads(channel, message);
        let opened: Opened = self.read(Method::POST, route, &body).await?;
        Ok(opened.id)
    }

    /// Archives or locks a thread.
    pub(crate) async fn change_thread(
        &self,
        thread: ChannelId,
        changes: ThreadChanges,
    ) -> Result<()> {
        let body = Payload::from(json!(changes));
        self.call(Method::PATCH, Route::Channel(thread), Some(&body))
            .await
    }

    pub(crate) async fn channel(&self, channel: ChannelId) -> Result<PartialChannel> {
        self.get(Route::Channel(channel), &[]).await
    }

    /// Shows for some seconds that the bot is typing.
    pub(crate) async fn show_typing(&self, channel: ChannelId) -> Result<()> {
        self.call(Method::POST, Route::Typing(channel), None).await
    }

    /// Finds or opens the channel for direct messages to a person.
    pub(crate) async fn direct_messages(&self, user: UserId) -> Result<ChannelId> {
        let body = Payload::from(json!({ "recipient_id": user }));
        let route = Route::DirectMessages;
        let opened: Opened = self.read(Method::POST, route, &body).await?;
        Ok(opened.id)
    }

    pub(crate) async fn gateway(&self) -> Result<Gateway> {
        self.get(Route::Gateway, &[]).await
    }

    /// The bot's own user.
    pub(crate) async fn own_user(&self) -> Result<UserId> {
        let own: Author = self.get(Route::OwnUser, &[]).await?;
        Ok(own.id)
    }

    /// Looks up a member of a server; an error if there is none.
    pub(crate) async fn member(&self, guild: GuildId, user: UserId) -> Result<Member> {
        self.get(Route::Member(guild, user), &[]).await
    }

    /// Gives a role to a member, who may have it already.
    pub(crate) async fn give_role(&self, guild: GuildId, user: UserId, role: RoleId) -> Result<()> {
        self.call(Method::PUT, Route::MemberRole(guild, user, role), None)
            .await
    }

    /// The registered global commands, in a form that can be sent back.
    pub(crate) async fn commands(&self, application: ApplicationId) -> Result<Vec<Value>> {
        let query = [("with_localizations", true.to_string())];
        self.get(Route::Commands(application), &query).await
    }

    /// Replaces the global commands.
    pub(crate) async fn set_commands(
        &self,
        application: ApplicationId,
        commands: Vec<Value>,
    ) -> Result<()> {
        let body = Payload::from(Value::from(commands));
        self.call(Method::PUT, Route::Commands(application), Some(&body))
            .await
    }

    /// The application's emoji.
    pub(crate) async fn emoji(&self, application: ApplicationId) -> Result<EmojiIds> {
        let all: AllEmoji = self.get(Route::Emoji(application), &[]).await?;
        let named = all.items.into_iter().map(|one| (one.name, one.id));
        Ok(named.collect())
    }

    /// Uploads an emoji from an image as a data URI.
    pub(crate) async fn create_emoji(
        &self,
        application: ApplicationId,
        name: &str,
        image: &str,
    ) -> Result<EmojiId> {
        let body = Payload::from(json!({ "name": name, "image": image }));
        let route = Route::Emoji(application);
        let created: OneEmoji = self.read(Method::POST, route, &body).await?;
        Ok(created.id)
    }

    /// Gives the first response to an interaction.
    pub(crate) async fn respond(
        &self,
        token: &Token,
        response: &CreateInteractionResponse,
    ) -> Result<()> {
        let body = Payload::from(json!(response));
        self.call(Method::POST, Route::Callback(token), Some(&body))
            .await
    }

    pub(crate) async fn edit_response(&self, token: &Token, message: &Payload) -> Result<Sent> {
        self.read(Method::PATCH, Route::Response(token), message)
            .await
    }

    pub(crate) async fn delete_response(&self, token: &Token) -> Result<()> {
        self.call(Method::DELETE, Route::Response(token), None)
            .await
    }

    pub(crate) async fn follow_up(&self, token: &Token, message: &Payload) -> Result<Option<Sent>> {
        self.read_once(Method::POST, Route::FollowUps(token), message)
            .await
    }
}
