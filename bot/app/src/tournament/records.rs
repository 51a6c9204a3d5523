//! Reads of a tournament's records.

use crate::context::failure::Result;
use crate::context::{Loaded, Reader};
use crate::model::ids::{GameId, ServerId, TournamentId};
use crate::model::key::Key;
use crate::model::record::{GameRecord, RoundId, RoundRecord, Seat, Stage, TournamentRecord};
use crate::protocol::command::Request;
use crate::protocol::refusal::{Refusal, TournamentRefusal};
use crate::settings::effective;
use crate::store::StoreError;

pub(crate) fn tournament_record(
    reader: &Reader<'_>,
    id: TournamentId,
) -> Result<Loaded<TournamentRecord>> {
    reader
        .load(Key::Tournament(id))?
        .ok_or_else(|| TournamentRefusal::Unknown.into())
}

/// The tournament, unless it is gone.
pub(crate) fn find(reader: &Reader<'_>, id: TournamentId) -> Result<Option<TournamentRecord>> {
    let loaded = reader.load::<TournamentRecord>(Key::Tournament(id))?;
    Ok(loaded.map(|loaded| loaded.value))
}

/// The server on which the person may announce a tournament in this room.
pub(crate) fn may_organize_here<'r>(
    reader: &Reader<'_>,
    request: &'r Request,
) -> Result<&'r ServerId> {
    let Some(server) = &request.venue.server else {
        return Err(Refusal::NotOnAServer.into());
    };
    if !is_organizer(reader, request)? {
        return Err(TournamentRefusal::NotTheOrganizer.into());
    }
    effective::may_begin(reader, request)?;
    Ok(server)
}

pub(crate) fn is_organizer(reader: &Reader<'_>, request: &Request) -> Result<bool> {
    let settings =
        effective::effective_settings(reader, None, request.venue.server.as_ref())?.server;
    let role = settings.organizers.as_ref();
    Ok(request.context.manages || role.is_some_and(|role| request.context.roles.contains(role)))
}

pub(crate) fn round_record(reader: &Reader<'_>, id: RoundId) -> Result<Loaded<RoundRecord>> {
    reader.load(Key::Round(id))?.ok_or_else(|| {
        StoreError::Unreadable(Key::Round(id), "the round is missing".to_owned()).into()
    })
}

/// The last round that was paired.
pub(crate) fn last_round(
    reader: &Reader<'_>,
    record: &TournamentRecord,
) -> Result<Loaded<RoundRecord>> {
    if record.rounds == 0 {
        return Err(TournamentRefusal::NotBegun.into());
    }
    let (tournament, number) = (record.id, record.rounds);
    round_record(reader, RoundId { tournament, number })
}

/// Whether every game of the last round has its result.
pub(crate) fn is_round_over(reader: &Reader<'_>, record: &TournamentRecord) -> Result<bool> {
    Ok(last_round(reader, record)?.value.is_finished())
}

/// All rounds in order.
pub(crate) fn rounds_of(
    reader: &Reader<'_>,
    record: &TournamentRecord,
) -> Result<Vec<RoundRecord>> {
    numbered(reader, record.id, 1..=record.rounds)
}

/// The last `most` rounds.
pub(crate) fn latest_rounds(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    most: usize,
) -> Result<Vec<RoundRecord>> {
    let most = u16::try_from(most).unwrap_or(u16::MAX);
    let first = record.rounds.saturating_sub(most).saturating_add(1);
    numbered(reader, record.id, first..=record.rounds)
}

fn numbered(
    reader: &Reader<'_>,
    tournament: TournamentId,
    numbers: impl IntoIterator<Item = u16>,
) -> Result<Vec<RoundRecord>> {
    let ids = numbers
        .into_iter()
        .map(|number| RoundId { tournament, number });
    let ids: Vec<_> = ids.collect();
    reader.foresee(ids.iter().copied().map(Key::Round));
    let rounds = ids.into_iter();
    rounds
        .map(|id| Ok(round_record(reader, id)?.value))
        .collect()
}

/// The rounds with games in progress, to change them.
pub(crate) fn open_round_records(
    reader: &Reader<'_>,
    record: &TournamentRecord,
) -> Result<Vec<Loaded<RoundRecord>>> {
    let tournament = record.id;
    let ids = open_rounds(record)
        .into_iter()
        .map(|number| RoundId { tournament, number });
    reader.foresee(ids.clone().map(Key::Round));
    ids.map(|id| round_record(reader, id)).collect()
}

/// Refuses commands that are only possible before the start.
pub(crate) fn must_be_open(record: &TournamentRecord) -> Result<(), TournamentRefusal> {
    match record.stage {
        Stage::Open => Ok(()),
        _ => Err(TournamentRefusal::Begun),
    }
}

/// The rounds on which the next pairing depends: all, but in an arena only those with games in progress.
pub(crate) fn rounds_for_pairing(
    reader: &Reader<'_>,
    record: &TournamentRecord,
) -> Result<Vec<RoundRecord>> {
    if record.arena.is_none() {
        return rounds_of(reader, record);
    }
    numbered(reader, record.id, open_rounds(record))
}

/// The rounds with games in progress: the last, or several in an arena.
pub(crate) fn open_rounds(record: &TournamentRecord) -> Vec<u16> {
    match &record.arena {
        Some(arena) => arena.open.clone(),
        None => (1..=record.rounds).rev().take(1).collect(),
    }
}

/// A game in progress.
pub(crate) struct OpenGame {
    pub(crate) game: GameId,
    pub(crate) white: Seat,
    pub(crate) black: Seat,
}

/// The games that have no result, by round and board.
pub(crate) fn open_games(reader: &Reader<'_>, record: &TournamentRecord) -> Result<Vec<OpenGame>> {
    let mut open = Vec::new();
    for round in open_round_records(reader, record)? {
        for board in round.value.boards {
            let (None, Some(game)) = (board.pairing.result, board.game) else {
                continue;
            };
            let [white, black] = [board.pairing.white, board.pairing.black]
                .map(|seed| record.entry(seed).map(|entry| entry.seat.clone()));
            if let (Some(white), Some(black)) = (white, black) {
                open.push(OpenGame { game, white, black });
            }
        }
    }
    Ok(open)
}

/// The game with that code, for a decision about it.
pub(crate) fn game_of_this_round(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    id: GameId,
) -> Result<Loaded<GameRecord>> {
    Ok(board_of(reader, record, id)?.2)
}

/// The game of the current round with that code; in an arena, of any game in progress.
pub(crate) fn board_of(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    id: GameId,
) -> Result<(Loaded<RoundRecord>, usize, Loaded<GameRecord>)> {
    if !record.has_begun() {
        return Err(TournamentRefusal::NotBegun.into());
    }
    reader.foresee([Key::Game(id)]);
    for round in open_round_records(reader, record)? {
        // A result that an arena has counted is final.
        let place = round.value.boards.iter().position(|board| {
            board.game == Some(id) && (record.arena.is_none() || board.pairing.result.is_none())
        });
        if let Some(place) = place {
            return Ok((round, place, reader.game(id)?));
        }
    }
    Err(TournamentRefusal::NotOfThisRound(id).into())
}
