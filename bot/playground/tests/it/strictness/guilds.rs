//! Guild events and the requests that read a guild.

use std::time::Duration;

use playground::Playground;
use reqwest::Method;
use serde_json::Value;

use super::Raw;
use crate::bot;

#[tokio::test]
async fn a_guild_whose_system_channel_is_deleted_says_so() {
    let (pg, bot) = bot::start().await;
    let (guild, other) = (pg.guild(""), pg.channel("other"));
    let updates = || bot.events().iter().filter(|e| *e == "GUILD_UPDATE").count();
    guild.set_system_channel(Some(&other));
    pg.until("the choice", || (updates() == 1).then_some(()))
        .await;
    other.delete();
    pg.until("the loss", || (updates() == 2).then_some(()))
        .await;
    let raw = Raw::new(&pg);
    let path = format!("/guilds/{}", guild.id());
    let (_, found) = raw.send(Method::GET, &path, Value::Null).await;
    assert_eq!(found["system_channel_id"], Value::Null);
    // Another channel is none of its settings.
    pg.channel("third").delete();
    drop(pg.channel("last"));
    let heard = || {
        let events = bot.events();
        let made = events.iter().filter(|e| *e == "CHANNEL_CREATE");
        (made.count() == 3).then_some(())
    };
    pg.until("the last channel", heard).await;
    assert_eq!(updates(), 2);
}

#[tokio::test]
async fn the_bot_is_a_member_since_it_was_added() {
    let pg = Playground::start().await;
    let (raw, guild, alice) = (Raw::new(&pg), pg.guild(""), pg.user("alice"));
    let since = async |id: &str| {
        let path = format!("/guilds/{}/members/{id}", guild.id());
        let (_, member) = raw.send(Method::GET, &path, Value::Null).await;
        member["joined_at"].as_str().unwrap().to_owned()
    };
    let (id, before) = (alice.id().to_string(), since(&raw.app).await);
    let hers = since(&id).await;
    guild.remove_bot();
    pg.clock().advance(Duration::from_hours(1));
    guild.add_bot();
    assert!(since(&raw.app).await > before);
    assert_eq!(since(&id).await, hers);
}
