//! Tournaments that are over.

use text::{Part, Text, text};

use crate::messages::tournament::winners_of;
use crate::messages::{code, shortened, strong};
use crate::model::limits::SEASON;
use crate::model::record::{Stage, TournamentRecord};

/// A server's last tournaments, and the series they belonged to.
pub fn past_tournaments(over: &[TournamentRecord], series: &[&str]) -> Text {
    if over.is_empty() {
        return text![
            "No tournament has come to its end here yet. ",
            code("/tournament create"),
            " announces one."
        ];
    }
    let words = list(text![strong("The last tournaments here")], over);
    match series {
        [] => words,
        names => words.line(text![
            format!("Series: {}. ", names.join(", ")),
            code("/tournament history series:"),
            " shows the points of one."
        ]),
    }
}

/// The last tournaments of a series, and how its points are counted.
pub fn series(name: &str, over: &[TournamentRecord]) -> Text {
    let Some(last) = over.first() else {
        return text![
            format!(
                "No tournament of a series \"{}\" has come to its end here. ",
                shortened(name)
            ),
            code("/tournament history"),
            " lists the series."
        ];
    };
    let name = last.plan.series.clone().unwrap_or_default();
    let points: Vec<String> = SEASON.iter().map(ToString::to_string).collect();
    list(text![strong(name)], over).line(text![format!(
        "The places bring {} points.",
        points.join(", ")
    )])
}

fn list(head: Text, over: &[TournamentRecord]) -> Text {
    over.iter().fold(head, |words, record| {
        let Stage::Finished(at) = record.stage else {
            return words;
        };
        let winners = winners_of(record).join(", ");
        let entered = record.entries.len();
        words.line(text![
            format!("{} · ", record.plan.name),
            Part::Relative(at),
            format!(" · won by {winners} of {entered} · "),
            code(record.id)
        ])
    })
}

/// The heading of those who have won most, and what is counted.
pub fn hall_of_fame() -> (String, [&'static str; 3]) {
    ("Hall of fame".to_owned(), ["Won", "Top 3", "Played"])
}

/// The heading of a series' points, and what is counted.
pub fn season(name: &str) -> (String, [&'static str; 3]) {
    (name.to_owned(), ["Pts", "Won", "Played"])
}
