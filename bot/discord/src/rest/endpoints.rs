//! The requests that Delos sends, but for scheduled events.

use std::collections::HashMap;

use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use serenity::all::{
    ApplicationId, ChannelId, CreateInteractionResponse, CreateThread, EmojiId, GuildId, MessageId,
    PartialChannel, RoleId, UserId,
};

use super::client::Rest;
use super::error::Result;
use super::message::{HistoryMessage, Payload, Sent, WithId};
use super::route::Route;
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

/// The application's emoji by the names of their pictures.
pub(crate) type EmojiIds = HashMap<String, EmojiId>;

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
        let route = Route::Messages(channel);
        let sent = self.send(Method::POST, route, &[], Some(message), is_late);
        Ok(sent.await?.json().await?)
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

    pub(crate) async fn open_thread(
        &self,
        channel: ChannelId,
        message: MessageId,
        thread: &CreateThread<'_>,
    ) -> Result<ChannelId> {
        let route = Route::Threads(channel, message);
        self.create(route, json!(thread)).await
    }

    /// Changes a thread: whether it is `archived`, or `locked`.
    pub(crate) async fn change_thread(&self, thread: ChannelId, changes: Value) -> Result<()> {
        self.call(Method::PATCH, Route::Channel(thread), Some(&changes.into()))
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
        let body = json!({ "recipient_id": user });
        self.create(Route::DirectMessages, body).await
    }

    pub(crate) async fn gateway(&self) -> Result<Gateway> {
        self.get(Route::Gateway, &[]).await
    }

    pub(crate) async fn own_user(&self) -> Result<UserId> {
        let own: WithId<UserId> = self.get(Route::OwnUser, &[]).await?;
        Ok(own.id)
    }

    /// Whether a member of a server is a bot; an error if there is no such member.
    pub(crate) async fn is_bot(&self, guild: GuildId, user: UserId) -> Result<bool> {
        let member: Value = self.get(Route::Member(guild, user), &[]).await?;
        Ok(member["user"]["bot"] == true)
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

    pub(crate) async fn set_commands(
        &self,
        application: ApplicationId,
        commands: Vec<Value>,
    ) -> Result<()> {
        let body = Payload::from(Value::from(commands));
        self.call(Method::PUT, Route::Commands(application), Some(&body))
            .await
    }

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
        let body = json!({ "name": name, "image": image });
        self.create(Route::Emoji(application), body).await
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
        let route = Route::Response(token);
        let sent = self.send(Method::PATCH, route, &[], Some(message), || false);
        Ok(sent.await?.json().await?)
    }

    pub(crate) async fn delete_response(&self, token: &Token) -> Result<()> {
        self.call(Method::DELETE, Route::Response(token), None)
            .await
    }

    /// Returns `None` if the response is cut off: the request must not be repeated.
    pub(crate) async fn follow_up(&self, token: &Token, message: &Payload) -> Result<Option<Sent>> {
        let route = Route::FollowUps(token);
        let sent = self.send(Method::POST, route, &[], Some(message), || false);
        Ok(sent.await?.json().await.ok())
    }
}
