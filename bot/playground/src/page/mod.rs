//! The chat page and the actions behind it.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::state::Shared;

/// Answers everything that is not the bot's API: files, the page, its actions.
pub(crate) async fn handle(shared: Arc<Shared>, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    if let Some(rest) = path.strip_prefix("/attachments/") {
        return file(&shared, rest);
    }
    StatusCode::NOT_FOUND.into_response()
}

/// `channel/id/name`
fn file(shared: &Shared, path: &str) -> Response {
    let id = path
        .split('/')
        .nth(1)
        .and_then(|id| id.parse::<u64>().ok())
        .unwrap_or(0);
    match shared.look(|w| w.files.get(&id).cloned()) {
        Some((content_type, data)) => {
            ([(header::CONTENT_TYPE, content_type)], data).into_response()
        }
        None => (
            StatusCode::NOT_FOUND,
            "This content is no longer available.",
        )
            .into_response(),
    }
}
