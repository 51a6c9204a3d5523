//! REST v10: which routes there are, and the way of a request through them.

mod channels;
mod commands;
mod connection;
mod guilds;
mod interactions;
mod messages;
mod pipeline;

use axum::http::Method;
use serde_json::Value;

use crate::calls::{ApiError, Fault, Step, Violation, json_path};
use crate::messages::Upload;
use crate::state::World;

pub(crate) use connection::{Connection, Loopback};
pub(crate) use pipeline::{handle, parse_query, percent_decoded};

/// 204 for null, else 200 with the value.
type Answer = Result<Value, ApiError>;
type Handler = fn(&mut Ctx<'_>) -> Answer;

/// A request on its way through its handler.
pub(crate) struct Ctx<'a> {
    pub(crate) world: &'a mut World,
    pub(crate) route: &'static str,
    ids: Vec<String>,
    body: Value,
    files: Vec<Upload>,
    query: Vec<(String, String)>,
}

impl Ctx<'_> {
    /// The n-th placeholder of the route as an id; what is no id leads nowhere.
    fn id(&self, n: usize) -> Result<u64, ApiError> {
        self.text(n).parse().map_err(|_| ApiError::new(404, 0))
    }

    fn text(&self, n: usize) -> &str {
        self.ids.get(n).map_or("", String::as_str)
    }

    fn query(&self, key: &str) -> Option<&str> {
        self.query
            .iter()
            .find(|(k, _)| k == key)
            .map(|(_, v)| v.as_str())
    }

    /// Notes the faults of the body and refuses the request if there are any.
    fn judge(&mut self, faults: &[Fault]) -> Result<(), ApiError> {
        for f in faults {
            self.note(f.rule, &f.path, f.message.clone(), f.code);
        }
        if faults.is_empty() {
            Ok(())
        } else {
            Err(ApiError::form(faults))
        }
    }

    fn note(&mut self, rule: &'static str, path: &[Step], message: String, code: u64) {
        let violation = Violation {
            route: self.route.to_owned(),
            path: json_path(path),
            rule,
            message,
            code,
        };
        self.world.violate(violation);
    }
}

#[derive(Clone, Copy)]
struct Route {
    /// Method and path: `GET /gateway`.
    template: &'static str,
    /// Without the bot's token: the path holds a token of its own, or nothing is told.
    open: bool,
    run: Handler,
}

const fn closed(template: &'static str, run: Handler) -> Route {
    Route {
        template,
        open: false,
        run,
    }
}

const fn open(template: &'static str, run: Handler) -> Route {
    Route {
        template,
        open: true,
        run,
    }
}

/// Every route that the playground has, in the order in which they are tried.
const ROUTES: &[Route] = &[
    open("GET /gateway", guilds::gateway),
    closed("GET /gateway/bot", guilds::gateway_bot),
    closed("GET /users/@me", guilds::me),
    closed("GET /users/@me/guilds", guilds::my_guilds),
    closed("POST /users/@me/channels", guilds::create_dm),
    closed("GET /users/{user}", guilds::user),
    closed("GET /applications/@me", guilds::application),
    closed("GET /oauth2/applications/@me", guilds::application),
    closed("GET /guilds/{guild}", guilds::guild),
    closed("GET /guilds/{guild}/channels", guilds::channels),
    closed("GET /guilds/{guild}/roles", guilds::roles),
    closed("GET /guilds/{guild}/members", guilds::members),
    closed("GET /guilds/{guild}/members/{user}", guilds::member),
    closed("GET /guilds/{guild}/threads/active", guilds::active_threads),
    closed("GET /applications/{app}/commands", commands::list),
    closed("PUT /applications/{app}/commands", commands::overwrite),
    closed("POST /applications/{app}/commands", commands::create),
    closed("GET /applications/{app}/commands/{command}", commands::get),
    closed(
        "PATCH /applications/{app}/commands/{command}",
        commands::patch,
    ),
    closed(
        "DELETE /applications/{app}/commands/{command}",
        commands::delete,
    ),
    closed(
        "GET /applications/{app}/guilds/{guild}/commands",
        commands::list_guild,
    ),
    closed(
        "PUT /applications/{app}/guilds/{guild}/commands",
        commands::overwrite_guild,
    ),
    open(
        "POST /interactions/{interaction}/{token}/callback",
        interactions::callback,
    ),
    open("POST /webhooks/{app}/{token}", interactions::followup),
    open(
        "GET /webhooks/{app}/{token}/messages/@original",
        interactions::get,
    ),
    open(
        "PATCH /webhooks/{app}/{token}/messages/@original",
        interactions::edit,
    ),
    open(
        "DELETE /webhooks/{app}/{token}/messages/@original",
        interactions::delete,
    ),
    open(
        "GET /webhooks/{app}/{token}/messages/{message}",
        interactions::get,
    ),
    open(
        "PATCH /webhooks/{app}/{token}/messages/{message}",
        interactions::edit,
    ),
    open(
        "DELETE /webhooks/{app}/{token}/messages/{message}",
        interactions::delete,
    ),
    closed("GET /channels/{channel}", channels::get),
    closed("PATCH /channels/{channel}", channels::edit),
    closed("DELETE /channels/{channel}", channels::delete),
    closed("POST /channels/{channel}/typing", channels::typing),
    closed("POST /channels/{channel}/threads", channels::thread),
    closed(
        "POST /channels/{channel}/messages/{message}/threads",
        channels::thread_from_message,
    ),
    closed(
        "PUT /channels/{channel}/thread-members/@me",
        channels::join_thread,
    ),
    closed(
        "PUT /channels/{channel}/thread-members/{user}",
        channels::add_thread_member,
    ),
    closed(
        "DELETE /channels/{channel}/thread-members/@me",
        channels::leave_thread,
    ),
    closed(
        "DELETE /channels/{channel}/thread-members/{user}",
        channels::remove_thread_member,
    ),
    closed("GET /channels/{channel}/pins", messages::pins),
    closed("PUT /channels/{channel}/pins/{message}", messages::pin),
    closed("DELETE /channels/{channel}/pins/{message}", messages::unpin),
    closed("GET /channels/{channel}/messages", messages::list),
    closed("POST /channels/{channel}/messages", messages::create),
    closed("GET /channels/{channel}/messages/{message}", messages::get),
    closed(
        "PATCH /channels/{channel}/messages/{message}",
        messages::edit,
    ),
    closed(
        "DELETE /channels/{channel}/messages/{message}",
        messages::delete,
    ),
    closed(
        "PUT /channels/{channel}/messages/{message}/reactions/{emoji}/@me",
        messages::react,
    ),
    closed(
        "DELETE /channels/{channel}/messages/{message}/reactions/{emoji}/@me",
        messages::unreact,
    ),
];

/// Whether a pattern of [`crate::Fault::on`] covers any route at all.
pub(crate) fn exists(pattern: &str) -> bool {
    ROUTES
        .iter()
        .any(|r| crate::faults::covers(pattern, r.template))
}

/// The route of a path below `/api/v10`, and what stands in its placeholders.
fn find(method: &Method, path: &str) -> Option<(Route, Vec<String>)> {
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    ROUTES.iter().find_map(|r| {
        let (name, template) = r.template.split_once(" /")?;
        let wanted: Vec<&str> = template.split('/').collect();
        if name != method.as_str() || wanted.len() != parts.len() {
            return None;
        }
        let mut ids = Vec::new();
        for (want, is) in wanted.iter().zip(&parts) {
            if want.starts_with('{') {
                ids.push(percent_decoded(is));
            } else if want != is {
                return None;
            }
        }
        Some((*r, ids))
    })
}
