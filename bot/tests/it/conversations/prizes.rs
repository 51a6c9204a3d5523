//! The role for the winner of a tournament; on Matrix a power level.

use playground::{User, permission};

use crate::conversations::prelude::*;
use crate::conversations::tournaments::{enters, organizer, starts};

trait Prizes: Front {
    /// A prize that gives no power. The bot refuses the two in `UNFIT`.
    const PRIZE: &str;
    const UNFIT: [&str; 2];

    /// Creates the prizes that a platform doesn't have by default.
    fn make(&self) {}

    /// Gives an organizer the permission to choose prizes, if that takes one.
    fn let_choose(&self, _: &Self::User) {}
    fn let_bot_give(&self);

    fn holders(&self) -> Vec<String>;
}

impl Prizes for Stage {
    const PRIZE: &str = "Champion";
    const UNFIT: [&str; 2] = ["Mods", "everyone"];

    fn make(&self) {
        let guild = self.pg.guild("");
        guild.add_role("Champion", 0, false);
        guild.add_role("Mods", permission::MANAGE_MESSAGES, false);
    }

    fn let_choose(&self, boss: &User) {
        let may = permission::MANAGE_GUILD | permission::MANAGE_ROLES;
        self.pg.guild("").grant(boss, may);
    }

    fn let_bot_give(&self) {
        let guild = self.pg.guild("");
        guild.set_bot_permissions(permission::BOT | permission::MANAGE_ROLES);
    }

    fn holders(&self) -> Vec<String> {
        self.pg.guild("").holders("Champion")
    }
}

impl Prizes for Matrix {
    const PRIZE: &str = "10";
    const UNFIT: [&str; 2] = ["50", "100"];

    fn let_bot_give(&self) {
        self.homeserver().set_own_power("!general:hs", 100);
    }

    fn holders(&self) -> Vec<String> {
        self.homeserver().with_power("!general:hs", 10)
    }
}

/// Plays a tournament of two whose winner gets the prize; returns the organizer.
async fn play<F: Prizes>(stage: &F) -> F::User {
    let general = stage.channel("general");
    stage.make();
    let boss = organizer(stage);
    let plan = args! { name: "Friday cup", format: "knockout", game: "toto40", time: "3 days" };
    let card = boss.asks("tournament create", plan).await;
    let announced = general.next().await;
    let choose = async |card: &F::Message, prize: &str, words: &str| {
        let role = F::words("Winner's role");
        boss.select(card, "More...", &[&role]).await;
        says(card, &F::words("Choose a role.")).await;
        boss.select(card, &role, &[prize]).await;
        says(card, &F::words(words)).await;
    };
    if !F::IS_MATRIX {
        choose(&card, F::PRIZE, "You need the Manage Roles permission").await;
        stage.let_choose(&boss);
    }
    let card = boss.asks("tournament manage", ()).await;
    choose(&card, F::PRIZE, "The winner gets").await;
    // Roles with power stay with the people who manage them.
    for unfit in F::UNFIT {
        stage.rest();
        let card = boss.asks("tournament manage", ()).await;
        choose(&card, unfit, "I can't give that role").await;
    }
    stage.rest();
    says(&announced, "The winner gets").await;
    let players = stage.people(["alice", "bob"]);
    enters(&players, &announced).await;
    starts(&boss).await;
    let board = next_saying(&general, "it's your move").await;
    resigns(&players[1], &board).await;
    boss
}

both!(the_winner_gets_the_role);
async fn the_winner_gets_the_role<F: Prizes>(stage: F) {
    stage.let_bot_give();
    play(&stage).await;
    let held = || stage.holders() == ["alice"];
    stage.happens("alice to have the role", held).await;
}

both!(the_organizer_is_told_that_delos_may_not_give_the_role);
async fn the_organizer_is_told_that_delos_may_not_give_the_role<F: Prizes>(stage: F) {
    let boss = play(&stage).await;
    let told = boss.dm().channel().next().await;
    insta::assert_snapshot!("no_role_for_the_winner", told.shown());
    assert_eq!(stage.holders(), Vec::<String>::new());
}
