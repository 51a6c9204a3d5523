//! Settings of servers and people, and their effects.

use playground::args;

use crate::conversations::front::{
    Answer as _, Front, Person as _, Post as _, both, next, next_board, says, whispered,
};
use crate::conversations::{
    accepted, begin, choose, moves, open_setting, posts_challenge, server_settings,
};

both!(a_servers_settings_are_changed_by_those_who_manage_it);
/// On Matrix, they are shown directly and changed for the room in which they were asked for; a preview is a message of its own.
async fn a_servers_settings_are_changed_by_those_who_manage_it<F: Front>() {
    let stage = F::ready().await;
    let (alice, boss) = (stage.user("alice"), stage.manager("boss"));
    let _ = stage.channel("chess");
    let of_server = F::words("This server's settings");
    let mut seen = Vec::new();
    // Settings are private.
    let own = alice.slash("settings", ()).await.message().await;
    assert!(own.labels().is_empty());
    let panel = server_settings(&boss).await;
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
        // The confirmation of a setting may also list the current choices.
        let is_open = |message: &F::Message| {
            let said = message.content();
            said.contains("Now:") && !said.contains("Saved.")
        };
        panel.until("the setting", is_open).await;
        seen.push(panel.shown());
        match setting {
            "server-game" => drop(boss.select(&panel, "Choose", &["legan"]).await),
            "server-rooms" => {
                let menu = F::words("Choose channels");
                drop(boss.select(&panel, &menu, &["#chess"]).await);
            }
            "server-threads" => drop(boss.select(&panel, "Choose", &["yes"]).await),
            "server-theme" => drop(boss.select(&panel, "Choose", &["sea"]).await),
            "server-view" => drop(boss.select(&panel, "Choose", &["mover"]).await),
            "server-legan" => drop(boss.select(&panel, "Choose", &["diagonal"]).await),
            "server-toto40" => drop(boss.select(&panel, "Choose", &["upright"]).await),
            "server-announcements" => {
                let menu = F::words("Choose a channel");
                let own = if F::IS_MATRIX { "#general" } else { "#chess" };
                drop(boss.select(&panel, &menu, &[own]).await);
            }
            "server-quiet" => {
                let form = boss.click(&panel, "Enter the hours").await;
                let wrong = boss
                    .submit(&form, args! { "From, to, and time zone": "always" })
                    .await;
                seen.push(wrong.saying("Enter two d").await.shown());
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
            &of_server
        } else {
            "Saved."
        };
        says(&panel, done).await;
        // Settings of boards stay open with a preview.
        if panel.labels().contains(&"Back".to_owned()) {
            seen.push(panel.shown());
            boss.click(&panel, "Back").await;
            says(&panel, &of_server).await;
        }
    }
    seen.push(panel.shown());
    // The settings take effect.
    let elsewhere = alice.slash("play", ()).await;
    seen.push(elsewhere.message().await.shown());
    if !F::IS_MATRIX {
        // On Matrix, a preview is a separate message, which may arrive late.
        insta::assert_snapshot!(seen.join("\n\n"));
    }
    stage.assert_clean();
}

both!(a_game_is_played_in_words);
async fn a_game_is_played_in_words<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    for person in [&alice, &bob] {
        choose(person, "words-only", "yes").await;
    }
    let first = begin(&stage, "toto40").await;
    assert!(first.files().is_empty(), "no picture");
    let second = moves(&alice, &first, "Re5").await;
    let board = bob.slash("board", ()).await;
    let panel = whispered(&bob.click(&second, "Move").await).await;
    assert!(board.message().await.files().is_empty());
    insta::assert_snapshot!(format!(
        "{}\n\n{}\n\n{panel}",
        second.shown(),
        board.message().await.shown()
    ));
    stage.assert_clean();
}

both!(every_player_can_have_a_board_in_words);
async fn every_player_can_have_a_board_in_words<F: Front>() {
    let stage = F::ready().await;
    let alice = stage.user("alice");
    let board = begin(&stage, "leap").await;
    let words = alice.slash("board", args! { words: true }).await;
    assert!(words.message().await.is_ephemeral());
    assert!(words.message().await.files().is_empty());
    assert_eq!(board.files().len(), 1, "the shared board keeps its picture");
    insta::assert_snapshot!(words.message().await.shown());
    stage.assert_clean();
}

both!(a_move_is_asked_about_before_it_is_made);
async fn a_move_is_asked_about_before_it_is_made<F: Front>() {
    let stage = F::ready().await;
    let alice = stage.user("alice");
    choose(&alice, "confirm", "yes").await;
    let first = begin(&stage, "toto40").await;
    let asked = alice.slash("move", args! { "move": "Re5" }).await;
    let question = asked.message().await;
    let shown = question.shown();
    assert!(question.is_ephemeral());
    alice.click(&question, "Make this move").await;
    let second = next_board(&stage.channel("general"), &first).await;
    assert_eq!(second.pings(), ["bob"]);
    insta::assert_snapshot!(shown);
    stage.assert_clean();
}

both!(a_forced_move_is_played_automatically_on_request);
async fn a_forced_move_is_played_automatically_on_request<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    // Black's only move is Kg8.
    let start = "7k/4Pp1p/5P1P/8/8/8/8/K7 w - - 0 1";
    let options = args! { game: "latrunculi", opponent: bob.arg(), color: "white", start: start };
    let first = accepted(&stage, options).await;
    let asked = moves(&alice, &first, "Kb1").await;
    assert_eq!(asked.pings(), ["bob"], "it is his own setting");
    let second = moves(&bob, &asked, "Kg8").await;
    let panel = bob.slash("settings", ()).await.message().await;
    open_setting(&bob, &panel, "only-move").await;
    let offered = panel.shown();
    bob.select(&panel, "Choose", &["yes"]).await;
    says(&panel, "Saved.").await;
    let third = moves(&alice, &second, "Kc1").await;
    assert_eq!(third.pings(), ["alice"], "it is her move again at once");
    insta::assert_snapshot!(format!("{offered}\n\n{}", third.shown()));
    stage.assert_clean();
}

both!(players_who_prefer_direct_messages_are_not_mentioned);
async fn players_who_prefer_direct_messages_are_not_mentioned<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    choose(&bob, "pings", "direct").await;
    let first = begin(&stage, "toto40").await;
    let second = moves(&alice, &first, "Re5").await;
    assert_eq!(second.pings(), [""; 0]);
    let told = next(&bob.dm().channel()).await;
    insta::assert_snapshot!(told.shown());
    stage.assert_clean();
}

both!(the_games_of_a_server_and_ones_own_are_listed);
async fn the_games_of_a_server_and_ones_own_are_listed<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob, eve] = stage.people(["alice", "bob", "eve"]);
    let list = async |reply: F::Reply| reply.message().await.shown();
    let none = list(alice.slash("games", ()).await).await;
    begin(&stage, "toto40").await;
    let options =
        args! { game: "leto", opponent: bob.arg(), color: "black", time: "3 days", rated: true };
    accepted(&stage, options).await;
    posts_challenge(&alice, args! { game: "legan", time: "10+5" }).await;
    let mine = list(alice.slash("games", ()).await).await;
    let all = list(eve.slash("games", args! { whose: "server" }).await).await;
    insta::assert_snapshot!([none, mine, all].join("\n\n"));
    stage.assert_clean();
}
