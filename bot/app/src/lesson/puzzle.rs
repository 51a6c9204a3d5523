//! `/puzzle`: positions in which one move alone wins, near the person's rating.

use pictures::BoardPicture;
use rules_core::Family;
use text::chess::family_name;
use text::{Text, msg};

use crate::context::failure::Result;
use crate::context::{Change, Ctx, Reader, private};
use crate::lesson::daily_answer::Given;
use crate::lesson::{answer, course, position};
use crate::messages;
use crate::model::record::{Learned, Vote};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, Card};
use crate::protocol::command::{Command, Request};
use crate::protocol::lesson::{LessonId, LessonPosition, PuzzleTheme};
use crate::protocol::refusal::Refusal;
use crate::spec::command::{Choice, CommandSpec, Kind, named};
use crate::spec::options::families;

pub(crate) const PUZZLE: CommandSpec = named("puzzle", || msg!("command-puzzle"))
    .command(|arguments| {
        let family = arguments.family()?;
        let theme = arguments.text("theme").and_then(PuzzleTheme::from_code);
        Ok(Command::Puzzle(family, theme))
    })
    .options(&[
        Kind::Choice(families).option("game", || msg!("command-learn-game")),
        Kind::Choice(themes).option("theme", || msg!("command-puzzle-theme")),
    ]);

fn themes() -> Vec<Choice> {
    let all = PuzzleTheme::ALL.iter();
    all.map(|&theme| Choice::new(theme.code(), messages::puzzle_theme(theme)))
        .collect()
}

/// Opens the puzzle nearest to the person's rating, of those that they have not answered; asks for the game if neither that nor a
/// theme is named.
pub(crate) fn open(
    reader: &Reader<'_>,
    request: &Request,
    family: Option<Family>,
    theme: Option<PuzzleTheme>,
) -> Result<Change> {
    let learned = course::learned(reader, &request.who)?;
    let (families, none_left) = match (family, theme) {
        (None, None) => return Ok(Change::aside(games(&learned))),
        (Some(family), None) => (
            vec![family],
            msg!("puzzle-all-answered", game = family_name(family)),
        ),
        (Some(family), Some(theme)) if !theme.is_of(family, None) => {
            let (game, theme) = (family_name(family), messages::puzzle_theme(theme));
            (Vec::new(), msg!("puzzle-theme-none", game, theme))
        }
        (family, Some(theme)) => {
            let families = family.map_or_else(|| Family::ALL.into(), |family| vec![family]);
            let theme = messages::puzzle_theme(theme);
            (families, msg!("puzzle-theme-answered", theme))
        }
    };
    let puzzles = families.into_iter();
    let mut puzzles: Vec<_> = puzzles.flat_map(|family| new(&learned, family)).collect();
    puzzles.sort_by_key(|&(distance, _)| distance);
    let is_wanted =
        |&(_, puzzle): &(u16, LessonId)| theme.is_none_or(|theme| puzzle.themes().contains(&theme));
    if let Some((_, puzzle)) = puzzles.into_iter().find(is_wanted) {
        let at = LessonPosition::first(puzzle).by_theme(theme.is_some());
        return position::show(reader, request, at, None);
    }
    let card = games(&learned);
    let text = Text::from(none_left).line(card.text);
    let card = Card { text, ..card };
    Ok(Change::aside(card))
}

/// The unanswered puzzles of a game, and how far their ratings are from the person's.
fn new(learned: &Learned, family: Family) -> Vec<(u16, LessonId)> {
    let solver = learned.solver(family);
    let puzzles = LessonId::puzzles_of(family).filter_map(|puzzle| {
        let number = puzzle.puzzle_number()?;
        let rating = puzzle.lesson().rating.unwrap_or_default();
        let distance = rating.abs_diff(solver.rating.points());
        (!solver.has_answered(number)).then_some((distance, puzzle))
    });
    puzzles.collect()
}

/// Shows a puzzle's solution, which counts as a wrong answer to one that the person has not answered.
pub(crate) fn solution(ctx: &Ctx<'_>, request: &Request, of: LessonPosition) -> Result<Change> {
    if of.lesson.puzzle_number().is_none() {
        return Err(Refusal::NotInLesson.into());
    }
    let settings = position::settings(ctx, request)?;
    let at = LessonPosition::first(of.lesson).by_theme(of.by_theme);
    let step = at.step();
    let game = step.solved();
    let look = settings.private_look(Some(step.shown().turn()), &game);
    let text = messages::puzzle_solution(at, &game);
    let card = Card {
        board: (!settings.words_only()).then(|| look.of(BoardPicture::new(game))),
        ..Card::words(text)
    };
    answer::ended(ctx, request, at, Given::GaveUp, card)
}

/// Stores a vote on a puzzle that the person has answered. The answer tells nothing of the solution, which may still be worth points
/// in a daily puzzle.
pub(crate) fn vote(
    ctx: &Ctx<'_>,
    request: &Request,
    puzzle: LessonId,
    vote: Vote,
) -> Result<Change> {
    let number = puzzle.puzzle_number().ok_or(Refusal::NotInLesson)?;
    let mut person = ctx.person(&request.who)?;
    let solver = person.value.learned.solver_mut(puzzle.family());
    if !solver.has_answered(number) {
        return Ok(Change::nothing(private(msg!("puzzle-not-answered"))));
    }
    let has_changed = solver.vote(number, vote);
    let again = Button::plain(
        msg!("button-puzzle-solution"),
        Action::Solution(LessonPosition::first(puzzle)),
    );
    let card = Card {
        controls: answer::controls(puzzle, Some(again)),
        ..Card::words(msg!("puzzle-voted"))
    };
    Ok(Change {
        writes: has_changed.then(|| person.write()).into_iter().collect(),
        ..Change::aside(card)
    })
}

fn games(learned: &Learned) -> Card {
    let detail = |family| messages::puzzles_of(&learned.solver(family));
    let button = |family| Button::plain(family_name(family), Action::PuzzleGame(family));
    course::choice_of_game(msg!("puzzle-which"), Action::PuzzleOf, detail, button)
}
