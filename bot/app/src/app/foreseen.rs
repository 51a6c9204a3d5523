//! The records that a request names, which are read together before it is carried out.

use crate::context::Ctx;
use crate::context::failure::Failure;
use crate::game::{active_game, moves};
use crate::model::key::Key;
use crate::protocol::command::{Command, Request, Which};
use crate::protocol::people::PeopleCommand;

/// Notes what the request names, and the games that it may mean.
pub(crate) fn foresee(ctx: &Ctx<'_>, request: &Request) -> Result<(), Failure> {
    let who = &request.who;
    ctx.foresee([Key::Person(who.id.clone())]);
    ctx.foresee(request.venue.server.clone().map(Key::Server));
    ctx.foresee(request.command.game().map(Key::Game));
    ctx.foresee(request.command.challenge().map(Key::Challenge));
    match &request.command {
        Command::Move {
            game: Which::Mine,
            text,
            ..
        } => match moves::leading_code(text) {
            Some((id, _)) => ctx.foresee([Key::Game(id)]),
            None => active_game::foresee_candidates(ctx, who)?,
        },
        Command::Board(Which::Mine)
        | Command::Describe(Which::Mine)
        | Command::Draw(Which::Mine)
        | Command::TakeBack(Which::Mine, _)
        | Command::AskResign(Which::Mine)
        | Command::Prepare(Which::Mine, _)
        | Command::Hint(Which::Mine)
        | Command::RulesOfGame(Which::Mine) => active_game::foresee_candidates(ctx, who)?,
        Command::Games => drop(moves::foresee_list(ctx, who)?),
        Command::Challenge {
            opponent: Some(other),
            ..
        } => ctx.foresee([Key::Person(other.id.clone())]),
        Command::Tournament(Some(id), _) => ctx.foresee([Key::Tournament(*id)]),
        Command::People(PeopleCommand::Profile(of)) => {
            let of = of.as_ref().unwrap_or(who);
            ctx.foresee([Key::Career(of.id.clone())]);
        }
        _ => {}
    }
    Ok(())
}
