//! A position of a lesson: shown, and the moves that are tried in it.
//!
//! Nothing is stored before a lesson is finished, or a puzzle answered. Each control holds the position with the person's moves,
//! which are tried again one by one, so that a forged one leads to no position that cannot be played.

use pictures::BoardPicture;
use rules_core::{Game, IllegalMove, Move, MoveError};
use text::{Text, msg};

use crate::context::{Change, Ctx, Failure, Reader, Result};
use crate::game::message::private_card;
use crate::game::move_picker::{On, Picker};
use crate::game::why_not::marked;
use crate::lesson::course;
use crate::lesson::puzzle::{self, Given};
use crate::messages;
use crate::model::{EffectiveSettings, ServerId, Vote};
use crate::protocol::{
    Action, Answer, Button, Card, Chosen, Command, LessonId, LessonPosition, Postable, Refusal,
    Request, WrongMove,
};
use crate::spec::{Choice, CommandSpec, Kind, SHARE, named};
use lessons::Attempt;

/// The longest position of a lesson as it is typed, in characters.
const LONGEST: u16 = 100;

pub(crate) const LESSON: CommandSpec = named("lesson", || msg!("command-lesson"))
    .command(|arguments| {
        let at = arguments.text("at").unwrap_or_default();
        let refusal = || msg!("learn-no-such-position", typed = messages::shortened(at));
        let at: LessonPosition = at.parse().map_err(|_| Text::from(refusal()))?;
        if arguments.is_set("share") {
            return Ok(Command::Post(Postable::Lesson(at.lesson)));
        }
        if arguments.is_set("solution") {
            return Ok(Command::Solution(at));
        }
        if let Some(vote) = arguments.text("vote").and_then(Vote::from_code) {
            return Ok(Command::Vote(at.lesson, vote));
        }
        Ok(match (arguments.text("move"), arguments.text("piece")) {
            (Some(text), _) => Command::TryInLesson(at, text.to_owned()),
            (None, piece) => Command::Lesson(at, piece.map(Chosen::read)),
        })
    })
    .typed_only()
    .options(&[
        Kind::Text { longest: LONGEST }
            .option("at", || msg!("command-lesson-at"))
            .required(),
        Kind::Move.option("move", || msg!("command-move-move")),
        Kind::Text { longest: LONGEST }.option("piece", || msg!("command-lesson-piece")),
        SHARE,
        Kind::Boolean.option("solution", || msg!("command-lesson-solution")),
        Kind::Choice(votes).option("vote", || msg!("command-lesson-vote")),
    ]);

fn votes() -> Vec<Choice> {
    let choice = |&vote: &Vote| Choice::new(vote.code(), messages::vote(vote));
    Vote::ALL.iter().map(choice).collect()
}

/// A position that the person has reached.
struct Reached {
    at: LessonPosition,
    /// Those of the step so far, replies among them.
    moves: Vec<Move>,
    game: Game,
}

impl Reached {
    fn at(at: LessonPosition) -> Result<Self, Refusal> {
        let step = at.step();
        let game = |moves: &[Move]| step.game(moves).ok_or(Refusal::NotInLesson);
        let mut moves = Vec::new();
        for uci in at.moves() {
            let mv = game(&moves)?.read(uci);
            let mv = mv.map_err(|_| Refusal::NotInLesson)?;
            let Attempt::Continues { reply } = step.attempt(&moves, mv) else {
                return Err(Refusal::NotInLesson);
            };
            moves.extend([mv, reply]);
        }
        let game = game(&moves)?;
        Ok(Self { at, moves, game })
    }
}

/// What happened before a position is shown.
enum Before {
    /// Nothing, or a move was answered: the board tells.
    Nothing,
    /// This text is no legal move.
    Illegal(MoveError),
    /// A legal move that the position does not ask for.
    Wrong(Move),
}

/// Shows a position that someone says they have reached.
pub(crate) fn lesson(
    ctx: &Ctx<'_>,
    request: &Request,
    at: LessonPosition,
    chosen: Option<&Chosen>,
) -> Result<Change> {
    match show(ctx, request, at, chosen) {
        Err(Failure::Refused(refusal @ Refusal::NotInLesson)) => {
            puzzle::forged(ctx, request, at, refusal)
        }
        shown => shown,
    }
}

/// Shows a position, with its pieces or the moves of one.
pub(crate) fn show(
    reader: &Reader<'_>,
    request: &Request,
    at: LessonPosition,
    chosen: Option<&Chosen>,
) -> Result<Change> {
    let settings = reader.own_settings(request)?;
    let mut card = card(&settings, &Reached::at(at)?, chosen, &Before::Nothing)?;
    let first = LessonPosition::first(at.lesson).by_theme(at.by_theme);
    let is_first = at == first && chosen.is_none();
    if is_first
        && request.may_post()
        && let Some(row) = card.controls.last_mut()
    {
        let post = Action::PostLesson(at.lesson);
        let label = match at.lesson.puzzle_number() {
            Some(_) => msg!("button-puzzle-post"),
            None => msg!("button-lesson-together"),
        };
        row.push(Button::plain(label, post));
    }
    Ok(Change::aside(card))
}

/// The public message of a lesson: its first position, with a button that opens it privately.
pub(crate) fn shared(reader: &Reader<'_>, server: &ServerId, lesson: LessonId) -> Result<Card> {
    let at = LessonPosition::first(lesson);
    let settings = reader.settings(None, Some(server))?;
    let Card { text, board, .. } = card(&settings, &Reached::at(at)?, None, &Before::Nothing)?;
    let open = Button::primary(msg!("button-lesson-open"), Action::Lesson(at));
    Ok(Card {
        board,
        ..Card::with_buttons(text, [open])
    })
}

pub(crate) fn attempt(
    ctx: &Ctx<'_>,
    request: &Request,
    at: LessonPosition,
    text: &str,
) -> Result<Change> {
    let settings = ctx.own_settings(request)?;
    let reached = match Reached::at(at) {
        Ok(reached) => reached,
        Err(refusal) => return puzzle::forged(ctx, request, at, refusal),
    };
    let mv = match reached.game.read(text) {
        Ok(mv) => mv,
        Err(why) => {
            // Someone who leaves out the end of a chain may mean the right move.
            let unfinished = matches!(why, MoveError::Illegal(IllegalMove::UnfinishedChain(_)));
            let is_move = matches!(why, MoveError::Illegal(_)) && !unfinished;
            let reached = if is_move { missed(reached) } else { reached };
            let card = card(&settings, &reached, None, &Before::Illegal(why))?;
            return Ok(Change::aside(card));
        }
    };
    match at.step().attempt(&reached.moves, mv) {
        Attempt::Wrong => wrong(ctx, request, settings, missed(reached), mv),
        Attempt::Continues { .. } => {
            let at = at.after(&reached.game, mv).ok_or(Refusal::NotInLesson)?;
            let card = card(&settings, &Reached::at(at)?, None, &Before::Nothing)?;
            Ok(Change::aside(card))
        }
        Attempt::Solved => {
            let mut after = reached.game;
            after.play(mv).map_err(|_| Refusal::NotInLesson)?;
            let text = messages::lesson_solved(at, &after);
            let solved = private_card(&settings, Some(!after.turn()), after, text);
            match at.next_step() {
                _ if at.lesson.puzzle_number().is_some() => {
                    puzzle::ended(ctx, request, at, Given::Right, solved)
                }
                Some(next) => {
                    let next = Button::primary(msg!("button-lesson-next"), Action::Lesson(next));
                    let controls = vec![vec![next]];
                    Ok(Change::aside(Card { controls, ..solved }))
                }
                None => course::finish(ctx, request, at, solved),
            }
        }
    }
}

fn missed(reached: Reached) -> Reached {
    Reached {
        at: reached.at.missed(),
        ..reached
    }
}

fn card(
    settings: &EffectiveSettings,
    reached: &Reached,
    chosen: Option<&Chosen>,
    before: &Before,
) -> Result<Card> {
    let Reached { at, moves, game } = reached;
    let look = settings.private_look(Some(game.turn()), game);
    let arrow = at.step().arrow.filter(|_| moves.is_empty());
    let board = look.of(BoardPicture {
        next: arrow,
        ..BoardPicture::new(game.clone())
    });
    let (board, answer) = match before {
        Before::Nothing if moves.is_empty() => (board, Text::default()),
        Before::Nothing => (board, messages::played_and_answered(game)),
        Before::Illegal(why) => (marked(board, why), messages::why_not_here(game, why)),
        Before::Wrong(mv) => (board, messages::not_the_goal(*at, game, *mv).into()),
    };
    let picker = Picker {
        on: On::Lesson(*at),
        picture: board,
        in_words: settings.words_only(),
        // A warning would help.
        blunders: &|moves: &[Move]| Ok(vec![None; moves.len()]),
    };
    let mut card = picker.card(chosen)?;
    let action = card.menu.as_ref().map(|menu| &menu.action);
    let is_target = matches!(action, Some(Action::LessonMove(_)));
    if let Some(row) = card.controls.last_mut() {
        row.extend(solution(*at));
    }
    let mut text = messages::lesson_step(*at, answer);
    if settings.words_only() {
        text = text
            .line(arrow.map(|mv| messages::arrow(game, mv)))
            .line(messages::position(game.position()));
    }
    if is_target {
        text = text.line(card.text);
    }
    Ok(Card { text, ..card })
}

/// Answers a legal move that is not what the position asks for. A move that loses at once is shown on the board; in a puzzle, the
/// engine answers any other.
fn wrong(
    ctx: &Ctx<'_>,
    request: &Request,
    settings: EffectiveSettings,
    reached: Reached,
    mv: Move,
) -> Result<Change> {
    let Reached { at, ref game, .. } = reached;
    let blunder = game.blunders(&[mv]).into_iter().flatten().next();
    let card = match blunder {
        Some(blunder) => {
            let text = messages::loses_in_lesson(at, game, mv, blunder);
            replied(&settings, at, game, mv, blunder.reply, text)
        }
        None => card(&settings, &reached, None, &Before::Wrong(mv))?,
    };
    let counted = puzzle::count(ctx, request, at, Given::Wrong)?;
    let rated = counted.told.clone();
    Ok(puzzle::told(card, counted, |card| {
        if blunder.is_some() || at.lesson.puzzle_number().is_none() {
            return Answer::Aside(card);
        }
        Answer::Wrong(Box::new(WrongMove {
            at,
            settings,
            rated,
            game: reached.game,
            mv,
            unanswered: *card,
        }))
    }))
}

impl WrongMove {
    /// Shows the move with the opponent's reply.
    pub fn answered(self, reply: Move) -> Card {
        let Self { at, game, mv, .. } = self;
        let text = messages::refuted(at, &game, mv, reply).line(self.rated);
        replied(&self.settings, at, &game, mv, Some(reply), text)
    }
}

/// Shows the board after a wrong move, with the reply to it.
fn replied(
    settings: &EffectiveSettings,
    at: LessonPosition,
    game: &Game,
    mv: Move,
    reply: Option<Move>,
    text: Text,
) -> Card {
    let look = settings.private_look(Some(game.turn()), game);
    let mut after = game.clone();
    let board = after.play(mv).is_ok().then(|| {
        look.of(BoardPicture {
            next: reply,
            ..BoardPicture::new(after)
        })
    });
    let again = Button::primary(msg!("button-lesson-retry"), Action::Lesson(at));
    let write = Button::plain(msg!("button-game-type-move"), Action::WriteLessonMove(at));
    Card {
        board: board.filter(|_| !settings.words_only()),
        ..Card::with_buttons(text, [again, write].into_iter().chain(solution(at)))
    }
}

/// Gives a puzzle up, once a move was wrong.
fn solution(at: LessonPosition) -> Option<Button> {
    let is_offered = at.missed_here && at.lesson.puzzle_number().is_some();
    is_offered.then(|| Button::plain(msg!("button-puzzle-solution"), Action::Solution(at)))
}
