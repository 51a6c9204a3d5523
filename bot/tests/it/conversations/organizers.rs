//! Announcing a tournament with few interactions, and what an organizer does by buttons.

use crate::conversations::prelude::*;
use crate::conversations::tournaments::enters;

both!(a_knockout_of_sixteen_takes_its_organizer_six_interactions);
async fn a_knockout_of_sixteen_takes_its_organizer_six_interactions<F: Front>(stage: F) {
    let general = stage.channel("general");
    // The organizer's interactions: a command, a menu, a button, its form, and two buttons.
    let boss = stage.manager("boss");
    let card = boss.asks("tournament create", ()).await;
    insta::assert_snapshot!("wizard", card.shown());
    boss.select(&card, "Change the game", &["Toto40"]).await;
    says(&card, "Toto40").await;
    let form = boss.click(&card, "Knockout").await;
    boss.submit(&form, args! { "move": "Friday cup" }).await;
    says(&card, "Friday cup").await;
    insta::assert_snapshot!("wizard_done", card.shown());
    let announced = general.next().await;
    boss.click(&announced, "Join").await;
    for number in 1..=15 {
        let player = stage.user(&format!("player{number}"));
        player.click(&announced, "Join").await;
    }
    says(&announced, "16 of 64 spots taken").await;
    boss.click(&card, "Start").await;
    let boards = || {
        let threads = general.threads().into_iter();
        let boards = threads.flat_map(|thread| thread.public());
        let boards = boards.filter(|message| message.content().contains("it's your move"));
        boards.count() == 8
    };
    stage.happens("eight boards", boards).await;
    says(&card, "round 1 is in progress").await;
}

both!(an_organizer_invites_decides_and_cancels_from_one_card);
async fn an_organizer_invites_decides_and_cancels_from_one_card<F: Front>(stage: F) {
    let boss = stage.manager("boss");
    let (general, people) = stage.general_with(["alice", "bob", "carol", "dave"]);
    let options =
        args! { name: "Friday cup", format: "round-robin", game: "toto40", starts: "in 2 hours" };
    let card = boss.asks("tournament create", options).await;
    let announced = general.next().await;
    enters(&people[1..], &announced).await;
    boss.click(&card, "Invite").await;
    says(&card, "Choose someone to invite.").await;
    // On Matrix, a reply that only names Delos reads as a mention of it.
    if !F::IS_MATRIX {
        let bot = boss.select(&card, "Choose a member", &["Delos"]).await;
        bot.saying("Bots can't be invited.").await;
    }
    boss.select(&card, "Choose a member", &["alice"]).await;
    says(&card, "I've invited").await;
    let alice = people[0].dm();
    let invited = alice.channel().next().await;
    alice.click(&invited, "Accept").await;
    says(&announced, "alice").await;
    stage.rest();
    boss.click(&card, "Postpone").await;
    says(&card, "Postpone by how long?").await;
    boss.click(&card, "1 hour").await;
    says(&card, "Done.").await;
    boss.click(&card, "Start").await;
    says(&card, "round 1 is in progress").await;
    let message = posted(&stage, &general, "Round 1").await;
    let standings = args! { tournament: "" };
    if let Some(tournaments) = boss.offered("tournament standings", standings).await {
        let (first, _) = &tournaments[0];
        assert!(first.starts_with("Friday cup (in progress)"), "{first}");
    }
    if let Some(games) = boss.offered("tournament replay", args! { code: "" }).await {
        assert_eq!(games.len(), 2, "{games:?}");
    }
    let wrong = args! { tournament: "friday" };
    let wrong = boss.asks("tournament join", wrong).await;
    wrong.tells("Current tournaments:\n**Friday cup**");
    boss.click(&card, "Decide a game").await;
    says(&card, "Choose a game").await;
    boss.click(&card, "Back").await;
    says(&card, "is in progress").await;
    boss.click(&card, "Cancel tournament").await;
    says(&card, "2 games in progress").await;
    insta::assert_snapshot!("cancel", card.shown());
    boss.click(&card, "Cancel tournament").await;
    says(&card, "can't be undone").await;
    // The players are called by a new message.
    let news = posted(&stage, &general, "The organizer canceled").await;
    let mut called = news.pings();
    called.sort();
    assert_eq!(called, ["alice", "bob", "carol", "dave"]);
    assert!(news.labels().is_empty());
    message.retired().await;
}
