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
pub(crate) mod opponent;
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
pub(crate) mod tournaments;
mod troubles;
mod welcome;

pub(crate) use front::next_saying;

use playground::Arg;
use prelude::*;

pub(crate) mod prelude {
    pub(crate) use super::front::{
        Answer, Front, Matrix, MessageOf, Person, Post, Room, answer, both, called, next_board,
        next_saying, on_discord, posted, says,
    };
    pub(crate) use super::{
        POST, accepted, begin, choose, choose_for_server, code, moves, open_setting, play, played,
        plays, posts_challenge, resigns, server_settings,
    };
    pub(crate) use crate::common::{Stage, assert_says};
    pub(crate) use playground::{Args, args};
}

pub(crate) const POST: &str = "POST /channels/{channel}/messages";

/// Starts a game of alice (White) against bob; returns the board's message.
pub(crate) async fn begin<F: Front>(stage: &F, game: &str) -> F::Message {
    accepted(stage, args! { game: game }).await
}

/// Starts a game of alice, who has White unless the options say otherwise, against bob through a challenge; returns the board's
/// message.
pub(crate) async fn accepted<F: Front>(stage: &F, mut options: Args) -> F::Message {
    let [alice, bob] = stage.people(["alice", "bob"]);
    for (name, value) in [("color", Arg::from("white")), ("opponent", bob.arg())] {
        if options.0.iter().all(|(given, _)| given != name) {
            options.0.insert(1, (name.to_owned(), value));
        }
    }
    let challenge = posts_challenge(&alice, options).await;
    assert_eq!(challenge.pings(), ["bob"]);
    bob.click(&challenge, "Accept").await;
    says(&challenge, "accepted").await;
    assert!(challenge.labels().is_empty(), "an answered challenge");
    stage.channel("general").next().await
}

pub(crate) async fn posts_challenge<U: Person>(who: &U, options: Args) -> MessageOf<U> {
    who.slash("challenge", options).await;
    who.channel().next().await
}

/// Starts a game of alice (White) against the bot; returns the board's message.
pub(crate) async fn play<F: Front>(stage: &F, game: &str) -> F::Message {
    plays(&stage.user("alice"), game).await
}

/// Starts a person's game (White) against the bot where they are; returns the first message about it.
pub(crate) async fn plays<U: Person>(who: &U, game: &str) -> MessageOf<U> {
    let options = args! { game: game, level: 1, color: "white" };
    who.slash("play", options).await;
    who.channel().next().await
}

/// Makes a move by command; returns the next board, posted where the former one is.
pub(crate) async fn moves<U: Person>(who: &U, former: &MessageOf<U>, text: &str) -> MessageOf<U> {
    who.slash("move", args! { "move": text }).await;
    next_board(&former.channel(), former).await
}

/// Makes these moves by command, alice's first; returns the last board.
pub(crate) async fn played<F: Front>(stage: &F, first: F::Message, texts: &[&str]) -> F::Message {
    let [alice, bob] = stage.people(["alice", "bob"]);
    let mut board = first;
    for (text, player) in texts.iter().zip([&alice, &bob].into_iter().cycle()) {
        board = moves(player, &board, text).await;
    }
    board
}

pub(crate) fn code<M: Post>(board: &M) -> String {
    let content = board.content();
    let rest = content.split("game `").nth(1).unwrap();
    rest.split('`').next().unwrap().to_owned()
}

/// Resigns the game on a board, and confirms it.
pub(crate) async fn resigns<U: Person>(who: &U, board: &MessageOf<U>) {
    let question = who.asks("resign", args! { game: code(board) }).await;
    who.click(&question, "Resign").await;
}

/// Changes one's own setting in the menus of `/settings`, which stay in one private message.
pub(crate) async fn choose<U: Person>(who: &U, setting: &str, value: &str) {
    let panel = who.asks("settings", ()).await;
    choose_on(who, &panel, setting, value).await;
}

/// Changes a server's setting in the menus of `/settings`.
pub(crate) async fn choose_for_server<U: Person>(boss: &U, setting: &str, value: &str) {
    let panel = server_settings(boss).await;
    choose_on(boss, &panel, setting, value).await;
}

pub(crate) async fn server_settings<U: Person>(boss: &U) -> MessageOf<U> {
    let words = U::On::words("This server's settings");
    let panel = boss.asks("settings", ()).await;
    boss.click(&panel, &words).await;
    says(&panel, &words).await;
    panel
}

/// Opens a setting from the menu of all.
pub(crate) async fn open_setting<U: Person>(who: &U, panel: &MessageOf<U>, setting: &str) {
    let question = "What do you want to change?";
    who.select(panel, question, &[setting]).await;
    says(panel, "Now:").await;
}

async fn choose_on<U: Person>(who: &U, panel: &MessageOf<U>, setting: &str, value: &str) {
    open_setting(who, panel, setting).await;
    who.select(panel, "Choose", &[value]).await;
    says(panel, "Saved.").await;
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
        let says_why = |text: &str, mark: &str| {
            let mut lines = text.lines().filter(|line| line.starts_with(mark));
            lines.any(|line| line.contains("On Discord only: "))
        };
        let is_scene = |part: &&str| {
            let begins =
                |line: &str| line.starts_with("on_discord!") || line.starts_with("#[tokio");
            part.lines().any(begins)
        };
        for scene in code.split("\n\n").filter(is_scene) {
            let says = says_why(scene, "///") || says_why(&code, "//!");
            assert!(says, "{}: no reason: {scene}", path.display());
            reasons += 1;
        }
    }
    assert!(reasons > 30, "{reasons}");
}
