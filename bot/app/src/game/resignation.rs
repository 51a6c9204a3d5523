//! Resigning a game, and aborting one before both sides have moved.

use text::chess::variant_name;
use text::msg;

use crate::context::failure::Result;
use crate::context::{Change, Ctx, Reader};
use crate::game::active_game;
use crate::messages;
use crate::model::ids::GameId;
use crate::model::record::End;
use crate::protocol::action::Action;
use crate::protocol::card::{Button, Card};
use crate::protocol::command::{Command, Request};
use crate::protocol::refusal::Refusal;
use crate::protocol::subject::Which;
use crate::spec::command::{CommandSpec, named};
use crate::spec::options::{CODE, SURE, WHICH};

pub(crate) const RESIGN: CommandSpec = named("resign", || msg!("command-resign"))
    .command(|arguments| {
        Ok(if arguments.is_set("sure") {
            Command::Resign(arguments.game("game")?)
        } else {
            Command::AskResign(arguments.which()?)
        })
    })
    .options(&[WHICH, SURE]);

pub(crate) const ABORT: CommandSpec = named("abort", || msg!("command-abort"))
    .command(|arguments| {
        let game = arguments.game("game")?;
        Ok(if arguments.is_set("sure") {
            Command::Abort(game)
        } else {
            Command::AskAbort(game)
        })
    })
    .typed_only()
    .options(&[CODE, SURE]);

pub(crate) fn ask_resign(reader: &Reader<'_>, request: &Request, which: Which) -> Result<Change> {
    let active = active_game::choose(reader, request, which, &[])?;
    let record = &active.record.value;
    let resign = Button::danger(msg!("button-game-resign"), Action::Resign(record.id));
    let question = msg!(
        "game-ask-resign",
        variant = variant_name(record.variant),
        opponent = messages::seat(&record.seats[!active.side]),
    );
    Ok(Change::aside(Card::with_buttons(question, [resign])))
}

pub(crate) fn resign(ctx: &Ctx<'_>, request: &Request, id: GameId) -> Result<Change> {
    active_game::by_id(ctx, &request.who, id)?.in_time(ctx, |active| {
        let winner = Some(!active.side);
        Ok(active.ended(ctx, request, winner, End::Resignation))
    })
}

/// Asks whether to abort a game. One in which no one has moved is aborted at once: nothing is lost, and it is how people take back a
/// game that they began by mistake.
pub(crate) fn ask_abort(ctx: &Ctx<'_>, request: &Request, id: GameId) -> Result<Change> {
    let active = active_game::by_id(ctx, &request.who, id)?;
    let record = &active.record.value;
    if record.ply() == 0 || record.has_begun() || record.event.is_some() {
        return abort(ctx, request, id);
    }
    let abort = Button::danger(msg!("button-game-abort"), Action::Abort(id));
    let question = msg!(
        "game-ask-abort",
        variant = variant_name(record.variant),
        opponent = messages::seat(&record.seats[!active.side]),
    );
    Ok(Change::aside(Card::with_buttons(question, [abort])))
}

/// Aborts a game in which not both sides have moved; it doesn't count.
pub(crate) fn abort(ctx: &Ctx<'_>, request: &Request, id: GameId) -> Result<Change> {
    let mut active = active_game::by_id(ctx, &request.who, id)?;
    let record = &mut active.record.value;
    // A player could abort on the opponent's turn, and the round would count that against the opponent.
    if record.event.is_some() {
        return Err(Refusal::NoAbort(id).into());
    }
    if record.has_begun() {
        return Err(Refusal::TooLateToAbort.into());
    }
    record.aborted_by = Some(active.side);
    Ok(active.ended(ctx, request, None, End::Abandonment))
}
