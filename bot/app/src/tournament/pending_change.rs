//! A change of a tournament before its commit: the record, further writes, effects and audit lines.

use crate::context::{Change, Ctx, Loaded, Result};
use crate::model::{Act, AuditId, AuditRecord, Person, Timestamp, TournamentId, TournamentRecord};
use crate::protocol::{Answer, Effect, Manner, Subject};
use crate::store::Write;
use crate::tournament::records;

/// Lines of an audit from which on entrants add none before the start.
const MAX_BEFORE_START: u32 = 1000;

/// Lines of an audit from which on entrants add none.
const MAX_BY_ENTRANTS: u32 = 5000;

pub(crate) struct PendingChange {
    pub(crate) record: TournamentRecord,
    version: u64,
    /// Without the record itself.
    pub(crate) change: Change,
    pub(crate) now: Timestamp,
}

impl PendingChange {
    pub(crate) fn new(ctx: &Ctx<'_>, record: Loaded<TournamentRecord>) -> Self {
        Self {
            record: record.value,
            version: record.version,
            change: Change::nothing(Answer::Seen),
            now: ctx.moment.now,
        }
    }

    pub(crate) fn load(ctx: &Ctx<'_>, id: TournamentId) -> Result<Self> {
        Ok(Self::new(ctx, records::tournament_record(ctx, id)?))
    }

    pub(crate) fn note(&mut self, act: Act, by: Option<&Person>) {
        let record = &mut self.record;
        let line = AuditRecord {
            id: AuditId {
                tournament: record.id,
                number: record.audit,
            },
            at: self.now,
            by: by.cloned(),
            act,
        };
        record.audit += 1;
        self.change.writes.push(Write::new(0, line));
    }

    /// Adds a line about an entrant's own action, up to a limit: joining and leaving repeatedly must not fill the store.
    pub(crate) fn note_own(&mut self, act: Act) {
        let most = if self.record.has_begun() {
            MAX_BY_ENTRANTS
        } else {
            MAX_BEFORE_START
        };
        if self.record.audit < most {
            self.note(act, None);
        }
    }

    /// [`Self::done`] without an answer; nothing at all if the tournament is still as in `former`.
    pub(crate) fn done_if_changed(self, former: &TournamentRecord) -> Change {
        if self.record == *former {
            return Change::nothing(Answer::Seen);
        }
        self.done(Manner::InPlace, Answer::Seen)
    }

    /// Completes the change, with an update of the tournament's message.
    pub(crate) fn done(mut self, manner: Manner, answer: Answer) -> Change {
        let record = &mut self.record;
        record.touched = self.now;
        if record.is_over() {
            record.invitations.clear();
        }
        let subject = Subject::Tournament(record.id);
        let show = Effect::show(subject, self.version + 1, manner);
        // The pairings come before the boards.
        self.change.effects.insert(0, show);
        self.done_unseen(answer)
    }

    /// Completes a change that the tournament's message doesn't show.
    pub(crate) fn done_unseen(mut self, answer: Answer) -> Change {
        let write = Write::new(self.version, self.record);
        self.change.writes.push(write);
        Change {
            answer,
            ..self.change
        }
    }
}
