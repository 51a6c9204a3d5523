//! Everything but moves: settings, spectators, takebacks, vacations.

use crate::conversations::prelude::*;

both!(settings_show_the_effective_value_and_its_origin);
async fn settings_show_the_effective_value_and_its_origin<F: Front>(stage: F) {
    let alice = stage.user("alice");
    let panel = alice.asks("settings", ()).await;
    open_setting(&alice, &panel, "theme").await;
    insta::assert_snapshot!("one_preference", panel.shown());
    alice.select(&panel, "Choose", &["night"]).await;
    says(&panel, "Saved.").await;
    let has_board = |panel: &F::Message| panel.files().len() == 1;
    panel.until("a board in those colors", has_board).await;
    insta::assert_snapshot!("a_preference_with_a_preview", panel.shown());
    alice.click(&panel, "Back").await;
    says(&panel, "Your preferences").await;
    insta::assert_snapshot!("preferences", panel.shown());
}

both!(a_game_of_others_is_followed_by_direct_message);
async fn a_game_of_others_is_followed_by_direct_message<F: Front>(stage: F) {
    let [alice, eve] = stage.people(["alice", "eve"]);
    let board = begin(&stage, "toto40").await;
    if let Some(games) = eve.offered("watch", args! { game: "toto" }).await {
        assert_eq!(games.len(), 1, "{games:?}");
    }
    eve.slash("watch", args! { game: code(&board) }).await;
    moves(&alice, &board, "Re5").await;
    eve.dm().channel().next().await.tells("Re5");
    insta::assert_snapshot!(eve.dm().channel().screen(&eve));
}

both!(a_move_that_is_not_given_back_stands);
async fn a_move_that_is_not_given_back_stands<F: Front>(stage: F) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let board = begin(&stage, "toto40").await;
    let third = played(&stage, board, &["Re5", "Kf6"]).await;
    bob.slash("takeback", ()).await;
    says(&third, "asks to take back **1... Kf6**").await;
    let request = called(&general, &alice).await;
    alice.click(&request, "Decline takeback").await;
    says(&third, "declined the takeback").await;
    called(&general, &bob).await;
    let again = bob.asks("takeback", ()).await;
    again.tells("already been requested");
    insta::assert_snapshot!(general.screen(&alice));
}

both!(ending_a_vacation_early_keeps_the_days_that_have_not_begun);
/// On Matrix, the direct message mentions its reader: clients notify of nothing else.
async fn ending_a_vacation_early_keeps_the_days_that_have_not_begun<F: Front>(stage: F) {
    let [alice, bob] = stage.people(["alice", "bob"]);
    let board = accepted(&stage, args! { game: "toto40", time: "3 days" }).await;
    let running = board.raw();
    let begun = alice.asks("vacation", args! { days: 5 }).await.raw();
    let away = bob.dm().channel().next().await;
    let called = F::either(&[][..], &["bob"][..]);
    assert_eq!(away.pings(), called);
    let has_moved = |board: &F::Message| board.raw() != running;
    board.until("the deadline to move", has_moved).await;
    stage.advance(std::time::Duration::from_hours(30));
    let status = alice.asks("vacation", ()).await;
    let mut told = vec![begun, status.shown()];
    alice.click(&status, "End vacation now").await;
    says(&status, "Welcome back").await;
    assert!(status.labels().is_empty());
    let back = bob.dm().channel().next().await;
    // The board is too old to be edited.
    let resumed = stage.channel("general").next().await;
    says(&resumed, "Your time runs out").await;
    let none = alice.asks("vacation", ()).await;
    told.extend([status, away, back, none].map(|message| message.shown()));
    insta::assert_snapshot!(told.join("\n\n"));
}
