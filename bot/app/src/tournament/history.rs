//! Finished tournaments of a server: recent winners, the hall of fame, and the points of a series.

use pairing::HalfPoints;
use pictures::{Table, TableRow};
use std::collections::HashMap;

use text::{Message, Text, msg};

use crate::context::failure::Result;
use crate::context::{Change, Reader};
use crate::messages;
use crate::model::ids::PlayerId;
use crate::model::key::Index;
use crate::model::limits::SEASON_POINTS;
use crate::model::record::{Stage, TournamentRecord};
use crate::protocol::attachment::Attachment;
use crate::protocol::card::Card;
use crate::protocol::command::Request;
use crate::protocol::refusal::Refusal;
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
    let mut over = Vec::new();
    for record in reader.records::<TournamentRecord>(rows, MAX_READ) {
        let record = record?;
        if matches!(record.stage, Stage::Finished(_)) {
            over.push(record);
        }
    }
    if let Some(series) = series {
        over.retain(|record| is_of(record, series));
    }
    let shown = &over[..over.len().min(MAX_LISTED)];
    let mut card = Card::words(match series {
        Some(series) => messages::series(series, shown),
        None => messages::past_tournaments(shown, &series_of(&over)),
    });
    let table = match series {
        Some(_) => season(&over, request),
        None => hall_of_fame(&over, request),
    };
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
        let place = usize::from(place);
        tally.points += SEASON_POINTS
            .get(place.saturating_sub(1))
            .copied()
            .unwrap_or(0);
        tally.won += u32::from(place == 1);
        tally.played += 1;
    }
    tallies.into_iter().collect()
}

/// A table's title, its columns, and its figures in words.
struct Heading {
    title: Text,
    columns: [Message; 3],
    spoken: fn([u32; 3]) -> [Message; 3],
}

/// Ranks players by the first two figures; players with zero in both are left out.
fn table(
    over: &[TournamentRecord],
    request: &Request,
    heading: Heading,
    figures: impl Fn(&Tally) -> [u32; 3],
) -> Table {
    let key = |tally: &Tally| {
        let [first, second, _] = figures(tally);
        (first, second)
    };
    let mut all = tallies(over);
    all.retain(|(_, tally)| key(tally) != (0, 0));
    all.sort_by(|(one, a), (other, b)| key(b).cmp(&key(a)).then_with(|| one.cmp(other)));
    let mut rows: Vec<TableRow> = Vec::new();
    let mut rank = 0;
    for (number, (player, tally)) in all.iter().enumerate().take(MAX_LINES) {
        if number == 0 || key(&all[number - 1].1) != key(tally) {
            rank = number + 1;
        }
        rows.push(TableRow {
            rank: rank.to_string(),
            name: tally.name.clone().into(),
            cells: figures(tally).map(|figure| figure.to_string()).to_vec(),
            spoken: (heading.spoken)(figures(tally)).map(Text::from).to_vec(),
            marked: *player == request.who.id,
        });
    }
    Table {
        title: heading.title,
        columns: heading.columns.map(Text::from).to_vec(),
        rows,
        ..Table::default()
    }
}

fn hall_of_fame(over: &[TournamentRecord], request: &Request) -> Table {
    let heading = Heading {
        title: msg!("past-hall-of-fame").into(),
        columns: [
            msg!("column-won"),
            msg!("column-top-3"),
            msg!("column-played"),
        ],
        spoken: |[won, podium, played]| {
            [
                msg!("table-alt-won", count = won),
                msg!("table-alt-top-3", count = podium),
                msg!("table-alt-played", count = played),
            ]
        },
    };
    table(over, request, heading, |tally| {
        [tally.won, tally.podium, tally.played]
    })
}

fn season(over: &[TournamentRecord], request: &Request) -> Table {
    let series = over
        .first()
        .and_then(|record| record.plan.series.as_deref());
    let heading = Heading {
        title: series.unwrap_or_default().into(),
        columns: [
            msg!("column-points"),
            msg!("column-won"),
            msg!("column-played"),
        ],
        spoken: |[points, won, played]| {
            [
                messages::points(HalfPoints(u16::try_from(2 * points).unwrap_or(u16::MAX))),
                msg!("table-alt-won", count = won),
                msg!("table-alt-played", count = played),
            ]
        },
    };
    table(over, request, heading, |tally| {
        [tally.points, tally.won, tally.played]
    })
}
