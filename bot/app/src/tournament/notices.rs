//! Notices about tournaments.

use text::{Message, Part, Text, msg};

use crate::context::{Reader, Result};
use crate::messages;
use crate::model::{Key, PlayerId, Timestamp, TournamentId, TournamentRecord};
use crate::people::blocking;
use crate::protocol::{Action, Button, Card, Delivery, NotAwarded, Notice, Tell, Told};
use crate::tournament::{invitations, message};

/// The message of a notice about a tournament; `None` if it is out of date.
pub(crate) fn told(
    reader: &Reader<'_>,
    tell: &Tell,
    id: TournamentId,
    now: Timestamp,
) -> Result<Option<Told>> {
    let Some(record) = reader.value::<TournamentRecord>(Key::Tournament(id))? else {
        return Ok(None);
    };
    let (card, person) = match &tell.notice {
        Notice::Tournament { .. } => (news(reader, &record)?, None),
        Notice::Withdrawn { .. } => (withdrawn(&record, &tell.to), Some(&tell.to)),
        Notice::Invited { .. } => (invited(reader, &record, &tell.to)?, Some(&tell.to)),
        to_organizer => {
            let words = words(&record, to_organizer);
            return Ok(words.map(|words| Told::privately(Card::words(words))));
        }
    };
    let Some(card) = card else { return Ok(None) };
    let settings = reader.settings(person, record.venue.server.as_ref())?;
    Ok(Some(Told {
        card,
        room: (!settings.is_quiet(now)).then_some(record.venue),
        board: None,
        delivery: Delivery::of(&settings),
    }))
}

/// A notice to the organizer in words.
fn words(record: &TournamentRecord, notice: &Notice) -> Option<Message> {
    let name = record.plan.name.as_str();
    match notice {
        Notice::NotAwarded { why, .. } => Some(match why {
            NotAwarded::Forbidden => msg!("notice-award-forbidden", name),
            NotAwarded::NoRole => msg!("notice-award-no-role", name),
            NotAwarded::Left(player) => {
                let winner = record.entry_of(player)?.seat.name();
                msg!("notice-award-left", name, winner)
            }
        }),
        Notice::NotScheduled { why, .. } => Some(messages::not_scheduled(name, *why)),
        Notice::TournamentStopped { .. } if record.lost => Some(msg!(
            "tournament-stopped",
            room = Part::Room(record.venue.room.clone()),
            name,
            code = record.id.to_string()
        )),
        Notice::BlockedPairing { round, .. } if !record.is_over() => {
            Some(msg!("notice-blocked-pairing", name, round = *round))
        }
        _ => None,
    }
}

/// The message to a person who prefers direct ones; `None` if there is no news for them now.
fn news(reader: &Reader<'_>, record: &TournamentRecord) -> Result<Option<Card>> {
    if !record.is_over() && (!record.reminded || record.has_begun()) {
        return Ok(None);
    }
    let shown = message::show_tournament(reader, record.id)?.card;
    let place = msg!("tournament-in", room = &record.venue.room);
    Ok(Some(Card {
        attachments: shown.attachments,
        ..Card::words(Text::from(place).line(shown.text))
    }))
}

/// The message to a player who missed a game; `None` if they are back or the tournament is over.
fn withdrawn(record: &TournamentRecord, player: &PlayerId) -> Option<Card> {
    let entry = record.entry_of(player)?;
    if record.is_over() || !entry.withdrawn || entry.gone {
        return None;
    }
    let join = || Button::success(msg!("button-join"), Action::Join(record.id));
    let join = record.arena.is_some().then(join);
    Some(Card::with_buttons(messages::withdrawn(record), join))
}

/// The message to an invited person; `None` if they can no longer accept.
fn invited(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    player: &PlayerId,
) -> Result<Option<Card>> {
    let Ok(invitation) = invitations::open_invitation(record, player) else {
        return Ok(None);
    };
    let by = &invitation.by;
    if blocking::has_blocked(reader, &by.id, player)?
        || blocking::has_blocked(reader, player, &by.id)?
    {
        return Ok(None);
    }
    let out = invitation.out.as_ref();
    let out = out.and_then(|out| Some(record.entry_of(out)?.seat.name()));
    let (accept, decline) = (
        Action::AcceptInvitation(record.id),
        Action::DeclineInvitation(record.id),
    );
    let row = [
        Button::success(msg!("button-accept-invitation"), accept),
        Button::plain(msg!("button-decline-invitation"), decline),
    ];
    let text = messages::invited(record, by, out);
    Ok(Some(Card::with_buttons(text, row)))
}
