//! Daily puzzles: switched on, solved by a server through a week with restarts, and turned into their solutions.

#![allow(clippy::print_stdout, reason = "a test prints what it measures")]

use std::time::{Duration, Instant};

use app::{Day, LessonId};
use playground::Fault;
use tokio::task::JoinSet;

use crate::conversations::lessons::{chooses, solution};
use crate::conversations::prelude::*;
use crate::conversations::puzzles::wrong_move;

const DAY: Duration = Duration::from_hours(24);

/// The day on which scenes begin: 2026-01-01, a Thursday, at noon in UTC.
pub(crate) const FIRST_DAY: i32 = 20_454;

/// Switches it on, in a channel of its own where a server has several; returns that.
async fn switch_on<F: Front>(stage: &F) -> F::Channel {
    let boss = stage.manager("boss");
    let room = stage.channel(F::either("puzzles", "general"));
    let panel = server_settings(&boss).await;
    open_setting(&boss, &panel, "server-daily").await;
    let (menu, value) = F::either(("Choose a channel", "#puzzles"), ("Choose", "here"));
    boss.select(&panel, menu, &[value]).await;
    says(&panel, "Saved.").await;
    room
}

fn puzzles<C: Room>(room: &C) -> usize {
    let messages = room.public().into_iter();
    let puzzles = messages.filter(|message| message.content().contains("Daily puzzle "));
    puzzles.count()
}

/// Opens a day's puzzle, and solves it after so many wrong moves; returns the last answer.
pub(crate) async fn solves<F: Front>(
    who: &F::User,
    message: &F::Message,
    day: i32,
    misses: usize,
) -> String {
    let card = who.presses(message, "Solve").await;
    solves_on::<F>(who, &card, day, misses).await
}

async fn solves_on<F: Front>(who: &F::User, card: &F::Message, day: i32, misses: usize) -> String {
    says(card, "to move").await;
    let puzzle = LessonId::of_day(Day(day));
    let (square, uci) = wrong_move(puzzle);
    for _ in 0..misses {
        chooses::<F>(who, card, &square, &uci).await;
        says(card, "doesn't win").await;
        who.click(card, "Try again").await;
        says(card, "Find the only winning move").await;
    }
    for (square, uci) in solution(puzzle).remove(0) {
        chooses::<F>(who, card, &square, &uci).await;
        let answered = |card: &F::Message| !card.content().contains("can make these moves");
        card.until("the answer", answered).await;
    }
    says(card, "You solved it").await;
    card.shown()
}

both!(a_server_solves_a_puzzle_a_day_for_a_week);
async fn a_server_solves_a_puzzle_a_day_for_a_week<F: Front>(mut stage: F) {
    let names = ["ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal"];
    let room = switch_on(&stage).await;
    let mut message = room.next().await;
    let mut seen = vec![message.shown()];
    // From Thursday to the next Thursday.
    for (day, date) in (FIRST_DAY..).take(7).enumerate() {
        let people = names.iter().enumerate();
        let playing = people.filter(|(n, _)| n % 7 == day % 7 || (n + day) % 5 == 0);
        let playing: Vec<_> = playing.collect();
        for (n, name) in &playing {
            let who = stage.user(name).at(&room);
            let solved = solves::<F>(&who, &message, date, (n + day) % 2).await;
            if day == 0 {
                seen.push(solved);
            }
        }
        let counted = format!("{0} tried, {0} solved", playing.len());
        says(&message, &counted).await;
        if day == 3 {
            seen.push(message.shown());
            // The hour passes while no program runs.
            stage.stop().await;
            stage.advance(DAY);
            stage.start().await;
        } else {
            stage.advance(DAY);
        }
        let later = room.next().await;
        says(&message, "The solution").await;
        assert!(message.pressable().is_empty(), "{}", message.shown());
        if day == 3 {
            // Sunday.
            seen.push(message.shown());
        }
        message = later;
    }
    assert_eq!(puzzles(&room), 8);
    let who = stage.user("ann").at(&room);
    solves::<F>(&who, &message, FIRST_DAY + 7, 0).await;
    let standings = who.asks("daily", ()).await;
    says(&standings, "This week").await;
    seen.push(standings.shown());
    insta::assert_snapshot!(seen.join("\n\n"));
}

on_discord!(a_daily_puzzle_that_was_posted_before_a_crash_is_not_posted_again);
/// On Discord only: a homeserver knows a message that is sent again by its transaction id.
async fn a_daily_puzzle_that_was_posted_before_a_crash_is_not_posted_again(mut stage: Stage) {
    let room = switch_on(&stage).await;
    let first = room.next().await;
    // Discord posts it, but the program never gets a response.
    stage.pg.inject(Fault::on(POST).drop_response().always());
    stage.advance(DAY);
    let second = room.next().await;
    stage.stop().await;
    stage.pg.clear_faults();
    stage.start().await;
    says(&first, "The solution").await;
    let who = stage.user("ann").at(&room);
    solves::<Stage>(&who, &second, FIRST_DAY + 1, 0).await;
    says(&second, "1 tried, 1 solved").await;
    assert_eq!(puzzles(&room), 2);
}

/// On Discord only: acknowledgments within three seconds; both front ends hand answers to the same service.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "measures: cargo test --release -p bot --test it two_hundred_people -- --ignored --nocapture"]
async fn two_hundred_people_solve_it_at_once() {
    let stage = Stage::ready().await;
    let room = switch_on(&stage).await;
    let message = room.next().await;
    let mut solving = JoinSet::new();
    for n in 0..200 {
        let (who, message) = (stage.user(&format!("person{n}")).at(&room), message.clone());
        solving.spawn(async move {
            let asked = Instant::now();
            let card = who.presses(&message, "Solve").await;
            let opened = asked.elapsed();
            solves_on::<Stage>(&who, &card, FIRST_DAY, 0).await;
            opened
        });
    }
    let mut waits = solving.join_all().await;
    waits.sort();
    println!(
        "opened after {:?} (p50), {:?} (p99)",
        waits[100], waits[198]
    );
    says(&message, "200 tried, 200 solved, 200 on the first try").await;
}

both!(a_server_without_a_daily_puzzle_says_how_to_get_one);
async fn a_server_without_a_daily_puzzle_says_how_to_get_one<F: Front>(stage: F) {
    let (alice, boss) = (stage.user("alice"), stage.manager("boss"));
    let none = alice.asks("daily", ()).await;
    none.tells("There's no daily puzzle here");
    let room = switch_on(&stage).await;
    room.next().await;
    // A direct conversation belongs to no server.
    let told = answer(&boss.dm().say("puzzle of the day")).await;
    told.tells("There's no daily puzzle here");
    let opened = alice.asks("daily", ()).await;
    says(&opened, "to move").await;
    assert!(opened.is_secret());
    let told = answer(&alice.dm().say("today's puzzle")).await;
    told.tells("to move");
}
