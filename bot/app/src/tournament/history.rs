//! A server's tournaments that are over: who won, who has won most, and the points of a series.

use std::collections::HashMap;

use pictures::{Table, TableRow};
use text::Text;

use crate::context::failure::Failure;
use crate::context::{Change, Reader};
use crate::messages;
use crate::model::ids::PlayerId;
use crate::model::key::{Index, Key};
use crate::model::limits::SEASON;
use crate::model::record::{Stage, TournamentRecord};
use crate::protocol::attachment::Attachment;
use crate::protocol::card::Card;
use crate::protocol::command::Request;
use crate::protocol::effect::Answer;
use crate::protocol::refusal::Refusal;
use crate::store::Page;
use crate::tournament::work;

/// Tournaments that are looked back on, those included that were called off.
const LOOKED_AT: usize = 100;

/// Tournaments that are listed.
const LISTED: usize = 10;

/// Lines of a table.
const LINES: usize = 20;

/// What somebody has done in several tournaments.
#[derive(Clone, Default)]
struct Tally {
    name: String,
    /// Season points.
    points: u32,
    won: u32,
    podium: u32,
    played: u32,
}

/// What was played on a server, or in one series of it.
pub(crate) fn past(
    reader: &Reader<'_>,
    request: &Request,
    series: Option<&str>,
) -> Result<Change, Failure> {
    let Some(server) = &request.venue.server else {
        return Err(Refusal::NotOnAServer.into());
    };
    let index = Index::TournamentsOf(server.clone());
    let mut over = Vec::new();
    for (_, key) in reader.store.list(&index, Page::last(LOOKED_AT))? {
        if let Key::Tournament(id) = key {
            let record = work::tournament_record(reader, id)?.value;
            if matches!(record.stage, Stage::Finished(_)) {
                over.push(record);
            }
        }
    }
    if let Some(series) = series {
        over.retain(|record| is_of(record, series));
    }
    let shown = &over[..over.len().min(LISTED)];
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
    Ok(Change::nothing(Answer::Private(Box::new(card))))
}

fn is_of(record: &TournamentRecord, series: &str) -> bool {
    let own = record.plan.series.as_deref();
    own.is_some_and(|own| own.to_lowercase() == series.trim().to_lowercase())
}

/// The names of the series, the latest first.
fn series_of(over: &[TournamentRecord]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for record in over {
        let new = record.plan.series.as_deref();
        let new = new.filter(|_| !names.iter().any(|name| is_of(record, name)));
        names.extend(new);
    }
    names
}

/// What everybody has done in these tournaments, the latest of which stands first. The engine wins no titles, and whoever
/// had their data deleted is not listed.
fn tallies(over: &[TournamentRecord]) -> Vec<(PlayerId, Tally)> {
    let mut tallies: HashMap<PlayerId, Tally> = HashMap::new();
    for entry in over.iter().flat_map(|record| &record.entries) {
        let (Some(person), Some(place)) = (entry.person(), entry.place) else {
            continue;
        };
        if person.id.is_ghost() {
            continue;
        }
        let tally = tallies.entry(person.id.clone()).or_insert_with(|| Tally {
            name: person.name.clone(),
            ..Tally::default()
        });
        let place = usize::from(place);
        tally.points += SEASON.get(place.saturating_sub(1)).copied().unwrap_or(0);
        tally.won += u32::from(place == 1);
        tally.podium += u32::from(place <= 3);
        tally.played += 1;
    }
    tallies.into_iter().collect()
}

/// A table of the best by `figures`, of which all but the last count, the first one first.
fn table(
    over: &[TournamentRecord],
    request: &Request,
    (title, columns): (String, [&'static str; 3]),
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
    for (number, (player, tally)) in all.iter().enumerate().take(LINES) {
        if number == 0 || key(&all[number - 1].1) != key(tally) {
            rank = number + 1;
        }
        rows.push(TableRow {
            rank: rank.to_string(),
            name: tally.name.clone().into(),
            cells: figures(tally).map(|figure| figure.to_string()).to_vec(),
            marked: *player == request.who.id,
        });
    }
    Table {
        title: title.into(),
        columns: columns.map(Text::from).to_vec(),
        rows,
        ..Table::default()
    }
}

fn hall_of_fame(over: &[TournamentRecord], request: &Request) -> Table {
    table(over, request, messages::hall_of_fame(), |tally| {
        [tally.won, tally.podium, tally.played]
    })
}

fn season(over: &[TournamentRecord], request: &Request) -> Table {
    let series = over
        .first()
        .and_then(|record| record.plan.series.as_deref());
    let heading = messages::season(series.unwrap_or_default());
    table(over, request, heading, |tally| {
        [tally.points, tally.won, tally.played]
    })
}
