//! `/learn`: which game, and which of its lessons.

use rules_core::Family;
use text::{Message, Text, msg};

use crate::context::failure::Result;
use crate::context::{Change, Reader};
use crate::lesson::position;
use crate::messages;
use crate::model::ids::Person;
use crate::model::record::Learned;
use crate::protocol::action::Action;
use crate::protocol::card::{Button, Card, MenuOption, SelectMenu};
use crate::protocol::command::{Command, Request};
use crate::protocol::lesson::{LessonId, LessonPosition};
use crate::spec::command::{CommandSpec, Kind, named};
use crate::spec::options::families;

pub(crate) const LEARN: CommandSpec = named("learn", || msg!("command-learn"))
    .command(|arguments| {
        Ok(match arguments.family()? {
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
    let learned = learned(reader, &request.who)?;
    let Some(family) = family else {
        return Ok(Change::aside(games(&learned)));
    };
    match next(&learned, family) {
        Some(lesson) => position::show(reader, request, LessonPosition::first(lesson), None),
        None => list(reader, request, family),
    }
}

/// Lists the lessons of a game.
pub(crate) fn list(reader: &Reader<'_>, request: &Request, family: Family) -> Result<Change> {
    let learned = learned(reader, &request.who)?;
    let option = |lesson: LessonId| MenuOption {
        label: messages::lesson_title(lesson),
        detail: messages::stars(learned.stars(&lesson.to_string())),
        value: lesson.to_string(),
    };
    let options: Vec<_> = LessonId::all_of(family).map(option).collect();
    let game = messages::lessons_of(family, progress(&learned, family));
    let other = Button::plain(msg!("button-learn-other"), Action::Learn);
    let card = Card {
        menu: (!options.is_empty()).then(|| SelectMenu {
            action: Action::ChooseLesson,
            prompt: msg!("menu-lessons").into(),
            options,
        }),
        ..Card::with_buttons(game, [other])
    };
    Ok(Change::aside(card))
}

pub(crate) fn learned(reader: &Reader<'_>, who: &Person) -> Result<Learned> {
    Ok(reader.person(who)?.value.learned)
}

/// The first lesson of a game that has no stars yet.
pub(crate) fn next(learned: &Learned, family: Family) -> Option<LessonId> {
    let mut lessons = LessonId::all_of(family);
    lessons.find(|lesson| learned.stars(&lesson.to_string()) == 0)
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
    let option = |family: Family| MenuOption {
        label: text::chess::family_name(family).into(),
        detail: detail(family),
        value: family.id().to_owned(),
    };
    Card {
        menu: Some(SelectMenu {
            action: menu,
            prompt: msg!("menu-learn-games").into(),
            options: Family::ALL.map(option).into(),
        }),
        menu_buttons: Family::ALL.map(button).into(),
        ..Card::words(question)
    }
}
