//! A change of a tournament before its commit: the record, further writes, effects and audit lines.

use crate::context::{Change, Ctx, Loaded};
use crate::model::ids::Person;
use crate::model::moment::Timestamp;
use crate::model::record::{Act, AuditId, AuditRecord, TournamentRecord};
use crate::protocol::effect::{Answer, Effect, Manner, Show, Subject};
use crate::store::Write;

/// Lines of an audit from which on entrants add none before the start.
const MAX_BEFORE_START: u32 = 1000;

/// Lines of an audit from which on entrants add none.
const MAX_BY_ENTRANTS: u32 = 5000;

/// A pending change of a tournament.
pub(crate) struct PendingChange {
    pub(crate) record: Loaded<TournamentRecord>,
    pub(crate) writes: Vec<Write>,
    pub(crate) effects: Vec<Effect>,
    pub(crate) now: Timestamp,
}

impl PendingChange {
    pub(crate) fn new(ctx: &Ctx<'_>, record: Loaded<TournamentRecord>) -> Self {
        Self {
            record,
            writes: Vec::new(),
            effects: Vec::new(),
            now: ctx.moment.now,
        }
    }

    /// Adds a line to the audit.
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
        self.writes.push(Write::new(0, line));
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

    /// Completes the change, with an update of the tournament's message.
    pub(crate) fn done(mut self, manner: Manner, answer: Answer) -> Change {
        let record = &mut self.record.value;
        record.touched = self.now;
        if record.is_over() {
            record.invitations.clear();
        }
        let show = Show {
            subject: Subject::Tournament(self.record.value.id),
            version: self.record.version + 1,
            manner,
            ply: None,
        };
        // The pairings come before the boards.
        self.effects.insert(0, Effect::Show(show));
        self.writes.push(self.record.write());
        Change {
            writes: self.writes,
            effects: self.effects,
            done: Vec::new(),
            answer,
        }
    }
}
