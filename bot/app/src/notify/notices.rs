//! Notices: messages that one person gets once.
//!
//! A stored notice holds its subject, not its words. [`App::told`](crate::App::told) finds the words when it is sent, or `None`
//! if it is out of date by then. After a notice of an offer in a daily game, further offers wait a day and arrive in one message,
//! the digest.

use rules_core::Color;
use text::{Text, msg};

use crate::context::{Change, Ctx, Reader, Result};
use crate::game::active_game::replayed;
use crate::game::{message, watch};
use crate::messages;
use crate::model::{
    BoardId, Digest, GameRecord, Index, Key, Offer, PersonRecord, Pings, PlayerId, Seat, Span,
    Timestamp,
};
use crate::people::{accounts, vacation};
use crate::protocol::{
    Action, Answer, Button, Card, Delivery, Effect, Notice, OfferStep, Tell, Told,
};
use crate::store::Page;
use crate::tournament;

/// The message of a notice; `None` if it is out of date or unwanted.
pub(crate) fn told(reader: &Reader<'_>, tell: &Tell, now: Timestamp) -> Result<Option<Told>> {
    let Some(told) = told_first(reader, tell, now)? else {
        return Ok(None);
    };
    let card = accounts::card_on(reader, tell.to.platform(), told.card)?;
    Ok(Some(Told { card, ..told }))
}

/// Words a notice, with people named by their main accounts.
fn told_first(reader: &Reader<'_>, tell: &Tell, now: Timestamp) -> Result<Option<Told>> {
    reader.foresee([tell.notice.subject()]);
    let tell = &Tell {
        to: accounts::first_of(reader, &tell.to)?,
        notice: tell.notice.clone(),
    };
    let key = tell.notice.subject();
    if let Key::Tournament(id) = key {
        return tournament::notices::told(reader, tell, id, now);
    }
    if let Notice::Digest { .. } = tell.notice {
        return told_digest(reader, &tell.to, now);
    }
    let Some(record) = reader.value::<GameRecord>(key)? else {
        return Ok(None);
    };
    match tell.notice {
        Notice::Watched { ply, .. } => watch::told_watcher(reader, &tell.to, &record, ply, now),
        _ => told_player(reader, tell, &record, now),
    }
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
    let settings = reader.settings(Some(&tell.to), server)?;
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
        _ if !is_offer && record.result.is_none() && record.turn() == side => {
            let panel = Action::Panel(record.id, record.ply());
            vec![Button::primary(msg!("button-notice-move"), panel)]
        }
        _ => Vec::new(),
    };
    // A message that replies to the board needs no button for it.
    if !is_offer || delivery == Delivery::Direct {
        let board = Action::Board(record.id);
        controls.push(Button::plain(msg!("button-notice-board"), board));
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

/// Removes from a change the notices of offers in daily games to people who got one within the last day.
pub(crate) fn defer_offers(ctx: &Ctx<'_>, change: &mut Change) -> Result<()> {
    let is_daily = |game: &GameRecord| game.clock.is_some() && !game.time.is_live();
    let is_daily = change.games().any(is_daily);
    let mut kept = Vec::new();
    for effect in std::mem::take(&mut change.effects) {
        let waits = match &effect {
            Effect::Tell(tell) if is_daily && matches!(tell.notice, Notice::Offer { .. }) => {
                defer(ctx, change, tell)?
            }
            _ => false,
        };
        if !waits {
            kept.push(effect);
        }
    }
    change.effects = kept;
    Ok(())
}

/// Starts a day with this notice, or defers it to the end of the current day; returns whether it was deferred.
fn defer(ctx: &Ctx<'_>, change: &mut Change, tell: &Tell) -> Result<bool> {
    let now = ctx.moment.now;
    let player = |game: &GameRecord| game.seats[game.side_of(&tell.to)?].person().cloned();
    let Some(person) = change.games().find_map(player) else {
        return Ok(false);
    };
    let mut record = ctx.person(&person)?;
    let digest = &mut record.value.digest;
    let waits = match digest {
        Some(day) if day.waiting => {
            // It may be sent before this commit, without this offer.
            ctx.hold(Key::Person(person.id), record.version);
            return Ok(true);
        }
        Some(day) if now < day.until => {
            day.waiting = true;
            true
        }
        _ => {
            *digest = Some(Digest {
                until: now.plus(Span::days(1)),
                waiting: false,
            });
            false
        }
    };
    change.writes.push(record.write());
    Ok(waits)
}

/// Sends a person's digest, if it is due.
pub(crate) fn send_digest(ctx: &Ctx<'_>, id: &PlayerId) -> Result<Change> {
    let now = ctx.moment.now;
    let mut change = Change::nothing(Answer::Seen);
    if let Some(mut record) = ctx.load::<PersonRecord>(Key::Person(id.clone()))?
        && let Some(day) = &mut record.value.digest
        && day.waiting
        && day.until <= now
    {
        day.waiting = false;
        day.until = now.plus(Span::days(1));
        let notice = Notice::Digest { person: id.clone() };
        change.effects.push(Effect::tell(id, notice));
        change.writes.push(record.write());
    }
    Ok(change)
}

/// Returns the offers and refusals that are news in a person's daily games; `None` if there are none or they turned notices off. If
/// all these games are in one room, the digest can be posted there.
fn told_digest(reader: &Reader<'_>, to: &PlayerId, now: Timestamp) -> Result<Option<Told>> {
    let ongoing = Index::OngoingOf(to.clone());
    let rows = reader.list(&ongoing, Page::last(reader.limits.games))?;
    let mut lines = Text::default();
    let mut venues = Vec::new();
    for record in reader.records::<GameRecord>(rows, usize::MAX) {
        let record = record?;
        let Some(side) = record.side_of(to).filter(|_| !record.time.is_live()) else {
            continue;
        };
        for &step in OfferStep::ALL {
            if record.is_current(step, side) {
                venues.push(record.venue_at(record.site_of(side)).clone());
                lines = lines.line(messages::offer(&record, &replayed(&record)?, !side, step));
            }
        }
    }
    venues.dedup();
    let room = match &venues[..] {
        [] => return Ok(None),
        [only] => Some(only.clone()),
        _ => None,
    };
    let server = room.as_ref().and_then(|venue| venue.server.as_ref());
    let settings = reader.settings(Some(to), server)?;
    let delivery = match settings.pings() {
        Pings::None => return Ok(None),
        _ if settings.is_quiet(now) => Delivery::Quiet,
        Pings::Mention => Delivery::Mention,
        Pings::Direct => Delivery::Direct,
    };
    let text = Text::from(msg!("notice-digest")).line(lines);
    Ok(Some(Told {
        room,
        delivery,
        ..Told::privately(Card::words(text))
    }))
}

impl GameRecord {
    /// Whether a step of the opponent is news for the player of this side: an open offer, or the answer to their own.
    pub(crate) fn is_current(&self, step: OfferStep, side: Color) -> bool {
        let is_open = |offer: Offer| offer.is_open_to(side);
        let is_declined = |offer: Offer| offer.by == side && offer.declined;
        self.result.is_none()
            && match step {
                OfferStep::DrawOffered => self.draw_offer.is_some_and(is_open),
                OfferStep::DrawDeclined => self.draw_offer.is_some_and(is_declined),
                OfferStep::TakebackAsked => self.take_back_offer.is_some_and(is_open),
                OfferStep::TakebackDeclined => self.take_back_offer.is_some_and(is_declined),
            }
    }
}
