//! One connection to the gateway, and the payloads that cross it.
//!
//! CITE: <https://discord.com/developers/docs/events/gateway>

use std::io::Read as _;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use flate2::read::ZlibDecoder;
use futures_util::{SinkExt as _, StreamExt as _};
use rustls::{ClientConfig, RootCertStore};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::{Instant, error::Elapsed, interval_at, timeout};
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::tungstenite::{self, Message as Frame};
use tokio_tungstenite::{
    Connector, MaybeTlsStream, WebSocketStream, connect_async_tls_with_config,
};
use webpki_roots::TLS_SERVER_ROOTS;

/// Time limit of connecting, of sending a payload, and of the greeting.
const TIMEOUT: Duration = Duration::from_secs(15);
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

mod opcode {
    pub(super) const DISPATCH: u8 = 0;
    pub(super) const HEARTBEAT: u8 = 1;
    pub(super) const RECONNECT: u8 = 7;
    pub(super) const INVALID_SESSION: u8 = 9;
    pub(super) const HELLO: u8 = 10;
    pub(super) const HEARTBEAT_ACK: u8 = 11;
}

#[derive(Clone, Copy)]
pub(super) enum Operation {
    Heartbeat = 1,
    Identify = 2,
    Resume = 6,
}

#[derive(Debug)]
pub(super) enum Received {
    Hello {
        heartbeat: Duration,
    },
    Event {
        seq: u64,
        name: String,
        data: Box<RawValue>,
    },
    /// Discord asks for a heartbeat.
    Beat,
    Acknowledged,
    Reconnect,
    InvalidSession {
        can_resume: bool,
    },
    /// Anything else, which doesn't concern a bot.
    Other,
}

/// The end of a connection.
#[derive(Debug, thiserror::Error)]
pub(super) enum Lost {
    #[error("closed with code {0}: {1}")]
    Closed(u16, String),
    #[error("ended")]
    Ended,
    #[error("Discord asks to reconnect")]
    Reconnect,
    #[error("the session is invalid")]
    InvalidSession,
    #[error("a heartbeat was not acknowledged")]
    Unacknowledged,
    #[error("the session did not begin")]
    NotBegun,
    #[error("no answer")]
    Silent(#[from] Elapsed),
    #[error("{0}")]
    Network(#[from] tungstenite::Error),
    #[error("{0}")]
    Tls(#[from] rustls::Error),
}

impl Lost {
    /// Whether the connection may have been dead before that was noticed.
    pub(super) fn is_dead(&self) -> bool {
        matches!(
            self,
            Self::Unacknowledged | Self::Silent(_) | Self::Network(_)
        )
    }
}

pub(super) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    /// Connects to the gateway at this address; returns the time between heartbeats.
    pub(super) async fn connect(url: &str) -> Result<(Self, Duration), Lost> {
        let url = format!("{}/?v=10&encoding=json", url.trim_end_matches('/'));
        // A server's data may be larger than the default limits.
        let config = WebSocketConfig::default()
            .max_message_size(None)
            .max_frame_size(None);
        let tls = Connector::Rustls(Arc::new(tls()?));
        let connected = connect_async_tls_with_config(url, Some(config), false, Some(tls));
        let mut socket = Self(timeout(TIMEOUT, connected).await??.0);
        match timeout(TIMEOUT, socket.next()).await?? {
            Received::Hello { heartbeat } => Ok((socket, heartbeat)),
            _ => Err(Lost::Ended),
        }
    }

    pub(super) async fn send(&mut self, operation: Operation, data: Value) -> Result<(), Lost> {
        let payload = json!({ "op": operation as u8, "d": data }).to_string();
        Ok(timeout(TIMEOUT, self.0.send(Frame::text(payload))).await??)
    }

    /// Keeps a connection without a session alive while something else is under way.
    pub(super) async fn keep_during<T>(
        &mut self,
        heartbeat: Duration,
        work: impl Future<Output = T>,
    ) -> Result<T, Lost> {
        let mut work = pin!(work);
        let mut beats = interval_at(Instant::now() + heartbeat, heartbeat);
        loop {
            let received = tokio::select! {
                done = &mut work => return Ok(done),
                received = self.next() => received?,
                _ = beats.tick() => Received::Beat,
            };
            match received {
                Received::Beat => self.send(Operation::Heartbeat, Value::Null).await?,
                Received::Reconnect => return Err(Lost::Reconnect),
                _ => {}
            }
        }
    }

    pub(super) async fn next(&mut self) -> Result<Received, Lost> {
        match self.0.next().await {
            Some(Ok(Frame::Text(text))) => Ok(read(&text)),
            Some(Ok(Frame::Binary(bytes))) => Ok(read(&inflate(&bytes))),
            Some(Ok(Frame::Close(Some(frame)))) => {
                Err(Lost::Closed(frame.code.into(), frame.reason.to_string()))
            }
            Some(Ok(Frame::Close(None))) | None => Err(Lost::Ended),
            Some(Ok(_)) => Ok(Received::Other),
            Some(Err(error)) => Err(error.into()),
        }
    }

    /// Closes the connection. Codes 1000 and 1001 end the session, too.
    pub(super) async fn close(mut self, code: u16) -> Result<(), Lost> {
        let frame = CloseFrame {
            code: code.into(),
            reason: "".into(),
        };
        let closed = async {
            self.0.close(Some(frame)).await?;
            while self.0.next().await.is_some_and(|frame| frame.is_ok()) {}
            Ok(())
        };
        timeout(CLOSE_TIMEOUT, closed).await?
    }
}

/// TLS with Mozilla's root certificates, like the REST client.
fn tls() -> Result<ClientConfig, rustls::Error> {
    let authorities = TLS_SERVER_ROOTS.iter().cloned().collect::<RootCertStore>();
    let ring = Arc::new(rustls::crypto::ring::default_provider());
    Ok(ClientConfig::builder_with_provider(ring)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(authorities)
        .with_no_client_auth())
}

/// Discord compresses large payloads.
fn inflate(bytes: &[u8]) -> String {
    let mut text = String::new();
    if let Err(error) = ZlibDecoder::new(bytes).read_to_string(&mut text) {
        tracing::warn!(%error, "gateway payload not decompressed");
    }
    text
}

/// Reads a payload. One that can't be read is skipped: resuming would bring it again.
fn read(text: &str) -> Received {
    parse(text).unwrap_or_else(|error| {
        tracing::warn!(%error, "gateway payload not readable");
        Received::Other
    })
}

fn parse(text: &str) -> serde_json::Result<Received> {
    #[derive(Deserialize)]
    struct Payload<'a> {
        op: u8,
        #[serde(borrow)]
        d: Option<&'a RawValue>,
        s: Option<u64>,
        t: Option<String>,
    }
    #[derive(Deserialize)]
    struct Hello {
        heartbeat_interval: u64,
    }
    let Payload { op, d, s, t } = serde_json::from_str(text)?;
    let data = d.unwrap_or(RawValue::NULL);
    Ok(match (op, s, t) {
        (opcode::DISPATCH, Some(seq), Some(name)) => Received::Event {
            seq,
            name,
            data: data.to_owned(),
        },
        (opcode::HEARTBEAT, ..) => Received::Beat,
        (opcode::RECONNECT, ..) => Received::Reconnect,
        (opcode::INVALID_SESSION, ..) => Received::InvalidSession {
            can_resume: serde_json::from_str(data.get())?,
        },
        (opcode::HELLO, ..) => Received::Hello {
            heartbeat: Duration::from_millis(
                serde_json::from_str::<Hello>(data.get())?.heartbeat_interval,
            ),
        },
        (opcode::HEARTBEAT_ACK, ..) => Received::Acknowledged,
        _ => Received::Other,
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::{Compression, write::ZlibEncoder};

    use super::*;

    #[test]
    fn a_payload_may_be_compressed_or_have_no_data() {
        let mut compressed = ZlibEncoder::new(Vec::new(), Compression::default());
        let payload = br#"{"t":"READY","s":1,"op":0,"d":{"v":10}}"#;
        compressed.write_all(payload).expect("written");
        let ready = inflate(&compressed.finish().expect("finished"));
        let resumed = r#"{"t":"RESUMED","s":7,"op":0,"d":null}"#;
        for (text, event) in [
            (&*ready, (1, "READY", r#"{"v":10}"#)),
            (resumed, (7, "RESUMED", "null")),
        ] {
            let Received::Event { seq, name, data } = read(text) else {
                panic!("{text}");
            };
            assert_eq!((seq, name.as_str(), data.get()), event);
        }
    }

    #[test]
    fn a_payload_that_cannot_be_read_is_skipped() {
        for text in [&*inflate(b"not compressed"), "{", "{\"op\":9}"] {
            assert!(matches!(read(text), Received::Other), "{text}");
        }
    }
}
