//! The role that a tournament's winners get when it ends.

use pairing::Seed;
use text::{Text, msg};

use crate::context::failure::Result;
use crate::context::{Change, Ctx, Reader, transaction};
use crate::model::ids::TournamentId;
use crate::model::record::{Entry, RoundRecord, TournamentRecord};
use crate::protocol::card::Card;
use crate::protocol::effect::{Answer, Award, Effect, EffectId, NotAwarded, Outgoing};
use crate::protocol::notice::{Notice, Told};
use crate::tournament::pictures::PictureData;
use crate::tournament::records;

/// The role for the winners of a tournament that has just ended, if the plan has one.
pub(crate) fn for_winners(record: &TournamentRecord, rounds: &[RoundRecord]) -> Option<Effect> {
    let (role, server) = (
        record.plan.winners_role.clone()?,
        record.venue.server.clone()?,
    );
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
    transaction::commit_for_effects(ctx, |ctx| {
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

/// The notice in words; `None` if the tournament or the winner is gone.
pub(crate) fn told(
    reader: &Reader<'_>,
    id: TournamentId,
    why: &NotAwarded,
) -> Result<Option<Told>> {
    let record = records::find(reader, id)?;
    let words = record.and_then(|record| words(&record, why));
    Ok(words.map(|words| Told::privately(Card::words(words))))
}

fn words(record: &TournamentRecord, why: &NotAwarded) -> Option<Text> {
    let name = record.plan.name.clone();
    let message = match why {
        NotAwarded::Forbidden => msg!("notice-award-forbidden", name),
        NotAwarded::NoRole => msg!("notice-award-no-role", name),
        NotAwarded::Left(player) => {
            let winner = record.entry(record.seed_of(player)?)?.seat.name();
            msg!("notice-award-left", name, winner)
        }
    };
    Some(message.into())
}
