//! Games whose board can't be posted because the channel is gone or Delos may not write there.
//!
//! Both players get one direct message about it, then one per turn until a board can be posted again. Until then, every command
//! is answered with the board.

use crate::context::failure::Result;
use crate::context::{Change, Ctx, transaction};
use crate::game::active_game::replayed;
use crate::game::engine_help::Viewer;
use crate::game::message;
use crate::messages;
use crate::model::ids::Person;
use crate::model::record::{BoardId, GameRecord, Record};
use crate::protocol::card::Card;
use crate::protocol::effect::{Answer, Effect, Outgoing};
use crate::protocol::notice::Notice;

/// Notes that a game's board was posted in a place.
pub(crate) fn note_seen(ctx: &Ctx<'_>, board: BoardId) -> Result<Vec<Outgoing>> {
    transaction::commit_for_effects(ctx, |ctx| {
        let mut record = ctx.game(board.game)?;
        match record.value.place_mut(board.site) {
            Some(place) if *place.unseen => *place.unseen = false,
            _ => return Ok(Change::nothing(Answer::Seen)),
        }
        Ok(record.silent_change(Vec::new(), Answer::Seen))
    })
}

/// Notes that a game's board could not be posted in a place, and notifies those who play from there.
pub(crate) fn note_unseen(ctx: &Ctx<'_>, board: BoardId) -> Result<Vec<Outgoing>> {
    transaction::commit_for_effects(ctx, |ctx| {
        let mut record = ctx.game(board.game)?;
        match record.value.place_mut(board.site) {
            Some(place) if !*place.unseen => *place.unseen = true,
            _ => return Ok(Change::nothing(Answer::Seen)),
        }
        let record_now = &record.value;
        let plays_here = |person: &&Person| record_now.site_of_person(&person.id) == board.site;
        let tells = record_now
            .people()
            .filter(plays_here)
            .map(|person| Effect::tell(&person.id, Notice::CannotShow { game: board.game }))
            .collect();
        Ok(record.silent_change(tells, Answer::Seen))
    })
}

/// The board for the player who changed a game, if it cannot be posted where the game is played.
pub(crate) fn private_board(ctx: &Ctx<'_>, who: &Person, change: &Change) -> Result<Option<Card>> {
    let mut games = change
        .writes
        .iter()
        .filter_map(|write| match &write.record {
            Record::Game(game) => Some(game),
            _ => None,
        });
    let is_hidden = |game: &GameRecord| {
        game.side_of(&who.id).is_some() && game.is_unseen_at(game.site_of_person(&who.id))
    };
    let hidden = games.find(|game| is_hidden(game));
    let Some(record) = hidden else {
        return Ok(None);
    };
    let viewer = Some(Viewer::new(ctx, who));
    let card = message::game_card(ctx, record, replayed(record)?, viewer)?;
    Ok(Some(Card {
        text: messages::board_only_you().line(card.text),
        ..card
    }))
}
