//! Everything but moves: settings, rules, spectators, vacations, studies.

use playground::args;

use crate::common::assert_says;
use crate::conversations::front::{
    Answer as _, Front, Person as _, Post as _, Room as _, both, called, next, says,
};
use crate::conversations::{accepted, begin, code, moves, open_setting, played};

both!(settings_show_the_effective_value_and_its_origin);
async fn settings_show_the_effective_value_and_its_origin<F: Front>() {
    let stage = F::ready().await;
    let alice = stage.user("alice");
    let panel = alice.slash("settings", ()).await.message().await;
    open_setting(&alice, &panel, "theme").await;
    insta::assert_snapshot!("one_preference", panel.shown());
    alice.select(&panel, "Choose", &["night"]).await;
    says(&panel, "Saved.").await;
    panel
        .until("a board in those colors", |panel| panel.files().len() == 1)
        .await;
    insta::assert_snapshot!("a_preference_with_a_preview", panel.shown());
    alice.click(&panel, "Back").await;
    says(&panel, "Your preferences").await;
    insta::assert_snapshot!("preferences", panel.shown());
    stage.assert_clean();
}

both!(rules_are_read_page_by_page);
async fn rules_are_read_page_by_page<F: Front>() {
    let stage = F::ready().await;
    let alice = stage.user("alice");
    let pages = alice
        .slash("rules", args! { game: "toto40" })
        .await
        .message()
        .await;
    let first = pages.shown();
    alice.click(&pages, "Next").await;
    says(&pages, "(2 of").await;
    insta::assert_snapshot!(format!("{first}\n\n{}", pages.shown()));
    stage.assert_clean();
}

both!(a_game_of_others_is_followed_by_direct_message);
async fn a_game_of_others_is_followed_by_direct_message<F: Front>() {
    let stage = F::ready().await;
    let [alice, eve] = stage.people(["alice", "eve"]);
    let board = begin(&stage, "toto40").await;
    eve.slash("watch", args! { game: code(&board) }).await;
    moves(&alice, &board, "Re5").await;
    let told = next(&eve.dm().channel()).await;
    assert!(told.content().contains("Re5"), "{}", told.content());
    insta::assert_snapshot!(eve.dm().channel().screen(&eve));
    stage.assert_clean();
}

both!(an_opponent_hears_of_a_vacation);
/// On Matrix, the direct message mentions its reader: clients notify of nothing else.
async fn an_opponent_hears_of_a_vacation<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let options = args! { game: "toto40", opponent: bob.arg(), color: "white", time: "3 days" };
    accepted(&stage, options).await;
    let answer = alice.slash("vacation", args! { days: 5 }).await;
    let told = next(&bob.dm().channel()).await;
    // A direct message needs no mention on Discord; Matrix clients notify people only of mentions.
    let called: &[&str] = if F::IS_MATRIX { &["bob"] } else { &[] };
    assert_eq!(told.pings(), called);
    insta::assert_snapshot!(format!(
        "{}\n\n{}",
        answer.message().await.raw(),
        bob.dm().channel().screen(&bob)
    ));
    stage.assert_clean();
}

both!(a_move_that_is_not_given_back_stands);
async fn a_move_that_is_not_given_back_stands<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.channel("general");
    let board = begin(&stage, "toto40").await;
    let third = played(&stage, board, &["Re5", "Kf6"]).await;
    bob.slash("takeback", ()).await;
    says(&third, "asks to take back **1... Kf6**").await;
    let request = called(&general, &alice).await;
    alice.click(&request, "Decline takeback").await;
    says(&third, "declined the takeback").await;
    called(&general, &bob).await;
    let again = bob.slash("takeback", ()).await;
    assert_says(again.message().await.content(), "already been requested");
    insta::assert_snapshot!(general.screen(&alice));
    stage.assert_clean();
}

both!(anyone_can_study_any_position);
async fn anyone_can_study_any_position<F: Front>() {
    let stage = F::ready().await;
    let alice = stage.user("alice");
    let position = "4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1";
    let answer = alice
        .slash("analyze", args! { position: position, rules: "legan" })
        .await;
    let said = answer.message().await.content();
    assert!(said.starts_with("**Legan Chess**: "), "{said}");
    assert!(said.contains("I'd play"), "{said}");
    let answered = answer.message().await;
    assert!(answered.is_ephemeral());
    answered
        .until("its picture", |message| message.files().len() == 1)
        .await;
    let none = alice.slash("analyze", ()).await;
    assert_says(none.message().await.content(), "finished");
    stage.assert_clean();
}

both!(ending_a_vacation_early_keeps_the_days_that_have_not_begun);
async fn ending_a_vacation_early_keeps_the_days_that_have_not_begun<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let options = args! { game: "toto40", opponent: bob.arg(), color: "white", time: "3 days" };
    let board = accepted(&stage, options).await;
    let running = board.raw();
    alice.slash("vacation", args! { days: 5 }).await;
    let away = next(&bob.dm().channel()).await;
    board
        .until("the deadline to move", |board| board.raw() != running)
        .await;
    stage.advance(std::time::Duration::from_hours(30));
    let status = alice.slash("vacation", ()).await.message().await;
    let active = status.shown();
    alice.click(&status, "End vacation now").await;
    says(&status, "Welcome back").await;
    assert!(status.labels().is_empty());
    let back = next(&bob.dm().channel()).await;
    // The board is too old to be edited.
    let resumed = next(&stage.channel("general")).await;
    says(&resumed, "Your time runs out").await;
    let none = alice.slash("vacation", ()).await.message().await;
    insta::assert_snapshot!(
        [
            active,
            status.shown(),
            away.shown(),
            back.shown(),
            none.shown()
        ]
        .join("\n\n")
    );
    stage.assert_clean();
}
