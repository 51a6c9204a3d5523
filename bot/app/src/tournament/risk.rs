//! Confirmations of irreversible commands. A confirmation holds for the state that it describes; after a change, the bot asks
//! again.

use text::{Text, msg};

use crate::context::{Change, Ctx, Reader, Result, refuse_if};
use crate::messages;
use crate::model::{Format, Person, Record, Seat, Stage, TournamentRecord, stamp};
use crate::protocol::{
    Action, Button, Card, OrganizerPage, Risk, TournamentCommand, TournamentRefusal,
};
use crate::tournament::{PendingChange, corrections, manage, records, rounds};

/// Number of players from which a start needs no confirmation.
const ENOUGH: usize = 4;

/// Runs a command, or asks for confirmation first.
pub(crate) fn ask(
    ctx: &Ctx<'_>,
    pending: PendingChange,
    who: &Person,
    risk: Risk,
) -> Result<Change> {
    if risk == Risk::Start && !is_small(&pending.record) {
        return start(ctx, pending, who);
    }
    asked(ctx, &pending.record, risk, Text::default())
}

/// Runs a confirmed command; asks again if the state has changed since the stamp.
pub(crate) fn sure(
    ctx: &Ctx<'_>,
    pending: PendingChange,
    who: &Person,
    risk: Risk,
    stamp: u32,
) -> Result<Change> {
    if stamp_of(ctx, &pending.record, risk)? != stamp {
        return asked(ctx, &pending.record, risk, msg!("ask-again").into());
    }
    match risk {
        Risk::Start => start(ctx, pending, who),
        Risk::Cancel => corrections::organize(ctx, pending, who, &TournamentCommand::Cancel),
        Risk::Replay(game) => corrections::replay(ctx, pending, who, game),
        Risk::Remove(seed) => {
            let entry = pending.record.entry(seed);
            let entry = entry.ok_or(TournamentRefusal::PlayerNotEntered)?;
            let remove = TournamentCommand::Remove(entry.seat.clone());
            corrections::organize(ctx, pending, who, &remove)
        }
    }
}

/// Starts it; the answer is the organizer's card.
fn start(ctx: &Ctx<'_>, pending: PendingChange, who: &Person) -> Result<Change> {
    let mut change = rounds::start(ctx, pending, Some(who))?;
    let started = change.writes.iter().find_map(|write| match &write.record {
        Record::Tournament(record) => Some(manage::answered(record, msg!("tournament-started"))),
        _ => None,
    });
    change.answer = started.unwrap_or(change.answer);
    Ok(change)
}

fn asked(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    risk: Risk,
    intro: Text,
) -> Result<Change> {
    let stamp = stamp_of(reader, record, risk)?;
    let (question, label) = match risk {
        Risk::Start => {
            records::must_be_open(record)?;
            refuse_if(record.present().count() < 2, TournamentRefusal::TooFew)?;
            (messages::ask_start(record), msg!("button-sure-start"))
        }
        Risk::Cancel => {
            let games = if record.has_begun() {
                records::open_games(reader, record)?.len()
            } else {
                0
            };
            let question = messages::ask_cancel(record, games);
            (question, msg!("button-sure-cancel"))
        }
        Risk::Replay(id) => {
            let (.., game) = records::board_of(reader, record, id)?;
            let question = messages::ask_replay(&game.value);
            (question, msg!("button-sure-replay"))
        }
        Risk::Remove(seed) => {
            let entry = record.entry(seed).filter(|entry| !entry.withdrawn);
            let entry = entry.ok_or(TournamentRefusal::PlayerNotEntered)?;
            let question = messages::ask_remove(record, &entry.seat);
            (question, msg!("button-sure-remove"))
        }
    };
    let back = Action::Manage(record.id, OrganizerPage::Front);
    let row = [
        Button::danger(label, Action::Sure(record.id, risk, stamp)),
        Button::plain(msg!("button-settings-back"), back),
    ];
    Ok(Change::aside(Card::with_buttons(intro.line(question), row)))
}

/// Fingerprints the state that a confirmation depends on.
fn stamp_of(reader: &Reader<'_>, record: &TournamentRecord, risk: Risk) -> Result<u32> {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Ok(match risk {
        Risk::Start => count(record.present().count()),
        Risk::Cancel => match record.stage {
            Stage::Open => 0,
            // An arena pairs all the time.
            _ if record.arena.is_some() => 1,
            _ => record.rounds.into(),
        },
        Risk::Replay(id) => {
            let (.., game) = records::board_of(reader, record, id)?;
            game.value.result.is_some().into()
        }
        Risk::Remove(seed) => {
            let entry = record.entry(seed);
            let entry = entry.ok_or(TournamentRefusal::PlayerNotEntered)?;
            match &entry.seat {
                Seat::Person(person) => stamp(person.id.as_str()),
                Seat::Engine(_) => stamp(&entry.seat.name()),
            }
        }
    })
}

/// Whether a start could be a mistake: there are few players, or too few for all rounds.
fn is_small(record: &TournamentRecord) -> bool {
    let is_short = |rounds| record.is_too_small_for(rounds);
    record.present().count() < ENOUGH
        || matches!(record.plan.format, Format::Swiss { rounds } if is_short(rounds))
}
