//! `/learn`: which game, and which of its lessons; the end of one, its stars and what to do next.

use rules_core::{Color, Family};
use text::{Message, Text, msg};

use crate::context::{Change, Ctx, Reader, Result};
use crate::lesson::position;
use crate::messages;
use crate::model::{ColorWish, Learned, Level, Terms};
use crate::people::profile;
use crate::protocol::{
    Action, Button, Card, Command, LessonId, LessonPosition, MenuOption, NewGame, Request,
    SelectMenu,
};
use crate::spec::{CommandSpec, Kind, families, named};

pub(crate) const LEARN: CommandSpec = named("learn", || msg!("command-learn"))
    .command(|arguments| {
        Ok(match arguments.kind_of_game("game")? {
            Some(family) if arguments.is_set("all") => Command::Lessons(family),
            family => Command::Learn(family),
        })
    })
    .options(&[
        Kind::Choice(families).option("game", || msg!("command-learn-game")),
        Kind::Boolean
            .option("all", || msg!("command-learn-all"))
            .typed_only(),
    ]);

/// Opens the first lesson of a game that the person has not finished; asks which game to learn if none is named.
pub(crate) fn learn(
    reader: &Reader<'_>,
    request: &Request,
    family: Option<Family>,
) -> Result<Change> {
    let learned = reader.person(&request.who)?.value.learned;
    let Some(family) = family else {
        return Ok(Change::aside(games(&learned)));
    };
    match next(&learned, family) {
        Some(lesson) => position::show(reader, request, LessonPosition::first(lesson), None),
        None => list(reader, request, family),
    }
}

pub(crate) fn list(reader: &Reader<'_>, request: &Request, family: Family) -> Result<Change> {
    let learned = reader.person(&request.who)?.value.learned;
    let option = |lesson: LessonId| {
        let stars = messages::stars(learned.stars(&lesson.to_string()));
        MenuOption::new(messages::lesson_title(lesson), stars, lesson.to_string())
    };
    let options = LessonId::all_of(family).map(option);
    let progress = messages::progress(progress(&learned, family));
    let text = msg!("learn-lessons-of", game = family, progress);
    let other = Button::plain(msg!("button-learn-other"), Action::Learn);
    let card = Card {
        menu: SelectMenu::of(Action::ChooseLesson, msg!("menu-lessons"), options),
        ..Card::with_buttons(text, [other])
    };
    Ok(Change::aside(card))
}

/// The first lesson of a game that has no stars yet.
fn next(learned: &Learned, family: Family) -> Option<LessonId> {
    let mut lessons = LessonId::all_of(family);
    lessons.find(|lesson| learned.stars(&lesson.to_string()) == 0)
}

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
    let next_lesson = next(&person.value.learned, lesson.family());
    let (label, action) = match next_lesson {
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
        let label = match profile::finished_games(ctx, &request.who.id, lesson.family())? {
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
    let text = messages::lesson_finished(lesson, stars, next_lesson.is_none());
    let card = Card {
        text: solved.text.line(text),
        controls: vec![row],
        ..solved
    };
    Ok(Change::aside(card).with_writes(is_better.then(|| person.write())))
}

/// The lessons finished, of how many, and all their stars.
fn progress(learned: &Learned, family: Family) -> messages::Progress {
    let stars = LessonId::all_of(family).map(|lesson| learned.stars(&lesson.to_string()));
    let stars: Vec<_> = stars.collect();
    messages::Progress {
        lessons: stars.len(),
        finished: stars.iter().filter(|&&stars| stars > 0).count(),
        stars: stars.iter().copied().map(u32::from).sum(),
    }
}

fn games(learned: &Learned) -> Card {
    let button = |family: Family| {
        let name: Text = text::chess::family_name(family).into();
        let stars = progress(learned, family).stars;
        let label = match stars {
            0 => name,
            _ => msg!("button-learn-game-stars", game = name, stars).into(),
        };
        Button::plain(label, Action::LearnGame(family))
    };
    let detail = |family| messages::progress(progress(learned, family));
    choice_of_game(msg!("learn-which"), Action::LearnOf, detail, button)
}

/// Asks for a game, with a menu, or with buttons where they fit.
pub(super) fn choice_of_game(
    question: Message,
    menu: Action,
    detail: impl Fn(Family) -> Text,
    button: impl Fn(Family) -> Button,
) -> Card {
    let name = text::chess::family_name;
    let option = |family: Family| MenuOption::new(name(family), detail(family), family.id());
    Card {
        menu: SelectMenu::of(menu, msg!("menu-learn-games"), Family::ALL.map(option)),
        menu_buttons: Family::ALL.map(button).into(),
        ..Card::words(question)
    }
}
