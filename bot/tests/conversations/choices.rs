//! Settings of servers and people, and their effects.

use playground::{args, permission};

use crate::accepted;
use crate::common::{Stage, next, next_board, says, whispered};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_servers_settings_are_changed_by_those_who_manage_it() {
    let stage = Stage::ready().await;
    let [alice, boss] = stage.people(["alice", "boss"]);
    stage.pg.guild("").grant(&boss, permission::MANAGE_GUILD);
    let _ = stage.pg.guild("").channel("chess");
    let mut seen = Vec::new();
    // Other people do not see them.
    let own = alice.slash("settings", ()).await.message();
    assert!(own.buttons().is_empty());
    let panel = boss.slash("settings", ()).await.message();
    boss.click(&panel, "This server's settings").await;
    says(&panel, "This server's settings").await;
    seen.push(panel.shown());
    for setting in [
        "server-game",
        "server-rooms",
        "server-threads",
        "server-theme",
        "server-view",
        "server-legan",
        "server-toto40",
        "server-announcements",
        "server-organizers",
        "server-quiet",
    ] {
        boss.select(&panel, "What do you want to change?", &[setting])
            .await;
        says(&panel, "Now:").await;
        seen.push(panel.shown());
        match setting {
            "server-game" => drop(boss.select(&panel, "Choose", &["legan"]).await),
            "server-rooms" => drop(boss.select(&panel, "Choose channels", &["#chess"]).await),
            "server-threads" => drop(boss.select(&panel, "Choose", &["yes"]).await),
            "server-theme" => drop(boss.select(&panel, "Choose", &["sea"]).await),
            "server-view" => drop(boss.select(&panel, "Choose", &["mover"]).await),
            "server-legan" => drop(boss.select(&panel, "Choose", &["diagonal"]).await),
            "server-toto40" => drop(boss.select(&panel, "Choose", &["upright"]).await),
            "server-announcements" => {
                drop(boss.select(&panel, "Choose a channel", &["#chess"]).await);
            }
            "server-quiet" => {
                let form = boss.click(&panel, "Enter the hours").await;
                let wrong = boss
                    .submit(&form, args! { "From, to, and time zone": "always" })
                    .await;
                let refused =
                    |message: &playground::Message| message.content().starts_with("Enter two d");
                wrong
                    .until("why it is refused", |wrong| {
                        wrong.messages().iter().any(refused)
                    })
                    .await;
                let said = wrong.messages().into_iter().find(refused).unwrap();
                seen.push(said.shown());
                let form = boss.click(&panel, "Enter the hours").await;
                boss.submit(
                    &form,
                    args! { "From, to, and time zone": "22-7 Europe/Berlin" },
                )
                .await;
            }
            _ => drop(boss.click(&panel, "Back").await),
        }
        let done = if setting == "server-organizers" {
            "This server's settings"
        } else {
            "Saved."
        };
        says(&panel, done).await;
        // Settings of boards stay open with a preview.
        if !panel.files().is_empty() {
            seen.push(panel.shown());
            boss.click(&panel, "Back").await;
            says(&panel, "This server's settings").await;
        }
    }
    seen.push(panel.shown());
    // The settings take effect.
    let elsewhere = alice.slash("play", ()).await;
    seen.push(elsewhere.message().shown());
    insta::assert_snapshot!(seen.join("\n\n"));
    stage.pg.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_played_in_words() {
    let stage = Stage::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");
    for person in [&alice, &bob] {
        let panel = person.slash("settings", ()).await.message();
        person
            .select(&panel, "What do you want to change?", &["words-only"])
            .await;
        says(&panel, "Now:").await;
        person.select(&panel, "Choose", &["yes"]).await;
        says(&panel, "Saved.").await;
    }
    let options = args! { game: "toto40", opponent: &bob, color: "white" };
    let first = accepted(&stage, options).await;
    assert!(first.files().is_empty(), "no picture");
    alice.slash("move", args! { "move": "Re5" }).await;
    let second = next_board(&general, &first).await;
    let board = bob.slash("board", ()).await;
    let panel = whispered(&bob.click(&second, "Move").await).await;
    assert!(board.message().files().is_empty());
    insta::assert_snapshot!(format!(
        "{}\n\n{}\n\n{panel}",
        second.shown(),
        board.message().shown()
    ));
    stage.pg.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_player_can_have_a_board_in_words() {
    let stage = Stage::ready().await;
    let alice = stage.pg.user("alice");
    let board = crate::begin(&stage, "leap").await;
    let words = alice.slash("board", args! { words: true }).await;
    assert!(words.is_ephemeral());
    assert!(words.message().files().is_empty());
    assert_eq!(board.files().len(), 1, "the shared board keeps its picture");
    insta::assert_snapshot!(words.message().shown());
    stage.pg.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_is_asked_about_before_it_is_made() {
    let stage = Stage::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");
    let panel = alice.slash("settings", ()).await.message();
    alice
        .select(&panel, "What do you want to change?", &["confirm"])
        .await;
    says(&panel, "Now:").await;
    alice.select(&panel, "Choose", &["yes"]).await;
    says(&panel, "Saved.").await;
    let options = args! { game: "toto40", opponent: &bob, color: "white" };
    let first = accepted(&stage, options).await;
    let asked = alice.slash("move", args! { "move": "Re5" }).await;
    let question = asked.message();
    let shown = question.shown();
    assert!(asked.is_ephemeral());
    alice.click(&question, "Make this move").await;
    let second = next_board(&general, &first).await;
    assert_eq!(second.pings(), ["bob"]);
    insta::assert_snapshot!(shown);
    stage.pg.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forced_move_is_played_automatically_on_request() {
    let stage = Stage::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");
    // Black's only move is Kg8.
    let start = "7k/4Pp1p/5P1P/8/8/8/8/K7 w - - 0 1";
    let options = args! { game: "latrunculi", opponent: &bob, color: "white", start: start };
    let first = accepted(&stage, options).await;
    alice.slash("move", args! { "move": "Kb1" }).await;
    let asked = next_board(&general, &first).await;
    assert_eq!(asked.pings(), ["bob"], "it is his own setting");
    bob.slash("move", args! { "move": "Kg8" }).await;
    let second = next_board(&general, &asked).await;
    let panel = bob.slash("settings", ()).await.message();
    bob.select(&panel, "What do you want to change?", &["only-move"])
        .await;
    says(&panel, "Now:").await;
    let offered = panel.shown();
    bob.select(&panel, "Choose", &["yes"]).await;
    says(&panel, "Saved.").await;
    alice.slash("move", args! { "move": "Kc1" }).await;
    let third = next_board(&general, &second).await;
    assert_eq!(third.pings(), ["alice"], "it is her move again at once");
    insta::assert_snapshot!(format!("{offered}\n\n{}", third.shown()));
    stage.pg.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_who_prefer_direct_messages_are_not_mentioned() {
    let stage = Stage::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");
    let panel = bob.slash("settings", ()).await.message();
    bob.select(&panel, "What do you want to change?", &["pings"])
        .await;
    says(&panel, "Now:").await;
    bob.select(&panel, "Choose", &["direct"]).await;
    says(&panel, "Saved.").await;
    let first = crate::begin(&stage, "toto40").await;
    alice.slash("move", args! { "move": "Re5" }).await;
    let second = next_board(&general, &first).await;
    assert_eq!(second.pings(), [""; 0]);
    let told = next(&bob.dm().channel()).await;
    insta::assert_snapshot!(told.shown());
    stage.pg.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_games_of_a_server_and_ones_own_are_listed() {
    let stage = Stage::ready().await;
    let [alice, bob, eve] = stage.people(["alice", "bob", "eve"]);
    let list = |reply: playground::Reply| reply.message().shown();
    let none = list(alice.slash("games", ()).await);
    crate::begin(&stage, "toto40").await;
    let options =
        args! { game: "leto", opponent: &bob, color: "black", time: "3 days", rated: true };
    accepted(&stage, options).await;
    alice
        .slash("challenge", args! { game: "legan", time: "10+5" })
        .await;
    next(&stage.pg.channel("general")).await;
    let mine = list(alice.slash("games", ()).await);
    let all = list(eve.slash("games", args! { whose: "server" }).await);
    insta::assert_snapshot!([none, mine, all].join("\n\n"));
    stage.pg.assert_clean();
}
