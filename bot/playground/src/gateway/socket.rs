//! One WebSocket connection of a bot.

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

use super::Peer;
use crate::discord::opcode;
use crate::state::gateway::{Close, HEARTBEAT_MS, Outgoing, Socket};
use crate::state::{Shared, World};
use crate::time::admits;

/// Frames queued for a bot that does not read before its socket is cut.
const QUEUE: usize = 10_000;
const MAX_PAYLOADS_PER_MINUTE: usize = 120;
/// Time for the bot to return a close frame.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

pub(crate) async fn serve(shared: Arc<Shared>, listener: TcpListener) {
    let mut tasks = tokio::task::JoinSet::new();
    let mut number = 0;
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                let Ok((stream, _)) = accepted else { continue };
                // Dropping the stream ends the connection.
                if !shared.read(|w| w.gateway.refuses_connections) {
                    number += 1;
                    tasks.spawn(serve_bot(Arc::clone(&shared), stream, number));
                }
            },
            Some(_) = tasks.join_next() => {},
        }
    }
}

/// Performs the WebSocket handshake. Returns `None` if it fails or the API version is wrong.
async fn accept(stream: TcpStream) -> Option<WebSocketStream<TcpStream>> {
    // Only an optimization.
    drop(stream.set_nodelay(true));
    let mut version = None;
    #[expect(clippy::result_large_err, reason = "the type is tungstenite's")]
    let read_version = |request: &Request, response: Response| -> Result<Response, ErrorResponse> {
        let query = request.uri().query().unwrap_or_default();
        let mut parameters = query.split('&');
        version = parameters
            .find_map(|p| p.strip_prefix("v="))
            .map(str::to_owned);
        Ok(response)
    };
    let accepted = tokio_tungstenite::accept_hdr_async(stream, read_version).await;
    let mut ws = accepted.ok()?;
    if version.is_some_and(|v| v != "10") {
        close(&mut ws, (4012, "Invalid API version.")).await;
        return None;
    }
    Some(ws)
}

async fn hang(shared: &Shared) {
    let mut ticks = shared.ticks();
    if !shared.update(|w| {
        w.gateway.hanging += usize::from(w.gateway.hangs);
        w.gateway.hangs
    }) {
        return;
    }
    while shared.read(|w| w.gateway.hangs) && ticks.changed().await.is_ok() {}
    shared.update(|w| w.gateway.hanging -= 1);
}

async fn serve_bot(shared: Arc<Shared>, stream: TcpStream, number: u64) {
    hang(&shared).await;
    let Some(mut ws) = accept(stream).await else {
        return;
    };
    let (sender, mut outgoing) = mpsc::channel(QUEUE);
    let mut peer = Peer {
        socket: Socket { number, sender },
        session: None,
    };
    let interval = shared.read(|w| w.gateway.heartbeat_ms);
    let hello = json!({"heartbeat_interval": interval.unwrap_or(HEARTBEAT_MS)});
    peer.socket.send(opcode::HELLO, &hello);
    let (mut code, mut times) = (None, VecDeque::new());
    loop {
        tokio::select! {
            message = outgoing.recv() => match message {
                Some(Outgoing::Text(text)) => if ws.send(Frame::text(text)).await.is_err() { break },
                Some(Outgoing::Close(reason)) => {
                    close(&mut ws, reason).await;
                    break;
                },
                Some(Outgoing::Cut) | None => break,
            },
            frame = ws.next() => match frame {
                Some(Ok(Frame::Text(text))) => {
                    let received = shared.update(|w| {
                        check_rate(w, &mut times)?;
                        w.receive(&mut peer, &text)
                    });
                    if let Err(reason) = received {
                        close(&mut ws, reason).await;
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
    shared.update(|w| w.disconnected(&peer, code));
}

/// Counts a payload of the bot against the rate limit.
fn check_rate(w: &mut World, times: &mut VecDeque<u64>) -> Result<(), Close> {
    if admits(times, w.time.running_ms(), 60_000, MAX_PAYLOADS_PER_MINUTE) {
        return Ok(());
    }
    let message = "more than 120 gateway messages in a minute".to_owned();
    w.gateway_violation("gateway-rate", message, 4008);
    Err((4008, "You are being rate limited."))
}

async fn close(ws: &mut WebSocketStream<TcpStream>, (code, reason): Close) {
    let frame = CloseFrame {
        code: CloseCode::from(code),
        reason: reason.into(),
    };
    // The bot may be gone already.
    drop(ws.close(Some(frame)).await);
    // Closing a socket with unread bytes resets it, and the bot would not see the code: drain it first.
    let drain = async { while ws.next().await.is_some_and(|f| f.is_ok()) {} };
    drop(tokio::time::timeout(CLOSE_TIMEOUT, drain).await);
}
