//! Conversations with the bot over real sockets, as people have them in a chat: one file for each kind.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

#[path = "../common/mod.rs"]
mod common;

mod beside;
mod challenges;
mod choices;
mod clocks;
mod finished;
mod misunderstandings;
mod offers;
mod opponent;
mod panels;
mod playing;
mod reading;
mod threads;
mod tournament_life;
mod tournaments;
mod troubles;

use common::{Stage, next, says};
use playground::{Args, Message, User, args};

/// The route by which the bot posts.
const POST: &str = "POST /channels/{channel}/messages";

/// A challenge of alice's to bob, alice playing White, accepted: the board's message.
async fn begin(stage: &Stage, game: &str) -> Message {
    let bob = stage.pg.user("bob");
    accepted(stage, args! { game: game, opponent: &bob, color: "white" }).await
}

/// The same with these options.
async fn accepted(stage: &Stage, options: Args) -> Message {
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");
    alice.slash("challenge", options).await;
    let challenge = next(&general).await;
    assert_eq!(challenge.pings(), ["bob"]);
    bob.click(&challenge, "Accept").await;
    says(&challenge, "accepted").await;
    assert!(
        challenge.buttons().is_empty(),
        "an answered challenge has no buttons"
    );
    next(&general).await
}

/// A game of alice's (White) against the bot: the board's message.
async fn play(stage: &Stage, game: &str) -> Message {
    stage
        .pg
        .user("alice")
        .slash("play", args! { game: game, level: 1, color: "white" })
        .await;
    next(&stage.pg.channel("general")).await
}

/// A moderator chooses a value for the server from the menus of `/settings`, which are one private message all along.
async fn choose_for_server(boss: &User, setting: &str, value: &str) {
    let panel = boss.slash("settings", ()).await.message();
    boss.click(&panel, "This server's settings").await;
    says(&panel, "The settings of this server").await;
    boss.select(&panel, "What do you want to change?", &[setting])
        .await;
    says(&panel, "Now:").await;
    boss.select(&panel, "Choose", &[value]).await;
    says(&panel, "Saved.").await;
}

fn labels(message: &Message) -> Vec<String> {
    let buttons = message.buttons().into_iter();
    buttons.map(|button| button.label).collect()
}
