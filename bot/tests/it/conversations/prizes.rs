//! The role for the winner of a tournament; on Matrix a power level.

use playground::{User, args, permission};

use crate::common::Stage;
use crate::conversations::front::{
    Front, Matrix, Person as _, Post as _, both, next, next_saying, says, whisper,
};
use crate::conversations::resigns;
use crate::conversations::tournaments::{enters, organizer, starts};

/// Prizes for a winner.
trait Prizes: Front {
    /// A prize that gives no power. The bot refuses the two in `UNFIT`.
    const PRIZE: &str;
    const UNFIT: [&str; 2];

    /// Creates the prizes that a platform doesn't have by default.
    fn make(&self);

    /// Whether an organizer needs a permission to give prizes.
    const IS_BOUND: bool;
    fn let_choose(&self, boss: &Self::User);
    fn let_bot_give(&self);

    /// Returns the people who have the prize.
    fn holders(&self) -> Vec<String>;
}

impl Prizes for Stage {
    const PRIZE: &str = "Champion";
    const UNFIT: [&str; 2] = ["Mods", "everyone"];
    const IS_BOUND: bool = true;

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
    const IS_BOUND: bool = false;

    fn make(&self) {}

    fn let_choose(&self, _: &Self::User) {}

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
    let card = whisper(&boss.slash("tournament create", plan).await).await;
    let announced = next(&general).await;
    let role = F::words("Winner's role");
    let choose = F::words("Choose a role.");
    if F::IS_BOUND {
        boss.select(&card, "More...", &[&role]).await;
        says(&card, &choose).await;
        boss.select(&card, &role, &[F::PRIZE]).await;
        says(&card, "You need the Manage Roles permission").await;
        stage.let_choose(&boss);
    }
    let card = whisper(&boss.slash("tournament manage", ()).await).await;
    boss.select(&card, "More...", &[&role]).await;
    says(&card, &choose).await;
    boss.select(&card, &role, &[F::PRIZE]).await;
    says(&card, "The winner gets").await;
    // Roles with power stay with the people who manage them.
    for unfit in F::UNFIT {
        stage.rest();
        let card = whisper(&boss.slash("tournament manage", ()).await).await;
        boss.select(&card, "More...", &[&role]).await;
        says(&card, &choose).await;
        boss.select(&card, &role, &[unfit]).await;
        says(&card, &F::words("I can't give that role")).await;
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
/// On Matrix, the role is a power level, and anyone who manages the room may choose it.
async fn the_winner_gets_the_role<F: Prizes>() {
    let stage = F::ready().await;
    stage.let_bot_give();
    play(&stage).await;
    let held = || (stage.holders() == ["alice"]).then_some(());
    stage.until("alice to have the role", held).await;
    stage.assert_clean();
}

both!(the_organizer_is_told_that_delos_may_not_give_the_role);
/// On Matrix, the role is a power level, and anyone who manages the room may choose it.
async fn the_organizer_is_told_that_delos_may_not_give_the_role<F: Prizes>() {
    let stage = F::ready().await;
    let boss = play(&stage).await;
    let told = next(&boss.dm().channel()).await;
    insta::assert_snapshot!("no_role_for_the_winner", told.shown());
    assert_eq!(stage.holders(), Vec::<String>::new());
    stage.assert_clean();
}
