//! Messages about subjects, from their stored state.

use rules_core::Game;
use text::Text;

use crate::challenge::message::challenge_card;
use crate::context::Reader;
use crate::context::failure::Failure;
use crate::game::active_game::replayed;
use crate::game::message::{board_card, sole_side};
use crate::messages;
use crate::model::moment::Timestamp;
use crate::model::record::{BoardId, GameRecord};
use crate::people::accounts;
use crate::protocol::effect::Subject;
use crate::protocol::message::Shown;
use crate::protocol::refusal::{Refusal, TournamentRefusal};
use crate::settings::{effective, place};
use crate::tournament::message;

/// The message about a subject; `None` if there is no such subject.
///
/// # Errors
/// When the store fails.
pub(crate) fn show(reader: &Reader<'_>, subject: Subject) -> Result<Option<Shown>, Failure> {
    let shown = match subject {
        Subject::Game(_) | Subject::GameElsewhere(_) => match subject.board() {
            Some(board) => show_board(reader, board),
            None => return Ok(None),
        },
        Subject::Challenge(id) => reader.challenge(id).and_then(|loaded| {
            let record = &loaded.value;
            let server = record.venue.server.as_ref();
            let settings = effective::effective_settings(reader, None, server)?.server;
            let card = challenge_card(record, &settings);
            Ok(Shown {
                version: loaded.version,
                venue: loaded.value.venue,
                answered: None,
                unseen: false,
                thread: None,
                after: Vec::new(),
                former: None,
                retired: card.text.clone(),
                card,
            })
        }),
        Subject::Tournament(id) => message::show_tournament(reader, id),
    };
    match shown {
        Ok(shown) => Ok(Some(Shown {
            venue: place::present(reader, &shown.venue)?,
            ..shown
        })),
        Err(Failure::Refused(
            Refusal::NoSuchGame(_)
            | Refusal::NoSuchChallenge(_)
            | Refusal::Tournament(TournamentRefusal::Unknown),
        )) => Ok(None),
        Err(failure) => Err(failure),
    }
}

fn show_board(reader: &Reader<'_>, board: BoardId) -> Result<Shown, Failure> {
    let BoardId { game: id, site } = board;
    let loaded = reader.game(id)?;
    let record = loaded.value;
    if !record.sites().any(|shown| shown == site) {
        return Err(Refusal::NoSuchGame(id).into());
    }
    let game = replayed(&record)?;
    Ok(Shown {
        version: record.board_version(loaded.version),
        venue: record.venue_at(site).clone(),
        answered: answered(&record, &game),
        unseen: record.is_unseen_at(site),
        thread: record.thread_to_open(site),
        after: Vec::new(),
        former: None,
        retired: messages::retired_board(&record, &game),
        card: board_card(reader, &record, site, game)?,
    })
}

/// The message with people named by their accounts on the platform where it is posted.
pub(crate) fn addressed(reader: &Reader<'_>, shown: Shown) -> Result<Shown, Failure> {
    let platform = shown.venue.room.platform();
    let text = |text| accounts::text_on(reader, platform, text);
    Ok(Shown {
        card: accounts::card_on(reader, platform, shown.card)?,
        retired: text(shown.retired)?,
        former: shown.former.map(text).transpose()?,
        ..shown
    })
}

/// See [`Shown::answered`].
fn answered(record: &GameRecord, game: &Game) -> Option<Timestamp> {
    let side = sole_side(record)?;
    let is_awaited = record.result.is_some() || game.turn() == side;
    is_awaited.then_some(record.touched)
}

/// What remains of a message that showed a board after `ply` half-moves; `None` if the game has fewer by now.
///
/// # Errors
/// When the store fails.
pub(crate) fn retired_at(
    reader: &Reader<'_>,
    board: BoardId,
    ply: u32,
) -> Result<Option<Text>, Failure> {
    let record = reader.game(board.game)?.value;
    let mut game = replayed(&record)?;
    for _ in ply..record.ply() {
        game.undo();
    }
    if ply > record.ply() {
        return Ok(None);
    }
    let platform = record.venue_at(board.site).room.platform();
    let text = messages::retired_board(&record, &game);
    accounts::text_on(reader, platform, text).map(Some)
}
