//! Finished tournaments of a server.

use text::list::commas;
use text::{Message, Part, Text, msg};

use crate::messages::shortened;
use crate::model::limits::SEASON_POINTS;
use crate::model::record::{Stage, TournamentRecord};

/// A server's recent tournaments, and the series they belong to.
pub fn past_tournaments(over: &[TournamentRecord], series: &[&str]) -> Text {
    if over.is_empty() {
        return msg!("past-none").into();
    }
    let words = list(msg!("past-heading").into(), over);
    match series {
        [] => words,
        names => words.line(msg!(
            "past-series",
            names = commas(names.iter().map(|&name| name.into()))
        )),
    }
}

/// The recent tournaments of a series, and the points for each place.
pub fn series(name: &str, over: &[TournamentRecord]) -> Text {
    let Some(last) = over.first() else {
        return msg!("past-no-such-series", name = shortened(name)).into();
    };
    let name = last.plan.series.clone().unwrap_or_default();
    let points: Vec<String> = SEASON_POINTS.iter().map(ToString::to_string).collect();
    list(Part::Strong(name).into(), over)
        .line(msg!("past-series-points", points = points.join(", ")))
}

fn list(heading: Text, over: &[TournamentRecord]) -> Text {
    over.iter().filter_map(line).fold(heading, Text::line)
}

fn line(record: &TournamentRecord) -> Option<Message> {
    let Stage::Finished(at) = record.stage else {
        return None;
    };
    let first = record.entries.iter().filter(|entry| entry.place == Some(1));
    let mut winners = first.map(|entry| Text::from(entry.seat.name())).peekable();
    let (name, at) = (record.plan.name.clone(), Part::Relative(at));
    let (players, code) = (record.entries.len(), record.id.to_string());
    Some(if winners.peek().is_none() {
        msg!("past-line-no-winner", name, at, players, code)
    } else {
        msg!(
            "past-line",
            name,
            at,
            winners = commas(winners),
            players,
            code
        )
    })
}
