//! Suggestions for an option that is being typed into.

use crate::app::App;
use crate::commands::{Completion, Games};
use crate::context::failure::Failure;
use crate::game::autocomplete;
use crate::model::ids::{Person, TournamentId, Venue};
use crate::protocol::command::{Request, Which};
use crate::protocol::suggestion::Suggestion;
use crate::tournament::suggest;

impl App {
    /// What fits what was typed so far. Only who asks, and where, counts of the request.
    ///
    /// # Errors
    /// When no game is meant, or the store fails.
    pub fn suggest(
        &self,
        request: &Request,
        completion: Completion,
        typed: &str,
    ) -> Result<Vec<Suggestion>, Failure> {
        let (who, venue) = (&request.who, &request.venue);
        match completion {
            Completion::Move(which) => self.suggest_moves(who, venue, which, typed),
            Completion::Line(which) => self.suggest_lines(who, venue, which, typed),
            Completion::Game(Games::Own) => self.suggest_games(who, venue, typed),
            Completion::Game(Games::Finished) => self.suggest_finished(request, typed),
            Completion::Game(Games::Watchable) => self.suggest_watchable(request, typed),
            Completion::Time => Ok(autocomplete::suggest_times(typed)),
            Completion::Tournament => self.suggest_tournaments(venue, typed),
            Completion::Pairing(which) => self.suggest_pairings(venue, which, typed),
        }
    }

    /// The legal moves that fit what was typed so far, best fit first: notation, then squares, then words.
    ///
    /// # Errors
    /// When no game is meant, or the store fails.
    pub fn suggest_moves(
        &self,
        who: &Person,
        venue: &Venue,
        which: Which,
        typed: &str,
    ) -> Result<Vec<Suggestion>, Failure> {
        autocomplete::suggest_moves(&self.reader(), who, venue, which, typed)
    }

    /// Continuations of the lines of a premove that was typed so far.
    ///
    /// # Errors
    /// When no game is meant, or the store fails.
    pub fn suggest_lines(
        &self,
        who: &Person,
        venue: &Venue,
        which: Which,
        typed: &str,
    ) -> Result<Vec<Suggestion>, Failure> {
        autocomplete::suggest_lines(&self.reader(), who, venue, which, typed)
    }

    /// The tournaments of this server that fit what was typed so far.
    ///
    /// # Errors
    /// When the store fails.
    pub fn suggest_tournaments(
        &self,
        venue: &Venue,
        typed: &str,
    ) -> Result<Vec<Suggestion>, Failure> {
        suggest::suggest_tournaments(&self.reader(), venue, typed)
    }

    /// The games in progress of a tournament that fit what was typed so far.
    ///
    /// # Errors
    /// When the store fails.
    pub fn suggest_pairings(
        &self,
        venue: &Venue,
        which: Option<TournamentId>,
        typed: &str,
    ) -> Result<Vec<Suggestion>, Failure> {
        suggest::suggest_pairings(&self.reader(), venue, which, typed)
    }

    /// The person's games that fit what was typed so far.
    ///
    /// # Errors
    /// When the store fails.
    pub fn suggest_games(
        &self,
        who: &Person,
        venue: &Venue,
        typed: &str,
    ) -> Result<Vec<Suggestion>, Failure> {
        autocomplete::suggest_games(&self.reader(), who, venue, typed)
    }

    /// The finished games that fit what was typed so far, for `/replay` and `/analyze`. Only who asks, and where, counts of the
    /// request.
    ///
    /// # Errors
    /// When the store fails.
    pub fn suggest_finished(
        &self,
        request: &Request,
        typed: &str,
    ) -> Result<Vec<Suggestion>, Failure> {
        autocomplete::suggest_finished(&self.reader(), request, typed)
    }

    /// The games of others in progress that fit what was typed so far, for `/watch`. Only who asks, and where, counts of the
    /// request.
    ///
    /// # Errors
    /// When the store fails.
    pub fn suggest_watchable(
        &self,
        request: &Request,
        typed: &str,
    ) -> Result<Vec<Suggestion>, Failure> {
        autocomplete::suggest_watchable(&self.reader(), request, typed)
    }
}
