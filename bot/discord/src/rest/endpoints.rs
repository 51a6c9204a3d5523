//! The requests that Delos sends, but for scheduled events.

use reqwest::Method;
use serde::Deserialize;
use serde_json::json;
use serenity::all::{
    ApplicationId, ChannelId, CreateCommand, CreateInteractionResponse, CreateThread, GuildId,
    MessageId, RoleId, UserId,
};

use super::client::Rest;
use super::message::{Author, HistoryMessage, Payload, Sent};
use super::route::Route;
use crate::token::Token;

/// Maximum number of messages in one response.
pub(crate) const PAGE: usize = 100;

/// A channel that was just opened.
#[derive(Deserialize)]
struct Opened {
    id: ChannelId,
}

impl Rest {
    /// Posts a message; one with the nonce of a recent message returns that one.
    pub(crate) async fn post(
        &self,
        channel: ChannelId,
        message: &Payload,
    ) -> serenity::Result<Sent> {
        self.read(Method::POST, Route::Messages(channel), &[], Some(message))
            .await
    }

    pub(crate) async fn edit(
        &self,
        channel: ChannelId,
        id: MessageId,
        message: &Payload,
    ) -> serenity::Result<()> {
        self.call(Method::PATCH, Route::Message(channel, id), Some(message))
            .await
    }

    /// A channel's messages before this one or the latest, newest first, [`PAGE`] at most.
    pub(crate) async fn history(
        &self,
        channel: ChannelId,
        before: Option<MessageId>,
    ) -> serenity::Result<Vec<HistoryMessage>> {
        let mut query = vec![("limit", PAGE.to_string())];
        query.extend(before.map(|id| ("before", id.to_string())));
        self.read(Method::GET, Route::Messages(channel), &query, None)
            .await
    }

    /// Opens a thread that is attached to a message.
    pub(crate) async fn open_thread(
        &self,
        channel: ChannelId,
        message: MessageId,
        thread: &CreateThread<'_>,
    ) -> serenity::Result<ChannelId> {
        let body = Payload::from(json!(thread));
        let opened: Opened = self
            .read(
                Method::POST,
                Route::Threads(channel, message),
                &[],
                Some(&body),
            )
            .await?;
        Ok(opened.id)
    }

    /// Shows for some seconds that the bot is typing.
    pub(crate) async fn show_typing(&self, channel: ChannelId) -> serenity::Result<()> {
        self.call(Method::POST, Route::Typing(channel), None).await
    }

    /// Finds or opens the channel for direct messages to a person.
    pub(crate) async fn direct_messages(&self, user: UserId) -> serenity::Result<ChannelId> {
        let body = Payload::from(json!({ "recipient_id": user }));
        let opened: Opened = self
            .read(Method::POST, Route::DirectMessages, &[], Some(&body))
            .await?;
        Ok(opened.id)
    }

    /// The bot's own user.
    pub(crate) async fn own_user(&self) -> serenity::Result<UserId> {
        let own: Author = self.read(Method::GET, Route::OwnUser, &[], None).await?;
        Ok(own.id)
    }

    /// Looks up a member of a server; an error if there is none.
    pub(crate) async fn member(&self, guild: GuildId, user: UserId) -> serenity::Result<()> {
        self.call(Method::GET, Route::Member(guild, user), None)
            .await
    }

    /// Gives a role to a member, who may have it already.
    pub(crate) async fn give_role(
        &self,
        guild: GuildId,
        user: UserId,
        role: RoleId,
    ) -> serenity::Result<()> {
        self.call(Method::PUT, Route::MemberRole(guild, user, role), None)
            .await
    }

    /// Replaces the slash commands.
    pub(crate) async fn set_commands(
        &self,
        application: ApplicationId,
        commands: &[CreateCommand],
    ) -> serenity::Result<()> {
        let body = Payload::from(json!(commands));
        self.call(Method::PUT, Route::Commands(application), Some(&body))
            .await
    }

    /// Gives the first response to an interaction.
    pub(crate) async fn respond(
        &self,
        token: &Token,
        response: &CreateInteractionResponse,
    ) -> serenity::Result<()> {
        let body = Payload::from(json!(response));
        self.call(Method::POST, Route::Callback(token), Some(&body))
            .await
    }

    pub(crate) async fn edit_response(
        &self,
        token: &Token,
        message: &Payload,
    ) -> serenity::Result<()> {
        self.call(Method::PATCH, Route::Response(token), Some(message))
            .await
    }

    pub(crate) async fn delete_response(&self, token: &Token) -> serenity::Result<()> {
        self.call(Method::DELETE, Route::Response(token), None)
            .await
    }

    pub(crate) async fn follow_up(&self, token: &Token, message: &Payload) -> serenity::Result<()> {
        self.call(Method::POST, Route::FollowUps(token), Some(message))
            .await
    }
}
