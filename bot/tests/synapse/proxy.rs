//! A reverse proxy between Delos and the homeserver that fails as planned.

use std::sync::{Arc, Mutex, MutexGuard};

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::response::{IntoResponse as _, Response};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::common::Server;
use crate::delos::Delos;
use crate::person::WAIT_LIMIT;

#[derive(Default)]
struct Plan {
    /// Requests before an outage begins.
    outage: Option<u64>,
    is_out: bool,
    /// Parts of the requests that are held.
    held: Option<Vec<String>>,
    count: usize,
    /// Requests that the homeserver doesn't get: their parts, and the response.
    answer: Option<(Vec<String>, StatusCode, String)>,
    answered: usize,
}

pub(crate) struct Proxy {
    client: reqwest::Client,
    server: String,
    address: String,
    plan: Mutex<Plan>,
    changed: Notify,
}

impl Proxy {
    /// Starts a proxy, and a program that reaches the homeserver through it.
    pub(crate) async fn start(server: &Server, name: &str) -> (Arc<Self>, Delos) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let proxy = Arc::new(Self {
            client: reqwest::Client::new(),
            server: server.url.clone(),
            address: address.clone(),
            plan: Mutex::default(),
            changed: Notify::new(),
        });
        let app = Router::new().fallback(pass).with_state(Arc::clone(&proxy));
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        let id = server.register(name).await;
        let settings = vec![("DELOS_MATRIX_HOMESERVER", address)];
        (proxy, Delos::start_with(server, &id, settings))
    }

    fn plan(&self) -> MutexGuard<'_, Plan> {
        self.plan.lock().unwrap()
    }

    fn change(&self, change: impl FnOnce(&mut Plan)) {
        change(&mut self.plan());
        self.changed.notify_waiters();
    }

    async fn until(&self, holds: impl Fn(&Plan) -> bool) {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            if holds(&self.plan()) {
                return;
            }
            changed.await;
        }
    }

    pub(crate) fn fail_after(&self, requests: u64) {
        self.change(|plan| plan.outage = Some(requests));
    }

    pub(crate) async fn until_out(&self) {
        let out = self.until(|plan| plan.is_out);
        timeout(WAIT_LIMIT, out).await.expect("the outage begins");
    }

    pub(crate) fn heal(&self) {
        self.change(|plan| {
            plan.is_out = false;
            plan.answer = None;
        });
    }

    /// Answers requests that contain all these parts, in the homeserver's place.
    pub(crate) fn answer(&self, parts: &[&str], status: u16, body: &str) {
        let parts = parts.iter().map(|&part| part.to_owned()).collect();
        let status = StatusCode::from_u16(status).unwrap();
        self.change(|plan| {
            plan.answer = Some((parts, status, body.to_owned()));
            plan.answered = 0;
        });
    }

    /// Waits for so many requests that are answered in the homeserver's place.
    pub(crate) async fn until_answered(&self, requests: usize) {
        let answered = self.until(|plan| plan.answered >= requests);
        timeout(WAIT_LIMIT, answered).await.expect("a request");
    }

    /// Holds requests that contain all these parts.
    pub(crate) fn hold(&self, parts: &[&str]) {
        let parts = parts.iter().map(|&part| part.to_owned()).collect();
        self.change(|plan| plan.held = Some(parts));
    }

    pub(crate) async fn until_held(&self, requests: usize) {
        let held = self.until(|plan| plan.count >= requests);
        timeout(WAIT_LIMIT, held).await.expect("a held request");
    }

    pub(crate) fn held(&self) -> usize {
        self.plan().count
    }

    pub(crate) fn release(&self) {
        self.change(|plan| plan.held = None);
    }
}

async fn pass(State(proxy): State<Arc<Proxy>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let path = head.uri.path_and_query().unwrap().as_str().to_owned();
    let is_held = |plan: &Plan| {
        let parts = plan.held.as_ref();
        parts.is_some_and(|parts| parts.iter().all(|part| path.contains(part)))
    };
    proxy.change(|plan| {
        plan.is_out |= plan.outage == Some(0);
        plan.outage = plan.outage.and_then(|left| left.checked_sub(1));
        plan.count += usize::from(is_held(plan));
    });
    proxy.until(|plan| !is_held(plan)).await;
    if proxy.plan().is_out {
        return (StatusCode::BAD_GATEWAY, "<h1>502 Bad Gateway</h1>").into_response();
    }
    let planned = proxy.plan().answer.clone();
    if let Some((parts, status, body)) = planned
        && parts.iter().all(|part| path.contains(part))
    {
        proxy.change(|plan| plan.answered += 1);
        return (status, [(CONTENT_TYPE, "application/json")], body).into_response();
    }
    let mut headers = head.headers;
    headers.remove(HOST);
    let passed = proxy
        .client
        .request(head.method, format!("{}{path}", proxy.server))
        .headers(headers)
        .body(body);
    let Ok(answer) = passed.send().await else {
        return StatusCode::BAD_GATEWAY.into_response();
    };
    // An outage cuts off requests in progress.
    if proxy.plan().is_out {
        return StatusCode::BAD_GATEWAY.into_response();
    }
    let (status, kind) = (answer.status(), answer.headers().get(CONTENT_TYPE).cloned());
    let mut body = answer.bytes().await.unwrap_or_default();
    // The response to a login names the homeserver.
    if path.contains("/login") {
        let text = String::from_utf8_lossy(&body);
        body = text.replace(&proxy.server, &proxy.address).into();
    }
    (status, kind.map(|kind| [(CONTENT_TYPE, kind)]), body).into_response()
}
