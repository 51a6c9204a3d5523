//! Keeps answers secret that not everyone in the room may read.

use crate::context::{Reader, Result, allowed};
use crate::game::{active_game, moves, replay};
use crate::messages;
use crate::model::{GameId, GameRecord, Key};
use crate::people::visibility;
use crate::protocol::{Answer, Card, Discretion, Reads, Refusal, Request, Which};

/// The answer, as a secret if the room may not read it.
pub(crate) fn kept(reader: &Reader<'_>, request: &Request, answer: Answer) -> Result<Answer> {
    Ok(match answer {
        Answer::Aside(card) if is_secret(reader, request)? => Answer::Secret(card),
        other => other,
    })
}

/// Why the command was refused, as an answer.
pub(crate) fn refused(reader: &Reader<'_>, request: &Request, refusal: &Refusal) -> Result<Answer> {
    let card = Box::new(Card {
        controls: messages::refusal_controls(refusal),
        ..Card::words(messages::refusal(refusal))
    });
    if refusal.is_secret() {
        return Ok(Answer::Secret(card));
    }
    kept(reader, request, Answer::Aside(card))
}

/// Whether someone in the room may not know what the command is answered with.
fn is_secret(reader: &Reader<'_>, request: &Request) -> Result<bool> {
    match request.command.discretion() {
        Discretion::Open => return Ok(false),
        Discretion::Secret => return Ok(true),
        Discretion::AsTheGame => {}
    }
    let reads = request.command.reads();
    let named = match reads {
        Reads::GameOfMove(Which::Mine, text) => {
            moves::named_game(reader, &request.who, text)?.map(|(id, _)| id)
        }
        Reads::FinishedGame(Which::Mine) => match allowed(replay::latest(reader, request))? {
            Ok(id) => Some(id),
            Err(_) => return Ok(false),
        },
        _ => reads.named_game(),
    };
    if let Some(id) = named {
        return is_hidden(reader, request, id);
    }
    let meant = active_game::candidates(reader, request)?;
    Ok(!meant
        .iter()
        .all(|active| visibility::is_shown_to_all(request, &active.record.value)))
}

/// Whether the person sees the game and someone in the room does not. A game that the person can't see either is answered like one
/// that doesn't exist, so that the way of answering gives nothing away.
fn is_hidden(reader: &Reader<'_>, request: &Request, id: GameId) -> Result<bool> {
    let Some(record) = reader.value::<GameRecord>(Key::Game(id))? else {
        return Ok(false);
    };
    Ok(!visibility::is_shown_to_all(request, &record)
        && visibility::is_seen_by(reader, request, &record)?)
}
