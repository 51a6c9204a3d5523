//! The processing of a request: route, token, body, holds, faults, rate limits, handler, call log.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Multipart, Query, Request};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::IntoResponse;
use serde_json::{Value, json};

use super::connection::Connection;
use super::{Context, Response, Route, find};
use crate::api_error::{self, ApiError, FormError, INVALID_FORM};
use crate::calls::Call;
use crate::faults::{Effect, matches};
use crate::messages::Upload;
use crate::rate_limits::{RateLimitVerdict, RateLimited};
use crate::state::{Shared, TOKEN, World};

const REQUEST_BYTES: usize = 25 << 20;

pub(crate) async fn handle(
    shared: Arc<Shared>,
    connection: Connection,
    request: Request,
) -> axum::response::Response {
    let method = request.method().clone();
    let full_path = request.uri().path().to_owned();
    let path = full_path
        .strip_prefix("/api/v10")
        .or_else(|| full_path.strip_prefix("/api"))
        .unwrap_or(&full_path);
    let Query(query) = Query::try_from_uri(request.uri()).unwrap_or_default();
    let mut call = Call {
        method: method.to_string(),
        path: path.to_owned(),
        at_ms: shared.read(World::now),
        ..Call::default()
    };
    let Some((route, parameters)) = find(&method, path) else {
        let unknown = format!("{method} {path}");
        let message = format!("the playground has no {unknown}");
        shared.update(|w| w.violate(&unknown, &[], "unknown-route", message, 0));
        return refuse(&shared, call, api_error::NOT_FOUND.into());
    };
    route.template.clone_into(&mut call.route);
    let is_authorized = !route.needs_token || has_token(&request);
    let has_length = has_length(&request);
    // The body is read before anything fails, so that the client receives the response.
    let form = read_body(request).await;
    if let Ok(form) = &form {
        call.body = form.body.clone();
        let files = form.files.iter();
        call.files = files.map(|f| (f.name.clone(), f.data.len())).collect();
    }
    if !is_authorized {
        let error = ApiError::with_message(401, 0, "401: Unauthorized");
        return refuse(&shared, call, error);
    }
    if !has_length {
        let message = "neither Content-Length nor Transfer-Encoding".to_owned();
        shared.update(|w| w.violate(route.template, &[], "length", message, 0));
        let error = ApiError::with_message(411, 0, "411: Length Required");
        return refuse(&shared, call, error);
    }
    wait_for_hold(&shared, route.template).await;
    let (effect, verdict) = apply_faults(&shared, &route, &parameters).await;
    let response = shared.update(|w| {
        let response = match (injected_error(effect, &verdict), form) {
            (Some(error), _) => Err(error),
            (None, Err(error)) => {
                let rule = if error.code == api_error::REQUEST_TOO_LARGE.number {
                    "request-size"
                } else {
                    "json"
                };
                let message = error.body["message"].to_string();
                w.violate(route.template, &[], rule, message, error.code);
                Err(error)
            }
            (None, Ok(form)) => (route.handler)(&mut Context {
                world: w,
                route: route.template,
                parameters,
                body: form.body,
                files: form.files,
                query,
            }),
        };
        // Log the call together with its effect: a test that sees one must find the other.
        log(w, call, &response);
        response
    });
    if matches!(effect, Effect::Cut | Effect::DropResponse) {
        connection.cut();
    }
    let response = respond(route.template, &verdict.headers, &response);
    if effect == Effect::CutResponse {
        return cut(response).await;
    }
    response
}

/// The first half of a response.
async fn cut(response: axum::response::Response) -> axum::response::Response {
    let (mut parts, body) = response.into_parts();
    let body = axum::body::to_bytes(body, REQUEST_BYTES).await;
    let body = body.unwrap_or_default();
    parts.headers.remove(header::CONTENT_LENGTH);
    (parts, Body::from(body.slice(..body.len() / 2))).into_response()
}

/// Applies injected faults and rate limits, delays included.
async fn apply_faults(
    shared: &Shared,
    route: &Route,
    parameters: &[String],
) -> (Effect, RateLimitVerdict) {
    let strike = shared.update(|w| w.faults.strike(route.template));
    if let Some(delay) = strike.delay {
        tokio::time::sleep(delay).await;
    }
    if let Effect::RateLimited(limited) = strike.effect {
        return (strike.effect, RateLimitVerdict::injected(limited));
    }
    // Limits apply per channel, or per token of a webhook.
    let is_webhook = route.template.contains("/webhooks/");
    let major = parameters.get(usize::from(is_webhook));
    let major = major.map_or("", String::as_str);
    let verdict = shared.update(|w| {
        let now = w.time.running_ms();
        w.rate_limits.check(route.template, major, now)
    });
    (strike.effect, verdict)
}

/// The error with which a fault or a rate limit replaces the request.
fn injected_error(effect: Effect, verdict: &RateLimitVerdict) -> Option<ApiError> {
    if let Some(limited) = verdict.limited {
        return Some(rate_limit_error(limited));
    }
    match effect {
        Effect::Error { status, code } => Some(ApiError::injected(status, code)),
        Effect::Cut => Some(ApiError::with_message(0, 0, "")),
        Effect::None | Effect::RateLimited(_) | Effect::DropResponse | Effect::CutResponse => None,
    }
}

fn rate_limit_error(limited: RateLimited) -> ApiError {
    let seconds = Duration::from_millis(limited.retry_after_ms).as_secs_f64();
    ApiError {
        status: 429,
        code: 0,
        body: json!({"message": "You are being rate limited.", "retry_after": seconds, "global": limited.is_global}),
    }
}

fn has_token(request: &Request) -> bool {
    let header = request.headers().get(header::AUTHORIZATION);
    let given = header.and_then(|v| v.to_str().ok()).unwrap_or_default();
    given.strip_prefix("Bot ") == Some(TOKEN)
}

/// Whether a request that may have a body says how long it is.
fn has_length(request: &Request) -> bool {
    let has_body = [Method::POST, Method::PUT, Method::PATCH].contains(request.method());
    let says = [header::CONTENT_LENGTH, header::TRANSFER_ENCODING];
    !has_body || says.iter().any(|name| request.headers().contains_key(name))
}

/// Waits while a [`crate::Hold`] holds the route.
async fn wait_for_hold(shared: &Shared, route: &str) {
    let mut ticks = shared.ticks();
    let key = shared.read(|w| {
        let mut holds = w.faults.holds.iter();
        let held = holds.find(|(_, hold)| matches(&hold.route, route));
        held.map(|(key, _)| *key)
    });
    let Some(key) = key else { return };
    shared.update(|w| {
        if let Some(hold) = w.faults.holds.get_mut(&key) {
            hold.arrived += 1;
        }
    });
    while shared.read(|w| w.faults.holds.contains_key(&key)) {
        if ticks.changed().await.is_err() {
            return;
        }
    }
}

/// Refuses a request before its effect.
fn refuse(shared: &Shared, call: Call, error: ApiError) -> axum::response::Response {
    let response = Err(error);
    let refusal = respond(&call.route, &[], &response);
    shared.update(|w| log(w, call, &response));
    refusal
}

fn log(w: &mut World, mut call: Call, response: &Response) {
    call.status = status_and_body(&call.route, response).0;
    call.code = response.as_ref().err().map_or(0, |error| error.code);
    w.keep_call(call);
}

fn status_and_body<'a>(route: &str, response: &'a Response) -> (u16, Option<&'a Value>) {
    match response {
        Ok(Value::Null) => (204, None),
        // Of everything that a bot can create here, Discord responds with 201 to threads only.
        Ok(v) if route.starts_with("POST ") && route.ends_with("/threads") => (201, Some(v)),
        Ok(v) => (200, Some(v)),
        Err(error) => (error.status, Some(&error.body)),
    }
}

/// Builds the HTTP response.
fn respond(
    route: &str,
    headers: &[(&'static str, String)],
    response: &Response,
) -> axum::response::Response {
    let (status, body) = status_and_body(route, response);
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
    let mut response = match body {
        Some(body) => (status, axum::Json(body)).into_response(),
        None => status.into_response(),
    };
    for (name, value) in headers {
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(*name, value);
        }
    }
    response
}

/// The JSON body and the files of a request.
#[derive(Debug, Default)]
struct Form {
    body: Value,
    files: Vec<Upload>,
}

async fn read_body(request: Request) -> Result<Form, ApiError> {
    let content_type = request.headers().get(header::CONTENT_TYPE);
    let content_type = content_type.and_then(|v| v.to_str().ok());
    let is_multipart = content_type.is_some_and(|v| v.starts_with("multipart/"));
    let (parts, body) = request.into_parts();
    let bytes = axum::body::to_bytes(body, REQUEST_BYTES)
        .await
        .map_err(|_| api_error::REQUEST_TOO_LARGE)?;
    if is_multipart {
        return read_multipart(Request::from_parts(parts, Body::from(bytes))).await;
    }
    Ok(Form {
        body: parse_json(&bytes)?,
        files: Vec::new(),
    })
}

async fn read_multipart(request: Request) -> Result<Form, ApiError> {
    let mut multipart = Multipart::from_request(request, &())
        .await
        .map_err(|_| INVALID_FORM)?;
    let mut form = Form::default();
    while let Some(field) = multipart.next_field().await.map_err(|_| INVALID_FORM)? {
        let name = field.name().unwrap_or_default().to_owned();
        let file_name = field.file_name().map(str::to_owned);
        let content_type = field.content_type().unwrap_or("application/octet-stream");
        let content_type = content_type.to_owned();
        let data = field.bytes().await.map_err(|_| INVALID_FORM)?;
        if let Some(file_name) = file_name {
            let index = name
                .strip_prefix("files[")
                .and_then(|n| n.strip_suffix(']')?.parse().ok())
                .unwrap_or(form.files.len());
            if form.files.iter().any(|f| f.index == index) {
                let message = "file parts must be uniquely named";
                let path = vec!["files".into()];
                let error = FormError::new(path, "attachment-ref", message, INVALID_FORM);
                return Err(ApiError::form(&[error]));
            }
            form.files.push(Upload {
                index,
                name: file_name,
                content_type,
                data,
            });
        } else if name == "payload_json" {
            form.body = parse_json(&data)?;
        }
    }
    Ok(form)
}

fn parse_json(bytes: &Bytes) -> Result<Value, ApiError> {
    if bytes.is_empty() {
        Ok(Value::Null)
    } else {
        serde_json::from_slice(bytes).map_err(|_| api_error::INVALID_JSON.into())
    }
}

/// Decodes percent-encoded UTF-8. Invalid sequences stay as they are.
pub(crate) fn percent_decoded(s: &str) -> String {
    let mut parts = s.split('%');
    let mut out = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (hex, rest) = part.split_at_checked(2).unwrap_or_default();
        if let Ok(byte) = u8::from_str_radix(hex, 16) {
            out.push(byte);
            out.extend_from_slice(rest.as_bytes());
        } else {
            out.push(b'%');
            out.extend_from_slice(part.as_bytes());
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| s.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_encoding_is_decoded_and_invalid_sequences_stay() {
        assert_eq!(percent_decoded("%F0%9F%91%8D"), "👍");
        assert_eq!(percent_decoded("100%"), "100%");
        assert_eq!(percent_decoded("%zz%41"), "%zzA");
    }
}
