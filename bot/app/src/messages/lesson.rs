//! Lessons: their positions, what happens in them, and how much of a game someone has learned; daily puzzles.

use lessons::Theme;
use rules_core::{Blunder, Family, Game, Move, Outcome, Reason};
use text::chess::{color_name, move_in_words, reason};
use text::list::{commas, cut};
use text::{Message, Text, msg};

use crate::messages::board::last_moves;
use crate::messages::illegal_move::warning;
use crate::messages::last_move;
use crate::messages::profile::new_rating;
use crate::messages::review::numbered_line;
use crate::model::{DailyRecord, PlayerId, RatingChange, Solver, Tried, Vote};
use crate::protocol::{Action, Button, Card, LessonId, LessonPosition, PuzzleTheme};

/// How much of a game's lessons someone has learned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "names say it")]
pub struct Progress {
    pub lessons: usize,
    pub finished: usize,
    pub stars: u32,
}

pub(crate) fn lesson_title(lesson: LessonId) -> Text {
    told(lesson.lesson().title())
}

/// A message whose id the lessons' data derive; empty if there is none.
fn told(id: &'static str) -> Text {
    Message::known(id).into()
}

fn heading(at: LessonPosition) -> Text {
    let game = at.step().variant();
    if let Some(number) = at.lesson.puzzle_number() {
        let side = color_name(game, at.step().shown().turn());
        return msg!("puzzle-heading", game, number, side).into();
    }
    let (title, steps) = (lesson_title(at.lesson), at.lesson.lesson().steps.len());
    msg!("learn-heading", game, title, step = at.number(), steps).into()
}

/// What a position asks for, below the `answer` to the last move; with a hint once a move was wrong.
pub(crate) fn lesson_step(at: LessonPosition, answer: Text) -> Text {
    let step = at.step();
    heading(at)
        .line(answer)
        .line(match at.lesson.puzzle_number() {
            Some(_) if at.moves().next().is_some() => Text::default(),
            Some(_) => msg!("puzzle-task").into(),
            None => told(step.text()),
        })
        .line(hint(at))
}

fn hint(at: LessonPosition) -> Text {
    let hint = Message::known(at.step().hint()).filter(|_| at.missed_here);
    hint.map(|hint| msg!("learn-hint", hint)).into()
}

/// The move that the arrows on a board show.
pub(crate) fn arrow(game: &Game, mv: Move) -> Message {
    msg!("learn-arrow", move = game.san(mv), words = move_in_words(game, mv))
}

/// A right move, and the reply to it.
pub(crate) fn played_and_answered(game: &Game) -> Text {
    Text::from(msg!("learn-right")).line(last_moves(game, 1))
}

/// A legal move that the position does not ask for.
pub(crate) fn not_the_goal(at: LessonPosition, game: &Game, mv: Move) -> Message {
    let (played, words) = (game.san(mv), move_in_words(game, mv));
    match at.lesson.puzzle_number() {
        Some(_) => msg!("puzzle-wrong", played, words),
        None => msg!("learn-not-the-goal", played, words),
    }
}

/// A move in a lesson that loses at once.
pub(crate) fn loses_in_lesson(at: LessonPosition, game: &Game, mv: Move, blunder: Blunder) -> Text {
    let opponent = color_name(game.variant(), !game.turn());
    heading(at)
        .line(not_the_goal(at, game, mv))
        .line(warning(game, mv, blunder, opponent))
        .line(hint(at))
}

/// A wrong move in a puzzle, and the reply to it.
pub(crate) fn refuted(at: LessonPosition, game: &Game, mv: Move, reply: Move) -> Text {
    let mut after = game.clone();
    if after.play(mv).is_err() {
        return heading(at);
    }
    let opponent = color_name(game.variant(), after.turn());
    let (played, words) = (game.san(mv), move_in_words(game, mv));
    let (reply, replied) = (after.san(reply), move_in_words(&after, reply));
    let refuted = msg!("puzzle-refuted", played, words, opponent, reply, replied);
    heading(at).line(refuted)
}

/// The move that solved a step, how it ended the game, and what it teaches.
pub(crate) fn lesson_solved(at: LessonPosition, after: &Game) -> Text {
    let ended = after.outcome().map(|outcome| ended(after, outcome));
    heading(at)
        .line(msg!("learn-solved", move = last_move(after)))
        .line(ended)
        .line(told(at.step().done()))
}

/// How the player's own last move ended the game.
fn ended(game: &Game, outcome: Outcome) -> Message {
    if outcome.winner.is_none() {
        return msg!("learn-drawn", reason = reason(outcome.reason));
    }
    let opponent = color_name(game.variant(), game.turn());
    match outcome.reason {
        Reason::Checkmate => msg!("learn-won-checkmate"),
        Reason::BareKing => msg!("learn-won-bare-king", opponent),
        Reason::KingCaptured => msg!("learn-won-king-captured", opponent),
        // A player's own move wins in no other way but by leaving no move.
        _ => msg!("learn-won-no-moves", opponent),
    }
}

/// A lesson is finished; `all` if it was the game's last one.
pub(crate) fn lesson_finished(lesson: LessonId, stars: u8, all: bool) -> Text {
    Text::from(msg!("learn-finished", stars))
        .line(all.then(|| msg!("learn-all-finished", game = lesson.family())))
}

/// The stars of a lesson in a list; empty if it was never finished.
pub(crate) fn stars(stars: u8) -> Text {
    match stars {
        0 => msg!("learn-unfinished").into(),
        stars => msg!("learn-stars", stars).into(),
    }
}

/// How much someone has learned of a game.
pub(crate) fn progress(progress: Progress) -> Text {
    let (finished, lessons) = (progress.finished, progress.lessons);
    let (stars, most) = (progress.stars, 3 * lessons);
    msg!("learn-progress", finished, lessons, stars, most).into()
}

/// Says what a puzzle wins, unless its solution shows it.
pub(crate) fn puzzle_point(puzzle: LessonId) -> Text {
    let point = puzzle.lesson().point();
    if point.is_empty() {
        return Text::default();
    }
    let solved = LessonPosition::first(puzzle).step().solved();
    msg!("puzzle-point", moves = numbered_line(&solved, &point)).into()
}

/// Says what a puzzle that ended wins, with its rating and its themes.
pub(crate) fn puzzle_ended(puzzle: LessonId) -> Text {
    let themes = lessons::themes(LessonPosition::first(puzzle).step());
    let rated = puzzle.lesson().rating.unwrap_or_default();
    let themes = commas(themes.into_iter().map(theme));
    puzzle_point(puzzle)
        .line(msg!("puzzle-difficulty", rating = rated))
        .line((!themes.is_empty()).then(|| msg!("puzzle-themes", themes)))
}

/// The new rating of someone who has answered a puzzle.
pub(crate) fn puzzle_rated(change: RatingChange) -> Text {
    msg!("puzzle-rated", rating = new_rating(change)).into()
}

fn theme(theme: Theme) -> Text {
    match theme {
        Theme::WinIn(moves) => msg!("puzzle-theme-win", moves).into(),
        Theme::Pull => msg!("puzzle-theme-pull").into(),
        other => PuzzleTheme::of(other).map(puzzle_theme).into(),
    }
}

pub(crate) fn puzzle_theme(theme: PuzzleTheme) -> Message {
    match theme {
        PuzzleTheme::Win => msg!("puzzle-theme-win-any"),
        PuzzleTheme::Throw => msg!("puzzle-theme-throw"),
        PuzzleTheme::Chain => msg!("puzzle-theme-chain"),
        PuzzleTheme::Promotion => msg!("puzzle-theme-promotion"),
    }
}

/// The button for a vote.
pub(crate) fn vote(vote: Vote) -> Message {
    match vote {
        Vote::Up => msg!("button-puzzle-vote-up"),
        Vote::Down => msg!("button-puzzle-vote-down"),
    }
}

/// The solution of a puzzle, which `solved` ends with.
pub(crate) fn puzzle_solution(at: LessonPosition, solved: &Game) -> Text {
    let sans = solved.sans().split_off(at.step().shown().ply());
    heading(at).line(msg!("puzzle-solution", moves = sans.join(" ")))
}

/// How many puzzles of a game someone has answered, and how well.
pub(crate) fn puzzles_of(person: &Solver) -> Text {
    let (solved, rating) = (person.solved.len(), person.rating.points());
    match person.answered() {
        0 => msg!("puzzle-none").into(),
        answered => msg!("puzzle-progress", answered, solved, rating).into(),
    }
}

/// A puzzle was asked for where everyone would see it.
pub(crate) fn puzzle_privately(family: Option<Family>, theme: Option<PuzzleTheme>) -> Card {
    let action = match (family, theme) {
        (Some(family), Some(theme)) => Action::PuzzleLike(family, theme),
        (Some(family), None) => Action::PuzzleGame(family),
        (None, _) => Action::Puzzle,
    };
    let open = Button::primary(msg!("button-puzzle"), action);
    Card::with_buttons(msg!("puzzle-privately"), [open])
}

/// A lesson was asked for where everyone would see it.
pub(crate) fn learn_privately(family: Option<Family>) -> Card {
    let action = family.map_or(Action::Learn, Action::LearnGame);
    let learn = Button::primary(msg!("button-learn"), action);
    Card::with_buttons(msg!("learn-privately"), [learn])
}

/// The most people named in one line.
const MOST_NAMES: usize = 10;

fn daily_heading(daily: &DailyRecord) -> Message {
    let level = match daily.day.weekday() {
        0 | 1 => msg!("daily-easy"),
        2..=4 => msg!("daily-medium"),
        _ => msg!("daily-hard"),
    };
    msg!("daily-heading", number = daily.day.number(), level)
}

fn daily_counts(daily: &DailyRecord) -> Message {
    let (tried, first) = (daily.answers.len(), daily.at_once().len());
    msg!("daily-counts", tried, solved = daily.solved(), first)
}

/// A daily puzzle that can be solved; `task` is its position in words.
pub(crate) fn daily(daily: &DailyRecord, task: Text) -> Text {
    Text::from(daily_heading(daily))
        .line(task)
        .line(daily_counts(daily))
}

/// A daily puzzle whose day has ended.
pub(crate) fn daily_over(daily: &DailyRecord, solution: Text, week: &[(PlayerId, u32)]) -> Text {
    let first = daily.at_once();
    let names = first.iter().copied().map(Text::from);
    let first = (!first.is_empty()).then(|| msg!("daily-first", people = cut(names, MOST_NAMES)));
    let streak = daily.solved() > 0 && daily.streak.days > 1;
    let streak = streak.then(|| msg!("daily-streak", days = daily.streak.days));
    Text::from(daily_heading(daily))
        .line(solution)
        .line(Text::lines([Some(daily_counts(daily)), first, streak]))
        .line(daily_ranking(week))
}

/// How a daily puzzle stands, for someone who is done with it.
pub(crate) fn daily_standings(
    daily: &DailyRecord,
    tried: Option<Tried>,
    week: &[(PlayerId, u32)],
) -> Text {
    let own = tried.map(|tried| match tried {
        Tried::GaveUp => msg!("daily-gave-up"),
        tried => msg!("daily-points", points = tried.points()),
    });
    Text::lines([Some(daily_heading(daily)), own, Some(daily_counts(daily))])
        .line(daily_ranking(week))
}

fn daily_ranking(week: &[(PlayerId, u32)]) -> Text {
    if week.is_empty() {
        return Text::default();
    }
    let best = week.iter().take(MOST_NAMES);
    let best = best.map(|(id, points)| msg!("daily-person", person = id, points = *points).into());
    msg!("daily-week", points = commas(best)).into()
}

/// Someone has solved the daily puzzle.
pub(crate) fn daily_solved(points: u32, streak: u32) -> Text {
    Text::from(msg!("daily-points", points))
        .line((streak > 1).then(|| msg!("daily-own-streak", days = streak)))
}

/// The daily puzzle was asked for where everyone would see it.
pub(crate) fn daily_privately() -> Card {
    let open = Button::primary(msg!("button-daily"), Action::Today);
    Card::with_buttons(msg!("puzzle-privately"), [open])
}
