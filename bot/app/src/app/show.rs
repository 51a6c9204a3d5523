//! Messages from the stored state: of subjects, notices, announcements, forms; and suggestions for an option that is being typed
//! into.

use rules_core::{Game, Move};
use text::Text;

use crate::app::App;
use crate::challenge::message::challenge_card;
use crate::context::{Failure, Reader, Result, refuse_if};
use crate::game::message::{card_at, sole_side};
use crate::game::{active_game, autocomplete, hint, moves, placement};
use crate::lesson::daily;
use crate::messages;
use crate::model::{BoardId, GameId, Key, Person, PlayerId, Seat, Timestamp, TournamentRecord};
use crate::notify::{announcements, notices};
use crate::people::accounts;
use crate::protocol::{
    Action, Announce, Card, Modal, Refusal, Request, Schedule, Shown, Subject, Suggestion, Tell,
    Told, TournamentRefusal, WantedEvent,
};
use crate::settings::replaced_rooms;
use crate::spec::{Completion, Games};
use crate::tournament::{message, server_event, suggest};

impl App {
    /// The message about a subject as it should look now; `None` if there is no such subject.
    pub fn show(&self, subject: Subject) -> Result<Option<Shown>> {
        let reader = &self.reader();
        let shown = match subject {
            Subject::Game(_) | Subject::GameElsewhere(_) => {
                let board = subject.board();
                board.map(|board| show_board(reader, board)).transpose()
            }
            Subject::Challenge(id) => reader.challenge(id).and_then(|loaded| {
                let card = challenge_card(reader, &loaded.value)?;
                let shown = Shown::of_card(loaded.version, loaded.value.venue, card);
                Ok(Some(shown))
            }),
            Subject::Tournament(id) => message::show_tournament(reader, id).map(Some),
            Subject::Daily(id) => daily::shown(reader, id),
        };
        match shown {
            Ok(shown) => shown.map(|shown| addressed(reader, shown)).transpose(),
            Err(Failure::Refused(
                Refusal::NoSuchGame(_)
                | Refusal::NoSuchChallenge(_)
                | Refusal::Tournament(TournamentRefusal::Unknown),
            )) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// The text left of a message that showed a board after `ply` half-moves; `None` if the game has fewer by now.
    pub fn retired_at(&self, board: impl Into<BoardId>, ply: u32) -> Result<Option<Text>> {
        let (reader, board) = (&self.reader(), board.into());
        let record = reader.game(board.game)?.value;
        let mut game = active_game::replayed(&record)?;
        for _ in ply..record.ply() {
            game.undo();
        }
        if ply > record.ply() {
            return Ok(None);
        }
        let platform = record.venue_at(board.site).room.platform();
        let text = messages::retired_board(&record, &game);
        accounts::text_on(reader, platform, text).map(Some)
    }

    /// The message for a notice to one person; `None` if it is no longer worth sending.
    pub fn told(&self, tell: &Tell, now: Timestamp) -> Result<Option<Told>> {
        notices::told(&self.reader(), tell, now)
    }

    /// The message for an announcement; `None` if there is nothing left to announce.
    pub fn announced(&self, announce: &Announce) -> Result<Option<Card>> {
        let (reader, platform) = (&self.reader(), announce.room.platform());
        let card = announcements::announced(reader, announce)?;
        card.map(|card| accounts::card_on(reader, platform, card))
            .transpose()
    }

    /// The answer to `/analyze` of a position: the engine's verdict and line.
    pub fn studied(&self, who: &Person, game: Game, verdict: &str, line: &[Move]) -> Result<Card> {
        let reader = &self.reader();
        let who = accounts::first_person(reader, who)?;
        hint::studied(reader, &who, game, verdict, line)
    }

    /// The form that an action opens, if it opens one.
    pub fn form(&self, who: &Person, action: Action) -> Result<Option<Modal>> {
        match action {
            Action::WriteMove(game, _) => {
                let reader = &self.reader();
                reader.foresee([Key::Game(game)]);
                let who = accounts::first_person(reader, who)?;
                moves::move_form(reader, &who, game).map(Some)
            }
            Action::EditPlan(id, part) => {
                let key = Key::Tournament(id);
                let record = self.reader().value::<TournamentRecord>(key)?;
                Ok(messages::plan_form(
                    part,
                    record.map(|record| record.plan.format),
                ))
            }
            _ => Ok(messages::form(action)),
        }
    }

    /// Whether an account's owner plays a game.
    pub fn plays(&self, player: &PlayerId, game: GameId) -> Result<bool> {
        let reader = &self.reader();
        let first = accounts::first_of(reader, player)?;
        Ok(reader.game(game)?.value.side_of(&first).is_some())
    }

    /// A tournament's event as it should be now; `None` if there is no such tournament, or no server.
    pub fn wanted_event(&self, schedule: Schedule) -> Result<Option<WantedEvent>> {
        server_event::wanted_event(&self.reader(), schedule)
    }

    /// The players to mention in a board's new thread, so that they are members of it.
    pub fn called_into_thread(
        &self,
        board: impl Into<BoardId>,
        now: Timestamp,
    ) -> Result<Vec<PlayerId>> {
        let (reader, board) = (&self.reader(), board.into());
        let mut called = placement::called_into_thread(reader, board, now)?;
        let game = reader.game(board.game)?.value;
        let platform = game.venue_at(board.site).room.platform();
        accounts::address(reader, platform, &mut called)?;
        Ok(called)
    }

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

fn show_board(reader: &Reader<'_>, board: BoardId) -> Result<Shown> {
    let BoardId { game: id, site } = board;
    let loaded = reader.game(id)?;
    let record = loaded.value;
    let is_there = record.sites().any(|shown| shown == site);
    refuse_if(!is_there, Refusal::NoSuchGame(id))?;
    let game = active_game::replayed(&record)?;
    let player = sole_side(&record).filter(|_| record.result.is_none());
    let player = player.and_then(|side| record.seats[side].person());
    Ok(Shown {
        version: record.board_version(loaded.version),
        venue: record.venue_at(site).clone(),
        is_engines_turn: record.result.is_none()
            && matches!(record.seats[game.turn()], Seat::Engine(_)),
        player: player.map(|person| person.id.clone()),
        unseen: record.is_unseen_at(site),
        thread: record.thread_to_open(site),
        after: Vec::new(),
        former: None,
        retired: messages::retired_board(&record, &game),
        card: card_at(reader, &record, site, game, None)?,
    })
}

/// The message in the room that is there by now, with people named by their accounts on its platform.
fn addressed(reader: &Reader<'_>, shown: Shown) -> Result<Shown> {
    let venue = replaced_rooms::present(reader, &shown.venue)?;
    let platform = venue.room.platform();
    let text = |text| accounts::text_on(reader, platform, text);
    let mut player = shown.player;
    accounts::address(reader, platform, &mut player)?;
    Ok(Shown {
        venue,
        player,
        card: accounts::card_on(reader, platform, shown.card)?,
        retired: text(shown.retired)?,
        former: shown.former.map(text).transpose()?,
        ..shown
    })
}
