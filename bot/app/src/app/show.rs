//! Messages from the stored state: of subjects, notices, announcements, forms.

use rules_core::{Game, Move};
use text::Text;

use crate::app::App;
use crate::challenge::message::challenge_card;
use crate::context::Reader;
use crate::context::failure::{Failure, Result};
use crate::game::active_game::replayed;
use crate::game::message::{board_card, sole_side};
use crate::game::{hint, moves, thread};
use crate::lesson::daily;
use crate::messages;
use crate::model::ids::{GameId, Person, PlayerId};
use crate::model::key::Key;
use crate::model::moment::Timestamp;
use crate::model::record::{BoardId, Seat, TournamentRecord};
use crate::notify::{announcements, notices};
use crate::people::accounts;
use crate::protocol::action::Action;
use crate::protocol::announcement::Announce;
use crate::protocol::card::{Card, Modal};
use crate::protocol::effect::Subject;
use crate::protocol::message::Shown;
use crate::protocol::notice::{Tell, Told};
use crate::protocol::refusal::{Refusal, TournamentRefusal};
use crate::protocol::server_event::{Schedule, WantedEvent};
use crate::settings::place;
use crate::tournament::{message, server_event};

impl App {
    /// The message about a subject as it should look now; `None` if there is no such subject.
    pub fn show(&self, subject: Subject) -> Result<Option<Shown>> {
        let reader = &self.reader();
        show(reader, subject)?
            .map(|shown| addressed(reader, shown))
            .transpose()
    }

    /// The text left of a message that showed a board after `ply` half-moves; `None` if the game has fewer by now.
    pub fn retired_at(&self, board: impl Into<BoardId>, ply: u32) -> Result<Option<Text>> {
        retired_at(&self.reader(), board.into(), ply)
    }

    /// The message for a notice to one person; `None` if it is no longer worth sending.
    pub fn told(&self, tell: &Tell, now: Timestamp) -> Result<Option<Told>> {
        notices::told(&self.reader(), tell, now)
    }

    /// The message for an announcement; `None` if there is nothing left to announce.
    pub fn announced(&self, announce: &Announce) -> Result<Option<Card>> {
        let reader = &self.reader();
        let card = announcements::announced(reader, announce)?;
        let platform = announce.room.platform();
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
                let record = self
                    .reader()
                    .load::<TournamentRecord>(Key::Tournament(id))?;
                let format = record.map(|record| record.value.plan.format);
                Ok(messages::plan_form(part, format))
            }
            _ => Ok(messages::form(action)),
        }
    }

    /// Whether an account's owner plays a game.
    pub fn plays(&self, player: &PlayerId, game: GameId) -> Result<bool> {
        let reader = &self.reader();
        let first = accounts::first_of(reader, player)?;
        let record = reader.game(game)?.value;
        Ok(record.side_of(first.as_ref().unwrap_or(player)).is_some())
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
        let mut called = thread::called_into_thread(reader, board, now)?;
        let game = reader.game(board.game)?.value;
        let platform = game.venue_at(board.site).room.platform();
        accounts::address(reader, platform, &mut called)?;
        Ok(called)
    }
}

fn show(reader: &Reader<'_>, subject: Subject) -> Result<Option<Shown>> {
    let shown = match subject {
        Subject::Game(_) | Subject::GameElsewhere(_) => match subject.board() {
            Some(board) => show_board(reader, board),
            None => return Ok(None),
        },
        Subject::Challenge(id) => reader.challenge(id).and_then(|loaded| {
            let card = challenge_card(reader, &loaded.value)?;
            Ok(Shown::of_card(loaded.version, loaded.value.venue, card))
        }),
        Subject::Tournament(id) => message::show_tournament(reader, id),
        Subject::Daily(id) => match daily::shown(reader, id)? {
            Some(shown) => Ok(shown),
            None => return Ok(None),
        },
    };
    match shown {
        Ok(shown) => Ok(Some(Shown {
            venue: place::present(reader, &shown.venue)?,
            ..shown
        })),
        Err(Failure::Refused(
            Refusal::NoSuchGame(_)
            | Refusal::NoSuchChallenge(_)
            | Refusal::Tournament(TournamentRefusal::Unknown),
        )) => Ok(None),
        Err(failure) => Err(failure),
    }
}

fn show_board(reader: &Reader<'_>, board: BoardId) -> Result<Shown> {
    let BoardId { game: id, site } = board;
    let loaded = reader.game(id)?;
    let record = loaded.value;
    if !record.sites().any(|shown| shown == site) {
        return Err(Refusal::NoSuchGame(id).into());
    }
    let game = replayed(&record)?;
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
        card: board_card(reader, &record, site, game)?,
    })
}

/// The message with people named by their accounts on the platform where it is posted.
fn addressed(reader: &Reader<'_>, shown: Shown) -> Result<Shown> {
    let platform = shown.venue.room.platform();
    let text = |text| accounts::text_on(reader, platform, text);
    let mut player = shown.player;
    accounts::address(reader, platform, &mut player)?;
    Ok(Shown {
        player,
        card: accounts::card_on(reader, platform, shown.card)?,
        retired: text(shown.retired)?,
        former: shown.former.map(text).transpose()?,
        ..shown
    })
}

fn retired_at(reader: &Reader<'_>, board: BoardId, ply: u32) -> Result<Option<Text>> {
    let record = reader.game(board.game)?.value;
    let mut game = replayed(&record)?;
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
