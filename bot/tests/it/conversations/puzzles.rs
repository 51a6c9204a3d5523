//! Puzzles: from the menu to the next one, given up, asked for in words, and solved together.

use app::LessonId;
use rules_core::{Family, Move};

use crate::conversations::lessons::{chooses, solution};
use crate::conversations::prelude::*;

pub(crate) fn puzzle(card: &str, family: Family) -> LessonId {
    let (_, rest) = card.split_once("Puzzle ").unwrap();
    let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
    format!("{}-p{number}", family.id()).parse().unwrap()
}

/// A move that doesn't solve a puzzle, and loses nothing at once: its square and the move.
pub(crate) fn wrong_move(puzzle: LessonId) -> (String, String) {
    let step = &puzzle.lesson().steps[0];
    let game = step.game(&[]).unwrap();
    let is_quiet = |mv: &&Move| {
        let description = game.position().describe(**mv);
        Some(**mv) != step.solution(&[])
            && description.captures.is_empty()
            && game.blunders(&[**mv]) == [None]
    };
    let moves = game.legal_moves();
    let mv = moves.iter().find(is_quiet).unwrap();
    let shape = game.variant().shape();
    let square = shape.name(mv.from()).to_string();
    (square, mv.uci(shape).to_string())
}

/// Whether there is a move to make.
fn goes_on<F: Front>(card: &F::Message) -> bool {
    !card.has("Next puzzle")
}

both!(a_puzzle_is_opened_from_the_menu_and_solved);
async fn a_puzzle_is_opened_from_the_menu_and_solved<F: Front>(stage: F) {
    let (general, [alice]) = stage.general_with(["alice"]);
    let card = alice.asks("puzzle", ()).await;
    assert!(card.is_secret());
    let mut shown = vec![card.shown()];
    alice.click(&card, "Toto40").await;
    says(&card, "to move").await;
    for _ in 0..2 {
        shown.push(card.shown());
        let moves = solution(puzzle(&card.shown(), Family::Toto40)).remove(0);
        for (n, (square, uci)) in moves.iter().enumerate() {
            chooses::<F>(&alice, &card, square, uci).await;
            let last = n + 1 == moves.len();
            let answered = |card: &F::Message| {
                goes_on::<F>(card) != last && !card.content().contains("can make these moves")
            };
            card.until("the answer", answered).await;
        }
        shown.push(card.shown());
        alice.click(&card, "Good puzzle").await;
        says(&card, "Thanks for your vote").await;
        alice.click(&card, "Next puzzle").await;
        card.until("the next puzzle", goes_on::<F>).await;
    }
    assert!(general.public().is_empty(), "a puzzle is private");
    insta::assert_snapshot!(shown.join("\n\n"));
}

both!(a_puzzle_is_given_up_after_a_wrong_move);
async fn a_puzzle_is_given_up_after_a_wrong_move<F: Front>(stage: F) {
    let alice = stage.user("alice");
    let card = alice.asks("puzzle", args! { game: "leto" }).await;
    says(&card, "to move").await;
    let (square, uci) = wrong_move(puzzle(&card.shown(), Family::Leto));
    chooses::<F>(&alice, &card, &square, &uci).await;
    says(&card, "doesn't win: Black answers").await;
    let mut shown = vec![card.shown()];
    alice.click(&card, "Try again").await;
    says(&card, "Find the only winning move").await;
    shown.push(card.shown());
    alice.click(&card, "Show the solution").await;
    says(&card, "The solution").await;
    shown.push(card.shown());
    insta::assert_snapshot!(shown.join("\n\n"));
}

both!(puzzles_are_found_from_help_and_words_and_posted);
async fn puzzles_are_found_from_help_and_words_and_posted<F: Front>(stage: F) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let help = alice.asks("help", ()).await;
    let menu = alice.presses(&help, "Puzzle").await;
    says(&menu, "Which game's puzzle would you like?").await;
    let direct = alice.dm();
    let legan = "give me a puzzle of legan";
    for said in ["puzzle leto", legan, "puzzles of toto40"] {
        says(&answer(&direct.say(said)).await, "to move").await;
    }
    let card = alice.asks("puzzle", args! { game: "leap" }).await;
    alice.click(&card, "Share puzzle").await;
    let posted = general.next().await;
    says(&bob.presses(&posted, "Try it").await, "to move").await;
    insta::assert_snapshot!(posted.shown());
}
