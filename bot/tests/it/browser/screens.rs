//! Each feature on a phone's screen. `DELOS_SHOTS` names a folder for screenshots of the steps.

#![allow(clippy::print_stdout, reason = "a test prints its counts")]

use std::time::Duration;

use app::LessonId;
use fantoccini::key::Key;
use playground::{Channel, User, args, permission};
use rules_core::Family;

use crate::browser::page::{PHONE, Page};
use crate::browser::{choose_move, command};
use crate::common::{Stage, next, next_board, whisper};
use crate::conversations::dailies::{FIRST_DAY, solves};
use crate::conversations::lessons::{chooses, solution};
use crate::conversations::puzzles::{puzzle, wrong_move};
use crate::conversations::{begin, played};

async fn send(page: &Page, name: &str) {
    command(page, name).await;
    page.click("#form .send", "").await;
}

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
    page.sees(".message", "Thanks for inviting me").await;
    page.shot("minute-2-welcome").await;
    page.click(".button", "Play").await;
    page.sees(".menu", "Choose a game").await;
    page.shot("minute-3-which-game").await;
    page.click(".menu", "Choose a game").await;
    page.sees(".options", "Legan Chess").await;
    page.shot("minute-4-games").await;
    page.click(".option", "Leto Chess").await;
    page.sees(".message", "it's your move").await;
    page.shot("minute-5-board").await;
    choose_move(&page, "Pawn d2", "d4").await;
    println!("{} taps, {} words", page.taps(), page.words().await);
    assert_eq!(page.taps(), 6, "from the welcome to the first move");
    page.sees(".message", "1...").await;
    let board = stage.pg.channel("general").last().unwrap().content();
    assert!(board.contains("Leto Chess: "), "{board}");
    let (_, after) = board.split_once("like **").unwrap();
    let example = after.split("**").next().unwrap();
    page.click("#form textarea", "").await;
    page.type_text(&format!("@Delos {example}")).await;
    page.press(Key::Enter).await;
    // The bot has answered.
    page.sees(".message", "2...").await;
    page.shot("minute-6-second-move").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_and_a_level_are_chosen_from_the_menu_of_play() {
    let stage = Stage::ready().await;
    stage.people(["alice"]);
    let Some(page) = Page::open(stage.pg.api(), PHONE).await else {
        return;
    };
    send(&page, "/play").await;
    page.sees(".menu", "Choose a game").await;
    page.shot("play-1-menu").await;
    page.click(".menu", "Level 1 (Beginner)").await;
    page.sees(".options", "Level 3 (Learner)").await;
    page.shot("play-2-levels").await;
    page.click(".option", "Level 2 (Novice)").await;
    page.sees(".message.private", "level 2").await;
    page.click(".menu", "Choose a game").await;
    page.click(".option", "Toto40").await;
    page.sees(".message", "it's your move").await;
    page.shot("play-3-toto40").await;
    page.click(".button", "Move").await;
    page.click(".button", "King").await;
    page.sees(".button", "Another piece").await;
    page.shot("play-4-targets").await;
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
    page.sees(".message.private .button", "Knockout").await;
    page.shot("cup-01-format").await;
    page.click(".menu", "Change the game").await;
    page.click(".option", "Toto40").await;
    page.sees(".message.private", "New tournament: Toto40")
        .await;
    page.click(".button", "Knockout").await;
    page.sees("dialog", "Knockout tournament").await;
    page.shot("cup-02-form").await;
    page.press(Key::Enter).await;
    page.sees(".message.private", "Toto40 Cup is announced")
        .await;
    page.shot("cup-03-card").await;
    page.click(".menu", "More...").await;
    page.sees(".options", "Rating limits").await;
    page.shot("cup-04-more").await;
    page.press(Key::Escape).await;

    let general = stage.pg.channel("general");
    let announced = || general.messages().into_iter().find(|m| !m.is_ephemeral());
    let announced = stage.pg.until("the announcement", announced).await;
    for who in stage.people(["alice", "bob", "Dorothea", "Karl-Friedrich von B."]) {
        who.click(&announced, "Join").await;
    }
    page.sees(".message", "4 of 64 spots taken").await;
    page.shot("cup-05-announcement").await;
    page.click(".message.private .button", "Start").await;
    page.sees(".message", "Round 1").await;
    page.shot("cup-06-round").await;
    page.speak_as_mentioned("alice").await;
    page.sees(".message.ping .button", "Move").await;
    page.shot("cup-07-board").await;
    page.speak_as("boss").await;
    page.click("#burger", "").await;
    page.click(".channel", "general").await;
    decides(&stage, &boss, 2).await;
    page.sees(".message", "Round 1 is over").await;
    page.shot("cup-08-round-over").await;
    page.click(".button", "Standings").await;
    page.sees(".message.private", "are still in").await;
    page.shot("cup-09-standings").await;
    stage.pg.clock().advance(Duration::from_mins(2));
    page.sees(".message", "Round 2").await;
    page.shot("cup-10-final").await;
    decides(&stage, &boss, 1).await;
    page.sees(".message", "Congratulations").await;
    page.shot("cup-11-podium").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_beginner_is_warned_before_a_move_that_loses_at_once() {
    let stage = Stage::ready().await;
    let board = begin(&stage, "toto40").await;
    played(&stage, board, &["Rd7"]).await;
    let Some(page) = Page::open(stage.pg.api(), PHONE).await else {
        return;
    };
    page.speak_as("bob").await;
    page.shot("warning-1-board").await;
    page.click(".button", "Move").await;
    page.click(".menu", "Which piece?").await;
    page.click(".option", "Pawn a12").await;
    page.click(".menu", "Where to?").await;
    page.sees(".options", "loses at once").await;
    page.shot("warning-2-menu").await;
    page.click(".option", "a11").await;
    page.sees(".message.private .button", "Play it anyway")
        .await;
    page.shot("warning-3-question").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draw_is_offered_withdrawn_and_the_game_replayed() {
    let stage = Stage::ready().await;
    let board = begin(&stage, "latrunculi").await;
    let board = played(&stage, board, &["e4", "e5", "Qh5"]).await;
    let Some(page) = Page::open(stage.pg.api(), PHONE).await else {
        return;
    };
    page.speak_as("bob").await;
    page.click(".button", "Offer draw").await;
    page.sees(".message", "bob offers a draw").await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");
    assert_eq!(next(&general).await.pings(), ["alice"]);
    page.shot("offer-1-drawer").await;
    page.click(".button", "Withdraw").await;
    page.sees(".message", "bob withdrew the draw offer").await;
    page.shot("offer-2-withdrawn").await;
    let moves = ["Nc6", "Qxf7+", "Kxf7"];
    let mut board = board;
    for (text, player) in moves.iter().zip([&bob, &alice].into_iter().cycle()) {
        player.slash("move", args! { "move": *text }).await;
        board = next_board(&general, &board).await;
    }
    page.click(".button", "Resign").await;
    page.sees(".message.private .button", "Resign").await;
    page.shot("replay-1-resign").await;
    page.click(".message.private .button", "Resign").await;
    page.sees(".message .button", "Replay").await;
    page.shot("replay-2-result").await;
    page.click(".button", "Replay").await;
    page.sees(".message.private", "Start of the game").await;
    page.click(".button", "▶").await;
    page.sees(".message.private", "1/6").await;
    page.shot("replay-3-viewer").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn board_colors_are_previewed() {
    let stage = Stage::ready().await;
    stage.people(["alice"]);
    let Some(page) = Page::open(stage.pg.api(), PHONE).await else {
        return;
    };
    send(&page, "/settings").await;
    page.sees(".message.private", "Your preferences").await;
    page.shot("settings-1-list").await;
    page.click(".menu", "What do you want to change?").await;
    page.sees(".options", "Board colors").await;
    page.shot("settings-2-menu").await;
    page.click(".option", "Board colors").await;
    page.sees(".message.private", "Now").await;
    page.click(".menu", "Choose").await;
    page.click(".option", "Night").await;
    page.sees(".message.private", "Saved.").await;
    page.shot("settings-3-preview").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_newcomer_learns_a_game() {
    let stage = Stage::ready().await;
    let [alice] = stage.people(["alice"]);
    let Some(page) = Page::open(stage.pg.api(), PHONE).await else {
        return;
    };
    page.speak_as("alice").await;
    let play = args! { game: "leto", level: 1, color: "white" };
    alice.slash("play", play).await;
    let board = next(&stage.pg.channel("general")).await;
    page.sees(".message .button", "Learn").await;
    page.shot("learn-1-offer").await;
    let card = whisper(&alice.click(&board, "Learn").await).await;
    page.sees(".message.private .picture", "").await;
    page.shot("learn-2-first-step").await;
    alice.click(&card, "Learn together").await;
    page.sees(".message", "Posted by").await;
    // A click on a message that is just being edited is lost.
    page.sees(".message.private", "Posted.").await;
    page.shot("learn-10-together").await;
    let lesson = LessonId::all_of(Family::Leto).next().unwrap();
    let steps = solution(lesson);
    for (n, moves) in steps.iter().enumerate() {
        let heading = format!("{} of {}", n + 1, steps.len());
        page.sees(".message.private", &heading).await;
        if n == 1 {
            page.shot("learn-5-second-step").await;
            let form = alice.click(&card, "Type a move").await;
            alice.submit(&form, args! { "move": "Kg1a8" }).await;
            page.sees(".message.private", "Hint").await;
            page.shot("learn-6-miss").await;
        }
        for (square, uci) in moves {
            if n == 0 {
                page.click(".button", square).await;
                page.sees(".message.private", "can make these moves").await;
                page.shot("learn-3-targets").await;
                page.click(".button", "Another piece").await;
                page.sees(".button", "Type a move").await;
            }
            chooses::<Stage>(&alice, &card, square, uci).await;
        }
        page.sees(".message.private", "Right!").await;
        page.shot(&format!("learn-4-solved-{}", n + 1)).await;
        if n + 1 < steps.len() {
            alice.click(&card, "Next").await;
        }
    }
    page.sees(".message.private", "Lesson done").await;
    page.shot("learn-7-finish").await;
    alice.click(&card, "All lessons").await;
    page.sees(".message.private .menu", "Choose a lesson").await;
    page.shot("learn-8-lessons").await;
    alice.slash("learn", ()).await;
    page.sees(".message.private", "Which game do you want to learn?")
        .await;
    page.shot("learn-9-games").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_daily_puzzle_is_switched_on_solved_and_over() {
    let stage = Stage::ready().await;
    let [boss] = stage.people(["boss"]);
    let server = stage.pg.guild("");
    server.grant(&boss, permission::MANAGE_GUILD);
    let Some(page) = Page::open(stage.pg.api(), PHONE).await else {
        return;
    };
    page.speak_as("boss").await;
    let panel = whisper(&boss.slash("settings", ()).await).await;
    boss.click(&panel, "This server's settings").await;
    page.sees(".message.private", "This server's settings")
        .await;
    page.click(".menu", "What do you want to change?").await;
    page.sees(".options", "Daily puzzle time").await;
    page.shot("daily-1-settings").await;
    page.click(".option", "Daily puzzle").await;
    page.sees(".message.private", "the first one at once").await;
    page.shot("daily-2-where").await;
    boss.select(&panel, "Choose", &["here"]).await;
    let message = next(&stage.pg.channel("general")).await;
    page.sees(".message .button", "Solve").await;
    page.shot("daily-3-posted").await;
    solves::<Stage>(&boss, &message, FIRST_DAY, 0).await;
    page.sees(".message.private", "3 points").await;
    page.shot("daily-4-solved").await;
    stage.pg.clock().advance(Duration::from_hours(24));
    page.sees(".message", "Solved on the first try").await;
    let over = "[...document.querySelectorAll('.message')].find(n => n.innerText.includes('on the first try:'))";
    page.holds(&format!("{over}.scrollIntoView() ?? true"))
        .await;
    page.shot("daily-5-over").await;
    boss.slash("daily", ()).await;
    page.sees(".message.private", "Type a move").await;
    page.shot("daily-6-next").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn puzzles_are_failed_and_solved_on_a_phone() {
    let stage = Stage::ready().await;
    let [alice] = stage.people(["alice"]);
    let Some(page) = Page::open(stage.pg.api(), PHONE).await else {
        return;
    };
    page.speak_as("alice").await;
    let card = whisper(&alice.slash("puzzle", ()).await).await;
    page.sees(".message.private", "Which game's puzzle would you like?")
        .await;
    page.shot("puzzle-1-games").await;
    alice.click(&card, "Leto Chess").await;
    page.sees(".message.private .picture", "").await;
    page.shot("puzzle-2-position").await;
    let (square, uci) = wrong_move(puzzle(&card.shown(), Family::Leto));
    chooses::<Stage>(&alice, &card, &square, &uci).await;
    page.sees(".message.private", "Black answers").await;
    page.shot("puzzle-3-failed").await;
    alice.click(&card, "Show the solution").await;
    page.sees(".message.private", "The solution").await;
    page.shot("puzzle-4-solution").await;
    alice.click(&card, "Next puzzle").await;
    page.sees(".button", "Type a move").await;
    let moves = solution(puzzle(&card.shown(), Family::Leto)).remove(0);
    for (n, (square, uci)) in moves.iter().enumerate() {
        chooses::<Stage>(&alice, &card, square, uci).await;
        if n + 1 < moves.len() {
            page.sees(".message.private", "Go on").await;
        }
    }
    page.sees(".message.private", "Your puzzle rating").await;
    page.shot("puzzle-5-solved").await;
}
