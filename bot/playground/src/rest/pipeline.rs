//! The way of a request: route, token, holds and faults, rate limits, body, handler, call log.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::extract::connect_info::Connected;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::serve::IncomingStream;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

use super::{Ctx, Route, find};
use crate::calls::{ApiError, Call, Fault};
use crate::faults::{Toll, What, covers};
use crate::messages::Upload;
use crate::state::Shared;

/// The largest request that Discord takes.
const REQUEST_BYTES: usize = 25 << 20;

/// Serves connections whose answers can be cut off.
#[derive(Debug)]
pub(crate) struct Loopback(pub(crate) TcpListener);

/// Lets a handler end the connection that it answers on.
#[derive(Debug, Clone, Default)]
pub(crate) struct Connection(Arc<AtomicBool>);

/// A socket that stops when its connection is to be cut.
#[derive(Debug)]
pub(crate) struct Wire {
    stream: TcpStream,
    connection: Connection,
}

impl axum::serve::Listener for Loopback {
    type Io = Wire;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Wire, SocketAddr) {
        loop {
            match self.0.accept().await {
                Ok((stream, address)) => {
                    drop(stream.set_nodelay(true));
                    return (
                        Wire {
                            stream,
                            connection: Connection::default(),
                        },
                        address,
                    );
                }
                // Out of file descriptors, most likely: others will close theirs.
                Err(_) => tokio::time::sleep(std::time::Duration::from_millis(20)).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

impl Connected<IncomingStream<'_, Loopback>> for Connection {
    fn connect_info(stream: IncomingStream<'_, Loopback>) -> Self {
        stream.io().connection.clone()
    }
}

impl Wire {
    fn check(&self) -> io::Result<()> {
        if self.connection.0.load(Ordering::Relaxed) {
            Err(io::ErrorKind::BrokenPipe.into())
        } else {
            Ok(())
        }
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check()?;
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check()?;
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// Answers one request to `/api`.
pub(crate) async fn handle(
    shared: Arc<Shared>,
    connection: Connection,
    request: Request,
) -> Response {
    let method = request.method().clone();
    let full = request.uri().path().to_owned();
    let path = full
        .strip_prefix("/api/v10")
        .or_else(|| full.strip_prefix("/api"))
        .unwrap_or(&full)
        .to_owned();
    let query = request.uri().query().map(parse_query).unwrap_or_default();
    let mut call = Call {
        method: method.to_string(),
        path: path.clone(),
        route: String::new(),
        body: Value::Null,
        files: Vec::new(),
        status: 0,
        code: 0,
        at_ms: shared.look(|w| w.now()),
    };
    let Some((route, ids)) = find(&method, &path) else {
        call.status = 404;
        return shared.change(|w| {
            let message = format!("the playground has no {method} {path}");
            w.violate(crate::Violation {
                route: format!("{method} {path}"),
                path: "$".into(),
                rule: "unknown-route",
                message,
                code: 0,
            });
            w.keep_call(call);
            error_response(&ApiError::new(404, 0))
        });
    };
    route.template.clone_into(&mut call.route);
    if !route.open && !authorized(&shared, &request) {
        return finish(
            &shared,
            call,
            &connection,
            &Toll::default(),
            Err(ApiError::saying(401, 0, "401: Unauthorized")),
            false,
        );
    }
    held(&shared, route.template).await;
    let (delay, fate) = shared.change(|w| w.trouble.strike(route.template));
    if let Some(d) = delay {
        tokio::time::sleep(d).await;
    }
    let toll = match fate {
        What::RateLimited { after, global } => {
            Toll::refused(u64::try_from(after.as_millis()).unwrap_or(u64::MAX), global)
        }
        _ => {
            let major = ids.first().map_or("", String::as_str);
            let major = if ids.len() > 1 && route.template.contains("/webhooks/") {
                ids.get(1).map_or("", String::as_str)
            } else {
                major
            };
            shared.change(|w| {
                let now = w.time.running_ms();
                w.trouble.toll(route.template, major, now)
            })
        }
    };
    if let Some((after, global)) = toll.refused {
        let mut e = ApiError::saying(429, 0, "You are being rate limited.");
        let (whole, rest) = (after / 1000, after % 1000);
        e.body = json!({"message": "You are being rate limited.", "global": global});
        e.body["retry_after"] = format!("{whole}.{rest:03}")
            .parse::<f64>()
            .unwrap_or(1.0)
            .into();
        return finish(&shared, call, &connection, &toll, Err(e), false);
    }
    match fate {
        What::Status(status, code) => {
            let text = if status >= 500 {
                "Internal Server Error"
            } else {
                "injected"
            };
            let e = if code == 0 {
                ApiError::saying(status, 0, text)
            } else {
                ApiError::new(status, code)
            };
            return finish(&shared, call, &connection, &toll, Err(e), false);
        }
        What::Cut => {
            return finish(
                &shared,
                call,
                &connection,
                &toll,
                Err(ApiError::saying(0, 0, "")),
                true,
            );
        }
        _ => {}
    }
    let (body, files) = match read(request).await {
        Ok(x) => x,
        Err(e) => {
            let rule = if e.code == 40005 {
                "request-size"
            } else {
                "json"
            };
            shared.change(|w| {
                let message = e.body["message"].as_str().unwrap_or_default().to_owned();
                w.violate(crate::Violation {
                    route: call.route.clone(),
                    path: "$".into(),
                    rule,
                    message,
                    code: e.code,
                });
            });
            return finish(&shared, call, &connection, &toll, Err(e), false);
        }
    };
    call.body = body.clone();
    call.files = files
        .iter()
        .map(|f| (f.name.clone(), f.data.len()))
        .collect();
    let Route { template, run, .. } = route;
    let answer = shared.change(|w| {
        run(&mut Ctx {
            world: w,
            route: template,
            ids,
            body,
            files,
            query,
        })
    });
    finish(
        &shared,
        call,
        &connection,
        &toll,
        answer,
        fate == What::LoseAnswer,
    )
}

fn authorized(shared: &Shared, request: &Request) -> bool {
    let given = request
        .headers()
        .get(header::AUTHORIZATION)
        .and_then(|v| v.to_str().ok())
        .unwrap_or_default();
    shared.look(|w| given.strip_prefix("Bot ") == Some(&w.token))
}

/// Waits while somebody holds requests of this route.
async fn held(shared: &Shared, route: &str) {
    let mut ticks = shared.ticks();
    let key = shared.look(|w| {
        w.trouble
            .holds
            .iter()
            .find(|h| covers(&h.route, route))
            .map(|h| h.key)
    });
    let Some(key) = key else { return };
    shared.change(|w| {
        if let Some(h) = w.trouble.holds.iter_mut().find(|h| h.key == key) {
            h.arrived += 1;
        }
    });
    while shared.look(|w| w.trouble.holds.iter().any(|h| h.key == key)) {
        if ticks.changed().await.is_err() {
            return;
        }
    }
}

fn finish(
    shared: &Shared,
    mut call: Call,
    connection: &Connection,
    toll: &Toll,
    answer: super::Answer,
    lost: bool,
) -> Response {
    let (status, body) = match &answer {
        Ok(Value::Null) => (204, None),
        Ok(v) => (200, Some(v)),
        Err(e) => (e.status, Some(&e.body)),
    };
    call.status = status;
    call.code = answer.as_ref().err().map_or(0, |e| e.code);
    shared.change(|w| w.keep_call(call));
    if lost {
        connection.0.store(true, Ordering::Relaxed);
    }
    let mut response = match body {
        None => StatusCode::NO_CONTENT.into_response(),
        Some(v) => (
            StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY),
            axum::Json(v),
        )
            .into_response(),
    };
    for (name, value) in &toll.headers {
        if let Ok(v) = HeaderValue::from_str(value) {
            response.headers_mut().insert(*name, v);
        }
    }
    response
}

fn error_response(e: &ApiError) -> Response {
    (
        StatusCode::from_u16(e.status).unwrap_or(StatusCode::BAD_GATEWAY),
        axum::Json(&e.body),
    )
        .into_response()
}

/// The JSON body and the files of a request.
async fn read(request: Request) -> Result<(Value, Vec<Upload>), ApiError> {
    let kind = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|v| v.to_str().ok())
        .unwrap_or("")
        .to_owned();
    let too_large = || ApiError::new(413, 40005);
    let (parts, body) = request.into_parts();
    let bytes = axum::body::to_bytes(body, REQUEST_BYTES)
        .await
        .map_err(|_| too_large())?;
    if !kind.starts_with("multipart/") {
        return Ok((parse(&bytes)?, Vec::new()));
    }
    let garbled = |_| ApiError::new(400, 50035);
    let request = Request::from_parts(parts, Body::from(bytes));
    let mut form = Multipart::from_request(request, &())
        .await
        .map_err(|_| ApiError::new(400, 50035))?;
    let (mut body, mut files) = (Value::Null, Vec::new());
    while let Some(field) = form.next_field().await.map_err(garbled)? {
        let name = field.name().unwrap_or_default().to_owned();
        match field.file_name().map(str::to_owned) {
            Some(file) => {
                let index = name
                    .strip_prefix("files[")
                    .and_then(|n| n.strip_suffix(']'))
                    .and_then(|n| n.parse().ok())
                    .unwrap_or(files.len());
                let content_type = field
                    .content_type()
                    .unwrap_or("application/octet-stream")
                    .to_owned();
                if files.iter().any(|f: &Upload| f.index == index) {
                    let path = vec!["files".into()];
                    return Err(ApiError::form(&[Fault {
                        path,
                        rule: "attachment-ref",
                        message: "file parts must be uniquely named".into(),
                        code: 50035,
                    }]));
                }
                files.push(Upload {
                    index,
                    name: file,
                    content_type,
                    data: field.bytes().await.map_err(garbled)?,
                });
            }
            None if name == "payload_json" => body = parse(&field.bytes().await.map_err(garbled)?)?,
            None => {}
        }
    }
    Ok((body, files))
}

fn parse(bytes: &Bytes) -> Result<Value, ApiError> {
    if bytes.is_empty() {
        Ok(Value::Null)
    } else {
        serde_json::from_slice(bytes).map_err(|_| ApiError::new(400, 50109))
    }
}

pub(crate) fn parse_query(query: &str) -> Vec<(String, String)> {
    query
        .split('&')
        .filter_map(|p| p.split_once('='))
        .map(|(k, v)| (percent_decoded(k), percent_decoded(v)))
        .collect()
}

/// `%F0%9F%91%8D` as text; what is not valid stays as it is.
pub(crate) fn percent_decoded(s: &str) -> String {
    let mut out = Vec::with_capacity(s.len());
    let mut rest = s.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let hex = (first == b'%')
            .then(|| tail.get(..2))
            .flatten()
            .and_then(|h| std::str::from_utf8(h).ok())
            .and_then(|h| u8::from_str_radix(h, 16).ok());
        match hex {
            Some(byte) => {
                out.push(byte);
                rest = tail.get(2..).unwrap_or_default();
            }
            None => {
                out.push(first);
                rest = tail;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| s.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_signs_are_decoded_and_nonsense_survives() {
        assert_eq!(percent_decoded("%F0%9F%91%8D"), "👍");
        assert_eq!(percent_decoded("100%"), "100%");
        assert_eq!(percent_decoded("%zz%41"), "%zzA");
    }
}
