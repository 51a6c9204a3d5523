//! Discord's REST API, within the rate limits that its responses announce.
//!
//! serenity's client is not used: its rate limiter ignores a proxy, and without it `Retry-After` is lost. A response is read
//! only for what is needed, so one with new fields or types is no error.

pub(crate) mod scheduled_events;

use bytes::Bytes;
use reqwest::Method;
use reqwest::header::{AUTHORIZATION, CONTENT_LENGTH};
use reqwest::multipart::{Form, Part};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use serenity::all::{
    ApplicationId, ChannelId, CreateCommand, CreateInteractionResponse, CreateThread, GuildId,
    InteractionId, MessageId, RoleId, ScheduledEventId, UserId,
};
use serenity::http::{ErrorResponse, HttpError};
use tokio_util::sync::CancellationToken;

use crate::pacer::{Bucket, RateLimits};
use store::Secret;

/// Where Discord is without `DISCORD_API`.
const DISCORD: &str = "https://discord.com";
/// The path of the API's version.
const VERSION: &str = "/api/v10";
/// Discord asks for this form.
pub(crate) const USER_AGENT: &str = concat!(
    "DiscordBot (",
    env!("CARGO_PKG_REPOSITORY"),
    ", ",
    env!("CARGO_PKG_VERSION"),
    ")"
);
/// The most messages in one response.
pub(crate) const PAGE: usize = 100;

/// The JSON and the files of a message.
#[derive(Clone, Debug)]
pub(crate) struct Payload {
    pub(crate) json: Value,
    pub(crate) files: Vec<File>,
}

#[derive(Clone, Debug)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) media_type: String,
    /// Alt text.
    pub(crate) description: String,
    pub(crate) content: Bytes,
}

impl File {
    fn part(&self) -> reqwest::Result<Part> {
        Part::stream(self.content.clone())
            .file_name(self.name.clone())
            .mime_str(&self.media_type)
    }
}

/// The right to respond to an interaction.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) application: ApplicationId,
    pub(crate) interaction: InteractionId,
    pub(crate) secret: Secret,
}

/// A message that was just posted.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Sent {
    pub(crate) id: MessageId,
    pub(crate) channel_id: ChannelId,
}

/// A message of a channel's history.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct HistoryMessage {
    pub(crate) id: MessageId,
    pub(crate) author: Author,
    pub(crate) content: String,
    /// Present in replies.
    #[serde(default)]
    pub(crate) message_reference: Option<Value>,
    #[serde(default)]
    pub(crate) components: Value,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Author {
    pub(crate) id: UserId,
}

/// A channel that was just opened.
#[derive(Deserialize)]
struct Opened {
    id: ChannelId,
}

/// A route with its parameters.
#[derive(Clone, Copy)]
pub(crate) enum Route<'a> {
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
    Callback(&'a Token),
    FollowUps(&'a Token),
    Response(&'a Token),
}

impl Route<'_> {
    fn path(self) -> String {
        match self {
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

    /// Whether it answers an interaction: not limited by the limit for all requests, but by a few seconds or minutes.
    fn is_answer(self) -> bool {
        matches!(
            self,
            Self::Callback(_) | Self::FollowUps(_) | Self::Response(_)
        )
    }

    fn bucket(self, method: &Method) -> Bucket {
        let (name, major) = match self {
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
            Self::Callback(token) => ("callback", token.interaction.get()),
            Self::FollowUps(token) => ("follow-ups", token.interaction.get()),
            Self::Response(token) => ("response", token.interaction.get()),
        };
        Bucket {
            method: method.clone(),
            route: name,
            major,
            is_global: !self.is_answer(),
            is_proxied: false,
        }
    }
}

/// Where requests go.
#[derive(Debug)]
struct Target {
    client: reqwest::Client,
    base: String,
}

impl Target {
    fn new(client: reqwest::Client, server: &str) -> Self {
        let server = server.trim_end_matches('/');
        Self {
            client,
            base: format!("{server}{VERSION}"),
        }
    }
}

/// A client of the API.
#[derive(Debug)]
pub(crate) struct Rest {
    server: Target,
    /// A rate-limiting proxy for everything but answers to interactions. Those have their own limits, which no other process uses
    /// up, and must not wait behind other requests.
    proxy: Option<Target>,
    /// `Bot` and the token.
    authorization: Secret,
    limits: RateLimits,
    stop: CancellationToken,
}

impl Rest {
    /// A client that no longer waits for rate limits after `stop`.
    pub(crate) fn new(
        client: reqwest::Client,
        token: &Secret,
        api: Option<&str>,
        stop: CancellationToken,
    ) -> Self {
        Self {
            server: Target::new(client, api.unwrap_or(DISCORD)),
            proxy: None,
            authorization: Secret::from(format!("Bot {}", token.expose())),
            limits: RateLimits::default(),
            stop,
        }
    }

    /// Sends requests through a rate-limiting proxy, by a client that waits as long as the proxy holds them back.
    pub(crate) fn through(mut self, client: reqwest::Client, proxy: &str) -> Self {
        self.proxy = Some(Target::new(client, proxy));
        self
    }

    /// Posts a message; one with the nonce of a recent message returns that one.
    pub(crate) async fn post(
        &self,
        channel: ChannelId,
        message: &Payload,
    ) -> serenity::Result<Sent> {
        self.read(Method::POST, Route::Messages(channel), Some(message))
            .await
    }

    pub(crate) async fn edit(
        &self,
        channel: ChannelId,
        id: MessageId,
        message: &Payload,
    ) -> serenity::Result<()> {
        self.send(Method::PATCH, Route::Message(channel, id), Some(message))
            .await?;
        Ok(())
    }

    /// A channel's messages before this one or the latest, newest first, [`PAGE`] at most.
    pub(crate) async fn history(
        &self,
        channel: ChannelId,
        before: Option<MessageId>,
    ) -> serenity::Result<Vec<HistoryMessage>> {
        let mut query = vec![("limit", PAGE.to_string())];
        query.extend(before.map(|id| ("before", id.to_string())));
        let answer = self.perform(Method::GET, Route::Messages(channel), &query, None);
        read(answer.await?).await
    }

    /// Opens a thread beneath a message.
    pub(crate) async fn open_thread(
        &self,
        channel: ChannelId,
        message: MessageId,
        thread: &CreateThread<'_>,
    ) -> serenity::Result<ChannelId> {
        let body = plain(json!(thread));
        let opened: Opened = self
            .read(Method::POST, Route::Threads(channel, message), Some(&body))
            .await?;
        Ok(opened.id)
    }

    /// Shows for some seconds that the bot is typing.
    pub(crate) async fn show_typing(&self, channel: ChannelId) -> serenity::Result<()> {
        self.send(Method::POST, Route::Typing(channel), None)
            .await?;
        Ok(())
    }

    /// Finds or opens the channel for direct messages to a person.
    pub(crate) async fn direct_messages(&self, user: UserId) -> serenity::Result<ChannelId> {
        let body = plain(json!({ "recipient_id": user }));
        let opened: Opened = self
            .read(Method::POST, Route::DirectMessages, Some(&body))
            .await?;
        Ok(opened.id)
    }

    /// The bot's own user.
    pub(crate) async fn own_user(&self) -> serenity::Result<UserId> {
        let own: Author = self.read(Method::GET, Route::OwnUser, None).await?;
        Ok(own.id)
    }

    /// Looks up a member of a server; an error if there is none.
    pub(crate) async fn member(&self, guild: GuildId, user: UserId) -> serenity::Result<()> {
        self.send(Method::GET, Route::Member(guild, user), None)
            .await?;
        Ok(())
    }

    /// Gives a role to a member, who may have it already.
    pub(crate) async fn give_role(
        &self,
        guild: GuildId,
        user: UserId,
        role: RoleId,
    ) -> serenity::Result<()> {
        self.send(Method::PUT, Route::MemberRole(guild, user, role), None)
            .await?;
        Ok(())
    }

    /// Replaces the slash commands.
    pub(crate) async fn set_commands(
        &self,
        application: ApplicationId,
        commands: &[CreateCommand],
    ) -> serenity::Result<()> {
        let body = plain(json!(commands));
        self.send(Method::PUT, Route::Commands(application), Some(&body))
            .await?;
        Ok(())
    }

    /// Gives the first response to an interaction.
    pub(crate) async fn respond(
        &self,
        token: &Token,
        response: &CreateInteractionResponse,
    ) -> serenity::Result<()> {
        let body = plain(json!(response));
        self.send(Method::POST, Route::Callback(token), Some(&body))
            .await?;
        Ok(())
    }

    pub(crate) async fn edit_response(
        &self,
        token: &Token,
        message: &Payload,
    ) -> serenity::Result<()> {
        self.send(Method::PATCH, Route::Response(token), Some(message))
            .await?;
        Ok(())
    }

    pub(crate) async fn delete_response(&self, token: &Token) -> serenity::Result<()> {
        self.send(Method::DELETE, Route::Response(token), None)
            .await?;
        Ok(())
    }

    pub(crate) async fn follow_up(&self, token: &Token, message: &Payload) -> serenity::Result<()> {
        self.send(Method::POST, Route::FollowUps(token), Some(message))
            .await?;
        Ok(())
    }

    /// Sends a request, and reads the response.
    pub(crate) async fn read<T: DeserializeOwned>(
        &self,
        method: Method,
        route: Route<'_>,
        body: Option<&Payload>,
    ) -> serenity::Result<T> {
        read(self.send(method, route, body).await?).await
    }

    pub(crate) async fn send(
        &self,
        method: Method,
        route: Route<'_>,
        body: Option<&Payload>,
    ) -> serenity::Result<reqwest::Response> {
        self.perform(method, route, &[], body).await
    }

    /// Sends a request until it is not refused for its rate.
    async fn perform(
        &self,
        method: Method,
        route: Route<'_>,
        query: &[(&str, String)],
        body: Option<&Payload>,
    ) -> serenity::Result<reqwest::Response> {
        let proxy = self.proxy.as_ref().filter(|_| !route.is_answer());
        let bucket = Bucket {
            is_proxied: proxy.is_some(),
            ..route.bucket(&method)
        };
        let target = proxy.unwrap_or(&self.server);
        let url = format!("{}{}", target.base, route.path());
        loop {
            let permitted = self.stop.run_until_cancelled(self.limits.permit(&bucket));
            // A request in flight is finished; one that would have to wait is left to the next run.
            if permitted.await.is_none() && !self.limits.permits_now(&bucket) {
                return Err(serenity::Error::Other("the program is stopping"));
            }
            let request = target
                .client
                .request(method.clone(), &url)
                .header(AUTHORIZATION, self.authorization.expose());
            let request = match body {
                // Discord demands a length, and nothing else adds one.
                None if method != Method::GET => request.header(CONTENT_LENGTH, 0),
                None => request,
                Some(Payload { json, files }) if files.is_empty() => request.json(json),
                Some(payload) => request.multipart(form(payload)?),
            };
            let response = request.query(query).send().await?;
            if self
                .limits
                .note(&bucket, response.status(), response.headers())
            {
                tracing::debug!(?bucket, "rate limit reached");
                continue;
            }
            if response.status().is_success() {
                return Ok(response);
            }
            let error = ErrorResponse::from_response(response, method).await;
            return Err(HttpError::UnsuccessfulRequest(error).into());
        }
    }
}

/// Reads a response. If it was cut, the request took effect: that error is transient, and a retry finds what was done.
async fn read<T: DeserializeOwned>(response: reqwest::Response) -> serenity::Result<T> {
    Ok(response.json().await?)
}

pub(crate) fn plain(json: Value) -> Payload {
    Payload {
        json,
        files: Vec::new(),
    }
}

/// The files first, then the JSON.
fn form(payload: &Payload) -> reqwest::Result<Form> {
    let mut form = Form::new();
    for (n, file) in payload.files.iter().enumerate() {
        form = form.part(format!("files[{n}]"), file.part()?);
    }
    Ok(form.text("payload_json", payload.json.to_string()))
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    /// The head of the only request that `perform` sends, in lower case.
    async fn head<F>(perform: impl FnOnce(Rest) -> F) -> String
    where
        F: Future<Output = serenity::Result<()>>,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("bound");
        let address = listener.local_addr().expect("bound");
        let client = reqwest::Client::builder().no_proxy().build();
        let rest = Rest::new(
            client.expect("built"),
            &Secret::from("token".to_owned()),
            Some(&format!("http://{address}")),
            CancellationToken::new(),
        );
        let server = async {
            let (mut stream, _) = listener.accept().await.expect("accepted");
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                head.push(stream.read_u8().await.expect("read"));
            }
            let answer = stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n");
            answer.await.expect("written");
            String::from_utf8(head).expect("text").to_lowercase()
        };
        let (performed, head) = tokio::join!(perform(rest), server);
        performed.expect("performed");
        head
    }

    #[tokio::test]
    async fn a_request_without_a_body_says_its_length_once() {
        let head = head(|rest| async move { rest.show_typing(ChannelId::new(7)).await }).await;
        assert_eq!(head.matches("content-length: 0\r\n").count(), 1, "{head}");
        assert_eq!(head.matches("content-length").count(), 1, "{head}");
    }
}
