//! The chat page and its API.

use playground::Playground;
use reqwest::{Client, RequestBuilder, Response};
use serde_json::{Value, json};

use crate::bot;

fn http() -> Client {
    Client::builder().no_proxy().build().unwrap()
}

fn get(pg: &Playground, path: &str) -> RequestBuilder {
    http().get(format!("{}{path}", pg.api()))
}

fn act(pg: &Playground, body: &Value) -> RequestBuilder {
    let url = format!("{}/_playground/act", pg.api());
    http().post(url).json(body)
}

async fn send(request: RequestBuilder) -> Response {
    request.send().await.unwrap()
}

async fn json_of(request: RequestBuilder) -> Value {
    send(request).await.json().await.unwrap()
}

#[tokio::test]
async fn the_page_has_a_content_security_policy_and_serves_its_scripts() {
    let pg = Playground::start().await;
    let html = send(get(&pg, "/")).await;
    let policy = html.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'self'"));
    assert!(html.text().await.unwrap().contains("/_playground/app.js"));
    assert_eq!(send(get(&pg, "/_playground/app.js")).await.status(), 200);
}

#[tokio::test]
async fn actions_return_the_response_or_the_reason_of_a_refusal() {
    let (pg, _bot) = bot::start().await;
    drop(pg.user("alice"));
    let slash =
        json!({"do": "slash", "user": "alice", "command": "move", "options": {"san": "e4"}});
    assert_eq!(json_of(act(&pg, &slash)).await["kind"], 4);
    let state = json_of(get(&pg, "/_playground/state?user=alice")).await;
    assert_eq!(state["messages"][0]["content"], "played e4");
    let complete = json!({"do": "autocomplete", "user": "alice", "command": "move", "options": {"san": "N"}, "focused": "san"});
    let choices = json_of(act(&pg, &complete)).await["choices"].clone();
    assert_eq!(choices.as_array().unwrap().len(), 2);
    let refused = json!({"do": "slash", "user": "alice", "command": "admin"});
    assert_eq!(
        json_of(act(&pg, &refused)).await,
        json!({"ok": false, "error": "alice cannot use /admin", "failed": false})
    );
}

#[tokio::test]
async fn anyone_but_the_bot_can_be_spoken_as() {
    let (pg, _bot) = bot::start().await;
    let state = json_of(get(&pg, "/_playground/state")).await;
    let refused = json_of(act(
        &pg,
        &json!({"do": "user", "text": state["bot"]["name"]}),
    ))
    .await;
    assert_eq!(refused["error"], "that is the bot's name");
    let carol = json!({"do": "user", "text": "carol"});
    let added = json_of(act(&pg, &carol)).await;
    assert_eq!(added["ok"], true);
    assert_eq!(json_of(act(&pg, &carol)).await, added);
}

#[tokio::test]
async fn other_pages_are_rejected() {
    let pg = Playground::start().await;
    drop(pg.user("alice"));
    let say = json!({"do": "say", "user": "alice", "text": "forged"});
    let forged = act(&pg, &say).header("origin", "https://evil.example");
    assert_eq!(send(forged).await.status(), 403);
    let rebound = get(&pg, "/_playground/state").header("host", "evil.example");
    assert_eq!(send(rebound).await.status(), 403);
    assert_eq!(pg.channel("general").messages(), []);
}
