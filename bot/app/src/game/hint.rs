//! What the engine tells somebody alone: a hint where to look, in casual games, for whoever is to move; and what it thinks of
//! any position that is not on the board of their own rated games and games of tournaments.

use pictures::BoardPicture;
use rules_core::{Game, Move, Variant};

use crate::context::failure::Failure;
use crate::context::{Change, Reader};
use crate::game::active_game::Table;
use crate::game::start_position::playable;
use crate::game::{active_game, engine_help};
use crate::messages;
use crate::model::ids::{Person, Venue};
use crate::protocol::card::Card;
use crate::protocol::command::Which;
use crate::protocol::effect::Answer;
use crate::protocol::refusal::Refusal;
use crate::settings::effective;

pub(crate) fn hint(
    reader: &Reader<'_>,
    who: &Person,
    venue: &Venue,
    which: Which,
) -> Result<Change, Failure> {
    let table = active_game::choose(reader, who, venue, which, &[&Table::my_turn])?;
    if table.record.value.is_serious() {
        return Err(Refusal::RatedHint.into());
    }
    table.must_be_to_move(None)?;
    Ok(Change::nothing(Answer::Hint(Box::new(table.game))))
}

pub(crate) fn study(
    reader: &Reader<'_>,
    who: &Person,
    variant: Variant,
    fen: &str,
) -> Result<Change, Failure> {
    let game = playable(variant, fen)?;
    engine_help::no_engine_help(reader, who, game.position())?;
    Ok(Change::nothing(Answer::Study(Box::new(game))))
}

/// What the engine thinks of a position, with its board as `who` likes it.
///
/// # Errors
/// When the store fails.
pub(crate) fn studied(
    reader: &Reader<'_>,
    who: &Person,
    game: Game,
    verdict: &str,
    line: &[Move],
) -> Result<Card, Failure> {
    let in_force = effective::in_force(reader, Some(&who.id), None)?;
    let text = messages::studied(&game, verdict, line);
    if in_force.words_only().0 {
        return Ok(Card::words(text.line(messages::position(game.position()))));
    }
    let board = BoardPicture {
        viewer: in_force.seen_by(None, &game),
        theme: in_force.theme().0,
        ..BoardPicture::new(game)
    };
    Ok(Card {
        board: Some(board),
        ..Card::words(text)
    })
}
