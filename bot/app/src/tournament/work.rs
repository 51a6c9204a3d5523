//! A pending change of a tournament, and reads of its records.

use crate::context::failure::Failure;
use crate::context::{Change, Loaded, Reader};
use crate::model::ids::{GameId, Person, ServerId, TournamentId};
use crate::model::key::Key;
use crate::model::moment::Moment;
use crate::model::record::{
    Act, AuditId, AuditRecord, GameRecord, RoundId, RoundRecord, Seat, Stage, TournamentBoard,
    TournamentRecord,
};
use crate::protocol::command::Request;
use crate::protocol::effect::{Answer, Effect, Manner, Show, Subject};
use crate::protocol::refusal::{Refusal, TournamentRefusal};
use crate::settings::effective;
use crate::store::{StoreError, Write};

/// Lines of an audit from which on entrants add none before the start.
const MAX_BEFORE_START: u32 = 1000;

/// Lines of an audit from which on entrants add none.
const MAX_BY_ENTRANTS: u32 = 5000;

/// A pending change of a tournament.
pub(crate) struct Work {
    pub(crate) record: Loaded<TournamentRecord>,
    pub(crate) writes: Vec<Write>,
    pub(crate) effects: Vec<Effect>,
}

impl Work {
    pub(crate) fn new(record: Loaded<TournamentRecord>) -> Self {
        Self {
            record,
            writes: Vec::new(),
            effects: Vec::new(),
        }
    }

    /// Adds a line to the audit.
    pub(crate) fn note(&mut self, act: Act, by: Option<&Person>, moment: Moment) {
        let record = &mut self.record.value;
        let line = AuditRecord {
            id: AuditId {
                tournament: record.id,
                number: record.audit,
            },
            at: moment.now,
            by: by.cloned(),
            act,
        };
        record.audit += 1;
        self.writes.push(Write {
            expected: 0,
            record: line.into(),
        });
    }

    /// Adds a line about what an entrant did themselves. After many lines these are left out, so that joining and leaving again and
    /// again does not fill the store.
    pub(crate) fn note_own(&mut self, act: Act, moment: Moment) {
        let most = if self.record.value.has_begun() {
            MAX_BY_ENTRANTS
        } else {
            MAX_BEFORE_START
        };
        if self.record.value.audit < most {
            self.note(act, None, moment);
        }
    }

    /// Completes the change, with an update of the tournament's message.
    pub(crate) fn done(mut self, manner: Manner, answer: Answer, moment: Moment) -> Change {
        let record = &mut self.record.value;
        record.touched = moment.now;
        if record.is_over() {
            record.invitations.clear();
        }
        let show = Show {
            subject: Subject::Tournament(self.record.value.id),
            version: self.record.version + 1,
            manner,
            ply: None,
        };
        // The pairings come before the boards.
        self.effects.insert(0, Effect::Show(show));
        self.writes.push(self.record.write());
        Change {
            writes: self.writes,
            effects: self.effects,
            done: Vec::new(),
            answer,
        }
    }
}

pub(crate) fn tournament_record(
    reader: &Reader<'_>,
    id: TournamentId,
) -> Result<Loaded<TournamentRecord>, Failure> {
    reader
        .load(Key::Tournament(id))?
        .ok_or_else(|| TournamentRefusal::Unknown.into())
}

/// The server on which the person may announce a tournament in this room.
pub(crate) fn may_organize_here<'r>(
    reader: &Reader<'_>,
    request: &'r Request,
) -> Result<&'r ServerId, Failure> {
    let Some(server) = &request.venue.server else {
        return Err(Refusal::NotOnAServer.into());
    };
    if !is_organizer(reader, request)? {
        return Err(TournamentRefusal::NotTheOrganizer.into());
    }
    effective::may_begin(reader, request)?;
    Ok(server)
}

pub(crate) fn is_organizer(reader: &Reader<'_>, request: &Request) -> Result<bool, Failure> {
    let settings =
        effective::effective_settings(reader, None, request.venue.server.as_ref())?.server;
    let role = settings.organizers.as_ref();
    Ok(request.context.manages || role.is_some_and(|role| request.context.roles.contains(role)))
}

pub(crate) fn round_record(
    reader: &Reader<'_>,
    id: RoundId,
) -> Result<Loaded<RoundRecord>, Failure> {
    reader.load(Key::Round(id))?.ok_or_else(|| {
        StoreError::Unreadable(Key::Round(id), "the round is missing".to_owned()).into()
    })
}

/// The last round that was paired.
pub(crate) fn last_round(
    reader: &Reader<'_>,
    record: &TournamentRecord,
) -> Result<Loaded<RoundRecord>, Failure> {
    if record.rounds == 0 {
        return Err(TournamentRefusal::NotBegun.into());
    }
    round_record(
        reader,
        RoundId {
            tournament: record.id,
            number: record.rounds,
        },
    )
}

/// Whether every game of the last round has its result.
pub(crate) fn is_round_over(
    reader: &Reader<'_>,
    record: &TournamentRecord,
) -> Result<bool, Failure> {
    Ok(last_round(reader, record)?.value.is_finished())
}

/// All rounds in order.
pub(crate) fn rounds_of(
    reader: &Reader<'_>,
    record: &TournamentRecord,
) -> Result<Vec<RoundRecord>, Failure> {
    numbered(reader, record.id, 1..=record.rounds)
}

/// The last `most` rounds.
pub(crate) fn latest_rounds(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    most: usize,
) -> Result<Vec<RoundRecord>, Failure> {
    let most = u16::try_from(most).unwrap_or(u16::MAX);
    let first = record.rounds.saturating_sub(most).saturating_add(1);
    numbered(reader, record.id, first..=record.rounds)
}

fn numbered(
    reader: &Reader<'_>,
    tournament: TournamentId,
    numbers: impl IntoIterator<Item = u16>,
) -> Result<Vec<RoundRecord>, Failure> {
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
) -> Result<Vec<Loaded<RoundRecord>>, Failure> {
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
) -> Result<Vec<RoundRecord>, Failure> {
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
pub(crate) fn open_games(
    reader: &Reader<'_>,
    record: &TournamentRecord,
) -> Result<Vec<OpenGame>, Failure> {
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
) -> Result<Loaded<GameRecord>, Failure> {
    Ok(board_of(reader, record, id)?.2)
}

/// The game of the current round with that code; in an arena, of any game in progress.
pub(crate) fn board_of(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    id: GameId,
) -> Result<(Loaded<RoundRecord>, usize, Loaded<GameRecord>), Failure> {
    if !record.has_begun() {
        return Err(TournamentRefusal::NotBegun.into());
    }
    reader.foresee([Key::Game(id)]);
    for round in open_round_records(reader, record)? {
        // A result that an arena has counted is final.
        let counts =
            |board: &&TournamentBoard| record.arena.is_none() || board.pairing.result.is_none();
        let boards = &round.value.boards;
        let place = boards.iter().position(|board| board.game == Some(id));
        if let Some(place) = place.filter(|&place| boards.get(place).is_some_and(|b| counts(&b))) {
            return Ok((round, place, reader.game(id)?));
        }
    }
    Err(TournamentRefusal::NotOfThisRound(id).into())
}
