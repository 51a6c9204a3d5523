//! The way of a request: route, token, body, holds and faults, rate limits, handler, call log.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::connection::Connection;
use super::{Ctx, Route, find};
use crate::calls::{ApiError, Call, Fault, Violation};
use crate::faults::{Toll, What, covers};
use crate::messages::Upload;
use crate::state::{Shared, World};

/// The largest request that Discord takes.
const REQUEST_BYTES: usize = 25 << 20;

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
        .unwrap_or(&full);
    let query = request.uri().query().map(parse_query).unwrap_or_default();
    let mut call = Call {
        method: method.to_string(),
        path: path.to_owned(),
        route: String::new(),
        body: Value::Null,
        files: Vec::new(),
        status: 0,
        code: 0,
        at_ms: shared.look(World::now),
    };
    let Some((route, ids)) = find(&method, path) else {
        let message = format!("the playground has no {method} {path}");
        call.route = format!("{method} {path}");
        note(&shared, &call, "unknown-route", message, 0);
        call.route.clear();
        return finish(&shared, call, &Toll::default(), &Err(ApiError::new(404, 0)));
    };
    route.template.clone_into(&mut call.route);
    let may = route.open || authorized(&shared, &request);
    // Read before anything fails, so that the client has sent everything and hears the answer.
    let form = read(request).await;
    if let Ok((body, files)) = &form {
        call.body = body.clone();
        call.files = files
            .iter()
            .map(|f| (f.name.clone(), f.data.len()))
            .collect();
    }
    if !may {
        let e = ApiError::saying(401, 0, "401: Unauthorized");
        return finish(&shared, call, &Toll::default(), &Err(e));
    }
    held(&shared, route.template).await;
    let (fate, toll) = meet_fate(&shared, &route, &ids).await;
    let answer = match (fate, form) {
        _ if toll.refused.is_some() => Err(rate_limited(&toll)),
        (What::Status(status, 0), _) => {
            Err(ApiError::saying(status, 0, "a failure that was injected"))
        }
        (What::Status(status, code), _) => Err(ApiError::new(status, code)),
        (What::Cut, _) => Err(ApiError::saying(0, 0, "")),
        (_, Err(e)) => {
            let rule = if e.code == 40005 {
                "request-size"
            } else {
                "json"
            };
            note(&shared, &call, rule, e.body["message"].to_string(), e.code);
            Err(e)
        }
        (_, Ok((body, files))) => shared.change(|w| {
            (route.run)(&mut Ctx {
                world: w,
                route: route.template,
                ids,
                body,
                files,
                query,
            })
        }),
    };
    if matches!(fate, What::Cut | What::LoseAnswer) {
        connection.cut();
    }
    finish(&shared, call, &toll, &answer)
}

/// What the injected faults and the rate limits make of a request; waits as long as they demand.
async fn meet_fate(shared: &Shared, route: &Route, ids: &[String]) -> (What, Toll) {
    let (delay, fate) = shared.change(|w| w.trouble.strike(route.template));
    if let Some(d) = delay {
        tokio::time::sleep(d).await;
    }
    if let What::RateLimited { after, global } = fate {
        return (
            fate,
            Toll::refused(u64::try_from(after.as_millis()).unwrap_or(u64::MAX), global),
        );
    }
    // The limits count for each channel, and for each token of a webhook.
    let webhook = route.template.contains("/webhooks/");
    let major = ids.get(usize::from(webhook)).map_or("", String::as_str);
    let toll = shared.change(|w| {
        let now = w.time.running_ms();
        w.trouble.toll(route.template, major, now)
    });
    (fate, toll)
}

fn rate_limited(toll: &Toll) -> ApiError {
    let (after, global) = toll.refused.unwrap_or_default();
    let seconds = format!("{}.{:03}", after / 1000, after % 1000)
        .parse()
        .unwrap_or(1.0_f64);
    let mut e = ApiError::saying(429, 0, "");
    e.body =
        json!({"message": "You are being rate limited.", "retry_after": seconds, "global": global});
    e
}

fn note(shared: &Shared, call: &Call, rule: &'static str, message: String, code: u64) {
    let route = call.route.clone();
    shared.change(|w| {
        w.violate(Violation {
            route,
            path: "$".to_owned(),
            rule,
            message,
            code,
        });
    });
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

fn finish(shared: &Shared, mut call: Call, toll: &Toll, answer: &super::Answer) -> Response {
    let (status, body) = match answer {
        Ok(Value::Null) => (204, None),
        // Of what a bot can make here, Discord answers 201 for threads only.
        Ok(v) if call.route.starts_with("POST ") && call.route.ends_with("/threads") => {
            (201, Some(v))
        }
        Ok(v) => (200, Some(v)),
        Err(e) => (e.status, Some(&e.body)),
    };
    call.status = status;
    call.code = answer.as_ref().err().map_or(0, |e| e.code);
    shared.change(|w| w.keep_call(call));
    let code = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
    let mut response = body.map_or_else(
        || code.into_response(),
        |v| (code, axum::Json(v)).into_response(),
    );
    for (name, value) in &toll.headers {
        if let Ok(v) = HeaderValue::from_str(value) {
            response.headers_mut().insert(*name, v);
        }
    }
    response
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
        if let Some(byte) = hex {
            out.push(byte);
            rest = tail.get(2..).unwrap_or_default();
        } else {
            out.push(first);
            rest = tail;
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
