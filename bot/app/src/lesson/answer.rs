//! Answers to puzzles: the first one to each changes the person's rating in the puzzles of that game.

use text::{Text, msg};

use crate::context::failure::Result;
use crate::context::{Change, Ctx};
use crate::messages;
use crate::model::record::RatingChange;
use crate::protocol::action::Action;
use crate::protocol::card::{Button, Card};
use crate::protocol::command::Request;
use crate::protocol::effect::Answer;
use crate::protocol::lesson::LessonId;
use crate::protocol::refusal::Refusal;
use crate::store::Write;

/// The new rating after a first answer, and what to store; `None` if it was not the first, or not to a puzzle.
fn rate(
    ctx: &Ctx<'_>,
    request: &Request,
    puzzle: LessonId,
    is_right: bool,
) -> Result<Option<(RatingChange, Write)>> {
    let (Some(number), Some(rating)) = (puzzle.puzzle_number(), puzzle.lesson().rating) else {
        return Ok(None);
    };
    let mut person = ctx.person(&request.who)?;
    let solver = person.value.learned.solver_mut(puzzle.family());
    let before = solver.rating;
    if !solver.answer(number, rating, is_right) {
        return Ok(None);
    }
    let change = RatingChange {
        before: before.points(),
        after: solver.rating.points(),
        provisional: solver.rating.is_provisional(),
    };
    Ok(Some((change, person.write())))
}

/// Shows a wrong answer, and the new rating if it was the first answer to a puzzle.
pub(super) fn missed(
    ctx: &Ctx<'_>,
    request: &Request,
    lesson: LessonId,
    shown: Card,
) -> Result<Change> {
    let (change, write) = rate(ctx, request, lesson, false)?.unzip();
    let card = Card {
        text: shown
            .text
            .line(change.map_or_else(Text::default, messages::puzzle_rated)),
        ..shown
    };
    Ok(shown_and_stored(card, write))
}

/// Refuses a position that no control leads to. In a puzzle, which would tell right moves from wrong ones, it counts as an answer.
pub(super) fn forged(
    ctx: &Ctx<'_>,
    request: &Request,
    lesson: LessonId,
    refusal: Refusal,
) -> Result<Change> {
    match rate(ctx, request, lesson, false)? {
        Some((change, write)) => {
            let text = Text::from(msg!("puzzle-no-position")).line(messages::puzzle_rated(change));
            Ok(shown_and_stored(Card::words(text), Some(write)))
        }
        None => Err(refusal.into()),
    }
}

/// Shows a puzzle that ended, with the way to the next one.
pub(super) fn ended(
    ctx: &Ctx<'_>,
    request: &Request,
    puzzle: LessonId,
    is_right: bool,
    shown: Card,
) -> Result<Change> {
    let (change, write) = rate(ctx, request, puzzle, is_right)?.unzip();
    let next = Button::primary(
        msg!("button-puzzle-next"),
        Action::PuzzleGame(puzzle.family()),
    );
    let card = Card {
        text: shown.text.line(messages::puzzle_ended(puzzle, change)),
        controls: vec![vec![next]],
        ..shown
    };
    Ok(shown_and_stored(card, write))
}

fn shown_and_stored(card: Card, write: Option<Write>) -> Change {
    Change {
        writes: write.into_iter().collect(),
        ..Change::nothing(Answer::Aside(Box::new(card)))
    }
}
