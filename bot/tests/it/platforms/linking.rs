//! One person with accounts on Discord and Matrix, in one conversation through both front ends.

use playground::args;

use crate::common::{assert_says, whisper};
use crate::platforms::meeting::Meeting;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_from_discord_links_a_matrix_account_whose_game_counts_once() {
    let mut stage = Meeting::ready().await;
    let (alice, dave) = (stage.pg.user("alice"), stage.pg.user("dave"));
    let hall = stage.hs.room("hall", &["ann", "bob"]);
    let (ann, bob) = (stage.hs.user("ann"), stage.hs.user("bob"));

    let reply = alice.slash("link", ()).await;
    let given = whisper(&reply).await;
    assert!(given.is_ephemeral());
    let content = given.content();
    let code = content.split("**").nth(1).unwrap().to_owned();
    assert_says(&content, format!("!delos link {code}"));

    let typed = ann.say(&hall, &format!("!delos link {code}"));
    let asked = stage.hs.next_direct("ann").await;
    for words in ["alice on Discord", "on Matrix (@ann:hs)"] {
        assert_says(&asked.body, words);
    }
    stage.hs.reacts(&typed, "📨").await;
    ann.reply(&asked, "Link them");
    let done = stage.hs.next_direct("ann").await;
    assert_says(&done.body, "second name of alice on Discord");
    assert_eq!(stage.hs.count(&hall), 0, "nothing was said before everyone");

    bob.say(&hall, "!delos challenge @ann leto white rated:yes time:3d");
    let challenge = stage.hs.next_to(&hall, "ann").await;
    ann.reply(&challenge, "Accept");
    let board = stage.hs.next_to(&hall, "bob").await;
    bob.reply(&board, "e4");
    let board = stage.hs.next_to(&hall, "ann").await;
    let html = board.html.clone().unwrap_or_default();
    let is_named = !format!("{}{html}", board.body).contains("someone");
    assert!(is_named, "{board:?}");
    ann.reply(&board, "e5");
    let board = stage.hs.next(&hall).await;
    bob.reply(&board, "resign");
    let sure = stage.hs.next(&hall).await;
    bob.reply(&sure, "Resign");
    stage.hs.said_in(&hall, "won by resignation").await;

    // On either platform, the profile shows one person.
    let profile = alice.slash("profile", ()).await;
    let own = whisper(&profile).await.content();
    assert!(own.contains("rated games: 1 won"), "{own}");
    assert_eq!(own.matches("rated games:").count(), 1, "{own}");
    // By name, never mentioned.
    assert_says(&own, "against Bob: ");
    let of_other = dave.slash("profile", args! { person: &alice }).await;
    assert_says(whisper(&of_other).await.content(), "rated games: 1 won");
    ann.say(&hall, "!delos profile");
    let there = stage.hs.next_direct("ann").await;
    assert!(there.body.contains("rated games: 1 won"), "{}", there.body);
    let answer = alice.slash("link", ()).await;
    assert_says(whisper(&answer).await.content(), "(`@ann:hs`)");
    stage.stop().await;
}
