//! The chat page and its API, which also works with `curl`.
//!
//! - `GET /` is the page.
//! - `GET /_playground/state?user=alice&channel=..&since=N` returns the state for a user, once it is newer than `N`.
//! - `POST /_playground/act` performs an action of a user:
//!   `{"do": "slash", "user": "alice", "command": "challenge", "options": {"opponent": "bob"}}`.

mod action;
mod view;

use std::sync::Arc;

use axum::extract::{Query, Request};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::client::Refused;
use crate::rest::percent_decoded;
use crate::state::{Shared, StoredFile};

struct Asset {
    path: &'static str,
    content_type: &'static str,
    body: &'static str,
}

/// A text file in the folder `page`.
macro_rules! asset {
    ($path:literal, $name:literal, $kind:literal) => {
        Asset {
            path: $path,
            content_type: concat!("text/", $kind, "; charset=utf-8"),
            body: include_str!(concat!("../../page/", $name)),
        }
    };
}

const ASSETS: [Asset; 7] = [
    asset!("/", "index.html", "html"),
    asset!("/_playground/style.css", "style.css", "css"),
    asset!("/_playground/app.js", "app.js", "javascript"),
    asset!("/_playground/messages.js", "messages.js", "javascript"),
    asset!("/_playground/markdown.js", "markdown.js", "javascript"),
    asset!("/_playground/composer.js", "composer.js", "javascript"),
    asset!("/_playground/dialogs.js", "dialogs.js", "javascript"),
];
/// The content security policy of the page: only its own resources.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// The maximum size of an action. A modal has five fields of 4,000 characters.
const ACTION_BYTES: usize = 256 << 10;

/// Whether a request comes from this machine and from no other page in the browser. A foreign page can forge neither
/// `Host`, even if its name resolves to 127.0.0.1 (DNS rebinding), nor `Origin`.
pub(crate) fn is_same_origin(headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).map(|v| v.to_str().unwrap_or("?"));
    let host = text(header::HOST).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let is_local = name == "127.0.0.1" || name == "localhost";
    let origin = text(header::ORIGIN);
    let fetch_site = text(HeaderName::from_static("sec-fetch-site"));
    is_local
        && origin.is_none_or(|origin| origin == format!("http://{host}"))
        && fetch_site.is_none_or(|site| site == "same-origin" || site == "none")
}

/// Handles everything but the bot's API: uploaded files, the page, and its API.
pub(crate) async fn handle(shared: Arc<Shared>, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    if let Some(rest) = path.strip_prefix("/attachments/") {
        let id = percent_decoded(rest.split('/').nth(1).unwrap_or_default());
        let file = |id: u64| shared.read(|w| w.files.get(&id).cloned());
        return uploaded_file(id.parse().ok().and_then(file));
    }
    if let Some(id) = path.strip_prefix("/emojis/") {
        let emoji = |id: u64| shared.read(|w| w.emoji.get(&id).map(|emoji| emoji.picture.clone()));
        return uploaded_file(id.parse().ok().and_then(emoji));
    }
    if request.method() == Method::GET
        && let Some(asset) = ASSETS.iter().find(|asset| asset.path == path)
    {
        let headers = [
            (header::CONTENT_TYPE, asset.content_type),
            (header::CONTENT_SECURITY_POLICY, POLICY),
            (header::CACHE_CONTROL, "no-cache"),
        ];
        return (headers, asset.body).into_response();
    }
    match (request.method().as_str(), path.as_str()) {
        ("GET", "/_playground/state") => {
            let query = Query::<Vec<_>>::try_from_uri(request.uri()).unwrap_or_default();
            axum::Json(view::state(&shared, &query).await).into_response()
        }
        ("POST", "/_playground/act") => handle_action(shared, request).await,
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn handle_action(shared: Arc<Shared>, request: Request) -> Response {
    let bytes = axum::body::to_bytes(request.into_body(), ACTION_BYTES)
        .await
        .unwrap_or_default();
    let error = match serde_json::from_slice::<Value>(&bytes) {
        Err(_) => json!({"ok": false, "error": "the body is not JSON"}),
        Ok(body) => match action::act(&shared, &body).await {
            Ok(result) => return axum::Json(result).into_response(),
            Err(Refused::Client(reason)) => json!({"ok": false, "error": reason, "failed": false}),
            Err(Refused::NoAnswer(_)) => {
                json!({"ok": false, "error": "The application did not respond", "failed": true})
            }
        },
    };
    (StatusCode::BAD_REQUEST, axum::Json(error)).into_response()
}

/// Serves `channel/id/name` from the file server.
fn uploaded_file(file: Option<StoredFile>) -> Response {
    let Some(file) = file else {
        let text = "This content is no longer available.";
        return (StatusCode::NOT_FOUND, text).into_response();
    };
    // An upload of the bot must not run as a page of this origin.
    let headers = [
        (header::CONTENT_TYPE, file.content_type.as_str()),
        (
            header::CONTENT_SECURITY_POLICY,
            "sandbox; default-src 'none'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CACHE_CONTROL, "max-age=31536000, immutable"),
    ];
    (headers, file.data).into_response()
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
    fn requests_of_other_pages_are_rejected() {
        let own = ("host", "127.0.0.1:4000");
        let (page, site) = (
            ("origin", "http://localhost:4000"),
            ("sec-fetch-site", "same-origin"),
        );
        for accepted in [&[own][..], &[("host", "localhost:4000"), page, site]] {
            assert!(is_same_origin(&headers(accepted)), "{accepted:?}");
        }
        for rejected in [
            &[][..],
            // DNS rebinding.
            &[("host", "evil.example:4000")],
            &[own, ("origin", "https://evil.example")],
            &[own, ("origin", "null")],
            // Another server on this machine.
            &[own, ("origin", "http://127.0.0.1:4001")],
            &[own, ("sec-fetch-site", "cross-site")],
        ] {
            assert!(!is_same_origin(&headers(rejected)), "{rejected:?}");
        }
    }
}
