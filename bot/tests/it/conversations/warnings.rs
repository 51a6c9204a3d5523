//! Confirmations of moves that lose at once, for beginners.

use crate::conversations::prelude::*;

both!(a_beginner_is_asked_before_leaving_the_line_and_hanging_the_king);
async fn a_beginner_is_asked_before_leaving_the_line_and_hanging_the_king<F: Front>(stage: F) {
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.channel("general");
    let first = begin(&stage, "toto40").await;
    let second = moves(&alice, &first, "Rd7").await;
    let mut seen = vec![second.shown()];
    // In private, for a slash command. The player picks another move from marked menus.
    if let Some(offered) = bob.offered("move", args! { "move": "a11" }).await {
        let (label, _) = &offered[0];
        assert_eq!(label, "a11 (loses at once): pawn a12 to a11");
    }
    let question = bob.asks("move", args! { "move": "a11" }).await;
    assert!(question.is_ephemeral());
    seen.push(question.shown());
    bob.click(&question, "Another move").await;
    says(&question, "Choose a piece").await;
    seen.push(question.shown());
    // In public, for a reply. The question doesn't reveal the winning reply, and disappears when it is answered.
    bob.reply_to(&second, "Ke6");
    let asked = general.next().await;
    seen.push(asked.shown());
    let why = bob.presses(&asked, "Why?").await;
    seen.push(why.shown());
    bob.click(&asked, "Play it anyway").await;
    asked.gone().await;
    let third = next_board(&general, &second).await;
    seen.push(third.shown());
    insta::assert_snapshot!(seen.join("\n\n"));
}
