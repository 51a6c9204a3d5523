//! What people read about the games and about Delos itself.

use playground::args;

use crate::common::{Stage, says};

/// Every page of a game's rules, as somebody sees them who goes on and on.
async fn pages(stage: &Stage, game: &str) -> Vec<String> {
    let alice = stage.pg.user("alice");
    let message = alice.slash("rules", args! { game: game }).await.message();
    let mut pages = vec![message.shown()];
    while message
        .buttons()
        .iter()
        .any(|button| button.label == "Next")
    {
        alice.click(&message, "Next").await;
        says(&message, &format!("({} of", pages.len() + 1)).await;
        pages.push(message.shown());
    }
    pages
}

/// A page without the name of the form, which heads it and every picture's words, and without its number.
fn nameless(page: &str) -> String {
    let (head, body) = page.split_once('\n').unwrap();
    let (name, _) = head.split_once("**").unwrap().1.split_once(": ").unwrap();
    body.replace(name, "")
}

/// The pages of the five games, and of their other forms those that read otherwise.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_rules_of_every_game_are_read_to_the_end() {
    let stage = Stage::ready().await;
    for (game, forms) in [
        ("leto", &["leto-kwagga"][..]),
        ("legan", &[]),
        ("toto40", &[]),
        (
            "leap",
            &[
                "leap-optional",
                "leap-multi",
                "leap64",
                "leap64-optional",
                "leap64-multi",
            ],
        ),
        ("latrunculi", &[]),
    ] {
        let mut read = pages(&stage, game).await;
        insta::assert_snapshot!(format!("rules_of_{game}"), read.join("\n\n"));
        for form in forms {
            let other = pages(&stage, form).await;
            let known: Vec<_> = read.iter().map(|page| nameless(page)).collect();
            let differing: Vec<_> = other
                .iter()
                .filter(|page| !known.contains(&nameless(page)))
                .cloned()
                .collect();
            assert!(!differing.is_empty(), "{form} is no other form");
            insta::assert_snapshot!(format!("rules_of_{form}"), differing.join("\n\n"));
            read.extend(other);
        }
    }
    stage.pg.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rules_are_chosen_from_a_list() {
    let stage = Stage::ready().await;
    let alice = stage.pg.user("alice");
    let message = alice.slash("rules", ()).await.message();
    let asked = message.shown();
    alice.select(&message, "Choose a game", &["legan"]).await;
    says(&message, "Legan Chess: Aim and start").await;
    alice.select(&message, "Go to a page", &["3"]).await;
    says(&message, "(4 of").await;
    insta::assert_snapshot!(format!("{asked}\n\n{}", message.shown()));
    stage.pg.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn delos_says_what_it_keeps_and_where_that_is_written() {
    let mut told = Vec::new();
    for page in [None, Some("https://example.org/privacy".to_owned())] {
        let mut stage = Stage::empty().await;
        stage.privacy.clone_from(&page);
        stage.start().await;
        let alice = stage.pg.user("alice");
        let about = alice.slash("about", ()).await;
        assert!(about.is_ephemeral());
        let message = about.message();
        assert_eq!(
            message.content().contains("https://example.org/privacy"),
            page.is_some()
        );
        told.push(message.shown());
        alice.click(&message, "Privacy").await;
        says(&message, "What I keep about you").await;
        assert_eq!(
            message.content().contains("https://example.org/privacy"),
            page.is_some()
        );
        assert_eq!(
            message.files().iter().any(|(name, _)| name == "PRIVACY.md"),
            page.is_none(),
            "without a page there is a file"
        );
        told.push(message.shown());
        stage.pg.assert_clean();
    }
    insta::assert_snapshot!(told.join("\n\n"));
}
