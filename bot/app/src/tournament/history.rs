//! Finished tournaments of a server: recent winners, the hall of fame, and the points of a series.

use pairing::HalfPoints;
use pictures::{Table, TableRow};
use std::collections::HashMap;

use text::{Message, Text, msg};

use crate::context::{Change, Reader, Result};
use crate::messages;
use crate::model::{Index, PlayerId, SEASON_POINTS, Stage, TournamentRecord};
use crate::protocol::{Attachment, Card, Refusal, Request};
use crate::store::Page;

/// Maximum number of tournaments read, canceled ones included.
const MAX_READ: usize = 100;

/// Maximum number of tournaments listed.
const MAX_LISTED: usize = 10;

/// Maximum number of lines of a table.
const MAX_LINES: usize = 20;

/// A player's results over several tournaments.
#[derive(Clone, Default)]
struct Tally {
    name: String,
    /// Season points.
    points: u32,
    won: u32,
    podium: u32,
    played: u32,
}

/// Shows a server's tournaments, or those of one series.
pub(crate) fn past(reader: &Reader<'_>, request: &Request, series: Option<&str>) -> Result<Change> {
    let Some(server) = &request.venue.server else {
        return Err(Refusal::NotOnAServer.into());
    };
    let index = Index::TournamentsOf(server.clone());
    let rows = reader.list(&index, Page::last(MAX_READ))?;
    let records = reader.records::<TournamentRecord>(rows, MAX_READ);
    let mut over = records.collect::<Result<Vec<_>>>()?;
    over.retain(|record| {
        let is_wanted = series.is_none_or(|series| is_of(record, series));
        is_wanted && matches!(record.stage, Stage::Finished(_))
    });
    let shown = &over[..over.len().min(MAX_LISTED)];
    let mut card = Card::words(match series {
        Some(series) => messages::series(series, shown),
        None => messages::past_tournaments(shown, &series_of(&over)),
    });
    let (title, columns) = match (series, over.first()) {
        (None, _) => (msg!("past-hall-of-fame").into(), [WON, PODIUM, PLAYED]),
        (Some(_), last) => {
            let name = last.and_then(|record| record.plan.series.as_deref());
            (name.unwrap_or_default().into(), [POINTS, WON, PLAYED])
        }
    };
    let table = table(&over, request, title, &columns);
    if !table.rows.is_empty() {
        card.attachments.push(Attachment::Table(table));
    }
    Ok(Change::aside(card))
}

fn is_of(record: &TournamentRecord, series: &str) -> bool {
    let own = record.plan.series.as_deref();
    own.is_some_and(|own| own.to_lowercase() == series.trim().to_lowercase())
}

/// The names of the series, latest first.
fn series_of(over: &[TournamentRecord]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for record in over {
        let new = record.plan.series.as_deref();
        let new = new.filter(|_| !names.iter().any(|name| is_of(record, name)));
        names.extend(new);
    }
    names
}

/// The players' results in these tournaments, latest first. The engine and deleted players are left out.
fn tallies(over: &[TournamentRecord]) -> Vec<(PlayerId, Tally)> {
    let mut tallies: HashMap<PlayerId, Tally> = HashMap::new();
    let entries = over
        .iter()
        .flat_map(|record| record.entries.iter().map(move |entry| (record, entry)));
    for (record, entry) in entries {
        let (Some(person), Some(place)) = (entry.person(), entry.place) else {
            continue;
        };
        if person.id.is_ghost() {
            continue;
        }
        let tally = tallies.entry(person.id.clone()).or_insert_with(|| Tally {
            name: person.name.to_string(),
            ..Tally::default()
        });
        tally.podium += u32::from(record.is_on_podium(entry));
        let points = SEASON_POINTS.get(usize::from(place).saturating_sub(1));
        tally.points += points.copied().unwrap_or(0);
        tally.won += u32::from(place == 1);
        tally.played += 1;
    }
    tallies.into_iter().collect()
}

/// A column of a table.
struct Column {
    heading: fn() -> Message,
    figure: fn(&Tally) -> u32,
    /// The figure in words.
    spoken: fn(u32) -> Message,
}

const POINTS: Column = Column {
    heading: || msg!("column-points"),
    figure: |tally| tally.points,
    spoken: |points| messages::points(HalfPoints(u16::try_from(2 * points).unwrap_or(u16::MAX))),
};

const WON: Column = Column {
    heading: || msg!("column-won"),
    figure: |tally| tally.won,
    spoken: |won| msg!("table-alt-won", count = won),
};

const PODIUM: Column = Column {
    heading: || msg!("column-top-3"),
    figure: |tally| tally.podium,
    spoken: |podium| msg!("table-alt-top-3", count = podium),
};

const PLAYED: Column = Column {
    heading: || msg!("column-played"),
    figure: |tally| tally.played,
    spoken: |played| msg!("table-alt-played", count = played),
};

/// Ranks players by the first two columns; players with zero in both are left out.
fn table(
    over: &[TournamentRecord],
    request: &Request,
    title: Text,
    columns: &[Column; 3],
) -> Table {
    let key = |tally: &Tally| [&columns[0], &columns[1]].map(|column| (column.figure)(tally));
    let mut all = tallies(over);
    all.retain(|(_, tally)| key(tally) != [0, 0]);
    all.sort_by(|(one, a), (other, b)| key(b).cmp(&key(a)).then_with(|| one.cmp(other)));
    all.truncate(MAX_LINES);
    let mut rows = Vec::new();
    for equals in all.chunk_by(|(_, one), (_, other)| key(one) == key(other)) {
        let rank = rows.len() + 1;
        rows.extend(equals.iter().map(|(player, tally)| {
            let figures = columns.each_ref().map(|column| (column.figure)(tally));
            let spoken = columns.iter().zip(figures);
            TableRow {
                rank: rank.to_string(),
                name: tally.name.clone().into(),
                cells: figures.map(|figure| figure.to_string()).to_vec(),
                spoken: spoken
                    .map(|(column, figure)| (column.spoken)(figure).into())
                    .collect(),
                marked: *player == request.who.id,
            }
        }));
    }
    Table {
        title,
        columns: columns
            .iter()
            .map(|column| (column.heading)().into())
            .collect(),
        rows,
        ..Table::default()
    }
}
