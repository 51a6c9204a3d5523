//! Guild events and the requests that read a guild.

use std::time::Duration;

use serde_json::Value;

use super::{Raw, start};
use crate::bot;

#[tokio::test]
async fn a_guild_whose_system_channel_is_deleted_says_so() {
    let (pg, bot) = bot::start().await;
    let (guild, other) = (pg.guild(""), pg.channel("other"));
    let count = |event: &str| bot.events().iter().filter(|e| *e == event).count();
    let until = async |event: &str, number: usize| {
        let heard = || (count(event) == number).then_some(());
        pg.until(event, heard).await;
    };
    guild.set_system_channel(Some(&other));
    until("GUILD_UPDATE", 1).await;
    other.delete();
    until("GUILD_UPDATE", 2).await;
    let found = Raw::new(&pg).get(&format!("/guilds/{}", guild.id())).await;
    assert_eq!(found["system_channel_id"], Value::Null);
    // Another channel is none of its settings.
    pg.channel("third").delete();
    drop(pg.channel("last"));
    until("CHANNEL_CREATE", 3).await;
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
