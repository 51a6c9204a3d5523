//! Conversations with the bot over real sockets, one file per topic.

mod beside;
mod challenges;
mod choices;
mod clocks;
mod costly;
pub(crate) mod dailies;
mod finished;
mod floods;
mod front;
pub(crate) mod lessons;
mod misunderstandings;
mod offers;
mod opponent;
mod organizers;
mod panels;
mod playing;
mod prizes;
pub(crate) mod puzzles;
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

use front::{Answer as _, Front, Person, Post as _, labels, next, says};
use playground::{Args, args};

/// The route for posting messages.
const POST: &str = "POST /channels/{channel}/messages";

/// Starts a game of alice (White) against bob; returns the board's message.
async fn begin<F: Front>(stage: &F, game: &str) -> F::Message {
    let bob = stage.user("bob");
    accepted(
        stage,
        args! { game: game, opponent: bob.arg(), color: "white" },
    )
    .await
}

/// Starts a game of alice against bob through a challenge with these options; returns the board's message.
async fn accepted<F: Front>(stage: &F, options: Args) -> F::Message {
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.channel("general");
    alice.slash("challenge", options).await;
    let challenge = next(&general).await;
    assert_eq!(challenge.pings(), ["bob"]);
    bob.click(&challenge, "Accept").await;
    says(&challenge, "accepted").await;
    assert!(
        challenge.labels().is_empty(),
        "an answered challenge has no buttons"
    );
    next(&general).await
}

/// Starts a game of alice (White) against the bot; returns the board's message.
async fn play<F: Front>(stage: &F, game: &str) -> F::Message {
    stage
        .user("alice")
        .slash("play", args! { game: game, level: 1, color: "white" })
        .await;
    next(&stage.channel("general")).await
}

/// Changes a server's setting in the menus of `/settings`, which stay in one private message.
async fn choose_for_server<U: Person>(boss: &U, setting: &str, value: &str) {
    let words = U::On::words("This server's settings");
    let panel = boss.slash("settings", ()).await.message().await;
    boss.click(&panel, &words).await;
    says(&panel, &words).await;
    boss.select(&panel, "What do you want to change?", &[setting])
        .await;
    says(&panel, "Now:").await;
    boss.select(&panel, "Choose", &[value]).await;
    says(&panel, "Saved.").await;
}

#[test]
fn what_is_played_on_discord_only_says_why() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/conversations");
    let mut reasons = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let code = std::fs::read_to_string(&path).unwrap();
        let has_reason = |docs: &str, mark: &str| {
            let mut lines = docs.lines().filter(|line| line.starts_with(mark));
            lines.any(|line| line.contains("On Discord only: "))
        };
        // Other scenes get their tests from `both!`.
        let parts: Vec<_> = code.split("\n#[tokio::test").collect();
        for before in &parts[..parts.len() - 1] {
            let above = before.rsplit("\n\n").next().unwrap();
            let says = has_reason(above, "///") || has_reason(&code, "//!");
            assert!(
                says,
                "{}: a scene without a reason: {above}",
                path.display()
            );
            reasons += 1;
        }
    }
    assert!(reasons > 40, "{reasons}");
}
