//! `/puzzle`: positions in which one move alone wins, near the person's rating. The first answer to each changes their rating in the
//! puzzles of that game. In the daily puzzle that they opened, each counts until they have solved it or seen the solution.

use rules_core::Family;
use text::chess::family_name;
use text::{Text, msg};

use crate::context::{Change, Ctx, Loaded, Reader, Result, private, refuse_if};
use crate::game::message::private_card;
use crate::lesson::{course, position};
use crate::messages;
use crate::model::{DailyRecord, Key, Learned, PersonRecord, RatingChange, Tried, Vote};
use crate::protocol::{
    Action, Answer, Button, Card, Command, Effect, LessonId, LessonPosition, Manner, PuzzleTheme,
    Refusal, Request, Subject,
};
use crate::spec::{Choice, CommandSpec, Kind, families, named};
use crate::store::Write;

pub(crate) const PUZZLE: CommandSpec = named("puzzle", || msg!("command-puzzle"))
    .command(|arguments| {
        let family = arguments.kind_of_game("game")?;
        let theme = arguments.text("theme").and_then(PuzzleTheme::from_code);
        Ok(Command::Puzzle(family, theme))
    })
    .options(&[
        Kind::Choice(families).option("game", || msg!("command-learn-game")),
        Kind::Choice(themes).option("theme", || msg!("command-puzzle-theme")),
    ]);

fn themes() -> Vec<Choice> {
    let choice = |&theme: &PuzzleTheme| Choice::new(theme.code(), messages::puzzle_theme(theme));
    PuzzleTheme::ALL.iter().map(choice).collect()
}

/// Opens the puzzle nearest to the person's rating, of those that they have not answered; asks for the game if neither that nor a
/// theme is named.
pub(crate) fn open(
    reader: &Reader<'_>,
    request: &Request,
    family: Option<Family>,
    theme: Option<PuzzleTheme>,
) -> Result<Change> {
    let learned = reader.person(&request.who)?.value.learned;
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
    let mut card = games(&learned);
    card.text = Text::from(none_left).line(card.text);
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
    refuse_if(of.lesson.puzzle_number().is_none(), Refusal::NotInLesson)?;
    let settings = ctx.own_settings(request)?;
    let at = LessonPosition::first(of.lesson).by_theme(of.by_theme);
    let step = at.step();
    let game = step.solved();
    let text = messages::puzzle_solution(at, &game);
    let card = private_card(&settings, Some(step.shown().turn()), game, text);
    ended(ctx, request, at, Given::GaveUp, card)
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
        controls: controls(puzzle, Some(again)),
        ..Card::words(msg!("puzzle-voted"))
    };
    Ok(Change::aside(card).with_writes(has_changed.then(|| person.write())))
}

fn games(learned: &Learned) -> Card {
    let detail = |family| messages::puzzles_of(&learned.solver(family));
    let button = |family| Button::plain(family_name(family), Action::PuzzleGame(family));
    course::choice_of_game(msg!("puzzle-which"), Action::PuzzleOf, detail, button)
}

/// An answer to a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Given {
    Right,
    Wrong,
    /// They asked for the solution.
    GaveUp,
}

/// The change that an answer made.
#[derive(Debug, Default)]
pub(super) struct Counted {
    pub(super) told: Text,
    pub(super) writes: Vec<Write>,
    pub(super) effects: Vec<Effect>,
}

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
    let mut counted = count_daily(ctx, &mut person.value, puzzle, given, knows)?;
    if is_first || !counted.writes.is_empty() {
        counted.writes.push(person.write());
    }
    let rated = change.map_or_else(Text::default, messages::puzzle_rated);
    counted.told = rated.line(counted.told);
    Ok(counted)
}

/// Counts an answer in the daily puzzle that the person has opened, if it is this one. Who `knows` the solution from an earlier
/// wrong answer gets one point at most.
fn count_daily(
    ctx: &Ctx<'_>,
    person: &mut PersonRecord,
    puzzle: LessonId,
    given: Given,
    knows: bool,
) -> Result<Counted> {
    let opened = person.learned.daily.map(Key::Daily);
    let daily = opened.map(|key| ctx.load::<DailyRecord>(key)).transpose()?;
    let is_this = |daily: &Loaded<DailyRecord>| daily.value.puzzle == puzzle.to_string();
    let Some(mut daily) = daily.flatten().filter(is_this) else {
        return Ok(Counted::default());
    };
    let record = &mut daily.value;
    let former = record.answers.get(person.id()).copied();
    let misses = match former {
        Some(Tried::Missed(misses)) => misses,
        None => 2 * u8::from(knows),
        Some(Tried::Solved(_) | Tried::GaveUp) => return Ok(Counted::default()),
    };
    let is_full = former.is_none() && record.is_full();
    if record.over || is_full {
        let told = match given {
            Given::Right if record.over => msg!("daily-too-late").into(),
            Given::Right => msg!("daily-full", most = record.answers.len()).into(),
            _ => Text::default(),
        };
        return Ok(Counted {
            told,
            ..Counted::default()
        });
    }
    let tried = match given {
        Given::Right => Tried::Solved(misses),
        Given::Wrong => Tried::Missed(misses.saturating_add(1)),
        Given::GaveUp => Tried::GaveUp,
    };
    record.answers.insert(person.id().clone(), tried);
    let mut told = Text::default();
    if given == Given::Right {
        record.streak.count(record.day);
        person.learned.streak.count(record.day);
        told = messages::daily_solved(tried.points(), person.learned.streak.days);
    }
    let counts_change = former.is_none() || given == Given::Right;
    let shown = counts_change.then(|| show_daily_again(&daily));
    Ok(Counted {
        told,
        effects: shown.into_iter().collect(),
        writes: vec![daily.write()],
    })
}

/// Updates the message of a daily puzzle that changes.
pub(super) fn show_daily_again(daily: &Loaded<DailyRecord>) -> Effect {
    let subject = Subject::Daily(daily.value.id);
    Effect::show(subject, daily.version + 1, Manner::InPlace)
}

/// Refuses a position that no control leads to. In a puzzle it counts as an answer, since forged positions could reveal the solution.
pub(super) fn forged(
    ctx: &Ctx<'_>,
    request: &Request,
    at: LessonPosition,
    refusal: Refusal,
) -> Result<Change> {
    let counted = count(ctx, request, at, Given::Wrong)?;
    refuse_if(counted.writes.is_empty(), refusal)?;
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
    let next = Action::PuzzleGame(puzzle.family());
    let next = Button::primary(msg!("button-puzzle-next"), next);
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
    let change = Change::nothing(answer(Box::new(card))).with_writes(counted.writes);
    change.with_effects(counted.effects)
}
