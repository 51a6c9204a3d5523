//! Rules of the games, and information about Delos.

use playground::args;

use crate::common::{Stage, assert_says};
use crate::conversations::front::{Answer as _, Front, Person as _, Post as _, both, says};
use crate::conversations::{choose, plays};

/// Returns every page of a game's rules by paging through them.
async fn pages<F: Front>(stage: &F, game: &str) -> Vec<String> {
    // Too many pages for a public room.
    let alice = if F::IS_MATRIX {
        stage.user("alice").dm()
    } else {
        stage.user("alice")
    };
    stage.rest();
    let message = alice
        .slash("rules", args! { game: game })
        .await
        .message()
        .await;
    let mut pages = vec![message.shown()];
    for part in ["(", "(details, "] {
        if part != "(" {
            alice.click(&message, "Details").await;
            says(&message, &format!("{part}1 of")).await;
            pages.push(message.shown());
        }
        for number in 2.. {
            if !message.labels().contains(&"Next".to_owned()) {
                break;
            }
            alice.click(&message, "Next").await;
            says(&message, &format!("{part}{number} of")).await;
            pages.push(message.shown());
        }
    }
    pages
}

/// Removes the variant's name and the page number.
fn nameless(page: &str) -> String {
    let (head, body) = page.split_once('\n').unwrap();
    let (name, _) = head.split_once("**").unwrap().1.split_once(" · ").unwrap();
    body.replace(name, "")
}

both!(the_rules_of_every_game_have_all_their_pages);
/// Compares the pages of the games, and of their variants only the pages that differ.
/// On Matrix, they are read directly: so many answers would flood a room.
async fn the_rules_of_every_game_have_all_their_pages<F: Front>() {
    let stage = F::ready().await;
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
    stage.assert_clean();
}

both!(every_picture_of_the_rules_is_described_in_words);
/// Reads each page with its picture in words, for people who turned pictures off.
/// On Matrix, they are read directly: so many answers would flood a room.
async fn every_picture_of_the_rules_is_described_in_words<F: Front>() {
    let stage = F::ready().await;
    let alice = stage.user("alice");
    choose(&alice, "words-only", "yes").await;
    for game in ["toto40", "leto", "legan", "leap-multi", "latrunculi"] {
        let pages = pages(&stage, game).await;
        assert!(!pages.iter().any(|page| page.contains("[picture")));
        let captions = pages.iter().filter(|page| page.contains("**Picture:**"));
        let described: Vec<_> = captions.map(String::as_str).collect();
        assert!(described.len() >= 3, "{game}");
        for page in &described {
            assert!(page.contains("Black: "), "{page}");
        }
        if ["toto40", "leto"].contains(&game) {
            insta::assert_snapshot!(format!("rules_in_words_of_{game}"), described.join("\n\n"));
        }
    }
    stage.assert_clean();
}

both!(rules_are_chosen_from_a_list);
async fn rules_are_chosen_from_a_list<F: Front>() {
    let stage = F::ready().await;
    let alice = stage.user("alice");
    let message = alice.slash("rules", ()).await.message().await;
    let asked = message.shown();
    alice.select(&message, "Choose a game", &["legan"]).await;
    says(&message, "Legan Chess · Goal and setup").await;
    alice.select(&message, "Go to a page", &["3"]).await;
    says(&message, "(4 of").await;
    insta::assert_snapshot!(format!("{asked}\n\n{}", message.shown()));
    stage.assert_clean();
}

both!(delos_says_what_it_keeps_and_where_that_is_written);
async fn delos_says_what_it_keeps_and_where_that_is_written<F: Front>() {
    let mut told = Vec::new();
    for page in [None, Some("https://example.org/privacy".to_owned())] {
        let mut stage = F::empty().await;
        stage.set_privacy_page(page.clone());
        stage.start().await;
        let alice = stage.user("alice");
        let message = alice.slash("about", ()).await.message().await;
        assert!(message.is_ephemeral());
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
        // No page: the answer is a file.
        let has_file = |message: &F::Message| {
            let files = message.files();
            files.iter().any(|(name, _)| name == "PRIVACY.md")
        };
        message
            .until("its file", |message| has_file(message) == page.is_none())
            .await;
        told.push(message.shown());
        stage.assert_clean();
    }
    insta::assert_snapshot!(told.join("\n\n"));
}

/// On Discord only: it looks at Discord's requests; the tests of `render` in `bot/matrix/src` have Matrix's names.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_is_neither_a_link_nor_turns_the_words_around_it() {
    let stage = Stage::ready().await;
    let eve = stage.pg.user("\u{202E}https://evil.com/x @here");
    let board = plays(&eve, "toto40").await;
    let listed = eve.slash("games", args! { whose: "server" }).await;
    assert_says(listed.content(), "https: evil.com x \\@here – Delos");
    eve.click(&board, "Abort").await;
    for call in stage.pg.calls() {
        let body = call.body.to_string();
        assert!(
            !body.contains("://evil") && !body.contains('\u{202E}'),
            "{body}"
        );
    }
}
