//! Sends requests within the rate limits that Discord announces.

use reqwest::Method;
use reqwest::header::{AUTHORIZATION, CONTENT_LENGTH};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::error::{Error, Result, code};
use super::message::{Payload, WithId};
use super::route::Route;
use crate::rate_limits::{Bucket, Pacer, Verdict};
use store::Secret;

/// The server unless `DISCORD_API` names another.
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

#[derive(Debug)]
pub(crate) struct Rest {
    server: Target,
    /// A rate-limiting proxy for everything except the gateway's URL and answers to interactions. Those have limits of their own,
    /// which no other process uses up, and must not wait behind other requests.
    proxy: Option<Target>,
    /// `Bot` and the token.
    authorization: Secret,
    pacer: Pacer,
    stop: CancellationToken,
}

impl Rest {
    /// Creates a client that no longer waits for rate limits after `stop`.
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
            pacer: Pacer::default(),
            stop,
        }
    }

    /// Sends requests through a rate-limiting proxy, by a client that waits as long as the proxy holds them back.
    pub(crate) fn through(mut self, client: reqwest::Client, proxy: &str) -> Self {
        self.proxy = Some(Target::new(client, proxy));
        self
    }

    /// Sends a request without reading the response.
    pub(super) async fn call(
        &self,
        method: Method,
        route: Route<'_>,
        body: Option<&Payload>,
    ) -> Result<()> {
        let sent = self.send(method, route, &[], body, || false).await;
        sent.map(drop)
    }

    /// Sends a GET request and reads the response.
    pub(super) async fn get<T: DeserializeOwned>(
        &self,
        route: Route<'_>,
        query: &[(&str, String)],
    ) -> Result<T> {
        let sent = self.send(Method::GET, route, query, None, || false).await?;
        Ok(sent.json().await?)
    }

    /// Creates something by a POST request, and returns its id. If the response is cut, the request took effect: that error is
    /// transient, and a retry finds what was done.
    pub(super) async fn create<I: DeserializeOwned>(
        &self,
        route: Route<'_>,
        body: Value,
    ) -> Result<I> {
        let body = Payload::from(body);
        let sent = self.send(Method::POST, route, &[], Some(&body), || false);
        let created: WithId<I> = sent.await?.json().await?;
        Ok(created.id)
    }

    /// Sends a request, again after each rate limit that it runs into, unless that takes until `is_late`; that error is transient.
    pub(super) async fn send(
        &self,
        method: Method,
        route: Route<'_>,
        query: &[(&str, String)],
        body: Option<&Payload>,
        is_late: impl Fn() -> bool,
    ) -> Result<reqwest::Response> {
        let proxy = self.proxy.as_ref().filter(|_| route.is_global());
        let bucket = Bucket {
            is_proxied: proxy.is_some(),
            ..route.bucket(&method)
        };
        let target = proxy.unwrap_or(&self.server);
        let url = format!("{}{}", target.base, route.path());
        loop {
            self.wait(&bucket).await?;
            if is_late() {
                return Err(Error::Unanswered("the request waited too long"));
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
                Some(payload) => request.multipart(payload.form()?),
            };
            let response = request.query(query).send().await?;
            let (status, headers) = (response.status(), response.headers().clone());
            let record = || self.pacer.record(&bucket, status, &headers);
            if status.is_success() {
                record();
                return Ok(response);
            }
            let refused = Error::refused(response).await;
            // That limit is none of the route: other messages can be edited.
            let is_of_message = refused.has_code(code::TOO_MANY_OLD_EDITS);
            if is_of_message || record() == Verdict::Answered {
                return Err(refused);
            }
            tracing::debug!(?bucket, "rate limit reached");
        }
    }

    /// Waits until the bucket has room. At shutdown a request in flight is finished, and one that would have to wait is left to
    /// the next run.
    async fn wait(&self, bucket: &Bucket) -> Result<()> {
        let waited = self.stop.run_until_cancelled(self.pacer.wait(bucket)).await;
        if waited.is_some() || self.pacer.try_take(bucket) {
            return Ok(());
        }
        Err(Error::Unanswered("the program is stopping"))
    }
}

#[cfg(test)]
mod tests {
    use serenity::all::{ChannelId, MessageId};
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    /// The outcome of the only request that `perform` may send, and its head in lower case.
    async fn exchange<F>(answer: &str, perform: impl FnOnce(Rest) -> F) -> (Result<()>, String)
    where
        F: Future<Output = Result<()>>,
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
        let server = async move {
            let (mut stream, _) = listener.accept().await.expect("accepted");
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                head.push(stream.read_u8().await.expect("read"));
            }
            let written = stream.write_all(answer.as_bytes());
            written.await.expect("written");
            String::from_utf8(head).expect("text").to_lowercase()
        };
        tokio::join!(perform(rest), server)
    }

    #[tokio::test]
    async fn a_request_without_a_body_says_its_length_once() {
        let typing = |rest: Rest| async move {
            rest.call(Method::POST, Route::Typing(ChannelId::new(7)), None)
                .await
        };
        let (performed, head) = exchange("HTTP/1.1 204 No Content\r\n\r\n", typing).await;
        performed.expect("performed");
        assert_eq!(head.matches("content-length: 0\r\n").count(), 1, "{head}");
        assert_eq!(head.matches("content-length").count(), 1, "{head}");
    }

    #[tokio::test]
    async fn a_refusal_to_edit_old_messages_is_told_at_once() {
        let body = r#"{"code":30046,"message":"Maximum number of edits reached."}"#;
        let length = body.len();
        let refusal = format!(
            "HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        let edit = |rest: Rest| async move {
            let board = Route::Message(ChannelId::new(7), MessageId::new(8));
            let edited = rest.call(Method::PATCH, board, None).await;
            let other = Route::Message(ChannelId::new(7), MessageId::new(9));
            let bucket = other.bucket(&Method::PATCH);
            assert!(rest.pacer.try_take(&bucket), "others can be edited");
            edited
        };
        let (edited, _) = exchange(&refusal, edit).await;
        let refused = edited.expect_err("refused");
        assert_eq!(refused.code(), Some(code::TOO_MANY_OLD_EDITS));
    }
}
