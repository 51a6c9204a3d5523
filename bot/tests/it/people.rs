//! People's profiles and data over real sockets, and the database after a deletion.

use crate::common::{Stage, next, next_board, says, whisper, whispered};
use crate::conversations::{accepted, played, resigns};
use crate::headless::until;
use playground::args;

/// Plays a rated game of Toto40 that bob resigns after two moves.
async fn won_by_alice(stage: &Stage) {
    let [_, bob] = stage.people(["alice", "bob"]);
    let terms = args! { game: "toto40", opponent: &bob, color: "white", time: "3d", rated: true };
    let first = accepted(stage, terms).await;
    let third = played(stage, first, &["d5e5", "Kf6"]).await;
    resigns(&bob, &third).await;
    let end = next_board(&stage.pg.channel("general"), &third).await;
    says(&end, "by resignation").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_profile_a_history_and_a_leaderboard_are_shown_privately_with_their_pictures() {
    let stage = Stage::ready().await;
    won_by_alice(&stage).await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let asked = bob.slash("profile", args! { person: &alice }).await;
    let profile = whisper(&asked).await;
    let mut shown = vec![profile.shown()];
    let history = whisper(&alice.slash("history", args! {}).await).await;
    shown.push(history.shown());
    let asked = alice
        .slash(
            "leaderboard",
            args! { game: "toto40", "where": "everywhere" },
        )
        .await;
    let leaderboard = whisper(&asked).await;
    shown.push(leaderboard.shown());
    insta::assert_snapshot!(shown.join("\n\n"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forged_address_challenges_no_bot_and_no_one_who_has_left() {
    let stage = Stage::ready().await;
    let [alice, bob, carol] = stage.people(["alice", "bob", "carol"]);
    let chooser = alice.slash("challenge", args! { opponent: &bob }).await;
    let chooser = whisper(&chooser).await;
    stage.pg.guild("").remove(&carol);
    let delos = stage.pg.bot_mention();
    let delos = delos.trim_matches(['<', '@', '>']);
    for (id, refusal) in [
        (delos, "Bots"),
        (&carol.id().to_string(), "Only members"),
        ("1", "Only members"),
    ] {
        let address = format!("1:begin-usual:leto,x,none,c;-;@discord:{id}/Ann");
        alice.forge_click(&chooser, &address).ack().await;
        says(&chooser, refusal).await;
    }
    alice
        .slash("play", args! { game: "toto40", color: "white" })
        .await;
    let board = next(&stage.pg.channel("general")).await;
    let form = alice.click(&board, "Type a move").await;
    let address = format!("1:begin-usual:leto,x,none,c;-;@discord:{delos}/Ann");
    let forged = alice.forge_submit(&form, &address, args! { "move": "Re5" });
    assert!(whispered(&forged.await).await.contains("Bots"));
    let address = format!("1:begin-usual:leto,x,none,c;-;@discord:{}/bob", bob.id());
    alice.forge_click(&chooser, &address).await;
    let challenge = next(&stage.pg.channel("general")).await;
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_has_every_record_of_a_person_and_a_deletion_leaves_none() {
    let mut stage = Stage::ready().await;
    won_by_alice(&stage).await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");
    let open = args! { game: "leto", opponent: &alice };
    bob.slash("challenge", open).await;
    let open = next(&general).await;
    bob.slash("block", args! { person: &stage.pg.user("carol") })
        .await;
    bob.slash("play", args! { game: "legan", level: 1, color: "white" })
        .await;
    next(&general).await;
    let asked = bob.slash("privacy", args! { wish: "export" }).await;
    let file = whisper(&asked).await.file("delos-data.json");
    let exported: serde_json::Value = serde_json::from_slice(&file).unwrap();
    stage.stop().await;

    let id = bob.id().to_string();
    let found = scan(&stage, &id).await;
    let records: Vec<_> = found
        .iter()
        .filter_map(|entry| entry.strip_prefix("records "))
        .collect();
    assert!(records.len() >= 8, "{found:#?}");
    let exported = exported["records"].as_array().unwrap();
    for record in records {
        let stored: serde_json::Value = serde_json::from_str(record).unwrap();
        assert!(exported.contains(&stored["r"]), "not exported: {stored}");
    }

    stage.start().await;
    let asked = bob.slash("privacy", args! { wish: "delete" }).await;
    let question = whisper(&asked).await;
    bob.click(&question, "Delete everything about me").await;
    says(&open, "withdrew").await;
    let gone = || async {
        let again = bob.slash("blocked", args! {}).await;
        whispered(&again).await
    };
    let mut tries = 0;
    while !gone().await.contains("haven't blocked anyone") {
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
    let play = args! { game: "legan", level: 1, color: "white" };
    stage.pg.user("alice").slash("play", play).await;
    next(&general).await;
    let left = std::process::Command::new(env!("CARGO_BIN_EXE_delos"))
        .args(["broadcast", "Away from *9* to 10, @everyone."])
        .envs(stage.pg.env())
        .env("DELOS_DATA", stage.data.path())
        .output()
        .unwrap();
    assert!(left.status.success(), "{left:?}");
    let said = next(&general).await;
    assert_eq!(
        said.content(),
        r"**From the operator:** Away from \*9\* to 10, \@everyone."
    );
    assert!(said.pings().is_empty(), "no one is mentioned");
}
