//! Challenges: accepted, withdrawn, and negotiated by counter-offers.

use crate::conversations::prelude::*;

both!(two_people_agree_on_other_terms);
async fn two_people_agree_on_other_terms<F: Front>(stage: F) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let options = args! { game: "leto", opponent: bob.arg(), color: "white" };
    let challenge = posts_challenge(&alice, options).await;
    // The challenger's press is answered with an explanation.
    let early = alice.click(&challenge, "Counteroffer").await;
    early.whisper().await.tells("This challenge is from");
    let menu = "Choose what to change";
    let draft = bob.presses(&challenge, "Counteroffer").await;
    says(&draft, "What would you like to change?").await;
    for (choice, words) in [
        ("game toto40", "Your counteroffer: **Toto40**"),
        ("time 3d", "3 days per move"),
        ("rated true", "rated"),
    ] {
        bob.select(&draft, menu, &[choice]).await;
        says(&draft, words).await;
    }
    insta::assert_snapshot!("draft", draft.shown());
    bob.click(&draft, "Send").await;
    draft.gone().await;
    let proposal = general.next().await;
    assert_eq!(proposal.pings(), ["alice"]);
    assert_eq!(proposal.labels(), ["Agree", "Keep my terms", "Rules"]);
    challenge.retired().await;
    alice.click(&proposal, "Keep my terms").await;
    let kept = general.next().await;
    assert_eq!(kept.pings(), ["bob"]);
    proposal.retired().await;
    let draft = bob.presses(&kept, "Counteroffer").await;
    says(&draft, "What would you like to change?").await;
    bob.select(&draft, menu, &["game toto40"]).await;
    says(&draft, "Your counteroffer").await;
    bob.click(&draft, "Send").await;
    let second = general.next().await;
    alice.reply_to(&second, "agreed");
    says(&second, "counteroffer").await;
    let board = general.next().await;
    assert_eq!(board.pings(), ["alice"]);
    kept.retired().await;
    draft.gone().await;
    insta::assert_snapshot!(general.screen(&bob));
}

both!(a_challenge_states_its_terms_and_is_accepted_withdrawn_or_expires);
async fn a_challenge_states_its_terms_and_is_accepted_withdrawn_or_expires<F: Front>(stage: F) {
    let (general, [alice, eve]) = stage.general_with(["alice", "eve"]);
    let start = "4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1";
    let options = args! { game: "legan", time: "14 days + 1 day", color: "black", start: start };
    let challenge = posts_challenge(&alice, options).await;
    assert!(challenge.pings().is_empty(), "it is open");
    let mut told = vec![challenge.shown()];
    eve.click(&challenge, "Accept").await;
    let board = general.next().await;
    assert_eq!(board.pings(), ["alice"], "Black begins here");
    says(&challenge, "accepted").await;
    told.extend([challenge.shown(), board.shown()]);
    let options = args! { game: "leap64-multi", time: "10+5", rated: true };
    let challenge = posts_challenge(&alice, options).await;
    told.push(challenge.shown());
    let withdraw = challenge.labels()[1].clone();
    alice.click(&challenge, &withdraw).await;
    says(&challenge, "withdrew").await;
    told.push(challenge.shown());
    insta::assert_snapshot!(told.join("\n\n"));
    let options = args! { game: "toto40", opponent: stage.user("bob").arg() };
    let challenge = posts_challenge(&alice, options).await;
    stage.advance(std::time::Duration::from_hours(49));
    says(&challenge, "in time").await;
    insta::assert_snapshot!("unanswered", challenge.shown());
}
