//! People's profiles and data over real sockets, and the database after a deletion.

use crate::conversations::prelude::*;
use crate::headless::until;

/// Plays a rated game of Toto40 that bob resigns after two moves.
async fn won_by_alice(stage: &Stage) {
    let terms = args! { game: "toto40", time: "3d", rated: true };
    let first = accepted(stage, terms).await;
    let third = played(stage, first, &["d5e5", "Kf6"]).await;
    resigns(&stage.pg.user("bob"), &third).await;
    let end = next_board(&stage.pg.channel("general"), &third).await;
    says(&end, "by resignation").await;
}

on_discord!(a_profile_a_history_and_a_leaderboard_are_shown_privately_with_their_pictures);
async fn a_profile_a_history_and_a_leaderboard_are_shown_privately_with_their_pictures(
    stage: Stage,
) {
    won_by_alice(&stage).await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let everywhere = args! { game: "toto40", "where": "everywhere" };
    let shown = [
        bob.asks("profile", args! { person: &alice }).await.shown(),
        alice.asks("history", ()).await.shown(),
        alice.asks("leaderboard", everywhere).await.shown(),
    ];
    insta::assert_snapshot!(shown.join("\n\n"));
}

on_discord!(a_forged_address_challenges_no_bot_and_no_one_who_has_left);
async fn a_forged_address_challenges_no_bot_and_no_one_who_has_left(stage: Stage) {
    let [alice, bob, carol] = stage.people(["alice", "bob", "carol"]);
    let chooser = alice.asks("challenge", args! { opponent: &bob }).await;
    stage.pg.guild("").remove(&carol);
    let delos = stage.pg.bot_mention();
    let delos = delos.trim_matches(['<', '@', '>']);
    let address = |id: &str| format!("1:begin-usual:leto,x,none,c;-;@discord:{id}/Ann");
    for (id, refusal) in [
        (delos, "Bots"),
        (&carol.id().to_string(), "Only members"),
        ("1", "Only members"),
    ] {
        alice.forge_click(&chooser, &address(id)).ack().await;
        says(&chooser, refusal).await;
    }
    let board = plays(&alice, "toto40").await;
    let form = alice.click(&board, "Type a move").await;
    let move_there = args! { "move": "Re5" };
    let forged = alice.forge_submit(&form, &address(delos), move_there);
    forged.await.whisper().await.tells("Bots");
    let own = address(&bob.id().to_string());
    alice.forge_click(&chooser, &own).await;
    let challenge = stage.pg.channel("general").next().await;
    assert_eq!(challenge.pings(), ["bob"]);
}

/// Returns the database entries that contain `needle`: tree and value.
async fn scan(stage: &Stage, needle: &str) -> Vec<String> {
    let opened = || match sled::open(stage.data.path().join("store")) {
        Err(sled::Error::Io(why)) if why.to_string().contains("could not acquire lock") => None,
        opened => Some(opened.unwrap()),
    };
    let db = until("the stopped bot to close the database", opened).await;
    let needle = needle.as_bytes();
    let holds = |bytes: &[u8]| bytes.windows(needle.len()).any(|window| window == needle);
    let mut found = Vec::new();
    for name in db.tree_names() {
        let tree = db.open_tree(&name).unwrap();
        for entry in &tree {
            let (key, value) = entry.unwrap();
            if holds(&key) || holds(&value) {
                let place = String::from_utf8_lossy(&name).into_owned();
                found.push(format!("{place} {}", String::from_utf8_lossy(&value)));
            }
        }
    }
    found
}

on_discord!(an_export_has_every_record_of_a_person_and_a_deletion_leaves_none);
async fn an_export_has_every_record_of_a_person_and_a_deletion_leaves_none(mut stage: Stage) {
    won_by_alice(&stage).await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let open = posts_challenge(&bob, args! { game: "leto", opponent: &alice }).await;
    let carol = stage.pg.user("carol");
    bob.slash("block", args! { person: &carol }).await;
    plays(&bob, "legan").await;
    let copy = bob.asks("privacy", args! { wish: "export" }).await;
    let file = copy.file("delos-data.json");
    let exported: serde_json::Value = serde_json::from_slice(&file).unwrap();
    stage.stop().await;

    let id = bob.id().to_string();
    let found = scan(&stage, &id).await;
    let records = found.iter().map(|entry| entry.strip_prefix("records "));
    let records: Vec<_> = records.flatten().collect();
    assert!(records.len() >= 8, "{found:#?}");
    let exported = exported["records"].as_array().unwrap();
    for record in records {
        let stored: serde_json::Value = serde_json::from_str(record).unwrap();
        assert!(exported.contains(&stored["r"]), "not exported: {stored}");
    }

    stage.start().await;
    let question = bob.asks("privacy", args! { wish: "delete" }).await;
    bob.click(&question, "Delete everything about me").await;
    says(&open, "withdrew").await;
    let mut tries = 0;
    let gone = "haven't blocked anyone";
    while !bob.asks("blocked", ()).await.content().contains(gone) {
        tries += 1;
        assert!(tries < 60, "deletion takes a minute at most");
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    }
    stage.stop().await;
    let left = scan(&stage, &id).await;
    assert!(left.is_empty(), "{left:#?}");
    assert!(!scan(&stage, "a former player").await.is_empty());
    assert!(!scan(&stage, &alice.id().to_string()).await.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_can_broadcast_through_the_running_program() {
    let stage = Stage::empty().await;
    let _program = stage.spawn().await;
    let general = stage.pg.channel("general");
    plays(&stage.pg.user("alice"), "legan").await;
    let left = std::process::Command::new(env!("CARGO_BIN_EXE_delos"))
        .args(["broadcast", "Away from *9* to 10, @everyone."])
        .envs(stage.pg.env())
        .env("DELOS_DATA", stage.data.path())
        .output()
        .unwrap();
    assert!(left.status.success(), "{left:?}");
    let said = general.next().await;
    let words = r"**From the operator:** Away from \*9\* to 10, \@everyone.";
    assert_eq!(said.content(), words);
    assert!(said.pings().is_empty(), "no one is mentioned");
}
