//! Notices: messages that one person gets once.
//!
//! A stored notice holds its subject, not its words. [`App::told`](crate::App::told) finds the words when it is sent, or `None`
//! if it is out of date by then.

use rules_core::Color;
use text::{Text, msg};

use crate::context::Reader;
use crate::context::failure::Result;
use crate::game::active_game::replayed;
use crate::game::{message, watch};
use crate::messages;
use crate::model::ids::GameId;
use crate::model::key::Key;
use crate::model::moment::Timestamp;
use crate::model::record::{BoardId, GameRecord, Pings, Seat};
use crate::notify::digest;
use crate::people::{accounts, vacation};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, Card};
use crate::protocol::notice::{Delivery, Notice, Tell, Told};
use crate::settings::effective;
use crate::tournament::{
    self, availability, award, blocked_pairs, invitations, server_event, signup,
};

/// The message of a notice; `None` if it is out of date or unwanted.
pub(crate) fn told(reader: &Reader<'_>, tell: &Tell, now: Timestamp) -> Result<Option<Told>> {
    match told_first(reader, tell, now)? {
        Some(told) => Ok(Some(Told {
            card: accounts::card_on(reader, tell.to.platform(), told.card)?,
            ..told
        })),
        None => Ok(None),
    }
}

/// Words a notice, with people named by their main accounts.
fn told_first(reader: &Reader<'_>, tell: &Tell, now: Timestamp) -> Result<Option<Told>> {
    reader.foresee([tell.notice.subject()]);
    let first = accounts::first_of(reader, &tell.to)?;
    let tell = &Tell {
        to: first.unwrap_or_else(|| tell.to.clone()),
        notice: tell.notice.clone(),
    };
    match tell.notice {
        Notice::NotAwarded {
            tournament,
            ref why,
        } => award::told(reader, tournament, why),
        Notice::NotScheduled { tournament, why } => server_event::told(reader, tournament, why),
        Notice::Digest { .. } => digest::told(reader, &tell.to, now),
        Notice::Tournament { tournament } => tournament::message::told(reader, tournament, now),
        Notice::TournamentStopped { tournament } => availability::told_stopped(reader, tournament),
        Notice::Withdrawn { tournament } => signup::told_withdrawn(reader, tell, tournament, now),
        Notice::Invited { tournament } => {
            invitations::told_invited(reader, &tell.to, tournament, now)
        }
        Notice::BlockedPairing { tournament, round } => {
            blocked_pairs::told_blocked_pairing(reader, tournament, round)
        }
        Notice::Watched { game, ply } => match find_game(reader, game)? {
            Some(record) => watch::told_watcher(reader, tell, &record, ply, now),
            None => Ok(None),
        },
        Notice::YourTurn { game, .. }
        | Notice::TimeRunsOut { game, .. }
        | Notice::Offer { game, .. }
        | Notice::RoundBegins { game }
        | Notice::CannotShow { game }
        | Notice::Away { game, .. }
        | Notice::Back { game } => match find_game(reader, game)? {
            Some(record) => told_player(reader, tell, &record, now),
            None => Ok(None),
        },
    }
}

fn find_game(reader: &Reader<'_>, id: GameId) -> Result<Option<GameRecord>> {
    Ok(reader.load(Key::Game(id))?.map(|loaded| loaded.value))
}

/// The message of a notice to a player of a game.
fn told_player(
    reader: &Reader<'_>,
    tell: &Tell,
    record: &GameRecord,
    now: Timestamp,
) -> Result<Option<Told>> {
    let Some(side) = record.side_of(&tell.to) else {
        return Ok(None);
    };
    reader.foresee_players(record);
    let place = record.site_of(side);
    let server = record.venue_at(place).server.as_ref();
    let settings = effective::effective_settings(reader, Some(&tell.to), server)?;
    let opponent = &record.seats[!side];
    let is_current = |ply| record.result.is_none() && record.ply() == ply;
    let text = match tell.notice {
        Notice::YourTurn { ply, .. } if is_current(ply) => {
            Some(messages::your_turn(record, opponent, &replayed(record)?))
        }
        Notice::YourTurn { .. } if record.is_unseen_at(place) => {
            let done = record.result.as_ref();
            let done = done.map(|result| messages::result_line(record, result));
            done.map(|done| messages::done_elsewhere(record, side, done))
        }
        Notice::Offer { ply, step, .. } if is_current(ply) && record.is_current(step, side) => {
            Some(messages::offer(record, &replayed(record)?, !side, step))
        }
        Notice::RoundBegins { .. } if is_current(0) => Some(messages::round_started(record, side)),
        Notice::TimeRunsOut { ply, .. } if is_current(ply) && settings.reminders() => {
            let flag = record.flag();
            flag.map(|flag| messages::time_running_out(record, opponent, flag))
        }
        Notice::Away { .. } | Notice::Back { .. } => {
            vacation_text(reader, record, opponent, &tell.notice, now)?
        }
        Notice::CannotShow { .. } => Some(messages::board_not_posted(record, opponent)),
        _ => None,
    };
    let Some(text) = text else { return Ok(None) };
    let is_offer = matches!(tell.notice, Notice::Offer { .. });
    let is_quiet = settings.is_quiet(now);
    let delivery = match settings.pings() {
        Pings::None if is_offer => Delivery::Unmentioned,
        _ if is_offer && is_quiet => Delivery::Quiet,
        Pings::Mention if is_offer => Delivery::Mention,
        _ => Delivery::of(&settings),
    };
    let mut controls = match record.open_offer() {
        Some(offer) if is_offer && offer.by() != side => message::answer_buttons(record, offer),
        _ if is_offer => Vec::new(),
        _ => move_button(record, side).into_iter().collect(),
    };
    // A message that replies to the board needs no button for it.
    if !is_offer || delivery == Delivery::Direct {
        let action = Action::Board(record.id);
        let label = msg!("button-notice-board");
        controls.push(Button::plain(label, action));
    }
    let can_post = !matches!(tell.notice, Notice::CannotShow { .. }) && !record.is_unseen_at(place);
    let room = can_post && (is_offer || !is_quiet);
    Ok(Some(Told {
        card: Card::with_buttons(text, controls),
        room: room.then(|| record.venue_at(place).clone()),
        board: Some(BoardId {
            game: record.id,
            site: place,
        }),
        delivery,
    }))
}

/// The words about an opponent's vacation, if it has not changed since.
fn vacation_text(
    reader: &Reader<'_>,
    record: &GameRecord,
    opponent: &Seat,
    notice: &Notice,
    now: Timestamp,
) -> Result<Option<Text>> {
    let Some(person) = opponent.person().filter(|_| record.result.is_none()) else {
        return Ok(None);
    };
    let away = vacation::away_until(reader, &person.id, now)?;
    Ok(match notice {
        Notice::Away { until, .. } if away == Some(*until) => {
            Some(messages::opponent_away(record, opponent, *until))
        }
        Notice::Back { .. } if away.is_none() => Some(messages::opponent_back(record, opponent)),
        _ => None,
    })
}

fn move_button(record: &GameRecord, side: Color) -> Option<Button> {
    let is_turn = record.result.is_none() && record.turn() == side;
    let action = Action::Panel(record.id, record.ply());
    is_turn.then(|| Button::primary(msg!("button-notice-move"), action))
}
