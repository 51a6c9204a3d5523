//! REST v10: which routes there are, and the way of a request through them.

mod channels;
mod commands;
mod guilds;
mod interactions;
mod messages;
mod pipeline;

use axum::http::Method;
use serde_json::Value;

use crate::calls::{ApiError, Fault, Step, Violation, json_path};
use crate::messages::Upload;
use crate::state::World;

pub(crate) use pipeline::{Connection, Loopback, handle, parse_query, percent_decoded};

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

struct Route {
    method: Method,
    template: &'static str,
    /// Without the bot's token: the path holds a token of its own.
    open: bool,
    run: Handler,
}

/// Every route that the playground has, in the order in which they are tried.
fn routes() -> Vec<Route> {
    use Method as M;
    let closed = |method: M, template, run: Handler| Route {
        method,
        template,
        open: false,
        run,
    };
    let open = |method: M, template, run: Handler| Route {
        method,
        template,
        open: true,
        run,
    };
    vec![
        open(M::GET, "GET /gateway", guilds::gateway),
        closed(M::GET, "GET /gateway/bot", guilds::gateway_bot),
        closed(M::GET, "GET /users/@me", guilds::me),
        closed(M::GET, "GET /users/@me/guilds", guilds::my_guilds),
        closed(M::POST, "POST /users/@me/channels", guilds::create_dm),
        closed(M::GET, "GET /users/{user}", guilds::user),
        closed(M::GET, "GET /applications/@me", guilds::application),
        closed(M::GET, "GET /oauth2/applications/@me", guilds::application),
        closed(M::GET, "GET /guilds/{guild}", guilds::guild),
        closed(M::GET, "GET /guilds/{guild}/channels", guilds::channels),
        closed(M::GET, "GET /guilds/{guild}/roles", guilds::roles),
        closed(M::GET, "GET /guilds/{guild}/members", guilds::members),
        closed(M::GET, "GET /guilds/{guild}/members/{user}", guilds::member),
        closed(
            M::GET,
            "GET /guilds/{guild}/threads/active",
            guilds::active_threads,
        ),
        closed(M::GET, "GET /applications/{app}/commands", commands::list),
        closed(
            M::PUT,
            "PUT /applications/{app}/commands",
            commands::overwrite,
        ),
        closed(
            M::POST,
            "POST /applications/{app}/commands",
            commands::create,
        ),
        closed(
            M::GET,
            "GET /applications/{app}/commands/{command}",
            commands::get,
        ),
        closed(
            M::PATCH,
            "PATCH /applications/{app}/commands/{command}",
            commands::patch,
        ),
        closed(
            M::DELETE,
            "DELETE /applications/{app}/commands/{command}",
            commands::delete,
        ),
        closed(
            M::GET,
            "GET /applications/{app}/guilds/{guild}/commands",
            commands::list_guild,
        ),
        closed(
            M::PUT,
            "PUT /applications/{app}/guilds/{guild}/commands",
            commands::overwrite_guild,
        ),
        open(
            M::POST,
            "POST /interactions/{interaction}/{token}/callback",
            interactions::callback,
        ),
        open(
            M::POST,
            "POST /webhooks/{app}/{token}",
            interactions::followup,
        ),
        open(
            M::GET,
            "GET /webhooks/{app}/{token}/messages/@original",
            interactions::get,
        ),
        open(
            M::PATCH,
            "PATCH /webhooks/{app}/{token}/messages/@original",
            interactions::edit,
        ),
        open(
            M::DELETE,
            "DELETE /webhooks/{app}/{token}/messages/@original",
            interactions::delete,
        ),
        open(
            M::GET,
            "GET /webhooks/{app}/{token}/messages/{message}",
            interactions::get,
        ),
        open(
            M::PATCH,
            "PATCH /webhooks/{app}/{token}/messages/{message}",
            interactions::edit,
        ),
        open(
            M::DELETE,
            "DELETE /webhooks/{app}/{token}/messages/{message}",
            interactions::delete,
        ),
        closed(M::GET, "GET /channels/{channel}", channels::get),
        closed(M::PATCH, "PATCH /channels/{channel}", channels::edit),
        closed(M::DELETE, "DELETE /channels/{channel}", channels::delete),
        closed(M::POST, "POST /channels/{channel}/typing", channels::typing),
        closed(
            M::POST,
            "POST /channels/{channel}/threads",
            channels::thread,
        ),
        closed(
            M::POST,
            "POST /channels/{channel}/messages/{message}/threads",
            channels::thread_from_message,
        ),
        closed(
            M::PUT,
            "PUT /channels/{channel}/thread-members/@me",
            channels::join_thread,
        ),
        closed(
            M::PUT,
            "PUT /channels/{channel}/thread-members/{user}",
            channels::add_thread_member,
        ),
        closed(
            M::DELETE,
            "DELETE /channels/{channel}/thread-members/@me",
            channels::leave_thread,
        ),
        closed(
            M::DELETE,
            "DELETE /channels/{channel}/thread-members/{user}",
            channels::remove_thread_member,
        ),
        closed(M::GET, "GET /channels/{channel}/pins", messages::pins),
        closed(
            M::PUT,
            "PUT /channels/{channel}/pins/{message}",
            messages::pin,
        ),
        closed(
            M::DELETE,
            "DELETE /channels/{channel}/pins/{message}",
            messages::unpin,
        ),
        closed(M::GET, "GET /channels/{channel}/messages", messages::list),
        closed(
            M::POST,
            "POST /channels/{channel}/messages",
            messages::create,
        ),
        closed(
            M::GET,
            "GET /channels/{channel}/messages/{message}",
            messages::get,
        ),
        closed(
            M::PATCH,
            "PATCH /channels/{channel}/messages/{message}",
            messages::edit,
        ),
        closed(
            M::DELETE,
            "DELETE /channels/{channel}/messages/{message}",
            messages::delete,
        ),
        closed(
            M::PUT,
            "PUT /channels/{channel}/messages/{message}/reactions/{emoji}/@me",
            messages::react,
        ),
        closed(
            M::DELETE,
            "DELETE /channels/{channel}/messages/{message}/reactions/{emoji}/@me",
            messages::unreact,
        ),
    ]
}

/// Whether a pattern of [`crate::Fault::on`] covers any route at all.
pub(crate) fn exists(pattern: &str) -> bool {
    routes()
        .iter()
        .any(|r| crate::faults::covers(pattern, r.template))
}

/// The route of a path below `/api/v10`, and what stands in its placeholders.
fn find(method: &Method, path: &str) -> Option<(Route, Vec<String>)> {
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    routes()
        .into_iter()
        .filter(|r| r.method == *method)
        .find_map(|r| {
            let (_, template) = r.template.split_once(" /")?;
            let wanted: Vec<&str> = template.split('/').collect();
            if wanted.len() != parts.len() {
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
            Some((r, ids))
        })
}
