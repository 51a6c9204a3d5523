//! Pending effects of one subject, combined into one change of its message.

use std::collections::VecDeque;
use std::time::Instant;

use app::effect::{EffectId, Manner, Show, Subject};
use app::{PlayerId, Timestamp};

use crate::telemetry::{self, Step};

/// A queued effect that shows a subject.
#[derive(Debug)]
pub struct PendingShow {
    /// The id of the effect in the store.
    pub id: EffectId,
    /// The effect itself.
    pub show: Show,
    /// Whether an earlier run left it.
    pub recovered: bool,
    /// When this run queued it.
    pub queued_at: Instant,
}

/// A request for a new message in place of an edit.
#[derive(Debug)]
pub struct NewMessage {
    /// The version of the effect that asks for it.
    pub version: u64,
    /// When that effect was stored.
    pub stored_at: Option<Timestamp>,
    /// The players to mention.
    pub call: Vec<PlayerId>,
}

/// One or more effects of a subject, performed together.
#[derive(Debug)]
pub struct Job {
    /// The game, challenge or tournament to show.
    pub subject: Subject,
    /// The latest version that an effect of the job asks for.
    pub version: u64,
    /// When that effect was stored. After a restored backup, versions repeat and times don't.
    pub stored_at: Option<Timestamp>,
    /// Half-moves on the board at that version.
    pub ply: Option<u32>,
    /// Set if an effect asks for a new message in place of an edit.
    pub new_message: Option<NewMessage>,
    /// Whether the message may already exist without the store knowing it.
    pub recovered: bool,
    /// The effects that the job completes.
    pub effects: Vec<EffectId>,
    /// When the first of them was queued.
    pub queued_at: Instant,
}

impl Job {
    /// Makes a job of the next effects of a queue.
    pub fn next(subject: Subject, queue: &mut VecDeque<PendingShow>) -> Self {
        let mut job = Self {
            subject,
            version: 0,
            stored_at: None,
            ply: None,
            new_message: None,
            recovered: false,
            effects: Vec::new(),
            queued_at: Instant::now(),
        };
        job.add(take_next(queue));
        job
    }

    /// Adds effects: the latest version is shown, and the latest request for a new message counts.
    pub fn add(&mut self, mut pending: Vec<PendingShow>) {
        // Consecutive commits may be queued in either order.
        pending.sort_by_key(|pending| pending.show.version);
        for PendingShow {
            id,
            show,
            recovered,
            queued_at,
        } in pending
        {
            telemetry::pending(-1);
            self.recovered |= recovered;
            self.queued_at = self.queued_at.min(queued_at);
            if show.version >= self.version {
                (self.version, self.ply) = (show.version, show.ply);
                self.stored_at = id.time();
            }
            let is_earlier = |new: &NewMessage| new.version <= show.version;
            if let Manner::Fresh { call } = show.manner
                && self.new_message.as_ref().is_none_or(is_earlier)
            {
                self.new_message = Some(NewMessage {
                    version: show.version,
                    stored_at: id.time(),
                    call,
                });
            }
            self.effects.push(id);
        }
    }

    /// The version of the effect that asks for the message, not the one shown: if an earlier run posted it, it is found by that.
    pub fn asked_version(&self) -> u64 {
        self.new_message
            .as_ref()
            .map_or(self.version, |new| new.version)
    }

    /// When the effect of [`asked_version`](Self::asked_version) was stored.
    pub fn asked_at(&self) -> Option<Timestamp> {
        self.new_message
            .as_ref()
            .map_or(self.stored_at, |new| new.stored_at)
    }

    /// The time of the first attempt to post the message, if the store does not know its outcome.
    pub fn attempted(&self) -> Option<Timestamp> {
        let first = self.effects.iter().filter_map(EffectId::time).min();
        first.filter(|_| self.recovered)
    }

    /// Records how long the request took that began at `begun`, and the whole way since the commit.
    pub fn record_posted(&self, begun: Instant) {
        telemetry::done(Step::Posted, begun.elapsed());
        telemetry::done(Step::Shown, self.queued_at.elapsed());
    }

    /// The requests that led to this job, for the log.
    pub fn requests(&self) -> String {
        let names = self.effects.iter().map(telemetry::request_of);
        names.collect::<Vec<_>>().join(" ")
    }
}

/// Takes the next effects from a queue: one recovered effect alone, since its message may exist, or else all of them.
pub(super) fn take_next(queue: &mut VecDeque<PendingShow>) -> Vec<PendingShow> {
    match queue.iter().position(|pending| pending.recovered) {
        Some(first) => queue.remove(first).into_iter().collect(),
        None => queue.drain(..).collect(),
    }
}

#[cfg(test)]
mod tests {
    use app::GameId;

    use super::*;

    #[test]
    fn a_recovered_effect_is_alone_though_others_were_queued_before() {
        let subject = Subject::Game(GameId::draw(1, 0));
        let pending = |version, manner, recovered| PendingShow {
            id: EffectId(format!("{version}-{recovered}")),
            show: Show {
                subject,
                version,
                ply: None,
                manner,
            },
            recovered,
            queued_at: Instant::now(),
        };
        let fresh = Manner::Fresh { call: Vec::new() };
        let mut queue = VecDeque::from([
            pending(6, Manner::InPlace, false),
            pending(5, fresh, true),
            pending(6, Manner::InPlace, true),
        ]);
        for (version, recovered) in [(5, true), (6, true), (6, false)] {
            let job = Job::next(subject, &mut queue);
            assert_eq!((job.version, job.recovered), (version, recovered));
            assert_eq!(job.effects.len(), 1);
        }
    }
}
