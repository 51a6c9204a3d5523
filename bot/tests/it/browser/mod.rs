//! The playground's page in a real browser, as people use it on a desktop and on a phone.

mod cards;
mod driver;
mod page;
mod screens;
mod tour;

use crate::common::Stage;
use fantoccini::key::Key;
use page::{DESKTOP, PHONE, Page, View};
use rules_core::Variant;

/// Makes each scene a test for each view.
macro_rules! scenes {
    ($($scene:ident)*) => {
        mod desktop {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $scene() {
                super::play(super::DESKTOP, super::$scene).await;
            })*
        }
        mod phone {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $scene() {
                super::play(super::PHONE, super::$scene).await;
            })*
        }
    };
}

scenes! {
    a_game_is_played_and_resigned
    a_challenge_is_accepted_by_the_other_person
    a_tournament_is_entered_and_paired
    both_color_schemes_are_readable
    the_keyboard_is_enough
    a_page_of_the_rules_is_seen_with_its_picture
    buttons_are_tapped_quickly
    a_bar_announces_new_messages
}

/// Plays a scene on the page of a playground with a running bot. Skips it where no browser is installed.
async fn play(view: View, scene: impl AsyncFnOnce(&Page)) {
    let stage = Stage::ready().await;
    stage.people(["alice", "bob"]);
    if let Some(page) = Page::open(stage.pg.api(), view).await {
        scene(&page).await;
        page.check().await;
    }
}

/// Types into the message box.
async fn write(page: &Page, text: &str) {
    page.click("#form textarea", "").await;
    page.type_text(text).await;
}

/// Types a command into the message box and picks it from the list.
async fn command(page: &Page, name: &str) {
    write(page, name).await;
    page.click(".pick", name).await;
    page.sees("#form .cmdname", name).await;
}

/// Gives a command without options.
async fn send(page: &Page, name: &str) {
    command(page, name).await;
    page.click("#form .send", "").await;
}

/// Gives a command about a game.
async fn send_for(page: &Page, name: &str, game: &str) {
    command(page, name).await;
    page.type_text(game).await;
    page.click(".pick", game).await;
    page.click("#form .send", "").await;
}

/// Adds an option and picks its value from the list.
async fn option(page: &Page, name: &str, value: &str) {
    page.click(".more", &format!("+ {name}")).await;
    page.click(".pick", value).await;
}

/// Makes alice's move in three taps.
async fn choose_move(page: &Page, piece: &str, target: &str) {
    for button in ["Move", piece, target] {
        page.click(".button", button).await;
    }
}

async fn a_game_is_played_and_resigned(page: &Page) {
    command(page, "/play").await;
    page.click(".pick", "Toto40").await;
    option(page, "color", "White").await;
    option(page, "level", "Level 1 (Beginner)").await;
    page.click("#form .send", "").await;
    page.sees(".message .picture", "").await;

    choose_move(page, "Rook d5", "Re5").await;
    // The bot has answered.
    page.sees(".message", "1...").await;

    page.click(".picture", "").await;
    page.sees("dialog.light p", "Toto40").await;
    page.press(Key::Escape).await;
    page.holds("!document.querySelector('dialog').open").await;
    // A click in the next dialog, unlike one on the picture, doesn't close it.
    page.click(".person.add", "").await;
    page.click("dialog h2", "New person").await;
    page.sees("dialog", "New person").await;
    page.press(Key::Escape).await;

    page.click(".button", "Resign").await;
    page.click(".message.private .button", "Resign").await;
    page.sees(".message", "by resignation").await;
}

async fn a_challenge_is_accepted_by_the_other_person(page: &Page) {
    // Text after the command fills its first option.
    write(page, "/challenge Toto").await;
    page.click(".pick", "Toto40").await;
    option(page, "opponent", "bob").await;
    page.click("#form .send", "").await;
    page.sees(".person .count", "1").await;

    // A click on the open channel keeps the draft.
    write(page, "a draft").await;
    if page.is_phone() {
        page.click("#burger", "").await;
    }
    page.click(".channel", "general").await;
    page.holds("document.querySelector('#form textarea').value === 'a draft'")
        .await;

    page.speak_as("bob").await;
    page.sees(".message.ping .picture", "").await;
    page.click(".button", "Accept").await;
    page.sees(".button", "Move").await;
}

async fn a_tournament_is_entered_and_paired(page: &Page) {
    page.speak_as("owner").await;
    command(page, "/tournament create").await;
    option(page, "game", "Toto40").await;
    page.click("#form .send", "").await;
    page.click(".message.private .button", "Swiss").await;
    page.sees("dialog", "Swiss tournament").await;
    page.press(Key::Enter).await;
    page.sees(".message.private", "Toto40 Cup is announced")
        .await;

    for name in ["alice", "bob"] {
        page.speak_as(name).await;
        page.click(".button", "Join").await;
        page.sees(".message.private", "You're in").await;
    }
    page.click(".person.add", "").await;
    page.sees("dialog", "New person").await;
    page.type_text("carol").await;
    page.press(Key::Enter).await;
    page.sees(".person.on", "carol").await;
    page.reload().await;
    page.sees(".person.on", "carol").await;
    page.click(".button", "Join").await;
    page.sees(".message", "alice, bob, carol").await;

    page.speak_as("owner").await;
    page.click(".message.private .button", "Start").await;
    page.click(".message.private .button", "Start anyway").await;
    page.sees(".message .picture", "").await;
    page.click(".button", "Pairings").await;
    page.sees(".message.private .picture", "").await;
    page.speak_as_mentioned("alice").await;
    page.sees(".message.ping .button", "Move").await;
}

async fn both_color_schemes_are_readable(page: &Page) {
    // A board, a private message and the list of commands at once.
    send_for(page, "/play", "Toto40").await;
    page.sees(".button", "Move").await;
    page.click(".button", "Rules").await;
    page.sees(".message.private", "").await;
    write(page, "/").await;
    for scheme in ["light", "dark"] {
        page.prefer(scheme).await;
        page.holds(&format!(
            "getComputedStyle(document.documentElement).colorScheme === '{scheme}'"
        ))
        .await;
    }
    page.press(Key::Escape).await;
    page.click("#theme", "").await;
    page.holds("getComputedStyle(document.documentElement).colorScheme === 'light'")
        .await;
    page.reload().await;
    page.holds("getComputedStyle(document.documentElement).colorScheme === 'light'")
        .await;
    if page.is_phone() {
        page.click("#burger", "").await;
        page.sees("#side .channel", "general").await;
    }
    page.click(".server", "✉").await;
    page.sees(".empty", "").await;
    write(page, "e4").await;
    page.press(Key::Enter).await;
    // Alice's command and the bot's answer.
    page.holds("list.querySelectorAll('.message').length === 2")
        .await;
}

async fn the_keyboard_is_enough(page: &Page) {
    page.tab_to("textarea", "").await;
    page.type_text("/play ").await;
    page.sees("#form .cmdname", "/play").await;
    page.type_text("Toto").await;
    page.sees(".pick.on", "Toto40").await;
    page.press(Key::Enter).await;
    page.tab_to(".more", "+ color").await;
    page.press(Key::Enter).await;
    page.sees(".pick", "White").await;
    page.press(Key::Down).await;
    page.press(Key::Enter).await;
    page.press(Key::Enter).await;
    page.sees(".button", "Move").await;

    page.tab_back_to(".button", "Move").await;
    page.press(Key::Enter).await;
    page.tab_to(".button", "Rook d5").await;
    page.press(Key::Enter).await;
    page.sees(".button", "Another piece").await;
    // The focus moves to the first target.
    page.sees(".button:focus", "Re5").await;
    page.press(Key::Enter).await;
    page.sees(".message", "1...").await;
    // The menus are gone, and the focus is where it was before.
    page.holds("document.activeElement.matches('.message .button')")
        .await;
    page.tab_to("textarea", "").await;

    page.type_text("/settings ").await;
    page.sees("#form .cmdname", "/settings").await;
    page.press(Key::Enter).await;
    page.tab_back_to(".menu", "What do you want to change?")
        .await;
    page.press(Key::Down).await;
    page.sees(".option:focus", "Board orientation").await;
    page.press(Key::Down).await;
    page.press(Key::Enter).await;
    page.sees(".message.private", "The colors of your boards")
        .await;
    // Another menu stands where the one with the focus was.
    page.holds("document.activeElement.matches('.message.private [data-component]')")
        .await;
}

async fn buttons_are_tapped_quickly(page: &Page) {
    send_for(page, "/rules", "Toto40").await;
    page.sees(".message.private", "(1 of").await;
    // Taps several times on each page until the last, however many pages the answers skip in between.
    page.holds(
        "[...document.querySelectorAll('.button')].filter(n => n.innerText === 'Next')
            .forEach(n => [1, 2, 3].forEach(() => n.click())),
        /\\((\\d+) of \\1\\)/.test(document.body.innerText)",
    )
    .await;
    page.holds("hint.hidden").await;
}

async fn a_bar_announces_new_messages(page: &Page) {
    for n in 0..30 {
        say(page, "alice", &format!("line {n}")).await;
    }
    page.sees(".message", "line 29").await;
    page.holds("newer.hidden").await;
    page.holds("(document.querySelector('#scroll').scrollTop = 0, true)")
        .await;
    say(page, "bob", "hello?").await;
    page.sees("#newer", "New messages").await;
    page.holds("document.querySelector('#scroll').scrollTop === 0")
        .await;
    page.click("#newer", "").await;
    let at_end = "(n => n.scrollTop >= n.scrollHeight - n.clientHeight - 2)(document.querySelector('#scroll'))";
    page.holds(at_end).await;
    page.holds("newer.hidden").await;
    page.holds("(document.querySelector('#scroll').scrollTop = 0, true)")
        .await;
    send(page, "/help").await;
    page.sees(".message.private", "").await;
    page.holds(at_end).await;
}

/// Says something as this person, on any page.
async fn say(page: &Page, who: &str, words: &str) {
    let body = serde_json::json!({"do": "say", "user": who, "text": words});
    page.holds(&format!(
        "fetch('/_playground/act', {{ method: 'POST', body: JSON.stringify({body}) }})"
    ))
    .await;
}

/// The words and the picture of the last message fit the window together.
const FITS_THE_WINDOW: &str = "(() => {
    const message = [...list.querySelectorAll('.message')].at(-1);
    const parts = [...message.querySelectorAll('.text, .pictures')];
    const height = parts.reduce((sum, n) => sum + n.clientHeight, 0);
    return height <= document.querySelector('#scroll').clientHeight &&
        [...list.querySelectorAll('img')].every(n => n.complete && n.naturalWidth);
})()";

async fn a_page_of_the_rules_is_seen_with_its_picture(page: &Page) {
    for variant in [
        Variant::Leto,
        Variant::Toto40,
        Variant::Legan,
        Variant::LeapMulti,
        Variant::Latrunculi,
    ] {
        send_for(page, "/rules", variant.name()).await;
        let needed = app::messages::rules(variant).needed;
        for number in 1..=needed {
            page.sees(".message.private", &format!("({number} of"))
                .await;
            page.holds(FITS_THE_WINDOW).await;
            page.shot(&format!("rules-{}-{number}-{}", variant.id(), page.width()))
                .await;
            if number < needed {
                page.click(".button", "Next").await;
            }
        }
        page.click(".button", "Details").await;
        page.sees(".message.private", "(details, 1 of").await;
        page.shot(&format!("rules-{}-details-{}", variant.id(), page.width()))
            .await;
    }
}
