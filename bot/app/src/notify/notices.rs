//! Notices: something that one person is told once, by themselves.
//!
//! A stored notice says what it is about, never in which words: [`App::told`] finds these when it is sent, and finds nothing
//! if by then there is nothing to tell.

use rules_core::Color;
use text::Text;

use crate::context::Reader;
use crate::context::failure::Failure;
use crate::game::active_game::replayed;
use crate::game::watch;
use crate::messages;
use crate::model::effective_settings::Why;
use crate::model::moment::Timestamp;
use crate::model::record::{GameRecord, Pings, Seat};
use crate::people::vacation;
use crate::protocol::action::Action;
use crate::protocol::card::{Button, ButtonStyle, Card};
use crate::protocol::notice::{Notice, Tell, Told};
use crate::protocol::refusal::Refusal;
use crate::settings::effective;
use crate::tournament::availability;

/// What a notice says now; nothing if it is out of date, or unwanted.
///
/// # Errors
/// When the store fails.
pub(crate) fn told(
    reader: &Reader<'_>,
    tell: &Tell,
    now: Timestamp,
) -> Result<Option<Told>, Failure> {
    let (id, at) = match tell.notice {
        Notice::YourTurn { game, ply }
        | Notice::Watched { game, ply }
        | Notice::TimeRunsOut { game, ply } => (game, Some(ply)),
        Notice::RoundBegins { game } => (game, Some(0)),
        Notice::CannotShow { game } | Notice::Away { game, .. } | Notice::Back { game } => {
            (game, None)
        }
        Notice::TournamentStopped { tournament } => {
            return availability::told_stopped(reader, tournament);
        }
    };
    let record = match reader.game(id) {
        Ok(loaded) => loaded.value,
        Err(Failure::Refused(Refusal::NoSuchGame(_))) => return Ok(None),
        Err(failure) => return Err(failure),
    };
    if let Notice::Watched { ply, .. } = tell.notice {
        return watch::told_watcher(reader, tell, &record, ply);
    }
    let outdated = at.is_some_and(|ply| record.result.is_some() || record.ply() != ply);
    let Some(side) = record.side_of(&tell.to).filter(|_| !outdated) else {
        return Ok(None);
    };
    let in_force = effective::in_force(reader, Some(&tell.to), record.venue.server.as_ref())?;
    let opponent = &record.seats[!side];
    let (text, room) = match tell.notice {
        Notice::YourTurn { .. } => {
            let text = messages::your_turn(&record, opponent, &replayed(&record)?);
            (text, true)
        }
        Notice::TimeRunsOut { .. } => match record.flag() {
            Some(flag) if in_force.reminders().0 => {
                (messages::time_runs_out(&record, opponent, flag), true)
            }
            _ => return Ok(None),
        },
        Notice::RoundBegins { .. } => (messages::round_begins(&record, side), true),
        Notice::Away { .. } | Notice::Back { .. } => {
            match told_vacation(reader, &record, opponent, &tell.notice, now)? {
                Some(text) => (text, true),
                None => return Ok(None),
            }
        }
        // Those who follow a game do not play it, and a tournament is no game.
        Notice::Watched { .. } | Notice::TournamentStopped { .. } => return Ok(None),
        Notice::CannotShow { .. } => (messages::cannot_show(&record, opponent), false),
    };
    let card = Card {
        controls: vec![controls(&record, side)],
        ..Card::words(text)
    };
    Ok(Some(Told {
        card,
        // In a server's quiet hours nobody is called there.
        room: (room && !in_force.is_quiet(now)).then(|| record.venue.clone()),
        // What concerns one person alone comes by direct message, unless they chose to be called.
        room_first: in_force.pings() == (Pings::Mention, Why::Yours),
    }))
}

/// What is told of an opponent's vacation, if it still stands as it did.
fn told_vacation(
    reader: &Reader<'_>,
    record: &GameRecord,
    opponent: &Seat,
    notice: &Notice,
    now: Timestamp,
) -> Result<Option<Text>, Failure> {
    let Some(person) = opponent.person().filter(|_| record.result.is_none()) else {
        return Ok(None);
    };
    let away = vacation::away_until(reader, &person.id, now)?;
    Ok(match notice {
        Notice::Away { until, .. } if away == Some(*until) => {
            Some(messages::away(record, opponent, *until))
        }
        Notice::Back { .. } if away.is_none() => Some(messages::back(record, opponent)),
        _ => None,
    })
}

fn controls(record: &GameRecord, side: Color) -> Vec<Button> {
    let mut row = Vec::new();
    if record.result.is_none() && record.turn() == side {
        row.push(Button {
            label: "Move".into(),
            style: ButtonStyle::Primary,
            action: Action::Panel(record.id, record.ply()),
        });
    }
    row.push(Button {
        label: "Show the board".into(),
        style: ButtonStyle::Plain,
        action: Action::Board(record.id),
    });
    row
}
