//! Which game is meant by somebody who does not say.

use rules_core::{Color, Game};

use crate::context::failure::Failure;
use crate::context::{Loaded, Reader};
use crate::model::ids::{GameId, Person, Venue};
use crate::model::key::{Index, Key};
use crate::model::record::GameRecord;
use crate::protocol::command::Which;
use crate::protocol::refusal::{Candidate, Refusal};
use crate::store::{Page, StoreError};

/// A game in progress with its position, from the side of one of its players.
pub(crate) struct Table {
    pub(crate) record: Loaded<GameRecord>,
    pub(crate) game: Game,
    pub(crate) side: Color,
}

/// The game of that code, from the side of `who`.
pub(crate) fn table(reader: &Reader<'_>, who: &Person, id: GameId) -> Result<Table, Failure> {
    let record = reader.game(id)?;
    let Some(mut side) = record.value.side_of(&who.id) else {
        return Err(Refusal::NotAPlayer(id).into());
    };
    if let Some(result) = record.value.result {
        return Err(Refusal::GameOver(id, result).into());
    }
    let game = replayed(&record.value)?;
    // Somebody who plays both sides always acts for the one that is to move.
    if record.value.seats[game.turn()]
        .person()
        .is_some_and(|p| p.id == who.id)
    {
        side = game.turn();
    }
    Ok(Table { record, game, side })
}

/// The games of `who` that could be meant: those in this room if there are any, else all.
pub(crate) fn candidates(
    reader: &Reader<'_>,
    who: &Person,
    venue: &Venue,
) -> Result<Vec<Table>, Failure> {
    let mine = reader.store.list(
        &Index::OngoingOf(who.id.clone()),
        Page::last(reader.limits.games),
    )?;
    let mut tables = Vec::new();
    for (_, key) in mine {
        if let Key::Game(id) = key {
            match table(reader, who, id) {
                Ok(table) => tables.push(table),
                // It ended between the listing and the look.
                Err(Failure::Refused(_)) => {}
                Err(failure) => return Err(failure),
            }
        }
    }
    let here = |table: &Table| table.record.value.venue.room == venue.room;
    if tables.iter().any(here) {
        tables.retain(here);
    }
    Ok(tables)
}

/// The one game that is meant; `fits` narrows the choice when there are several.
pub(crate) fn choose(
    reader: &Reader<'_>,
    who: &Person,
    venue: &Venue,
    which: Which,
    narrowings: &[&dyn Fn(&Table) -> bool],
) -> Result<Table, Failure> {
    if let Which::Id(id) = which {
        return table(reader, who, id);
    }
    let mut tables = candidates(reader, who, venue)?;
    for fits in narrowings {
        if tables.len() > 1 && tables.iter().any(fits) {
            tables.retain(|table| fits(table));
        }
    }
    if tables.len() > 1 {
        return Err(Refusal::WhichGame(tables.iter().map(Table::candidate).collect()).into());
    }
    tables.pop().ok_or_else(|| Refusal::NoGame.into())
}

/// A record's game; an unreadable one is a fault of the store.
pub(crate) fn replayed(record: &GameRecord) -> Result<Game, StoreError> {
    record
        .replay()
        .map_err(|error| StoreError::Unreadable(Key::Game(record.id), error.to_string()))
}

impl Table {
    /// Whether it is this player's turn.
    pub(crate) fn my_turn(&self) -> bool {
        self.game.turn() == self.side
    }

    fn candidate(&self) -> Candidate {
        let record = &self.record.value;
        Candidate {
            game: record.id,
            variant: record.variant.name(),
            opponent: record.seats[!self.side].clone(),
            touched: record.touched,
        }
    }
}
