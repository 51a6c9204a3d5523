//! Answers to puzzles: the first one to each changes the person's rating in the puzzles of that game. In the daily puzzle that they
//! opened, each counts until they have solved it or seen the solution.

use text::{Text, msg};

use crate::context::failure::Result;
use crate::context::{Change, Ctx};
use crate::lesson::daily_answer::{self, Counted, Given};
use crate::messages;
use crate::model::record::{RatingChange, Vote};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, Card};
use crate::protocol::command::Request;
use crate::protocol::effect::Answer;
use crate::protocol::lesson::{LessonId, LessonPosition};
use crate::protocol::refusal::Refusal;

/// Rates and counts an answer, if it is one to a puzzle.
pub(super) fn count(
    ctx: &Ctx<'_>,
    request: &Request,
    at: LessonPosition,
    given: Given,
) -> Result<Counted> {
    let puzzle = at.lesson;
    let (Some(number), Some(rating)) = (puzzle.puzzle_number(), puzzle.lesson().rating) else {
        return Ok(Counted::default());
    };
    let mut person = ctx.person(&request.who)?;
    let solver = person.value.learned.solver_mut(puzzle.family());
    let knows = solver.failed.contains(&number);
    let before = solver.rating;
    let is_right = given == Given::Right;
    // A theme hints at the solution. The weights are lichess's.
    let tenths = match (at.by_theme, is_right) {
        (false, _) => 10,
        (true, true) => 2,
        (true, false) => 7,
    };
    let is_first = solver.answer(number, rating, is_right, tenths);
    let change = is_first.then(|| RatingChange {
        before: before.points(),
        after: solver.rating.points(),
        provisional: solver.rating.is_provisional(),
    });
    let mut counted = daily_answer::count(ctx, &mut person.value, puzzle, given, knows)?;
    if is_first || !counted.writes.is_empty() {
        counted.writes.push(person.write());
    }
    let rated = change.map_or_else(Text::default, messages::puzzle_rated);
    counted.told = rated.line(counted.told);
    Ok(counted)
}

/// Refuses a position that no control leads to. In a puzzle, which would tell right moves from wrong ones, it counts as an answer.
pub(super) fn forged(
    ctx: &Ctx<'_>,
    request: &Request,
    at: LessonPosition,
    refusal: Refusal,
) -> Result<Change> {
    let counted = count(ctx, request, at, Given::Wrong)?;
    if counted.writes.is_empty() {
        return Err(refusal.into());
    }
    let shown = Card::words(msg!("puzzle-no-position"));
    Ok(told(shown, counted, Answer::Aside))
}

/// Shows a puzzle that ended, with the way to the next one.
pub(super) fn ended(
    ctx: &Ctx<'_>,
    request: &Request,
    at: LessonPosition,
    given: Given,
    shown: Card,
) -> Result<Change> {
    let card = Card {
        text: shown.text.line(messages::puzzle_ended(at.lesson)),
        controls: controls(at.lesson, None),
        ..shown
    };
    let counted = count(ctx, request, at, given)?;
    Ok(told(card, counted, Answer::Aside))
}

/// The ways on from a puzzle that ended, and the votes on it.
pub(super) fn controls(puzzle: LessonId, more: Option<Button>) -> Vec<Vec<Button>> {
    let next = Button::primary(
        msg!("button-puzzle-next"),
        Action::PuzzleGame(puzzle.family()),
    );
    let mut themes = puzzle.themes().into_iter();
    let theme = themes.find(|theme| theme.is_of(puzzle.family(), Some(puzzle)));
    let like = theme.map(|theme| {
        let like = Action::PuzzleLike(puzzle.family(), theme);
        Button::plain(msg!("button-puzzle-like"), like)
    });
    let other = Button::plain(msg!("button-learn-other"), Action::Puzzle);
    let vote = |vote| Button::plain(messages::vote(vote), Action::Vote(puzzle, vote));
    let votes = Vote::ALL.iter().copied().map(vote).collect();
    let row = [next].into_iter().chain(like).chain([other]).chain(more);
    vec![row.collect(), votes]
}

/// Shows an answer to a puzzle, and what it changed.
pub(super) fn told(
    shown: Card,
    counted: Counted,
    answer: impl FnOnce(Box<Card>) -> Answer,
) -> Change {
    let card = Card {
        text: shown.text.line(counted.told),
        ..shown
    };
    Change {
        writes: counted.writes,
        effects: counted.effects,
        ..Change::nothing(answer(Box::new(card)))
    }
}
