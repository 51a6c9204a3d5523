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
use serde_json::{Value, json};

use crate::api_error::{self, ApiError, ErrorCode, FormError};
use crate::messages::Upload;
use crate::state::World;

pub(crate) use connection::{Connection, LoopbackListener};
pub(crate) use pipeline::{handle, percent_decoded};

/// The body of a response: 204 for null, otherwise 200.
type Response = Result<Value, ApiError>;
type Handler = fn(&mut Context<'_>) -> Response;

/// Responds with this error unless the condition holds.
fn ensure(condition: bool, error: ErrorCode) -> Result<(), ApiError> {
    if condition { Ok(()) } else { Err(error.into()) }
}

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
        for e in errors {
            let (message, code) = (e.message.clone(), e.code.number);
            self.world
                .violate(self.route, &e.path, e.rule, message, code);
        }
        if errors.is_empty() {
            Ok(())
        } else {
            Err(ApiError::form(errors))
        }
    }

    /// Records a violation. Returns the error to respond with.
    fn violation(&mut self, rule: &'static str, message: String, code: ErrorCode) -> ApiError {
        self.world
            .violate(self.route, &[], rule, message, code.number);
        code.into()
    }

    fn message_json(&self, message: u64) -> Response {
        let message = self.world.messages.get(&message);
        let json = message.map(|m| self.world.message_json(m));
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

/// Lists routes; those that are `public` need no token.
macro_rules! routes {
    (@needs_token public) => { false };
    (@needs_token) => { true };
    ($($($public:ident)? $template:literal => $handler:expr,)+) => {
        &[$(Route {
            template: $template,
            needs_token: routes!(@needs_token $($public)?),
            handler: $handler,
        }),+]
    };
}

/// All routes. The first match wins.
const ROUTES: &[Route] = routes! {
    public "GET /gateway" => |cx| Ok(json!({"url": cx.world.gateway_url})),
    "GET /gateway/bot" => |cx| Ok(guilds::gateway_bot(cx.world)),
    "GET /users/@me" => |cx| Ok(cx.world.current_user_json()),
    "GET /users/@me/guilds" => |cx| Ok(guilds::my_guilds(cx.world)),
    "POST /users/@me/channels" => guilds::create_dm,
    "GET /users/{user}" => guilds::user,
    "GET /applications/@me" => |cx| Ok(cx.world.application_json()),
    "GET /oauth2/applications/@me" => |cx| Ok(cx.world.application_json()),
    "GET /guilds/{guild}" => |cx| Ok(cx.world.bare_guild_json(cx.guild()?)),
    "GET /guilds/{guild}/channels" => guilds::channels,
    "GET /guilds/{guild}/roles" => |cx| Ok(json!(cx.world.roles_json(cx.guild()?))),
    "GET /guilds/{guild}/members" => guilds::members,
    "GET /guilds/{guild}/members/{user}" => guilds::member,
    "PUT /guilds/{guild}/members/{user}/roles/{role}" => guilds::give_role,
    "GET /guilds/{guild}/threads/active" => guilds::active_threads,
    "GET /guilds/{guild}/scheduled-events" => scheduled_events::list,
    "POST /guilds/{guild}/scheduled-events" => scheduled_events::create,
    "GET /guilds/{guild}/scheduled-events/{event}" => scheduled_events::get,
    "PATCH /guilds/{guild}/scheduled-events/{event}" => scheduled_events::edit,
    "DELETE /guilds/{guild}/scheduled-events/{event}" => scheduled_events::delete,
    "GET /applications/{app}/emojis" => guilds::emoji,
    "POST /applications/{app}/emojis" => guilds::create_emoji,
    "GET /applications/{app}/commands" => commands::list,
    "PUT /applications/{app}/commands" => commands::overwrite,
    "POST /applications/{app}/commands" => commands::create,
    "GET /applications/{app}/commands/{command}" => commands::get,
    "PATCH /applications/{app}/commands/{command}" => commands::patch,
    "DELETE /applications/{app}/commands/{command}" => commands::delete,
    "GET /applications/{app}/guilds/{guild}/commands" => commands::list,
    "PUT /applications/{app}/guilds/{guild}/commands" => commands::overwrite,
    public "POST /interactions/{interaction}/{token}/callback" => interactions::callback,
    public "POST /webhooks/{app}/{token}" => interactions::followup,
    public "GET /webhooks/{app}/{token}/messages/@original" => interactions::get,
    public "PATCH /webhooks/{app}/{token}/messages/@original" => interactions::edit,
    public "DELETE /webhooks/{app}/{token}/messages/@original" => interactions::delete,
    public "GET /webhooks/{app}/{token}/messages/{message}" => interactions::get,
    public "PATCH /webhooks/{app}/{token}/messages/{message}" => interactions::edit,
    public "DELETE /webhooks/{app}/{token}/messages/{message}" => interactions::delete,
    "GET /channels/{channel}" => |cx| Ok(cx.world.channel_json(cx.channel()?)),
    "PATCH /channels/{channel}" => channels::edit,
    "DELETE /channels/{channel}" => channels::delete,
    "POST /channels/{channel}/typing" => channels::typing,
    "POST /channels/{channel}/threads" => channels::start_thread,
    "POST /channels/{channel}/messages/{message}/threads" => channels::start_thread_from_message,
    "PUT /channels/{channel}/thread-members/@me" => channels::join_thread,
    "PUT /channels/{channel}/thread-members/{user}" => channels::add_thread_member,
    "DELETE /channels/{channel}/thread-members/@me" => channels::leave_thread,
    "DELETE /channels/{channel}/thread-members/{user}" => channels::remove_thread_member,
    "GET /channels/{channel}/pins" => messages::pins,
    "PUT /channels/{channel}/pins/{message}" => |cx| messages::set_pinned(cx, true),
    "DELETE /channels/{channel}/pins/{message}" => |cx| messages::set_pinned(cx, false),
    "GET /channels/{channel}/messages" => messages::list,
    "POST /channels/{channel}/messages" => messages::create,
    "GET /channels/{channel}/messages/{message}" => messages::get,
    "PATCH /channels/{channel}/messages/{message}" => messages::edit,
    "DELETE /channels/{channel}/messages/{message}" => messages::delete,
    "PUT /channels/{channel}/messages/{message}/reactions/{emoji}/@me" => messages::react,
    "DELETE /channels/{channel}/messages/{message}/reactions/{emoji}/@me" => messages::unreact,
};

/// Panics unless a pattern of [`crate::Fault::on`] matches a route.
#[track_caller]
pub(crate) fn assert_route(pattern: &str) {
    let is_matched = |route: &Route| crate::faults::matches(pattern, route.template);
    assert!(
        ROUTES.iter().any(is_matched),
        "no route matches {pattern:?}"
    );
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
