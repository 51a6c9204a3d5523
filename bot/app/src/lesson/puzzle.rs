//! `/puzzle`: positions in which one move alone wins, near the person's rating.

use pictures::BoardPicture;
use rules_core::Family;
use text::{Text, msg};

use crate::context::failure::Result;
use crate::context::{Change, Ctx, Reader};
use crate::lesson::daily_answer::Given;
use crate::lesson::{answer, course, position};
use crate::messages;
use crate::model::record::{Learned, Solver};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, Card};
use crate::protocol::command::{Command, Request};
use crate::protocol::effect::Answer;
use crate::protocol::lesson::{LessonId, LessonPosition};
use crate::protocol::refusal::Refusal;
use crate::spec::command::{CommandSpec, Kind, named};
use crate::spec::options::families;

pub(crate) const PUZZLE: CommandSpec = named("puzzle", || msg!("command-puzzle"))
    .command(|arguments| {
        let family = match arguments.text("game") {
            Some(id) => Some(id.parse().map_err(|_| messages::no_such_variant(id))?),
            None => None,
        };
        Ok(Command::Puzzle(family))
    })
    .options(&[Kind::Choice(families).option("game", || msg!("command-learn-game"))]);

/// Opens a puzzle that the person has not answered; asks for the game if none is named.
pub(crate) fn open(
    reader: &Reader<'_>,
    request: &Request,
    family: Option<Family>,
) -> Result<Change> {
    let learned = course::learned(reader, &request.who)?;
    let Some(family) = family else {
        return Ok(Change::nothing(Answer::Aside(Box::new(games(&learned)))));
    };
    if let Some(puzzle) = next(&learned.solver(family), family) {
        return position::show(reader, request, LessonPosition::first(puzzle), None);
    }
    let card = games(&learned);
    let text = Text::from(messages::puzzles_all_answered(family)).line(card.text);
    let card = Card { text, ..card };
    Ok(Change::nothing(Answer::Aside(Box::new(card))))
}

/// The unanswered puzzle whose rating is nearest to the person's.
fn next(solver: &Solver, family: Family) -> Option<LessonId> {
    let is_new = |puzzle: &LessonId| {
        let number = puzzle.puzzle_number();
        number.is_some_and(|number| !solver.has_answered(number))
    };
    let distance = |puzzle: &LessonId| {
        let rating = puzzle.lesson().rating.unwrap_or_default();
        rating.abs_diff(solver.rating.points())
    };
    LessonId::puzzles_of(family)
        .filter(is_new)
        .min_by_key(distance)
}

/// Shows a puzzle's solution, which counts as a wrong answer to one that the person has not answered.
pub(crate) fn solution(ctx: &Ctx<'_>, request: &Request, puzzle: LessonId) -> Result<Change> {
    if puzzle.puzzle_number().is_none() {
        return Err(Refusal::NotInLesson.into());
    }
    let settings = position::settings(ctx, request)?;
    let step = LessonPosition::first(puzzle).step();
    let game = step.solved();
    let look = settings.private_look(Some(step.shown().turn()), &game);
    let text = messages::puzzle_solution(LessonPosition::first(puzzle), &game);
    let card = Card {
        board: (!settings.words_only()).then(|| look.of(BoardPicture::new(game))),
        ..Card::words(text)
    };
    answer::ended(ctx, request, puzzle, Given::GaveUp, card)
}

fn games(learned: &Learned) -> Card {
    let detail = |family| messages::puzzles_of(&learned.solver(family));
    let button = |family| {
        let name = text::chess::family_name(family);
        Button::plain(name, Action::PuzzleGame(family))
    };
    course::choice_of_game(msg!("puzzle-which"), Action::PuzzleOf, detail, button)
}
