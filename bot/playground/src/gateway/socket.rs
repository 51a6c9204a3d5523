//! One connection of a bot: frames in, frames out.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Message as Frame};

use super::{Out, plain};
use crate::state::{Shared, World};

/// How many frames may wait for a bot that does not read before its socket is cut.
const QUEUE: usize = 10_000;

/// Accepts gateway connections for ever.
pub(crate) async fn serve(shared: Arc<Shared>, listener: TcpListener) {
    let mut tasks = tokio::task::JoinSet::new();
    let mut number = 0;
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                let Ok((stream, _)) = accepted else { continue };
                if shared.look(|w| w.gateway.refusing) {
                    continue; // dropped: the bot sees the connection end
                }
                number += 1;
                tasks.spawn(socket(Arc::clone(&shared), stream, number));
            },
            Some(_) = tasks.join_next() => {},
        }
    }
}

async fn socket(shared: Arc<Shared>, stream: TcpStream, number: u64) {
    drop(stream.set_nodelay(true));
    let mut version = None;
    #[expect(clippy::result_large_err, reason = "the type is tungstenite's")]
    let look = |request: &Request, response: Response| -> Result<Response, ErrorResponse> {
        let query = request.uri().query().unwrap_or_default();
        version = query
            .split('&')
            .find_map(|p| p.strip_prefix("v="))
            .map(str::to_owned);
        Ok(response)
    };
    let Ok(mut ws) = tokio_tungstenite::accept_hdr_async(stream, look).await else {
        return;
    };
    if version.as_deref().is_some_and(|v| v != "10") {
        close(&mut ws, 4012, "Invalid API version.").await;
        return;
    }
    let (tx, mut rx) = mpsc::channel(QUEUE);
    let hello = plain(
        10,
        &json!({"heartbeat_interval": shared.look(|w| w.gateway.heartbeat_ms)}),
    );
    drop(tx.try_send(Out::Text(hello)));
    let (mut mine, mut code, mut times) = (None, None, VecDeque::new());
    loop {
        tokio::select! {
            out = rx.recv() => match out {
                Some(Out::Text(text)) => if ws.send(Frame::Text(text)).await.is_err() { break },
                Some(Out::Close(code, reason)) => {
                    close(&mut ws, code, reason).await;
                    break;
                },
                Some(Out::Cut) | None => break,
            },
            frame = ws.next() => match frame {
                Some(Ok(Frame::Text(text))) => {
                    let answer = shared.change(|w| {
                        pace(w, &mut times)?;
                        w.gateway_message(number, &tx, &text, &mut mine)
                    });
                    if let Err((code, reason)) = answer {
                        close(&mut ws, code, reason).await;
                        break;
                    }
                },
                Some(Ok(Frame::Close(frame))) => {
                    code = frame.map(|f| u16::from(f.code));
                    break;
                },
                Some(Ok(_)) => {},
                Some(Err(_)) | None => break,
            },
        }
    }
    drop(ws);
    if let Some(key) = mine {
        shared.change(|w| w.socket_gone(number, key, code));
    }
}

/// At most 120 messages of the bot in a minute.
fn pace(w: &mut World, times: &mut VecDeque<u64>) -> Result<(), (u16, &'static str)> {
    let now = w.time.running_ms();
    times.push_back(now);
    while times.front().is_some_and(|t| t + 60_000 < now) {
        times.pop_front();
    }
    if times.len() > 120 {
        w.gateway_fault(
            "gateway-rate",
            "more than 120 gateway messages in a minute".to_owned(),
            4008,
        );
        return Err((4008, "You are being rate limited."));
    }
    Ok(())
}

async fn close(ws: &mut WebSocketStream<TcpStream>, code: u16, reason: &'static str) {
    let frame = CloseFrame {
        code: CloseCode::from(code),
        reason: reason.into(),
    };
    // The bot may be gone already; then there is nobody to tell.
    drop(ws.close(Some(frame)).await);
    // A socket that is closed with unread bytes is reset, and the bot would not see the code: read until it says goodbye.
    let goodbye = async { while ws.next().await.is_some_and(|f| f.is_ok()) {} };
    drop(tokio::time::timeout(Duration::from_secs(2), goodbye).await);
}
