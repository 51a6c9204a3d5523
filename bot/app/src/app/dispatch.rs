//! Carries out a command: resolves accounts, reads ahead, checks, runs the use case, and keeps the answer secret if need be.

use crate::app::discretion;
use crate::context::{Change, Ctx, Failure, Result};
use crate::game::{active_game, moves, placement};
use crate::messages;
use crate::model::Key;
use crate::people::{accounts, visibility};
use crate::privacy::deletion;
use crate::protocol::{Answer, Command, Reads, Refusal, Request, Which};

pub(crate) fn change(ctx: &Ctx<'_>, request: &Request) -> Result<Change> {
    let platform = request.venue.room.platform();
    let guessed = accounts::guessed(ctx.shared, request);
    accounts::foresee(ctx, request);
    foresee(ctx, &guessed)?;
    let resolved = accounts::held(ctx, request)?;
    if resolved.who.id != guessed.who.id {
        foresee(ctx, &resolved)?;
    }
    let mut change = changed_by_first(ctx, &resolved)?;
    change.answer = accounts::answer_on(ctx, platform, change.answer)?;
    Ok(change)
}

/// Registers the records that the request names, and the games that it may mean, so that they are read together.
fn foresee(ctx: &Ctx<'_>, request: &Request) -> Result<()> {
    let who = &request.who;
    ctx.foresee([Key::Person(who.id.clone())]);
    ctx.foresee(request.venue.server.clone().map(Key::Server));
    let needs_career = match &request.command {
        Command::Play { .. } | Command::Begin(_) => true,
        Command::TryInLesson(at, _) => {
            at.next_step().is_none() && at.lesson.puzzle_number().is_none()
        }
        _ => false,
    };
    // It tells whether they know the game.
    ctx.foresee(needs_career.then(|| Key::Career(who.id.clone())));
    let key = match request.command.reads() {
        Reads::Game(Which::Id(id))
        | Reads::GameOfMove(Which::Id(id), _)
        | Reads::FinishedGame(Which::Id(id)) => Some(Key::Game(id)),
        Reads::GameOfMove(Which::Mine, text) => match moves::leading_code(text) {
            Some((id, _)) => Some(Key::Game(id)),
            None => return active_game::foresee_candidates(ctx, who),
        },
        Reads::Game(Which::Mine) => return active_game::foresee_candidates(ctx, who),
        Reads::OwnGames => return moves::foresee_list(ctx, who).map(drop),
        Reads::Challenge(id) => Some(Key::Challenge(id)),
        Reads::Tournament(id) => id.map(Key::Tournament),
        Reads::Person(person) => person.map(|person| Key::Person(person.id.clone())),
        Reads::Career(of) => Some(Key::Career(of.unwrap_or(who).id.clone())),
        Reads::FinishedGame(Which::Mine) | Reads::Nothing => None,
    };
    ctx.foresee(key);
    Ok(())
}

/// The change for a request whose people are named by their first accounts.
fn changed_by_first(ctx: &Ctx<'_>, request: &Request) -> Result<Change> {
    let mut change = match changed(ctx, request) {
        Err(Failure::Refused(Refusal::WhichGame(games))) => {
            Change::aside(messages::which_game(&games, &request.command))
        }
        other => other?,
    };
    if matches!(change.answer, Answer::Seen)
        && let Some(card) = placement::private_board(ctx, &request.who, &change)?
    {
        change.answer = Answer::Secret(Box::new(card));
    }
    if matches!(change.answer, Answer::Seen)
        && let Some(card) = moves::next_offered(ctx, request, &change)?
    {
        change.answer = Answer::Secret(Box::new(card));
    }
    change.answer = discretion::kept(ctx, request, change.answer)?;
    Ok(change)
}

fn changed(ctx: &Ctx<'_>, request: &Request) -> Result<Change> {
    deletion::not_being_erased(ctx, &request.who)?;
    visibility::must_be_seen(ctx, request)?;
    visibility::challenge_must_be_seen(ctx, request)?;
    if matches!(
        request.command,
        Command::Challenge { .. }
            | Command::Play { .. }
            | Command::Begin(_)
            | Command::ChooseGame(_)
            | Command::AcceptHere(_)
    ) {
        ctx.may_begin(request)?;
    }
    request.command.run(ctx, request)
}
