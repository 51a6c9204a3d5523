//! Announcing a tournament with few interactions, and what an organizer does by buttons.

use playground::args;

use crate::common::assert_says;
use crate::conversations::front::{
    Answer as _, Front, Person, Post as _, Room as _, both, next, posted, public, says, whisper,
};
use crate::conversations::labels;
use crate::conversations::tournaments::enters;

/// Maximum number of the organizer's interactions from `/tournament create` to the first boards.
const MOST: usize = 6;

/// An organizer whose interactions are counted.
struct Organizer<U> {
    user: U,
    interactions: usize,
}

impl<U: Person> Organizer<U> {
    async fn does<R>(&mut self, act: impl AsyncFnOnce(&U) -> R) -> R {
        self.interactions += 1;
        act(&self.user).await
    }
}

both!(a_knockout_of_sixteen_takes_its_organizer_six_interactions);
async fn a_knockout_of_sixteen_takes_its_organizer_six_interactions<F: Front>() {
    let stage = F::ready().await;
    let general = stage.channel("general");
    let mut org = Organizer {
        user: stage.manager("boss"),
        interactions: 0,
    };
    let asked = org
        .does(async |boss| boss.slash("tournament create", ()).await)
        .await;
    let card = whisper(&asked).await;
    insta::assert_snapshot!("wizard", card.shown());
    org.does(async |boss| boss.select(&card, "Change the game", &["Toto40"]).await)
        .await;
    says(&card, "Toto40").await;
    let form = org
        .does(async |boss| boss.click(&card, "Knockout").await)
        .await;
    let named = args! { "move": "Friday cup" };
    org.does(async |boss| boss.submit(&form, named).await).await;
    says(&card, "Friday cup").await;
    insta::assert_snapshot!("wizard_done", card.shown());
    let announced = next(&general).await;
    org.does(async |boss| boss.click(&announced, "Join").await)
        .await;
    for number in 1..=15 {
        let player = stage.user(&format!("player{number}"));
        player.click(&announced, "Join").await;
    }
    says(&announced, "16 of 64 spots taken").await;
    org.does(async |boss| boss.click(&card, "Start").await)
        .await;
    let boards = || {
        let boards = general
            .threads()
            .into_iter()
            .flat_map(|thread| public(&thread));
        let boards = boards.filter(|message| message.content().contains("it's your move"));
        (boards.count() == 8).then_some(())
    };
    stage.until("eight boards", boards).await;
    says(&card, "round 1 is in progress").await;
    assert!(org.interactions <= MOST, "{}", org.interactions);
    stage.assert_clean();
}

both!(an_organizer_invites_decides_and_cancels_from_one_card);
/// On Matrix, a reply that only names Delos calls it, so it is not invited.
async fn an_organizer_invites_decides_and_cancels_from_one_card<F: Front>() {
    let stage = F::ready().await;
    let boss = stage.manager("boss");
    let general = stage.channel("general");
    let people = stage.people(["alice", "bob", "carol", "dave"]);
    let options =
        args! { name: "Friday cup", format: "round-robin", game: "toto40", starts: "in 2 hours" };
    let card = whisper(&boss.slash("tournament create", options).await).await;
    let announced = next(&general).await;
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
    let alice = &people[0];
    let invited = next(&alice.dm().channel()).await;
    alice
        .at(&alice.dm().channel())
        .click(&invited, "Accept")
        .await;
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
    let wrong = boss
        .slash("tournament join", args! { tournament: "friday" })
        .await;
    let wrong = whisper(&wrong).await;
    assert_says(wrong.content(), "Current tournaments:\n**Friday cup**");
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
    assert!(labels(&news).is_empty());
    message.retired().await;
    stage.assert_clean();
}
