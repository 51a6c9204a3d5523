//! Whether players know a game.

use rules_core::Family;

use crate::context::Reader;
use crate::context::failure::Result;
use crate::model::ids::PlayerId;
use crate::model::key::Key;
use crate::model::record::{CareerRecord, GameRecord, Tally};

/// Whether one of a game's players has neither finished a game of its family nor a lesson.
pub(crate) fn is_new_to_a_player(reader: &Reader<'_>, record: &GameRecord) -> Result<bool> {
    let family = record.variant.family();
    for person in record.people() {
        let has_learned = reader.person(person)?.value.learned.has_begun(family);
        if !has_learned && finished_games(reader, &person.id, family)? == 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// How many games of a family a person has finished, against people and the engine.
pub(crate) fn finished_games(
    reader: &Reader<'_>,
    player: &PlayerId,
    family: Family,
) -> Result<u32> {
    let Some(career) = reader.load::<CareerRecord>(Key::Career(player.clone()))? else {
        return Ok(0);
    };
    let career = career.value;
    let tally = |tallies: &std::collections::BTreeMap<Family, Tally>| {
        tallies.get(&family).copied().unwrap_or_default()
    };
    Ok(tally(&career.people).plus(tally(&career.engine)).games())
}
