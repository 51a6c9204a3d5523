//! What people see of a tournament: its message, their own opponents, the audit.

use pairing::Seed;
use pairing::swiss::{self, Request};
use rules_core::Color;

use super::TournamentCommand;
use super::next::history_of;
use super::pictures::Album;
use super::viewing::{view_card, views, views_after};
use crate::app::{App, Change};
use crate::command::Press;
use crate::effect::{Answer, Card, Control, Look};
use crate::ids::{Person, TournamentId};
use crate::record::{AuditId, AuditRecord, Format, RoundRecord, Stage, TournamentRecord};
use crate::refusal::{Failure, TournamentRefusal};
use crate::say;
use crate::showing::Shown;
use crate::store::{Key, Store};

/// Lines of the audit that are shown.
const AUDIT: u32 = 20;

impl<S: Store> App<S> {
    /// The tournament's message as it stands.
    pub(crate) fn show_tournament(&self, id: TournamentId) -> Result<Shown, Failure> {
        let loaded = self.tournament_record(id)?;
        let record = &loaded.value;
        let rounds = self.rounds_shown(record)?;
        let album = Album::new(record, &rounds)?;
        let winners = match record.stage {
            Stage::Finished(_) => album.winners(),
            _ => Vec::new(),
        };
        let card = Card {
            enclosed: album.on_message().into_iter().collect(),
            controls: controls(record),
            ..Card::words(say::tournament(record, rounds.last(), &winners))
        };
        Ok(Shown {
            version: loaded.version,
            venue: record.venue.clone(),
            unseen: false,
            thread: None,
            retired: say::retired_tournament(record),
            card,
        })
    }

    pub(super) fn tell_about(
        &self,
        record: &TournamentRecord,
        who: &Person,
        command: &TournamentCommand,
    ) -> Result<Change, Failure> {
        let all = matches!(command, TournamentCommand::Mine | TournamentCommand::Export);
        let rounds = if all {
            self.rounds_of(record)?
        } else {
            self.rounds_shown(record)?
        };
        let card = match command {
            TournamentCommand::Audit => Card::words(say::audit(record, &self.audit(record)?)),
            _ if !record.has_begun() => Card::words(say::tournament(record, None, &[])),
            TournamentCommand::Mine => mine(record, &rounds, who)?,
            TournamentCommand::Export => self.export_files(record, &rounds)?,
            TournamentCommand::See(view, page) => {
                view_card(&Album::new(record, &rounds)?, *view, *page, who)
            }
            _ => Card::words(say::round_of(record, rounds.last())),
        };
        Ok(Change::nothing(Answer::Private(Box::new(card))))
    }

    /// The last lines of the audit, the newest one last.
    fn audit(&self, record: &TournamentRecord) -> Result<Vec<AuditRecord>, Failure> {
        let mut lines = Vec::new();
        for number in record.audit.saturating_sub(AUDIT)..record.audit {
            let id = AuditId {
                tournament: record.id,
                number,
            };
            lines.extend(
                self.load::<AuditRecord>(Key::Audit(id))?
                    .map(|loaded| loaded.value),
            );
        }
        Ok(lines)
    }
}

fn mine(record: &TournamentRecord, rounds: &[RoundRecord], who: &Person) -> Result<Card, Failure> {
    let Some(seed) = record.seed_of(&who.id) else {
        return Err(TournamentRefusal::NotEntered.into());
    };
    let why = why(record, rounds, seed)?;
    Ok(Card::words(say::my_pairings(record, rounds, seed, why)))
}

/// Why somebody was paired as they were in the last round of a Swiss: it is paired again, and comes out the same.
fn why(
    record: &TournamentRecord,
    rounds: &[RoundRecord],
    seed: Seed,
) -> Result<Option<(swiss::PairingReason, Color)>, Failure> {
    let (Format::Swiss { rounds: all }, Some((last, before))) =
        (record.plan.format, rounds.split_last())
    else {
        return Ok(None);
    };
    let history = history_of(record, before)?;
    let boards = last
        .boards
        .iter()
        .flat_map(|board| [board.pairing.white, board.pairing.black]);
    let allocated = last
        .byes
        .iter()
        .filter(|(_, bye)| *bye == pairing::Bye::PairingAllocated);
    let request = Request {
        present: boards.chain(allocated.map(|&(seed, _)| seed)).collect(),
        is_last: last.id.number >= u16::from(all),
        initial: record.initial,
    };
    let Ok(round) = swiss::pair(&history, &request) else {
        return Ok(None);
    };
    Ok(round
        .pairings
        .into_iter()
        .find_map(|(game, why)| Some((why, game.color_of(seed)?))))
}

fn controls(record: &TournamentRecord) -> Vec<Vec<Control>> {
    let button = |label, look, press| Control { label, look, press };
    let id = record.id;
    let row = match record.stage {
        Stage::Open => {
            let mut row = vec![
                button("Join", Look::Success, Press::Join(id)),
                button("Leave", Look::Plain, Press::Leave(id)),
            ];
            if record.plan.check_in {
                row.push(button("Check in", Look::Primary, Press::CheckIn(id)));
            }
            row
        }
        Stage::Finished(_) if record.has_begun() => views_after(record),
        Stage::Canceled(_) | Stage::Finished(_) => return Vec::new(),
        Stage::Playing | Stage::Between(_) | Stage::Paused => {
            let mut row = vec![button("My games", Look::Primary, Press::MyPairings(id))];
            row.extend(views(id, record.plan.format, None));
            row
        }
    };
    vec![row]
}
