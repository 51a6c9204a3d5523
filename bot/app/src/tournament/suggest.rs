//! Autocomplete of tournaments and of their games.

use text::{Text, msg};

use crate::context::{Reader, Result};
use crate::messages;
use crate::model::{Index, ServerId, TournamentId, TournamentRecord, Venue};
use crate::protocol::Suggestion;
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
    let label = messages::tournament_label;
    let all = all.map(|record| Suggestion::new(label(&record), record.id.to_string()));
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
            for (id, players) in records::open_games(reader, &record)? {
                let code = id.to_string();
                let label = msg!("choice-tournament-game", players, code = code.as_str());
                all.push(Suggestion::new(label, code));
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
