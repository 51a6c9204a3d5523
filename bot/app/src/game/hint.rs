//! The engine's help for one person: a hint for the player to move in a casual game, and its verdict on any position that is not from
//! that person's rated or tournament games. What a hint says is decided in `bot/runtime/src/engine_pool/hint.rs`.

use rules_core::{Game, Move, Variant};
use text::msg;

use crate::context::{Change, Ctx, Reader, Result, refuse_if};
use crate::game::{ActiveGame, active_game, fair_play, message};
use crate::messages;
use crate::model::{Person, Seat};
use crate::protocol::{Answer, Card, Command, Refusal, Request, Which};
use crate::spec::{CommandSpec, WHICH, named};

pub(crate) const HINT: CommandSpec = named("hint", || msg!("command-hint"))
    .command(|arguments| Ok(Command::Hint(arguments.which()?)))
    .options(&[WHICH]);

pub(crate) fn hint(ctx: &Ctx<'_>, request: &Request, which: Which) -> Result<Change> {
    let mut active = active_game::choose(ctx, request, which, &[&ActiveGame::my_turn])?;
    refuse_if(active.record.value.is_serious(), Refusal::RatedHint)?;
    active.must_be_to_move(None)?;
    fair_play::no_engine_help(ctx, &request.who, active.game.position())?;
    let answer = Answer::Hint(Box::new(active.game));
    let record = &mut active.record.value;
    let Seat::Engine(_) = record.seats[!active.side] else {
        return Ok(Change::nothing(answer));
    };
    record.hints = record.hints.saturating_add(1);
    Ok(active.record.silent_change(Vec::new(), answer))
}

pub(crate) fn study(ctx: &Ctx<'_>, who: &Person, variant: Variant, fen: &str) -> Result<Change> {
    let game = active_game::playable(variant, fen)?;
    fair_play::no_engine_help(ctx, who, game.position())?;
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
    let settings = reader.settings(Some(&who.id), None)?;
    let mut text = messages::studied(&game, verdict, line);
    if settings.words_only() {
        text = text.line(messages::position(game.position()));
    }
    Ok(message::private_card(&settings, None, game, text))
}
