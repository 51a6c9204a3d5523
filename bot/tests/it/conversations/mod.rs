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
mod warnings;
mod welcome;

pub(crate) use front::next_saying;

use front::{Answer as _, Front, Person, Post, labels, next, next_board, says, whisper};
use playground::{Args, args};

/// The route for posting messages.
const POST: &str = "POST /channels/{channel}/messages";

/// Starts a game of alice (White) against bob; returns the board's message.
pub(crate) async fn begin<F: Front>(stage: &F, game: &str) -> F::Message {
    let bob = stage.user("bob");
    accepted(
        stage,
        args! { game: game, opponent: bob.arg(), color: "white" },
    )
    .await
}

/// Starts a game of alice against bob through a challenge with these options; returns the board's message.
pub(crate) async fn accepted<F: Front>(stage: &F, options: Args) -> F::Message {
    let [alice, bob] = stage.people(["alice", "bob"]);
    let challenge = posts_challenge(&alice, options).await;
    assert_eq!(challenge.pings(), ["bob"]);
    bob.click(&challenge, "Accept").await;
    says(&challenge, "accepted").await;
    assert!(
        challenge.labels().is_empty(),
        "an answered challenge has no buttons"
    );
    next(&stage.channel("general")).await
}

/// Makes a challenge with these options; returns its message.
async fn posts_challenge<U: Person>(who: &U, options: Args) -> <U::On as Front>::Message {
    who.slash("challenge", options).await;
    next(&who.channel()).await
}

/// Starts a game of alice (White) against the bot; returns the board's message.
async fn play<F: Front>(stage: &F, game: &str) -> F::Message {
    plays(&stage.user("alice"), game).await
}

/// Starts a person's game (White) against the bot where they are; returns the first message about it.
async fn plays<U: Person>(who: &U, game: &str) -> <U::On as Front>::Message {
    let options = args! { game: game, level: 1, color: "white" };
    who.slash("play", options).await;
    next(&who.channel()).await
}

/// Makes a move by command; returns the next board, posted where the former one is.
pub(crate) async fn moves<U: Person>(
    who: &U,
    former: &<U::On as Front>::Message,
    text: &str,
) -> <U::On as Front>::Message {
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

/// Returns the code of the game on a board.
pub(crate) fn code<M: Post>(board: &M) -> String {
    let content = board.content();
    let rest = content.split("game `").nth(1).unwrap();
    rest.split('`').next().unwrap().to_owned()
}

/// Resigns the game on a board, and confirms it.
pub(crate) async fn resigns<U: Person>(who: &U, board: &<U::On as Front>::Message) {
    let asked = who.slash("resign", args! { game: code(board) }).await;
    let question = whisper(&asked).await;
    who.click(&question, "Resign").await;
}

/// Changes one's own setting in the menus of `/settings`, which stay in one private message.
pub(crate) async fn choose<U: Person>(who: &U, setting: &str, value: &str) {
    let panel = who.slash("settings", ()).await.message().await;
    choose_on(who, &panel, setting, value).await;
}

/// Changes a server's setting in the menus of `/settings`.
async fn choose_for_server<U: Person>(boss: &U, setting: &str, value: &str) {
    let panel = server_settings(boss).await;
    choose_on(boss, &panel, setting, value).await;
}

/// Opens a server's settings.
async fn server_settings<U: Person>(boss: &U) -> <U::On as Front>::Message {
    let words = U::On::words("This server's settings");
    let panel = boss.slash("settings", ()).await.message().await;
    boss.click(&panel, &words).await;
    says(&panel, &words).await;
    panel
}

/// Opens a setting from the menu of all.
async fn open_setting<U: Person>(who: &U, panel: &<U::On as Front>::Message, setting: &str) {
    let question = "What do you want to change?";
    who.select(panel, question, &[setting]).await;
    says(panel, "Now:").await;
}

async fn choose_on<U: Person>(
    who: &U,
    panel: &<U::On as Front>::Message,
    setting: &str,
    value: &str,
) {
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
