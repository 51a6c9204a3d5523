//! Reads of a tournament's records.

use text::Message;

use crate::context::{Loaded, Reader, Result, refuse_if};
use crate::messages;
use crate::model::{
    GameId, GameRecord, Key, RoundId, RoundRecord, Stage, TournamentId, TournamentRecord,
};
use crate::protocol::TournamentRefusal;
use crate::store::StoreError;

pub(crate) fn tournament_record(
    reader: &Reader<'_>,
    id: TournamentId,
) -> Result<Loaded<TournamentRecord>> {
    reader
        .load(Key::Tournament(id))?
        .ok_or_else(|| TournamentRefusal::Unknown.into())
}

pub(crate) fn round_record(reader: &Reader<'_>, id: RoundId) -> Result<Loaded<RoundRecord>> {
    reader.load(Key::Round(id))?.ok_or_else(|| {
        StoreError::Unreadable(Key::Round(id), "the round is missing".to_owned()).into()
    })
}

pub(crate) fn last_round(
    reader: &Reader<'_>,
    record: &TournamentRecord,
) -> Result<Loaded<RoundRecord>> {
    refuse_if(record.rounds == 0, TournamentRefusal::NotBegun)?;
    let (tournament, number) = (record.id, record.rounds);
    round_record(reader, RoundId { tournament, number })
}

pub(crate) fn is_round_over(reader: &Reader<'_>, record: &TournamentRecord) -> Result<bool> {
    Ok(last_round(reader, record)?.value.is_finished())
}

pub(crate) fn rounds_of(
    reader: &Reader<'_>,
    record: &TournamentRecord,
) -> Result<Vec<RoundRecord>> {
    Ok(values(numbered(reader, record, 1..=record.rounds)?))
}

pub(crate) fn latest_rounds(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    most: usize,
) -> Result<Vec<RoundRecord>> {
    let most = u16::try_from(most).unwrap_or(u16::MAX);
    let first = record.rounds.saturating_sub(most).saturating_add(1);
    Ok(values(numbered(reader, record, first..=record.rounds)?))
}

fn numbered(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    numbers: impl Iterator<Item = u16> + Clone,
) -> Result<Vec<Loaded<RoundRecord>>> {
    let tournament = record.id;
    let ids = numbers.map(|number| RoundId { tournament, number });
    reader.foresee(ids.clone().map(Key::Round));
    ids.map(|id| round_record(reader, id)).collect()
}

fn values(rounds: Vec<Loaded<RoundRecord>>) -> Vec<RoundRecord> {
    rounds.into_iter().map(|round| round.value).collect()
}

/// The rounds with games in progress, to change them: the last, or several in an arena.
pub(crate) fn open_round_records(
    reader: &Reader<'_>,
    record: &TournamentRecord,
) -> Result<Vec<Loaded<RoundRecord>>> {
    match &record.arena {
        Some(arena) => numbered(reader, record, arena.open.iter().copied()),
        None => numbered(reader, record, record.rounds.max(1)..=record.rounds),
    }
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
    match record.arena {
        Some(_) => Ok(values(open_round_records(reader, record)?)),
        None => rounds_of(reader, record),
    }
}

/// These games, in their order, read together.
pub(crate) fn games(
    reader: &Reader<'_>,
    ids: impl Iterator<Item = GameId> + Clone,
) -> Result<Vec<Loaded<GameRecord>>> {
    reader.foresee(ids.clone().map(Key::Game));
    ids.map(|id| reader.game(id)).collect()
}

/// The games that have no result and their players, by round and board.
pub(crate) fn open_games(
    reader: &Reader<'_>,
    record: &TournamentRecord,
) -> Result<Vec<(GameId, Message)>> {
    let mut open = Vec::new();
    for round in open_round_records(reader, record)? {
        for board in round.value.open_boards() {
            let Some(game) = board.game else { continue };
            let players = [board.pairing.white, board.pairing.black];
            if let [Some(white), Some(black)] = players.map(|seed| record.entry(seed)) {
                open.push((game, messages::players(&white.seat, &black.seat)));
            }
        }
    }
    Ok(open)
}

/// The game of the current round with that code, its round and board; in an arena, of any game in progress.
pub(crate) fn board_of(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    id: GameId,
) -> Result<(Loaded<RoundRecord>, usize, Loaded<GameRecord>)> {
    refuse_if(!record.has_begun(), TournamentRefusal::NotBegun)?;
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
