//! Beginners are asked before moves that lose at once.

use playground::{Message, args};

use crate::begin;
use crate::common::{Stage, next, next_board, says, whisper};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_beginner_is_asked_before_leaving_the_line_and_hanging_the_king() {
    let stage = Stage::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");
    let first = begin(&stage, "toto40").await;
    alice.slash("move", args! { "move": "Rd7" }).await;
    let second = next_board(&general, &first).await;
    let mut seen = vec![second.shown()];
    // In private, for a command; another move is chosen from marked menus.
    let offered = bob.autocomplete("move", args! { "move": "a11" }).await;
    let (label, _) = &offered.choices()[0];
    assert_eq!(label, "a11 (loses at once): pawn a12 to a11");
    let line = bob.slash("move", args! { "move": "a11" }).await;
    assert!(line.is_ephemeral());
    let question = line.message();
    seen.push(question.shown());
    bob.click(&question, "Another move").await;
    says(&question, "Choose a piece").await;
    seen.push(question.shown());
    // In public, for a reply, without the reply that wins; the question goes when it is answered.
    bob.reply_to(&second, "Ke6");
    let asked = next(&general).await;
    seen.push(asked.shown());
    let why = whisper(&bob.click(&asked, "Why?").await).await;
    seen.push(why.shown());
    bob.click(&asked, "Play it anyway").await;
    asked
        .until("the question to go away", Message::is_deleted)
        .await;
    let third = next_board(&general, &second).await;
    seen.push(third.shown());
    insta::assert_snapshot!(seen.join("\n\n"));
    stage.pg.assert_clean();
}
