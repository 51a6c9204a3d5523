//! The role for the winner of a tournament.

use playground::{User, args, permission};

use crate::common::{Stage, next, says, whisper, whispered};
use crate::tournaments::{code, organizer};

/// Two players finish a tournament whose winner gets the role "Champion"; returns the organizer.
async fn play(stage: &Stage) -> User {
    let general = stage.pg.channel("general");
    let guild = stage.pg.guild("");
    guild.add_role("Champion", 0, false);
    guild.add_role("Mods", permission::MANAGE_MESSAGES, false);
    let boss = organizer(stage);
    let plan = args! { name: "Friday cup", format: "knockout", game: "toto40", time: "3 days" };
    let card = whisper(&boss.slash("tournament create", plan).await).await;
    let announced = next(&general).await;
    boss.select(&card, "More...", &["Winner's role"]).await;
    says(&card, "Choose a role.").await;
    boss.select(&card, "Winner's role", &["Champion"]).await;
    says(&card, "You need the Manage Roles permission").await;
    let may = permission::MANAGE_GUILD | permission::MANAGE_ROLES;
    guild.grant(&boss, may);
    let card = whisper(&boss.slash("tournament manage", ()).await).await;
    boss.select(&card, "More...", &["Winner's role"]).await;
    says(&card, "Choose a role.").await;
    boss.select(&card, "Winner's role", &["Champion"]).await;
    says(&card, "The winner gets").await;
    // Roles that give power stay with the people who manage them.
    for role in ["Mods", "everyone"] {
        let card = whisper(&boss.slash("tournament manage", ()).await).await;
        boss.select(&card, "More...", &["Winner's role"]).await;
        says(&card, "Choose a role.").await;
        boss.select(&card, "Winner's role", &[role]).await;
        says(&card, "I can't give that role").await;
    }
    says(&announced, "The winner gets").await;
    let players = stage.people(["alice", "bob"]);
    for who in &players {
        whispered(&who.click(&announced, "Join").await).await;
    }
    let question = whisper(&boss.slash("tournament start", ()).await).await;
    boss.click(&question, "Start anyway").await;
    let board = loop {
        let message = next(&general).await;
        if message.content().contains("it's your move") {
            break message;
        }
    };
    let asked = players[1]
        .slash("resign", args! { game: code(&board) })
        .await;
    whispered(&asked).await;
    let question = asked.messages().into_iter().next_back().unwrap();
    players[1].click(&question, "Resign").await;
    boss
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_winner_gets_the_role() {
    let stage = Stage::ready().await;
    let guild = stage.pg.guild("");
    guild.set_bot_permissions(permission::BOT | permission::MANAGE_ROLES);
    play(&stage).await;
    let held = || (guild.holders("Champion") == ["alice"]).then_some(());
    stage.pg.until("alice to have the role", held).await;
    stage.pg.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_organizer_is_told_that_delos_may_not_give_the_role() {
    let stage = Stage::ready().await;
    let boss = play(&stage).await;
    let told = next(&boss.dm().channel()).await;
    insta::assert_snapshot!("no_role_for_the_winner", told.shown());
    assert_eq!(stage.pg.guild("").holders("Champion"), Vec::<String>::new());
    stage.pg.assert_clean();
}
