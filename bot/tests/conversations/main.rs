//! Conversations with the bot over real sockets, a file for each topic.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

#[path = "../common/mod.rs"]
mod common;

mod beside;
mod challenges;
mod choices;
mod clocks;
mod costly;
mod finished;
mod floods;
mod misunderstandings;
mod offers;
mod opponent;
mod organizers;
mod panels;
mod playing;
mod prizes;
mod reading;
mod replay;
mod rounds;
mod server_events;
mod threads;
mod tournament_life;
mod tournaments;
mod troubles;
mod warnings;
mod welcome;

use common::{Stage, next, says};
use playground::{Args, Message, User, args};

/// The route for posting messages.
const POST: &str = "POST /channels/{channel}/messages";

/// Begins a game of alice (White) against bob; returns the board's message.
async fn begin(stage: &Stage, game: &str) -> Message {
    let bob = stage.pg.user("bob");
    accepted(stage, args! { game: game, opponent: &bob, color: "white" }).await
}

/// Begins a game of alice against bob by a challenge with these options; returns the board's message.
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

/// Begins a game of alice (White) against the bot; returns the board's message.
async fn play(stage: &Stage, game: &str) -> Message {
    stage
        .pg
        .user("alice")
        .slash("play", args! { game: game, level: 1, color: "white" })
        .await;
    next(&stage.pg.channel("general")).await
}

/// Changes a server's setting through the menus of `/settings`, which stay one private message.
async fn choose_for_server(boss: &User, setting: &str, value: &str) {
    let panel = boss.slash("settings", ()).await.message();
    boss.click(&panel, "This server's settings").await;
    says(&panel, "This server's settings").await;
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
