//! A change of a tournament before its commit: the record, further writes, effects and audit lines.

use crate::context::{Change, Ctx, Loaded};
use crate::model::{Act, AuditId, AuditRecord, Person, Timestamp, TournamentRecord};
use crate::protocol::{Answer, Effect, Manner, Subject};
use crate::store::Write;

/// Lines of an audit from which on entrants add none before the start.
const MAX_BEFORE_START: u32 = 1000;

/// Lines of an audit from which on entrants add none.
const MAX_BY_ENTRANTS: u32 = 5000;

pub(crate) struct PendingChange {
    pub(crate) record: Loaded<TournamentRecord>,
    /// Without the record itself.
    pub(crate) change: Change,
    pub(crate) now: Timestamp,
}

impl PendingChange {
    pub(crate) fn new(ctx: &Ctx<'_>, record: Loaded<TournamentRecord>) -> Self {
        Self {
            record,
            change: Change::nothing(Answer::Seen),
            now: ctx.moment.now,
        }
    }

    pub(crate) fn note(&mut self, act: Act, by: Option<&Person>) {
        let record = &mut self.record.value;
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
        let most = if self.record.value.has_begun() {
            MAX_BY_ENTRANTS
        } else {
            MAX_BEFORE_START
        };
        if self.record.value.audit < most {
            self.note(act, None);
        }
    }

    /// [`Self::done`] without an answer; nothing at all if the tournament is still as in `former`.
    pub(crate) fn done_if_changed(self, former: &TournamentRecord) -> Change {
        if self.record.value == *former {
            return Change::nothing(Answer::Seen);
        }
        self.done(Manner::InPlace, Answer::Seen)
    }

    /// Completes the change, with an update of the tournament's message.
    pub(crate) fn done(mut self, manner: Manner, answer: Answer) -> Change {
        let record = &mut self.record.value;
        record.touched = self.now;
        if record.is_over() {
            record.invitations.clear();
        }
        let subject = Subject::Tournament(record.id);
        let show = Effect::show(subject, self.record.version + 1, manner);
        // The pairings come before the boards.
        self.change.effects.insert(0, show);
        self.change.writes.push(self.record.write());
        Change {
            answer,
            ..self.change
        }
    }
}
