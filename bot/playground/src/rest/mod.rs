//! REST v10: the routes and the context of their handlers.

mod channels;
mod commands;
mod connection;
mod guilds;
mod interactions;
mod messages;
mod pipeline;
mod scheduled_events;

use axum::http::Method;
use serde_json::Value;

use crate::api_error::{self, ApiError, ErrorCode, FormError};
use crate::calls::{PathSegment, Violation, json_path};
use crate::json::ContentAccess;
use crate::messages::Upload;
use crate::state::World;

pub(crate) use connection::{Connection, LoopbackListener};
pub(crate) use pipeline::{handle, parse_query, percent_decoded};

/// The body of a response: 204 for null, otherwise 200.
type Response = Result<Value, ApiError>;
type Handler = fn(&mut Context<'_>) -> Response;

/// A request in its handler.
struct Context<'a> {
    world: &'a mut World,
    /// The route's template.
    route: &'static str,
    /// The values of the route's placeholders.
    parameters: Vec<String>,
    body: Value,
    files: Vec<Upload>,
    query: Vec<(String, String)>,
}

impl Context<'_> {
    /// The n-th placeholder as an id.
    fn id(&self, n: usize) -> Result<u64, ApiError> {
        let id = self.text(n).parse();
        id.map_err(|_| api_error::NOT_FOUND.into())
    }

    /// The n-th placeholder, or an empty string.
    fn text(&self, n: usize) -> &str {
        self.parameters.get(n).map_or("", String::as_str)
    }

    fn query(&self, key: &str) -> Option<&str> {
        let mut pairs = self.query.iter();
        pairs.find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }

    /// Rejects the request if there are errors, and records them as violations.
    fn validate(&mut self, errors: &[FormError]) -> Result<(), ApiError> {
        for error in errors {
            let message = error.message.clone();
            self.record_violation(error.rule, &error.path, message, error.code);
        }
        if errors.is_empty() {
            Ok(())
        } else {
            Err(ApiError::form(errors))
        }
    }

    /// Records a violation. Returns the error to respond with.
    fn violation(&mut self, rule: &'static str, message: String, code: ErrorCode) -> ApiError {
        self.record_violation(rule, &[], message, code);
        code.into()
    }

    fn record_violation(
        &mut self,
        rule: &'static str,
        path: &[PathSegment],
        message: String,
        code: ErrorCode,
    ) {
        self.world.violate(Violation {
            route: self.route.to_owned(),
            path: json_path(path),
            rule,
            message,
            code: code.number,
        });
    }

    fn message_json(&self, message: u64) -> Response {
        let message = self.world.messages.get(&message);
        let json = message.map(|m| self.world.message_json(m, ContentAccess::Full));
        json.ok_or_else(|| api_error::UNKNOWN_MESSAGE.into())
    }
}

#[derive(Clone, Copy)]
struct Route {
    /// Method and path: `GET /gateway`.
    template: &'static str,
    /// Whether the request needs the bot's token. Interaction tokens are in the path instead.
    needs_token: bool,
    handler: Handler,
}

/// A route that needs the bot's token.
const fn route(template: &'static str, handler: Handler) -> Route {
    Route {
        template,
        needs_token: true,
        handler,
    }
}

const fn public_route(template: &'static str, handler: Handler) -> Route {
    Route {
        template,
        needs_token: false,
        handler,
    }
}

/// All routes. The first match wins.
const ROUTES: &[Route] = &[
    public_route("GET /gateway", guilds::gateway),
    route("GET /gateway/bot", guilds::gateway_bot),
    route("GET /users/@me", guilds::me),
    route("GET /users/@me/guilds", guilds::my_guilds),
    route("POST /users/@me/channels", guilds::create_dm),
    route("GET /users/{user}", guilds::user),
    route("GET /applications/@me", guilds::application),
    route("GET /oauth2/applications/@me", guilds::application),
    route("GET /guilds/{guild}", guilds::guild),
    route("GET /guilds/{guild}/channels", guilds::channels),
    route("GET /guilds/{guild}/roles", guilds::roles),
    route("GET /guilds/{guild}/members", guilds::members),
    route("GET /guilds/{guild}/members/{user}", guilds::member),
    route(
        "PUT /guilds/{guild}/members/{user}/roles/{role}",
        guilds::give_role,
    ),
    route("GET /guilds/{guild}/threads/active", guilds::active_threads),
    route(
        "GET /guilds/{guild}/scheduled-events",
        scheduled_events::list,
    ),
    route(
        "POST /guilds/{guild}/scheduled-events",
        scheduled_events::create,
    ),
    route(
        "GET /guilds/{guild}/scheduled-events/{event}",
        scheduled_events::get,
    ),
    route(
        "PATCH /guilds/{guild}/scheduled-events/{event}",
        scheduled_events::edit,
    ),
    route(
        "DELETE /guilds/{guild}/scheduled-events/{event}",
        scheduled_events::delete,
    ),
    route("GET /applications/{app}/commands", commands::list),
    route("PUT /applications/{app}/commands", commands::overwrite),
    route("POST /applications/{app}/commands", commands::create),
    route("GET /applications/{app}/commands/{command}", commands::get),
    route(
        "PATCH /applications/{app}/commands/{command}",
        commands::patch,
    ),
    route(
        "DELETE /applications/{app}/commands/{command}",
        commands::delete,
    ),
    route(
        "GET /applications/{app}/guilds/{guild}/commands",
        commands::list_guild,
    ),
    route(
        "PUT /applications/{app}/guilds/{guild}/commands",
        commands::overwrite_guild,
    ),
    public_route(
        "POST /interactions/{interaction}/{token}/callback",
        interactions::callback,
    ),
    public_route("POST /webhooks/{app}/{token}", interactions::followup),
    public_route(
        "GET /webhooks/{app}/{token}/messages/@original",
        interactions::get,
    ),
    public_route(
        "PATCH /webhooks/{app}/{token}/messages/@original",
        interactions::edit,
    ),
    public_route(
        "DELETE /webhooks/{app}/{token}/messages/@original",
        interactions::delete,
    ),
    public_route(
        "GET /webhooks/{app}/{token}/messages/{message}",
        interactions::get,
    ),
    public_route(
        "PATCH /webhooks/{app}/{token}/messages/{message}",
        interactions::edit,
    ),
    public_route(
        "DELETE /webhooks/{app}/{token}/messages/{message}",
        interactions::delete,
    ),
    route("GET /channels/{channel}", channels::get),
    route("PATCH /channels/{channel}", channels::edit),
    route("DELETE /channels/{channel}", channels::delete),
    route("POST /channels/{channel}/typing", channels::typing),
    route("POST /channels/{channel}/threads", channels::start_thread),
    route(
        "POST /channels/{channel}/messages/{message}/threads",
        channels::start_thread_from_message,
    ),
    route(
        "PUT /channels/{channel}/thread-members/@me",
        channels::join_thread,
    ),
    route(
        "PUT /channels/{channel}/thread-members/{user}",
        channels::add_thread_member,
    ),
    route(
        "DELETE /channels/{channel}/thread-members/@me",
        channels::leave_thread,
    ),
    route(
        "DELETE /channels/{channel}/thread-members/{user}",
        channels::remove_thread_member,
    ),
    route("GET /channels/{channel}/pins", messages::pins),
    route("PUT /channels/{channel}/pins/{message}", messages::pin),
    route("DELETE /channels/{channel}/pins/{message}", messages::unpin),
    route("GET /channels/{channel}/messages", messages::list),
    route("POST /channels/{channel}/messages", messages::create),
    route("GET /channels/{channel}/messages/{message}", messages::get),
    route(
        "PATCH /channels/{channel}/messages/{message}",
        messages::edit,
    ),
    route(
        "DELETE /channels/{channel}/messages/{message}",
        messages::delete,
    ),
    route(
        "PUT /channels/{channel}/messages/{message}/reactions/{emoji}/@me",
        messages::react,
    ),
    route(
        "DELETE /channels/{channel}/messages/{message}/reactions/{emoji}/@me",
        messages::unreact,
    ),
];

/// Whether a pattern of [`crate::Fault::on`] matches any route.
pub(crate) fn has_route(pattern: &str) -> bool {
    ROUTES
        .iter()
        .any(|route| crate::faults::matches(pattern, route.template))
}

/// Finds the route of a path below `/api/v10`, and the values of its placeholders.
fn find(method: &Method, path: &str) -> Option<(Route, Vec<String>)> {
    let segments: Vec<&str> = path.trim_matches('/').split('/').collect();
    ROUTES.iter().find_map(|route| {
        let (name, template) = route.template.split_once(" /")?;
        let template: Vec<&str> = template.split('/').collect();
        if name != method.as_str() || template.len() != segments.len() {
            return None;
        }
        let mut parameters = Vec::new();
        for (expected, segment) in template.iter().zip(&segments) {
            if expected.starts_with('{') {
                parameters.push(percent_decoded(segment));
            } else if expected != segment {
                return None;
            }
        }
        Some((*route, parameters))
    })
}
