//! The end of a lesson: its stars, and what to do next.

use rules_core::Color;
use text::msg;

use crate::context::failure::Result;
use crate::context::{Change, Ctx};
use crate::lesson::course;
use crate::messages;
use crate::model::record::{ColorWish, Level, Terms};
use crate::people::experience;
use crate::protocol::action::Action;
use crate::protocol::card::{Button, Card};
use crate::protocol::command::Request;
use crate::protocol::lesson::LessonPosition;
use crate::protocol::new_game::NewGame;

/// Keeps the stars of a lesson whose last step was solved in `at`; `solved` shows that.
pub(super) fn finish(
    ctx: &Ctx<'_>,
    request: &Request,
    at: LessonPosition,
    solved: Card,
) -> Result<Change> {
    let lesson = at.lesson;
    let stars = at.stars();
    let mut person = ctx.person(&request.who)?;
    let is_better = person.value.learned.finish(lesson.to_string(), stars);
    let next = course::next(&person.value.learned, lesson.family());
    let (label, action) = match next {
        Some(_) => (
            msg!("button-lesson-next-lesson"),
            Action::LearnGame(lesson.family()),
        ),
        None => (msg!("button-puzzle"), Action::PuzzleGame(lesson.family())),
    };
    let mut row = vec![Button::primary(label, action)];
    // A guest has no room to play in.
    if !request.context.guest {
        let terms = Terms {
            color: ColorWish::Only(Color::White),
            ..Terms::of(at.step().variant())
        };
        let level = Level::LOWEST;
        let action = Action::BeginUsual(NewGame::play(&terms, level));
        let label = match experience::finished_games(ctx, &request.who.id, lesson.family())? {
            0 => msg!("button-lesson-play-coached"),
            _ => msg!("button-lesson-play", level = level.number()),
        };
        row.push(Button::success(label, action));
    }
    if stars < 3 {
        let action = Action::Lesson(LessonPosition::first(lesson));
        row.push(Button::plain(msg!("button-lesson-again"), action));
    }
    let action = Action::Lessons(lesson.family());
    row.push(Button::plain(msg!("button-lessons"), action));
    let text = messages::lesson_finished(lesson, stars, next.is_none());
    let card = Card {
        text: solved.text.line(text),
        controls: vec![row],
        ..solved
    };
    Ok(Change {
        writes: is_better.then(|| person.write()).into_iter().collect(),
        ..Change::aside(card)
    })
}
