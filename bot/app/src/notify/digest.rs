//! Digests: after a notice of an offer in a daily game, further offers wait a day and arrive in one message.

use rules_core::Color;
use text::{Text, msg};

use crate::context::failure::Result;
use crate::context::{Change, Ctx, Reader};
use crate::game::active_game::replayed;
use crate::messages;
use crate::model::ids::{Person, PlayerId};
use crate::model::key::{Index, Key};
use crate::model::moment::{Span, Timestamp};
use crate::model::record::{Digest, GameRecord, PersonRecord, Pings, Record};
use crate::protocol::card::Card;
use crate::protocol::effect::{Answer, Effect};
use crate::protocol::notice::{Delivery, Notice, OfferStep, Tell, Told};
use crate::settings::effective;
use crate::store::{Page, Write};

/// Removes from a change the notices of offers in daily games to people who got one within the last day.
pub(crate) fn defer_offers(ctx: &Ctx<'_>, change: &mut Change) -> Result<()> {
    let mut kept = Vec::new();
    for effect in std::mem::take(&mut change.effects) {
        let waits = match &effect {
            Effect::Tell(tell) if is_daily_offer(&change.writes, tell) => defer(ctx, change, tell)?,
            _ => false,
        };
        if !waits {
            kept.push(effect);
        }
    }
    change.effects = kept;
    Ok(())
}

fn is_daily_offer(writes: &[Write], tell: &Tell) -> bool {
    let is_daily = |record: &Record| match record {
        Record::Game(game) => game.clock.is_some() && !game.time.is_live(),
        _ => false,
    };
    matches!(tell.notice, Notice::Offer { .. })
        && writes.iter().any(|write| is_daily(&write.record))
}

fn player(writes: &[Write], id: &PlayerId) -> Option<Person> {
    let games = writes.iter().filter_map(|write| match &write.record {
        Record::Game(game) => Some(game),
        _ => None,
    });
    let mut people = games.flat_map(GameRecord::people);
    people.find(|person| person.id == *id).cloned()
}

/// Starts a day with this notice, or defers it to the end of the current day; returns whether it was deferred.
fn defer(ctx: &Ctx<'_>, change: &mut Change, tell: &Tell) -> Result<bool> {
    let now = ctx.moment.now;
    let Some(person) = player(&change.writes, &tell.to) else {
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
            let until = now.plus(Span::days(1));
            *digest = Some(Digest {
                until,
                waiting: false,
            });
            false
        }
    };
    change.writes.push(record.write());
    Ok(waits)
}

/// Sends a person's digest, if it is due.
pub(crate) fn send(ctx: &Ctx<'_>, id: &PlayerId) -> Result<Change> {
    let now = ctx.moment.now;
    let Some(mut record) = ctx.load::<PersonRecord>(Key::Person(id.clone()))? else {
        return Ok(Change::nothing(Answer::Seen));
    };
    match &mut record.value.digest {
        Some(day) if day.waiting && day.until <= now => {
            day.waiting = false;
            day.until = now.plus(Span::days(1));
        }
        _ => return Ok(Change::nothing(Answer::Seen)),
    }
    let notice = Notice::Digest { person: id.clone() };
    Ok(Change {
        writes: vec![record.write()],
        effects: vec![Effect::tell(id, notice)],
        ..Change::nothing(Answer::Seen)
    })
}

/// Returns the offers and refusals that are news in a person's daily games; `None` if there are none or they turned notices off. If
/// all these games are in one room, the digest can be posted there.
pub(crate) fn told(reader: &Reader<'_>, to: &PlayerId, now: Timestamp) -> Result<Option<Told>> {
    let rows = reader.list(
        &Index::OngoingOf(to.clone()),
        Page::last(reader.limits.games),
    )?;
    reader.foresee_rows(&rows);
    let mut lines = Text::default();
    let mut venues = Vec::new();
    for (_, key) in rows {
        let Key::Game(id) = key else { continue };
        let record = reader.game(id)?.value;
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
    let settings = effective::effective_settings(reader, Some(to), server)?;
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
        let (offer, is_answer) = match step {
            OfferStep::DrawOffered => (self.draw_offer, false),
            OfferStep::DrawDeclined => (self.draw_offer, true),
            OfferStep::TakebackAsked => (self.take_back_offer, false),
            OfferStep::TakebackDeclined => (self.take_back_offer, true),
        };
        self.result.is_none()
            && offer.is_some_and(|offer| {
                if is_answer {
                    offer.by == side && offer.declined
                } else {
                    offer.is_open_to(side)
                }
            })
    }
}
