//! Cards that are used most, on a phone's screen. `DELOS_SHOTS` names a folder for screenshots of the steps.

use std::time::Duration;

use app::LessonId;
use playground::User;
use rules_core::Family;

use crate::browser::page::{PHONE, Page};
use crate::browser::send;
use crate::conversations::dailies::{FIRST_DAY, solves};
use crate::conversations::lessons::{chooses, solution};
use crate::conversations::prelude::*;
use crate::conversations::puzzles::{puzzle, wrong_move};

const PRIVATE: &str = ".message.private";
const SETTINGS: &str = "What do you want to change?";

/// Opens the page on a phone, as this person sees it; `None` where no browser is installed.
async fn phone(stage: &Stage, who: &User) -> Option<Page> {
    let page = Page::open(stage.pg.api(), PHONE).await?;
    page.speak_as(who.name()).await;
    Some(page)
}

on_discord!(a_game_and_a_level_are_chosen_from_the_menu_of_play);
async fn a_game_and_a_level_are_chosen_from_the_menu_of_play(stage: Stage) {
    let Some(page) = phone(&stage, &stage.user("alice")).await else {
        return;
    };
    send(&page, "/play").await;
    page.shows(".menu", "Choose a game", "play-1-menu").await;
    page.opens("Level 1 (Beginner)", "Level 3 (Learner)", "play-2-levels")
        .await;
    page.click(".option", "Level 2 (Novice)").await;
    page.sees(PRIVATE, "level 2").await;
    page.select("Choose a game", "Toto40").await;
    page.shows(".message", "it's your move", "play-3-toto40")
        .await;
    page.click(".button", "Move").await;
    page.click(".button", "King").await;
    page.shows(".button", "Another piece", "play-4-targets")
        .await;
}

on_discord!(a_beginner_is_warned_before_a_move_that_loses_at_once);
async fn a_beginner_is_warned_before_a_move_that_loses_at_once(stage: Stage) {
    let board = begin(&stage, "toto40").await;
    played(&stage, board, &["Rd7"]).await;
    let Some(page) = phone(&stage, &stage.user("bob")).await else {
        return;
    };
    page.shot("warning-1-board").await;
    page.click(".button", "Move").await;
    page.select("Which piece?", "Pawn a12").await;
    page.opens("Where to?", "loses at once", "warning-2-menu")
        .await;
    page.click(".option", "a11").await;
    let question = ".message.private .button";
    page.shows(question, "Play it anyway", "warning-3-question")
        .await;
}

on_discord!(a_draw_is_offered_withdrawn_and_the_game_replayed);
async fn a_draw_is_offered_withdrawn_and_the_game_replayed(stage: Stage) {
    let [alice, bob] = stage.people(["alice", "bob"]);
    let board = begin(&stage, "latrunculi").await;
    let mut board = played(&stage, board, &["e4", "e5", "Qh5"]).await;
    let Some(page) = phone(&stage, &bob).await else {
        return;
    };
    page.click(".button", "Offer draw").await;
    page.sees(".message", "bob offers a draw").await;
    called(&stage.channel("general"), &alice).await;
    page.shot("offer-1-drawer").await;
    page.click(".button", "Withdraw").await;
    let withdrawn = "bob withdrew the draw offer";
    page.shows(".message", withdrawn, "offer-2-withdrawn").await;
    for (player, text) in [(&bob, "Nc6"), (&alice, "Qxf7+"), (&bob, "Kxf7")] {
        board = moves(player, &board, text).await;
    }
    page.click(".button", "Resign").await;
    page.shows(".message.private .button", "Resign", "replay-1-resign")
        .await;
    page.click(".message.private .button", "Resign").await;
    page.shows(".message .button", "Replay", "replay-2-result")
        .await;
    page.click(".button", "Replay").await;
    page.sees(PRIVATE, "Start of the game").await;
    page.click(".button", "▶").await;
    page.shows(PRIVATE, "1/6", "replay-3-viewer").await;
}

on_discord!(board_colors_are_previewed);
async fn board_colors_are_previewed(stage: Stage) {
    let Some(page) = phone(&stage, &stage.user("alice")).await else {
        return;
    };
    send(&page, "/settings").await;
    page.shows(PRIVATE, "Your preferences", "settings-1-list")
        .await;
    page.opens(SETTINGS, "Board colors", "settings-2-menu")
        .await;
    page.click(".option", "Board colors").await;
    page.sees(PRIVATE, "Now").await;
    page.select("Choose", "Night").await;
    page.shows(PRIVATE, "Saved.", "settings-3-preview").await;
}

on_discord!(a_newcomer_learns_a_game);
async fn a_newcomer_learns_a_game(stage: Stage) {
    let alice = stage.user("alice");
    let Some(page) = phone(&stage, &alice).await else {
        return;
    };
    let board = play(&stage, "leto").await;
    page.shows(".message .button", "Learn", "learn-1-offer")
        .await;
    let lesson = alice.presses(&board, "Learn").await;
    page.shows(".message.private .picture", "", "learn-2-first-step")
        .await;
    alice.click(&lesson, "Learn together").await;
    page.sees(".message", "Posted by").await;
    // A click on a message that is just being edited is lost.
    page.shows(PRIVATE, "Posted.", "learn-10-together").await;
    let steps = solution(LessonId::all_of(Family::Leto).next().unwrap());
    for (n, moves) in (1..).zip(&steps) {
        page.sees(PRIVATE, &format!("{n} of {}", steps.len())).await;
        if n == 2 {
            page.shot("learn-5-second-step").await;
            let form = alice.click(&lesson, "Type a move").await;
            alice.submit(&form, args! { "move": "Kg1a8" }).await;
            page.shows(PRIVATE, "Hint", "learn-6-miss").await;
        }
        for (square, uci) in moves {
            if n == 1 {
                page.click(".button", square).await;
                page.shows(PRIVATE, "can make these moves", "learn-3-targets")
                    .await;
                page.click(".button", "Another piece").await;
                page.sees(".button", "Type a move").await;
            }
            chooses::<Stage>(&alice, &lesson, square, uci).await;
        }
        page.shows(PRIVATE, "Right!", &format!("learn-4-solved-{n}"))
            .await;
        if n < steps.len() {
            alice.click(&lesson, "Next").await;
        }
    }
    page.shows(PRIVATE, "Lesson done", "learn-7-finish").await;
    alice.click(&lesson, "All lessons").await;
    let menu = ".message.private .menu";
    page.shows(menu, "Choose a lesson", "learn-8-lessons").await;
    alice.slash("learn", ()).await;
    page.shows(PRIVATE, "Which game do you want to learn?", "learn-9-games")
        .await;
}

on_discord!(a_daily_puzzle_is_switched_on_solved_and_over);
async fn a_daily_puzzle_is_switched_on_solved_and_over(stage: Stage) {
    let boss = stage.manager("boss");
    let Some(page) = phone(&stage, &boss).await else {
        return;
    };
    let panel = server_settings(&boss).await;
    page.sees(PRIVATE, "This server's settings").await;
    page.opens(SETTINGS, "Daily puzzle time", "daily-1-settings")
        .await;
    page.click(".option", "Daily puzzle").await;
    page.shows(PRIVATE, "the first one at once", "daily-2-where")
        .await;
    boss.select(&panel, "Choose", &["here"]).await;
    let message = stage.channel("general").next().await;
    page.shows(".message .button", "Solve", "daily-3-posted")
        .await;
    solves::<Stage>(&boss, &message, FIRST_DAY, 0).await;
    page.shows(PRIVATE, "3 points", "daily-4-solved").await;
    stage.advance(Duration::from_hours(24));
    page.sees(".message", "Solved on the first try").await;
    let over = "[...document.querySelectorAll('.message')].find(n => n.innerText.includes('on the first try:'))";
    page.holds(&format!("{over}.scrollIntoView() ?? true"))
        .await;
    page.shot("daily-5-over").await;
    boss.slash("daily", ()).await;
    page.shows(PRIVATE, "Type a move", "daily-6-next").await;
}

on_discord!(puzzles_are_failed_and_solved_on_a_phone);
async fn puzzles_are_failed_and_solved_on_a_phone(stage: Stage) {
    let alice = stage.user("alice");
    let Some(page) = phone(&stage, &alice).await else {
        return;
    };
    let card = alice.asks("puzzle", ()).await;
    page.shows(
        PRIVATE,
        "Which game's puzzle would you like?",
        "puzzle-1-games",
    )
    .await;
    alice.click(&card, "Leto Chess").await;
    page.shows(".message.private .picture", "", "puzzle-2-position")
        .await;
    let (square, uci) = wrong_move(puzzle(&card.shown(), Family::Leto));
    chooses::<Stage>(&alice, &card, &square, &uci).await;
    page.shows(PRIVATE, "Black answers", "puzzle-3-failed")
        .await;
    alice.click(&card, "Show the solution").await;
    page.shows(PRIVATE, "The solution", "puzzle-4-solution")
        .await;
    alice.click(&card, "Next puzzle").await;
    page.sees(".button", "Type a move").await;
    let moves = solution(puzzle(&card.shown(), Family::Leto)).remove(0);
    for (n, (square, uci)) in (1..).zip(&moves) {
        chooses::<Stage>(&alice, &card, square, uci).await;
        if n < moves.len() {
            page.sees(PRIVATE, "Go on").await;
        }
    }
    page.shows(PRIVATE, "Your puzzle rating", "puzzle-5-solved")
        .await;
}
