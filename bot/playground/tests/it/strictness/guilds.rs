//! Guilds and their scheduled events: who may change them, how many there are, and what happens at their times.

use std::time::Duration;

use playground::{event_status, permission};
use serde_json::json;

use super::*;
use crate::bot;

#[tokio::test]
async fn a_guild_whose_system_channel_is_deleted_says_so() {
    let (pg, bot) = bot::start().await;
    let (guild, other) = (pg.guild(""), pg.channel("other"));
    let count = |event: &str| bot.events().iter().filter(|e| *e == event).count();
    let heard = async |event: &str, n: usize| until(&pg, event, || count(event) == n).await;
    guild.set_system_channel(Some(&other));
    heard("GUILD_UPDATE", 1).await;
    other.delete();
    heard("GUILD_UPDATE", 2).await;
    let found = Raw::new(&pg).get(&format!("/guilds/{}", guild.id())).await;
    assert_eq!(found["system_channel_id"], Value::Null);
    // Another channel is none of its settings.
    pg.channel("third").delete();
    drop(pg.channel("last"));
    heard("CHANNEL_CREATE", 3).await;
    assert_eq!(count("GUILD_UPDATE"), 2);
}

#[tokio::test]
async fn the_bot_is_a_member_since_it_was_added() {
    let (pg, raw) = start(&[]).await;
    let (guild, alice) = (pg.guild(""), pg.user("alice").id().to_string());
    let since = async |id: &str| {
        let path = format!("/guilds/{}/members/{id}", guild.id());
        raw.get(&path).await["joined_at"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let (before, hers) = (since(&raw.app).await, since(&alice).await);
    guild.remove_bot();
    pg.clock().advance(Duration::from_hours(1));
    guild.add_bot();
    assert!(since(&raw.app).await > before);
    assert_eq!(since(&alice).await, hers);
}

fn body() -> Value {
    json!({"name": "Cup", "privacy_level": 2, "entity_type": 3, "entity_metadata": {"location": "here"},
        "scheduled_start_time": "2026-01-01T13:00:00Z", "scheduled_end_time": "2026-01-01T14:00:00Z"})
}

#[tokio::test]
async fn events_need_permissions_and_those_of_others_need_more() {
    let (pg, raw) = start(&[]).await;
    let guild = pg.guild("");
    let all = format!("/guilds/{}/scheduled-events", guild.id());
    assert_eq!(code(raw.post(&all, body()).await), (403, Some(50013)));
    guild.set_bot_permissions(permission::BOT | permission::CREATE_EVENTS);
    let (status, event) = raw.post(&all, body()).await;
    assert_eq!((status, &event["status"]), (200, &json!(1)));
    let own = format!("{all}/{}", event["id"].as_str().unwrap());
    let other = guild.add_event(&pg.user("alice"), "Chess night", Duration::from_hours(1));
    let other = format!("{all}/{other}");
    let rename = async |path| {
        let change = json!({"name": "Other"});
        code(raw.send(Method::PATCH, path, change).await)
    };
    let delete = async |path| code(raw.send(Method::DELETE, path, Value::Null).await);
    assert_eq!(rename(&own).await, (200, None));
    assert_eq!(rename(&other).await, (403, Some(50013)));
    assert_eq!(delete(&other).await, (403, Some(50013)));
    guild.set_bot_permissions(permission::BOT | permission::MANAGE_EVENTS);
    assert_eq!(code(raw.post(&all, body()).await), (403, Some(50013)));
    assert_eq!(delete(&other).await, (204, None));
    assert_eq!(delete(&other).await, (404, Some(10070)));
    assert_eq!(rename(&other).await, (404, Some(10070)));
    assert_eq!(delete(&own).await, (204, None));
    assert_eq!(guild.events(), []);
}

#[tokio::test]
async fn an_event_starts_and_ends_at_its_times_and_then_stays_as_it_is() {
    let (pg, raw) = start(&["event-finished"]).await;
    let guild = pg.guild("");
    guild.set_bot_permissions(permission::BOT | permission::CREATE_EVENTS);
    let all = format!("/guilds/{}/scheduled-events", guild.id());
    let event = raw.post(&all, body()).await.1;
    let own = format!("{all}/{}", event["id"].as_str().unwrap());
    let status = || guild.events()[0].status;
    assert_eq!(status(), event_status::SCHEDULED);
    pg.clock().advance(Duration::from_hours(1));
    assert_eq!(status(), event_status::ACTIVE);
    assert_eq!(raw.get(&all).await[0]["status"], 2);
    pg.clock().advance(Duration::from_hours(1));
    assert_eq!(status(), event_status::COMPLETED);
    assert_eq!(raw.get(&all).await, json!([]));
    let rename = raw.send(Method::PATCH, &own, json!({"name": "Other"}));
    assert_eq!(code(rename.await), (400, Some(180_000)));
}

#[tokio::test]
async fn a_guild_has_at_most_a_hundred_events_that_are_not_over() {
    let (pg, raw) = start(&[]).await;
    let guild = pg.guild("");
    guild.set_bot_permissions(permission::BOT | permission::CREATE_EVENTS);
    let all = format!("/guilds/{}/scheduled-events", guild.id());
    let alice = pg.user("alice");
    let ids: Vec<_> = (0..100)
        .map(|_| guild.add_event(&alice, "Chess night", Duration::from_hours(1)))
        .collect();
    assert_eq!(code(raw.post(&all, body()).await), (400, Some(30038)));
    guild.delete_event(ids[0]);
    assert_eq!(code(raw.post(&all, body()).await), (200, None));
}
