//! Autocomplete of tournaments and of their games.

use text::{Text, msg};

use crate::context::Reader;
use crate::context::failure::Result;
use crate::messages;
use crate::model::ids::{ServerId, TournamentId, Venue};
use crate::model::key::Index;
use crate::model::record::TournamentRecord;
use crate::protocol::suggestion::Suggestion;
use crate::store::Page;
use crate::tournament::records;

/// The latest tournaments of a server, those in progress first.
fn latest(reader: &Reader<'_>, server: &ServerId) -> Result<Vec<TournamentRecord>> {
    let index = Index::TournamentsOf(server.clone());
    let rows = reader.list(&index, Page::last(Suggestion::MOST))?;
    let latest = reader.records::<TournamentRecord>(rows, Suggestion::MOST);
    let mut latest = latest.collect::<Result<Vec<_>, _>>()?;
    latest.sort_by_key(TournamentRecord::is_over);
    Ok(latest)
}

/// The latest tournaments of a server that are in progress.
pub(crate) fn under_way(reader: &Reader<'_>, server: &ServerId) -> Result<Vec<TournamentRecord>> {
    let mut latest = latest(reader, server)?;
    latest.retain(|record| !record.is_over());
    Ok(latest)
}

/// The tournaments of this server that fit what was typed so far, those in progress first.
pub(crate) fn suggest_tournaments(
    reader: &Reader<'_>,
    venue: &Venue,
    typed: &str,
) -> Result<Vec<Suggestion>> {
    let Some(server) = &venue.server else {
        return Ok(Vec::new());
    };
    let all = latest(reader, server)?.into_iter();
    let all = all.map(|record| Suggestion {
        label: messages::tournament_label(&record).into(),
        value: record.id.to_string(),
    });
    Ok(fitting(all, typed))
}

/// The games in progress of a tournament, or of all in progress here, that fit what was typed so far.
pub(crate) fn suggest_pairings(
    reader: &Reader<'_>,
    venue: &Venue,
    which: Option<TournamentId>,
    typed: &str,
) -> Result<Vec<Suggestion>> {
    let Some(server) = &venue.server else {
        return Ok(Vec::new());
    };
    let mut all = Vec::new();
    for record in under_way(reader, server)? {
        if which.is_none_or(|which| which == record.id) {
            for open in records::open_games(reader, &record)? {
                let players = messages::players(&open.white, &open.black);
                let label = msg!(
                    "choice-tournament-game",
                    players,
                    code = open.game.to_string()
                );
                all.push(Suggestion {
                    label: label.into(),
                    value: open.game.to_string(),
                });
            }
        }
    }
    Ok(fitting(all, typed))
}

fn fitting(all: impl IntoIterator<Item = Suggestion>, typed: &str) -> Vec<Suggestion> {
    let typed = typed.trim().to_lowercase();
    let fits = |label: &Text| label.to_string().to_lowercase().contains(&typed);
    all.into_iter()
        .filter(|one| fits(&one.label))
        .take(Suggestion::MOST)
        .collect()
}
