//! Settings of servers and people, and their effects.

use crate::conversations::prelude::*;

both!(a_servers_settings_are_changed_by_those_who_manage_it);
async fn a_servers_settings_are_changed_by_those_who_manage_it<F: Front>(stage: F) {
    let (alice, boss) = (stage.user("alice"), stage.manager("boss"));
    let _ = stage.channel("chess");
    let of_server = F::words("This server's settings");
    let mut seen = Vec::new();
    // Settings are private.
    let own = alice.asks("settings", ()).await;
    assert!(own.labels().is_empty());
    let panel = server_settings(&boss).await;
    seen.push(panel.shown());
    let announced = F::either("#chess", "#general");
    for (setting, menu, value) in [
        ("server-game", "Choose", "legan"),
        ("server-rooms", "Choose channels", "#chess"),
        ("server-threads", "Choose", "yes"),
        ("server-theme", "Choose", "sea"),
        ("server-view", "Choose", "mover"),
        ("server-legan", "Choose", "diagonal"),
        ("server-toto40", "Choose", "upright"),
        ("server-announcements", "Choose a channel", announced),
        ("server-organizers", "", ""),
        ("server-quiet", "", "22-7 Europe/Berlin"),
    ] {
        let question = "What do you want to change?";
        boss.select(&panel, question, &[setting]).await;
        // The confirmation of a setting may also list the current choices.
        let is_open = |message: &F::Message| {
            let said = message.content();
            said.contains("Now:") && !said.contains("Saved.")
        };
        panel.until("the setting", is_open).await;
        seen.push(panel.shown());
        let hours = async |hours: &str| {
            let form = boss.click(&panel, "Enter the hours").await;
            let field = args! { "From, to, and time zone": hours };
            boss.submit(&form, field).await
        };
        match setting {
            "server-quiet" => {
                let wrong = hours("always").await;
                seen.push(wrong.saying("Enter two d").await.shown());
                hours(value).await;
            }
            "server-organizers" => {
                boss.click(&panel, "Back").await;
                says(&panel, &of_server).await;
                continue;
            }
            _ => drop(boss.select(&panel, &F::words(menu), &[value]).await),
        }
        says(&panel, "Saved.").await;
        // Settings of boards stay open with a preview.
        if panel.has("Back") {
            seen.push(panel.shown());
            boss.click(&panel, "Back").await;
            says(&panel, &of_server).await;
        }
    }
    seen.push(panel.shown());
    // The settings take effect.
    seen.push(alice.asks("play", ()).await.shown());
    if !F::IS_MATRIX {
        // On Matrix, a preview is a separate message, which may arrive late.
        insta::assert_snapshot!(seen.join("\n\n"));
    }
}

both!(a_game_is_played_in_words);
async fn a_game_is_played_in_words<F: Front>(stage: F) {
    let [alice, bob] = stage.people(["alice", "bob"]);
    for person in [&alice, &bob] {
        choose(person, "words-only", "yes").await;
    }
    let first = begin(&stage, "toto40").await;
    assert!(first.files().is_empty(), "no picture");
    let second = moves(&alice, &first, "Re5").await;
    let board = bob.slash("board", ()).await.message().await;
    let panel = bob.presses(&second, "Move").await.content();
    assert!(board.files().is_empty());
    insta::assert_snapshot!([second.shown(), board.shown(), panel].join("\n\n"));
}

both!(every_player_can_have_a_board_in_words);
async fn every_player_can_have_a_board_in_words<F: Front>(stage: F) {
    let alice = stage.user("alice");
    let board = begin(&stage, "leap").await;
    let words = alice.asks("board", args! { words: true }).await;
    assert!(words.is_ephemeral() && words.files().is_empty());
    assert_eq!(board.files().len(), 1, "the shared board keeps its picture");
    insta::assert_snapshot!(words.shown());
}

both!(moves_are_confirmed_and_pings_sent_directly_on_request);
async fn moves_are_confirmed_and_pings_sent_directly_on_request<F: Front>(stage: F) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    choose(&bob, "pings", "direct").await;
    let first = begin(&stage, "toto40").await;
    choose(&alice, "confirm", "yes").await;
    let question = alice.asks("move", args! { "move": "Re5" }).await;
    let shown = question.shown();
    assert!(question.is_ephemeral());
    alice.click(&question, "Make this move").await;
    let second = next_board(&general, &first).await;
    assert_eq!(second.pings(), [""; 0]);
    insta::assert_snapshot!("asked", shown);
    insta::assert_snapshot!("called_directly", bob.dm().channel().next().await.shown());
}

both!(a_forced_move_is_played_automatically_on_request);
async fn a_forced_move_is_played_automatically_on_request<F: Front>(stage: F) {
    let [alice, bob] = stage.people(["alice", "bob"]);
    // Black's only move is Kg8.
    let start = "7k/4Pp1p/5P1P/8/8/8/8/K7 w - - 0 1";
    let first = accepted(&stage, args! { game: "latrunculi", start: start }).await;
    let asked = moves(&alice, &first, "Kb1").await;
    assert_eq!(asked.pings(), ["bob"], "it is his own setting");
    let second = moves(&bob, &asked, "Kg8").await;
    let panel = bob.asks("settings", ()).await;
    open_setting(&bob, &panel, "only-move").await;
    let offered = panel.shown();
    bob.select(&panel, "Choose", &["yes"]).await;
    says(&panel, "Saved.").await;
    let third = moves(&alice, &second, "Kc1").await;
    assert_eq!(third.pings(), ["alice"], "it is her move again at once");
    insta::assert_snapshot!(format!("{offered}\n\n{}", third.shown()));
}

both!(the_games_of_a_server_and_ones_own_are_listed);
async fn the_games_of_a_server_and_ones_own_are_listed<F: Front>(stage: F) {
    let [alice, eve] = stage.people(["alice", "eve"]);
    let none = alice.asks("games", ()).await.shown();
    begin(&stage, "toto40").await;
    let options = args! { game: "leto", color: "black", time: "3 days", rated: true };
    accepted(&stage, options).await;
    posts_challenge(&alice, args! { game: "legan", time: "10+5" }).await;
    let mine = alice.asks("games", ()).await.shown();
    let all = eve.asks("games", args! { whose: "server" }).await.shown();
    insta::assert_snapshot!([none, mine, all].join("\n\n"));
}
