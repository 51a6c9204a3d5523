//! Lessons: from the menu to the finish card, wrong moves, and where newcomers find them.

use app::LessonId;
use lessons::Attempt;

use crate::conversations::prelude::*;

/// A lesson's moves, by step: square and target of the pieces menu and the menu of moves.
pub(crate) fn solution(lesson: LessonId) -> Vec<Vec<(String, String)>> {
    let steps = lesson.lesson().steps.iter();
    let solved = steps.map(|step| {
        let shape = step.variant().shape();
        let (mut moves, mut own) = (Vec::new(), Vec::new());
        while let Some(mv) = step.solution(&moves) {
            let square = shape.name(mv.from()).to_string();
            own.push((square, mv.uci(shape).to_string()));
            let attempt = step.attempt(&moves, mv);
            moves.push(mv);
            match attempt {
                Attempt::Continues { reply } => moves.push(reply),
                Attempt::Solved | Attempt::Wrong => break,
            }
        }
        own
    });
    solved.collect()
}

pub(crate) async fn chooses<F: Front>(who: &F::User, card: &F::Message, square: &str, uci: &str) {
    who.select(card, "Which piece?", &[square]).await;
    let lists_moves = |card: &F::Message| card.has("Another piece");
    card.until("the piece's moves", lists_moves).await;
    who.select(card, "Where to?", &[uci]).await;
}

/// Solves a lesson; returns what its card showed after each press.
async fn solves<F: Front>(who: &F::User, card: &F::Message, lesson: LessonId) -> Vec<String> {
    let mut shown = Vec::new();
    let steps = solution(lesson);
    for (n, moves) in (1..).zip(&steps) {
        says(card, &format!("{n} of {}", steps.len())).await;
        shown.push(card.shown());
        for (k, (square, uci)) in (1..).zip(moves) {
            chooses::<F>(who, card, square, uci).await;
            if k < moves.len() {
                let asks = |card: &F::Message| !card.content().contains("can make these moves");
                card.until("the reply", asks).await;
                shown.push(card.shown());
            }
        }
        says(card, "Right!").await;
        if n < steps.len() {
            shown.push(card.shown());
            who.click(card, "Next").await;
        }
    }
    says(card, "Lesson done").await;
    shown.push(card.shown());
    shown
}

both!(a_lesson_is_opened_from_the_menu_and_solved);
async fn a_lesson_is_opened_from_the_menu_and_solved<F: Front>(stage: F) {
    let (general, [alice]) = stage.general_with(["alice"]);
    let lesson = LessonId::all_of(rules_core::Family::Leto).next().unwrap();
    let menu = alice.asks("learn", ()).await;
    assert!(menu.is_secret());
    let mut shown = vec![menu.shown()];
    alice.click(&menu, "Leto Chess").await;
    shown.extend(solves::<F>(&alice, &menu, lesson).await);
    assert!(general.public().is_empty(), "a lesson is private");
    alice.click(&menu, "All lessons").await;
    says(&menu, "1 of").await;
    shown.push(menu.shown());
    insta::assert_snapshot!(shown.join("\n\n"));
}

both!(a_wrong_move_in_a_lesson_is_explained);
/// On Matrix, a move is typed as a reply.
async fn a_wrong_move_in_a_lesson_is_explained<F: Front>(stage: F) {
    let alice = stage.user("alice");
    let mut card = alice.asks("learn", args! { game: "leto" }).await;
    says(&card, "1 of").await;
    let mut shown = Vec::new();
    for (text, words) in [
        ("Kg1a8", "can't go to a8"),
        ("hello", "I can't read that"),
        ("Kg1h1", "is legal, but"),
    ] {
        if F::IS_MATRIX {
            card = alice.reply_to(&card, text).answers(1).await.remove(0);
        } else {
            let form = alice.click(&card, "Type a move").await;
            alice.submit(&form, args! { "move": text }).await;
        }
        says(&card, words).await;
        shown.push(card.shown());
    }
    let chosen = alice.select(&card, "Which piece?", &["a2"]).await;
    let card = chosen.message().await;
    says(&card, "can make these moves").await;
    alice.click(&card, "Another piece").await;
    let pieces = |card: &F::Message| !card.content().contains("can make these moves");
    card.until("the pieces", pieces).await;
    let lesson = LessonId::all_of(rules_core::Family::Leto).next().unwrap();
    let end = solves::<F>(&alice, &card, lesson).await.pop().unwrap();
    assert_says(&end, "★★☆");
    shown.push(end);
    insta::assert_snapshot!(shown.join("\n\n"));
    // The second time it is better.
    alice.click(&card, "Again").await;
    let end = solves::<F>(&alice, &card, lesson).await.pop().unwrap();
    assert_says(&end, "★★★");
}

both!(a_move_in_a_lesson_that_loses_at_once_is_shown_and_tried_again);
async fn a_move_in_a_lesson_that_loses_at_once_is_shown_and_tried_again<F: Front>(stage: F) {
    let alice = stage.user("alice");
    let card = alice.asks("learn", args! { game: "toto40" }).await;
    says(&card, "1 of").await;
    let lesson = LessonId::all_of(rules_core::Family::Toto40).next().unwrap();
    for (n, moves) in solution(lesson).iter().enumerate().take(2) {
        let (square, uci) = &moves[0];
        chooses::<F>(&alice, &card, square, uci).await;
        says(&card, "Right!").await;
        alice.click(&card, "Next").await;
        says(&card, &format!("{} of", n + 2)).await;
    }
    // No piece on the line.
    chooses::<F>(&alice, &card, "h1", "h1h2").await;
    card.until("the loss", |card| card.has("Try again")).await;
    let lost = card.shown();
    alice.click(&card, "Try again").await;
    card.until("a retry", |card| !card.has("Try again")).await;
    insta::assert_snapshot!(format!("{lost}\n\n{}", card.shown()));
}

both!(lessons_are_found_from_a_board_help_rules_and_words_and_shared);
async fn lessons_are_found_from_a_board_help_rules_and_words_and_shared<F: Front>(stage: F) {
    let [alice, bob] = stage.people(["alice", "bob"]);
    let board = play(&stage, "toto40").await;
    says(&board, "New to Toto40?").await;
    let lesson = alice.presses(&board, "Learn").await;
    says(&lesson, "1 of").await;
    assert!(lesson.is_secret());
    let seen = [board.shown(), lesson.shown()].join("\n\n");
    insta::assert_snapshot!("a_first_board_leads_to_a_lesson", seen);
    let help = alice.asks("help", ()).await;
    let menu = alice.presses(&help, "Learn").await;
    says(&menu, "Which game do you want to learn?").await;
    let rules = alice.asks("rules", args! { game: "toto40" }).await;
    says(&alice.presses(&rules, "Try it").await, "1 of").await;
    let direct = alice.dm();
    for said in ["learn toto40", "how do I learn leto?", "teach me legan"] {
        says(&answer(&direct.say(said)).await, "1 of").await;
    }
    let card = alice.asks("learn", args! { game: "leto" }).await;
    alice.click(&card, "Learn together").await;
    let posted = next_saying(&stage.channel("general"), "Posted by").await;
    says(&bob.presses(&posted, "Try it").await, "1 of").await;
    assert_eq!(posted.labels(), ["Try it"], "it stays for others");
}
