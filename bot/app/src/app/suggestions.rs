//! Suggestions for an option that is being typed into.

use crate::app::App;

use crate::context::Reader;
use crate::context::failure::{Failure, Result};
use crate::game::autocomplete;
use crate::people::accounts;
use crate::protocol::command::Request;
use crate::protocol::suggestion::Suggestion;
use crate::spec::command::{Completion, Games};
use crate::tournament::suggest;

impl App {
    /// Returns the completions of the text typed so far. Of the request, only author and place matter.
    pub fn suggest(
        &self,
        request: &Request,
        completion: Completion,
        typed: &str,
    ) -> Result<Vec<Suggestion>> {
        let reader = &self.reader();
        // A second name has no games, so it is asked for only where there is nothing to suggest, or where it is known.
        if self.shared.first_account(&request.who.id).is_none() {
            let found = suggested(reader, request, completion, typed);
            if !matches!(&found, Ok(found) if found.is_empty())
                && !matches!(found, Err(Failure::Refused(_)))
            {
                return found;
            }
        }
        let request = accounts::resolved(reader, request)?;
        suggested(reader, &request, completion, typed)
    }
}

fn suggested(
    reader: &Reader<'_>,
    request: &Request,
    completion: Completion,
    typed: &str,
) -> Result<Vec<Suggestion>> {
    let venue = &request.venue;
    match completion {
        Completion::Move(which) => autocomplete::suggest_moves(reader, request, which, typed),
        Completion::Line(which) => autocomplete::suggest_lines(reader, request, which, typed),
        Completion::Game(Games::Own) => autocomplete::suggest_games(reader, request, typed),
        Completion::Game(Games::Finished) => autocomplete::suggest_finished(reader, request, typed),
        Completion::Game(Games::Watchable) => {
            autocomplete::suggest_watchable(reader, request, typed)
        }
        Completion::Time => Ok(autocomplete::suggest_times(typed)),
        Completion::Tournament => suggest::suggest_tournaments(reader, venue, typed),
        Completion::Pairing(which) => suggest::suggest_pairings(reader, venue, which, typed),
    }
}
