//! The role that a tournament's winners get when it ends.

use pairing::Seed;

use crate::context::{Change, Ctx, Result, commit_for_effects};
use crate::model::{Entry, RoundRecord, TournamentRecord};
use crate::protocol::{Answer, Award, Effect, EffectId, NotAwarded, Notice, Outgoing};
use crate::tournament::pictures::PictureData;
use crate::tournament::records;

/// The role for the winners of a tournament that has just ended, if the plan has one.
pub(crate) fn for_winners(record: &TournamentRecord, rounds: &[RoundRecord]) -> Option<Effect> {
    let role = record.plan.winners_role.clone()?;
    let server = record.venue.server.clone()?;
    let seeds: Vec<Seed> = PictureData::new(record, rounds).ok()?.winning_seeds();
    let entries = seeds.into_iter().filter_map(|seed| record.entry(seed));
    let people = entries.filter_map(Entry::person);
    let people: Vec<_> = people.map(|person| person.id.clone()).collect();
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
