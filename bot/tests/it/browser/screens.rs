//! Long sequences of steps on a phone's screen. `DELOS_SHOTS` names a folder for screenshots of the steps.

#![allow(clippy::print_stdout, reason = "a test prints its counts")]

use std::time::Duration;

use fantoccini::key::Key;
use playground::{Channel, User, args, permission};

use crate::browser::page::{PHONE, Page};
use crate::browser::{choose_move, send, write};
use crate::common::{Stage, whisper};

/// Plays from a fresh invitation to the first moves, and prints the taps and words that the first one takes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_minute() {
    let stage = Stage::ready().await;
    stage.people(["alice"]);
    let guild = stage.pg.guild("");
    guild.remove_bot();
    let Some(page) = Page::open(stage.pg.api(), PHONE).await else {
        return;
    };
    page.shot("minute-1-empty-server").await;
    guild.add_bot();
    page.shows(".message", "Thanks for inviting me", "minute-2-welcome")
        .await;
    page.click(".button", "Play").await;
    page.shows(".menu", "Choose a game", "minute-3-which-game")
        .await;
    page.opens("Choose a game", "Legan Chess", "minute-4-games")
        .await;
    page.click(".option", "Leto Chess").await;
    page.shows(".message", "it's your move", "minute-5-board")
        .await;
    choose_move(&page, "Pawn d2", "d4").await;
    println!("{} taps, {} words", page.taps(), page.words().await);
    assert_eq!(page.taps(), 6, "from the welcome to the first move");
    page.sees(".message", "1...").await;
    let board = stage.pg.channel("general").last().unwrap().content();
    assert!(board.contains("Leto Chess: "), "{board}");
    let (_, after) = board.split_once("like **").unwrap();
    let example = after.split("**").next().unwrap();
    write(&page, &format!("@Delos {example}")).await;
    page.press(Key::Enter).await;
    // The bot has answered.
    page.shows(".message", "2...", "minute-6-second-move").await;
}

/// Returns the codes of the games in progress.
fn waiting(general: &Channel) -> Vec<String> {
    let boards = general.threads().into_iter().filter_map(|thread| {
        let board = thread.last()?.content();
        let asked = board.contains("it's your move");
        let code = board.split("game `").nth(1)?.split('`').next()?;
        asked.then(|| code.to_owned())
    });
    boards.collect()
}

/// Ends all games of a round with a win for White.
pub(super) async fn decides(stage: &Stage, boss: &User, games: usize) {
    let general = stage.pg.channel("general");
    let all = || Some(waiting(&general)).filter(|codes| codes.len() == games);
    let codes = stage.pg.until("the games", all).await;
    for code in &codes {
        let office = boss.at(&stage.pg.channel("office"));
        let result = args! { code: code, result: "white" };
        let decided = office.slash("tournament adjudicate", result).await;
        whisper(&decided).await;
    }
    // A board that still asks for a move would pass for one of the next round.
    let are_shown = || {
        let waiting = waiting(&general);
        let is_over = |code| !waiting.contains(code);
        codes.iter().all(is_over).then_some(())
    };
    stage.pg.until("the results on the boards", are_shown).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_knockout_is_run_from_its_card() {
    let stage = Stage::ready().await;
    let boss = stage.pg.user("boss");
    stage.pg.guild("").grant(&boss, permission::MANAGE_GUILD);
    let Some(page) = Page::open(stage.pg.api(), PHONE).await else {
        return;
    };
    send(&page, "/tournament create").await;
    page.shows(".message.private .button", "Knockout", "cup-01-format")
        .await;
    page.select("Change the game", "Toto40").await;
    page.sees(".message.private", "New tournament: Toto40")
        .await;
    page.click(".button", "Knockout").await;
    page.shows("dialog", "Knockout tournament", "cup-02-form")
        .await;
    page.press(Key::Enter).await;
    page.shows(".message.private", "Toto40 Cup is announced", "cup-03-card")
        .await;
    page.opens("More...", "Rating limits", "cup-04-more").await;
    page.press(Key::Escape).await;

    let general = stage.pg.channel("general");
    let announced = || general.messages().into_iter().find(|m| !m.is_ephemeral());
    let announced = stage.pg.until("the announcement", announced).await;
    for who in stage.people(["alice", "bob", "Dorothea", "Karl-Friedrich von B."]) {
        who.click(&announced, "Join").await;
    }
    page.shows(".message", "4 of 64 spots taken", "cup-05-announcement")
        .await;
    page.click(".message.private .button", "Start").await;
    page.shows(".message", "Round 1", "cup-06-round").await;
    page.speak_as_mentioned("alice").await;
    page.shows(".message.ping .button", "Move", "cup-07-board")
        .await;
    page.speak_as("boss").await;
    page.click("#burger", "").await;
    page.click(".channel", "general").await;
    decides(&stage, &boss, 2).await;
    page.shows(".message", "Round 1 is over", "cup-08-round-over")
        .await;
    page.click(".button", "Standings").await;
    page.shows(".message.private", "are still in", "cup-09-standings")
        .await;
    stage.pg.clock().advance(Duration::from_mins(2));
    page.shows(".message", "Round 2", "cup-10-final").await;
    decides(&stage, &boss, 1).await;
    page.shows(".message", "Congratulations", "cup-11-podium")
        .await;
}
