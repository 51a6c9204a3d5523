//! Rules of the games, and information about Delos.

use app::Limits;

use crate::conversations::prelude::*;

/// Returns every page of a game's rules by paging through them.
async fn pages<F: Front>(stage: &F, game: &str) -> Vec<String> {
    // Too many pages for a public room.
    let mut alice = stage.user("alice");
    if F::IS_MATRIX {
        alice = alice.dm();
    }
    stage.rest();
    let message = alice.asks("rules", args! { game: game }).await;
    let mut pages = vec![message.shown()];
    let (mut part, mut number) = ("(", 1);
    loop {
        number += 1;
        if message.has("Next") {
            alice.click(&message, "Next").await;
        } else if part == "(" {
            (part, number) = ("(details, ", 1);
            alice.click(&message, "Details").await;
        } else {
            return pages;
        }
        says(&message, &format!("{part}{number} of")).await;
        pages.push(message.shown());
    }
}

/// Removes the variant's name and the page number.
fn nameless(page: &str) -> String {
    let (head, body) = page.split_once('\n').unwrap();
    let (name, _) = head.split_once("**").unwrap().1.split_once(" · ").unwrap();
    body.replace(name, "")
}

both!(the_rules_of_every_game_have_all_their_pages);
/// Compares the pages of the games, and of their variants only the pages that differ.
async fn the_rules_of_every_game_have_all_their_pages<F: Front>(stage: F) {
    let of_leap = "-optional -multi 64 64-optional 64-multi";
    for (game, forms) in [
        ("leto", "-kwagga"),
        ("legan", ""),
        ("toto40", ""),
        ("leap", of_leap),
        ("latrunculi", ""),
    ] {
        let mut read = pages(&stage, game).await;
        insta::assert_snapshot!(format!("rules_of_{game}"), read.join("\n\n"));
        for form in forms.split_whitespace() {
            let form = format!("{game}{form}");
            let other = pages(&stage, &form).await;
            let known: Vec<_> = read.iter().map(|page| nameless(page)).collect();
            let mut differing = other.clone();
            differing.retain(|page| !known.contains(&nameless(page)));
            assert!(!differing.is_empty(), "{form} is no other form");
            insta::assert_snapshot!(format!("rules_of_{form}"), differing.join("\n\n"));
            read.extend(other);
        }
    }
}

both!(every_picture_of_the_rules_is_described_in_words);
/// Reads each page with its picture in words, for people who turned pictures off.
async fn every_picture_of_the_rules_is_described_in_words<F: Front>(stage: F) {
    let alice = stage.user("alice");
    choose(&alice, "words-only", "yes").await;
    for game in ["toto40", "leto", "legan", "leap-multi", "latrunculi"] {
        let pages = pages(&stage, game).await;
        assert!(!pages.iter().any(|page| page.contains("[picture")));
        let mut described = pages;
        described.retain(|page| page.contains("**Picture:**"));
        assert!(described.len() >= 3, "{game}");
        for page in &described {
            assert!(page.contains("Black: "), "{page}");
        }
        if ["toto40", "leto"].contains(&game) {
            insta::assert_snapshot!(format!("rules_in_words_of_{game}"), described.join("\n\n"));
        }
    }
}

both!(rules_are_chosen_from_a_list);
async fn rules_are_chosen_from_a_list<F: Front>(stage: F) {
    let alice = stage.user("alice");
    let message = alice.asks("rules", ()).await;
    let asked = message.shown();
    alice.select(&message, "Choose a game", &["legan"]).await;
    says(&message, "Legan Chess · Goal and setup").await;
    alice.select(&message, "Go to a page", &["3"]).await;
    says(&message, "(4 of").await;
    insta::assert_snapshot!(format!("{asked}\n\n{}", message.shown()));
}

both!(delos_says_what_it_keeps_and_where_that_is_written);
async fn delos_says_what_it_keeps_and_where_that_is_written<F: Front>(mut stage: F) {
    let address = "https://example.org/privacy";
    let alice = stage.user("alice");
    let mut told = Vec::new();
    for page in [None, Some(address.to_owned())] {
        stage.restarts_with(Limits::default(), page.clone()).await;
        let message = alice.asks("about", ()).await;
        assert!(message.is_ephemeral());
        assert_eq!(message.content().contains(address), page.is_some());
        told.push(message.shown());
        alice.click(&message, "Privacy").await;
        says(&message, "What I keep about you").await;
        assert_eq!(message.content().contains(address), page.is_some());
        // No page: the answer is a file.
        let is_told = |message: &F::Message| {
            let mut files = message.files().into_iter();
            files.any(|(name, _)| name == "PRIVACY.md") == page.is_none()
        };
        message.until("its file", is_told).await;
        told.push(message.shown());
    }
    insta::assert_snapshot!(told.join("\n\n"));
}

on_discord!(a_name_is_neither_a_link_nor_turns_the_words_around_it);
/// On Discord only: it looks at Discord's requests; the tests of `render` in `bot/matrix/src` have Matrix's names.
async fn a_name_is_neither_a_link_nor_turns_the_words_around_it(stage: Stage) {
    let eve = stage.pg.user("\u{202E}https://evil.com/x @here");
    let board = plays(&eve, "toto40").await;
    let listed = eve.slash("games", args! { whose: "server" }).await;
    assert_says(listed.content(), "https: evil.com x \\@here – Delos");
    eve.click(&board, "Abort").await;
    for call in stage.pg.calls() {
        let body = call.body.to_string();
        let is_plain = !body.contains("://evil") && !body.contains('\u{202E}');
        assert!(is_plain, "{body}");
    }
}
