//! Announcing a tournament with few interactions, and what an organizer does by buttons.

use playground::{Action, Message, Reply, User, args, permission};

use crate::common::{Stage, next, public, says, whisper};
use crate::labels;

/// The most interactions of the organizer from `/tournament create` to the first boards.
const MOST: usize = 6;

/// An organizer whose interactions are counted.
struct Organizer {
    user: User,
    interactions: usize,
}

impl Organizer {
    async fn does(&mut self, act: impl FnOnce(&User) -> Action) -> Reply {
        self.interactions += 1;
        act(&self.user).await
    }
}

fn boss(stage: &Stage) -> User {
    let boss = stage.pg.user("boss");
    stage.pg.guild("").grant(&boss, permission::MANAGE_GUILD);
    boss
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_knockout_of_sixteen_takes_its_organizer_six_interactions() {
    let stage = Stage::ready().await;
    let general = stage.pg.channel("general");
    let mut org = Organizer {
        user: boss(&stage),
        interactions: 0,
    };
    let asked = org.does(|boss| boss.slash("tournament create", ())).await;
    let card = whisper(&asked).await;
    insta::assert_snapshot!("wizard", card.shown());
    org.does(|boss| boss.select(&card, "Change the game", &["Toto40"]))
        .await;
    says(&card, "Toto40").await;
    let form = org.does(|boss| boss.click(&card, "Knockout")).await;
    let named = args! { "move": "Friday cup" };
    org.does(|boss| boss.submit(&form, named)).await;
    says(&card, "Friday cup").await;
    insta::assert_snapshot!("wizard_done", card.shown());
    let announced = next(&general).await;
    org.does(|boss| boss.click(&announced, "Join")).await;
    for number in 1..=15 {
        let player = stage.pg.user(&format!("player{number}"));
        player.click(&announced, "Join").await;
    }
    says(&announced, "16 of 64 spots taken").await;
    org.does(|boss| boss.click(&card, "Start")).await;
    let boards = || {
        let boards = general
            .threads()
            .into_iter()
            .flat_map(|thread| public(&thread));
        let boards = boards.filter(|message| message.content().contains("it's your move"));
        (boards.count() == 8).then_some(())
    };
    stage.pg.until("eight boards", boards).await;
    says(&card, "round 1 is in progress").await;
    assert!(org.interactions <= MOST, "{}", org.interactions);
    stage.pg.assert_clean();
}

fn offered(reply: &Reply) -> Vec<String> {
    reply.choices().into_iter().map(|(name, _)| name).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_organizer_invites_decides_and_cancels_from_one_card() {
    let stage = Stage::ready().await;
    let boss = boss(&stage);
    let general = stage.pg.channel("general");
    let people = ["alice", "bob", "carol", "dave"].map(|name| stage.pg.user(name));
    let options =
        args! { name: "Friday cup", format: "round-robin", game: "toto40", starts: "in 2 hours" };
    let card = whisper(&boss.slash("tournament create", options).await).await;
    let announced = next(&general).await;
    for who in &people[1..] {
        who.click(&announced, "Join").await;
    }
    boss.click(&card, "Invite").await;
    says(&card, "Choose someone to invite.").await;
    let bot = boss.select(&card, "Choose a member", &["Delos"]).await;
    let refused = |message: &Message| message.content().starts_with("Bots can't be invited.");
    bot.until("a refusal", |reply| reply.messages().iter().any(refused))
        .await;
    boss.select(&card, "Choose a member", &["alice"]).await;
    says(&card, "I've invited").await;
    let alice = &people[0];
    let invited = next(&alice.dm().channel()).await;
    alice
        .at(&alice.dm().channel())
        .click(&invited, "Accept")
        .await;
    says(&announced, "alice").await;
    boss.click(&card, "Postpone").await;
    says(&card, "Postpone by how long?").await;
    boss.click(&card, "1 hour").await;
    says(&card, "Done.").await;
    boss.click(&card, "Start").await;
    says(&card, "round 1 is in progress").await;
    let round = || {
        let mut all = public(&general).into_iter();
        all.find(|message| message.content().contains("Round 1"))
    };
    let message = stage.pg.until("the round", round).await;
    let tournaments = boss.autocomplete("tournament standings", args! { tournament: "" });
    let tournaments = offered(&tournaments.await);
    assert!(
        tournaments[0].starts_with("Friday cup (in progress)"),
        "{tournaments:?}"
    );
    let games = boss.autocomplete("tournament replay", args! { code: "" });
    let games = offered(&games.await);
    assert_eq!(games.len(), 2, "{games:?}");
    let wrong = boss
        .slash("tournament join", args! { tournament: "friday" })
        .await;
    let wrong = whisper(&wrong).await;
    let said = wrong.content();
    assert!(
        said.contains("Current tournaments:\n**Friday cup**"),
        "{said}"
    );
    boss.click(&card, "Decide a game").await;
    says(&card, "Choose a game").await;
    boss.click(&card, "Back").await;
    says(&card, "is in progress").await;
    boss.click(&card, "Cancel tournament").await;
    says(&card, "2 games in progress").await;
    insta::assert_snapshot!("cancel", card.shown());
    boss.click(&card, "Cancel tournament").await;
    says(&card, "can't be undone").await;
    says(&message, "canceled").await;
    assert!(labels(&message).is_empty());
    stage.pg.assert_clean();
}
