//! Lessons: their positions, what happens in them, and how much of a game someone has learned.

use lessons::Theme;
use rules_core::{Blunder, Family, Game, Move, Outcome, Reason};
use text::chess::{color_name, family_name, move_in_words, reason, variant_name};
use text::list::commas;
use text::{Message, Text, msg};

use crate::messages::board::last_moves;
use crate::messages::profile::new_rating;
use crate::messages::review::numbered_line;
use crate::messages::warning::warning;
use crate::messages::{last_move, shortened};
use crate::model::record::{RatingChange, Solver, Vote};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, Card};
use crate::protocol::lesson::{LessonId, LessonPosition, PuzzleTheme};

/// How much of a game's lessons someone has learned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "names say it")]
pub struct Progress {
    pub lessons: usize,
    pub finished: usize,
    pub stars: u32,
}

/// A lesson's name.
pub(crate) fn lesson_title(lesson: LessonId) -> Text {
    told(lesson.lesson().title())
}

/// A message whose id the lessons' data derive; empty if there is none.
fn told(id: &'static str) -> Text {
    Message::known(id).map_or_else(Text::default, Text::from)
}

fn heading(at: LessonPosition) -> Text {
    if let Some(number) = at.lesson.puzzle_number() {
        let step = at.step();
        return msg!(
            "puzzle-heading",
            game = variant_name(step.variant()),
            number,
            side = color_name(step.variant(), step.shown().turn())
        )
        .into();
    }
    msg!(
        "learn-heading",
        game = variant_name(at.step().variant()),
        title = lesson_title(at.lesson),
        step = at.number(),
        steps = at.lesson.lesson().steps.len(),
    )
    .into()
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
    match Message::known(at.step().hint()) {
        Some(hint) if at.missed_here => msg!("learn-hint", hint).into(),
        _ => Text::default(),
    }
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
    let refuted = msg!(
        "puzzle-refuted",
        played = game.san(mv),
        words = move_in_words(game, mv),
        opponent = color_name(game.variant(), after.turn()),
        reply = after.san(reply),
        replied = move_in_words(&after, reply),
    );
    heading(at).line(refuted)
}

/// The move that solved a step, how it ended the game, and what it teaches.
pub(crate) fn lesson_solved(at: LessonPosition, after: &Game) -> Text {
    let ended = after.outcome().map(|outcome| ended(after, outcome));
    heading(at)
        .line(msg!("learn-solved", move = last_move(after)))
        .line(ended.map_or_else(Text::default, Text::from))
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
    let finished = msg!("learn-finished", stars);
    let more = all.then(|| msg!("learn-all-finished", game = family_name(lesson.family())));
    Text::from(finished).line(more.map_or_else(Text::default, Text::from))
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
    msg!(
        "learn-progress",
        finished = progress.finished,
        lessons = progress.lessons,
        stars = progress.stars,
        most = 3 * progress.lessons,
    )
    .into()
}

/// Above the list of a game's lessons.
pub(crate) fn lessons_of(family: Family, of: Progress) -> Text {
    msg!(
        "learn-lessons-of",
        game = family_name(family),
        progress = progress(of)
    )
    .into()
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
    let themes = (!themes.is_empty()).then(|| {
        msg!(
            "puzzle-themes",
            themes = commas(themes.into_iter().map(theme))
        )
    });
    puzzle_point(puzzle)
        .line(msg!("puzzle-difficulty", rating = rated))
        .line(themes.map_or_else(Text::default, Text::from))
}

/// The new rating of someone who has answered a puzzle.
pub(crate) fn puzzle_rated(change: RatingChange) -> Text {
    msg!("puzzle-rated", rating = new_rating(change)).into()
}

fn theme(theme: Theme) -> Text {
    match theme {
        Theme::WinIn(moves) => msg!("puzzle-theme-win", moves).into(),
        Theme::Pull => msg!("puzzle-theme-pull").into(),
        other => {
            PuzzleTheme::of(other).map_or_else(Text::default, |theme| puzzle_theme(theme).into())
        }
    }
}

/// The name of a theme.
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
pub(crate) fn puzzles_of(solver: &Solver) -> Text {
    match solver.answered() {
        0 => msg!("puzzle-none").into(),
        answered => msg!(
            "puzzle-progress",
            answered,
            solved = solver.solved.len(),
            rating = solver.rating.points()
        )
        .into(),
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

/// No lesson has the position that was typed.
pub(crate) fn no_such_position(typed: &str) -> Text {
    msg!("learn-no-such-position", typed = shortened(typed)).into()
}
