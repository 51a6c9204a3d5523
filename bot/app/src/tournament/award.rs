//! The role that a tournament's winners get when it ends.

use crate::context::{Change, Ctx, Result, commit_for_effects};
use crate::model::Entry;
use crate::protocol::{Answer, Award, Effect, EffectId, NotAwarded, Notice, Outgoing};
use crate::tournament::pictures::PictureData;
use crate::tournament::progress::Course;
use crate::tournament::records;

/// The role for the winners of a tournament that has just ended, if the plan has one.
pub(crate) fn for_winners(course: Course<'_>) -> Option<Effect> {
    let record = course.record;
    let role = record.plan.winners_role.clone()?;
    let server = record.venue.server.clone()?;
    let winners = PictureData::new(course).ok()?.first().into_iter();
    let entries = winners.filter_map(|line| record.entry(line.seed));
    let people: Vec<_> = entries.filter_map(Entry::player).cloned().collect();
    if people.is_empty() {
        return None;
    }
    Some(Effect::Award(Award {
        tournament: record.id,
        server,
        role,
        people,
    }))
}

/// Marks the effect as done, and notifies the organizer of winners without the role.
pub(crate) fn note_awarded(
    ctx: &Ctx<'_>,
    asked: &EffectId,
    award: &Award,
    failed: &[NotAwarded],
) -> Result<Vec<Outgoing>> {
    commit_for_effects(ctx, |ctx| {
        let record = records::tournament_record(ctx, award.tournament)?.value;
        let mut change = Change::nothing(Answer::Seen);
        change.done.push(asked.clone());
        change.effects.extend(failed.iter().cloned().map(|why| {
            let tournament = record.id;
            Effect::tell(&record.by.id, Notice::NotAwarded { tournament, why })
        }));
        Ok(change)
    })
}
