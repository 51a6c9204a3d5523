//! Help from the engine, told to one person: a hint for the player to move in a casual game, and its verdict on any position
//! that is not from that person's rated or tournament games.

use pictures::BoardPicture;
use rules_core::{Game, Move, Variant};
use text::msg;

use crate::context::failure::Result;
use crate::context::{Change, Ctx, Reader};
use crate::game::active_game::ActiveGame;
use crate::game::start_position::playable;
use crate::game::{active_game, engine_help};
use crate::messages;
use crate::model::ids::Person;
use crate::model::record::Seat;
use crate::protocol::card::Card;
use crate::protocol::command::{Command, Request};
use crate::protocol::effect::Answer;
use crate::protocol::refusal::Refusal;
use crate::protocol::subject::Which;
use crate::settings::effective;
use crate::spec::command::{CommandSpec, named};
use crate::spec::options::WHICH;

pub(crate) const HINT: CommandSpec = named("hint", || msg!("command-hint"))
    .command(|arguments| Ok(Command::Hint(arguments.which()?)))
    .options(&[WHICH]);

pub(crate) fn hint(ctx: &Ctx<'_>, request: &Request, which: Which) -> Result<Change> {
    let mut active = active_game::choose(ctx, request, which, &[&ActiveGame::my_turn])?;
    if active.record.value.is_serious() {
        return Err(Refusal::RatedHint.into());
    }
    active.must_be_to_move(None)?;
    engine_help::no_engine_help(ctx, &request.who, active.game.position())?;
    let answer = Answer::Hint(Box::new(active.game));
    let record = &mut active.record.value;
    let Seat::Engine(_) = record.seats[!active.side] else {
        return Ok(Change::nothing(answer));
    };
    record.hints = record.hints.saturating_add(1);
    Ok(active.record.silent_change(Vec::new(), answer))
}

pub(crate) fn study(ctx: &Ctx<'_>, who: &Person, variant: Variant, fen: &str) -> Result<Change> {
    let game = playable(variant, fen)?;
    engine_help::no_engine_help(ctx, who, game.position())?;
    Ok(Change::nothing(Answer::Study(Box::new(game))))
}

/// The engine's verdict on a position, with its board by the preferences of `who`.
pub(crate) fn studied(
    reader: &Reader<'_>,
    who: &Person,
    game: Game,
    verdict: &str,
    line: &[Move],
) -> Result<Card> {
    let settings = effective::effective_settings(reader, Some(&who.id), None)?;
    let text = messages::studied(&game, verdict, line);
    if settings.words_only() {
        return Ok(Card::words(text.line(messages::position(game.position()))));
    }
    let look = settings.private_look(None, &game);
    let board = look.of(BoardPicture::new(game));
    Ok(Card {
        board: Some(board),
        ..Card::words(text)
    })
}
