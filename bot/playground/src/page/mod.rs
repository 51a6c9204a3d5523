//! The chat page, and the actions behind it, which `curl` can use as well.
//!
//! `GET /` is the page. `GET /_playground/state?user=alice&channel=..&since=N` tells what a person sees, as soon as something
//! is newer than `N`. `POST /_playground/act` does something as a person:
//! `{"do": "slash", "user": "alice", "command": "challenge", "options": {"opponent": "bob"}}`.

mod act;
mod view;

use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::rest::{parse_query, percent_decoded};
use crate::state::Shared;

/// The parts of the page: path, type, content.
const FILES: [(&str, &str, &str); 7] = [
    (
        "/",
        "text/html; charset=utf-8",
        include_str!("../../page/index.html"),
    ),
    (
        "/_playground/style.css",
        "text/css; charset=utf-8",
        include_str!("../../page/style.css"),
    ),
    ("/_playground/app.js", JS, include_str!("../../page/app.js")),
    (
        "/_playground/messages.js",
        JS,
        include_str!("../../page/messages.js"),
    ),
    (
        "/_playground/markdown.js",
        JS,
        include_str!("../../page/markdown.js"),
    ),
    (
        "/_playground/composer.js",
        JS,
        include_str!("../../page/composer.js"),
    ),
    (
        "/_playground/dialogs.js",
        JS,
        include_str!("../../page/dialogs.js"),
    ),
];
const JS: &str = "text/javascript; charset=utf-8";
/// Nothing from elsewhere; pictures may be given as `blob:` for previews.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// The largest action; a modal's longest text is 4,000 characters in each of five fields.
const ACTION_BYTES: usize = 256 << 10;

/// Whether a request comes from this machine's own address and not from another page in the person's browser: a foreign page
/// can neither forge `Host` (rebinding its name to 127.0.0.1 leaves its name there) nor `Origin`.
pub(crate) fn is_own(headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).map(|v| v.to_str().unwrap_or("?"));
    let host = text(header::HOST).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let local = name == "127.0.0.1" || name == "localhost";
    let origin = text(header::ORIGIN).is_none_or(|o| o == format!("http://{host}"));
    let site = text(HeaderName::from_static("sec-fetch-site"))
        .is_none_or(|s| s == "same-origin" || s == "none");
    local && origin && site
}

/// Answers everything that is not the bot's API: files, the page, its actions.
pub(crate) async fn handle(shared: Arc<Shared>, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    if let Some(rest) = path.strip_prefix("/attachments/") {
        return file(&shared, rest);
    }
    if let Some((_, kind, text)) = FILES
        .iter()
        .find(|(p, ..)| *p == path)
        .filter(|_| request.method() == Method::GET)
    {
        let headers = [
            (header::CONTENT_TYPE, *kind),
            (header::CONTENT_SECURITY_POLICY, POLICY),
            (header::CACHE_CONTROL, "no-cache"),
        ];
        return (headers, *text).into_response();
    }
    match (request.method().as_str(), path.as_str()) {
        ("GET", "/_playground/state") => axum::Json(
            view::state(
                &shared,
                &parse_query(request.uri().query().unwrap_or_default()),
            )
            .await,
        )
        .into_response(),
        ("POST", "/_playground/act") => action(shared, request).await,
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn action(shared: Arc<Shared>, request: Request) -> Response {
    let bytes = axum::body::to_bytes(request.into_body(), ACTION_BYTES)
        .await
        .unwrap_or_default();
    let Ok(body) = serde_json::from_slice::<Value>(&bytes) else {
        return (
            StatusCode::BAD_REQUEST,
            axum::Json(json!({"ok": false, "error": "the body is not JSON"})),
        )
            .into_response();
    };
    match act::act(&shared, &body).await {
        Ok(v) => axum::Json(v).into_response(),
        Err(e) => {
            let failed = matches!(e, crate::Refused::NoAnswer(_));
            let why = match &e {
                crate::Refused::Client(why) => why.clone(),
                crate::Refused::NoAnswer(_) => "The application did not respond".to_owned(),
            };
            (
                StatusCode::BAD_REQUEST,
                axum::Json(json!({"ok": false, "error": why, "failed": failed})),
            )
                .into_response()
        }
    }
}

/// `channel/id/name`
fn file(shared: &Shared, path: &str) -> Response {
    let id = path
        .split('/')
        .nth(1)
        .and_then(|id| percent_decoded(id).parse::<u64>().ok())
        .unwrap_or(0);
    match shared.look(|w| w.files.get(&id).cloned()) {
        // Whatever the bot uploads must not run as a page of this address.
        Some((kind, data)) => {
            let headers = [
                (header::CONTENT_TYPE, kind.as_str()),
                (
                    header::CONTENT_SECURITY_POLICY,
                    "sandbox; default-src 'none'",
                ),
                (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
                (header::CACHE_CONTROL, "max-age=31536000, immutable"),
            ];
            (headers, data).into_response()
        }
        None => (
            StatusCode::NOT_FOUND,
            "This content is no longer available.",
        )
            .into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(&'static str, &str)]) -> HeaderMap {
        list.iter()
            .map(|(k, v)| (HeaderName::from_static(k), v.parse().unwrap()))
            .collect()
    }

    #[test]
    fn other_pages_of_the_browser_are_turned_away() {
        let own = [("host", "127.0.0.1:4000")];
        assert!(is_own(&headers(&own)));
        assert!(is_own(&headers(&[
            ("host", "localhost:4000"),
            ("origin", "http://localhost:4000"),
            ("sec-fetch-site", "same-origin")
        ])));
        assert!(!is_own(&headers(&[])), "no host");
        assert!(
            !is_own(&headers(&[("host", "evil.example:4000")])),
            "a name that was bound to 127.0.0.1"
        );
        assert!(!is_own(&headers(&[
            own[0],
            ("origin", "https://evil.example")
        ])));
        assert!(!is_own(&headers(&[own[0], ("origin", "null")])));
        assert!(
            !is_own(&headers(&[own[0], ("origin", "http://127.0.0.1:4001")])),
            "another program of this machine"
        );
        assert!(!is_own(&headers(&[
            own[0],
            ("sec-fetch-site", "cross-site")
        ])));
    }
}
